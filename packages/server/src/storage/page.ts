// Keyset pages: newest first, one row more than asked for tells whether there is another page.

import { createHash } from 'node:crypto';
import { Problem } from '../base/problem.ts';

export interface Page<T> {
  readonly items: T[];
  readonly has_more: boolean;
  readonly next_cursor: string | null;
}

export function pageOf<T extends { readonly id: string }>(rows: readonly T[], limit: number, list: string): Page<T> {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  const has_more = rows.length > limit;
  return { items, has_more, next_cursor: has_more && last ? cursorAt(last.id, list) : null };
}

/** `list` names the list and its project, so that a cursor from elsewhere is refused rather than misread. */
export function cursorAt(id: string, list: string): string {
  return Buffer.from(`${id}.${markOf(id, list)}`).toString('base64url');
}

const ID = /^[a-z]{3}_[0-9a-z]{1,40}$/;

/** The id after which the page begins, or another place that is written as `shape` says. */
export function readCursor(cursor: string | undefined, list: string, shape = ID): string | undefined {
  if (cursor === undefined) return undefined;
  const [place = ''] = Buffer.from(cursor, 'base64url').toString('latin1').split('.');
  if (!shape.test(place) || cursor !== cursorAt(place, list)) throw new Problem('invalid_cursor');
  return place;
}

/** Not a secret: a cursor only says where to go on, within what the caller may read anyway. */
function markOf(id: string, list: string): string {
  return createHash('sha256').update(`${list}\n${id}`).digest('base64url').slice(0, 12);
}
