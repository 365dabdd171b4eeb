// Actions, decisions and results in storage. A move is a guarded UPDATE: whoever comes second gets no row.

import type { ActionStatus } from '@countersign/contract';
import type { Reader, Tx } from '../../storage/database.ts';
import { preparedRead, preparedWrite } from '../../storage/prepared.ts';
import type { ActionRow, DecisionRow, ResultRow } from '../../storage/schema.ts';
import { TRANSITIONS, type Transition } from './action.ts';

/** An action, and the payload as it was approved when the reviewer edited it. */
export type StoredAction = ActionRow & { readonly final_payload: string | null };

type NewAction = Omit<ActionRow, 'claim_id' | 'claim_until'>;

const insert = preparedWrite<NewAction, { id: string }>((q, p) =>
  q
    .insertInto('actions')
    .values({
      project_id: p.project_id,
      id: p.id,
      kind: p.kind,
      title: p.title,
      preview_format: p.preview_format,
      preview_body: p.preview_body,
      payload: p.payload,
      target_url: p.target_url,
      callback_url: p.callback_url,
      expires_at: p.expires_at,
      idempotency_key: p.idempotency_key,
      editable: p.editable,
      idempotent: p.idempotent,
      undo: p.undo,
      status: p.status,
      created_at: p.created_at,
      updated_at: p.updated_at,
      color: p.color,
      digest: p.digest,
      untrusted: p.untrusted,
      created_by_type: p.created_by_type,
      created_by_id: p.created_by_id,
      created_by_name: p.created_by_name,
      approvals_required: p.approvals_required,
      rule_id: p.rule_id,
      slot: p.slot,
      create_hash: p.create_hash,
    })
    .onConflict((conflict) => conflict.columns(['project_id', 'slot']).doNothing())
    .returning('id'),
);

const insertPending = preparedWrite<{ project_id: string; action_id: string }, unknown>((q, p) =>
  q.insertInto('search_pending').values({ project_id: p.project_id, action_id: p.action_id, late: 0 }),
);

/** False when another action has the slot. */
export async function insertAction(tx: Tx, action: NewAction): Promise<boolean> {
  if ((await insert(tx, action)).length === 0) return false;
  await insertPending(tx, { project_id: action.project_id, action_id: action.id });
  return true;
}

const withFinalPayload = (q: Reader['q']) =>
  q
    .selectFrom('actions')
    .leftJoin('decisions', (join) =>
      join.onRef('decisions.project_id', '=', 'actions.project_id').onRef('decisions.action_id', '=', 'actions.id'),
    )
    .selectAll('actions')
    .select('decisions.final_payload');

const selectById = preparedRead<{ project_id: string; id: string }, StoredAction>((q, p) =>
  withFinalPayload(q).where('actions.project_id', '=', p.project_id).where('actions.id', '=', p.id),
);

export async function findAction(reader: Reader, project_id: string, id: string): Promise<StoredAction | undefined> {
  const [action] = await selectById(reader, { project_id, id });
  return action;
}

const selectBySlot = preparedRead<{ project_id: string; slot: string }, StoredAction>((q, p) =>
  withFinalPayload(q).where('actions.project_id', '=', p.project_id).where('actions.slot', '=', p.slot),
);

export async function findBySlot(reader: Reader, project_id: string, slot: string): Promise<StoredAction | undefined> {
  const [action] = await selectBySlot(reader, { project_id, slot });
  return action;
}

export async function releaseSlot(tx: Tx, { project_id, id }: ActionRow): Promise<void> {
  await tx.q
    .updateTable('actions')
    .set({ slot: null })
    .where('project_id', '=', project_id)
    .where('id', '=', id)
    .execute();
}

type Move = { project_id: string; id: string; from: ActionStatus; to: ActionStatus; now: number };

