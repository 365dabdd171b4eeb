// What keeps guessing slow, in storage.

import type { Tx } from '../../storage/database.ts';
import type { SignInTriesRow } from '../../storage/schema.ts';
import { FORGET_SECONDS } from './throttle.ts';

/** Held until the transaction ends: tries of one subject come one after another. */
export async function lockTries(tx: Tx, subject: string): Promise<SignInTriesRow | undefined> {
  const none = { subject, tries: 0, since: tx.now, strikes: 0, blocked_until: 0 };
  await tx.q
    .insertInto('sign_in_tries')
    .values(none)
    .onConflict((conflict) => conflict.column('subject').doNothing())
    .execute();
  return tx.locked(tx.q.selectFrom('sign_in_tries').selectAll().where('subject', '=', subject)).executeTakeFirst();
}

export async function saveTries(tx: Tx, { subject, ...tries }: SignInTriesRow): Promise<void> {
  await tx.q.updateTable('sign_in_tries').set(tries).where('subject', '=', subject).execute();
}

export async function pruneTries(tx: Tx): Promise<void> {
  await tx.q
    .deleteFrom('sign_in_tries')
    .where('since', '<', tx.now - FORGET_SECONDS)
    .execute();
}

/** A try that turned out to be right was none. */
export async function forgetTry(tx: Tx, subject: string): Promise<void> {
  await tx.q
    .updateTable('sign_in_tries')
    .set(({ eb }) => ({ tries: eb('tries', '-', 1) }))
    .where('subject', '=', subject)
    .where('tries', '>', 0)
    .execute();
}
