// Who is who at the company, in storage.

import type { Reader, Tx } from '../../../storage/database.ts';
import type { OidcIdentityRow, ReviewerRow } from '../../../storage/schema.ts';

type Who = Pick<ReviewerRow, 'project_id' | 'id'>;

export async function findIdentity(
  reader: Reader,
  { issuer, subject }: Pick<OidcIdentityRow, 'issuer' | 'subject'>,
): Promise<OidcIdentityRow | undefined> {
  return reader.q
    .selectFrom('oidc_identities')
    .selectAll()
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
}

/** False when the identity is someone's already. Who had another one before has this one now. */
export async function insertIdentity(
  tx: Tx,
  { project_id, id }: Who,
  { issuer, subject }: Pick<OidcIdentityRow, 'issuer' | 'subject'>,
): Promise<boolean> {
  await deleteIdentity(tx, { project_id, id });
  const row = { project_id, id: tx.newId('oid'), reviewer_id: id, issuer, subject, created_at: tx.now };
  const saved = await tx.q
    .insertInto('oidc_identities')
    .values(row)
    .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return saved !== undefined;
}

export async function deleteIdentity(tx: Tx, { project_id, id }: Who): Promise<boolean> {
  const deleted = await tx.q
    .deleteFrom('oidc_identities')
    .where('project_id', '=', project_id)
    .where('reviewer_id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return deleted !== undefined;
}
