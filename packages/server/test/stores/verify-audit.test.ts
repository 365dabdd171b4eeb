// D05: whatever is done to the audit log past the service, verification finds it, and names the first row that is not to be
// trusted.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { hashOfRow } from '@countersign/contract/audit-chain';
import { checkAuditFile } from '@countersign/contract/audit-file';
import type { App } from '../../src/app.ts';
import { proving } from '../../src/base/proving.ts';
import { sealedRows } from '../../src/features/audit/chain-store.ts';
import { exportAudit } from '../../src/features/audit/export-audit.ts';
import { readFacts } from '../../src/features/audit/facts.ts';
import { recordAudit } from '../../src/features/audit/record.ts';
import { sealAudit } from '../../src/features/audit/seal-audit.ts';
import { makeVerifier } from '../../src/features/audit/verify-audit.ts';
import { newSigningKey, readSigningKey, signCheckpoint } from '../../src/features/signing/signing-key.ts';
import { inTransaction } from '../../src/storage/database.ts';
import { endOfFile } from '../support/end-of-file.ts';
import { givenApp, type OpenedApp } from '../support/open-app.ts';
import { rawSql } from '../support/raw-sql.ts';

const ana = { project_id: 'prj_a', type: 'key', id: 'key_ana' };
const ROWS = 30;

async function write(app: App, count: number, actor = ana): Promise<void> {
  await inTransaction(app, async (tx) => {
    for (let n = 1; n <= count; n++) {
      const facts = { key_id: `key_${n}`, scopes: ['watch'] };
      await recordAudit(tx, actor, {
        event: 'key.created',
        entity_id: `key_${n}`,
        facts,
        values: { name: `Key ${n}` },
      });
    }
  });
  while ((await sealAudit(app)) === 0);
}

/** Thirty rows, all of them signed for. */
async function givenChain(t: Parameters<typeof givenApp>[0]): Promise<OpenedApp> {
  const given = await givenApp(t);
  await writeSigned(given, 'prj_b', 3);
  await writeSigned(given, 'prj_a');
  return given;
}

async function writeSigned({ app, world }: OpenedApp, project_id: string, rows = ROWS): Promise<void> {
  await write(app, rows, { ...ana, project_id });
  world.wind(86_401);
  await sealAudit(app);
}

const verify = (app: App, project_id = 'prj_a') => makeVerifier().verify(app, project_id);

const at = (seq: number) => `WHERE project_id = 'prj_a' AND seq = ${seq}`;
const valuesAt = (seq: number) =>
  `WHERE project_id = 'prj_a' AND audit_id = (SELECT id FROM audit WHERE project_id = 'prj_a' AND seq = ${seq})`;
const HEAD = `WHERE project_id = 'prj_a'`;

test('a chain that nobody touched holds, every project by itself', async (t) => {
  const { app } = await givenChain(t);
  const { ok, rows, unsealed, head } = await verify(app);
  const last = (await sealedRows(app.reader, 'prj_a', 0, 100)).at(-1);
  assert.deepEqual({ ok, rows, unsealed, head }, { ok: true, rows: ROWS, unsealed: 0, head: last?.hash });
  assert.equal((await makeVerifier().verify(app, 'prj_b')).rows, 3);
  assert.deepEqual(await makeVerifier().verify(app, 'prj_none'), { ok: true, rows: 0, head: null, unsealed: 0 });
});

test('rows that wait for their place are counted', async (t) => {
  const { app } = await givenChain(t);
  await inTransaction(app, (tx) => recordAudit(tx, ana, { event: 'key.revoked', entity_id: 'key_1' }));
  assert.partialDeepStrictEqual(await verify(app), { ok: true, rows: ROWS, unsealed: 1 });
});

test('erasing the values leaves a chain that holds', async (t) => {
  const { app, database } = await givenChain(t);
  await rawSql(database, 'DELETE FROM audit_values');
  assert.partialDeepStrictEqual(await verify(app), { ok: true, rows: ROWS });
});

