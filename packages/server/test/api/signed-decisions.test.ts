// Decisions that a passkey signs: over exactly what is decided, once; and the proof, which anyone can check.

import assert from 'node:assert/strict';
import { createPublicKey, verify } from 'node:crypto';
import { after, before, describe, type TestContext, test } from 'node:test';
import type { Action, HistoryPage, Proof, ToSign } from '@countersign/contract';
import { type Countersign, NotGenuine, verifyProof } from '@countersign/sdk';
import { type Authenticator, newAuthenticator, type Wrongs } from '../support/authenticator.ts';
import { clientOf, problem, proposal } from '../support/given.ts';
import { type Browser, givenPerson } from '../support/people.ts';
import { type Service, startService } from '../support/start-service.ts';
import { assertProblem } from '../support/wire.ts';

interface Signer {
  readonly person: Browser;
  readonly passkey: Authenticator;
}

let service: Service;
let admin: Countersign;
let ana: Signer;
let ben: Signer;
before(async () => {
  service = await startService();
  admin = clientOf(service, service.adminKey);
  await admin.createRule({ name: 'Payments', rule_action: 'require_step_up', kind_pattern: 'payment.*' });
  ana = await givenSigner('Ana');
  ben = await givenSigner('Ben');
});
after(() => service.stop());

const origin = () => new URL(service.baseUrl).origin.replace('127.0.0.1', 'localhost');

async function givenSigner(name: string): Promise<Signer> {
  const person = await givenPerson(service, 'reviewer', { name });
  const passkey = newAuthenticator(origin());
  const options = await person.ask<Record<string, unknown>>('POST', '/me/passkeys/options');
  await person.ask('POST', '/me/passkeys', passkey.create(options));
  return { person, passkey };
}

const givenPayment = () =>
  admin.createAction(proposal({ kind: 'payment.send', payload: { amount: 40 }, editable: ['payload.amount'] }));

const ask = ({ person }: Signer, { id }: Pick<Action, 'id'>, body: object = {}) =>
  person.ask<ToSign>('POST', `/actions/${id}/step-up`, { decision: 'approve', ...body });

const send = ({ person }: Signer, { id }: Pick<Action, 'id'>, body: object) =>
  person.send('POST', `/actions/${id}/signed-decision`, body);

async function sign(signer: Signer, action: Action, body: object = {}, wrongs: Wrongs = {}) {
  const { statement, options } = await ask(signer, action, body);
  return { statement, assertion: signer.passkey.get(options, wrongs) };
}

const isPending = async ({ id }: Action) => assert.equal((await admin.getAction(id)).status, 'pending');

test('a signed approval decides, and its proof verifies with nothing but the public keys', async () => {
  const action = await givenPayment();
  const answer = await send(ana, action, { ...(await sign(ana, action)), comment: 'Checked.' });
  assert.equal(answer.status, 200, answer.text);
  assert.partialDeepStrictEqual(JSON.parse(answer.text), {
    status: 'approved',
    decision: { channel: 'web', comment: 'Checked.', decided_by: { name: 'Ana' } },
  });
  const proof = await admin.getProof(action.id);
  assert.deepEqual([proof.statement.digest, proof.statement.reviewer], [action.digest, ana.person.id]);
  const jwks = await admin.getJwks();
  const claims = await verifyProof(proof, jwks, { digest: action.digest });
  assert.deepEqual([claims.method, claims.action_id], ['passkey', action.id]);

  // The same without our own code: the key, the bytes, the signature.
  const key = createPublicKey({ key: proof.public_key, format: 'jwk' });
  const client = Buffer.from(proof.assertion.clientDataJSON, 'base64url');
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', client));
  const signed = Buffer.concat([Buffer.from(proof.assertion.authenticatorData, 'base64url'), hash]);
  assert.ok(verify('sha256', signed, key, Buffer.from(proof.assertion.signature, 'base64url')));

  const log = (await admin.listAudit({ entity_id: action.id, type: 'action.approved' })).items[0];
  assert.equal(log?.data?.signed_with, 'passkey');
});

