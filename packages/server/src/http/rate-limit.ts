// Keeps callers within their limits. Tokens are leased in blocks from a bucket that all instances share, so that few
// requests wait for it and none is let through beyond it.

import type { LimitName } from '@countersign/contract';
import type { Caller } from '../app.ts';
import { Problem } from '../base/problem.ts';
import type { Config } from '../config.ts';

const PERIOD_SECONDS = 60;
/** A two-hundredth of the limit: what lies unused in the blocks of five instances stays below 5 %. */
const BLOCKS_PER_PERIOD = 200;
const MAX_BLOCKS = 10_000;
/** Leased tokens that are not spent by then are given up: the bucket counts on it, with twice the time. */
const SPEND_WITHIN_MS = 1000;

export type LimitHeaders = Readonly<Record<string, string>>;

export interface Leased {
  readonly taken: number;
  /** Whole tokens still in the shared bucket. */
  readonly left: number;
  readonly nextInMs: number;
}

export type LeaseTokens = (
  caller: Caller,
  name: LimitName,
  request: { readonly wanted: number; readonly spent: number; readonly perMinute: number },
) => Promise<Leased>;

/** A token that was taken. */
export interface Taken {
  /** They tell the caller where it stands. */
  readonly headers: LimitHeaders;
  /** It came to nothing, so the next may have it: soon, for a token kept for long could be spent on top of a full bucket. */
  giveBack(): LimitHeaders;
}

export const NOTHING_TAKEN: Taken = { headers: {}, giveBack: () => ({}) };

export interface RateLimiter {
  /** Throws `rate_limited`, with the headers, when there is no token. */
  take(name: LimitName, caller: Caller): Promise<Taken>;
}

interface Block {
  tokens: number;
  /** Which lease they are of, counted. */
  lease: number;
  leasedAtMs: number;
  /** Since the shared bucket was last told. */
  spent: number;
  /** What the shared bucket had at the last look. */
  left: number;
  /** The shared bucket has nothing before then: not worth asking. */
  emptyUntilMs: number;
  waiting: number;
  leasing: Promise<void> | undefined;
}

export function makeRateLimiter(config: Config, nowMs: () => number, lease: LeaseTokens): RateLimiter {
  const limits: Record<LimitName, number> = {
    create: config.limitCreate,
    decide: config.limitDecide,
    bulk: config.limitBulk,
    list: config.limitList,
    watchers: config.limitWatchers,
    run: config.limitRun,
    preview: config.limitPreview,
    test: config.limitTest,
    verify: config.limitVerify,
  };
  const blocks = new Map<string, Block>();

  const leaseInto = (block: Block, caller: Caller, name: LimitName): Promise<void> => {
    const perMinute = limits[name];
    block.leasing ??= (async () => {
      const wanted = Math.max(Math.ceil(perMinute / BLOCKS_PER_PERIOD), block.waiting);
      const leasedAtMs = nowMs();
      // An older lease the bucket may have forgotten: told of it, it would forget what another instance still holds.
      const ageMs = leasedAtMs - block.leasedAtMs;
      const spent = ageMs >= 0 && ageMs < 2 * SPEND_WITHIN_MS ? block.spent : 0;
      try {
        const { taken, left, nextInMs } = await lease(caller, name, { wanted, spent, perMinute });
        block.spent = 0; // nothing was spent meanwhile: only an empty block leases
        block.tokens = taken;
        block.lease++;
        block.leasedAtMs = leasedAtMs;
        block.left = left;
        block.emptyUntilMs = taken === 0 ? nowMs() + nextInMs : 0;
      } finally {
        block.leasing = undefined;
      }
    })();
    return block.leasing;
  };

  return {
    async take(name, caller) {
      const perMinute = limits[name];
      if (perMinute === 0) return NOTHING_TAKEN;
      const block = blockOf(blocks, `${name} ${caller.id}`);
      block.waiting++;
      try {
        dropStale(block, nowMs());
        // Again when others took the whole block; not when the bucket had nothing to give.
        while (block.tokens < 1 && !isEmpty(block, nowMs(), perMinute)) await leaseInto(block, caller, name);
      } finally {
        block.waiting--;
      }
      const allowed = block.tokens >= 1;
      if (allowed) {
        block.tokens--;
        block.spent++;
      }
      const headers = headersOf(name, perMinute, block.tokens + block.left);
      if (allowed) return { headers, giveBack: returnTo(block, (left) => headersOf(name, perMinute, left)) };
      const wait = Math.max(1, Math.ceil((block.emptyUntilMs - nowMs()) / 1000));
      throw new Problem('rate_limited', {
        detail: `At most ${perMinute} a minute. Try again in ${wait} s.`,
        headers: { ...headers, 'retry-after': String(wait) },
      });
    },
  };
}

/** Only into the lease that it is of: the shared bucket has been told of what was spent before. */
function returnTo(block: Block, headersFor: (left: number) => LimitHeaders): Taken['giveBack'] {
  const { lease } = block;
  return () => {
    if (block.lease === lease) {
      block.tokens++;
      block.spent--;
    }
    return headersFor(block.tokens + block.left);
  };
}

function dropStale(block: Block, now: number): void {
  const ageMs = now - block.leasedAtMs;
  if (ageMs < 0 || ageMs >= SPEND_WITHIN_MS) block.tokens = 0;
}

/** A clock set back must not keep the door shut: no token takes longer than its share of a minute. */
function isEmpty(block: Block, now: number, perMinute: number): boolean {
  const waitMs = block.emptyUntilMs - now;
  return waitMs > 0 && waitMs <= Math.ceil((PERIOD_SECONDS * 1000) / perMinute);
}

/**
 * What is limited is creating, and a body that is not valid creates nothing: whoever mends a request must not be kept out by
 * the faulty ones. Spec 7.
 */
export function madeNothing(name: LimitName | undefined, { code }: Problem): boolean {
  return (name === 'create' || name === 'watchers') && (code === 'validation_failed' || code === 'malformed_json');
}

function headersOf(name: LimitName, perMinute: number, left: number): LimitHeaders {
  const secondsToFull = Math.ceil(((perMinute - left) * PERIOD_SECONDS) / perMinute);
  return {
    'ratelimit-policy': `"${name}";q=${perMinute};w=${PERIOD_SECONDS}`,
    ratelimit: `"${name}";r=${left};t=${secondsToFull}`,
  };
}

/** In the order of use; the one longest unused goes, and the few tokens in it. */
function blockOf(blocks: Map<string, Block>, key: string): Block {
  const block = blocks.get(key) ?? {
    tokens: 0,
    lease: 0,
    leasedAtMs: 0,
    spent: 0,
    left: 0,
    emptyUntilMs: 0,
    waiting: 0,
    leasing: undefined,
  };
  blocks.delete(key);
  blocks.set(key, block);
  const [oldest] = blocks.keys();
  if (blocks.size > MAX_BLOCKS && oldest !== undefined) blocks.delete(oldest);
  return block;
}
