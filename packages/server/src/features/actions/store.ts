// Actions, decisions and results in storage. A move is a guarded UPDATE: whoever comes second gets no row.

import type { ActionStatus } from '@countersign/contract';
import type { Reader, Tx } from '../../storage/database.ts';
import { preparedRead, preparedWrite } from '../../storage/prepared.ts';
import type { ActionRow, DecisionRow, ResultRow, SearchPendingRow } from '../../storage/schema.ts';
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
  q.insertInto('search_pending').values({ project_id: p.project_id, action_id: p.action_id, pieces_done: 0, late: 0 }),
);

/** False when another action has the slot. */
export async function insertAction(tx: Tx, action: NewAction): Promise<boolean> {
  if ((await insert(tx, action)).length === 0) return false;
  await insertPending(tx, { project_id: action.project_id, action_id: action.id });
  return true;
}

const withDecision = (q: Reader['q']) =>
  q
    .selectFrom('actions')
    .leftJoin('decisions', (join) =>
      join.onRef('decisions.project_id', '=', 'actions.project_id').onRef('decisions.action_id', '=', 'actions.id'),
    );

const withFinalPayload = (q: Reader['q']) => withDecision(q).selectAll('actions').select('decisions.final_payload');

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
export async function moveAction(
  tx: Tx,
  { project_id, id }: ActionRow,
  transition: Exclude<Transition, 'expire'>,
): Promise<boolean> {
  if (!Object.hasOwn(TRANSITIONS, transition)) throw new Error(`${transition} is no transition.`);
  const { from, to } = TRANSITIONS[transition];
  const move = from === 'pending' ? moveInTime : moveAnyTime;
  return (await move(tx, { project_id, id, from, to, now: tx.now })).length > 0;
}

/** What is past its time and not yet noticed, longest first. */
export async function takeExpired(tx: Tx, limit: number): Promise<ActionRow[]> {
  const query = tx.q
    .selectFrom('actions')
    .selectAll()
    .where('status', '=', 'pending')
    .where('expires_at', '<=', tx.now)
    .orderBy('expires_at')
    .orderBy('id')
    .limit(limit);
  return tx.skipLocked(query).execute();
}

/** False when someone was first. */
export async function expireAction(tx: Tx, { project_id, id, expires_at }: ActionRow): Promise<boolean> {
  const { from, to } = TRANSITIONS.expire;
  const moved = await tx.q
    .updateTable('actions')
    .set({ status: to, updated_at: expires_at }) // when it became so, not when it was noticed
    .where('project_id', '=', project_id)
    .where('id', '=', id)
    .where('status', '=', from)
    .where('expires_at', '<=', tx.now)
    .returning('id')
    .executeTakeFirst();
  return moved !== undefined;
}

/** When the next pending action expires, whoever's it is. */
export async function nextExpiryAt(reader: Reader): Promise<number | undefined> {
  const next = await reader.q
    .selectFrom('actions')
    .select('expires_at')
    .where('status', '=', 'pending')
    .orderBy('expires_at')
    .limit(1)
    .executeTakeFirst();
  return next?.expires_at;
}

