// Where a request came from: the socket, unless a proxy we were told to trust says otherwise.

import type { IncomingMessage } from 'node:http';
import { type AddressRange, parseAddress, within } from '../world/address-guard.ts';

/** Walks X-Forwarded-For from the near end; the first address that is not a trusted proxy's is the client's. */
export function clientAddress(
  { socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>,
  trusted: readonly AddressRange[],
): string {
  const forwarded = String(headers['x-forwarded-for'] ?? '').split(',');
  let address = socket.remoteAddress ?? 'unknown';
  while (isTrusted(address, trusted)) {
    const next = withoutPort(forwarded.pop()?.trim() ?? '');
    if (!parseAddress(next)) return address;
    address = next;
  }
  return address;
}

/** Some proxies name the port, too: `1.2.3.4:5678`, `[2001:db8::1]:5678`. Each connection has another one: it tells nobody apart. */
function withoutPort(entry: string): string {
  const [, ipv6, ipv4] = /^(?:\[([^\]]*:[^\]]*)\]|(\d+\.[\d.]+))(?::\d{1,5})?$/.exec(entry) ?? [];
  return ipv6 ?? ipv4 ?? entry;
}

/** Whether the other end of the socket is a proxy we were told to trust. */
export function isFromProxy({ socket }: Pick<IncomingMessage, 'socket'>, trusted: readonly AddressRange[]): boolean {
  return isTrusted(socket.remoteAddress ?? '', trusted);
}

function isTrusted(address: string, trusted: readonly AddressRange[]): boolean {
  const bytes = parseAddress(address);
  return bytes !== undefined && trusted.some((range) => within(bytes, range));
}
