// Ids of rows say when the database says they were made, on a server whose own clock is an hour ahead, too: with others beside it,
// and after a restart with the right time, sorting by id is still sorting by creation.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { secondOf } from '../../src/base/id.ts';
import { fakeWorld } from '../support/fake-world.ts';
import { type Service, startService } from '../support/start-service.ts';

const AHEAD_MS = 3_600_000;
const world = { ...fakeWorld(), nowMs: (databaseMs?: number) => databaseMs ?? Date.now() + AHEAD_MS };
let service: Service;

before(async () => {
  service = await startService({ world });
});
after(() => service.stop());

test('an id is of the second in which its row was made', async () => {
  const created = await fetch(`${service.baseUrl}/actions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.adminKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ kind: 'pay', title: 'Pay', preview: { body: 'x' } }),
  });
  assert.equal(created.status, 201);
  const { id, created_at } = (await created.json()) as { id: string; created_at: number };
  assert.equal(secondOf(id), created_at);
});
