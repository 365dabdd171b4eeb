// What an instance holds of a bucket that all instances share: tokens it has leased, to be spent soon.

const MAX_BLOCKS = 10_000;
/** Leased tokens that are not spent by then are given up: the bucket counts on it, with twice the time. */
const SPEND_WITHIN_MS = 1000;

export interface Leased {
  readonly taken: number;
  /** Whole tokens still in the shared bucket. */
  readonly left: number;
  readonly nextInMs: number;
}

export interface Block {
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

/** In the order of use; the one longest unused goes, and the few tokens in it. */
export function blockOf(blocks: Map<string, Block>, key: string): Block {
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

export function dropStale(block: Block, now: number): void {
  const ageMs = now - block.leasedAtMs;
  if (ageMs < 0 || ageMs >= SPEND_WITHIN_MS) block.tokens = 0;
}

/** One at a time: whoever needs more meanwhile waits for the same lease. `ask` is told what was spent of the one before. */
export function leaseInto(block: Block, nowMs: () => number, ask: (spent: number) => Promise<Leased>): Promise<Leased> {
  block.leasing ??= (async () => {
    const leasedAtMs = nowMs();
    // An older lease the bucket may have forgotten: told of it, it would forget what another instance still holds.
    const ageMs = leasedAtMs - block.leasedAtMs;
    const spent = ageMs >= 0 && ageMs < 2 * SPEND_WITHIN_MS ? block.spent : 0;
    try {
      const leased = await ask(spent);
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
}

/** What a request has of the tokens it needs: taken out at once, so that they do not age while more are leased. */
export function openHand(block: Block, count: number) {
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
    /** One came to nothing. Only into the lease that it is of: the shared bucket has been told of what was spent before. */
    putOneBack() {
      if (block.lease !== lease || ofLease === 0) return;
      ofLease--;
      block.tokens++;
      block.spent--;
    },
  };
}
