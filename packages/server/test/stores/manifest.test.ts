// The manifest of export and erasure, held against the tables there really are.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MANIFEST, OUTSIDE_PROJECTS } from '../../src/features/project/manifest.ts';
import { engine } from '../support/databases.ts';
import { givenStorage } from '../support/open-storage.ts';

/** What the engines keep for themselves, and what the search index is made of: it goes with the actions. */
const NOT_OURS = /^(migrations|sqlite_.*|search_(projects|volumes|parts|rows|index.*|texts))$/;

const COLUMNS = {
  sqlite: `SELECT m.name AS "table", p.name AS "column" FROM sqlite_schema m JOIN pragma_table_info(m.name) p WHERE m.type = 'table'`,
  postgres: `SELECT table_name AS "table", column_name AS "column" FROM information_schema.columns WHERE table_schema = 'public'`,
};

test('every column of every table of a project is in the manifest, and nothing else is', async (t) => {
  const { storage } = await givenStorage(t);
  const found = await storage.reader.run<{ table: string; column: string }>({ sql: COLUMNS[engine], parameters: [] });
  const ours = found.filter(
    ({ table }) => !NOT_OURS.test(table) && !(table in OUTSIDE_PROJECTS) && table !== 'projects',
  );
  const live = ours.map(({ table, column }) => `${table}.${column}`);
  const listed = Object.entries(MANIFEST).flatMap(([table, { columns }]) =>
    Object.keys(columns)
      .filter((column) => !(engine === 'sqlite' && column === 'rowid')) // there by itself
      .map((column) => `${table}.${column}`),
  );
  assert.deepEqual(live.toSorted(), listed.toSorted());
});

test('a page of an export is read by an index: nothing is sorted for it', {
  skip: engine === 'postgres',
}, async (t) => {
  const { storage } = await givenStorage(t);
  for (const [table, { section, key }] of Object.entries(MANIFEST)) {
    if (typeof section !== 'string' || key === 'project_id') continue;
    const sql = `EXPLAIN QUERY PLAN SELECT * FROM ${table} WHERE project_id = 'p' AND ${key} > 'k' ORDER BY ${key} LIMIT 100`;
    const plan = (await storage.reader.run<{ detail: string }>({ sql, parameters: [] })).map(({ detail }) => detail);
    assert.match(plan.join('; '), new RegExp(`project_id=\\? AND ${key}`), table);
    assert.doesNotMatch(plan.join('; '), /TEMP B-TREE/, table);
  }
});
