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

/** `least`: fewer than so many serve nobody, so none are taken. */
export type LeaseTokens = (
  caller: Caller,
  name: LimitName,
  request: { readonly wanted: number; readonly least: number; readonly spent: number; readonly perMinute: number },
) => Promise<Leased>;

/** A token that was taken, or several. */
export interface Taken {
  /** They tell the caller where it stands. */
  readonly headers: LimitHeaders;
  /** One came to nothing, so the next may have it: soon, for a token kept for long could be spent on top of a full bucket. */
  giveBack(): LimitHeaders;
}

export const NOTHING_TAKEN: Taken = { headers: {}, giveBack: () => ({}) };

export interface RateLimiter {
  /** As many as a request needs, or none: then it throws `rate_limited`, with the headers. */
  take(name: LimitName, caller: Caller, count?: number): Promise<Taken>;
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
  leasing: Promise<Leased> | undefined;
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

  const leaseInto = (block: Block, caller: Caller, name: LimitName, least: number): Promise<Leased> => {
    const perMinute = limits[name];
    block.leasing ??= (async () => {
      const wanted = Math.max(Math.ceil(perMinute / BLOCKS_PER_PERIOD), block.waiting);
      const leasedAtMs = nowMs();
      // An older lease the bucket may have forgotten: told of it, it would forget what another instance still holds.
      const ageMs = leasedAtMs - block.leasedAtMs;
      const spent = ageMs >= 0 && ageMs < 2 * SPEND_WITHIN_MS ? block.spent : 0;
      try {
        const leased = await lease(caller, name, { wanted, least, spent, perMinute });
        const { taken, left, nextInMs } = leased;
        block.spent = 0; // nothing was spent meanwhile: only an empty block leases
        block.lease++;
        if (taken > 0) Object.assign(block, { tokens: taken, leasedAtMs });
        block.left = left;
        block.emptyUntilMs = taken === 0 && left === 0 ? nowMs() + nextInMs : 0;
        return leased;
      } finally {
        block.leasing = undefined;
      }
    })();
    return block.leasing;
  };

  return {
    async take(name, caller, count = 1) {
      const perMinute = limits[name];
      if (perMinute === 0) return NOTHING_TAKEN;
      const block = blockOf(blocks, `${name} ${caller.id}`);
      dropStale(block, nowMs());
      const hand = openHand(block, count);
      let refused: Leased | undefined;
      try {
        hand.fill();
        // Again when others took the whole block, or asked for more than there is; not when the bucket had not enough for us.
        while (hand.missing() > 0 && !refused && !isEmpty(block, nowMs(), perMinute)) {
          const isOurs = block.leasing === undefined;
          const leased = await leaseInto(block, caller, name, hand.missing());
          if (isOurs && leased.taken === 0) refused = leased;
          hand.fill();
        }
      } finally {
        hand.close();
      }
      const headers = headersOf(name, perMinute, block.tokens + block.left);
      if (hand.missing() === 0) {
        const giveBack = returnTo(block, hand.ofThisLease(), (left) => headersOf(name, perMinute, left));
        return { headers, giveBack };
      }
      const wait = Math.max(1, Math.ceil((refused?.nextInMs ?? block.emptyUntilMs - nowMs()) / 1000));
      throw new Problem('rate_limited', {
        detail: `At most ${perMinute} a minute. Try again in ${wait} s.`,
        headers: { ...headers, 'retry-after': String(wait) },
      });
    },
  };
}

/** What a request has of the tokens it needs: taken out at once, so that they do not age while more are leased. */
function openHand(block: Block, count: number) {
  const { leasedAtMs } = block;
  let [held, lease, ofLease] = [0, block.lease, 0];
  block.waiting += count;
  return {
    missing: () => count - held,
    fill() {
      const some = Math.min(block.tokens, count - held);
      if (block.lease !== lease) [lease, ofLease] = [block.lease, 0];
      block.tokens -= some;
      block.waiting -= some;
      held += some;
      ofLease += some;
    },
    /** All of them are spent, or none is: then they go back where they are no older than the others. */
    close() {
      block.waiting -= count - held;
      if (held === count) block.spent += count;
      else if (block.leasedAtMs === leasedAtMs) block.tokens += held;
    },
    ofThisLease: () => ofLease,
  };
}

/** Only into the lease that it is of: the shared bucket has been told of what was spent before. */
function returnTo(block: Block, most: number, headersFor: (left: number) => LimitHeaders): Taken['giveBack'] {
  const { lease } = block;
  let left = most;
  return () => {
    if (block.lease === lease && left > 0) {
      left--;
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