const moveInTime = preparedWrite<Move, { id: string }>((q, p) =>
  q
    .updateTable('actions')
    .set({ status: p.to, updated_at: p.now })
    .where('project_id', '=', p.project_id)
    .where('id', '=', p.id)
    .where('status', '=', p.from)
    .where('expires_at', '>', p.now)
    .returning('id'),
);

const moveAnyTime = preparedWrite<Move, { id: string }>((q, p) =>
  q
    .updateTable('actions')
    .set({ status: p.to, updated_at: p.now, claim_id: null, claim_until: null })
    .where('project_id', '=', p.project_id)
    .where('id', '=', p.id)
    .where('status', '=', p.from)
    .returning('id'),
);

/** False when someone, or the clock, was first. Only a pending action can run out of time. */
export async function moveAction(tx: Tx, { project_id, id }: ActionRow, transition: Transition): Promise<boolean> {
  const { from, to } = TRANSITIONS[transition];
  const move = from === 'pending' ? moveInTime : moveAnyTime;
  return (await move(tx, { project_id, id, from, to, now: tx.now })).length > 0;
}

const insertDecisionRow = preparedWrite<DecisionRow, unknown>((q, p) =>
  q.insertInto('decisions').values({
    project_id: p.project_id,
    action_id: p.action_id,
    id: p.id,
    verdict: p.verdict,
    decided_at: p.decided_at,
    channel: p.channel,
    decided_by_type: p.decided_by_type,
    decided_by_id: p.decided_by_id,
    decided_by_name: p.decided_by_name,
    self_decided: p.self_decided,
    comment: p.comment,
    edited_fields: p.edited_fields,
    final_title: p.final_title,
    final_format: p.final_format,
    final_body: p.final_body,
    final_target_url: p.final_target_url,
    final_payload: p.final_payload,
    diff: p.diff,
  }),
);

export async function insertDecision(tx: Tx, row: DecisionRow): Promise<void> {
  await insertDecisionRow(tx, row);
}

const selectDecision = preparedRead<{ project_id: string; action_id: string }, DecisionRow>((q, p) =>
  q.selectFrom('decisions').selectAll().where('project_id', '=', p.project_id).where('action_id', '=', p.action_id),
);

export async function findDecision(reader: Reader, { project_id, id }: ActionRow): Promise<DecisionRow | undefined> {
  const [decision] = await selectDecision(reader, { project_id, action_id: id });
  return decision;
}

export async function insertResult(tx: Tx, row: ResultRow): Promise<void> {
  await tx.q.insertInto('results').values(row).execute();
}

const selectResult = preparedRead<{ project_id: string; action_id: string }, ResultRow>((q, p) =>
  q.selectFrom('results').selectAll().where('project_id', '=', p.project_id).where('action_id', '=', p.action_id),
);

export async function findResult(reader: Reader, { project_id, id }: ActionRow): Promise<ResultRow | undefined> {
  const [result] = await selectResult(reader, { project_id, action_id: id });
  return result;
}

/** False when the action is not approved, or a lease on it still holds. */
export async function saveClaim(
  tx: Tx,
  { project_id, id }: ActionRow,
  { claim_id, claim_until }: { claim_id: string; claim_until: number },
): Promise<boolean> {
  const saved = await tx.q
    .updateTable('actions')
    .set({ claim_id, claim_until })
    .where('project_id', '=', project_id)
    .where('id', '=', id)
    .where('status', '=', 'approved')
    .where((where) => where.or([where('claim_until', 'is', null), where('claim_until', '<=', tx.now)]))
    .returning('id')
    .executeTakeFirst();
  return saved !== undefined;
}

export interface ActionFilter {
  readonly project_id: string;
  readonly status?: ActionStatus | undefined;
  readonly kind?: string | undefined;
  readonly since?: { readonly seconds: number; readonly id: string } | undefined;
  /** Only actions older than this id. */
  readonly before?: string | undefined;
}

