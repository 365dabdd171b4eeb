// Keeps callers within their limits. Tokens are leased in blocks from a bucket that all instances share, so that few
// requests wait for it and none is let through beyond it.

import type { LimitName } from '@countersign/contract';
import type { Caller } from '../app.ts';
import { Problem } from '../base/problem.ts';
import type { Config } from '../config.ts';
import { type Block, blockOf, dropStale, type Leased, leaseInto, openHand } from './token-block.ts';

const PERIOD_SECONDS = 60;
/** A two-hundredth of the limit: what lies unused in the blocks of five instances stays below 5 %. */
const BLOCKS_PER_PERIOD = 200;

export type LimitHeaders = Readonly<Record<string, string>>;

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

  return {
    async take(name, caller, count = 1) {
      const perMinute = limits[name];
      if (perMinute === 0) return NOTHING_TAKEN;
      const block = blockOf(blocks, `${name} ${caller.id}`);
      const headers = () => headersOf(name, perMinute, block.tokens + block.left);
      dropStale(block, nowMs());
      const hand = openHand(block, count);
      const ask = (spent: number) => {
        const wanted = Math.max(Math.ceil(perMinute / BLOCKS_PER_PERIOD), block.waiting);
        return lease(caller, name, { wanted, least: hand.missing(), spent, perMinute });
      };
      let refused: Leased | undefined;
      try {
        hand.fill();
        // Again when others took the whole block, or asked for more than there is; not when the bucket had not enough for us.
        while (hand.missing() > 0 && !refused && !isEmpty(block, nowMs(), perMinute)) {
          const isOurs = block.leasing === undefined;
          const leased = await leaseInto(block, nowMs, ask);
          if (isOurs && leased.taken === 0) refused = leased;
          hand.fill();
        }
      } finally {
        hand.close();
      }
      if (hand.missing() === 0) {
        const giveBack = () => {
          hand.putOneBack();
          return headers();
        };
        return { headers: headers(), giveBack };
      }
      const wait = Math.max(1, Math.ceil((refused?.nextInMs ?? block.emptyUntilMs - nowMs()) / 1000));
      throw new Problem('rate_limited', {
        detail: `At most ${perMinute} a minute. Try again in ${wait} s.`,
        headers: { ...headers(), 'retry-after': String(wait) },
      });
    },
  };
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
