// What is picked in the list, to be decided together. Keys and taps pick; deciding is the sheet's business.

import { signal } from '@preact/signals';
import { current, move, search, shown, split } from './store.ts';

const NONE: ReadonlySet<string> = new Set();

export const picked = signal<ReadonlySet<string>>(NONE);
/** A tap on a row picks it instead of opening it. */
export const picking = signal(false);
/** The sheet is open for this. */
export const bulkVerdict = signal<'approve' | 'reject'>();

/** From now on taps pick, or no longer. */
export function turnPicking(): void {
  if (picking.value) clearPicks();
  else picking.value = true;
}

export function togglePick(id: string): void {
  const next = new Set(picked.value);
  if (!next.delete(id)) next.add(id);
  picked.value = next;
  if (next.size === 0) picking.value = false;
}

/** The current row and the one after or before it. */
export function extendPick(by: 1 | -1): void {
  const from = current.value?.id;
  move(by);
  picked.value = new Set([...picked.value, ...[from, current.value?.id].filter((id) => id !== undefined)]);
}

/** All that are loaded, of a kind: of the current row's, unless told otherwise. */
export function pickKind(kind = current.value?.kind): void {
  picked.value = new Set(shown.value.filter((row) => row.kind === kind).map(({ id }) => id));
}

export function clearPicks(): void {
  pickNone();
  picking.value = false;
}

function pickNone(): void {
  picked.value = NONE;
  bulkVerdict.value = undefined;
}

/** What is picked is in sight: not so in another list. */
for (const list of [split, search]) list.subscribe(pickNone);

/** With something picked, a decision is about all of it: the sheet asks. False when nothing is. */
export function askBulk(verdict: 'approve' | 'reject'): boolean {
  if (picked.value.size === 0) return false;
  bulkVerdict.value = verdict;
  return true;
}
