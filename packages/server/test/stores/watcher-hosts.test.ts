// Turns at a host: one at a time, free again when its request has ended, and nothing kept of a host that nobody reads.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findHost, forgetUnread, rememberSource } from '../../src/features/watchers/stores/source-store.ts';
import { promisedUntil } from '../../src/features/watchers/stores/store.ts';
import { keepTurns, releaseHost, takeHost } from '../../src/features/watchers/take-host.ts';
import { inTransaction } from '../../src/storage/database.ts';
import { givenApp } from '../support/open-app.ts';
import { plansOf } from '../support/query-plans.ts';

const source = { key: 'feed-1', url: 'https://blog.example/feed', host: 'blog.example' };

async function given(t: Parameters<typeof givenApp>[0]) {
  const { app, world } = await givenApp(t);
  await inTransaction(app, (tx) => rememberSource(tx, source));
  const take = () => takeHost(app, source.host, [source.key]);
  const taken = async () => {
    const turn = await take();
    assert.ok(turn && 'fence' in turn, JSON.stringify(turn));
    return turn.fence;
  };
  return { app, world, take, taken };
}

test('a turn that was made longer in time is still one, and nobody else has it', async (t) => {
  const { app, world, take, taken } = await given(t);
  const fence = await taken();
  world.wind(25);
  await inTransaction(app, (tx) => keepTurns(tx, new Map([[source.host, fence]])));
  world.wind(25);
  const turn = await take();
  assert.ok(turn && 'at' in turn);
});

test('a turn that has ended is not made longer by whoever was about to', async (t) => {
  const { app, world, taken } = await given(t);
  const fence = await taken();
  await releaseHost(app, source.host, fence, {});
  await inTransaction(app, (tx) => keepTurns(tx, new Map([[source.host, fence]])));
  world.wind(2);
  assert.notEqual(await taken(), fence);
});

test('whoever waited for a host that nobody reads any more gets no turn, and leaves nothing of it', async (t) => {
  const { app, world, take, taken } = await given(t);
  await releaseHost(app, source.host, await taken(), {});
  const turn = await take();
  assert.ok(turn && 'at' in turn, 'one second apart');
  await inTransaction(app, (tx) => forgetUnread(tx, source.key));
  world.wind(2);
  assert.equal(await take(), undefined);
  assert.equal(await findHost(app.reader, source.host), undefined);
});

test('the last turn that was promised at a host is found without those at others', async (t) => {
  const { app } = await given(t);
  const plans = await plansOf(app, (reader) => promisedUntil(reader, source.host));
  assert.match(plans, /watchers_promised.*promised_host ?=/);
});
