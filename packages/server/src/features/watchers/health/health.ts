// What a run makes of its watcher: when to try again, and whether it is well. A transient fault never pauses a watcher.

import type { RunError, RunOutcome, WatcherStatus } from '@countersign/contract';

export type GoodOutcome = Extract<RunOutcome, 'baseline' | 'ok' | 'not_modified' | 'fresh'>;

/** How a run ended. "Could not read" never looks like "nothing new". */
export type Ending = { readonly good: GoodOutcome } | Failure;

export interface Failure {
  readonly code: RunError;
  readonly http_status?: number;
  readonly retry_after_s?: number;
  /** Not from us alone: no visitor is shown it. */
  readonly hidden?: true;
}

/** What is remembered of earlier runs. */
export interface Health {
  readonly status: WatcherStatus;
  /** Counted failures in a row. */
  readonly fail_count: number;
  readonly limited_count: number;
  readonly limited_since: number | null;
  /** 410 in a row. */
  readonly gone_count: number;
  readonly gone_since: number | null;
  readonly failing_since: number | null;
  readonly degraded_since: number | null;
}

export interface Verdict {
  readonly health: Health;
  readonly event?: 'degraded' | 'recovered' | 'paused';
  /** Seconds from the start of the run to the next; undefined: as scheduled. */
  readonly wait_s?: number;
  readonly reason?: 'retry_after' | 'backoff';
  /** Everything of this host waits so long. */
  readonly hold_host_s?: number;
}

interface Fault {
  readonly class: 'transient' | 'broken';
  readonly backoff: 'doubling' | 'limited' | 'soon' | 'day';
  readonly counts: boolean;
  readonly degradesAtOnce?: true;
}

const counted = { backoff: 'doubling', counts: true } as const;

export const FAULTS: Readonly<Record<RunError, Fault>> = {
  rate_limited: { class: 'transient', backoff: 'limited', counts: false },
  blocked: { class: 'transient', ...counted },
  not_found: { class: 'transient', ...counted },
  server_error: { class: 'transient', ...counted },
  network: { class: 'transient', ...counted },
  offline: { class: 'transient', backoff: 'soon', counts: false },
  not_a_feed: { class: 'broken', ...counted },
  parse_error: { class: 'broken', ...counted },
  selector_missing: { class: 'broken', ...counted },
  too_large: { class: 'broken', ...counted },
  empty: { class: 'broken', ...counted },
  robots_disallowed: { class: 'broken', backoff: 'day', counts: true, degradesAtOnce: true },
  private_target: { class: 'broken', backoff: 'day', counts: true, degradesAtOnce: true },
};

const DAY = 86_400;
const FAILURES_TO_DEGRADE = 3;
const LIMITED_TO_DEGRADE_SECONDS = DAY;
const GONE_TO_PAUSE = 3;
const FAILING_TO_PAUSE_SECONDS = 30 * DAY;
const LIMITED_FIRST_SECONDS = 300;
const LIMITED_MOST_SECONDS = 6 * 3600;
const RETRY_AFTER_MOST_SECONDS = 7 * DAY;
const OFFLINE_SECONDS = 60;

export const WELL: Omit<Health, 'status'> = {
  fail_count: 0,
  limited_count: 0,
  limited_since: null,
  gone_count: 0,
  gone_since: null,
  failing_since: null,
  degraded_since: null,
};

export function afterEnding(before: Health, ending: Ending, now: number, every_s: number): Verdict {
  if ('good' in ending) {
    const recovered = before.status === 'degraded';
    return {
      health: { ...WELL, status: recovered ? 'active' : before.status },
      ...(recovered ? { event: 'recovered' } : {}),
    };
  }
  const fault = FAULTS[ending.code];
  // Our own line: no fault of the source, and no time that it had to be better in.
  if (ending.code === 'offline') return { health: before, ...waitOf(before, ending, fault, every_s) };
  const counted = countFailure(before, ending, fault, now);
  return { ...judged(before, counted, fault, now), ...waitOf(counted, ending, fault, every_s) };
}

function countFailure(before: Health, { code, http_status }: Failure, fault: Fault, now: number): Health {
  const limited = code === 'rate_limited';
  const gone = http_status === 410;
  return {
    ...before,
    fail_count: before.fail_count + (fault.counts ? 1 : 0),
    limited_count: limited ? before.limited_count + 1 : before.limited_count,
    limited_since: limited ? (before.limited_since ?? now) : before.limited_since,
    gone_count: gone ? before.gone_count + 1 : 0,
    gone_since: gone ? (before.gone_since ?? now) : null,
    failing_since: before.failing_since ?? now,
  };
}

function judged(before: Health, health: Health, fault: Fault, now: number): Pick<Verdict, 'health' | 'event'> {
  if (before.status === 'paused') return { health }; // someone ran it by hand; it stays as it was
  const gone = health.gone_count >= GONE_TO_PAUSE && now - (health.gone_since ?? now) >= DAY;
  const hopeless = now - (health.failing_since ?? now) >= FAILING_TO_PAUSE_SECONDS;
  if (gone || hopeless) return { health: { ...health, status: 'paused' }, event: 'paused' };
  const failing =
    fault.degradesAtOnce ||
    (fault.counts && health.fail_count >= FAILURES_TO_DEGRADE) ||
    (health.limited_since !== null && now - health.limited_since >= LIMITED_TO_DEGRADE_SECONDS);
  if (!failing || before.status === 'degraded') return { health };
  return { health: { ...health, status: 'degraded', degraded_since: now }, event: 'degraded' };
}

function waitOf(
  { fail_count, limited_count }: Health,
  { retry_after_s }: Failure,
  { backoff }: Fault,
  every_s: number,
): Pick<Verdict, 'wait_s' | 'reason' | 'hold_host_s'> {
  if (backoff === 'soon') return { wait_s: OFFLINE_SECONDS, reason: 'backoff' };
  if (backoff === 'day') return { wait_s: Math.max(every_s, DAY), reason: 'backoff' };
  if (backoff === 'doubling') {
    return { wait_s: Math.max(every_s, Math.min(every_s * 2 ** Math.min(fail_count - 1, 30), DAY)), reason: 'backoff' };
  }
  const asked = Math.min(retry_after_s ?? 0, RETRY_AFTER_MOST_SECONDS);
  const grown = Math.min(LIMITED_FIRST_SECONDS * 2 ** Math.min(limited_count - 1, 30), LIMITED_MOST_SECONDS);
  const hold_host_s = Math.max(asked, grown);
  const wait_s = Math.max(every_s, hold_host_s);
  return { wait_s, reason: retry_after_s !== undefined && asked >= grown ? 'retry_after' : 'backoff', hold_host_s };
}
