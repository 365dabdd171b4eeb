// A decision that a passkey signed. The statement is ours, the signature is over exactly it, and what it says is what is
// decided; the decision and its proof are saved together.

import type { PasskeyAssertion, Statement, ToSign } from '@countersign/contract';
import { type App, nowOf, type Person, type Visit } from '../../app.ts';
import { Problem } from '../../base/problem.ts';
import { inTransaction, type Tx } from '../../storage/database.ts';
import type { PasskeyRow } from '../../storage/schema.ts';
import { type Counted, decideAction, editsOf, type Verdict } from '../actions/decide-action.ts';
import { decidableAction } from '../actions/may-decide.ts';
import { type Decided, finalDigest } from '../actions/save-decision.ts';
import { challengeExpiry, hashChallenge, newChallenge } from '../people/challenge.ts';
import { findPasskey, savePasskeyUse, useChallenge } from '../people/credential-store.ts';
import { decidingPerson } from '../people/deciding-person.ts';
import { challengeIn, publicJwk, readAssertion, requestOptions } from '../people/passkey.ts';
import { demandRelying } from '../people/sign-in-with-passkey.ts';
import { challengeOf, purposeOf, shownAs, thumbprintOf } from './statement.ts';
import { insertSignature } from './store.ts';

interface Meant {
  readonly verdict: Verdict['verdict'];
  /** Source text of the map of edits. */
  readonly edited: string | undefined;
}

export async function stepUp(
  app: App,
  { secret, visit }: { readonly secret: Buffer; readonly visit: Visit },
  person: Person,
  { id, ...meant }: Meant & { readonly id: string },
): Promise<ToSign> {
  const relying = demandRelying(app, visit);
  const edits = await editsOf(app, person, id, meant);
  // Whether it was read is asked when the signature comes: what is meant here is only what would be signed.
  const would = { ...meant, signed: 'asked', view: { end: true } };
  const { action } = await inTransaction(app, (tx) => decidableAction(tx, person, id, would));
  const about = { reviewer: person.id, action_id: id };
  const now = nowOf(app);
  const statement: Statement = {
    v: 1,
    project_id: person.project_id,
    ...about,
    digest: action.digest,
    final_digest: finalDigest(action, edits()),
    verdict: meant.verdict,
    shown_as: shownAs(action),
    nonce: newChallenge({ secret, purpose: purposeOf(about), now }, app.world.randomBytes(16)).toString('base64url'),
    issued_at: now,
  };
  return { statement, options: requestOptions(relying, challengeOf(statement)) };
}

export interface SignedVerdict {
  readonly id: string;
  readonly statement: Statement;
  readonly assertion: PasskeyAssertion;
  readonly edited: string | undefined;
  readonly comment: string | undefined;
  readonly view: Verdict['view'];
}

export async function signDecision(
  app: App,
  { secret, visit }: { readonly secret: Buffer; readonly visit: Visit },
  person: Person,
  { id, statement, assertion, edited, comment, view }: SignedVerdict,
): Promise<Decided | Counted> {
  const { verdict, digest } = statement;
  const edits = await editsOf(app, person, id, { verdict, edited });
  const relying = demandRelying(app, visit);
  const expires_at = challengeExpiry(statement.nonce, { secret, purpose: purposeOf(statement), now: nowOf(app) });
  const isTheirs =
    statement.project_id === person.project_id && statement.reviewer === person.id && statement.action_id === id;
  const passkey = await findPasskey(app.reader, assertion.id);
  if (expires_at === undefined || !isTheirs || !passkey || !belongsTo(passkey, person)) throw unsigned();
  const challenge = challengeOf(statement).toString('base64url');
  const counter = await readAssertion(assertion, passkey, relying, (said) => said === challenge);
  if (counter === undefined || challengeIn(assertion) !== challenge) throw unsigned();
  const key = await publicJwk(passkey);
  const signed = thumbprintOf(key);

  const first = async (tx: Tx) => {
    // To look at a signature takes a while, and whoever gave it may be put out in it.
    if (!(await decidingPerson(tx, person.project_id, person.id))) throw new Problem('insufficient_scope');
    const { action } = await decidableAction(tx, person, id, { verdict, digest, signed, view });
    if (finalDigest(action, edits()) !== statement.final_digest || shownAs(action) !== statement.shown_as)
      throw unsigned();
    if (!(await useChallenge(tx, hashChallenge(statement.nonce), expires_at))) throw unsigned();
    if (!(await savePasskeyUse(tx, passkey, counter))) throw unsigned();
    const { clientDataJSON, authenticatorData, signature } = assertion.response;
    await insertSignature(tx, {
      project_id: person.project_id,
      action_id: id,
      id: tx.newId('sig'),
      reviewer_id: person.id,
      statement: JSON.stringify(statement),
      credential_id: passkey.credential_id,
      public_key: JSON.stringify(key),
      client_data: clientDataJSON,
      authenticator_data: authenticatorData,
      signature,
      signed_at: tx.now,
    });
  };
  return decideAction(app, person, id, { verdict, edited, comment, digest, view, channel: 'web', signed, first });
}

function belongsTo({ project_id, reviewer_id }: PasskeyRow, person: Person): boolean {
  return project_id === person.project_id && reviewer_id === person.id;
}

/** One answer for every kind of no: ask for a new statement, and sign that. */
function unsigned(): Problem {
  return new Problem('step_up_required', {
    detail: 'The signature is not one of yours over this decision, or too old.',
  });
}
