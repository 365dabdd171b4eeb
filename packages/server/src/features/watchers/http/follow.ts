// Asks for a page and follows where it leads, at most five times; every hop is judged anew before it is made.

import { isUtf8 } from 'node:buffer';
import type { RunError } from '@countersign/contract';
import type { App } from '../../../app.ts';
import type { Incoming } from '../../../world/outgoing.ts';
import { headerOf, type Validators } from './caching.ts';

const MAX_BODY_BYTES = 5 * 1024 * 1024;
const MAX_HOPS = 5;
const PATIENCE = { connectMs: 10_000, firstByteMs: 15_000 };
const TOTAL_MS = 30_000;

export interface Question {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Sent only to the address that gave them. */
  readonly validators?: (Validators & { readonly url: string }) | undefined;
  readonly maxBytes?: number;
  /** What is larger is read as far as that. */
  readonly beginning?: true;
  readonly method?: 'GET' | 'POST';
  readonly body?: string;
  /** Seconds for which nobody may be asked at an address, by what its host wished. Looked at before every hop. */
  readonly heldFor?: (url: string) => Promise<number>;
  /** Why nobody may be asked at an address that a redirect leads to, if so. */
  readonly refuses?: (url: string) => Promise<Refused | undefined>;
  readonly signal?: AbortSignal;
}

export interface Refused {
  readonly failed: RunError;
  readonly why: string;
}

export type Answered = Exclude<Incoming, { error: string }>;

export type Followed = {
  readonly final_url: string;
  readonly redirects: number;
  /** Where it has moved for good, as far as that is said without a temporary step before. */
  readonly moved_to?: string;
  /** Whether validators went with the last request. */
  readonly conditional: boolean;
} & (
  | { readonly answer: Answered }
  /** `unreached`: nobody answered at all, as when our own line is down. `held_s`: nobody was asked. */
  | (Refused & { readonly unreached: boolean; readonly held_s?: number })
);

export async function follow(app: App, question: Question): Promise<Followed> {
  const startedMs = app.world.nowMs();
  let url = question.url;
  let moved_to: string | undefined;
  let permanentSoFar = true;
  for (let redirects = 0; ; redirects++) {
    const { validators } = question;
    const conditional = validators?.url === url;
    const so = { final_url: url, redirects, conditional, ...(moved_to === undefined ? {} : { moved_to }) };
    const leftMs = TOTAL_MS - (app.world.nowMs() - startedMs);
    const failed = (why: string) => ({ ...so, failed: 'network', why, unreached: false }) as const;
    if (leftMs <= 0) return failed('it took longer than 30 seconds');
    const held_s = question.heldFor ? await question.heldFor(url) : 0;
    if (held_s > 0) {
      const why = `it leads to ${new URL(url).host}, which asks to be read less often`;
      return { ...so, failed: 'rate_limited', why, unreached: false, held_s };
    }
    const refused = redirects === 0 ? undefined : await question.refuses?.(url);
    if (refused) return { ...so, ...refused, unreached: false };
    const answer = await app.world.request({
      url,
      method: question.method ?? 'GET',
      headers: { ...headersFor(question, url), ...(conditional ? conditionsOf(validators) : {}) },
      ...(question.body === undefined ? {} : { body: question.body }),
      deadlineMs: leftMs,
      patience: PATIENCE,
      maxBytes: question.maxBytes ?? MAX_BODY_BYTES,
      allowPrivate: app.config.allowPrivateTargets,
      unpack: true,
      ...(question.beginning ? { beginning: true } : {}),
      ...(question.signal ? { signal: question.signal } : {}),
    });
    if ('error' in answer) {
      if (answer.garbled) return failed('it answers with something that is not HTTP');
      const unreached = redirects === 0 && (answer.error === 'dns' || answer.error === 'connect');
      return { ...so, ...FAULTS[answer.error], unreached };
    }
    const location = REDIRECTS.includes(answer.status) ? headerOf(answer.headers, 'location') : undefined;
    if (location === undefined) return { ...so, answer };

    const next = nextHop(url, location);
    if ('why' in next) return failed(next.why);
    if (redirects === MAX_HOPS) return failed(`it redirects more than ${MAX_HOPS} times`);
    permanentSoFar &&= answer.status === 301 || answer.status === 308;
    if (permanentSoFar) moved_to = next.url;
    url = next.url;
  }
}

/** Whoever it was redirected to has no business with our credentials. */
function headersFor({ url: first, headers }: Question, url: string): Question['headers'] {
  if (new URL(first).origin === new URL(url).origin) return headers;
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'authorization'));
}

const REDIRECTS = [301, 302, 303, 307, 308];

const FAULTS = {
  dns: { failed: 'network', why: 'its name cannot be found' },
  connect: { failed: 'network', why: 'it does not take a connection' },
  tls: { failed: 'network', why: 'its certificate is not valid' },
  timeout: { failed: 'network', why: 'it did not answer in time' },
  target_blocked: { failed: 'private_target', why: 'it leads to an address that is not public' },
} as const;

function nextHop(from: string, said: string): { readonly url: string } | { readonly why: string } {
  const location = asUtf8(said);
  if (location.length > 8192 || !URL.canParse(location, from)) return { why: 'it redirects to no address at all' };
  const url = new URL(location, from);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return { why: 'it redirects to something other than a web page' };
  if (url.protocol === 'http:' && from.startsWith('https:')) return { why: 'it redirects from https to http' };
  if (url.username !== '' || url.password !== '') return { why: 'it redirects to an address with a password' };
  url.hash = '';
  return { url: url.href };
}

/** Node reads a header byte by byte. Who writes other letters into an address, though they should not, means UTF-8, as browsers know. */
function asUtf8(header: string): string {
  const bytes = Buffer.from(header, 'latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : header;
}

function conditionsOf({ etag, last_modified }: Validators): Record<string, string> {
  return {
    ...(etag === null ? {} : { 'if-none-match': etag }),
    ...(last_modified === null ? {} : { 'if-modified-since': last_modified }),
  };
}
