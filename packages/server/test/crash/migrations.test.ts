// A server that ends while it changes the schema leaves a database that the next one brings to the end.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { engine, newDatabase, type TestDatabase } from '../support/databases.ts';
import { keyIn, serve } from '../support/serve-process.ts';
import { runSql } from '../support/sql.ts';
import { call } from '../support/wire.ts';
import { endingAt } from './failpoints.ts';

const FOLDER = new URL('../../src/storage/migrations/', import.meta.url);
const migrations = readdirSync(FOLDER).filter((name) => /^\d{4}_\w+(\.\w+)?\.sql$/.test(name) && isOurs(name));

function isOurs(name: string): boolean {
  return name.split('.').length === 2 || name.includes(`.${engine}.`);
}

async function endsInMigration(database: TestDatabase, count: number): Promise<void> {
  const server = await serve({ databaseUrl: database.url, ...endingAt('in-migration', count) });
  assert.equal(server.url, '', 'it has come through');
  assert.equal(await server.exitCode, null);
}

async function assertWhole(database: TestDatabase): Promise<void> {
  const server = await serve({ databaseUrl: database.url });
  assert.notEqual(server.url, '', server.stderr());
  assert.notEqual(keyIn(server.stdout()), '');
  assert.equal((await call('GET', `${server.url}/readyz`)).status, 200);
  server.kill('SIGTERM');
  assert.equal(await server.exitCode, 0);
  const versions = await runSql<{ version: number }>(database, 'SELECT version FROM migrations ORDER BY version');
  assert.deepEqual(
    versions.map(({ version }) => Number(version)),
    migrations.map((name) => Number(name.slice(0, 4))),
  );
}

test('a first start that ends within each of the migrations is made up for by the next', async (t) => {
  const database = await newDatabase(engine, { empty: true });
  t.after(() => database.drop());
  // On PostgreSQL each is a commit of its own: what one start has done the next does not come by again.
  for (const [n] of migrations.entries()) await endsInMigration(database, engine === 'postgres' && n > 0 ? 2 : n + 1);
  await assertWhole(database);
});

test('an upgrade of an old file that ends within each step is as if it had not begun', {
  skip: engine !== 'sqlite',
}, async (t) => {
  const database = await newDatabase(engine, { empty: true });
  t.after(() => database.drop());
  const [oldest = '', ...newer] = migrations;
  const db = new DatabaseSync(database.file);
  db.exec('CREATE TABLE migrations (version BIGINT NOT NULL PRIMARY KEY, applied_at BIGINT NOT NULL)');
  db.exec(readFileSync(new URL(oldest, FOLDER), 'utf8'));
  db.exec('INSERT INTO migrations VALUES (1, 0)');
  db.close();
  for (const [n] of newer.entries()) {
    await endsInMigration(database, n + 1);
    assert.equal((await runSql(database, 'SELECT version FROM migrations')).length, 1);
  }
  await assertWhole(database);
});
