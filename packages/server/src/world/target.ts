// Where a request may go: the addresses of its host, every one of them judged, and never back to ourselves.

import { networkInterfaces } from 'node:os';
import { mayReach, parseAddress, parseDestination, parseRange, within } from './address-guard.ts';
import type { Resolve } from './names.ts';

export interface Endpoint {
  readonly address: string;
  readonly port: number;
}

/** How this server is reached. */
export interface Ourselves {
  readonly publicUrl: string;
  /** What it listens on; `0.0.0.0` and `::` are every address of the machine. */
  readonly sockets: readonly Endpoint[];
}

export interface Policy {
  readonly resolve: Resolve;
  readonly timeoutMs: number;
  readonly allowPrivate: boolean;
  readonly ourselves?: Ourselves | undefined;
}

export type Vetted = { readonly addresses: readonly string[] } | { readonly error: 'dns' | 'target_blocked' };

/** Literals and names take the same path. A name that points inside even once is not to be trusted at all. */
export async function vetTarget(url: URL, policy: Policy): Promise<Vetted> {
  const blocked = { error: 'target_blocked' } as const;
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return blocked;
  if (url.username !== '' || url.password !== '') return blocked;
  const addresses = await addressesOf(hostOf(url), policy);
  if (!addresses.every((address) => mayReach(address, policy.allowPrivate))) return blocked;
  if (await leadsBack(url, addresses, policy)) return blocked;
  return addresses.length === 0 ? { error: 'dns' } : { addresses };
}

async function addressesOf(host: string, { resolve, timeoutMs }: Policy): Promise<readonly string[]> {
  if (parseAddress(host)) return [host];
  if (host === 'localhost' || host.endsWith('.localhost')) return ['127.0.0.1', '::1']; // RFC 6761, whatever DNS says
  return resolve(host, timeoutMs);
}

/** Without brackets, and without the dots that end a full name: our look-up does not care how many. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '').replace(/\.+$/, '');
}

export function portOf(url: URL): number {
  return Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
}

/**
 * Our sockets by their address, our public address by its name. Behind a web port there may be a proxy that serves others
 * too, so there another name on the same address is another site; a bare address, or any other port, is us.
 */
async function leadsBack(url: URL, addresses: readonly string[], policy: Policy): Promise<boolean> {
  if (!policy.ourselves) return false;
  const { publicUrl, sockets } = policy.ourselves;
  const port = portOf(url);
  const heard = (address: string) => sockets.some((socket) => socket.port === port && hears(socket.address, address));
  if (addresses.some(heard)) return true;

  const ours = new URL(publicUrl);
  if (portOf(ours) !== port) return false;
  const host = hostOf(url);
  if (host === hostOf(ours)) return true;
  if (WEB_PORTS.includes(port) && !parseAddress(host)) return false;
  const ourAddresses = await addressesOf(hostOf(ours), policy);
  return addresses.some((address) => ourAddresses.some((own) => isSame(own, address)));
}

const WEB_PORTS = [80, 443];
const LOOPBACK = ['127.0.0.0/8', '::1'].map(parseRange);

function hears(listening: string, address: string): boolean {
  if (listening !== '0.0.0.0' && listening !== '::') return isSame(listening, address);
  const bytes = parseDestination(address);
  if (bytes && LOOPBACK.some((range) => range && within(bytes, range))) return true;
  const cards = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
  return cards.some((card) => isSame(card.address, address));
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [parseDestination(one), parseDestination(other)];
  return a !== undefined && b !== undefined && Buffer.compare(a, b) === 0;
}
