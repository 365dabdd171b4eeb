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

/** Whether the company has ever said who they are. */
export async function hasIdentity(reader: Reader, { project_id, id }: Who): Promise<boolean> {
  const found = await reader.q
    .selectFrom('oidc_identities')
    .select('id')
    .where('project_id', '=', project_id)
    .where('reviewer_id', '=', id)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** False when the identity is, or was, someone's. Who had another one before signs in with this one now. */
export async function insertIdentity(
  tx: Tx,
  { project_id, id }: Who,
  { issuer, subject }: Pick<OidcIdentityRow, 'issuer' | 'subject'>,
): Promise<boolean> {
  await endIdentity(tx, { project_id, id });
  const row = { project_id, id: tx.newId('oid'), reviewer_id: id, issuer, subject, created_at: tx.now, ended_at: null };
  const saved = await tx.q
    .insertInto('oidc_identities')
    .values(row)
    .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return saved !== undefined;
}

/** One that they had before. */
export async function resumeIdentity(
  tx: Tx,
  { project_id, id, reviewer_id }: Pick<OidcIdentityRow, 'project_id' | 'id' | 'reviewer_id'>,
): Promise<void> {
  await endIdentity(tx, { project_id, id: reviewer_id });
  await tx.q
    .updateTable('oidc_identities')
    .set({ ended_at: null })
    .where('project_id', '=', project_id)
    .where('id', '=', id)
    .execute();
}

/** It stays theirs: were it nobody's, they would come back with it as someone else, and count for two. */
export async function endIdentity(tx: Tx, { project_id, id }: Who): Promise<boolean> {
  const ended = await tx.q
    .updateTable('oidc_identities')
    .set({ ended_at: tx.now })
    .where('project_id', '=', project_id)
    .where('reviewer_id', '=', id)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return ended !== undefined;
}

/** Of someone who is removed: all they ever had. */
export async function deleteIdentities(tx: Tx, { project_id, id }: Who): Promise<void> {
  await tx.q.deleteFrom('oidc_identities').where('project_id', '=', project_id).where('reviewer_id', '=', id).execute();
}