/** What is done, and the first row that is not to be trusted after it. */
const MEDDLING: Readonly<Record<string, readonly [first_bad_seq: number, ...statements: string[]]>> = {
  'an event is changed': [7, `UPDATE audit SET event = 'key.revoked' ${at(7)}`],
  'an entity is changed': [7, `UPDATE audit SET entity_id = 'key_x' ${at(7)}`],
  'an actor is changed': [7, `UPDATE audit SET actor_id = 'key_ben' ${at(7)}`],
  'an actor is taken away': [7, `UPDATE audit SET actor_type = NULL, actor_id = NULL ${at(7)}`],
  'a channel is added': [7, `UPDATE audit SET channel = 'api' ${at(7)}`],
  'a moment is changed': [7, `UPDATE audit SET created_at = created_at - 1 ${at(7)}`],
  'an id is changed': [7, `UPDATE audit SET id = 'evt_x' ${at(7)}`],
  'a fact is changed': [7, `UPDATE audit SET data = '{"key_id":"key_7","scopes":["admin"]}' ${at(7)}`],
  'a fact is added': [7, `UPDATE audit SET data = '{"key_id":"key_7","scopes":["watch"],"x":1}' ${at(7)}`],
  'facts are taken away': [7, `UPDATE audit SET data = NULL ${at(7)}`],
  'facts are made unreadable': [7, `UPDATE audit SET data = 'x' ${at(7)}`],
  'a hash is changed': [7, `UPDATE audit SET hash = '${'0'.repeat(64)}' ${at(7)}`],
  'a commitment is changed': [7, `UPDATE audit SET commitment = '${'0'.repeat(64)}' ${at(7)}`],
  'a value is changed': [7, `UPDATE audit_values SET value = '{"name":"Key 8"}' ${valuesAt(7)}`],
  'a value is made unreadable': [7, `UPDATE audit_values SET value = '' ${valuesAt(7)}`],
  'a salt is changed': [7, `UPDATE audit_values SET salt = '00' ${valuesAt(7)}`],
  'the values of two rows are swapped': [
    7,
    `UPDATE audit_values SET audit_id = 'x' ${valuesAt(7)}`,
    `UPDATE audit_values SET audit_id = (SELECT id FROM audit ${at(7)}) ${valuesAt(8)}`,
    `UPDATE audit_values SET audit_id = (SELECT id FROM audit ${at(8)}) WHERE audit_id = 'x'`,
  ],
  'a row is deleted': [7, `DELETE FROM audit ${at(7)}`],
  'the first row is deleted': [1, `DELETE FROM audit ${at(1)}`],
  'the last row is deleted': [ROWS, `DELETE FROM audit ${at(ROWS)}`],
  'all rows are deleted': [1, `DELETE FROM audit WHERE project_id = 'prj_a'`],
  'all rows and the head are deleted': [
    1,
    `DELETE FROM audit WHERE project_id = 'prj_a'`,
    `DELETE FROM audit_heads ${HEAD}`,
  ],
  'a row is deleted and the rest moved up': [
    7,
    `DELETE FROM audit ${at(7)}`,
    `UPDATE audit SET seq = -seq ${HEAD} AND seq > 7`,
    `UPDATE audit SET seq = -seq - 1 ${HEAD} AND seq < 0`,
  ],
  'the end is cut off, and the head set back': [
    26,
    `DELETE FROM audit ${HEAD} AND seq > 25`,
    `UPDATE audit_heads SET seq = 25, hash = (SELECT hash FROM audit ${at(25)}) ${HEAD}`,
  ],
  'two rows are swapped': [
    7,
    `UPDATE audit SET seq = 1000000 ${at(7)}`,
    `UPDATE audit SET seq = 7 ${at(8)}`,
    `UPDATE audit SET seq = 8 ${at(1000000)}`,
  ],
  'a row is inserted and the rest moved down': [
    7,
    `UPDATE audit SET seq = -seq ${HEAD} AND seq >= 7`,
    `UPDATE audit SET seq = 1 - seq ${HEAD} AND seq < 0`,
    `INSERT INTO audit (project_id, id, event, entity_id, created_at, seq, hash)
     SELECT project_id, 'evt_new', event, entity_id, created_at, 7, hash FROM audit ${at(8)}`,
    `UPDATE audit_heads SET seq = seq + 1 ${HEAD}`,
  ],
  'a row is put behind the end': [
    ROWS + 1,
    `INSERT INTO audit (project_id, id, event, entity_id, created_at, seq, hash)
     SELECT project_id, 'evt_new', event, entity_id, created_at, ${ROWS + 1}, hash FROM audit ${at(ROWS)}`,
  ],
  'a row is put before the first': [
    1,
    `INSERT INTO audit (project_id, id, event, entity_id, created_at, seq, hash)
     SELECT project_id, 'evt_new', event, entity_id, created_at, 0, hash FROM audit ${at(ROWS)}`,
  ],
  'the head is deleted': [ROWS + 1, `DELETE FROM audit_heads ${HEAD}`],
  'the head is set back': [21, `UPDATE audit_heads SET seq = 20, hash = (SELECT hash FROM audit ${at(20)}) ${HEAD}`],
  'the head is changed': [ROWS, `UPDATE audit_heads SET hash = 'x' ${HEAD}`],
  'the newest checkpoint is deleted': [1, `DELETE FROM audit_checkpoints ${HEAD}`],
  'a checkpoint is made unreadable': [1, `UPDATE audit_checkpoints SET note = 'x' ${HEAD}`],
  'the checkpoint of another project is put in': [
    1,
    `UPDATE audit_checkpoints SET note = (SELECT note FROM audit_checkpoints WHERE project_id = 'prj_b') ${HEAD}`,
  ],
};

const end = endOfFile();
let meddled: OpenedApp;

before(async () => {
  meddled = await givenChain(end);
});

