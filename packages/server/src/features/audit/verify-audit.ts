// Follows the chain of a project from its first row to its last and says where it breaks. A slice at a time, for a chain may
// be long; and slices one after another, whoever asks, so that many who ask do not hold up the rest.

import type { AuditVerification } from '@countersign/contract';
import { type ChainCheck, type ChainVerdict, openChainCheck } from '@countersign/contract/audit-chain';
import { CHECKPOINT_ROWS, openCheckpoint, type PublicJwk } from '@countersign/contract/checkpoint';
import type { App } from '../../app.ts';
import { Problem } from '../../base/problem.ts';
import { proving } from '../../base/proving.ts';
import type { Reader } from '../../storage/database.ts';
import type { AuditHeadRow } from '../../storage/schema.ts';
import {
  countUnsealed,
  findHead,
  hasRowBeforeFirst,
  lastCheckpointed,
  lastSealed,
  readCheckpoints,
  sealedRows,
} from './chain-store.ts';
import { readFacts } from './facts.ts';

const SLICE = 200;
/** Between two slices. */
export const PAUSE_MS = 2;

export type Verification = ChainVerdict & { readonly unsealed: number };

export interface Verifier {
  verify(app: App, project_id: string, signal?: AbortSignal): Promise<Verification>;
}

export function makeVerifier(): Verifier {
  let turns: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(app: App, slice: () => Promise<T>): Promise<T> => {
    const mine = turns.then(slice);
    const over = () => app.world.sleep(PAUSE_MS);
    turns = mine.then(over, over);
    return mine;
  };

  return {
    async verify(app, project_id, signal) {
      const end = await endOf(app.reader, project_id);
      const keys = await app.signer.publicKeys();
      const check = openChainCheck(proving.sha256);
      if (await hasRowBeforeFirst(app.reader, project_id)) check.fail(1, 'a row stands before the first one');
      const stretch = { project_id, upTo: end.head?.seq ?? end.last, keys };
      for (let isMore = stretch.upTo > 0; isMore; ) {
        if (signal?.aborted) throw new Problem('timeout'); // nobody hears it
        isMore = await inTurn(app, () => checkSlice(app, check, stretch));
      }
      checkEnd(check, end);
      return { ...check.verdict(), unsealed: await countUnsealed(app.reader, project_id) };
    },
  };
}

interface End {
  /** The last row that was signed for, and the last row there is. */
  readonly signed: number;
  readonly last: number;
  readonly head: AuditHeadRow | undefined;
  /** Behind the rows, though it is written with them. */
  readonly isBehind: boolean;
  /** It says that all rows were signed for, and they were not. */
  readonly isUnsigned: boolean;
}

/** In this order: rows are sealed while we look, so that what is read later may only reach further. */
async function endOf(reader: Reader, project_id: string): Promise<End> {
  const signed = await lastCheckpointed(reader, project_id);
  const before = await findHead(reader, project_id);
  const last = (await lastSealed(reader, project_id))?.seq ?? 0;
  const after = await findHead(reader, project_id);
  // SQLite takes text for a place too, and text is behind every number.
  const isBehind = !((after?.seq ?? 0) >= last);
  const isAllSigned = after !== undefined && after.checkpoint_due_at === null;
  const isUnsigned = isAllSigned && (await lastCheckpointed(reader, project_id)) < after.seq;
  return { signed, last, head: before ?? after, isBehind, isUnsigned };
}

function checkEnd(check: ChainCheck, { signed, last, head, isBehind, isUnsigned }: End): void {
  const reached = check.next - 1;
  if (head && head.seq > reached) check.fail(check.next, `rows up to ${head.seq} were sealed, and are missing`);
  if (signed > reached) check.fail(check.next, `rows up to ${signed} were signed for, and are missing`);
  if (head && head.seq === reached && reached > 0 && head.hash !== check.verdict().head) {
    check.fail(reached, 'the chain ends in another hash than was noted');
  }
  if (isUnsigned) check.distrust('the newest checkpoint is missing');
  if (isBehind) check.fail((head?.seq ?? last) + 1, 'there are rows beyond the end that was noted');
}

interface Stretch {
  readonly project_id: string;
  readonly upTo: number;
  readonly keys: readonly PublicJwk[];
}

/** False when there is no more to look at. */
async function checkSlice(app: App, check: ChainCheck, { project_id, upTo, keys }: Stretch): Promise<boolean> {
  const after = check.next - 1;
  const rows = await sealedRows(app.reader, project_id, after, Math.min(SLICE, upTo - after));
  const last = rows.at(-1)?.seq ?? after;
  const checkpoints = await readCheckpoints(app.reader, project_id, { after, upTo: last, limit: SLICE });
  const notes = new Map(checkpoints.map(({ seq, note }) => [seq, note]));
  for (const { salt, value, data, seq, hash, ...row } of rows) {
    const opening = salt === null ? undefined : { salt, values: readFacts(value) };
    const facts = data === null ? null : readFacts(data);
    check.row({ ...row, seq: seq ?? 0, hash: hash ?? '', data: facts, opening });
    const note = notes.get(seq ?? 0);
    if (note !== undefined) checkNote(check, keys, note);
    else if ((seq ?? 0) % CHECKPOINT_ROWS === 0) check.distrust(`the checkpoint at ${seq} is missing`);
  }
  return check.verdict().ok && rows.length > 0 && check.next <= upTo;
}

function checkNote(check: ChainCheck, keys: readonly PublicJwk[], note: string): void {
  const signed = openCheckpoint(proving, keys, note);
  if (signed) check.checkpoint(signed);
  else check.distrust('a checkpoint was not signed by this server');
}

/** As the API has it. */
export function viewVerification({ ok, rows, unsealed, head, first_bad_seq }: Verification): AuditVerification {
  return { ok, rows, unsealed, head, ...(first_bad_seq === undefined ? {} : { first_bad_seq }) };
}
