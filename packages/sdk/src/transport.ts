// One exchange with the service: builds the request, tries again where that is safe, reads the answer, throws what went wrong.

import { readAnswer } from './answers.ts';
import { ConnectionFailed, CountersignError, problemOf, UnexpectedAnswer } from './errors.ts';
import { writeJson } from './json-text.ts';
import type { ProblemBody } from './operations.ts';
import { onAbort, pause, retryDelayMs, type Tried } from './retry.ts';

/** As `fetch` has them. */
export type Credentials = 'include' | 'omit' | 'same-origin';

export type OnRetry = (failure: CountersignError, delayMs: number) => Promise<unknown> | unknown;

export type ToCaller = (problem: ProblemBody, url: string, target: Target) => ProblemBody;

export interface Target {
  /** Without a slash at the end. */
  readonly baseUrl: string;
  readonly apiKey: string | undefined;
  readonly credentials: Credentials | undefined;
  readonly fetch: typeof fetch;
  readonly retries: number;
  readonly onRetry: OnRetry | undefined;
  /** In words for whoever gave the key and the address. */
  readonly toCaller: ToCaller | undefined;
}

export interface Exchange extends Tried {
  readonly method: string;
  /** Below the base address, or a whole address. */
  readonly path: string;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
  /** When whoever waits for it no longer does, on the steady clock: it is not tried again, and not waited for. */
  readonly endMs?: number | undefined;
  readonly streamed?: boolean;
  /** Its answer may take minutes once it has begun. */
  readonly slow?: boolean;
  /** What the answer holds if it is the service's, '' for none: JSON is answered by others, too. */
  readonly holds?: string | undefined;
}

/** For an answer, beyond what the request itself asks the service to wait. */
const PATIENCE_MS = 30_000;
/** The end of a wait is told by the service, if it can. */
const GRACE_MS = 1000;

export function exchange<T>(target: Target, request: Exchange): Promise<T> {
  return send(target, request, async (response, url) => {
    const { holds } = request;
    if (response.status === 204 && !holds) return undefined as T;
    const answer = (await parsed(response)) as { [member: string]: unknown } | null | undefined;
    if (answer !== undefined && (holds === undefined || answer?.[holds] != null)) return answer as T;
    throw new UnexpectedAnswer(response.status, url);
  });
}

/** Undefined when it is not JSON. */
async function parsed(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return readAnswer(text, response.headers.get('date'));
  } catch {
    return undefined;
  }
}

/** Where, and as what: a page of something in between is neither. */
const STREAMED = /ndjson|csv|x-opml|event-stream|project\/export .*json/;

/** The text as it arrives. Only the beginning of the answer is tried again. */
export async function* stream(target: Target, request: Exchange): AsyncGenerator<string> {
  const { signal } = request;
  signal?.throwIfAborted();
  const ending = new AbortController(); // of this stream alone: what listens to it goes with it
  const forget = onAbort(signal, () => ending.abort(signal?.reason));
  try {
    const body = await send(target, { ...request, signal: ending.signal, streamed: true }, async (response, url) => {
      if (STREAMED.test(`${request.path} ${response.headers.get('content-type')}`)) return response.body;
      throw new UnexpectedAnswer(response.status, url);
    });
    if (body) yield* textIn(body, target, signal);
  } finally {
    forget();
  }
}

async function* textIn(
  body: ReadableStream<Uint8Array>,
  target: Target,
  signal: AbortSignal | undefined,
): AsyncGenerator<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      yield decoder.decode(part.value, { stream: true });
    }
  } catch (failure) {
    if (signal?.aborted) throw signal.reason;
    throw new ConnectionFailed(new URL(target.baseUrl).origin, failure);
  } finally {
    reader.cancel().catch(() => undefined); // a loop that is left early closes the connection; one that broke has none
  }
}

type Read<T> = (response: Response, url: string) => Promise<T>;

async function send<T>(target: Target, request: Exchange, read: Read<T>): Promise<T> {
  // Once: by the next attempt whoever asked may have made something else of the body. What cannot be written is no fault of the
  // connection's.
  const init = written(target, request);
  for (let retry = 0; ; retry++) {
    try {
      return await attempt(target, request, read, init);
    } catch (failure) {
      const { retries = 0, endMs = Number.POSITIVE_INFINITY } = request;
      const most = target.retries && Math.max(target.retries, retries);
      const delayMs = retry < most ? retryDelayMs(failure, retry, request) : undefined;
      if (delayMs === undefined || performance.now() + delayMs > endMs) throw failure;
      await target.onRetry?.(failure as CountersignError, delayMs);
      await pause(delayMs, request.signal);
    }
  }
}

async function attempt<T>(target: Target, request: Exchange, read: Read<T>, init: RequestInit): Promise<T> {
  const { signal } = request;
  signal?.throwIfAborted();
  const url = addressOf(target, request);
  const ending = new AbortController();
  const forget = onAbort(signal, () => ending.abort(signal?.reason));
  const timer = setTimeout(() => ending.abort(new Error('no answer came in time')), patienceMs(request));
  try {
    const response = await target.fetch(url, { ...init, signal: ending.signal });
    if (request.slow) clearTimeout(timer); // from here on the service keeps the line alive
    if (!response.ok) throw await failureOf(response, url, target);
    return await read(response, url);
  } catch (failure) {
    if (signal?.aborted) throw signal.reason;
    throw failure instanceof CountersignError ? failure : new ConnectionFailed(new URL(url).origin, failure);
  } finally {
    clearTimeout(timer);
    if (!request.streamed) forget(); // a stream goes on after this returns
  }
}

function addressOf({ baseUrl }: Target, { path, query = {} }: Exchange): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  return `${path.startsWith('/') ? baseUrl : ''}${path}${given.length === 0 ? '' : `?${search}`}`;
}

function patienceMs({ query, endMs = Number.POSITIVE_INFINITY }: Exchange): number {
  return Math.min(PATIENCE_MS + Number(query?.wait ?? 0) * 1000, endMs + GRACE_MS - performance.now());
}

/** Throws a TypeError for what no body or header can carry. */
function written({ apiKey, credentials }: Target, { method, headers, body }: Exchange): RequestInit {
  return {
    method,
    headers: new Headers({
      ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    }),
    redirect: 'manual', // the service never redirects, and what does shall not have the key
    ...(credentials === undefined ? {} : { credentials }),
    ...(body === undefined ? {} : { body: writeJson(body) }),
  };
}

async function failureOf(response: Response, url: string, target: Target): Promise<CountersignError> {
  const isProblem = response.headers.get('content-type')?.startsWith('application/problem+json');
  const retryAfter = retryAfterOf(response.headers);
  const problem = isProblem ? ((await parsed(response)) as ProblemBody | null | undefined) : undefined;
  if (problem?.error) return problemOf(target.toCaller?.(problem, url, target) ?? problem, retryAfter); // others speak of problems, too
  response.body?.cancel().catch(() => undefined); // nobody reads it, and its connection is wanted
  return new UnexpectedAnswer(response.status, url, retryAfter);
}

/** Seconds from now; proxies may name the moment instead, by their clock. */
function retryAfterOf(headers: Headers): number | undefined {
  const header = headers.get('retry-after');
  if (header === null) return undefined;
  const nowMs = Date.parse(headers.get('date') ?? '') || Date.now();
  const seconds = /^\d+$/.test(header) ? Number(header) : Math.ceil((Date.parse(header) - nowMs) / 1000);
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}
