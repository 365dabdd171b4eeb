// The receivers of one run, each with its own manners, and everything that was ever posted to them.

import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';

export interface Posted {
  readonly delivery_id: string;
  readonly body: string;
  /** Of which server, or servers that lived at once, counted from 1. */
  readonly life: number;
}

/** How a receiver answers the `n`th post of a delivery, counted from 1, and after how long. */
export interface Manner {
  readonly answer: (n: number) => number;
  readonly ms: number;
  /** What becomes of a delivery there. */
  readonly ends: 'delivered' | 'gone';
  /** How many posts that takes when nothing goes wrong. */
  readonly posts: number;
}

export const MANNERS: Readonly<Record<string, Manner>> = {
  prompt: { answer: () => 200, ms: 0, ends: 'delivered', posts: 1 },
  slow: { answer: () => 204, ms: 60, ends: 'delivered', posts: 1 },
  gone: { answer: () => 410, ms: 0, ends: 'gone', posts: 1 },
  flaky: { answer: (n) => (n === 1 ? 503 : 200), ms: 0, ends: 'delivered', posts: 2 },
};

export interface Receivers {
  urlOf(manner: string): string;
  readonly posted: ReadonlyMap<string, readonly Posted[]>;
  /** From here on posts come from another server. What the last one sent before its end is read first. */
  nextLife(): Promise<void>;
  close(): void;
}

export async function openReceivers(): Promise<Receivers> {
  const posted = new Map<string, Posted[]>();
  let life = 1;
  const server = createServer(async (request, response) => {
    const cameIn = life;
    let body = '';
    try {
      for await (const chunk of request.setEncoding('utf8')) body += chunk;
    } catch {
      return; // the sender died in the middle of it: that was no post
    }
    const delivery_id = String(request.headers['webhook-id']);
    const all = posted.get(delivery_id) ?? [];
    posted.set(delivery_id, all);
    all.push({ delivery_id, body, life: cameIn });
    const { answer, ms } = MANNERS[request.url?.slice(1) ?? ''] ?? { answer: () => 404, ms: 0 };
    const status = answer(all.length);
    if (ms > 0) await delay(ms);
    response.writeHead(status).end();
  });
  server.keepAliveTimeout = 1;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const connections = promisify(server.getConnections.bind(server));
  return {
    urlOf: (manner) => `http://127.0.0.1:${port}/${manner}`,
    posted,
    async nextLife() {
      await once(connect(port, '127.0.0.1').end().resume(), 'close'); // whoever knocked before has been let in
      while ((await connections()) > 0) await delay(5);
      life++;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
