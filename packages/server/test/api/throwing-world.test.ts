// A world that throws where it should answer: the server stays up, and what was to be done is done later.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeWorld } from '../support/fake-world.ts';
import { givenApproved, givenService, proposal } from '../support/given.ts';
import { givenReceiver } from '../support/receiver.ts';
import { until } from '../support/until.ts';

const THROWS = {
  'throws at once': () => {
    throw new Error('planted');
  },
  'fails later': () => Promise.reject(new Error('planted')),
};

for (const [how, fail] of Object.entries(THROWS)) {
  test(`when the way out ${how}, a webhook is sent after its lease, under the same number`, async (t) => {
    const world = fakeWorld();
    const { request } = world;
    let failures = 0;
    const broken = {
      ...world,
      request: (outgoing: Parameters<typeof request>[0]) => (failures++ === 0 ? fail() : request(outgoing)),
    };
    const { service, admin } = await givenService(t, { world: broken, allowPrivateTargets: true });
    const receiver = await givenReceiver(t);
    const { id } = await givenApproved(admin, { callback_url: receiver.url });
    await until(() => failures === 1, 'the first attempt');
    assert.equal((await admin.getAction(id)).webhook_delivery?.status, 'pending');
    service.wind(31);
    await receiver.count(1);
    await until(async () => (await admin.getAction(id)).webhook_delivery?.status === 'delivered', 'the second attempt');
    assert.equal((await admin.getAction(id)).webhook_delivery?.attempt, 1);
    assert.ok(world.lines.some((line) => line.includes('"event":"delivery.failed"') && line.includes('planted')));
  });

  test(`when names ${how}, a create that needs one is our fault, and the next is served`, async (t) => {
    const world = fakeWorld();
    const { admin } = await givenService(t, { world: { ...world, resolve: fail } });
    await assert.rejects(admin.createAction(proposal({ callback_url: 'https://agent.example/hook' })), {
      code: 'internal',
    });
    await admin.createAction(proposal());
    assert.equal((await admin.listActions()).items.length, 1);
  });
}
