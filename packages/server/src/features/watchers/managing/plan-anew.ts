// When a watcher runs next, now that its schedule is another, or the clock by which its window is kept.

import type { Tx } from '../../../storage/database.ts';
import type { WatcherRow } from '../../../storage/watcher-rows.ts';
import { afterRun, mayRunAt, type Plan, whenOpen } from '../schedule/schedule.ts';

type Planned = Pick<WatcherRow, 'next_run_at' | 'next_run_reason'>;

/**
 * What the source asked for, or its failures cost, is no matter of the schedule: that moment stays, or the next opening after it
 * is taken. It may have been put off to an opening already.
 */
export function isPutOff({ next_run_reason, error_code, last_outcome }: WatcherRow): boolean {
  if (next_run_reason === 'backoff' || next_run_reason === 'retry_after') return true;
  return next_run_reason === 'window' && error_code !== null && last_outcome !== 'skipped_window';
}

/** The moment it has, or the first after it at which its window is open. */
export function heldTo(plan: Plan, { next_run_at, next_run_reason }: WatcherRow, tx: Tx): Planned {
  const { at } = whenOpen(plan, next_run_at, chanceIn(tx));
  if (at !== next_run_at) return { next_run_at: at, next_run_reason: 'window' };
  const isStale = next_run_reason === 'window' && plan.window === undefined;
  return { next_run_at, next_run_reason: isStale ? 'backoff' : next_run_reason };
}

/** Counted from the last run, as if it had been planned so at its end. */
export function countedAnew(plan: Plan, { last_run_at }: WatcherRow, tx: Tx): Planned {
  const chance = chanceIn(tx);
  const planned = last_run_at === null ? undefined : afterRun(plan, last_run_at, chance);
  if (planned && planned.at >= tx.now) return { next_run_at: planned.at, next_run_reason: planned.reason };
  if (mayRunAt(plan, tx.now)) return { next_run_at: tx.now, next_run_reason: planned?.reason ?? 'first_run' };
  const { at, reason } = whenOpen(plan, tx.now, chance);
  return { next_run_at: at, next_run_reason: reason };
}

function chanceIn(tx: Tx): number {
  return tx.randomBytes(2).readUInt16BE() / 65_535;
}
