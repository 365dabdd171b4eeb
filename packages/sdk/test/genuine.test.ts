// Webhooks, receipts and digests: what the service made is believed, and nothing else.

import assert from 'node:assert/strict';
import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { describe, test } from 'node:test';
import { Countersign, digestOf, NotGenuine, signWebhook, verifyReceipt, verifyWebhook } from '@countersign/sdk';
import { signatureHeaders } from '../../server/src/features/deliveries/signature.ts';
import { givenApproved, givenService, proposal } from '../../server/test/support/given.ts';
import { givenReceiver } from '../../server/test/support/receiver.ts';
import { call } from '../../server/test/support/wire.ts';

const secrets = ['whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY='];
const rawBody = '{"event":"action.updated","action_id":"act_1","status":"expired","note":"Straße 漢字 😀"}';
const now = () => Math.floor(Date.now() / 1000);
const signed = (changes: Partial<Parameters<typeof signatureHeaders>[0]> = {}) =>
  signatureHeaders({ id: 'dlv_1', timestamp: now(), nonce: '00ff', body: rawBody, secrets, ...changes });
const only = (headers: Record<string, string>, prefix: string) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith(prefix)));

describe('a webhook', () => {
  test('is believed by either signature, with headers of any form and a body of text or bytes', async () => {
    const both = signed();
    const another = { get: (name: string) => both[name] ?? null };
    for (const headers of [both, only(both, 'webhook-'), only(both, 'x-service-'), new Headers(both), another]) {
      for (const body of [rawBody, Buffer.from(rawBody), new TextEncoder().encode(rawBody).buffer]) {
        const { event } = await verifyWebhook({ headers, rawBody: body, secrets });
        assert.deepEqual([event.action_id, event.status], ['act_1', 'expired']);
      }
    }
    const shouted = Object.fromEntries(Object.entries(both).map(([name, value]) => [name.toUpperCase(), [value]]));
    assert.equal((await verifyWebhook({ headers: shouted, rawBody, secrets: secrets[0] ?? '' })).deliveryId, 'dlv_1');
  });

  test('has a delivery id only when that is signed', async () => {
    assert.equal((await verifyWebhook({ headers: signed(), rawBody, secrets })).deliveryId, 'dlv_1');
    const unsigned = { ...only(signed(), 'x-service-'), 'webhook-id': 'dlv_other' };
    assert.equal((await verifyWebhook({ headers: unsigned, rawBody, secrets })).deliveryId, undefined);
    const changed = { ...signed(), 'webhook-id': 'dlv_other' };
    await assert.rejects(verifyWebhook({ headers: changed, rawBody, secrets }), NotGenuine);
  });

  test('is believed with the old secret and with the new while they rotate', async () => {
    const headers = signed({ secrets: ['whsec_bmV3', 'whsec_b2xk'] });
    for (const secret of ['whsec_bmV3', 'whsec_b2xk']) await verifyWebhook({ headers, rawBody, secrets: secret });
    await verifyWebhook({ headers, rawBody, secrets: ['whsec_eA==', 'whsec_b2xk'] });
    await assert.rejects(verifyWebhook({ headers, rawBody, secrets: 'whsec_eA==' }), NotGenuine);
  });

  test('with a secret of another form is believed too', async () => {
    await verifyWebhook({ headers: signed({ secrets: ['plain secret é'] }), rawBody, secrets: 'plain secret é' });
  });

  const forged: Record<string, Record<string, string>> = {
    'no headers': {},
    'a wrong signature': { ...only(signed(), 'x-service-'), 'x-service-signature': `sha256=${'0'.repeat(64)}` },
    'a signature that is not hex': { ...only(signed(), 'x-service-'), 'x-service-signature': 'sha256=zz' },
    'a signature of another kind': { ...only(signed(), 'x-service-'), 'x-service-signature': 'md5=00' },
    'an empty signature': { ...only(signed(), 'x-service-'), 'x-service-signature': 'sha256=' },
    'another nonce': { ...only(signed(), 'x-service-'), 'x-service-nonce': '00fe' },
    'another time': { ...only(signed(), 'x-service-'), 'x-service-timestamp': String(now() - 10) },
    'no time': { ...signed(), 'webhook-timestamp': '' },
    'a time that is none': { ...signed(), 'webhook-timestamp': 'NaN' },
    'an asymmetric scheme': { ...signed(), 'webhook-signature': 'v1a,AAAA' },
    'a signature that is not base64': { ...signed(), 'webhook-signature': 'v1,%%%' },
  };
  for (const [what, headers] of Object.entries(forged)) {
    test(`with ${what} is not`, () => assert.rejects(verifyWebhook({ headers, rawBody, secrets }), NotGenuine));
  }

  test('with another body is not', async () => {
    await assert.rejects(verifyWebhook({ headers: signed(), rawBody: `${rawBody} `, secrets }), NotGenuine);
  });

  test('that is old, or from the future, is not; the tolerance can be set', async () => {
    for (const timestamp of [now() - 310, now() + 310]) {
      await assert.rejects(verifyWebhook({ headers: signed({ timestamp }), rawBody, secrets }), /300 seconds/);
      await verifyWebhook({ headers: signed({ timestamp }), rawBody, secrets, tolerance: 400 });
      // `Number(process.env.TOLERANCE)`, where there is none.
      const unset = verifyWebhook({ headers: signed({ timestamp }), rawBody, secrets, tolerance: Number.NaN });
      await assert.rejects(unset, NotGenuine);
    }
  });

  test('cannot be checked with no secret, which a forger would have too', async () => {
    const headers = signed({ secrets: [''] });
    for (const none of ['', [''], [], undefined, [undefined]])
      await assert.rejects(
        verifyWebhook({ headers, rawBody, secrets: none as string }),
        (error) => error instanceof TypeError && /webhook secret/.test(error.message),
      );
    const empty = 'whsec_'; // no bytes behind the prefix
    const forged = createHmac('sha256', '').update(`dlv_1.${now()}.${rawBody}`).digest('base64');
    const guess = { 'webhook-id': 'dlv_1', 'webhook-timestamp': String(now()), 'webhook-signature': `v1,${forged}` };
    await assert.rejects(verifyWebhook({ headers: guess, rawBody, secrets: empty }), NotGenuine);
  });

  test('cannot be checked once its body is parsed', async () => {
    for (const parsed of [JSON.parse(rawBody), undefined])
      await assert.rejects(
        verifyWebhook({ headers: signed(), rawBody: parsed, secrets }),
        (error) => error instanceof TypeError && /not parsed/.test(error.message),
      );
    for (const bytes of [Buffer.from(rawBody), new TextEncoder().encode(rawBody).buffer])
      await verifyWebhook({ headers: signed(), rawBody: bytes, secrets });
  });

  test('is signed here as the service signs it', async () => {
    const timestamp = now();
    for (const some of [secrets, ['plain secret é', ...secrets]]) {
      const made = await signWebhook({ body: rawBody, secrets: some, deliveryId: 'dlv_1', timestamp, nonce: '00ff' });
      assert.deepEqual(made, signed({ timestamp, secrets: some }));
    }
    const fresh = await signWebhook({ body: rawBody, secrets, deliveryId: 'dlv_2' });
    assert.equal((await verifyWebhook({ headers: fresh, rawBody, secrets })).deliveryId, 'dlv_2');
    await assert.rejects(signWebhook({ body: rawBody, secrets: [''], deliveryId: 'dlv_2' }), TypeError);
  });

  test('of the real server is believed with every secret that its project had in a day of rotations', async (t) => {
    const { admin } = await givenService(t, { allowPrivateTargets: true });
    const receiver = await givenReceiver(t);
    const known = [(await admin.getProject()).webhook_secret ?? ''];
    for (let rotations = 0; rotations < 4; rotations++) known.push((await admin.rotateWebhookSecret()).webhook_secret);
    await givenApproved(admin, { callback_url: receiver.url });
    await receiver.count(1);
    const [{ headers, body } = { headers: {}, body: '' }] = receiver.received;
    for (const secret of known) await verifyWebhook({ headers, rawBody: body, secrets: secret });
  });

  test('of the real server is believed, and its receipt too', async (t) => {
    const { service, admin } = await givenService(t, { allowPrivateTargets: true });
    const receiver = await givenReceiver(t);
    const { id } = await givenApproved(admin, { callback_url: receiver.url });
    await receiver.count(1);
    const { webhook_secret = '' } = await admin.getProject();
    const [{ headers, body } = { headers: {}, body: '' }] = receiver.received;
    const { event, deliveryId, receipt } = await verifyWebhook({ headers, rawBody: body, secrets: webhook_secret });
    assert.deepEqual([event.action_id, event.status, event.final_preview?.body], [id, 'approved', 'Do it.']);
    assert.equal(deliveryId, (await admin.getAction(id)).webhook_delivery?.id);

    const action = await admin.getAction(id);
    const client = new Countersign({ baseUrl: service.baseUrl });
    const claims = await verifyReceipt(receipt ?? '', await client.getJwks(), { digest: await digestOf(action) });
    assert.deepEqual([claims.action_id, claims.verdict], [id, 'approve']);
  });
});

