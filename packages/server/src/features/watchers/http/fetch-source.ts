// Fetches a source as a good guest: conditionally, where it has moved to, and with what the site allows.

import { hash } from 'node:crypto';
import type { RunError } from '@countersign/contract';
import { type App, nowOf } from '../../../app.ts';
import type { WatcherSourceRow } from '../../../storage/watcher-rows.ts';
import type { Failure } from '../health/health.ts';
import { leadsToLogin } from '../page/login.ts';
import { isReddit, withFeedToken, withoutFeedToken } from '../sources/reddit.ts';
import { heldElsewhere } from '../take-host.ts';
import { type Headers, headerOf, retryAfter, type Validators } from './caching.ts';
import type { Robots, RobotsVerdict } from './fetch-robots.ts';
import { type Followed, follow, type Question, type Refused } from './follow.ts';
import { guestHeaders } from './guest.ts';
import type { RedditTokens } from './reddit-token.ts';

export interface Fetched {
  readonly final_url: string;
  readonly redirects: number;
  readonly moved_to?: string;
  readonly http_status?: number;
  readonly bytes: number;
  /** What the site's robots.txt says; undefined when it was not asked. */
  readonly robots?: 'allowed' | 'disallowed' | 'unreachable';
  /** Seconds that the site's robots.txt wants between two requests. */
  readonly crawl_delay_s?: number;
  /** What the site says about how often we may come, when it does. */
  readonly budget_s?: number;
  readonly headers: Headers;
  /** Nobody answered at all, as when our own line is down. */
  readonly unreached?: boolean;
  readonly outcome: FetchOutcome;
}

export type FetchOutcome =
  | {
      readonly is: 'content';
      readonly body: Buffer;
      readonly body_hash: string;
      readonly contentType?: string;
      readonly listing: boolean;
    }
  | { readonly is: 'not_modified' }
  | { readonly is: 'failed'; readonly failure: Failure; readonly why: string };

export interface Wanted {
  readonly source: Pick<
    WatcherSourceRow,
    'url' | 'host' | 'effective_url' | 'etag' | 'last_modified' | 'validated_url' | 'validated_at'
  >;
  readonly isPage: boolean;
  /** The same from Reddit's API, for those who have a key. */
  readonly api_url?: string | undefined;
  /** False: the whole of it, whatever we know. */
  readonly conditional: boolean;
  /** Reddit in a row said no as often as this. */
  readonly limitedBefore: number;
  /** A subreddit that other subreddits were shown without. */
  readonly doubted?: string | undefined;
  readonly signal?: AbortSignal;
}

export interface Guest {
  readonly robots: Robots;
  readonly tokens: RedditTokens;
}

export const CHALLENGED = 'it shows a challenge instead of its content';
/** One that Reddit has taken back is made anew; where the new one is refused as well, we read as any visitor does. */
const TOKENS_TRIED = 2;
const VALIDATORS_LAST_SECONDS = 30 * 86_400;

export async function fetchSource(app: App, guest: Guest, wanted: Wanted): Promise<Fetched> {
  const { source, isPage, signal } = wanted;
  const url = source.effective_url ?? source.url;
  if (!isPage) return ask(app, guest, url, wanted);
  const verdict = await guest.robots.ask(app, url, signal);
  if (!verdict.may) return refusedByRobots(url, verdict);
  const refusals: NotAllowed[] = [];
  const fetched = await ask(app, guest, url, wanted, async (address) => {
    const there = await guest.robots.ask(app, address, signal);
    if (there.may) return undefined;
    refusals.push(there);
    return refusal(there, `it leads to ${new URL(address).host}, whose`);
  });
  return { ...fetched, robots: refusals[0]?.why ?? 'allowed', crawl_delay_s: verdict.crawl_delay_s };
}

type NotAllowed = Extract<RobotsVerdict, { may: false }>;

function refusedByRobots(url: string, verdict: NotAllowed): Fetched {
  const { failed: code, why } = refusal(verdict, 'its');
  const outcome = { is: 'failed', failure: { code }, why } as const;
  const { why: robots, unreached } = verdict;
  return { final_url: url, redirects: 0, bytes: 0, headers: {}, robots, unreached, outcome };
}

function refusal({ why }: NotAllowed, whose: string): Refused {
  return why === 'disallowed'
    ? { failed: 'robots_disallowed', why: `${whose} robots.txt asks not to be read` }
    : { failed: 'network', why: `${whose} robots.txt cannot be read` };
}

async function ask(
  app: App,
  guest: Guest,
  url: string,
  wanted: Wanted,
  refuses?: Question['refuses'],
): Promise<Fetched> {
  const now = nowOf(app);
  const api = wanted.api_url;
  const heldFor = (address: string) => heldElsewhere(app, wanted.source.host, address);
  for (let tries = 0; api && tries < TOKENS_TRIED; tries++) {
    const token = await guest.tokens.get(app, wanted.signal);
    if (!token) break;
    const headers = { ...guestHeaders(app, api), authorization: `Bearer ${token}` };
    const answer = await follow(app, { url: api, headers, heldFor, ...signalOf(wanted) });
    if (!('answer' in answer) || answer.answer.status !== 401) return read(app, answer, wanted, now, true);
    guest.tokens.drop(token);
  }
  const asked = (address: string) => (isReddit(app.config, address) ? withFeedToken(app.config, address) : address);
  const known = wanted.conditional ? knownValidators(wanted.source, now) : undefined;
  const followed = await follow(app, {
    url: asked(url),
    headers: guestHeaders(app, url),
    validators: known && { ...known, url: asked(known.url) },
    heldFor,
    ...(refuses ? { refuses } : {}),
    ...signalOf(wanted),
  });
  return read(app, followed, wanted, now, false);
}

