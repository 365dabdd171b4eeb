// The chain of the audit log in storage: which rows wait for their place, where the chain of a project ends, its checkpoints.

import { sql } from 'kysely';
import type { Reader, Tx } from '../../storage/database.ts';
import { preparedChange, preparedRead, preparedSend } from '../../storage/prepared.ts';
import type { AuditCheckpointRow, AuditHeadRow, AuditTableRow } from '../../storage/schema.ts';

const CHAIN_COLUMNS = [
  'audit.project_id',
  'audit.id',
  'audit.event',
  'audit.entity_id',
  'audit.actor_type',
  'audit.actor_id',
  'audit.channel',
  'audit.data',
  'audit.commitment',
  'audit.created_at',
] as const;

const selectUnsealed = preparedRead<{ after: string }, { project_id: string }>((q, p) =>
  q
    .selectFrom('audit')
    .select('project_id')
    .where('seq', 'is', null)
    .where('project_id', '>', p.after)
    .orderBy('project_id')
    .limit(1),
);

/** The next project, by its id, that has rows without a place. */
export async function nextUnsealedProject(reader: Reader, after: string): Promise<string | undefined> {
  const [next] = await selectUnsealed(reader, { after });
  return next?.project_id;
}

/**
 * In the order they were written. A row is written after the commit of everything it could know of, so whatever this
 * order cannot tell apart happened at once. A row that is not committed yet is not there, and comes later.
 */
export async function unsealedRows(tx: Tx, project_id: string, limit: number) {
  return tx.q
    .selectFrom('audit')
    .select(CHAIN_COLUMNS)
    .where('project_id', '=', project_id)
    .where('seq', 'is', null)
    .orderBy('rowid')
    .limit(limit)
    .execute();
}

export type UnsealedRow = Awaited<ReturnType<typeof unsealedRows>>[number];

export async function countUnsealed(reader: Reader, project_id: string): Promise<number> {
  const { unsealed } = await reader.q
    .selectFrom('audit')
    .select((select) => select.fn.countAll<number>().as('unsealed'))
    .where('project_id', '=', project_id)
    .where('seq', 'is', null)
    .executeTakeFirstOrThrow();
  return unsealed;
}

/** The end of the chain, held until this transaction ends; undefined while another instance holds it. */
export async function lockHead(tx: Tx, project_id: string): Promise<AuditHeadRow | undefined> {
  return tx
    .skipLocked(tx.q.selectFrom('audit_heads').selectAll().where('project_id', '=', project_id))
    .executeTakeFirst();
}

export async function insertHead(tx: Tx, head: AuditHeadRow): Promise<void> {
  await tx.q
    .insertInto('audit_heads')
    .values(head)
    .onConflict((conflict) => conflict.column('project_id').doNothing())
    .execute();
}

export async function findHead(reader: Reader, project_id: string): Promise<AuditHeadRow | undefined> {
  return reader.q.selectFrom('audit_heads').selectAll().where('project_id', '=', project_id).executeTakeFirst();
}

const updateHead = preparedSend<AuditHeadRow>((q, p) =>
  q
    .updateTable('audit_heads')
    .set({ seq: p.seq, hash: p.hash, checkpoint_due_at: p.checkpoint_due_at })
    .where('project_id', '=', p.project_id),
);

export async function saveHead(tx: Tx, head: AuditHeadRow): Promise<void> {
  await updateHead(tx, head);
}

/** Heads with rows that have gone without a checkpoint for long enough, or would go for too long. */
export async function headsDue(
  tx: Tx,
  { later_than, limit }: { later_than: number; limit: number },
): Promise<AuditHeadRow[]> {
  const query = tx.q
    .selectFrom('audit_heads')
    .selectAll()
    .where((head) => head.or([head('checkpoint_due_at', '<=', tx.now), head('checkpoint_due_at', '>', later_than)]))
    .orderBy('checkpoint_due_at')
    .limit(limit);
  return tx.skipLocked(query).execute();
}

const selectDue = preparedRead<object, Pick<AuditHeadRow, 'checkpoint_due_at'>>((q) =>
  q
    .selectFrom('audit_heads')
    .select('checkpoint_due_at')
    .where('checkpoint_due_at', 'is not', null)
    .orderBy('checkpoint_due_at')
    .limit(1),
);

export async function nextCheckpointDueAt(reader: Reader): Promise<number | undefined> {
  const [next] = await selectDue(reader, {});
  return next?.checkpoint_due_at ?? undefined;
}

