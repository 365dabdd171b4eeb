// Which migrations are still to be done, and when to keep our hands off.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pendingMigrations } from './migrate.ts';

const known = [1, 2, 3].map((version) => ({ version, name: `000${version}_x`, sql: `select ${version}` }));
const versionsOf = (applied: readonly number[]) =>
  pendingMigrations(applied, 'sqlite', known).map(({ version }) => version);

test('a new database needs every migration, in order', () => {
  assert.deepEqual(versionsOf([]), [1, 2, 3]);
});

test('only what has not been applied is done', () => {
  assert.deepEqual(versionsOf([1]), [2, 3]);
  assert.deepEqual(versionsOf([2, 1]), [3]);
  assert.deepEqual(versionsOf([1, 3]), [2]);
  assert.deepEqual(versionsOf([1, 2, 3]), []);
});

test('a database newer than the program is refused, and the message names both versions', () => {
  assert.throws(() => versionsOf([1, 2, 3, 4]), /schema 4.* knows 3/);
  assert.throws(() => versionsOf([9]), /schema 9.* knows 3/);
  assert.throws(() => pendingMigrations([1], 'sqlite', []), /schema 1.* knows 0/);
});

for (const engine of ['sqlite', 'postgres'] as const) {
  test(`the migrations for ${engine} are numbered from 1 without a gap, and none is empty`, () => {
    const migrations = pendingMigrations([], engine);
    assert.ok(migrations.length > 0);
    for (const [i, { version, name, sql }] of migrations.entries()) {
      assert.equal(version, i + 1, name);
      assert.match(sql, /\S/, name);
    }
  });
}
