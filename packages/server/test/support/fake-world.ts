// A world of one's own: a clock to wind, names that resolve as told, a log that is kept.

import { randomFillSync } from 'node:crypto';
import { isIP } from 'node:net';
import { idMaker } from '../../src/base/id.ts';
import { mayReach } from '../../src/world/address-guard.ts';
import { openLog } from '../../src/world/log.ts';
import type { Resolve } from '../../src/world/names.ts';
import { type Incoming, type Outgoing, sendOut } from '../../src/world/outgoing.ts';
import type { World } from '../../src/world/world.ts';

export interface FakeWorld extends World {
  /** Moves the clock; whoever sleeps past the new moment wakes. Negative: sets it back. */
  wind(seconds: number): void;
  resolves(host: string, addresses: readonly string[]): void;
  readonly lines: readonly string[];
  /** How many sleep: whoever waits for something in vain is among them. */
  sleeping(): number;
}

/** The clock runs with the real one, from wherever it was wound to; or it stands still where it was set. */
export function fakeWorld({ frozenAtMs }: { frozenAtMs?: number } = {}): FakeWorld {
  let offsetMs = 0;
  const nowMs = () => (frozenAtMs ?? Date.now()) + offsetMs; // whatever a database says
  const names = new Map<string, readonly string[]>();
  const lines: string[] = [];
  const sleepers = new Set<() => void>();
  const randomBytes = (length: number) => randomFillSync(Buffer.allocUnsafe(length));

  return {
    nowMs,
    newId: idMaker(() => randomBytes(5).readUIntBE(0, 5)),
    randomBytes,
    sleep(ms, signal) {
      const untilMs = nowMs() + ms;
      return new Promise((resolve) => {
        const timer = setTimeout(() => wake(), ms);
        const wake = () => {
          clearTimeout(timer);
          sleepers.delete(look);
          signal?.removeEventListener('abort', wake);
          resolve();
        };
        const look = () => {
          if (nowMs() >= untilMs) wake();
        };
        sleepers.add(look);
        signal?.addEventListener('abort', wake);
        if (signal?.aborted) wake();
      });
    },
    resolve: async (host) => names.get(host) ?? [],
    request: (outgoing) => sendInside(outgoing, async (host) => names.get(host) ?? []),
    log: openLog('debug', (line) => lines.push(line), nowMs),
    wind(seconds) {
      offsetMs += seconds * 1000;
      for (const look of sleepers) look();
    },
    resolves: (host, addresses) => void names.set(host, addresses),
    lines,
    sleeping: () => sleepers.size,
  };
}

/** Real sockets, but only to this machine: whatever is outside is down. What would be refused is refused as ever. */
async function sendInside(outgoing: Outgoing, resolve: Resolve): Promise<Incoming> {
  const host = new URL(outgoing.url).hostname.replace(/^\[|\]$/g, '');
  const addresses = isIP(host) ? [host] : await resolve(host, 0);
  const goesOut = addresses.some(
    (address) => mayReach(address, outgoing.allowPrivate) && !/^(127\.|::1$)/.test(address),
  );
  return goesOut && addresses.every((address) => mayReach(address, outgoing.allowPrivate))
    ? { error: 'connect' }
    : sendOut(outgoing, resolve);
}
