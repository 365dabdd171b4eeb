// Actions, decisions and results in storage. A move is a guarded UPDATE: whoever comes second gets no row.

import type { ActionStatus } from '@countersign/contract';
import type { Decider } from '../../app.ts';
import type { Reader, Tx } from '../../storage/database.ts';
import { inFewLengths } from '../../storage/few-lengths.ts';
import { PENDING } from '../../storage/literal.ts';
import { preparedChange, preparedRead, preparedSend } from '../../storage/prepared.ts';
import { readTogether } from '../../storage/read-together.ts';
import type { ActionRow, DecisionRow, ProjectRow, ResultRow } from '../../storage/schema.ts';
import { NEVER_CLAIMED_SO_LONG_SECONDS, TRANSITIONS, type Transition } from './action.ts';

/** An action, and the payload as it was approved when the reviewer edited it. */
export type StoredAction = ActionRow & { readonly final_payload: string | null };

export type NewAction = Omit<ActionRow, 'claim_id' | 'claim_until' | 'settled_at'>;

const insert = preparedChange<NewAction>((q, p) =>
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
      approvals_given: p.approvals_given,
      step_up: p.step_up,
      rule_id: p.rule_id,
      slot: p.slot,
      create_hash: p.create_hash,
      flags: p.flags,
      calm: p.calm,
      snippet: p.snippet,
      payload_bytes: p.payload_bytes,
      looks: p.looks,
      written: p.written,
    })
    .onConflict((conflict) => conflict.columns(['project_id', 'slot']).doNothing()),
);

const insertPending = preparedSend<{ project_id: string; action_id: string }>((q, p) =>
  q.insertInto('search_pending').values({ project_id: p.project_id, action_id: p.action_id, pieces_done: 0, late: 0 }),
);

/** False when another action has the slot. */
export async function insertAction(tx: Tx, action: NewAction): Promise<boolean> {
  if ((await insert(tx, action)) === 0) return false;
  await insertPending(tx, { project_id: action.project_id, action_id: action.id });
  return true;
}

/** Every read of an action knows its decision, for the payload may have been edited. */
export const withDecision = (q: Reader['q']) =>
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

/** An action, and what its project has to say about the decision. */
export interface Decidable {
  readonly action: StoredAction;
  readonly settings: ProjectRow['settings'];
  /** Whether there are channels that may want to hear of it. */
  readonly channels: boolean;
  /** Whether the decider is about to decide it already. */
  readonly held: boolean;
}

/** In one look: on PostgreSQL each look is a journey. */
const selectDecidable = preparedRead<
  { project_id: string; id: string; decider_id: string },
  StoredAction & { settings: string; channels: unknown; held: unknown }
>((q, p) =>
  withFinalPayload(q)
    .innerJoin('projects', 'projects.id', 'actions.project_id')
    .select('projects.settings')
    .select(({ selectFrom, exists }) => [
      exists(selectFrom('notification_channels').select('id').where('project_id', '=', p.project_id)).as('channels'),
      exists(
        selectFrom('holds')
          .select('id')
          .where('project_id', '=', p.project_id)
          .where('action_id', '=', p.id)
          .where('holder_id', '=', p.decider_id),
      ).as('held'),
    ])
    .where('actions.project_id', '=', p.project_id)
    .where('actions.id', '=', p.id),
);

