// How instances on one PostgreSQL tell each other that something changed: NOTIFY after the commit, gathered, and a
// connection that only listens. It makes things fast, never right: whoever misses something looks again by itself.

import pg from 'pg';
import type { World } from '../world/world.ts';
import type { Ear } from './database.ts';

const CHANNEL = 'countersign';
export const LISTENER = 'countersign listener';
/** At most so often, however much happens; the first of a quiet time leaves at once. */
const GATHER_MS = 40;
/** For what others need not know at once. */
const LATER_MS = 1000;
/** PostgreSQL takes less than 8000 bytes. */
const MAX_PAYLOAD = 7500;
/** More than this at once, and the word is: look at everything. */
const MAX_TOPICS = 5000;
const EVERYTHING = '*';
/** A connection that nobody speaks on can be dead for hours before anyone notices. */
const PING_MS = 5000;
const SILENCE_MS = 5000;
const BACK_OFF_MS = [100, 1000, 5000];
const END_MS = 1000;

export interface OtherInstances {
  tell(topics: Iterable<string>): void;
  tellLater(topic: string): void;
  /** Says what is still to be said. */
  close(): Promise<void>;
}

interface Options {
  readonly world: World;
  readonly pool: pg.Pool;
  readonly connecting: pg.ClientConfig;
  readonly ear: Ear;
  /** An operator command speaks and does not listen. */
  readonly listens: boolean;
}

export async function openOtherInstances({ world, pool, connecting, ear, listens }: Options): Promise<OtherInstances> {
  const ourselves = world.randomBytes(9).toString('base64url');
  const closing = new AbortController();
  let listening: Ask | undefined;

  const send = async (topics: ReadonlySet<string>) => {
    const payloads = payloadsOf(ourselves, topics.size > MAX_TOPICS ? [EVERYTHING] : topics);
    const ask: Ask = listening ?? ((text, values) => pool.query(text, values));
    await ask('SELECT pg_notify($1, payload) FROM unnest($2::text[]) AS payload', [CHANNEL, payloads]).catch(
      (error: Error) => world.log('warn', 'instances.not_told', { reason: error.message }),
    );
  };
  const soon = gathering(world, GATHER_MS, send);
  const later = gathering(world, LATER_MS, send);

  const hear = ({ payload = '' }: pg.Notification) => {
    const [sender, ...topics] = payload.split('\n');
    if (sender !== ourselves) ear(topics.includes(EVERYTHING) ? undefined : topics);
  };

  /** Ends when the connection does. */
  const listen = async (opened: () => void) => {
    const client = new pg.Client({ ...connecting, application_name: LISTENER, query_timeout: SILENCE_MS });
    const lost = new AbortController();
    client.on('error', () => lost.abort());
    client.on('end', () => lost.abort());
    client.on('notification', hear);
    try {
      await client.connect();
      const ask = inTurn(client);
      await ask(`LISTEN ${CHANNEL}`);
      listening = ask;
      ear(undefined); // whatever was said before is lost to us
      opened();
      while (!lost.signal.aborted && !closing.signal.aborted) {
        await world.sleep(PING_MS, AbortSignal.any([lost.signal, closing.signal]));
        if (!lost.signal.aborted && !closing.signal.aborted) await ask('SELECT 1');
      }
    } finally {
      listening = undefined;
      // A connection that is gone may never say so; nobody waits for it.
      await Promise.race([client.end().catch(() => undefined), world.sleep(END_MS)]);
    }
  };

  const keepListening = async (tried: () => void) => {
    for (let failures = 0; !closing.signal.aborted; ) {
      await listen(() => {
        failures = 0;
        tried();
      }).catch((error: Error) => world.log('warn', 'instances.not_heard', { reason: error.message }));
      tried();
      await world.sleep(BACK_OFF_MS[Math.min(failures++, BACK_OFF_MS.length - 1)] ?? 0, closing.signal);
    }
  };

  let stopped: Promise<void> = Promise.resolve();
  if (listens) {
    await new Promise<void>((tried) => {
      stopped = keepListening(tried);
    });
  }
  return {
    tell: soon.add,
    tellLater: (topic) => later.add([topic]),
    async close() {
      await Promise.all([soon.close(), later.close()]);
      closing.abort();
      await stopped;
    },
  };
}

type Ask = (text: string, values?: unknown[]) => Promise<unknown>;

/** A connection takes one question at a time. */
function inTurn(client: pg.Client): Ask {
  let last: Promise<unknown> = Promise.resolve();
  return (text, values) => {
    const answer = last.then(() => client.query(text, values));
    last = answer.catch(() => undefined); // whoever asked hears of it
    return answer;
  };
}

/** As few messages as will hold them all. */
export function payloadsOf(sender: string, topics: Iterable<string>): string[] {
  const payloads: string[] = [];
  let payload = sender;
  for (const topic of topics) {
    if (payload.length + 1 + Buffer.byteLength(topic) > MAX_PAYLOAD) {
      payloads.push(payload);
      payload = sender;
    }
    payload += `\n${topic}`;
  }
  return payload === sender ? payloads : [...payloads, payload];
}

interface Gathering {
  add(topics: Iterable<string>): void;
  /** Sends what is there. */
  close(): Promise<void>;
}

function gathering(world: World, everyMs: number, send: (topics: ReadonlySet<string>) => Promise<void>): Gathering {
  let waiting = new Set<string>();
  let sending: Promise<void> | undefined;
  const hurry = new AbortController();

  const sendAll = async () => {
    while (waiting.size > 0) {
      const topics = waiting;
      waiting = new Set();
      await send(topics);
      await world.sleep(everyMs, hurry.signal);
    }
    sending = undefined;
  };
  return {
    add(topics) {
      for (const topic of topics) waiting.add(topic);
      sending ??= Promise.resolve().then(sendAll); // the rest of what happens in this moment goes with it
    },
    async close() {
      hurry.abort();
      await sending;
    },
  };
}
