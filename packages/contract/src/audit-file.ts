// An exported audit log, as anyone can check it without the server: its lines are rows and checkpoints. Pure.

import { type ChainVerdict, canonicalJson, openChainCheck, type SealedRow } from './audit-chain.ts';
import {
  CHECKPOINT_ROWS,
  type Checkpoint,
  openCheckpoint,
  type Proving,
  type PublicJwk,
  readCheckpoint,
} from './checkpoint.ts';

/** What the hash of a row covers beside what the row shows. `values` and `salt` are gone after an erasure. */
export interface AuditProof {
  readonly project_id: string;
  readonly facts?: unknown;
  readonly commitment?: string;
  readonly salt?: string;
  readonly values?: unknown;
}

/** A line of the export that is a row. */
interface RowLine {
  readonly id: string;
  readonly seq?: number;
  readonly event: string;
  readonly entity_id: string;
  readonly action_id?: string;
  readonly actor?: { readonly type: string; readonly id: string };
  readonly channel?: string;
  readonly data?: unknown;
  readonly created_at: number;
  readonly hash?: string;
  readonly proof: AuditProof;
}

export interface AuditFileReport extends ChainVerdict {
  readonly unsealed: number;
  /** Rows whose values were erased: they are vouched for, and can no longer be read. */
  readonly erased: number;
  /** The newest checkpoint that holds; when no keys were given, its signature was not looked at. */
  readonly signed?: Checkpoint;
}

export interface AuditFileTrust {
  /** Of the server, from /.well-known/jwks.json. Without them signatures are not looked at. */
  readonly keys?: readonly PublicJwk[] | undefined;
  /** Checkpoints kept elsewhere: the file must reach at least as far, and be of the same rows. */
  readonly kept?: readonly string[] | undefined;
}

/** With keys, every sealed row must be covered by a signature. */
export async function checkAuditFile(
  lines: AsyncIterable<string>,
  proving: Proving,
  { keys, kept = [] }: AuditFileTrust,
): Promise<AuditFileReport> {
  const open = (note: string) => (keys ? openCheckpoint(proving, keys, note) : readCheckpoint(note));
  const check = openChainCheck(proving.sha256);
  let signed: Checkpoint | undefined;
  let unsealed = 0;
  let erased = 0;

  const take = (note: string, whose: string) => {
    const checkpoint = open(note);
    if (!checkpoint) return check.distrust(`a checkpoint ${whose} was signed with none of the keys`);
    check.checkpoint(checkpoint);
    if (check.vouched === checkpoint.seq) signed = checkpoint;
  };
  const keptAt = new Map<number | undefined, string>(kept.map((note) => [readCheckpoint(note)?.seq, note]));
  const takeKept = (seq: number | undefined) => {
    const note = keptAt.get(seq);
    if (note !== undefined) take(note, 'that was kept elsewhere');
  };

  /** The checkpoint of an export is signed whatever the database holds: those on the way to it were signed in their time. */
  const demandCheckpoint = () => {
    const at = check.next - 1;
    if (at % CHECKPOINT_ROWS === 0 && check.vouched < at) check.distrust(`the checkpoint at ${at} is missing`);
  };

  for await (const text of lines) {
    if (text.trim() === '') continue;
    const line = parsed(text);
    if (typeof line?.checkpoint === 'string') take(line.checkpoint, 'of the file');
    else if (!isRow(line)) check.fail(check.next, 'a line is neither a row nor a checkpoint of a whole export');
    else if (line.seq === undefined) unsealed++;
    else {
      demandCheckpoint();
      if (unsealed > 0) check.fail(line.seq, 'a row without a place stands before it');
      if (!showsWhatIsProven(line)) check.fail(line.seq, 'the row shows something else than what was sealed');
      if (line.proof.commitment !== undefined && line.proof.salt === undefined) erased++;
      check.row(sealedRow(line, line.seq));
      takeKept(line.seq);
    }
    if (!check.verdict().ok) break;
  }

  demandCheckpoint();
  for (const [seq, note] of keptAt) if (seq === undefined || seq >= check.next) take(note, 'that was kept elsewhere');
  if (keys && check.vouched < check.next - 1) check.distrust('the rows after the last checkpoint are not signed for');
  return { ...check.verdict(), unsealed, erased, ...(signed ? { signed } : {}) };
}

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined; // cut off, or not an export
  }
}

function isRow(line: Partial<RowLine> | undefined): line is RowLine {
  const isPlaced = line?.seq === undefined || (Number.isSafeInteger(line.seq) && typeof line.hash === 'string');
  return typeof line?.id === 'string' && typeof line.proof === 'object' && line.proof !== null && isPlaced;
}

/** A channel of the caller's own naming is among the values, and who someone outside is: the chain has none, and only of which kind. */
function sealedRow({ proof, actor, hash = '', ...line }: RowLine, seq: number): SealedRow {
  const { salt } = proof;
  const values = proof.values as Named | undefined;
  return {
    project_id: proof.project_id,
    seq,
    id: line.id,
    event: line.event,
    entity_id: line.entity_id,
    actor_type: actor?.type ?? null,
    actor_id: (values?.named_actor === undefined ? actor?.id : kindOf(values.named_actor)) ?? null,
    channel: values?.named_channel === undefined ? (line.channel ?? null) : null,
    data: proof.facts ?? null,
    commitment: proof.commitment ?? null,
    created_at: line.created_at,
    hash,
    opening: salt === undefined ? undefined : { salt, values: proof.values },
  };
}

/** The chain covers the proof; what people read must say the same. Values without their salt prove nothing: anyone can write some. */
function showsWhatIsProven({ data = {}, channel, actor, action_id, entity_id, proof }: RowLine): boolean {
  if (proof.values !== undefined && proof.salt === undefined) return false;
  const { named_channel, named_actor, ...values }: Named = { ...(proof.values as object | undefined) };
  const shown = { ...(proof.facts as object | undefined), ...values };
  if (action_id !== undefined && action_id !== entity_id) return false;
  if (named_channel !== undefined && named_channel !== channel) return false;
  if (named_actor !== undefined && named_actor !== actor?.id) return false;
  return canonicalJson(data) === canonicalJson(shown);
}

/** What stands beside the row among its values, since it may be personal. */
interface Named {
  readonly named_channel?: unknown;
  readonly named_actor?: unknown;
}

/** Of someone outside, as much as may stay for ever: `email` of `email:ana@example.com`. */
export function kindOf(actor_id: unknown): string {
  return String(actor_id).split(':', 1)[0] ?? '';
}
