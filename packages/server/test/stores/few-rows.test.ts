// What a request costs does not grow with what is stored, whatever PostgreSQL believes of a table: it plans each statement by
// what it last knew, and nobody has told it yet that the table has grown.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { engine } from '../support/databases.ts';
import { runSql } from '../support/sql.ts';
import { type Service, startService } from '../support/start-service.ts';
import { until } from '../support/until.ts';
import { call } from '../support/wire.ts';

const STORED = 200;
const ASKED = 25;
/** Entries of an index, for each request: the work behind it included. */
const FEW = 10;

const onPostgres = { skip: engine !== 'postgres' };

let service: Service;
before(async () => {
  service = await startService();
});
after(() => service.stop());

const ask = async (method: string, path: string, body?: unknown) => {
  const answer = await call(method, `${service.baseUrl}${path}`, {
    key: service.adminKey,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  assert.ok(answer.status < 300, `${answer.status} ${answer.text}`);
  return JSON.parse(answer.text) as { id: string };
};
const create = (n: number) => ask('POST', '/actions', { kind: 'k', title: `Pay ${n}`, preview: { body: `b ${n}` } });

/** By index of the table of actions, so far. What a connection has read is told when it ends. */
async function entriesRead(): Promise<Map<string, number>> {
  const database = { url: service.databaseUrl, file: '' };
  const pending = async () => (await runSql(database, 'SELECT action_id FROM search_pending')).length;
  await until(async () => (await pending()) === 0, 'what was asked before is in the search index');
  await service.restart();
  const client = new pg.Client({ connectionString: service.databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ name: string; entries: string }>(
    `SELECT indexrelname AS name, idx_tup_read AS entries FROM pg_stat_user_indexes WHERE relname = 'actions'
     UNION ALL SELECT 'no index', seq_tup_read FROM pg_stat_user_tables WHERE relname = 'actions'`,
  );
  await client.end();
  return new Map(rows.map(({ name, entries }) => [name, Number(entries)]));
}

/** Those by which more than a few were read between the two, and how many for each request. */
function manyBetween(before: Map<string, number>, after: Map<string, number>): string[] {
  return [...after]
    .map(([name, entries]) => ({ name, each: (entries - (before.get(name) ?? 0)) / ASKED }))
    .filter(({ each }) => each > FEW)
    .map(({ name, each }) => `${name}: ${each}`);
}

test('beside many that wait, each of these reads a few rows', onPostgres, async () => {
  const ids: string[] = [];
  for (let n = 0; n < STORED; n++) ids.push((await create(n)).id);
  const requests = {
    create: (n: number) => create(STORED + n),
    read: (n: number) => ask('GET', `/actions/${ids[n]}`),
    approve: (n: number) => ask('POST', `/actions/${ids[n]}/decision`, { decision: 'approve' }),
    result: (n: number) => ask('POST', `/actions/${ids[n]}/result`, { status: 'executed' }),
    'a page of one': () => ask('GET', '/actions?status=pending&limit=1'),
  };
  let before = await entriesRead();
  for (const [what, request] of Object.entries(requests)) {
    for (let n = 0; n < ASKED; n++) await request(n);
    const after = await entriesRead();
    assert.deepEqual(manyBetween(before, after), [], what);
    before = after;
  }
});

test('a table that has doubled is looked at, and one that has not is left', onPostgres, async (t) => {
  const client = new pg.Client({ connectionString: service.databaseUrl });
  await client.connect();
  t.after(() => client.end());
  const looked = async () => {
    const { rows } = await client.query("SELECT reltuples FROM pg_class WHERE relname = 'actions'");
    return Number(rows[0].reltuples);
  };
  await service.restart(); // what was written is told when its connections end
  await service.running.app.storage.survey?.();
  const known = await looked();
  assert.ok(known * 2 >= STORED, `${known}`); // the sweep may have looked while it filled
  await create(-1);
  await service.restart();
  await service.running.app.storage.survey?.();
  assert.equal(await looked(), known);
});
