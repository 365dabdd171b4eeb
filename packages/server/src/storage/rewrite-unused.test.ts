// That nothing of deleted rows is left in bytes that belong to nothing.

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { rewriteUnused } from './rewrite-unused.ts';

const CANARY = 'Canary-90ab-in-between';
const ROWS = `WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 1500) SELECT n FROM c`;

for (const [how, smallFilePages] of [['a small file', 1e6] as const, ['a large one', 0] as const]) {
  test(`nothing of deleted rows is in ${how} afterwards, and what is left is as it was`, async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'countersign-test-'));
    t.after(() => rmSync(folder, { recursive: true, force: true }));
    const file = join(folder, 'some.db');
    const db = new DatabaseSync(file, { enableForeignKeyConstraints: true });
    t.after(() => db.close());
    // What is deleted without care lies in the unused bytes for certain; what SQLite moves about, only at times.
    db.exec(`PRAGMA secure_delete = OFF; PRAGMA journal_mode = DELETE;
      CREATE TABLE parents (id TEXT PRIMARY KEY, text TEXT);
      CREATE TABLE children (id TEXT PRIMARY KEY REFERENCES parents (id), text TEXT);
      INSERT INTO parents SELECT 'p' || n, iif(n % 2 = 0, 'kept ', '${CANARY} ') || hex(zeroblob(300)) FROM (${ROWS});
      INSERT INTO children SELECT id, text FROM parents;
      DELETE FROM children WHERE text NOT LIKE 'kept%';
      DELETE FROM parents WHERE text NOT LIKE 'kept%';
      PRAGMA secure_delete = ON`);
    assert.ok(readFileSync(file).includes(CANARY), 'there is nothing to see here');
    const tables = ['parents', 'children'];
    await rewriteUnused(db, tables, async (work) => work(), smallFilePages);
    assert.ok(!readFileSync(file).includes(CANARY));
    for (const table of tables) {
      const kept = db.prepare(`SELECT count(*) AS rows, max(id) AS last FROM ${table} WHERE text LIKE 'kept%'`).get();
      assert.deepEqual({ ...kept }, { rows: 750, last: 'p998' });
    }
    assert.throws(() => db.exec("DELETE FROM parents WHERE id = 'p300'"), /FOREIGN KEY/);
  });
}

test('a few rows that are large are left where they are: to copy them would hold everyone up', async () => {
  const db = new DatabaseSync(':memory:');
  const changes = async (rows: number, bytes: number) => {
    db.exec(`DROP TABLE IF EXISTS some; CREATE TABLE some (id BIGINT, text TEXT);
      INSERT INTO some SELECT n, hex(zeroblob(${bytes / 2})) FROM (${ROWS}) WHERE n <= ${rows}`);
    const total = () => (db.prepare('SELECT total_changes() AS n').get() as { n: number }).n;
    const before = total();
    await rewriteUnused(db, ['some'], async (work) => work(), 0);
    return total() - before;
  };
  assert.ok((await changes(1000, 1000)) > 0, 'small ones are written anew');
  assert.equal(await changes(1000, 6000), 0);
  assert.equal(await changes(1001, 10), 0);
  db.close();
});
