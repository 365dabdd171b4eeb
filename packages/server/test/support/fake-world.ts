// A world of one's own: a clock to wind, names that resolve as told, a log that is kept.

import { randomFillSync } from 'node:crypto';
import { idMaker } from '../../src/base/id.ts';
import { openLog } from '../../src/world/log.ts';
import { type Mail, type Mailed, sendMail } from '../../src/world/mail.ts';
import { isLoopback } from '../../src/world/mail-server.ts';
import type { Resolve } from '../../src/world/names.ts';
import { type Incoming, type Outgoing, sendOut } from '../../src/world/outgoing.ts';
import { vetTarget } from '../../src/world/target.ts';
import { openThreads } from '../../src/world/threads.ts';
import type { World } from '../../src/world/world.ts';
import { signAtOnce } from './sign-at-once.ts';

export interface FakeWorld extends World {
  /** Moves the clock; whoever sleeps past the new moment wakes. Negative: sets it back. */
  wind(seconds: number): void;
  resolves(host: string, addresses: readonly string[]): void;
  /** A site without a socket: answers for a host whose name resolves to a public address. */
  site(host: string, answer: Site): void;
  readonly lines: readonly string[];
  /** How many sleep: whoever waits for something in vain is among them. */
  sleeping(): number;
}

/** What a site says to a request; a string stands for its body with status 200, an error for a failure on the way. */
export type Site = (outgoing: Outgoing) => Promise<SiteAnswer> | SiteAnswer;
export type SiteAnswer =
  | string
  | { readonly error: 'dns' | 'connect' | 'tls' | 'timeout'; readonly garbled?: true }
  | {
      readonly status?: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string | Uint8Array;
    };

/** One set of threads for all the worlds of a test process. */
const think = openThreads();

/** The clock runs with the real one, from wherever it was wound to; or it stands still where it was set. */
export function fakeWorld({ frozenAtMs }: { frozenAtMs?: number } = {}): FakeWorld {
  let offsetMs = 0;
  const nowMs = () => (frozenAtMs ?? Date.now()) + offsetMs; // whatever a database says
  const names = new Map<string, readonly string[]>();
  const sites = new Map<string, Site>();
  const resolve = async (host: string) => names.get(host) ?? (sites.has(host) ? [PUBLIC_ADDRESS] : []);
  const lines: string[] = [];
  const sleepers = new Set<() => void>();
  const randomBytes = (length: number) => randomFillSync(Buffer.allocUnsafe(length));

  return {
    nowMs,
    newId: idMaker(() => randomBytes(5).readUIntBE(0, 5)),
    randomBytes,
    flush: async () => undefined, // the machine stays on
    sign: signAtOnce,
    room: async () => Number.POSITIVE_INFINITY,
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
    resolve,
    request: (outgoing) => sendInside(outgoing, resolve, sites),
    sendMail: (mail) => mailInside(mail, resolve, nowMs),
    think,
    log: openLog('debug', (line) => lines.push(line), nowMs),
    wind(seconds) {
      offsetMs += seconds * 1000;
      for (const look of sleepers) look();
    },
    resolves: (host, addresses) => void names.set(host, addresses),
    site: (host, answer) => void sites.set(host, answer),
    lines,
    sleeping: () => sleepers.size,
  };
}

const PUBLIC_ADDRESS = '93.184.216.34';

/**
 * Real sockets, but only to this machine: whatever is outside is a site of the test's own, or down. What would be refused
 * is refused as ever.
 */
async function sendInside(outgoing: Outgoing, resolve: Resolve, sites: ReadonlyMap<string, Site>): Promise<Incoming> {
  const { allowPrivate, ourselves } = outgoing;
  const url = new URL(outgoing.url);
  const vetted = await vetTarget(url, { resolve, timeoutMs: 0, allowPrivate, ourselves });
  if ('error' in vetted) return vetted;
  if (vetted.addresses.some((address) => /^(127\.|::1$)/.test(address))) return sendOut(outgoing, resolve);
  const site = sites.get(url.hostname);
  return site ? answerOf(await site(outgoing), outgoing) : { error: 'connect' };
}

/** A mail server on this machine is a real one; any other is down. */
async function mailInside(mail: Mail, resolve: Resolve, nowMs: () => number): Promise<Mailed> {
  const host = mail.via?.server.host ?? 'localhost';
  const addresses = isLoopback(host) ? [host] : await resolve(host, 0);
  if (!addresses.every(isLoopback)) return { ok: false, error: 'connect' };
  return sendMail(mail, resolve, nowMs);
}

function answerOf(said: SiteAnswer, { unpack, maxBytes }: Outgoing): Incoming {
  if (typeof said !== 'string' && 'error' in said) return said;
  const { status = 200, headers = {}, body = '' } = typeof said === 'string' ? { body: said } : said;
  const bytes = Buffer.from(body);
  const whole = bytes.length <= maxBytes;
  if (!unpack) return { status, headers, body: bytes.subarray(0, maxBytes).toString('utf8'), whole };
  return { status, headers, body: '', bytes: bytes.subarray(0, maxBytes), whole, ...(whole ? {} : { cut: 'large' }) };
}
