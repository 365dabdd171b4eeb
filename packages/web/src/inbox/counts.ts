// How many wait for a decision: as the server counted, without those that I have snoozed or decided since, and could still take back.

import type { InboxCounts, InboxRow } from '@countersign/contract';
import { computed, signal } from '@preact/signals';
import { isUrgent } from './splits.ts';

/** As the server counted. */
export const counts = signal<InboxCounts>();
/** Of my own splits, by name, as it is written: `99+`. */
export const splitCounts = signal<ReadonlyMap<string, string>>(new Map());
/** Decided, held or snoozed here, and still in the server's counts. */
const uncounted = signal<ReadonlyMap<string, InboxRow>>(new Map());
/** Snoozed by me: not in the list, nor in the server's counts. */
export const asleep = signal<ReadonlyMap<string, InboxRow>>(new Map());
/** Over by now: the next counts are without them. */
let settled = new Set<string>();

/** What waits for a decision of mine. */
export const waiting = computed<InboxCounts | undefined>(() => {
  const [known, left] = [counts.value, [...uncounted.value.values()]];
  if (!known || left.length === 0) return known;
  const without = (all: number, isOne: (row: InboxRow) => boolean) => Math.max(0, all - left.filter(isOne).length);
  return {
    ...known,
    pending: without(known.pending, () => true),
    urgent: without(known.urgent, isUrgent),
    warnings: without(known.warnings, ({ flags }) => flags.length > 0),
    external: without(known.external, ({ untrusted }) => untrusted),
    by_kind: Object.fromEntries(
      Object.entries(known.by_kind).map(([kind, all]) => [kind, without(all, (row) => row.kind === kind)]),
    ),
  };
});

export function takeCounts(fresh: InboxCounts): void {
  counts.value = fresh;
  uncounted.value = new Map([...uncounted.value].filter(([id]) => !settled.has(id)));
  settled = new Set();
}

export function settle(id: string): void {
  settled.add(id);
}

export function uncount(rows: readonly InboxRow[]): void {
  uncounted.value = new Map([...uncounted.value, ...rows.map((row) => [row.id, row] as const)]);
}

export function countAgain(id: string): void {
  uncounted.value = new Map([...uncounted.value].filter(([other]) => other !== id));
}
