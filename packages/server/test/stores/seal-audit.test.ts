// Every committed row gets its place in the chain: no gaps, none lost, in the order of what each could know of.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CHAIN_START, hashOfRow } from '@countersign/contract/audit-chain';
import { openCheckpoint } from '@countersign/contract/checkpoint';
import type { App } from '../../src/app.ts';
import { proving } from '../../src/base/proving.ts';
import { countUnsealed, readCheckpoints, sealedRows } from '../../src/features/audit/chain-store.ts';
import { readFacts } from '../../src/features/audit/facts.ts';
import { recordAudit } from '../../src/features/audit/record.ts';
import { sealAudit } from '../../src/features/audit/seal-audit.ts';
import { inTransaction, type Tx } from '../../src/storage/database.ts';
import { engine } from '../support/databases.ts';
import { givenApp } from '../support/open-app.ts';

const ana = { project_id: 'prj_a', type: 'key', id: 'key_ana' };
const ben = { project_id: 'prj_b', type: 'key', id: 'key_ben' };

const write = (tx: Tx, entity_id: string, actor = ana) =>
  recordAudit(tx, actor, {
    event: 'key.revoked',
    entity_id,
    facts: { key_id: entity_id, n: 1.5 },
    values: { name: 'ä' },
  });
const writeOne = (app: App, entity_id: string, actor = ana) => inTransaction(app, (tx) => write(tx, entity_id, actor));
const writeMany = (app: App, count: number, actor = ana) =>
  inTransaction(app, async (tx) => {
    for (let n = 0; n < count; n++) await write(tx, `key_${n}`, actor);
  });

async function sealAll(app: App): Promise<void> {
  while ((await sealAudit(app)) === 0);
}

/** The entities in the order of the chain, after a look at every place and hash. */
async function chainOf(app: App, { project_id } = ana): Promise<string[]> {
  const rows = await sealedRows(app.reader, project_id, 0, 1_000_000);
  let before = CHAIN_START;
  for (const [n, row] of rows.entries()) {
    assert.equal(row.seq, n + 1);
    assert.equal(row.hash, hashOfRow(proving.sha256, before, { ...row, seq: n + 1, data: readFacts(row.data) }));
    before = row.hash ?? '';
  }
  return rows.map(({ entity_id }) => entity_id);
}

test('rows are chained in the order they were written, each project by itself', async (t) => {
  const { app } = await givenApp(t);
  for (const name of ['one', 'two']) await writeOne(app, name);
  await sealAll(app);
  await writeOne(app, 'other', ben);
  for (const name of ['three', 'four']) await writeOne(app, name);
  assert.equal(await countUnsealed(app.reader, 'prj_a'), 2);
  await sealAll(app);
  assert.deepEqual(await chainOf(app), ['one', 'two', 'three', 'four']);
  assert.deepEqual(await chainOf(app, ben), ['other']);
  assert.equal(await countUnsealed(app.reader, 'prj_a'), 0);
});

test('a row of a transaction that is still open is neither lost nor waited for', {
  skip: engine === 'sqlite',
}, async (t) => {
  const { app } = await givenApp(t);
  const written = Promise.withResolvers<void>();
  const mayCommit = Promise.withResolvers<void>();
  const open = inTransaction(app, async (tx) => {
    await write(tx, 'first to be written');
    written.resolve();
    await mayCommit.promise;
  });
  await written.promise;
  await writeOne(app, 'first to be committed');
  await sealAll(app);
  assert.deepEqual(await chainOf(app), ['first to be committed']);
  mayCommit.resolve();
  await open;
  await sealAll(app);
  assert.deepEqual(await chainOf(app), ['first to be committed', 'first to be written']);
});

test('a row follows what it could know of, even when its transaction began earlier', {
  skip: engine === 'sqlite',
}, async (t) => {
  const { app } = await givenApp(t);
  const begun = Promise.withResolvers<void>();
  const mayGoOn = Promise.withResolvers<void>();
  const slow = inTransaction(app, async (tx) => {
    begun.resolve(); // its moment, and so its ids, are from now
    await mayGoOn.promise;
    await write(tx, 'claimed');
  });
  await begun.promise;
  await writeOne(app, 'approved');
  mayGoOn.resolve();
  await slow;
  await sealAll(app);
  assert.deepEqual(await chainOf(app), ['approved', 'claimed']);
});

