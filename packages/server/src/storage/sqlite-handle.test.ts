// Rows as SQLite gives them, put into objects of one shape.

import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { handleOf } from './sqlite-handle.ts';

function givenRows() {
  const db = new DatabaseSync(':memory:');
  db.exec(
    "CREATE TABLE things (id TEXT, size BIGINT, note TEXT); INSERT INTO things VALUES ('a', 1, 'x'), ('b', 2, NULL)",
  );
  const { run } = handleOf(db);
  return (sql: string, ...parameters: unknown[]) => run<Record<string, unknown>>({ sql, parameters });
}

test('each row is an object of its own, with every column by its name', async () => {
  const run = givenRows();
  const rows = await run('SELECT * FROM things ORDER BY id');
  assert.deepEqual(rows, [
    { id: 'a', size: 1, note: 'x' },
    { id: 'b', size: 2, note: null },
  ]);
  for (const row of rows) row.note = 'changed';
  assert.deepEqual(await run('SELECT note FROM things WHERE size > ? ORDER BY id', 0), [{ note: 'x' }, { note: null }]);
});

test('of two columns with one name the last counts', async () => {
  const run = givenRows();
  assert.deepEqual(await run("SELECT things.*, 'other' AS note FROM things WHERE id = ?", 'a'), [
    { id: 'a', size: 1, note: 'other' },
  ]);
});

test('what asks for nothing back answers with an empty row for each that it changed', async () => {
  const run = givenRows();
  assert.deepEqual(await run('UPDATE things SET size = size + ? WHERE id = ?', 5, 'a'), [{}]);
  assert.deepEqual(await run('UPDATE things SET size = size + 1'), [{}, {}]);
  assert.deepEqual(await run("DELETE FROM things WHERE id = 'c'"), []);
  assert.deepEqual(await run('UPDATE things SET size = size + 1 WHERE id = ? RETURNING size', 'a'), [{ size: 8 }]);
  assert.deepEqual(await run('CREATE TABLE others (id TEXT)'), [], 'and what changes no rows with none');
});
