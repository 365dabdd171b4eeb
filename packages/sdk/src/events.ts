// What happens, as it happens: server-sent events as an async iterator that survives lost connections and resumes.

import type { CallOptions } from './calls.ts';
import { ConnectionFailed, UnexpectedAnswer } from './errors.ts';
import type { ActionEvent, ResetEvent } from './operations.ts';
import { isAway, onAbort, pause } from './retry.ts';

export type LiveEvent =
  | {
      /** Where to resume: `events({ lastEventId })`. */
      readonly id: string;
      readonly event: 'action.created' | 'action.updated' | 'action.result';
      readonly data: ActionEvent;
    }
  | {
      readonly id: string;
      /** Events were missed that can no longer be told: read anew what you show. */
      readonly event: 'reset';
      readonly data: ResetEvent;
    };

export interface EventOptions extends CallOptions {
  /** Begin after this event: at most 10 minutes and 1,000 events ago. Without it, from now on. */
  readonly lastEventId?: string | undefined;
}

const KNOWN: ReadonlySet<string> = new Set<LiveEvent['event']>([
  'action.created',
  'action.updated',
  'action.result',
  'reset',
]);

/** The service says something at least every 15 seconds. */
const SILENCE_MS = 30_000;
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 15_000;

type Open = (lastEventId: string | undefined, signal: AbortSignal) => AsyncGenerator<string>;

/** The first contact must succeed; after that it goes on until the loop is left, the signal aborts, or the key is refused. */
export async function* follow(open: Open, { lastEventId, signal }: EventOptions): AsyncGenerator<LiveEvent> {
  let position = lastEventId;
  let isConnected = false;
  for (let failures = 0; ; failures++) {
    try {
      for await (const frame of framesOf(open, position, signal)) {
        isConnected ||= frame.id !== undefined; // with which the service begins
        failures = 0;
        position = frame.id ?? position;
        if (frame.data !== undefined && KNOWN.has(frame.event)) {
          yield { id: position ?? '', event: frame.event, data: JSON.parse(frame.data) } as LiveEvent;
        }
      }
    } catch (failure) {
      if (signal?.aborted) throw signal.reason;
      if (!isConnected || !isAway(failure)) throw failure;
    }
    if (!isConnected) throw new UnexpectedAnswer(200, 'The stream of events');
    const backoffMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures);
    await pause(backoffMs * (0.5 + Math.random() / 2), signal);
  }
}

interface Frame {
  readonly id?: string | undefined;
  readonly event: string;
  readonly data?: string | undefined;
}

/** The frames of one connection, which is closed when nobody wants more of them. */
async function* framesOf(open: Open, position: string | undefined, signal?: AbortSignal): AsyncGenerator<Frame> {
  const ending = new AbortController();
  const abort = () => ending.abort(signal?.reason);
  if (signal?.aborted) abort();
  const forget = onAbort(signal, abort);
  const chunks = open(position, ending.signal);
  try {
    let text = '';
    for (let chunk = await heard(chunks.next()); !chunk.done; chunk = await heard(chunks.next())) {
      const parts = (text + chunk.value).split(/\r?\n\r?\n/);
      text = parts.pop() ?? ''; // not whole yet
      yield* parts.map(frameOf);
    }
  } finally {
    forget();
    ending.abort();
  }
}

/** A connection that is silent for too long is dead, whatever it thinks of itself. */
async function heard<T>(next: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new ConnectionFailed('The stream of events', new Error('it fell silent'))),
      SILENCE_MS,
    );
  });
  next.catch(() => undefined); // after the silence nobody waits for it
  try {
    return await Promise.race([next, silence]);
  } finally {
    clearTimeout(timer);
  }
}

function frameOf(text: string): Frame {
  const fields = new Map<string, string>();
  for (const line of text.split(/\r?\n/)) {
    const [, name = '', value = ''] = /^(\w+): ?(.*)$/s.exec(line) ?? [];
    fields.set(name, name === 'data' && fields.has(name) ? `${fields.get(name)}\n${value}` : value);
  }
  return { id: fields.get('id'), event: fields.get('event') ?? 'message', data: fields.get('data') };
}