test('ten sealers at once, while rows are written, leave one chain', async (t) => {
  const { app } = await givenApp(t);
  const writing = Promise.all(
    Array.from({ length: 10 }, async (_, writer) => {
      for (let n = writer; n < 300; n += 10) await writeOne(app, `key_${n}`, n % 3 === 0 ? ben : ana);
    }),
  );
  const sealing = Promise.all(
    Array.from({ length: 10 }, async () => {
      for (let n = 0; n < 10; n++) await sealAudit(app);
    }),
  );
  await Promise.all([writing, sealing]);
  await sealAll(app);
  assert.equal((await chainOf(app)).length, 200);
  assert.equal((await chainOf(app, ben)).length, 100);
});

test('a project with much to seal does not hold up another', async (t) => {
  const { app } = await givenApp(t);
  await writeMany(app, 2500);
  await writeOne(app, 'quick', ben);
  assert.equal(await sealAudit(app), 0, 'there is more');
  assert.deepEqual(await chainOf(app, ben), ['quick']);
  assert.ok((await chainOf(app)).length < 2500);
  await sealAll(app);
  assert.equal((await chainOf(app)).length, 2500);
});

async function checkpointsOf(app: App) {
  const keys = await app.signer.publicKeys();
  const rows = await readCheckpoints(app.reader, 'prj_a', { after: 0, upTo: 1_000_000, limit: 100 });
  return rows.map(({ note }) => openCheckpoint(proving, keys, note));
}

test('every thousandth row is signed for, and the log has the signed text', async (t) => {
  const { app, world } = await givenApp(t);
  await writeMany(app, 2345);
  await sealAll(app);
  const signed = await checkpointsOf(app);
  const rows = await sealedRows(app.reader, 'prj_a', 0, 3000);
  assert.deepEqual(
    signed.map((checkpoint) => [checkpoint?.project_id, checkpoint?.seq, checkpoint?.hash]),
    [1000, 2000].map((seq) => ['prj_a', seq, rows[seq - 1]?.hash]),
  );
  const logged = world.lines.filter((line) => line.includes('audit.checkpoint')).map((line) => JSON.parse(line));
  assert.deepEqual(
    logged.map(({ note }) => openCheckpoint(proving, [], note)),
    [undefined, undefined],
    'nobody vouches for it without the key',
  );
  const keys = await app.signer.publicKeys();
  assert.deepEqual(
    logged.map(({ note }) => openCheckpoint(proving, keys, note)?.seq),
    [1000, 2000],
  );
});

test('rows are signed for within a day, once', async (t) => {
  const { app, world } = await givenApp(t);
  await writeMany(app, 3);
  await sealAll(app);
  world.wind(86_390);
  await writeOne(app, 'last');
  await sealAll(app);
  assert.deepEqual(await checkpointsOf(app), []);
  world.wind(20);
  await sealAll(app);
  world.wind(90_000);
  await sealAll(app);
  assert.deepEqual(
    (await checkpointsOf(app)).map((checkpoint) => checkpoint?.seq),
    [4],
  );
  await writeOne(app, 'another');
  await sealAll(app);
  world.wind(86_400);
  await sealAll(app);
  assert.deepEqual(
    (await checkpointsOf(app)).map((checkpoint) => checkpoint?.seq),
    [4, 5],
  );
});

test('rows that were sealed while the clock was ahead are signed for when it is right', async (t) => {
  const { app, world } = await givenApp(t);
  world.wind(10 * 86_400);
  await writeOne(app, 'early');
  await sealAll(app);
  world.wind(-10); // a little is no reason
  await sealAll(app);
  assert.deepEqual(await checkpointsOf(app), []);
  world.wind(10 - 10 * 86_400);
  await sealAll(app);
  await sealAll(app);
  assert.deepEqual(
    (await checkpointsOf(app)).map((checkpoint) => checkpoint?.seq),
    [1],
  );
});
