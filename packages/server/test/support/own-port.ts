// A port that nobody listens on, and that the system gives to nobody else: for who must know it before it is used.

import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below what the system gives out to those who ask for any. */
const [FIRST, LAST] = [10_000, 32_000];

export async function ownPort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, LAST);
    if (await isFree(port)) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer();
  const free = await new Promise<boolean>((resolve) => {
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => resolve(true));
  });
  if (free) await new Promise((resolve) => probe.close(resolve));
  return free;
}
