// Requests for links by mail, in storage: a line that is worked off and forgotten.

import type { Reader, Tx } from '../../storage/database.ts';
import type { MailRequestRow } from '../../storage/schema.ts';

export async function insertMailRequest(tx: Tx, row: MailRequestRow): Promise<void> {
  await tx.q.insertInto('mail_requests').values(row).execute();
}

/** Theirs for so long; a worker that takes longer has lost them. */
export async function leaseMailRequests(tx: Tx, most: number, seconds: number): Promise<MailRequestRow[]> {
  const due = tx.skipLocked(
    tx.q.selectFrom('mail_requests').select('id').where('due_at', '<=', tx.now).orderBy('due_at').limit(most),
  );
  return tx.q
    .updateTable('mail_requests')
    .set(({ eb }) => ({ due_at: tx.now + seconds, attempt: eb('attempt', '+', 1) }))
    .where('id', 'in', due)
    .returningAll()
    .execute();
}

export async function deleteMailRequest(tx: Tx, { id, attempt }: MailRequestRow): Promise<void> {
  await tx.q.deleteFrom('mail_requests').where('id', '=', id).where('attempt', '=', attempt).execute();
}

export async function putOffMailRequest(tx: Tx, { id, attempt }: MailRequestRow, due_at: number): Promise<void> {
  await tx.q.updateTable('mail_requests').set({ due_at }).where('id', '=', id).where('attempt', '=', attempt).execute();
}

export async function nextMailRequestAt(reader: Reader): Promise<number | undefined> {
  const next = await reader.q
    .selectFrom('mail_requests')
    .select('due_at')
    .orderBy('due_at')
    .limit(1)
    .executeTakeFirst();
  return next?.due_at;
}