const selectLast = preparedRead<{ project_id: string }, Pick<AuditTableRow, 'seq' | 'hash'>>((q, p) =>
  q
    .selectFrom('audit')
    .select(['seq', 'hash'])
    .where('project_id', '=', p.project_id)
    .where('seq', '>', 0)
    .orderBy('seq', 'desc')
    .limit(1),
);

/** The row with the highest place. */
export async function lastSealed(reader: Reader, project_id: string) {
  const [last] = await selectLast(reader, { project_id });
  return last;
}

/** Whether a row has a place before the first: the sealer gives none such, and whoever reads by place never comes to it. */
export async function hasRowBeforeFirst(reader: Reader, project_id: string): Promise<boolean> {
  const found = await reader.q
    .selectFrom('audit')
    .select('id')
    .where('project_id', '=', project_id)
    .where('seq', '<', 1)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Sealed rows after a place, with the values that are still there. */
export async function sealedRows(reader: Reader, project_id: string, after: number, limit: number) {
  return reader.q
    .selectFrom('audit')
    .leftJoin('audit_values', (join) =>
      join.onRef('audit_values.project_id', '=', 'audit.project_id').onRef('audit_values.audit_id', '=', 'audit.id'),
    )
    .select([...CHAIN_COLUMNS, 'audit.seq', 'audit.hash', 'audit_values.salt', 'audit_values.value'])
    .where('audit.project_id', '=', project_id)
    .where('audit.seq', '>', after)
    .orderBy('audit.seq')
    .limit(limit)
    .execute();
}

export async function insertCheckpoint(tx: Tx, checkpoint: AuditCheckpointRow): Promise<void> {
  await tx.q
    .insertInto('audit_checkpoints')
    .values(checkpoint)
    .onConflict((conflict) => conflict.columns(['project_id', 'seq']).doNothing())
    .execute();
}

/** In their order, those after one place up to another. */
export async function readCheckpoints(
  reader: Reader,
  project_id: string,
  { after, upTo, limit }: { after: number; upTo: number; limit: number },
): Promise<AuditCheckpointRow[]> {
  return reader.q
    .selectFrom('audit_checkpoints')
    .selectAll()
    .where('project_id', '=', project_id)
    .where('seq', '>', after)
    .where('seq', '<=', upTo)
    .orderBy('seq')
    .limit(limit)
    .execute();
}

/** The last row that was signed for. */
export async function lastCheckpointed(reader: Reader, project_id: string): Promise<number> {
  const last = await reader.q
    .selectFrom('audit_checkpoints')
    .select('seq')
    .where('project_id', '=', project_id)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.seq ?? 0;
}

interface Placed {
  readonly id: string;
  readonly hash: string;
}

/** Few lengths, so that each is prepared once. */
const LENGTHS = [64, 8, 1] as const;
const updates = new Map(LENGTHS.map((length) => [length, updateOf(length)]));

/** Gives rows their places, from `first` on. One statement for many: on PostgreSQL each is a journey. */
export async function placeRows(tx: Tx, project_id: string, first: number, rows: readonly Placed[]): Promise<void> {
  for (let at = 0; at < rows.length; ) {
    const length = LENGTHS.find((each) => each <= rows.length - at) ?? 1;
    const entries = rows.slice(at, at + length).flatMap(({ id, hash }, n) => [
      [`id${n}`, id],
      [`hash${n}`, hash],
    ]);
    const parameters = { ...Object.fromEntries(entries), project_id, first: first + at };
    const placed = await updates.get(length)?.(tx, parameters);
    if (placed !== length) throw new Error(`Of ${length} audit rows ${placed} were there to be sealed.`);
    at += length;
  }
}

/** No `seq IS NULL` among the conditions: it would lead SQLite through every row that waits. */
function updateOf(length: number) {
  const each = Array.from({ length }, (_, n) => n);
  return preparedChange<Record<string, string | number>>((q, p) => {
    const places = sql.join(each.map((n) => sql`(${p[`id${n}`]}, ${p[`hash${n}`]}, ${sql.lit(n)})`));
    // Both engines name the columns of VALUES so.
    const update = sql`
      update audit set seq = cast(${p.first} as bigint) + place.column3, hash = place.column2
      from (values ${places}) as place
      where audit.project_id = ${p.project_id} and audit.id = place.column1`;
    return { compile: () => update.compile(q) };
  });
}
