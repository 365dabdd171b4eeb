// People set up their authenticator app: a secret is offered, a code of it makes it theirs.

import type { TotpOffer } from '@countersign/contract';
import type { App, Person } from '../../app.ts';
import { invalid, Problem } from '../../base/problem.ts';
import { pageBase } from './make-link.ts';
import { recordCredential } from './manage-credentials.ts';
import { whileStillIn } from './recognize.ts';
import { loginOf } from './store.ts';
import { base32, enrolmentUri, SECRET_BYTES, stepOf } from './totp.ts';
import { confirmTotp, deleteTotp, findTotp, savePendingTotp } from './totp-store.ts';

export async function offerTotp(app: App, person: Person): Promise<TotpOffer> {
  const secret = base32(app.world.randomBytes(SECRET_BYTES));
  return whileStillIn(app, person, async (tx) => {
    await savePendingTotp(tx, person, secret);
    await recordCredential(tx, person, { credential: 'totp', change: 'offered' });
    const login = (await loginOf(tx, person)) ?? person.id;
    return { secret, uri: enrolmentUri({ secret, login, host: new URL(pageBase(app)).host }) };
  });
}

/** The code that was shown is used up: it cannot sign in as well. */
export async function confirmMyTotp(app: App, person: Person, code: string): Promise<void> {
  await whileStillIn(app, person, async (tx) => {
    const totp = await findTotp(tx, person);
    if (!totp?.pending) throw new Problem('not_found');
    const step = stepOf(totp.pending, code, { now: tx.now, last_step: 0 });
    if (step === undefined)
      throw invalid('code', 'is not the one that the app shows now: wait for the next and try again');
    if (!(await confirmTotp(tx, person, totp.pending, step))) throw new Problem('not_found');
    await recordCredential(tx, person, { credential: 'totp', change: 'set' });
  });
}

export async function removeMyTotp(app: App, person: Person): Promise<void> {
  await whileStillIn(app, person, async (tx) => {
    if (!(await deleteTotp(tx, person))) throw new Problem('not_found');
    await recordCredential(tx, person, { credential: 'totp', change: 'removed' });
  });
}