for (const [n, [what, [first_bad_seq, ...statements]]] of Object.entries(MEDDLING).entries()) {
  test(`${what}: found`, async () => {
    const { app, database } = meddled;
    const project_id = `prj_${n}`; // to each its own
    await writeSigned(meddled, project_id);
    await rawSql(database, ...statements.map((statement) => statement.replaceAll("'prj_a'", `'${project_id}'`)));
    assert.partialDeepStrictEqual(await verify(app, project_id), { ok: false, first_bad_seq });
    assert.equal((await verify(app, 'prj_b')).ok, true, 'only there');
    // Whatever was done, later rows are sealed, and do not hide it.
    await write(app, 2, { ...ana, project_id });
    const later = await verify(app, project_id);
    if (!/^the head is (deleted|set back)|behind the end|newest checkpoint/.test(what)) assert.equal(later.ok, false);
    assert.equal(later.unsealed, 0);
  });
}

/** Someone who knows how the chain is made: from a row on, every hash is made anew, and the head with them. */
async function rewriteFrom({ app, database }: OpenedApp, changed: number): Promise<void> {
  await rawSql(database, `UPDATE audit SET actor_id = 'key_ben' ${at(changed)}`);
  const rows = await sealedRows(app.reader, 'prj_a', 0, 10_000);
  let before = rows[changed - 2]?.hash ?? '';
  const statements: string[] = [];
  for (const row of rows.slice(changed - 1)) {
    before = hashOfRow(proving.sha256, before, { ...row, seq: row.seq ?? 0, data: readFacts(row.data) });
    statements.push(`UPDATE audit SET hash = '${before}' ${at(row.seq ?? 0)}`);
  }
  await rawSql(database, ...statements, `UPDATE audit_heads SET hash = '${before}' ${HEAD}`);
}

test('a chain that was made anew from some row on is not the one that was signed for', async (t) => {
  const given = await givenChain(t);
  await write(given.app, 20);
  given.world.wind(86_401);
  await sealAudit(given.app); // signed for at 30 and at 50
  await rewriteFrom(given, 40);
  assert.partialDeepStrictEqual(await verify(given.app), { ok: false, first_bad_seq: 31 });
  await rewriteFrom(given, 10);
  assert.partialDeepStrictEqual(await verify(given.app), { ok: false, first_bad_seq: 1 });
});

test('a checkpoint that someone else has signed vouches for nothing', async (t) => {
  const given = await givenChain(t);
  await rewriteFrom(given, 10);
  const hash = (await sealedRows(given.app.reader, 'prj_a', ROWS - 1, 1))[0]?.hash ?? '';
  const [{ kid } = { kid: '' }] = await given.app.signer.publicKeys();
  const stranger = readSigningKey({ ...newSigningKey(0), kid });
  const note = signCheckpoint(stranger, { project_id: 'prj_a', seq: ROWS, hash, at: 1 });
  await rawSql(given.database, `UPDATE audit_checkpoints SET note = '${note}' ${HEAD}`);
  assert.partialDeepStrictEqual(await verify(given.app), { ok: false, first_bad_seq: 1 });
});

test('SQLite: a place that is no number is found', async (t) => {
  const { app, database } = await givenChain(t);
  if (database.file === '') return t.skip('PostgreSQL takes none');
  await rawSql(
    database,
    `INSERT INTO audit (project_id, id, event, entity_id, created_at, seq, hash)
     SELECT project_id, 'evt_new', event, entity_id, created_at, 'x', hash FROM audit ${at(7)}`,
  );
  assert.partialDeepStrictEqual(await verify(app), { ok: false, first_bad_seq: ROWS + 1 });
});

test('a checkpoint that should be there and is not leaves its rows unvouched for', async (t) => {
  const given = await givenChain(t);
  await write(given.app, 2000);
  assert.partialDeepStrictEqual(await verify(given.app), { ok: true, rows: 2030 });
  await rawSql(given.database, `DELETE FROM audit_checkpoints ${at(1000)}`);
  assert.partialDeepStrictEqual(await verify(given.app), { ok: false, first_bad_seq: 31 });
});

test('an export of a chain that was made anew shows that no checkpoint was signed on the way', async (t) => {
  const given = await givenChain(t);
  await write(given.app, 1000);
  const keys = await given.app.signer.publicKeys();
  const check = () => checkAuditFile(linesOf(exportAudit(given.app, 'prj_a', { format: 'json' })), proving, { keys });
  assert.partialDeepStrictEqual(await check(), { ok: true, rows: ROWS + 1000 });
  await rewriteFrom(given, 10);
  await rawSql(given.database, `DELETE FROM audit_checkpoints ${HEAD}`);
  assert.partialDeepStrictEqual(await check(), { ok: false, first_bad_seq: 1 });
});

async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<string> {
  yield* (await Array.fromAsync(text)).join('').split('\n');
}

test('rows that are sealed while a chain is verified do not look like meddling', async (t) => {
  const { app } = await givenChain(t);
  await write(app, 1500);
  let writing = true;
  const others = (async () => {
    while (writing) await write(app, 7);
  })();
  for (let n = 0; n < 10; n++) assert.equal((await verify(app)).ok, true);
  writing = false;
  await others;
});
