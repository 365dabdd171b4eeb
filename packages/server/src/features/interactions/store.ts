// Signatures of decisions in storage.

import type { Reader, Tx } from '../../storage/database.ts';
import type { SignatureRow } from '../../storage/schema.ts';

export async function insertSignature(tx: Tx, row: SignatureRow): Promise<void> {
  await tx.q.insertInto('signatures').values(row).execute();
}

/** That of whoever made the decision, made with it, and the receipt of it. */
export async function findProof(reader: Reader, project_id: string, action_id: string) {
  return reader.q
    .selectFrom('signatures')
    .innerJoin('decisions', (join) =>
      join
        .onRef('decisions.project_id', '=', 'signatures.project_id')
        .onRef('decisions.action_id', '=', 'signatures.action_id')
        .onRef('decisions.decided_by_id', '=', 'signatures.reviewer_id')
        .onRef('decisions.decided_at', '=', 'signatures.signed_at'),
    )
    .selectAll('signatures')
    .select(['decisions.receipt', 'decisions.verdict'])
    .where('signatures.project_id', '=', project_id)
    .where('signatures.action_id', '=', action_id)
    .orderBy('signatures.id', 'desc')
    .limit(1)
    .executeTakeFirst();
}