describe('a receipt', () => {
  const given = async (t: import('node:test').TestContext) => {
    const { admin } = await givenService(t);
    const { id } = await givenApproved(admin, { payload: { amount: 40 } });
    const action = await admin.getAction(id);
    return { admin, action, receipt: action.decision?.receipt ?? '', jwks: await admin.getJwks() };
  };

  test('with a changed claim, another key, another form or none is not believed', async (t) => {
    const { receipt, jwks } = await given(t);
    const [head = '', body = '', signature = ''] = receipt.split('.');
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as object;
    const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const { privateKey } = generateKeyPairSync('ed25519');
    const resigned = (header: object) => {
      const text = `${encoded(header)}.${body}`;
      return `${text}.${sign(null, Buffer.from(text), privateKey).toString('base64url')}`;
    };
    const forgeries = [
      `${head}.${encoded({ ...claims, verdict: 'reject' })}.${signature}`,
      `${encoded({ alg: 'none', typ: 'countersign-receipt+jwt', kid: jwks.keys[0]?.kid })}.${body}.`,
      `${encoded({ alg: 'HS256', typ: 'countersign-receipt+jwt', kid: jwks.keys[0]?.kid })}.${body}.${signature}`,
      resigned({ alg: 'EdDSA', typ: 'countersign-receipt+jwt', kid: jwks.keys[0]?.kid }),
      resigned({ alg: 'EdDSA', typ: 'countersign-receipt+jwt', kid: 'mine' }),
      resigned({ alg: 'EdDSA', typ: 'JWT', kid: jwks.keys[0]?.kid }),
      `${head}.${body}.`,
      `${head}.${body}.%%%`,
      `${receipt}.x`,
      'x.y.z',
      'null',
      '',
    ];
    for (const forgery of forgeries) await assert.rejects(verifyReceipt(forgery, jwks), NotGenuine);
    await assert.rejects(verifyReceipt(receipt, { keys: [] }), /not among the public keys/);
    for (const x of ['!', 'AAAA']) {
      const broken = { keys: jwks.keys.map((key) => ({ ...key, x })) };
      await assert.rejects(verifyReceipt(receipt, broken), NotGenuine);
    }
    await verifyReceipt(receipt, jwks);
  });

  test('is of one content: a change of it is refused, and so is a rejection', async (t) => {
    const { admin, action, receipt, jwks } = await given(t);
    await verifyReceipt(receipt, jwks, { digest: action.digest });
    await assert.rejects(verifyReceipt(receipt, jwks, { digest: '0'.repeat(64) }), /something else/);

    const { id } = await admin.createAction(proposal());
    await admin.decideAction(id, { decision: 'reject' });
    const rejected = await admin.getAction(id);
    await assert.rejects(
      verifyReceipt(rejected.decision?.receipt ?? '', jwks, { digest: await digestOf(rejected) }),
      /rejection/,
    );
  });

  test('cannot be compared with what is not there, or is called otherwise: any receipt would do', async (t) => {
    const { action, receipt, jwks } = await given(t);
    const { digest, id } = action;
    const wrong = [{ digest: undefined }, { digest, actionId: undefined }, { digest, action_id: id }, { id }, digest];
    for (const expected of wrong)
      await assert.rejects(
        verifyReceipt(receipt, jwks, expected as { digest: string }),
        (error) => error instanceof TypeError && /verifyReceipt/.test(error.message),
        JSON.stringify(expected),
      );
    await verifyReceipt(receipt, jwks, { digest, actionId: id });
  });
});

