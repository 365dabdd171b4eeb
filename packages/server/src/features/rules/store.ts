// Rules in storage. A set has a revision that every change of it renews, so that whoever has read it knows it is the same.

import { firstIdAt } from '../../base/id.ts';
import type { Reader, Tx } from '../../storage/database.ts';
import { preparedRead, preparedSend } from '../../storage/prepared.ts';
import type { RuleRow } from '../../storage/schema.ts';

const selectRevision = preparedRead<{ project_id: string }, { revision: string }>((q, p) =>
  q.selectFrom('rule_sets').select('revision').where('project_id', '=', p.project_id),
);

/** Null: the project never had a rule. */
export async function revisionOf(reader: Reader, project_id: string): Promise<string | null> {
  const [set] = await selectRevision(reader, { project_id });
  return set?.revision ?? null;
}

/** The row is also the lock under which rules are counted. */
export async function renewSet(tx: Tx, project_id: string): Promise<void> {
  const revision = tx.randomBytes(16).toString('hex');
  await tx.q
    .insertInto('rule_sets')
    .values({ project_id, revision })
    .onConflict((conflict) => conflict.column('project_id').doUpdateSet({ revision }))
    .execute();
}

export async function listRuleRows(reader: Reader, project_id: string): Promise<RuleRow[]> {
  return reader.q
    .selectFrom('rules')
    .selectAll()
    .where('project_id', '=', project_id)
    .orderBy('priority')
    .orderBy('id')
    .execute();
}

export async function findRule(reader: Reader, project_id: string, id: string): Promise<RuleRow | undefined> {
  return reader.q
    .selectFrom('rules')
    .selectAll()
    .where('project_id', '=', project_id)
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function insertRule(tx: Tx, row: RuleRow): Promise<void> {
  await tx.q.insertInto('rules').values(row).execute();
}

export type RuleText = Omit<RuleRow, 'project_id' | 'id' | 'created_at' | 'hits' | 'last_hit_at'>;

export async function saveRule(tx: Tx, { project_id, id }: RuleRow, text: RuleText): Promise<void> {
  await tx.q.updateTable('rules').set(text).where('project_id', '=', project_id).where('id', '=', id).execute();
}

/** How many went: the one with the id, or all that were made before a second. */
export async function deleteRules(
  tx: Tx,
  project_id: string,
  which: { readonly id: string } | { readonly before: number },
): Promise<number> {
  const all = tx.q.deleteFrom('rules').where('project_id', '=', project_id);
  const query = 'id' in which ? all.where('id', '=', which.id) : all.where('created_at', '<', which.before);
  return (await query.returning('id').execute()).length;
}

const insertHitRow = preparedSend<{ project_id: string; id: string; rule_id: string; hit_at: number }>((q, p) =>
  q.insertInto('rule_hits').values({ project_id: p.project_id, id: p.id, rule_id: p.rule_id, hit_at: p.hit_at }),
);

/** A row of its own: a counter would make all who create wait for one another. */
export async function insertHit(tx: Tx, project_id: string, rule_id: string): Promise<void> {
  await insertHitRow(tx, { project_id, id: tx.newId('hit'), rule_id, hit_at: tx.now });
}

/** Takes some hits that are not counted yet. */
export async function takeHits(tx: Tx, limit: number) {
  const waiting = await tx.skipLocked(tx.q.selectFrom('rule_hits').selectAll().orderBy('id').limit(limit)).execute();
  if (waiting.length === 0) return [];
  await tx.q
    .deleteFrom('rule_hits')
    .where(
      'id',
      'in',
      waiting.map(({ id }) => id),
    )
    .execute();
  return waiting;
}

export async function addHits(
  tx: Tx,
  { project_id, rule_id }: { project_id: string; rule_id: string },
  { count, last_hit_at }: { count: number; last_hit_at: number },
): Promise<void> {
  await tx.q
    .updateTable('rules')
    .set((column) => ({ hits: column('hits', '+', count), last_hit_at }))
    .where('project_id', '=', project_id)
    .where('id', '=', rule_id)
    .execute();
}

/** An action of the past, as far as a rule could have looked at it, and what became of it. */
export type PastAction = Awaited<ReturnType<typeof listPast>>[number];

/** Newest first. */
export async function listPast(
  reader: Reader,
  project_id: string,
  { since, before, limit }: { since: number; before: string | undefined; limit: number },
) {
  let query = reader.q
    .selectFrom('actions')
    .leftJoin('decisions', (join) =>
      join.onRef('decisions.project_id', '=', 'actions.project_id').onRef('decisions.action_id', '=', 'actions.id'),
    )
    .select([
      'actions.id',
      'actions.kind',
      'actions.title',
      'actions.target_url',
      'actions.payload',
      'actions.created_by_id',
      'actions.untrusted',
      'actions.status',
      'actions.created_at',
      'actions.expires_at',
      'decisions.verdict',
      'decisions.decided_by_type',
      'decisions.decided_by_id',
      'decisions.decided_by_name',
      'decisions.edited_fields',
    ])
    .where('actions.project_id', '=', project_id)
    .where('actions.id', '>=', firstIdAt('act', since))
    .orderBy('actions.id', 'desc')
    .limit(limit);
  if (before !== undefined) query = query.where('actions.id', '<', before);
  return query.execute();
}
