// The special addresses of the internet as data: IANA's two registries, row by row, and what we add to them.

export type AddressClass = 'public' | 'private' | 'metadata' | 'forbidden';

export interface SpecialBlock {
  readonly prefix: string;
  /** As the registry calls it. */
  readonly name: string;
  /** What we make of it. The longest prefix that holds an address decides; an address in none is public. */
  readonly is: AddressClass;
}

const block = (prefix: string, name: string, is: AddressClass): SpecialBlock => ({ prefix, name, is });

/**
 * https://www.iana.org/assignments/iana-ipv4-special-registry, every row. Only what is globally reachable *and* may have a
 * web server behind it is public: an anycast address of a protocol leads to whatever device is nearest.
 */
export const IANA_IPV4: readonly SpecialBlock[] = [
  block('0.0.0.0/8', 'This network', 'forbidden'),
  block('0.0.0.0/32', 'This host on this network', 'forbidden'),
  block('10.0.0.0/8', 'Private-Use', 'private'),
  block('100.64.0.0/10', 'Shared Address Space', 'private'),
  block('127.0.0.0/8', 'Loopback', 'private'),
  block('169.254.0.0/16', 'Link Local', 'private'),
  block('172.16.0.0/12', 'Private-Use', 'private'),
  block('192.0.0.0/24', 'IETF Protocol Assignments', 'forbidden'),
  block('192.0.0.0/29', 'IPv4 Service Continuity Prefix', 'forbidden'),
  block('192.0.0.8/32', 'IPv4 dummy address', 'forbidden'),
  block('192.0.0.9/32', 'Port Control Protocol Anycast', 'forbidden'),
  block('192.0.0.10/32', 'Traversal Using Relays around NAT Anycast', 'forbidden'),
  block('192.0.0.170/32', 'NAT64/DNS64 Discovery', 'forbidden'),
  block('192.0.0.171/32', 'NAT64/DNS64 Discovery', 'forbidden'),
  block('192.0.2.0/24', 'Documentation (TEST-NET-1)', 'forbidden'),
  block('192.31.196.0/24', 'AS112-v4', 'public'),
  block('192.52.193.0/24', 'AMT', 'public'),
  block('192.88.99.0/24', 'Deprecated (6to4 Relay Anycast)', 'forbidden'),
  block('192.88.99.2/32', '6a44-relay anycast address', 'forbidden'),
  block('192.168.0.0/16', 'Private-Use', 'private'),
  block('192.175.48.0/24', 'Direct Delegation AS112 Service', 'public'),
  block('198.18.0.0/15', 'Benchmarking', 'forbidden'),
  block('198.51.100.0/24', 'Documentation (TEST-NET-2)', 'forbidden'),
  block('203.0.113.0/24', 'Documentation (TEST-NET-3)', 'forbidden'),
  block('240.0.0.0/4', 'Reserved', 'forbidden'),
  block('255.255.255.255/32', 'Limited Broadcast', 'forbidden'),
];

/**
 * https://www.iana.org/assignments/iana-ipv6-special-registry, every row but two that wrap an IPv4 address and are judged by
 * it: `::ffff:0:0/96` (IPv4-mapped) and `64:ff9b::/96` (NAT64). Every other wrapper is refused whatever it holds, and so is
 * all of 2001::/23: what is reachable in it are relays, sinks and identifiers, no web servers.
 */
export const IANA_IPV6: readonly SpecialBlock[] = [
  block('::1/128', 'Loopback Address', 'private'),
  block('::/128', 'Unspecified Address', 'forbidden'),
  block('64:ff9b:1::/48', 'IPv4-IPv6 Translation, local use', 'forbidden'),
  block('100::/64', 'Discard-Only Address Block', 'forbidden'),
  block('100:0:0:1::/64', 'Dummy IPv6 Prefix', 'forbidden'),
  block('2001::/23', 'IETF Protocol Assignments', 'forbidden'),
  block('2001::/32', 'TEREDO', 'forbidden'),
  block('2001:1::1/128', 'Port Control Protocol Anycast', 'forbidden'),
  block('2001:1::2/128', 'Traversal Using Relays around NAT Anycast', 'forbidden'),
  block('2001:1::3/128', 'DNS-SD Service Registration Protocol Anycast', 'forbidden'),
  block('2001:2::/48', 'Benchmarking', 'forbidden'),
  block('2001:3::/32', 'AMT', 'forbidden'),
  block('2001:4:112::/48', 'AS112-v6', 'forbidden'),
  block('2001:10::/28', 'Deprecated (previously ORCHID)', 'forbidden'),
  block('2001:20::/28', 'ORCHIDv2', 'forbidden'),
  block('2001:30::/28', 'Drone Remote ID Protocol Entity Tags (DETs) Prefix', 'forbidden'),
  block('2001:db8::/32', 'Documentation', 'forbidden'),
  block('2002::/16', '6to4', 'forbidden'),
  block('2620:4f:8000::/48', 'Direct Delegation AS112 Service', 'public'),
  block('3fff::/20', 'Documentation', 'forbidden'),
  block('5f00::/16', 'Segment Routing (SRv6) SIDs', 'forbidden'),
  block('fc00::/7', 'Unique-Local', 'private'),
  block('fe80::/10', 'Link-Local Unicast', 'private'),
];

/** Not in those registries, and yet no place for a webhook. */
export const BEYOND_IANA: readonly SpecialBlock[] = [
  block('224.0.0.0/4', 'Multicast', 'forbidden'),
  block('::/8', 'Reserved, IPv4-compatible and unknown wrappers', 'forbidden'),
  block('fec0::/10', 'Site-local, deprecated', 'forbidden'),
  block('ff00::/8', 'Multicast', 'forbidden'),
];

/** Where clouds keep the credentials of their machines. Closed whatever the settings say. */
export const METADATA: readonly SpecialBlock[] = [
  block('169.254.169.0/24', 'AWS, Azure, Google, Oracle, OpenStack and others', 'metadata'),
  block('169.254.170.0/24', 'AWS containers', 'metadata'),
  block('169.254.0.23/32', 'Tencent', 'metadata'),
  block('169.254.42.42/32', 'Scaleway', 'metadata'),
  block('100.100.100.200/32', 'Alibaba', 'metadata'),
  block('168.63.129.16/32', 'Azure', 'metadata'),
  block('192.0.0.192/32', 'Oracle', 'metadata'),
  block('fd00:ec2::/32', 'AWS', 'metadata'),
  block('fd20:ce::254/128', 'Google', 'metadata'),
  block('fd00:42::42/128', 'Scaleway', 'metadata'),
  block('fe80::a9fe:a9fe/128', 'OpenStack', 'metadata'),
];
