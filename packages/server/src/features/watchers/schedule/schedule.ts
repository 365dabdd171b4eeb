// When a watcher runs next: interval, jitter, window. Missed runs are not caught up.

import type { Schedule } from '@countersign/contract';
import { invalid } from '../../../base/problem.ts';
import { isOpen, nextClosed, nextOpen, parseWindow, type Window, windowSeconds } from './window.ts';

const UNIT_SECONDS = { m: 60, h: 3600, d: 86_400 } as const;
const LEAST_SECONDS = 60;
const MOST_SECONDS = 365 * 86_400;
/** By so much may the wall clock move between two openings. */
const CLOCK_CHANGE_SECONDS = 7200;

/** `15m`, `6h`, `1d`. */
export function spanSeconds(text: string): number {
  return Number(text.slice(0, -1)) * UNIT_SECONDS[text.slice(-1) as keyof typeof UNIT_SECONDS];
}

/** What the pattern of the contract cannot say. */
export function checkSchedule({ every, jitter }: Schedule): void {
  if (spanSeconds(every) < LEAST_SECONDS) throw invalid('schedule.every', 'must be at least one minute');
  if (spanSeconds(every) > MOST_SECONDS) throw invalid('schedule.every', 'must be at most 365 days');
  if (jitter !== undefined && spanSeconds(jitter) > MOST_SECONDS) {
    throw invalid('schedule.jitter', 'must be at most 365 days');
  }
}

export interface Plan {
  readonly every: number;
  readonly jitter: number;
  readonly window: Window | undefined;
  /** The project's. */
  readonly zone: string;
}

/** `leastEvery` is what the tier allows: a shorter interval is stretched, not refused. */
export function planOf(schedule: Schedule, zone: string, leastEvery = 0): Plan {
  return {
    every: Math.max(spanSeconds(schedule.every), leastEvery),
    jitter: schedule.jitter === undefined ? 0 : spanSeconds(schedule.jitter),
    window: schedule.window === undefined ? undefined : parseWindow(schedule.window),
    zone,
  };
}

export interface NextRun {
  readonly at: number;
  readonly reason: 'schedule' | 'window';
}

/** After a run that began at `started`. `chance` is from 0 to 1. */
export function afterRun(plan: Plan, started: number, chance: number): NextRun {
  const { every, jitter, window, zone } = plan;
  const earliest = started + every;
  const at = earliest + Math.floor(jitter * chance);
  if (!window || isOpen(window, at, zone)) return { at, reason: 'schedule' };
  const closes = isOpen(window, earliest, zone) ? nextClosed(window, earliest, zone) : undefined;
  // Jitter carries no run out of the window that it belongs to.
  if (closes !== undefined) return { at: earliest + Math.floor((closes - 1 - earliest) * chance), reason: 'schedule' };
  // An opening that passes whole while the interval runs out is not left unused: runs that start a little later every day
  // would else lose a day.
  const over = nextClosed(window, started, zone) ?? started;
  return whenOpen(plan, Math.max(over, earliest - windowSeconds(window) - CLOCK_CHANGE_SECONDS), chance);
}

/** The run may not be now: at the next opening, spread over at most half of it. */
export function whenOpen({ jitter, window, zone }: Plan, from: number, chance: number): NextRun {
  if (!window) return { at: from, reason: 'schedule' };
  const opens = nextOpen(window, from, zone);
  const spread = Math.floor(Math.min(jitter, windowSeconds(window) / 2) * chance);
  const at = isOpen(window, opens + spread, zone) ? opens + spread : opens;
  return { at, reason: 'window' };
}

export function mayRunAt({ window, zone }: Plan, at: number): boolean {
  return !window || isOpen(window, at, zone);
}
