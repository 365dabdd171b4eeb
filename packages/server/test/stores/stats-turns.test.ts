// The figures of many projects: whoever has little is counted beside those that never rest.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operatorOf } from '../../src/features/audit/record.ts';
import { sealAudit } from '../../src/features/audit/seal-audit.ts';
import { createKey } from '../../src/features/keys/manage-keys.ts';
import { createProject } from '../../src/features/project/manage-project.ts';
import { countAudit } from '../../src/features/stats/count-audit.ts';
import { countedUpTo } from '../../src/features/stats/store.ts';
import { inTransaction } from '../../src/storage/database.ts';
import { givenApp } from '../support/open-app.ts';

const PROJECTS = 24;
const BUSY = 21;
const ROUNDS = 3;

test('projects in which something happens all the time keep no other from being counted', async (t) => {
  const { app } = await givenApp(t);
  const projects = await inTransaction(app, async (tx) => {
    const ids: string[] = [];
    for (let n = 0; n < PROJECTS; n++) ids.push((await createProject(tx, `P${n}`)).id);
    return ids;
  });
  const isCounted = async (id: string) => (await countedUpTo(app.reader, id)) > 0;
  for (let round = 0; round < ROUNDS; round++) {
    await inTransaction(app, async (tx) => {
      for (const id of projects.slice(0, BUSY)) await createKey(tx, operatorOf(id), { name: 'k', scopes: ['actions'] });
    });
    while ((await sealAudit(app)) === 0);
    await countAudit(app);
  }
  const counted = await Promise.all(projects.map(isCounted));
  assert.deepEqual(counted, Array(PROJECTS).fill(true));
});
