// Listeners on this machine's own addresses that nobody must ever reach. They count connections, on the socket.

import type { AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:net';
import { networkInterfaces } from 'node:os';
import { mayReach } from '../../src/world/address-guard.ts';

export interface CanaryCage {
  readonly addresses: readonly string[];
  readonly port: number;
  hits(): number;
  close(): Promise<void>;
}

/** On both loopback addresses and on every other address of the machine that is not public; one port for all. */
export async function openCanaries(): Promise<CanaryCage> {
  let hits = 0;
  const servers: Server[] = [];
  const addresses: string[] = [];
  for (const address of ['127.0.0.1', '::1', ...innerAddresses()]) {
    const server = createServer((socket) => {
      hits++;
      socket.destroy();
    });
    const taken = servers[0] ? (servers[0].address() as AddressInfo).port : 0;
    if (!(await opened(server, taken, address))) continue;
    servers.push(server);
    addresses.push(address);
  }
  const [first] = servers;
  if (!first) throw new Error('There is no loopback address.');
  return {
    addresses,
    port: (first.address() as AddressInfo).port,
    hits: () => hits,
    close: async () => void (await Promise.all(servers.map((server) => new Promise((done) => server.close(done))))),
  };
}

function innerAddresses(): string[] {
  const cards = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
  return cards
    .filter(({ internal, scopeid, address }) => !internal && !scopeid && !mayReach(address, false))
    .map(({ address }) => address);
}

function opened(server: Server, port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    server.once('error', () => resolve(false)); // no IPv6 here, or the port is taken on that address
    server.listen({ port, host }, () => resolve(true));
  });
}
