// A call that waits for a decision, and what is left of it when it is cut: by a proxy that ends long requests, by a server that
// is started anew. It only looks, so it can be made again.

const TOOL = 'service_await_decision';
/** How long the service waits when it is not told: with and without a client that hears of progress. */
const LONG_S = 300;
const SHORT_S = 50;
/** It waits no longer, and refuses who asks for more: no timer holds just anything, and one that cannot fires at once. */
const LONGEST_S = 3600;
const LONGEST_PAUSE_MS = 15_000;
/** Nearer to its end a wait is over. */
const EARLY_MS = 5000;
/** A timer may fire a little before its time: so little is no time that is left. */
const NOTHING_MS = 250;
/** The service tells of its progress every 5 seconds, where it is asked to. */
const SILENCE_MS = 30_000;

/** The server has said no: asked again it would say the same. */
export class Refused extends Error {}

export interface Wait {
  /** The call for what is left of its time; undefined when it has none, and was asked for the last time. */
  again(): string | undefined;
  /** No longer than there is time. */
  pauseMs(): number;
  /** Whether this says that nobody has decided, long before the time is over: a server that goes away ends its waits so. */
  isEarly(answer: string): boolean;
  /** For how long a connection may be silent and alive. */
  readonly silenceMs: number;
  /** A message as the client is to hear it: progress goes on from where it was. */
  heard(answer: string): string;
}

interface Call {
  readonly method?: string;
  readonly params?: {
    readonly name?: unknown;
    readonly arguments?: { readonly timeout_s?: unknown };
    readonly _meta?: { readonly progressToken?: unknown };
  };
}

/** Undefined when the line is another call. */
export function waitIn(line: string): Wait | undefined {
  const call = JSON.parse(line) as Call;
  const { name, arguments: given, _meta } = call.params ?? {};
  if (call.method !== 'tools/call' || name !== TOOL) return undefined;
  const isTold = _meta?.progressToken !== undefined;
  const seconds = given?.timeout_s ?? (isTold ? LONG_S : SHORT_S);
  const isNamed = isTold || given?.timeout_s !== undefined; // else the server has a time of its own for it
  const endMs = performance.now() + Number(seconds) * 1000;
  let isOver = false;
  let failures = 0;
  let progress = 0;
  return {
    again() {
      if (isOver) return undefined;
      const timeout_s = Math.max(0, Math.ceil((endMs - NOTHING_MS - performance.now()) / 1000)) || 0;
      isOver = timeout_s === 0;
      return JSON.stringify({ ...call, params: { ...call.params, arguments: { ...given, timeout_s } } });
    },
    pauseMs: () => Math.max(0, Math.min(LONGEST_PAUSE_MS, 1000 * 2 ** failures++, endMs - performance.now())),
    isEarly(answer) {
      const { result } = JSON.parse(answer) as { result?: { structuredContent?: { status?: unknown } } };
      const isOpen = result?.structuredContent?.status === 'pending';
      return isOpen && isNamed && endMs - performance.now() > EARLY_MS;
    },
    silenceMs: SILENCE_MS + (isTold ? 0 : Math.max(0, Math.min(LONGEST_S, Number(seconds) || 0)) * 1000),
    heard(answer) {
      failures = 0;
      const message = JSON.parse(answer) as { readonly method?: string; readonly params?: object };
      if (message.method !== 'notifications/progress') return answer;
      return JSON.stringify({ ...message, params: { ...message.params, progress: ++progress } });
    },
  };
}

/** Not of the call's making: the same may be answered later. A page of something else stands in the place of the server. */
export function isPassing(error: unknown): boolean {
  return !(error instanceof Refused);
}
