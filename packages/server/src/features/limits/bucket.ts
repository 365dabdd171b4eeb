// A token bucket that instances share: each takes a few tokens at a time and spends them without asking again. What is in
// the bucket and what is lent out together never exceed the limit, so neither does what passes.

/** In millionths, so that a slow limit still refills a little every millisecond. */
const WHOLE = 1_000_000;
const PERIOD_MS = 60_000;
/** A lent token may be spent for this long at most; borrowers keep well within it. */
export const LENT_MS = 2000;

export interface Bucket {
  readonly level_micro: number;
  readonly at_ms: number;
  /** Tokens lent since `lent_since_ms`, and in the stretch of time before that. */
  readonly lent: number;
  readonly lent_before: number;
  readonly lent_since_ms: number;
}

export interface Lease {
  readonly taken: number;
  /** Whole tokens still in the bucket. */
  readonly left: number;
  /** How long until the bucket has one more, or as many as were asked for at least. */
  readonly nextInMs: number;
}

export function fullBucket(perMinute: number, at_ms: number): Bucket {
  return { level_micro: perMinute * WHOLE, at_ms, lent: 0, lent_before: 0, lent_since_ms: at_ms };
}

export interface LeaseRequest {
  readonly wanted: number;
  /** Fewer than so many are none. */
  readonly least?: number;
  /** Of the tokens lent to this borrower earlier, those that are spent: they can no longer be. */
  readonly spent: number;
  readonly perMinute: number;
  readonly nowMs: number;
}

/** Takes up to `wanted` tokens, and none where there are not even `least`. A clock set back gives nothing and takes nothing. */
export function leaseFrom(
  before: Bucket,
  { wanted, least = 1, spent, perMinute, nowMs }: LeaseRequest,
): { bucket: Bucket; lease: Lease } {
  const { lent, lent_before, lent_since_ms } = stillLent(before, nowMs);
  const elapsedMs = Math.min(PERIOD_MS, Math.max(0, nowMs - before.at_ms));
  const refilled = Math.floor((elapsedMs * perMinute * WHOLE) / PERIOD_MS);
  // What was lent while it refilled took room in it, also if it is spent by now: we do not know since when.
  const most = Math.max(0, perMinute - lent - lent_before) * WHOLE;
  const level = Math.min(most, before.level_micro + refilled);
  const isEnough = level >= least * WHOLE;
  const taken = isEnough ? Math.min(wanted, Math.floor(level / WHOLE)) : 0;
  const level_micro = level - taken * WHOLE;
  const missing = isEnough ? WHOLE - (level_micro % WHOLE) : least * WHOLE - level_micro;
  return {
    bucket: {
      level_micro,
      at_ms: nowMs,
      lent: Math.max(0, lent - Math.max(0, spent - lent_before)) + taken,
      lent_before: Math.max(0, lent_before - spent),
      lent_since_ms,
    },
    lease: {
      taken,
      left: Math.floor(level_micro / WHOLE),
      nextInMs: Math.ceil((missing * PERIOD_MS) / (perMinute * WHOLE)),
    },
  };
}

/** Lent tokens are forgotten when they can no longer be spent. */
function stillLent(bucket: Bucket, nowMs: number): Pick<Bucket, 'lent' | 'lent_before' | 'lent_since_ms'> {
  const ageMs = nowMs - bucket.lent_since_ms;
  if (ageMs >= 0 && ageMs < LENT_MS) return bucket;
  const lent_before = ageMs >= 0 && ageMs < 2 * LENT_MS ? bucket.lent : 0;
  return { lent: 0, lent_before, lent_since_ms: nowMs };
}
