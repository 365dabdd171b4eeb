// A process that ends while it writes and seals, at any moment, leaves a chain that holds and goes on.

import assert from 'node:assert/strict';
import { copyFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { test } from 'node:test';
import type { App } from '../../src/app.ts';
import { recordAudit } from '../../src/features/audit/record.ts';
import { sealAudit } from '../../src/features/audit/seal-audit.ts';
import { inTransaction } from '../../src/storage/database.ts';
import { openSqlite } from '../../src/storage/sqlite.ts';
import { chainFault, PINNED_KEY, pinnedSigner } from '../support/chain-fault.ts';
import { givenApp } from '../support/open-app.ts';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const write = (app: App, project: number, count: number) =>
  inTransaction(app, async (tx) => {
    const actor = { project_id: `prj_${project}`, type: 'key', id: 'key_x' };
    for (let n = 0; n < count; n++) {
      await recordAudit(tx, actor, { event: 'key.revoked', entity_id: `key_${n}`, values: { name: 'x' } });
    }
  });

function faultIn(file: string): string | undefined {
  const db = new DatabaseSync(file);
  const query = (sql: string, ...parameters: SQLInputValue[]) => db.prepare(sql).all(...parameters);
  const fault = chainFault(query as Parameters<typeof chainFault>[0], [PINNED_KEY]);
  db.close();
  return fault;
}

test('a copy taken at any moment is what a kill would leave: its chain holds, and is gone on with', async (t) => {
  const given = await givenApp(t);
  const app = { ...given.app, signer: pinnedSigner };
  const { file } = given.database;
  let isOver = false;
  const writing = Promise.all(
    [1, 2, 3].map(async (project) => {
      for (; !isOver; await pause(2)) await write(app, project, 10);
    }),
  );
  const sealing = (async () => {
    for (; !isOver; await pause(1)) await sealAudit(app);
  })();
  const copies: string[] = [];
  for (let n = 0; n < 12; n++) {
    await pause(n % 7);
    const copy = join(file, '..', `copy-${n}.db`);
    copyFileSync(file, copy);
    if (existsSync(`${file}-wal`)) copyFileSync(`${file}-wal`, `${copy}-wal`);
    copies.push(copy);
  }
  isOver = true;
  await Promise.all([writing, sealing]);

  for (const copy of copies) {
    assert.equal(faultIn(copy), undefined);
    const storage = openSqlite(copy, given.world, { exclusive: true });
    const next = { ...app, storage, reader: storage.reader };
    await write(next, 1, 3);
    while ((await sealAudit(next)) === 0);
    await storage.close();
    assert.equal(faultIn(copy), undefined);
  }
  const broken = new DatabaseSync(copies[0] ?? '');
  broken.exec(`UPDATE audit SET entity_id = 'x' WHERE project_id = 'prj_1' AND seq = 2`);
  broken.close();
  assert.match(faultIn(copies[0] ?? '') ?? '', /^the chain of prj_1 breaks at 2/);
});
