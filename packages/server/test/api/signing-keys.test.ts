// The server's signing keys: one set for all instances, a new one taken up while they run, old ones published for ever.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import type { Signer } from '../../src/app.ts';
import { boot } from '../../src/boot.ts';
import { readConfig } from '../../src/config.ts';
import { keepNewerKeys } from '../../src/features/signing/keep-newer-keys.ts';
import { rotateSigningKeys } from '../../src/features/signing/rotate-keys.ts';
import { readSigningKeys, saveSigningKeys } from '../../src/features/signing/store.ts';
import { inTransaction } from '../../src/storage/database.ts';
import { engine, newDatabase } from '../support/databases.ts';
import { fakeWorld } from '../support/fake-world.ts';
import { decided, type Given, givenService, proposal } from '../support/given.ts';
import { givenApp } from '../support/open-app.ts';
import { runCommand } from '../support/run-command.ts';
import { until } from '../support/until.ts';

async function publishedKids(url: string): Promise<string[]> {
  const response = await fetch(`${url}/.well-known/jwks.json`);
  assert.equal(response.headers.get('cache-control'), 'no-cache', 'a new key signs before a copy would be old');
  const { keys } = (await response.json()) as { keys: { kid: string; d?: string }[] };
  for (const key of keys) assert.equal('d' in key, false, 'only the public half');
  return keys.map(({ kid }) => kid);
}

async function givenReceipt({ admin }: Given): Promise<string> {
  const { id } = await admin.createAction(proposal());
  return (await decided(admin, id, { decision: 'approve' })).decision.receipt;
}

const kidOf = (receipt: string) => JSON.parse(Buffer.from(receipt.split('.')[0] ?? '', 'base64url').toString()).kid;

test('a key made by the operator is published at once, signs within a minute, and what the old one signed still verifies', async (t) => {
  const given = await givenService(t);
  const { service } = given;
  const { url } = service.running;
  const [first] = await publishedKids(url);
  const before = await givenReceipt(given);
  assert.equal(kidOf(before), first);

  const environment = { DATABASE_URL: service.databaseUrl };
  const { code, stdout, stderr } = await runCommand(['admin', 'signing-keys', 'rotate'], environment);
  assert.equal(code, 0, stderr);
  const second = stdout.trim();
  assert.deepEqual(await publishedKids(url), [second, first]);
  const listed = await runCommand(['admin', 'signing-keys', 'list'], environment);
  assert.match(listed.stdout, new RegExp(`${second} +\\S+ +signs\\n${first} +\\S+ +verifies only\\n$`));
  assert.equal(listed.stdout.includes('PRIVATE'), false);

  service.wind(60);
  const after = await until(async () => {
    const receipt = await givenReceipt(given);
    return kidOf(receipt) === second && receipt;
  }, 'the new key signs');
  const keys = createRemoteJWKSet(new URL(`${url}/.well-known/jwks.json`));
  for (const receipt of [before, after]) await jwtVerify(receipt, keys, { algorithms: ['EdDSA'] });
});

test('rotations at once each leave their key', async (t) => {
  const { service } = await givenService(t);
  const kids = await Promise.all([1, 2, 3, 4, 5].map(() => rotateSigningKeys(service.running.app)));
  const published = await publishedKids(service.running.url);
  assert.deepEqual(published.slice(0, 5).toSorted(), kids.toSorted());
  assert.equal(published.length, 6);
});

test('what a restore keeps signs in the order of its rotations, though the clock was set back between them', async (t) => {
  const { app, world } = await givenApp(t);
  const backup = await readSigningKeys(app.reader);
  world.wind(-3600);
  const newest = await rotateSigningKeys(app);
  const since = await readSigningKeys(app.reader);
  await inTransaction(app, (tx) => saveSigningKeys(tx, backup));

  assert.equal(await keepNewerKeys(app, JSON.stringify(since)), 1);
  assert.deepEqual(await readSigningKeys(app.reader), since);
  await app.signer.reload();
  assert.equal(kidOf(await app.signer.receipt({} as Parameters<Signer['receipt']>[0])), newest);
});

test('instances that start at once on one PostgreSQL make one key', { skip: engine === 'sqlite' }, async (t) => {
  const database = await newDatabase();
  t.after(() => database.drop());
  const config = readConfig({ HOST: '127.0.0.1', PORT: '0', DATABASE_URL: database.url });
  const running = await Promise.all([1, 2, 3, 4, 5].map(() => boot(config, fakeWorld())));
  const published = await Promise.all(running.map(({ url }) => publishedKids(url)));
  assert.equal(new Set(published.flat()).size, 1);
  await Promise.all(running.map((each) => each.close()));
});

test('the example of docs/receipts.md holds back whatever was not approved', async (t) => {
  const example = new URL('../../../../examples/verify-receipt.ts', import.meta.url);
  const docs = readFileSync(new URL('../../../../docs/receipts.md', import.meta.url), 'utf8');
  assert.ok(docs.includes(readFileSync(example, 'utf8')), 'the page shows the example as it is run here');

  const { service, admin } = await givenService(t);
  process.env.COUNTERSIGN_URL = service.running.url;
  const { requireApproval }: typeof import('../../../../examples/verify-receipt.ts') = await import(example.href);
  const { id, digest } = await admin.createAction(proposal());
  const { decision } = await decided(admin, id, { decision: 'approve' });
  const { receipt } = decision;
  const action = { id, digest };
  assert.equal((await requireApproval(receipt, action)).decided_at, decision.decided_at);

  const other = await admin.createAction(proposal());
  const rejected = (await decided(admin, other.id, { decision: 'reject' })).decision.receipt;
  await assert.rejects(requireApproval(rejected, { id: other.id, digest: other.digest }), /rejected/);
  await assert.rejects(requireApproval(receipt, { id: other.id, digest }), /another action/);
  await assert.rejects(requireApproval(receipt, { id, digest: other.digest }), /Something else/);
  const [head, claims, signature = ''] = receipt.split('.');
  const forged = JSON.parse(Buffer.from(claims ?? '', 'base64url').toString());
  const words = Buffer.from(JSON.stringify({ ...forged, action_id: other.id })).toString('base64url');
  await assert.rejects(requireApproval(`${head}.${words}.${signature}`, { id: other.id, digest }), /signature/);
});
