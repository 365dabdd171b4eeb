// The invariant "the chain verifies", for the simulation and the crash loop: packages/server/test/support/chain-fault.ts.
// `chainFault(committed.query, [PINNED_KEY])` says what is wrong with the chain of any project, undefined when nothing is;
// `pinnedSigner` is a signer that a seed can replay. The sweep that seals is `sealAudit(app)`.

import { type ChainCheck, openChainCheck } from '@countersign/contract/audit-chain';
import { openCheckpoint, type PublicJwk } from '@countersign/contract/checkpoint';
import type { Signer } from '../../src/app.ts';
import { proving } from '../../src/base/proving.ts';
import { readFacts } from '../../src/features/audit/facts.ts';
import { readSigningKey, signCheckpoint, signReceipt } from '../../src/features/signing/signing-key.ts';
import type { AuditCheckpointRow, AuditHeadRow, AuditTableRow, AuditValueRow } from '../../src/storage/schema.ts';
import { signAtOnce } from './sign-at-once.ts';

/** All rows of a statement on SQLite; the committed state, of one moment. */
type Query = (sql: string, ...parameters: string[]) => readonly Readonly<Record<string, unknown>>[];

/** Looks at every project, from the first row of its chain to the last. A simulated log is short. */
export function chainFault(query: Query, keys: readonly PublicJwk[]): string | undefined {
  const projects = query('SELECT DISTINCT project_id FROM audit') as readonly { project_id: string }[];
  for (const { project_id } of projects) {
    const check = openChainCheck(proving.sha256);
    follow(check, query, project_id, keys);
    const { ok, first_bad_seq, why } = check.verdict();
    if (!ok) return `the chain of ${project_id} breaks at ${first_bad_seq}: ${why}`;
  }
  return undefined;
}

type Row = AuditTableRow & Partial<AuditValueRow>;

function follow(check: ChainCheck, query: Query, project_id: string, keys: readonly PublicJwk[]): void {
  const rows = query(
    `SELECT u.*, v.salt, v.value FROM audit u
     LEFT JOIN audit_values v ON v.project_id = u.project_id AND v.audit_id = u.id
     WHERE u.project_id = ? AND u.seq IS NOT NULL ORDER BY u.seq`,
    project_id,
  ) as unknown as readonly Row[];
  const notes = query('SELECT * FROM audit_checkpoints WHERE project_id = ?', project_id);
  const checkpoints = new Map((notes as unknown as readonly AuditCheckpointRow[]).map(({ seq, note }) => [seq, note]));
  for (const { salt, value, data, seq, hash, ...row } of rows) {
    const opening = salt && value ? { salt, values: readFacts(value) } : undefined;
    const facts = data === null ? null : readFacts(data);
    check.row({ ...row, seq: seq ?? 0, hash: hash ?? '', data: facts, opening });
    const note = checkpoints.get(seq ?? 0);
    const signed = note === undefined ? undefined : openCheckpoint(proving, keys, note);
    if (signed) check.checkpoint(signed);
    else if (note !== undefined) check.distrust('a checkpoint is not signed');
  }
  const [head] = query('SELECT * FROM audit_heads WHERE project_id = ?', project_id) as unknown as AuditHeadRow[];
  const { head: last } = check.verdict();
  if ((head?.seq ?? 0) !== check.next - 1) check.fail(check.next, `the head is at ${head?.seq}`);
  if (head && head.seq > 0 && head.hash !== last) check.fail(head.seq, 'the head has another hash');
  for (const seq of checkpoints.keys()) if (seq >= check.next) check.fail(check.next, `${seq} rows were signed for`);
}

/** Known to everyone, and so to every replay. Ed25519 signatures hold no chance. */
const PINNED = readSigningKey({
  kid: 'pinned',
  created_at: 0,
  pem: `-----BEGIN PRIVATE KEY-----
MC4CAQAwBQYDK2VwBCIEIJ1hsZ3v/VpguoRK9JLsLMREScVpezJpGXA7rAMcrn9g
-----END PRIVATE KEY-----`,
});

export const PINNED_KEY: PublicJwk = PINNED.published;

export const pinnedSigner: Signer = {
  receipt: (claims) => signReceipt({ sign: signAtOnce }, PINNED, claims),
  checkpoint: (checkpoint) => signCheckpoint(PINNED, checkpoint),
  publicKeys: async () => [PINNED_KEY],
  reload: async () => undefined,
};
