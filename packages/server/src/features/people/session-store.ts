// Sessions in storage: the row is the session; without it the cookie opens nothing.

import type { Reader, Tx } from '../../storage/database.ts';
import { preparedRead } from '../../storage/prepared.ts';
import { readTogether } from '../../storage/read-together.ts';
import type { ReviewerRow, SessionRow } from '../../storage/schema.ts';
import { dropSubscriptions } from '../push/store.ts';
import { voidPairings } from './link-store.ts';
import { ABSOLUTE_SECONDS, IDLE_SECONDS } from './session.ts';
import { lockReviewer } from './store.ts';

/** A session and whose it is. */
export type FoundSession = SessionRow & Pick<ReviewerRow, 'name' | 'role'>;

/** Of whoever is removed there is none. */
const withReviewer = (q: Reader['q']) =>
  q
    .selectFrom('sessions')
    .innerJoin('reviewers', (join) =>
      join
        .onRef('reviewers.project_id', '=', 'sessions.project_id')
        .onRef('reviewers.id', '=', 'sessions.reviewer_id')
        .on('reviewers.status', '=', 'active'),
    );

const selectByHash = preparedRead<{ hash: string }, FoundSession>((q, p) =>
  withReviewer(q)
    .selectAll('sessions')
    .select(['reviewers.name', 'reviewers.role'])
    .where('sessions.hash', '=', p.hash),
);

export async function findSession(reader: Reader, hash: string): Promise<FoundSession | undefined> {
  const [session] = await selectByHash(reader, { hash });
  return session;
}

/** Asked again and again of every session that has something open; together it is one query. */
export const lookAtSession = readTogether((reader, project_id, ids) =>
  withReviewer(reader.q)
    .select(['sessions.id', 'sessions.created_at', 'sessions.last_seen_at', 'reviewers.role'])
    .where('sessions.project_id', '=', project_id)
    .where('sessions.id', 'in', ids)
    .execute(),
);

export async function insertSession(tx: Tx, row: SessionRow): Promise<void> {
  await tx.q.insertInto('sessions').values(row).execute();
}

export async function listSessionRows(
  reader: Reader,
  { project_id, id }: Pick<ReviewerRow, 'project_id' | 'id'>,
): Promise<SessionRow[]> {
  return reader.q
    .selectFrom('sessions')
    .selectAll()
    .where('project_id', '=', project_id)
    .where('reviewer_id', '=', id)
    .orderBy('id')
    .execute();
}

/** The one that a sign-in in the same browser takes the place of, if there was one. */
export async function takeSessionByHash(tx: Tx, hash: string): Promise<SessionRow | undefined> {
  return tx.q.deleteFrom('sessions').where('hash', '=', hash).returningAll().executeTakeFirst();
}

interface Whose {
  readonly project_id: string;
  readonly reviewer_id: string;
  readonly only?: string;
  readonly except?: string;
}

/**
 * How many there were: one of theirs, all but one, or all. What a browser was told while signed in, it is told no more; and
 * whoever is put out does not come back by a link that they made for another device while they were in: one that is made or
 * used in this moment is waited for.
 */
export async function deleteSessions(tx: Tx, { project_id, reviewer_id, only, except }: Whose): Promise<number> {
  await lockReviewer(tx, { project_id, id: reviewer_id });
  let query = tx.q.deleteFrom('sessions').where('project_id', '=', project_id).where('reviewer_id', '=', reviewer_id);
  if (only !== undefined) query = query.where('id', '=', only);
  if (except !== undefined) query = query.where('id', '!=', except);
  const ended = (await query.returning('id').execute()).map(({ id }) => id);
  await dropSubscriptions(tx, { project_id, owner_id: reviewer_id }, { only, except }); // of sessions that were over, too
  await voidPairings(tx, project_id, reviewer_id);
  return ended.length;
}

/** Those of theirs that are over anyway. */
export async function pruneSessions(tx: Tx, project_id: string, reviewer_id: string): Promise<void> {
  await tx.q
    .deleteFrom('sessions')
    .where('project_id', '=', project_id)
    .where('reviewer_id', '=', reviewer_id)
    .where((where) =>
      where.or([
        where('last_seen_at', '<=', tx.now - IDLE_SECONDS),
        where('created_at', '<=', tx.now - ABSOLUTE_SECONDS),
      ]),
    )
    .execute();
}

/** Nothing is sensitive to these sessions any more, until they sign in again. */
export async function staleSessions(tx: Tx, project_id: string, reviewer_id: string): Promise<void> {
  await tx.q
    .updateTable('sessions')
    .set({ signed_in_at: 0 })
    .where('project_id', '=', project_id)
    .where('reviewer_id', '=', reviewer_id)
    .execute();
}

/** The person first, as whoever ends their sessions: else each would wait for the other. */
export async function saveSeen(tx: Tx, session: Pick<SessionRow, 'project_id' | 'id' | 'reviewer_id'>): Promise<void> {
  const { project_id, id, reviewer_id } = session;
  await tx.q
    .updateTable('reviewers')
    .set({ last_seen_at: tx.now })
    .where('project_id', '=', project_id)
    .where('id', '=', reviewer_id)
    .execute();
  await tx.q
    .updateTable('sessions')
    .set({ last_seen_at: tx.now })
    .where('project_id', '=', project_id)
    .where('id', '=', id)
    .where('last_seen_at', '<', tx.now)
    .execute();
}
