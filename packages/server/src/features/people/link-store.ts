// One-time links in storage. Taking one deletes it, so of fifty who try one gets it.

import type { Reader, Tx } from '../../storage/database.ts';
import type { LinkRow } from '../../storage/schema.ts';
import { AHEAD_SECONDS } from './session.ts';

export async function insertLink(tx: Tx, row: LinkRow): Promise<void> {
  await tx.q.insertInto('links').values(row).execute();
}

export async function listLinks(reader: Reader): Promise<LinkRow[]> {
  return reader.q.selectFrom('links').selectAll().orderBy('id').execute();
}

/** Not used up by looking. */
export async function findLink(reader: Reader, hash: string): Promise<LinkRow | undefined> {
  return reader.q.selectFrom('links').selectAll().where('hash', '=', hash).executeTakeFirst();
}

/** Undefined when it is unknown, used, too old, or made by a clock that was ahead: by that it would be open for hours. */
export async function takeLink(tx: Tx, hash: string): Promise<LinkRow | undefined> {
  const link = await tx.q
    .deleteFrom('links')
    .where('hash', '=', hash)
    .where('expires_at', '>', tx.now)
    .returningAll()
    .executeTakeFirst();
  return link && link.created_at <= tx.now + AHEAD_SECONDS ? link : undefined;
}

/** All that are open for someone, or, without a reviewer, for a new admin. */
export async function voidLinks(tx: Tx, project_id: string, reviewer_id: string | null): Promise<void> {
  const links = tx.q.deleteFrom('links').where('project_id', '=', project_id);
  await (reviewer_id === null
    ? links.where('reviewer_id', 'is', null)
    : links.where('reviewer_id', '=', reviewer_id)
  ).execute();
}

/** Only the last mail opens the door, and only to the address of now; links that were handed over otherwise stay. */
export function voidMailedLinks(tx: Tx, project_id: string, reviewer_id: string): Promise<void> {
  return voidLinksFor(tx, 'mail', project_id, reviewer_id);
}

/** What a device of theirs made to sign another one in. */
export function voidPairings(tx: Tx, project_id: string, reviewer_id: string): Promise<void> {
  return voidLinksFor(tx, 'pair', project_id, reviewer_id);
}

async function voidLinksFor(tx: Tx, purpose: 'mail' | 'pair', project_id: string, reviewer_id: string): Promise<void> {
  await tx.q
    .deleteFrom('links')
    .where('project_id', '=', project_id)
    .where('reviewer_id', '=', reviewer_id)
    .where('purpose', '=', purpose)
    .execute();
}

export async function pruneLinks(tx: Tx): Promise<void> {
  await tx.q.deleteFrom('links').where('expires_at', '<=', tx.now).execute();
}
