// Puts a key on every request and passes it on as it is: the conformance suite has no way to send one itself.

import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';

export interface AuthorisingProxy {
  readonly url: string;
  close(): Promise<void>;
}

export async function startProxy(target: string, key: string): Promise<AuthorisingProxy> {
  const { hostname, port } = new URL(target);
  const pass = async (incoming: IncomingMessage, answer: ServerResponse) => {
    const { method, url: path, headers } = incoming;
    const outgoing = request({ hostname, port, method, path, headers: { ...headers, authorization: `Bearer ${key}` } });
    answer.on('close', () => outgoing.destroy()); // whoever leaves us leaves the server
    const answered = new Promise<IncomingMessage>((resolve, reject) => {
      outgoing.on('response', resolve);
      outgoing.on('error', reject);
    });
    await pipeline(incoming, outgoing);
    const received = await answered;
    answer.writeHead(received.statusCode ?? 502, received.headers);
    answer.flushHeaders();
    await pipeline(received, answer);
  };
  const server = createServer((incoming, answer) => {
    pass(incoming, answer).catch(() => answer.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}/mcp`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