test('a kind that must be read is read before it is signed, too', async (t) => {
  await admin.updateProject({ settings: { must_read_kinds: ['payment.*'] } });
  t.after(() => admin.updateProject({ settings: { must_read_kinds: [] } }));
  const action = await givenPayment();
  const signed = await sign(ana, action);
  for (const view of [{}, { view: { ms: 900, end: false } }])
    assertProblem(await send(ana, action, { ...signed, ...view }), 'validation_failed');
  await isPending(action);
  const answer = await send(ana, action, { ...signed, view: { ms: 900, end: true } });
  assert.equal(answer.status, 200, answer.text);
  const log = (await admin.listAudit({ entity_id: action.id, type: 'action.approved' })).items[0];
  assert.partialDeepStrictEqual(log?.data, { read_to_end: true, read_ms: 900 });
  const other = await givenPayment();
  const no = await send(ana, other, await sign(ana, other, { decision: 'reject' }));
  assert.equal(no.status, 200, 'who says no need not have read it');
});

test('an edit is part of what is signed', async () => {
  const action = await givenPayment();
  const edited = { 'payload.amount': 35 };
  const signed = await sign(ana, action, { edited });
  assert.notEqual(signed.statement.final_digest, signed.statement.digest);
  assertProblem(await send(ana, action, signed), 'step_up_required'); // without the edit
  assertProblem(await send(ana, action, { ...signed, edited: { 'payload.amount': 36 } }), 'step_up_required');
  const answer = await send(ana, action, { ...signed, edited });
  assert.equal(answer.status, 200, answer.text);
  const { payload } = await admin.getAction(action.id);
  assert.deepEqual(payload, { amount: 35 });
  await verifyProof(await admin.getProof(action.id), await admin.getJwks());
});

test('a rejection can be signed, too; what nobody signed has no proof', async () => {
  const [one, other] = [await givenPayment(), await givenPayment()];
  assert.equal((await send(ana, one, await sign(ana, one, { decision: 'reject' }))).status, 200);
  assert.equal((await admin.getProof(one.id)).statement.verdict, 'reject');
  await admin.decideAction(other.id, { decision: 'reject' });
  await assert.rejects(admin.getProof(other.id), problem('not_found'));
});

describe('refused, and the action stays pending', () => {
  test('a statement that was changed, of another action or person, or not ours', async () => {
    const [action, other] = [await givenPayment(), await givenPayment()];
    const { statement, assertion } = await sign(ana, action);
    const changed = [
      { verdict: 'reject' },
      { digest: other.digest },
      { final_digest: other.digest },
      { nonce: Buffer.alloc(36).toString('base64url') },
      { issued_at: statement.issued_at + 1 },
      { reviewer: ben.person.id },
      { action_id: other.id },
      { project_id: 'prj_other' },
      { shown_as: 'plain/0' },
    ];
    for (const change of changed) {
      const answer = await send(ana, action, { statement: { ...statement, ...change }, assertion });
      assert.equal(answer.status, 403, JSON.stringify(change));
    }
    assertProblem(await send(ana, other, { statement, assertion }), 'step_up_required');
    assertProblem(await send(ben, action, { statement, assertion }), 'step_up_required');
    await isPending(action);
    assert.equal((await send(ana, action, { statement, assertion })).status, 200);
  });

  test('another passkey, another page, nobody there, a forgery, a copy', async () => {
    const action = await givenPayment();
    const wrongs: Wrongs[] = [
      { origin: 'https://evil.example' },
      { rpId: 'evil.example' },
      { type: 'webauthn.create' },
      { userVerified: false },
      { forged: true },
      { counter: 0 },
    ];
    for (const wrong of wrongs) {
      assertProblem(await send(ana, action, await sign(ana, action, {}, wrong)), 'step_up_required');
    }
    const { statement, options } = await ask(ana, action);
    const assertion = ben.passkey.get(options);
    assertProblem(await send(ana, action, { statement, assertion }), 'step_up_required');
    await isPending(action);
  });

  test('twice, and after five minutes', async () => {
    const action = await givenPayment();
    const signed = await sign(ana, action);
    const both = await Promise.all([send(ana, action, signed), send(ana, action, signed)]);
    const [won, lost] = both.toSorted((a, b) => a.status - b.status);
    assert.ok(won?.status === 200 && (lost?.status === 403 || lost?.status === 409));
    const late = await givenPayment();
    const old = await sign(ana, late);
    service.wind(301);
    assertProblem(await send(ana, late, old), 'step_up_required');
    await isPending(late);
  });
});

async function givenTwoApprovers(t: TestContext): Promise<void> {
  const { id: rule } = await admin.createRule({
    name: 'Two',
    rule_action: 'require_n_approvers',
    kind_pattern: 'payment.*',
    outcome_params: { n: 2 },
  });
  t.after(() => admin.deleteRule(rule));
}