/** Null: the receiver answered 410, and nothing is sent there again. */
export async function saveCallback(tx: Tx, project_id: string, id: string, callback_url: string | null): Promise<void> {
  await tx.q
    .updateTable('actions')
    .set({ callback_url })
    .where('project_id', '=', project_id)
    .where('id', '=', id)
    .execute();
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
    receipt: p.receipt,
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

type StatusRow = Pick<ActionRow, 'status' | 'expires_at'>;

const selectStatus = preparedRead<{ project_id: string; id: string }, StatusRow>((q, p) =>
  q
    .selectFrom('actions')
    .select(['status', 'expires_at'])
    .where('project_id', '=', p.project_id)
    .where('id', '=', p.id),
);

/** All that someone who waits needs to know. */
export async function findStatus(reader: Reader, project_id: string, id: string): Promise<StatusRow | undefined> {
  const [row] = await selectStatus(reader, { project_id, id });
  return row;
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
  const rows = await Promise.all(
    filtered(reader, filter, now).map((query) =>
      query.selectAll('actions').select('decisions.final_payload').orderBy('actions.id', 'desc').limit(limit).execute(),
    ),
  );
  return newestFirst(rows.flat()).slice(0, limit);
}

/** Those of the ids that pass the filter, newest first. */
export async function findActionRows(
  reader: Reader,
  filter: ActionFilter,
  { now, ids }: { now: number; ids: readonly string[] },
): Promise<StoredAction[]> {
  if (ids.length === 0) return [];
  const rows = await Promise.all(
    filtered(reader, filter, now).map((query) =>
      query.selectAll('actions').select('decisions.final_payload').where('actions.id', 'in', ids).execute(),
    ),
  );
  return newestFirst(rows.flat());
}

/** What a search looks at. */
export type ActionText = Pick<ActionRow, 'id' | 'title' | 'kind' | 'preview_body'>;

/** The texts of the newest, or of these ids. */
export async function listActionTexts(
  reader: Reader,
  filter: ActionFilter,
  { now, limit, ids }: { now: number; limit: number; ids?: readonly string[] },
): Promise<ActionText[]> {
  const rows = await Promise.all(
    filtered(reader, filter, now).map((query) => {
      const slim = query.select(['actions.id', 'actions.title', 'actions.kind', 'actions.preview_body']);
      const chosen = ids === undefined ? slim : slim.where('actions.id', 'in', ids);
      return chosen.orderBy('actions.id', 'desc').limit(limit).execute();
    }),
  );
  return newestFirst(rows.flat()).slice(0, limit);
}

function filtered(reader: Reader, { project_id, status, kind, since, before }: ActionFilter, now: number) {
  let query = withDecision(reader.q).where('actions.project_id', '=', project_id);
  if (kind !== undefined) query = query.where('actions.kind', '=', kind);
  if (since !== undefined) {
    query = query.where('actions.created_at', '>=', since.seconds).where('actions.id', '>=', since.id);
  }
  if (before !== undefined) query = query.where('actions.id', '<', before);

  // One query for each range of the index on status: an expired action may not have been noticed yet.
  if (status === undefined) return [query];
  if (status === 'pending') return [query.where('actions.status', '=', status).where('actions.expires_at', '>', now)];
  const moved = query.where('actions.status', '=', status);
  const unnoticed = query.where('actions.status', '=', 'pending').where('actions.expires_at', '<=', now);
  return status === 'expired' ? [moved, unnoticed] : [moved];
}

function newestFirst<T extends { readonly id: string }>(rows: T[]): T[] {
  return rows.sort((a, b) => (a.id < b.id ? 1 : -1));
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

/** The oldest of each project first; on PostgreSQL what another instance has taken is passed over. */
export async function takePending(tx: Tx, limit: number): Promise<SearchPendingRow[]> {
  const query = tx.q
    .selectFrom('search_pending')
    .selectAll()
    .where('late', '=', 0)
    .orderBy('project_id')
    .orderBy('action_id')
    .limit(limit);
  return tx.skipLocked(query).execute();
}

const selectText = preparedRead<{ project_id: string; id: string }, ActionText>((q, p) =>
  q
    .selectFrom('actions')
    .select(['id', 'title', 'kind', 'preview_body'])
    .where('project_id', '=', p.project_id)
    .where('id', '=', p.id),
);

export async function findActionText(reader: Reader, project_id: string, id: string): Promise<ActionText | undefined> {
  const [text] = await selectText(reader, { project_id, id });
  return text;
}

export async function savePending(tx: Tx, { project_id, action_id, ...progress }: SearchPendingRow): Promise<void> {
  await tx.q
    .updateTable('search_pending')
    .set(progress)
    .where('project_id', '=', project_id)
    .where('action_id', '=', action_id)
    .execute();
}

export async function removePending(tx: Tx, { project_id, action_id }: SearchPendingRow): Promise<void> {
  await tx.q
    .deleteFrom('search_pending')
    .where('project_id', '=', project_id)
    .where('action_id', '=', action_id)
    .execute();
}
