// What the service is held to, as to speed; ratios are ours to floor.

import type { EngineName } from './options.ts';

export const RATIO_BARS: Readonly<Record<EngineName, Readonly<Record<string, number>>>> = {
  sqlite: { create: 0.6, read: 0.6, decide: 0.5 },
  postgres: { create: 0.5, read: 0.6, decide: 0.5 },
};
/** Creates on two servers, by those on one. */
export const TWO_BY_ONE = 1.6;

/** The first page of the largest list may take so many times as long as that of the smallest. */
export const LIST_GROWTH = 1.3;
export const SEARCH_P99_MS = 100;
export const BOOT_MS = 500;
export const IDLE_RSS_MB = 120;
/** Fifty of them, written to be slow, of one action; and to create where they stand, by where there are none. */
export const RULES_ASKED_MS = 1;
export const CREATE_WITH_RULES = 0.9;
export const KEY_CHECK_MS = 0.1;
/** Of a thousand tool calls that wait, together; and from a decision to the end of the wait for it. */
export const AWAIT_MB = 150;
export const AWAIT_P99_MS = 100;
export const AWAIT_ELSEWHERE_P99_MS = 300;
/** From the decision's answer to the arrival of its webhook. */
export const IDLE_P50_MS = 100;
export const IDLE_P99_MS = 1000;
export const HUNG_P99_MS = 2000;
export const OVERLOAD_RSS_MB = 256;
/** How long anyone else may wait while thousands of waits end at once. */
export const LOOP_HELD_MS = 50;
/** What one client does to others: their p99 by what it was before, and beside thousands of slow connections. */
export const NEIGHBOUR_RATIO = 2;
export const SLOW_P99_MS = 500;
/** Welch's t of two sets of timings: below it they cannot be told apart. */
export const TIMING_T = 4.5;
/** For all who wait together, while they wait. */
export const QUERIES_PER_SECOND = 20;
/** Of a process with ten thousand watchers; and the API while they run. */
export const WATCHERS_RSS_MB = 300;
export const API_BESIDE_P99_MS = 50;

/** While a project is exported or erased: the other projects' 99th percentile, and the longest anyone waits for a step. */
export const DATA_P99_MS = 200;
export const DATA_STEP_MS = 1000;
export const DATA_RSS_MB = 256;
