// Parts of the inbox, ours and those that a reviewer saved, and which rows are in each.

import type { InboxRow } from '@countersign/contract';
import { now } from '../clock.ts';
import { me } from '../session.ts';

export type Split = 'all' | 'urgent' | 'warnings' | 'external' | 'snoozed' | `kind:${string}` | `mine:${string}`;

export const URGENT_S = 3600;

export const isSnoozed = ({ snoozed_until = 0 }: InboxRow): boolean => snoozed_until > now.peek();

export const isUrgent = ({ expires_at }: InboxRow): boolean => expires_at - now.peek() <= URGENT_S;

export function isIn(split: Split, row: InboxRow): boolean {
  if (split === 'snoozed' || isSnoozed(row)) return split === 'snoozed' && isSnoozed(row);
  if (split.startsWith('mine:')) return inSaved(row, split.slice(5));
  if (split === 'urgent') return isUrgent(row);
  if (split === 'warnings') return row.flags.length > 0;
  if (split === 'external') return row.untrusted;
  if (split.startsWith('kind:')) return row.kind === split.slice(5);
  return true;
}

/** The text of a saved search is the server's business. */
function inSaved(row: InboxRow, name: string): boolean {
  const saved = me.value?.splits.find((one) => one.name === name);
  return (
    saved !== undefined &&
    (saved.kind ?? row.kind) === row.kind &&
    (saved.created_by ?? row.created_by.id) === row.created_by.id &&
    (saved.flag === undefined || row.flags.some((flag) => flag === saved.flag))
  );
}
