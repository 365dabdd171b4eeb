// Signs people in by a passkey: nothing is typed, nothing can be phished.

import type { PasskeyAssertion } from '@countersign/contract';
import { type App, nowOf, type Visit } from '../../app.ts';
import { Problem, unauthenticated } from '../../base/problem.ts';
import { inTransaction } from '../../storage/database.ts';
import { challengeExpiry, hashChallenge, newChallenge } from './challenge.ts';
import { findPasskey, savePasskeyUse, useChallenge } from './credential-store.ts';
import { demandOtherWays } from './only-oidc.ts';
import { challengeIn, type Relying, readAssertion, relyingAt, requestOptions } from './passkey.ts';
import { type SignedIn, startSession } from './start-session.ts';
import { findReviewer } from './store.ts';

const PURPOSE = 'sign-in';

export function passkeyOptions(app: App, secret: Buffer, visit: Visit) {
  const relying = demandRelying(app, visit);
  return requestOptions(
    relying,
    newChallenge({ secret, purpose: PURPOSE, now: nowOf(app) }, app.world.randomBytes(16)),
  );
}

/** Which passkey it is says who it is. One answer for every kind of no. */
export async function signInWithPasskey(
  app: App,
  secret: Buffer,
  visit: Visit,
  answer: PasskeyAssertion,
): Promise<SignedIn> {
  demandOtherWays(app);
  const relying = demandRelying(app, visit);
  const challenge = challengeIn(answer);
  const expires_at = challengeExpiry(challenge, { secret, purpose: PURPOSE, now: nowOf(app) });
  const passkey = await findPasskey(app.reader, answer.id);
  if (expires_at === undefined || !passkey) throw unauthenticated();
  const counter = await readAssertion(answer, passkey, relying, (said) => said === challenge);
  if (counter === undefined) throw unauthenticated();
  return inTransaction(app, async (tx) => {
    const reviewer = await findReviewer(tx, passkey.project_id, passkey.reviewer_id);
    const isTheirs = handleMatches(answer, passkey.reviewer_id);
    if (reviewer?.status !== 'active' || !isTheirs) throw unauthenticated();
    if (!(await useChallenge(tx, hashChallenge(challenge), expires_at))) throw unauthenticated();
    if (!(await savePasskeyUse(tx, passkey, counter))) throw unauthenticated();
    return startSession(tx, reviewer, { visit, method: 'passkey' });
  });
}

function handleMatches({ response: { userHandle } }: PasskeyAssertion, reviewer_id: string): boolean {
  return userHandle === undefined || Buffer.from(userHandle, 'base64url').toString() === reviewer_id;
}

export function demandRelying(app: App, visit: Visit): Relying {
  const relying = relyingAt(app.config, visit);
  if (relying) return relying;
  throw new Problem('validation_failed', {
    detail: 'Passkeys need the public address over https, or http://localhost. Here, use a password.',
  });
}