test('the receipt of one action is no approval of another with the same content', async (t) => {
  const { admin } = await givenService(t);
  const { id: first } = await givenApproved(admin, { title: 'Pay 10 EUR', payload: { amount: 10 } });
  const { id: second } = await admin.createAction(proposal({ title: 'Pay 10 EUR', payload: { amount: 10 } }));
  const receipt = (await admin.getAction(first)).decision?.receipt ?? '';
  const [jwks, digest] = [await admin.getJwks(), await digestOf(await admin.getAction(second))];
  await verifyReceipt(receipt, jwks, { digest, actionId: first });
  await assert.rejects(verifyReceipt(receipt, jwks, { digest, actionId: second }), /another action/);
  await admin.decideAction(second, { decision: 'reject' });
  const no = (await admin.getAction(second)).decision?.receipt ?? '';
  await assert.rejects(verifyReceipt(no, jwks, { actionId: second }), /rejection/);
});

describe('the digest of an action', () => {
  const payloads = [
    '{"b":[1.0,1e0,-0,12345678901234567890],"a":{"__proto__":{"x":1},"":null}}',
    '{"é":"\\u00e9\\u2028","\\ud83d\\ude00":1,"z":"number:0.5:7","number:1":true}',
    '"a \\"quoted\\" -1 string"',
    'null',
    '-1.5E+3',
    '[]',
  ];
  test('is the one the server made, for any payload', async (t) => {
    const { service, admin } = await givenService(t);
    for (const [number, payload] of payloads.entries()) {
      const body = `{"kind":"k","title":"${number}","preview":{"body":"x"},"idempotent":false,"undo":"u","payload":${payload}}`;
      const { text } = await call('POST', `${service.baseUrl}/actions`, { key: service.adminKey, body });
      const { id, digest } = JSON.parse(text) as { id: string; digest: string };
      assert.equal(await digestOf(await admin.getAction(id)), digest, payload);
    }
  });

  test('is after edits the one that the receipt has', async (t) => {
    const { admin } = await givenService(t);
    const editable = ['payload.a', 'preview.body', 'title', 'target_url'];
    const { id, digest } = await admin.createAction(
      proposal({ payload: { a: 1 }, target_url: 'https://one.example/', editable }),
    );
    const edited = { 'payload.a': 2.5, 'preview.body': 'y', title: 'other', target_url: 'https://other.example/' };
    await admin.decideAction(id, { decision: 'approve', edited });
    const action = await admin.getAction(id);
    const final = await digestOf(action);
    assert.notEqual(final, digest);
    await verifyReceipt(action.decision?.receipt ?? '', await admin.getJwks(), { digest: final });
    await assert.rejects(digestOf({ ...action }), /not a copy/);
  });
});
