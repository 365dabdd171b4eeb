// What each plan allows. A server without a payment provider is its owner's: nothing is limited there.

import type { Tier } from '@countersign/contract';
import type { BillingSubscriptionRow } from '../../storage/schema.ts';

export interface Allowance {
  /** Null: as many as wanted. */
  readonly watchers: number | null;
  readonly approvals: number | null;
  readonly min_interval_sec: number;
}

const TIERS: Readonly<Record<Tier, Allowance>> = {
  free: { watchers: 3, approvals: 100, min_interval_sec: 15 * 60 },
  indie: { watchers: 20, approvals: 2000, min_interval_sec: 5 * 60 },
  team: { watchers: null, approvals: null, min_interval_sec: 60 },
};

const SELF_HOSTED: Allowance = { watchers: null, approvals: null, min_interval_sec: 60 };

/** Undefined: billing is off. */
export function allowanceOf(tier: Tier | undefined): Allowance {
  return tier === undefined ? SELF_HOSTED : TIERS[tier];
}

/** Subscriptions in these states are paid for, or about to be. */
const ALIVE = ['active', 'trialing', 'past_due'];

export function tierOf(plan: Tier, status: string): Tier {
  return ALIVE.includes(status) ? plan : 'free';
}

type Subscribed = Pick<BillingSubscriptionRow, 'tier' | 'status' | 'current_period_end' | 'state_at' | 'state_rank'>;

const BY_WORTH: readonly string[] = ['free', 'indie', 'team'] satisfies Tier[];

/**
 * What a project has of all that it subscribed to: the best. Whoever changes plans has the new one before the old one ends, and
 * the end of the one says nothing of the other. Where none is alive, what was said last.
 */
export function bestOf<S extends Subscribed>(subscriptions: readonly S[]): S | undefined {
  const [best] = subscriptions.toSorted(
    (a, b) =>
      BY_WORTH.indexOf(b.tier) - BY_WORTH.indexOf(a.tier) || b.state_at - a.state_at || b.state_rank - a.state_rank,
  );
  return best;
}

/** The first second of the month (UTC) that a moment lies in, and of the next. */
export function monthOf(now: number): { readonly start: number; readonly end: number } {
  const at = new Date(now * 1000);
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth()];
  return { start: Date.UTC(year, month, 1) / 1000, end: Date.UTC(year, month + 1, 1) / 1000 };
}