/** Newest first. `pending` and `expired` mean the fact at `now`, not the column. */
export async function listActionRows(
  reader: Reader,
  filter: ActionFilter,
  { now, limit }: { now: number; limit: number },
): Promise<StoredAction[]> {
  const query = filtered(reader, filter).orderBy('actions.id', 'desc').limit(limit);
  const parts = await Promise.all(byStatus(query, filter.status, now).map((part) => part.execute()));
  return newestFirst(parts.flat()).slice(0, limit);
}

/** Those of the ids that pass the filter, newest first. */
export async function findActionRows(
  reader: Reader,
  filter: ActionFilter,
  ids: readonly string[],
  now: number,
): Promise<StoredAction[]> {
  if (ids.length === 0) return [];
  const query = filtered(reader, filter).where('actions.id', 'in', ids);
  const parts = await Promise.all(byStatus(query, filter.status, now).map((part) => part.execute()));
  return newestFirst(parts.flat());
}

type ActionQuery = ReturnType<typeof filtered>;

/** One query for each range of the index on status: an expired action may not have been noticed yet. */
function byStatus(query: ActionQuery, status: ActionStatus | undefined, now: number): ActionQuery[] {
  if (status === undefined) return [query];
  if (status === 'pending') return [query.where('actions.status', '=', status).where('actions.expires_at', '>', now)];
  const moved = query.where('actions.status', '=', status);
  const unnoticed = query.where('actions.status', '=', 'pending').where('actions.expires_at', '<=', now);
  return status === 'expired' ? [moved, unnoticed] : [moved];
}

function newestFirst(actions: StoredAction[]): StoredAction[] {
  return actions.sort((a, b) => (a.id < b.id ? 1 : -1));
}

function filtered(reader: Reader, { project_id, kind, since, before }: ActionFilter) {
  let query = withFinalPayload(reader.q).where('actions.project_id', '=', project_id);
  if (kind !== undefined) query = query.where('actions.kind', '=', kind);
  if (since !== undefined) {
    query = query.where('actions.created_at', '>=', since.seconds).where('actions.id', '>=', since.id);
  }
  if (before !== undefined) query = query.where('actions.id', '<', before);
  return query;
}

/** Ids the search index has not taken in, newest first. */
export async function listPendingIds(
  reader: Reader,
  project_id: string,
  { before, limit }: { before: string | undefined; limit: number },
): Promise<string[]> {
  let query = reader.q.selectFrom('search_pending').select('action_id').where('project_id', '=', project_id);
  if (before !== undefined) query = query.where('action_id', '<', before);
  const rows = await query.orderBy('action_id', 'desc').limit(limit).execute();
  return rows.map(({ action_id }) => action_id);
}

type PendingAction = Pick<ActionRow, 'project_id' | 'id' | 'title' | 'kind' | 'preview_body'>;

/** The oldest of each project first; on PostgreSQL what another instance has taken is passed over. */
export async function takePending(tx: Tx, limit: number): Promise<PendingAction[]> {
  const taken = await tx
    .skipLocked(
      tx.q
        .selectFrom('search_pending')
        .select(['project_id', 'action_id'])
        .where('late', '=', 0)
        .orderBy('project_id')
        .orderBy('action_id')
        .limit(limit),
    )
    .execute();
  const found: PendingAction[] = [];
  for (const { project_id, action_id } of taken) {
    const action = await findAction(tx, project_id, action_id);
    if (action) found.push(action);
  }
  return found;
}

/** They stay to be scanned: the index takes rows only in the order of their ids. */
export async function markLate(tx: Tx, project_id: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.q
    .updateTable('search_pending')
    .set({ late: 1 })
    .where('project_id', '=', project_id)
    .where('action_id', 'in', ids)
    .execute();
}

export async function removePending(tx: Tx, actions: readonly PendingAction[]): Promise<void> {
  for (const { project_id, id } of actions) {
    await tx.q
      .deleteFrom('search_pending')
      .where('project_id', '=', project_id)
      .where('action_id', '=', id)
      .where('late', '=', 0)
      .execute();
  }
}