function signalOf({ signal }: Wanted): { signal?: AbortSignal } {
  return signal ? { signal } : {};
}

function knownValidators(source: Wanted['source'], now: number): (Validators & { url: string }) | undefined {
  const { etag, last_modified, validated_url, validated_at } = source;
  if (validated_url === null || (etag === null && last_modified === null)) return undefined;
  // Once a month the whole of it, in case a server is wrong about what we have.
  if (validated_at === null || now - validated_at >= VALIDATORS_LAST_SECONDS) return undefined;
  return { etag, last_modified, url: validated_url };
}

function read(app: App, followed: Followed, wanted: Wanted, now: number, listing: boolean): Fetched {
  const { redirects, moved_to } = followed;
  const final_url = withoutFeedToken(app.config, followed.final_url);
  const so = {
    final_url,
    redirects,
    ...(moved_to === undefined ? {} : { moved_to: withoutFeedToken(app.config, moved_to) }),
  };
  if ('failed' in followed) {
    const { failed: code, why, held_s } = followed;
    const failure = { code, ...(held_s === undefined ? {} : { retry_after_s: held_s }) };
    const outcome = { is: 'failed', failure, why } as const;
    return { ...so, bytes: 0, headers: {}, unreached: followed.unreached, outcome };
  }
  const { status, headers, bytes = Buffer.alloc(0), whole, cut } = followed.answer;
  const told = { ...so, http_status: status, bytes: bytes.length, headers, ...budgetOf(headers) };
  const fail = (code: RunError, why: string): Fetched => ({
    ...told,
    outcome: { is: 'failed', failure: { code, http_status: status }, why },
  });
  if (status === 304) {
    return followed.conditional
      ? { ...told, outcome: { is: 'not_modified' } }
      : fail('empty', 'it says "not modified" to someone who has nothing');
  }
  if (status < 200 || status > 299)
    return { ...told, outcome: { is: 'failed', ...turnedAway(app, followed, wanted, now) } };
  if (cut === 'large') return fail('too_large', 'it is larger than 5 MiB');
  if (cut === 'encoding') return fail('parse_error', 'it is packed in a way that cannot be unpacked');
  if (!whole) return fail('network', 'it broke off in the middle');
  if (headers['cf-mitigated'] !== undefined) return fail('blocked', CHALLENGED);
  if (leadsToLogin(wanted.source.url, final_url)) return fail('blocked', 'it leads to a login');
  if (bytes.length === 0) return fail('empty', 'it answers with nothing');
  const contentType = headerOf(headers, 'content-type');
  const body_hash = hash('sha256', bytes, 'base64url').slice(0, 22);
  return {
    ...told,
    outcome: { is: 'content', body: bytes, body_hash, listing, ...(contentType === undefined ? {} : { contentType }) },
  };
}

function turnedAway(
  app: App,
  followed: Extract<Followed, { answer: unknown }>,
  wanted: Wanted,
  now: number,
): { failure: Failure; why: string } {
  const { status, headers } = followed.answer;
  const wait = retryAfter(headers, now);
  const limited = (why: string) => ({
    failure: {
      code: 'rate_limited',
      http_status: status,
      ...(wait === undefined ? {} : { retry_after_s: wait }),
    } as const,
    why,
  });
  const plain = (code: RunError, why: string) => ({ failure: { code, http_status: status }, why });
  if (status === 429) return limited('it asks to be read less often (429)');
  if ((status === 503 || status === 403) && wait !== undefined)
    return limited(`it asks to come back later (${status})`);
  const hidden = status === 403 && isReddit(app.config, followed.final_url) ? hiddenFrom(followed, wanted) : undefined;
  if (hidden !== undefined) return { failure: { code: 'blocked', http_status: status, hidden: true }, why: hidden };
  // Reddit says 403 where it means 429, at first.
  if (status === 403 && isReddit(app.config, followed.final_url) && wanted.limitedBefore < REDDIT_PATIENCE) {
    return limited('Reddit turns visitors away (403)');
  }
  if (status === 404 || status === 410) return plain('not_found', `there is nothing at this address (${status})`);
  if (status >= 500) return plain('server_error', `its server is in trouble (${status})`);
  return plain('blocked', `it does not let us read (${status})`);
}

export const REDDIT_PATIENCE = 3;

/** What Reddit says of a subreddit that visitors may not see, and of nothing else. */
const CLOSED = /"reason":\s*"(private|quarantined|gold_only|employees_only)"/;

/** Why nobody is shown it, if it is that. */
function hiddenFrom(
  { answer: { bytes } }: Extract<Followed, { answer: unknown }>,
  { doubted }: Wanted,
): string | undefined {
  const [, reason] = CLOSED.exec(bytes?.toString('latin1') ?? '') ?? [];
  if (reason !== undefined) return `it is shown to nobody who is not signed in: ${reason.replace('_', ' ')} (403)`;
  if (doubted === undefined) return undefined;
  return `r/${doubted} is shown to nobody who is not signed in: it is private, or closed in another way (403)`;
}

/** How long the next request should wait, when a site counts aloud. */
function budgetOf(headers: Headers): { budget_s?: number } {
  const left = Number(headerOf(headers, 'x-ratelimit-remaining') ?? Number.NaN);
  const reset = Number(headerOf(headers, 'x-ratelimit-reset') ?? Number.NaN);
  if (!(left >= 0) || !(reset >= 0) || reset > 86_400) return {};
  return { budget_s: left < 1 ? Math.ceil(reset) : Math.ceil(reset / left) };
}
