// Gives committed rows their place in the chain of their project, and signs how far it reaches. The chain grows here and
// not where rows are written, so that writers never wait for one another.

import { CHAIN_START, hashOfRow } from '@countersign/contract/audit-chain';
import { CHECKPOINT_ROWS } from '@countersign/contract/checkpoint';
import { type App, nowOf, type Signer } from '../../app.ts';
import { proving } from '../../base/proving.ts';
import { inTransaction, type Tx } from '../../storage/database.ts';
import type { AuditCheckpointRow, AuditHeadRow } from '../../storage/schema.ts';
import {
  findHead,
  headsDue,
  insertCheckpoint,
  insertHead,
  lastSealed,
  lockHead,
  nextCheckpointDueAt,
  nextUnsealedProject,
  placeRows,
  saveHead,
  type UnsealedRow,
  unsealedRows,
} from './chain-store.ts';
import { readFacts } from './facts.ts';

/** Rows in one transaction, whosoever they are: so few that nobody waits for the writer (`bench --only sealing`). */
const BATCH = 64;
/** A row waits for this and for the transaction: less than a second. Rows are written by operator commands, too. */
const LOOK_EVERY_MS = 400;
const CHECKPOINT_SECONDS = 86_400;
/** A checkpoint that is due later than this, a clock that was wrong has put off. */
const NEVER_SO_LONG_SECONDS = CHECKPOINT_SECONDS + 60;

/** Every project gets its turn before one that has more gets its next. */
export async function sealAudit(app: App): Promise<number> {
  let isMore = false;
  for (let after: string | undefined = ''; after !== undefined; ) {
    const from: string = after;
    if ((await nextUnsealedProject(app.reader, from)) === undefined) break;
    const round = await inTransaction(app, (tx) => sealRound(tx, app.signer, from));
    isMore ||= round.isMore;
    logCheckpoints(app, round.checkpoints);
    after = round.after;
  }
  await signDue(app);
  return isMore ? 0 : LOOK_EVERY_MS;
}

interface Round {
  /** The last project that had its turn; undefined when all had. */
  readonly after: string | undefined;
  readonly isMore: boolean;
  readonly checkpoints: readonly AuditCheckpointRow[];
}

async function sealRound(tx: Tx, signer: Signer, from: string): Promise<Round> {
  const checkpoints: AuditCheckpointRow[] = [];
  for (let left = BATCH, after = from; ; ) {
    const project_id = await nextUnsealedProject(tx, after);
    if (project_id === undefined) return { after: undefined, isMore: false, checkpoints };
    const head = await takeHead(tx, project_id);
    const rows = head ? await unsealedRows(tx, project_id, left) : [];
    if (head) checkpoints.push(...(await sealRows(tx, signer, head, rows)));
    if (rows.length === left) return { after: project_id, isMore: true, checkpoints };
    left -= rows.length;
    after = project_id;
  }
}

/** Undefined while another instance seals this project. */
async function takeHead(tx: Tx, project_id: string): Promise<AuditHeadRow | undefined> {
  const last = await lastSealed(tx, project_id);
  const end = { seq: last?.seq ?? 0, hash: last?.hash ?? CHAIN_START };
  const head = (await lockHead(tx, project_id)) ?? (await newHead(tx, { project_id, ...end, checkpoint_due_at: null }));
  // Behind its rows only when someone has meddled with it. The rows are what counts: the chain goes on where they end.
  return head && head.seq < end.seq ? { ...head, ...end } : head;
}

async function newHead(tx: Tx, head: AuditHeadRow): Promise<AuditHeadRow | undefined> {
  if (await findHead(tx, head.project_id)) return undefined; // it is there, and held
  await insertHead(tx, head);
  return lockHead(tx, head.project_id);
}

async function sealRows(
  tx: Tx,
  signer: Signer,
  head: AuditHeadRow,
  rows: readonly UnsealedRow[],
): Promise<AuditCheckpointRow[]> {
  if (rows.length === 0) return [];
  const { project_id } = head;
  const placed: { id: string; seq: number; hash: string }[] = [];
  for (let { seq, hash } = head, n = 0; n < rows.length; n++) {
    const row = rows[n] as UnsealedRow;
    seq++;
    hash = hashOfRow(proving.sha256, hash, { ...row, seq, data: row.data === null ? null : readFacts(row.data) });
    placed.push({ id: row.id, seq, hash });
  }
  await placeRows(tx, project_id, head.seq + 1, placed);

  const checkpoints: AuditCheckpointRow[] = [];
  for (const { seq, hash } of placed) {
    if (seq % CHECKPOINT_ROWS === 0) checkpoints.push(await sign(tx, signer, { project_id, seq, hash }));
  }
  const end = placed.at(-1) ?? head;
  const covered = checkpoints.at(-1)?.seq;
  const sinceBefore = covered === undefined ? head.checkpoint_due_at : null;
  const checkpoint_due_at = covered === end.seq ? null : (sinceBefore ?? tx.now + CHECKPOINT_SECONDS);
  await saveHead(tx, { project_id, seq: end.seq, hash: end.hash, checkpoint_due_at });
  return checkpoints;
}

/** A chain that grows slowly is signed for once a day. */
async function signDue(app: App): Promise<void> {
  const due_at = await nextCheckpointDueAt(app.reader);
  if (due_at === undefined) return;
  const waits = due_at - nowOf(app);
  if (waits > 0 && waits <= NEVER_SO_LONG_SECONDS) return;
  const checkpoints = await inTransaction(app, async (tx) => {
    const signed: AuditCheckpointRow[] = [];
    for (const head of await headsDue(tx, { later_than: tx.now + NEVER_SO_LONG_SECONDS, limit: BATCH })) {
      signed.push(await sign(tx, app.signer, head));
      await saveHead(tx, { ...head, checkpoint_due_at: null });
    }
    return signed;
  });
  logCheckpoints(app, checkpoints);
}

type Reached = Pick<AuditHeadRow, 'project_id' | 'seq' | 'hash'>;

async function sign(tx: Tx, signer: Signer, { project_id, seq, hash }: Reached): Promise<AuditCheckpointRow> {
  const note = signer.checkpoint({ project_id, seq, hash, at: tx.now });
  const checkpoint = { project_id, seq, created_at: tx.now, note };
  await insertCheckpoint(tx, checkpoint);
  return checkpoint;
}

/** Where logs are kept elsewhere, this is the copy that nobody with only the database can change. */
function logCheckpoints(app: App, checkpoints: readonly AuditCheckpointRow[]): void {
  for (const { project_id, seq, note } of checkpoints) {
    app.world.log('info', 'audit.checkpoint', { project_id, seq, note });
  }
}
