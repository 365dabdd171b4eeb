// Waiting for a change: none is missed, looks are shared, and nothing is left behind.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fakeWorld } from '../../../test/support/fake-world.ts';
import { openHub } from './hub.ts';
import { openWaits } from './waits.ts';

const never = new AbortController().signal;
const turn = () => new Promise(setImmediate);

/** Something that settles when told, and counts who asks. */
function given() {
  const world = fakeWorld();
  const hub = openHub();
  const waits = openWaits(world, hub);
  const asked = { looks: 0, reads: 0 };
  let status = 'pending';
  let settlesAtMs = Number.POSITIVE_INFINITY;
  const awaited = {
    key: 'ours a',
    topic: 'a',
    settlesAtMs: async () => {
      asked.looks++;
      return status === 'pending' ? settlesAtMs : 0;
    },
    read: async () => {
      asked.reads++;
      return status;
    },
  };
  return {
    world,
    asked,
    until: (seconds: number, signal: AbortSignal = never) => waits.until(awaited, { seconds, signal }),
    /** A change whose announcement is lost. */
    change: (to: string) => {
      status = to;
    },
    settle(to: string) {
      status = to;
      hub.wake('a');
    },
    settlesAt: (ms: number) => {
      settlesAtMs = ms;
    },
  };
}

test('what is settled already is not waited for', async () => {
  const it = given();
  it.change('approved');
  assert.equal(await it.until(60), 'approved');
});

test('five thousand who wait for one thing are told by one look and one read', async () => {
  const it = given();
  const waiting = Array.from({ length: 5000 }, () => it.until(60));
  await turn();
  const before = it.asked.looks;
  it.settle('approved');
  const told = await Promise.all(waiting);
  assert.ok(told.every((status) => status === 'approved'));
  assert.deepEqual([it.asked.looks - before, it.asked.reads], [1, 1]);
});

test('while five thousand are told, the event loop is held by none of it for long', async () => {
  const it = given();
  let told = 0;
  const waiting = Array.from({ length: 5000 }, () => it.until(60).then(() => told++));
  await turn();
  it.settle('approved');
  let most = 0;
  for (let before = told; told < 5000; before = told) {
    await turn();
    most = Math.max(most, told - before);
  }
  await Promise.all(waiting);
  assert.ok(most <= 100, `${most} in one turn`);
});

test('who came last is told first: those before may be gone, and nobody has noticed', async () => {
  const it = given();
  const told: string[] = [];
  const waiting = ['first', 'again', 'once more'].map((who) => it.until(60).then(() => told.push(who)));
  await turn();
  it.settle('approved');
  await Promise.all(waiting);
  assert.deepEqual(told, ['once more', 'again', 'first']);
});

test('a change during a look is not missed', async () => {
  const it = given();
  const waiting = it.until(60);
  it.settle('approved'); // the first look is under way
  assert.equal(await waiting, 'approved');
});

test('whoever comes during a look is told of its own present, not of the past', async () => {
  const it = given();
  const first = it.until(60);
  await turn();
  it.settle('approved');
  it.change('executed'); // before the second comes, which must not hear of less
  const second = it.until(60);
  assert.ok(['approved', 'executed'].includes((await first) ?? ''));
  assert.equal(await second, 'executed');
});

test('when the time is up, everyone is told how it stands, by one read', async () => {
  const it = given();
  const waiting = Array.from({ length: 100 }, () => it.until(30));
  await turn();
  it.world.wind(31);
  assert.deepEqual(new Set(await Promise.all(waiting)), new Set(['pending']));
  assert.equal(it.asked.reads, 1);
});

test('what settles by itself is told at that moment', async () => {
  const it = given();
  it.settlesAt(it.world.nowMs() + 20_000);
  const waiting = it.until(60);
  await turn();
  it.world.wind(19);
  await new Promise((resolve) => setTimeout(resolve, 250));
  assert.equal(it.asked.reads, 0);
  it.change('expired');
  it.world.wind(1);
  assert.equal(await waiting, 'expired');
});

test('a change whose announcement is lost is found by the safety net', async () => {
  const it = given();
  const waiting = it.until(60);
  await turn();
  it.change('approved');
  it.world.wind(5);
  assert.equal(await waiting, 'approved');
});

test('a clock that is set back holds nobody', async () => {
  const it = given();
  const waiting = it.until(60);
  await turn();
  it.world.wind(-3600);
  assert.equal(await waiting, 'pending');
});

test('one who leaves ends its own wait and no other', async () => {
  const it = given();
  const leaving = new AbortController();
  const gone = it.until(60, leaving.signal);
  const stays = it.until(60);
  leaving.abort();
  assert.equal(await gone, undefined);
  assert.equal(await it.until(60, leaving.signal), undefined);
  it.settle('approved');
  assert.equal(await stays, 'approved');
});

test('a look that fails fails those who waited for it, and the next one stands by itself', async () => {
  const it = given();
  const world = fakeWorld();
  const waits = openWaits(world, openHub());
  const broken = { key: 'k', topic: 't', settlesAtMs: () => Promise.reject(new Error('gone')), read: async () => 1 };
  await assert.rejects(waits.until(broken, { seconds: 60, signal: never }), /gone/);
  it.change('approved');
  assert.equal(await it.until(60), 'approved');
});
