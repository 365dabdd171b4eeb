// What people can sign in with: they add, change and take away their own. Each change is in the log.

import type { Passkey, PasskeyAttestation } from '@countersign/contract';
import { type App, nowOf, type Person, type Visit } from '../../app.ts';
import { invalid, Problem } from '../../base/problem.ts';
import type { Tx } from '../../storage/database.ts';
import type { PasskeyRow } from '../../storage/schema.ts';
import { recordAudit } from '../audit/record.ts';
import { challengeExpiry, hashChallenge, newChallenge } from './challenge.ts';
import { deletePasskeys, insertPasskey, listPasskeyRows, replaceCodes, useChallenge } from './credential-store.ts';
import { myself } from './manage-me.ts';
import { endIdentity } from './oidc/identity-store.ts';
import { challengeIn, creationOptions, readAttestation } from './passkey.ts';
import { hashPassword, TooManyPasswords, weaknessOf } from './password.ts';
import { whileStillIn } from './recognize.ts';
import { CODE_BYTES, CODE_COUNT, codeOf, hashCode } from './recovery-code.ts';
import { deleteSessions } from './session-store.ts';
import { demandRelying } from './sign-in-with-passkey.ts';
import { loginOf, saveReviewer } from './store.ts';
import { tooOften } from './take-try.ts';

const MOST_PASSKEYS = 20;

export async function listMyPasskeys(app: App, person: Person): Promise<Passkey[]> {
  return (await listPasskeyRows(app.reader, person)).map(viewPasskey);
}

export async function myPasskeyOptions(
  app: App,
  secret: Buffer,
  person: Person,
  visit: Visit,
): Promise<Record<string, unknown>> {
  const relying = demandRelying(app, visit);
  const reviewer = await myself(app.reader, person);
  const login = (await loginOf(app.reader, reviewer)) ?? '';
  const known = await listPasskeyRows(app.reader, person);
  const challenge = newChallenge(challengeFor(app, secret, person), app.world.randomBytes(16));
  return creationOptions(relying, { ...reviewer, login }, known, challenge);
}

const challengeFor = (app: App, secret: Buffer, person: Person) => ({
  secret,
  purpose: `passkey ${person.id}`,
  now: nowOf(app),
});

export async function addMyPasskey(
  app: App,
  secret: Buffer,
  person: Person,
  { visit, answer }: { visit: Visit; answer: PasskeyAttestation },
): Promise<Passkey> {
  const relying = demandRelying(app, visit);
  const challenge = challengeIn(answer);
  const expires_at = challengeExpiry(challenge, challengeFor(app, secret, person));
  const made = expires_at && (await readAttestation(answer, relying, (said) => said === challenge));
  if (!expires_at || !made) throw invalid('response', 'is no answer to a challenge that this page was given lately');
  return whileStillIn(app, person, async (tx) => {
    if (!(await useChallenge(tx, hashChallenge(challenge), expires_at))) throw invalid('response', 'was given before');
    if ((await listPasskeyRows(tx, person)).length >= MOST_PASSKEYS) {
      throw invalid('id', `is one too many: ${MOST_PASSKEYS} passkeys are enough for anyone`);
    }
    const row: PasskeyRow = {
      ...made,
      project_id: person.project_id,
      id: tx.newId('psk'),
      reviewer_id: person.id,
      name: answer.name ?? 'Passkey',
      created_at: tx.now,
      last_used_at: null,
    };
    if (!(await insertPasskey(tx, row))) throw invalid('id', 'is known already');
    await recordCredential(tx, person, { credential: 'passkey', change: 'added', passkey_id: row.id });
    return viewPasskey(row);
  });
}

export async function removeMyPasskey(app: App, person: Person, id: string): Promise<void> {
  await whileStillIn(app, person, async (tx) => {
    if ((await deletePasskeys(tx, person, id)) === 0) throw new Problem('not_found');
    await recordCredential(tx, person, { credential: 'passkey', change: 'removed', passkey_id: id });
  });
}

/** Whoever knew the old one is out everywhere else. */
export async function setMyPassword(app: App, person: Person, password: string): Promise<void> {
  const reviewer = await myself(app.reader, person);
  const login = (await loginOf(app.reader, reviewer)) ?? '';
  const weakness = await weaknessOf(password, [login, reviewer.name, 'countersign']);
  if (weakness !== undefined) throw invalid('password', weakness);
  const kept = await hashPassword(password, app.world.randomBytes(16)).catch((error: unknown) => {
    throw error instanceof TooManyPasswords ? tooOften(1) : error;
  });
  await whileStillIn(app, person, async (tx) => {
    const { project_id, id: reviewer_id, session_id } = person;
    await saveReviewer(tx, person, { password: kept });
    await deleteSessions(tx, { project_id, reviewer_id, except: session_id });
    await recordCredential(tx, person, { credential: 'password', change: 'set' });
  });
}

export async function removeMyPassword(app: App, person: Person): Promise<void> {
  await whileStillIn(app, person, async (tx) => {
    await saveReviewer(tx, person, { password: null });
    await recordCredential(tx, person, { credential: 'password', change: 'removed' });
  });
}

export async function unlinkOidc(app: App, person: Person): Promise<void> {
  await whileStillIn(app, person, async (tx) => {
    if (!(await endIdentity(tx, person))) throw new Problem('not_found');
    await recordCredential(tx, person, { credential: 'oidc', change: 'removed' });
  });
}

/** They exist here and in the answer, nowhere else. */
export async function makeRecoveryCodes(app: App, person: Person): Promise<string[]> {
  return whileStillIn(app, person, async (tx) => {
    const codes = Array.from({ length: CODE_COUNT }, () => codeOf(tx.randomBytes(CODE_BYTES)));
    await replaceCodes(
      tx,
      person,
      codes.map((code) => hashCode(person.id, code)),
    );
    await recordCredential(tx, person, { credential: 'recovery_codes', change: 'set' });
    return codes;
  });
}

export async function recordCredential(tx: Tx, person: Person, facts: Readonly<Record<string, string>>): Promise<void> {
  await recordAudit(tx, person, { event: 'reviewer.credential_changed', entity_id: person.id, facts });
}

function viewPasskey({ id, name, created_at, last_used_at, synced }: PasskeyRow): Passkey {
  return { id, name, created_at, ...(last_used_at === null ? {} : { last_used_at }), synced: synced === 1 };
}