test('several approvers each sign', async (t) => {
  await givenTwoApprovers(t);
  const action = await givenPayment();
  const first = await send(ana, action, await sign(ana, action));
  assert.partialDeepStrictEqual(JSON.parse(first.text), { status: 'pending', approvals: { required: 2, given: 1 } });
  await assert.rejects(admin.getProof(action.id), problem('not_found'));
  assert.equal((await send(ben, action, await sign(ben, action))).status, 200);
  assert.equal((await admin.getProof(action.id)).statement.reviewer, ben.person.id);
});

test('a decision is signed by whoever made it: not because someone had approved with a passkey before', async (t) => {
  await givenTwoApprovers(t);
  const isSigned = async ({ id }: Action) => {
    const { items } = await ana.person.ask<HistoryPage>('GET', '/history?kind=payment.send&limit=200');
    return items.find((row) => row.id === id)?.signed;
  };
  for (const { person } of [ana, ben]) {
    const action = await givenPayment();
    await send(ana, action, await sign(ana, action));
    await person.ask('POST', `/actions/${action.id}/decision`, { decision: 'reject' });
    assert.equal(await isSigned(action), false);
    await assert.rejects(admin.getProof(action.id), problem('not_found'));
  }
  const action = await givenPayment();
  for (const signer of [ana, ben]) await send(signer, action, await sign(signer, action));
  assert.equal(await isSigned(action), true);
});

test('a receipt of another decision does not make a signature of one’s own genuine', async () => {
  const jwks = await admin.getJwks();
  const signedOne = await givenPayment();
  await send(ana, signedOne, await sign(ana, signedOne));
  const genuine = await admin.getProof(signedOne.id);
  const unsigned = await admin.createAction(proposal());
  await ana.person.ask('POST', `/actions/${unsigned.id}/decision`, { decision: 'approve' });
  const { decision } = await admin.getAction(unsigned.id);
  const eve = newAuthenticator('https://evil.example');
  const forge = async (receipt: string, about: Action) => {
    const statement = { ...genuine.statement, action_id: about.id, digest: about.digest, final_digest: about.digest };
    const options = { rp: { id: 'evil.example' }, user: { id: 'x' }, challenge: '' };
    const { response } = eve.create(options);
    const sorted = JSON.stringify(
      Object.fromEntries(Object.entries(statement).toSorted(([a], [b]) => (a < b ? -1 : 1))),
    );
    const challenge = Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(sorted))).toString('base64url');
    const assertion = eve.get({ challenge, rpId: 'evil.example' });
    assert.ok(response);
    return { statement, assertion: { id: eve.id, ...assertion.response }, public_key: eve.publicKey, receipt };
  };
  for (const proof of [await forge(decision?.receipt ?? '', unsigned), await forge(genuine.receipt, signedOne)]) {
    await assert.rejects(verifyProof(proof, jwks), /someone else|another passkey/);
  }
});

test('a proof with one byte changed anywhere is refused', async () => {
  const action = await givenPayment();
  await send(ana, action, await sign(ana, action));
  const proof = await admin.getProof(action.id);
  const jwks = await admin.getJwks();
  const flip = (text: string, at: number) => `${text.slice(0, at)}${text[at] === 'A' ? 'B' : 'A'}${text.slice(at + 1)}`;
  const forged: Proof[] = [
    { ...proof, statement: { ...proof.statement, verdict: 'reject' } },
    ...Object.entries(proof.statement).map(([name, value]) => ({
      ...proof,
      statement: { ...proof.statement, [name]: typeof value === 'number' ? value + 1 : flip(String(value), 8) },
    })),
    ...(['clientDataJSON', 'authenticatorData', 'signature'] as const).flatMap((name) =>
      [2, 20, 40].map((at) => ({
        ...proof,
        assertion: { ...proof.assertion, [name]: flip(proof.assertion[name], at) },
      })),
    ),
    { ...proof, public_key: { ...proof.public_key, x: flip(proof.public_key.x ?? '', 5) } },
    { ...proof, receipt: flip(proof.receipt, proof.receipt.length - 20) },
    {} as Proof,
  ];
  for (const one of forged) await assert.rejects(verifyProof(one, jwks), NotGenuine, JSON.stringify(one));
});
