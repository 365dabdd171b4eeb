// Whoever has set up an authenticator app shows a code of it, after a password and after a link that came by mail.

import type { Tx } from '../../storage/database.ts';
import type { ReviewerRow } from '../../storage/schema.ts';
import { stepOf } from './totp.ts';
import { findTotp, useTotpStep } from './totp-store.ts';

export type Second = 'right' | 'wrong' | 'missing';

/** Uses the code up. `right` without one: nothing is set up. */
export async function takeSecond(tx: Tx, reviewer: ReviewerRow, code: string | undefined): Promise<Second> {
  const totp = await findTotp(tx, reviewer);
  if (!totp?.secret) return 'right';
  if (code === undefined) return 'missing';
  const step = stepOf(totp.secret, code, { now: tx.now, last_step: totp.last_step });
  return step !== undefined && (await useTotpStep(tx, reviewer, step)) ? 'right' : 'wrong';
}
