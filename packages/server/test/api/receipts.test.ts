// Receipts: signed statements of decisions that anyone can verify with the published keys.

import assert from 'node:assert/strict';
import type { webcrypto } from 'node:crypto';
import { createPublicKey, verify } from 'node:crypto';
import { test } from 'node:test';
import { decided, givenService, proposal } from '../support/given.ts';
import { givenReceiver } from '../support/receiver.ts';

type Jwk = webcrypto.JsonWebKey & { kid: string };

async function claimsOf(url: string, receipt: string): Promise<Record<string, unknown>> {
  const { keys } = (await (await fetch(`${url}/.well-known/jwks.json`)).json()) as { keys: Jwk[] };
  const [head = '', claims = '', signature = ''] = receipt.split('.');
  const { alg, kid } = JSON.parse(Buffer.from(head, 'base64url').toString());
  assert.equal(alg, 'EdDSA');
  const jwk = keys.find((key) => key.kid === kid);
  assert.ok(jwk && !('d' in jwk), 'published, and only the public half');
  const key = createPublicKey({ key: jwk, format: 'jwk' });
  assert.ok(verify(null, Buffer.from(`${head}.${claims}`), key, Buffer.from(signature, 'base64url')));
  return JSON.parse(Buffer.from(claims, 'base64url').toString());
}

test('a decision, its claim and its webhook carry the same receipt, and it verifies', async (t) => {
  const { service, admin } = await givenService(t, { allowPrivateTargets: true });
  const receiver = await givenReceiver(t);
  const { id, digest } = await admin.createAction(proposal({ callback_url: receiver.url }));
  const { decision } = await decided(admin, id, { decision: 'approve' });
  const claims = await claimsOf(service.running.url, decision.receipt);
  const [row] = (await admin.listAudit({ type: 'action.approved' })).items;
  const { id: project_id } = await admin.getProject();
  assert.deepEqual(claims, {
    action_id: id,
    project_id,
    digest,
    final_digest: digest,
    verdict: 'approve',
    decided_by: decision.decided_by,
    method: 'key',
    decided_at: decision.decided_at,
    audit_id: row?.id,
  });
  assert.equal((await admin.claimAction(id)).receipt, decision.receipt);
  assert.equal((await admin.getAction(id)).decision?.receipt, decision.receipt);
  await receiver.count(1);
  assert.equal(receiver.received[0]?.headers['x-service-receipt'], decision.receipt);
});

test('after an edit the final digest is that of an action created with the edited content', async (t) => {
  const { service, admin } = await givenService(t);
  const body = proposal({ payload: { amount: 40 }, editable: ['payload.amount', 'title'], undo: 'Pay it back.' });
  const { id, digest } = await admin.createAction(body);
  const edited = { 'payload.amount': 35, title: 'Pay less' };
  const { decision } = await decided(admin, id, { decision: 'approve', edited });
  const same = await admin.createAction({ ...body, title: 'Pay less', payload: { amount: 35 } });
  const claims = await claimsOf(service.running.url, decision.receipt);
  assert.deepEqual([claims.digest, claims.final_digest], [digest, same.digest]);
});

test('receipts made before a restart verify after it', async (t) => {
  const { service, admin } = await givenService(t);
  const { id } = await admin.createAction(proposal());
  const { decision } = await decided(admin, id, { decision: 'reject' });
  await service.restart();
  assert.equal((await claimsOf(service.running.url, decision.receipt)).verdict, 'reject');
});
