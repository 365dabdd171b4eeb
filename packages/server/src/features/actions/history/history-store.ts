// The history in storage: places in it by what people look for, each a range of an index, and the rows at such places.

import type { ActionStatus, Statement } from '@countersign/contract';
import type { Reader } from '../../../storage/database.ts';
import { inOneLook } from '../../../storage/in-one-look.ts';
import { asLiteral, IN_TROUBLE } from '../../../storage/literal.ts';
import type { ActionRow, DecisionRow, ResultRow, SignatureRow } from '../../../storage/schema.ts';
import { type DeliveryState, newestDeliveries } from '../../deliveries/store.ts';
import { withDecision } from '../store.ts';

export interface Place {
  readonly settled_at: number;
  readonly id: string;
}

export interface Stretch {
  readonly project_id: string;
  /** From this second on, and before that one. */
  readonly since: number;
  readonly until: number;
  /** After this place, the newest being first. */
  readonly beyond: Place | undefined;
  readonly limit: number;
}

/** Of actions in these statuses, a stretch of each; in one look, for a result moves an action from one to another. */
export async function settledAs(reader: Reader, statuses: readonly ActionStatus[], stretch: Stretch): Promise<Place[]> {
  return inOneLook(
    reader,
    statuses.map((status) => settled(reader, stretch).where('status', '=', status)),
  );
}

export async function settledOfKind(reader: Reader, kind: string, stretch: Stretch): Promise<Place[]> {
  return settled(reader, stretch).where('kind', '=', kind).execute();
}

function settled(reader: Reader, { project_id, since, until, beyond, limit }: Stretch) {
  const query = reader.q
    .selectFrom('actions')
    .select((select) => [select.ref('settled_at').$notNull().as('settled_at'), 'id'])
    .where('project_id', '=', project_id)
    .where('settled_at', '>=', since)
    .where('settled_at', '<', until)
    .orderBy('settled_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit);
  return beyond === undefined
    ? query
    : query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('settled_at', 'id'), '<', tuple(beyond.settled_at, beyond.id)),
      );
}

/** Decided by a person, key or rule. */
export async function decidedBy(
  reader: Reader,
  decider_id: string,
  { project_id, since, until, beyond, limit }: Stretch,
): Promise<Place[]> {
  let query = reader.q
    .selectFrom('decisions')
    .select(['decided_at as settled_at', 'action_id as id'])
    .where('project_id', '=', project_id)
    .where('decided_by_id', '=', decider_id)
    .where('decided_at', '>=', since)
    .where('decided_at', '<', until)
    .orderBy('decided_at', 'desc')
    .orderBy('action_id', 'desc')
    .limit(limit);
  if (beyond)
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('decided_at', 'action_id'), '<', tuple(beyond.settled_at, beyond.id)),
    );
  return query.execute();
}

export const TROUBLES = ['retry', 'dlq', 'gone'] as const;
export type Trouble = (typeof TROUBLES)[number];

/** A webhook is written down in the same moment as what it tells. */
export async function inTrouble(
  reader: Reader,
  status: Trouble,
  { project_id, since, until, beyond, limit }: Stretch,
): Promise<Place[]> {
  let query = reader.q
    .selectFrom('deliveries')
    .select(['created_at as settled_at', 'action_id as id'])
    .where('project_id', '=', project_id)
    .where('status', 'in', IN_TROUBLE)
    .where('status', '=', asLiteral(status))
    .where('created_at', '>=', since)
    .where('created_at', '<', until)
    .orderBy('created_at', 'desc')
    .orderBy('action_id', 'desc')
    .limit(limit);
  if (beyond)
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('created_at', 'action_id'), '<', tuple(beyond.settled_at, beyond.id)),
    );
  return query.execute();
}

const ACTION = [
  'id',
  'kind',
  'title',
  'status',
  'expires_at',
  'untrusted',
  'created_by_type',
  'created_by_id',
  'created_by_name',
] as const satisfies readonly (keyof ActionRow)[];

const DECISION = [
  'verdict',
  'decided_at',
  'channel',
  'decided_by_type',
  'decided_by_id',
  'decided_by_name',
  'self_decided',
  'unread',
  'comment',
  'edited_fields',
] as const satisfies readonly (keyof DecisionRow)[];

type Said = Pick<DecisionRow, (typeof DECISION)[number]>;

export interface Settled {
  readonly action: Pick<ActionRow, (typeof ACTION)[number]> & { readonly settled_at: number };
  /** Undefined of one that expired. */
  readonly decision: Said | undefined;
  readonly delivery: DeliveryState | undefined;
  readonly result: Pick<ResultRow, 'status' | 'detail' | 'reported_at'> | undefined;
  readonly signed: boolean;
}

/** By id; those that are pending, or gone since, are not among them. */
export async function findSettled(
  reader: Reader,
  project_id: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Settled>> {
  if (ids.length === 0) return new Map();
  const [rows, deliveries, signatures] = await Promise.all([
    withDecision(reader.q)
      .select(ACTION.map((column) => `actions.${column}` as const))
      .select((select) => select.ref('actions.settled_at').$notNull().as('settled_at'))
      .select(DECISION.map((column) => `decisions.${column}` as const))
      .leftJoin('results', (join) =>
        join.onRef('results.project_id', '=', 'actions.project_id').onRef('results.action_id', '=', 'actions.id'),
      )
      .select(['results.status as result_status', 'results.detail as result_detail', 'results.reported_at'])
      .where('actions.project_id', '=', project_id)
      .where('actions.id', 'in', ids)
      .where('actions.settled_at', 'is not', null)
      .execute(),
    newestDeliveries(reader, project_id, ids),
    reader.q
      .selectFrom('signatures')
      .select(['action_id', 'reviewer_id', 'statement', 'signed_at'])
      .where('project_id', '=', project_id)
      .where('action_id', 'in', ids)
      .execute(),
  ]);
  const signaturesOf = Map.groupBy(signatures, ({ action_id }) => action_id);
  return new Map(
    rows.map((row) => [
      row.id,
      {
        action: row,
        decision: row.verdict === null ? undefined : (row as Said),
        delivery: deliveries.get(row.id),
        result: resultIn(row),
        signed: (signaturesOf.get(row.id) ?? []).some((signature) => isOf(signature, row)),
      },
    ]),
  );
}

interface Reported {
  readonly result_status: ResultRow['status'] | null;
  readonly result_detail: ResultRow['detail'];
  readonly reported_at: number | null;
}

function resultIn({ result_status, result_detail, reported_at }: Reported): Settled['result'] {
  return result_status === null || reported_at === null
    ? undefined
    : { status: result_status, detail: result_detail, reported_at };
}

type Signature = Pick<SignatureRow, 'reviewer_id' | 'statement' | 'signed_at'>;
type Made = { readonly [K in 'decided_by_id' | 'decided_at' | 'verdict']: DecisionRow[K] | null };

/** Of several who approve each may sign; the decision is signed if whoever made it did, in the moment they made it. */
function isOf({ reviewer_id, statement, signed_at }: Signature, { decided_by_id, decided_at, verdict }: Made): boolean {
  if (reviewer_id !== decided_by_id || signed_at !== decided_at) return false;
  return (JSON.parse(statement) as Statement).verdict === verdict;
}