export async function findDecidable(
  reader: Reader,
  { project_id, id: decider_id }: Pick<Decider, 'project_id' | 'id'>,
  id: string,
): Promise<Decidable | undefined> {
  const [row] = await selectDecidable(reader, { project_id, id, decider_id });
  if (!row) return undefined;
  const { settings, channels, held } = row;
  // A copy without those three would cost as much as the look.
  return { action: row, settings, channels: Boolean(channels), held: Boolean(held) };
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

type Move = { project_id: string; id: string; from: ActionStatus; to: ActionStatus; now: number; approvals: number };

const moveInTime = preparedChange<Move>((q, p) =>
  q
    .updateTable('actions')
    .set({ status: p.to, updated_at: p.now, settled_at: p.now, looks: null })
    .where('project_id', '=', p.project_id)
    .where('id', '=', p.id)
    .where('status', '=', p.from)
    .where('expires_at', '>', p.now)
    .where('approvals_required', '<=', p.approvals),
);

const moveAnyTime = preparedChange<Move>((q, p) =>
  q
    .updateTable('actions')
    .set({ status: p.to, updated_at: p.now, claim_id: null, claim_until: null })
    .where('project_id', '=', p.project_id)
    .where('id', '=', p.id)
    .where('status', '=', p.from),
);

/**
 * False when someone, or the clock, was first. Only a pending action can run out of time, or want for approvals; `approvals`
 * says how many there are.
 */
export async function moveAction(
  tx: Tx,
  { project_id, id }: ActionRow,
  transition: Exclude<Transition, 'expire'>,
  approvals = 1,
): Promise<boolean> {
  if (!Object.hasOwn(TRANSITIONS, transition)) throw new Error(`${transition} is no transition.`);
  const { from, to } = TRANSITIONS[transition];
  const move = from === 'pending' ? moveInTime : moveAnyTime;
  return (await move(tx, { project_id, id, from, to, now: tx.now, approvals })) > 0;
}

/** All that expiry is about: what was proposed may be large. */
export type ExpiredAction = Pick<
  ActionRow,
  'project_id' | 'id' | 'expires_at' | 'callback_url' | 'kind' | 'created_by_type' | 'created_by_id'
>;

/** What ran out of time in this span and was not noticed yet, longest first. */
export async function takeExpired(
  tx: Tx,
  { after, until, limit }: { after: number; until: number; limit: number },
): Promise<ExpiredAction[]> {
  const query = tx.q
    .selectFrom('actions')
    .select(['project_id', 'id', 'expires_at', 'callback_url', 'kind', 'created_by_type', 'created_by_id'])
    .where('status', '=', PENDING)
    .where('expires_at', '>', after)
    .where('expires_at', '<=', until)
    .orderBy('expires_at')
    .orderBy('id')
    .limit(limit);
  return tx.skipLocked(query).execute();
}

type Place = Pick<ActionRow, 'expires_at' | 'project_id' | 'id'>;

/** What is pending and will run out of time behind that place and up to the moment, the soonest first. */
export async function takeExpiring(
  tx: Tx,
  { after, until, limit }: { after: Place; until: number; limit: number },
): Promise<Omit<ExpiredAction, 'callback_url'>[]> {
  return tx.q
    .selectFrom('actions')
    .select(['project_id', 'id', 'expires_at', 'kind', 'created_by_type', 'created_by_id'])
    .where('status', '=', PENDING)
    .where(({ eb, refTuple, tuple }) =>
      eb(refTuple('expires_at', 'project_id', 'id'), '>', tuple(after.expires_at, after.project_id, after.id)),
    )
    .where('expires_at', '<=', until)
    .orderBy('expires_at')
    .orderBy('project_id')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** False when someone was first. */
export async function expireAction(tx: Tx, { project_id, id, expires_at }: ExpiredAction): Promise<boolean> {
  const { from, to } = TRANSITIONS.expire;
  const moved = await tx.q
    .updateTable('actions')
    .set({ status: to, updated_at: expires_at, settled_at: tx.now, looks: null }) // when it became so, and when it was noticed
    .where('project_id', '=', project_id)
    .where('id', '=', id)
    .where('status', '=', from)
    .where('expires_at', '<=', tx.now)
    .returning('id')
    .executeTakeFirst();
  return moved !== undefined;
}

/** Those of these that wait for a decision. */
export async function pendingAmong(tx: Tx, project_id: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await tx.q
    .selectFrom('actions')
    .select('id')
    .where('project_id', '=', project_id)
    .where('id', 'in', inFewLengths(ids))
    .where('status', '=', 'pending')
    .where('expires_at', '>', tx.now)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** When the next pending action after this moment expires, whoever's it is. */
export async function nextExpiryAt(reader: Reader, after: number): Promise<number | undefined> {
  const next = await reader.q
    .selectFrom('actions')
    .select('expires_at')
    .where('status', '=', PENDING)
    .where('expires_at', '>', after)
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

export const insertDecision = preparedSend<DecisionRow>((q, p) =>
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
    unread: p.unread,
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

export async function findStatus(reader: Reader, project_id: string, id: string): Promise<StatusRow | undefined> {
  const [row] = await selectStatus(reader, { project_id, id });
  return row;
}

/** It does not change until this transaction ends. */
export async function lockStatus(
  tx: Tx,
  project_id: string,
  id: string,
): Promise<(StatusRow & Pick<ActionRow, 'approvals_given'>) | undefined> {
  const query = tx.q
    .selectFrom('actions')
    .select(['status', 'expires_at', 'approvals_given'])
    .where('project_id', '=', project_id)
    .where('id', '=', id);
  return tx.locked(query).executeTakeFirst();
}

/** All that someone who waits needs to know. Many ask at once, about as many actions: they are answered by one query. */
export const lookAtStatus = readTogether<StatusRow & { id: string }>((reader, project_id, ids) =>
  reader.q
    .selectFrom('actions')
    .select(['id', 'status', 'expires_at'])
    .where('project_id', '=', project_id)
    .where('id', 'in', ids)
    .execute(),
);

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
    .where((where) =>
      where.or([
        where('claim_until', 'is', null),
        where('claim_until', '<=', tx.now),
        where('claim_until', '>', tx.now + NEVER_CLAIMED_SO_LONG_SECONDS),
      ]),
    )
    .returning('id')
    .executeTakeFirst();
  return saved !== undefined;
}
