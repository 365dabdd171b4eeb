// What changes by time alone, and nobody tells of: an action becomes urgent, or is no longer snoozed.

import { now } from '../clock.ts';
import { loadCounts } from './load.ts';
import { URGENT_S } from './splits.ts';
import { rows } from './store.ts';

const LOOKED_AT_MS = 15_000;

let lookedAt = now.peek();

setInterval(() => {
  const [from, to] = [lookedAt, now.peek()];
  lookedAt = to;
  const hasCome = (at: number) => at > from && at <= to;
  const known = [...rows.peek().entries()];
  const changes = known.some(
    ([, { expires_at, snoozed_until = 0 }]) => hasCome(expires_at - URGENT_S) || hasCome(snoozed_until),
  );
  if (!changes) return;
  rows.value = new Map(known); // each split is looked through anew
  void loadCounts();
}, LOOKED_AT_MS);
