// Token buckets, one per caller and limit: a minute's worth to begin with, refilled evenly.

import type { LimitName } from '@countersign/contract';
import { Problem } from '../base/problem.ts';
import type { Config } from '../config.ts';

const PERIOD_MS = 60_000;
const MAX_BUCKETS = 10_000;

export type LimitHeaders = Readonly<Record<string, string>>;

export interface RateLimiter {
  /** The headers that tell the caller where it stands. Throws `rate_limited` with them when the bucket is empty. */
  take(limit: LimitName, callerId: string): LimitHeaders;
}

export function makeRateLimiter(config: Config, nowMs: () => number): RateLimiter {
  const perMinute: Record<LimitName, number> = {
    create: config.limitCreate,
    decide: config.limitDecide,
    bulk: config.limitBulk,
    list: config.limitList,
  };
  const buckets = new Map<string, { tokens: number; atMs: number }>();

  return {
    take(limit, callerId) {
      const most = perMinute[limit];
      if (most === 0) return {};
      const name = `${limit} ${callerId}`;
      const now = nowMs();
      const bucket = buckets.get(name) ?? { tokens: most, atMs: now };
      const elapsed = Math.max(0, now - bucket.atMs); // a clock set back gives nothing and takes nothing
      const tokens = Math.min(most, bucket.tokens + (elapsed * most) / PERIOD_MS);
      const allowed = tokens >= 1;
      const left = allowed ? tokens - 1 : tokens;
      buckets.delete(name); // so that the map stays in the order of use
      buckets.set(name, { tokens: left, atMs: now });
      if (buckets.size > MAX_BUCKETS) forgetOldest(buckets);

      const secondsTo = (wanted: number) => Math.ceil(((wanted - left) * PERIOD_MS) / most / 1000);
      const headers = {
        'ratelimit-policy': `"${limit}";q=${most};w=${PERIOD_MS / 1000}`,
        ratelimit: `"${limit}";r=${Math.floor(left)};t=${secondsTo(most)}`,
      };
      if (allowed) return headers;
      const wait = secondsTo(1);
      throw new Problem('rate_limited', {
        detail: `At most ${most} a minute. Try again in ${wait} s.`,
        headers: { ...headers, 'retry-after': String(wait) },
      });
    },
  };
}

function forgetOldest(buckets: Map<string, unknown>): void {
  const [oldest] = buckets.keys();
  if (oldest !== undefined) buckets.delete(oldest);
}
