// Signs people in by what they know: a password or a recovery code. One answer for every kind of no, after the same work.

import type { App, Visit } from '../../app.ts';
import { unauthenticated } from '../../base/problem.ts';
import { inTransaction, type Tx } from '../../storage/database.ts';
import type { ReviewerRow } from '../../storage/schema.ts';
import { recordAudit } from '../audit/record.ts';
import { takeCode, useChallenge } from './credential-store.ts';
import { demandOtherWays } from './only-oidc.ts';
import { isPassword, TooManyPasswords } from './password.ts';
import { hashCode } from './recovery-code.ts';
import { takeSecond } from './second-factor.ts';
import { type SignedIn, type SignInMethod, startSession } from './start-session.ts';
import { findByLogin, lockReviewer } from './store.ts';
import { forgive, takeTry, tooOften } from './take-try.ts';

export async function signInWithPassword(
  app: App,
  visit: Visit,
  { login, password, totp }: { login: string; password: string; totp?: string | undefined },
): Promise<SignedIn | 'totp_required'> {
  demandOtherWays(app);
  const counted = await takeTry(app, loginOf(login), visit);
  const reviewer = await findByLogin(app.reader, loginOf(login));
  const matches = await isPassword(password, reviewer?.password ?? null).catch((error: unknown) => {
    throw error instanceof TooManyPasswords ? tooOften(1) : error;
  });
  if (!reviewer || !matches) throw await refusal(app, reviewer, 'password');
  const entered = await inTransaction(app, async (tx) => {
    // To look at a password takes a while. Whoever changed theirs meanwhile has put out everyone who knew the old one.
    const still = await lockReviewer(tx, reviewer);
    if (!still || still.password !== reviewer.password) return undefined;
    const second = await takeSecond(tx, still, totp);
    if (second === 'wrong') return undefined;
    // Only this try, which guessed nothing: codes that were guessed before stay counted. Kept, it would stand against everyone at the
    // same address, for whoever has an app asks so each time.
    await forgive(tx, counted);
    return second === 'missing' ? 'totp_required' : startSession(tx, still, { visit, method: 'password' });
  });
  if (entered) return entered;
  throw await refusal(app, reviewer, 'password');
}

export async function signInWithRecoveryCode(
  app: App,
  visit: Visit,
  { login, code }: { login: string; code: string },
): Promise<SignedIn> {
  demandOtherWays(app);
  const counted = await takeTry(app, loginOf(login), visit);
  const reviewer = await findByLogin(app.reader, loginOf(login));
  const signedIn = await inTransaction(app, async (tx) => {
    if (!reviewer || !(await takeCode(tx, reviewer, hashCode(reviewer.id, code)))) return undefined;
    await forgive(tx, counted);
    return startSession(tx, reviewer, { visit, method: 'recovery_code' });
  });
  if (signedIn) return signedIn;
  throw await refusal(app, reviewer, 'recovery_code');
}

/** Logins are kept in small letters. */
function loginOf(typed: string): string {
  return typed.trim().toLowerCase();
}

/** Written down where it is known whose door it was. Where it is nobody's, as much is written: how long it takes must not tell. */
export async function refusal(app: App, reviewer: ReviewerRow | undefined, method: SignInMethod): Promise<Error> {
  await inTransaction(app, (tx) => (reviewer ? recordFailure(tx, reviewer, method) : writeAsMuch(tx)));
  return unauthenticated();
}

async function recordFailure(tx: Tx, { project_id, id }: ReviewerRow, method: SignInMethod): Promise<void> {
  const visitor = { project_id, type: 'visitor', id: 'unknown' };
  await recordAudit(tx, visitor, { event: 'reviewer.sign_in_failed', entity_id: id, facts: { method } });
}

/** A row that nobody asks for, and that goes with the next of its kind. */
async function writeAsMuch(tx: Tx): Promise<void> {
  await useChallenge(tx, tx.randomBytes(32).toString('hex'), tx.now + 1);
}
