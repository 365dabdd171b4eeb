// The order of the inbox: what expires soonest first, warnings first among the equally urgent.

import type { InboxRow } from '@countersign/contract';

/** Within a band the exact second does not matter; a warning does. */
const BANDS_S = [600, 3600, 86_400] as const;

export function bandOf(expires_at: number, now: number): number {
  const left = expires_at - now;
  const band = BANDS_S.findIndex((limit) => left < limit);
  return band < 0 ? BANDS_S.length : band;
}

export type Sort = 'expires_at' | 'newest' | 'oldest';

export function compareRows(sort: Sort, now: number): (a: InboxRow, b: InboxRow) => number {
  if (sort === 'newest') return (a, b) => (a.id < b.id ? 1 : -1);
  if (sort === 'oldest') return (a, b) => (a.id < b.id ? -1 : 1);
  return (a, b) =>
    bandOf(a.expires_at, now) - bandOf(b.expires_at, now) ||
    Number(b.flags.length > 0) - Number(a.flags.length > 0) ||
    a.expires_at - b.expires_at ||
    (a.id < b.id ? -1 : 1);
}
