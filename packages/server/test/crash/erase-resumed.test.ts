// An erasure that is cut short goes on by itself: the wish is written down before anything goes.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { MANIFEST } from '../../src/features/project/manifest.ts';
import { engine, newDatabase, type TestDatabase } from '../support/databases.ts';
import { keyIn, serve } from '../support/serve-process.ts';
import { runSql } from '../support/sql.ts';
import { until } from '../support/until.ts';

const CANARY = 'Canary-51b0-cut-short';
const MANY = engine === 'sqlite' ? 2500 : 1000; // enough to be cut short

/** One action becomes many, older than any made by the service; each with a decision. */
async function multiply(database: TestDatabase): Promise<void> {
  const numbers =
    database.file === ''
      ? `SELECT generate_series(1, ${MANY}) AS n`
      : `WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < ${MANY}) SELECT n FROM c`;
  const id = "'act_0' || (100000 + n)";
  const copies = { actions: { id, slot: 'NULL' }, decisions: { id: "'dec_0' || (100000 + n)", action_id: id } };
  for (const [table, changed] of Object.entries(copies)) {
    const columns = Object.keys(MANIFEST[table as 'actions'].columns);
    const values = columns.map((column) => (changed as Record<string, string>)[column] ?? column);
    const sql = `INSERT INTO ${table} (${columns.join(', ')}) SELECT ${values.join(', ')} FROM ${table}, (${numbers}) AS many`;
    await runSql(database, sql);
  }
}

interface Found {
  readonly counts: string;
  readonly finished_at: number | null;
  readonly forgotten_at: number | null;
}

function found(database: TestDatabase, holds: (erasure: Found) => boolean, what: string): Promise<Found> {
  return until(async () => {
    const [erasure] = await runSql<Found>(database, 'SELECT counts, finished_at, forgotten_at FROM erasures');
    return erasure && holds(erasure) && erasure;
  }, what);
}

for (const signal of engine === 'sqlite' ? (['SIGKILL', 'SIGTERM'] as const) : (['SIGKILL'] as const)) {
  test(`an erasure cut short by ${signal} is finished by the next start, whole and told once`, async (t) => {
    const database = await newDatabase();
    t.after(() => database.drop());
    const first = await serve({ databaseUrl: database.url });
    const authorization = `Bearer ${keyIn(first.stdout())}`;
    const headers = { authorization, 'content-type': 'application/json' };
    const body = JSON.stringify({ kind: 'k', title: CANARY, preview: { body: CANARY } });
    const created = await fetch(`${first.url}/v1/actions`, { method: 'POST', headers, body });
    const { id } = (await created.json()) as { id: string };
    const decision = JSON.stringify({ decision: 'approve' });
    await fetch(`${first.url}/v1/actions/${id}/decision`, { method: 'POST', headers, body: decision });
    await multiply(database);

    const answer = fetch(`${first.url}/v1/project/data`, { method: 'DELETE', headers: { authorization } }).then(
      (response) =>
        response.text().then(
          () => response.status,
          () => 'cut off', // on a slow machine it had begun
        ),
      () => 'cut off',
    );
    await found(database, ({ counts }) => Number(JSON.parse(counts).actions) > 0, 'it has begun');
    first.kill(signal);
    await first.exitCode;
    assert.ok(signal === 'SIGKILL' ? (await answer) === 'cut off' : ['cut off', 500].includes(await answer));
    const halfway = await found(database, () => true, 'it is written down');
    assert.equal(halfway.finished_at, null, 'it was finished too soon to be cut short');

    await runSql(database, 'UPDATE erasures SET leased_until = 0'); // as if the half minute of the lease were over
    const second = await serve({ databaseUrl: database.url });
    t.after(() => second.kill('SIGKILL'));
    const { counts } = await found(database, ({ forgotten_at }) => forgotten_at !== null, 'it is finished');
    assert.partialDeepStrictEqual(JSON.parse(counts), { actions: MANY + 1, decisions: MANY + 1 });
    const told = await fetch(`${second.url}/v1/audit?type=project.erased`, { headers: { authorization } });
    const { items } = (await told.json()) as { items: { data: object; actor: { type: string } }[] };
    assert.equal(items.length, 1);
    assert.partialDeepStrictEqual(items[0], { data: { actions: MANY + 1 }, actor: { type: 'key' } });
    const listed = await fetch(`${second.url}/v1/project/export`, { headers: { authorization } });
    assert.ok(!(await listed.text()).includes(CANARY));
    if (database.file === '') return;
    for (const file of [database.file, `${database.file}-wal`]) {
      assert.ok(!readFileSync(file).includes(CANARY), `the canary is still in ${file}`);
    }
    const [index] = await runSql<{ bytes: number }>(
      database,
      'SELECT sum(length(block)) AS bytes FROM search_index_1_data',
    );
    assert.ok((index?.bytes ?? 0) < 200, 'the search index has forgotten it, too');
  });
}
