// A reader of server-sent events that does what the WHATWG standard says (HTML, 9.2.6), and nothing kinder.

import { PATIENCE_MS } from './until.ts';
export interface Told {
  readonly type: string;
  readonly data: string;
  readonly lastEventId: string;
}

export interface EventReader {
  readonly response: Response;
  readonly told: readonly Told[];
  readonly comments: readonly string[];
  /** What a browser would send to resume. */
  lastEventId(): string;
  retryMs(): number | undefined;
  /** Settles when so many events were told in all; fails when the stream ends before, or nothing more comes. */
  count(wanted: number): Promise<readonly Told[]>;
  /** Settles when the condition holds, looked at after everything that arrives. */
  until(holds: () => boolean): Promise<void>;
  /** How the stream ended. */
  readonly ended: Promise<'whole' | 'broken'>;
  close(): void;
}

/** With a key, or as the browser of someone who is signed in. */
export async function openEvents(
  baseUrl: string,
  who: string | { readonly cookie: string },
  { lastEventId, method = 'GET' }: { lastEventId?: string | undefined; method?: string } = {},
): Promise<EventReader> {
  const closing = new AbortController();
  const response = await fetch(`${baseUrl}/events`, {
    method,
    signal: closing.signal,
    headers: {
      ...(typeof who === 'string' ? { authorization: `Bearer ${who}` } : { cookie: who.cookie }),
      ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
    },
  });
  const parser = parseEvents();
  const changes = new EventTarget();
  let over: 'whole' | 'broken' | undefined;
  const change = () => changes.dispatchEvent(new Event('change'));

  const read = async (): Promise<'whole' | 'broken'> => {
    try {
      for await (const bytes of response.body ?? []) {
        parser.take(bytes as Uint8Array);
        change();
      }
      over = 'whole';
    } catch {
      over = 'broken';
    }
    change();
    return over;
  };
  const ended = read();

  const until = async (holds: () => boolean) => {
    const deadline = AbortSignal.timeout(PATIENCE_MS);
    while (!holds()) {
      if (over) throw new Error(`The stream ended (${over}) after ${JSON.stringify(parser.told)}`);
      if (deadline.aborted) throw new Error(`Nothing more came after ${JSON.stringify(parser.told)}`);
      await new Promise<void>((resolve) => {
        changes.addEventListener('change', () => resolve(), { once: true });
        deadline.addEventListener('abort', () => resolve(), { once: true });
      });
    }
  };

  return {
    response,
    told: parser.told,
    comments: parser.comments,
    lastEventId: parser.lastEventId,
    retryMs: parser.retryMs,
    until,
    async count(wanted) {
      await until(() => parser.told.length >= wanted);
      return parser.told;
    },
    ended,
    close: () => closing.abort(),
  };
}

function parseEvents() {
  const told: Told[] = [];
  const comments: string[] = [];
  const decoder = new TextDecoder(); // drops a byte order mark at the beginning
  let text = '';
  let data = '';
  let type = '';
  let idBuffer = '';
  let lastEventId = '';
  let retryMs: number | undefined;

  const dispatch = () => {
    lastEventId = idBuffer;
    if (data !== '') told.push({ type: type || 'message', data: data.replace(/\n$/, ''), lastEventId });
    data = '';
    type = '';
  };

  const line = (given: string) => {
    if (given === '') return dispatch();
    if (given.startsWith(':')) return void comments.push(given.slice(1));
    const colon = given.indexOf(':');
    const field = colon === -1 ? given : given.slice(0, colon);
    const value = colon === -1 ? '' : given.slice(colon + 1).replace(/^ /, '');
    if (field === 'event') type = value;
    if (field === 'data') data += `${value}\n`;
    if (field === 'id' && !value.includes('\0')) idBuffer = value;
    if (field === 'retry' && /^[0-9]+$/.test(value)) retryMs = Number(value);
  };

  return {
    told,
    comments,
    lastEventId: () => lastEventId,
    retryMs: () => retryMs,
    take(bytes: Uint8Array) {
      text += decoder.decode(bytes, { stream: true });
      for (;;) {
        // A CR at the very end may be the first half of a CRLF.
        const end = /\r\n|\n|\r(?!$)/.exec(text);
        if (!end) return;
        line(text.slice(0, end.index));
        text = text.slice(end.index + end[0].length);
      }
    },
  };
}
