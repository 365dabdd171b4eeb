// The queue of deliveries in storage: who may take what, under which number, and who may still write about it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeDeliverer } from '../../src/features/deliveries/deliver-due.ts';
import { makeFinder } from '../../src/features/deliveries/find-due.ts';
import { type Made, saveAttempt } from '../../src/features/deliveries/save-attempt.ts';
import {
  dueAfter,
  insertAttempt,
  insertDelivery,
  leaseDeliveries,
  listAttempts,
  lockLostTwice,
  newestDelivery,
  PAGE,
  recallDeliveries,
  saveDelivery,
} from '../../src/features/deliveries/store.ts';
import type { Storage, Tx } from '../../src/storage/database.ts';
import { nextDueAt } from '../../src/storage/next-due.ts';
import { givenApp } from '../support/open-app.ts';
import { givenStorage } from '../support/open-storage.ts';

const P = 'prj_1';
const BEFORE_ALL = { due_at: 0, project_id: '', id: '' };
const refused: Made = { answer: { error: 'connect' }, ms: 5 };
const accepted: Made = { answer: { status: 200, headers: {}, body: 'thanks', whole: true }, ms: 5 };
const gone: Made = { answer: { status: 410, headers: {}, body: '', whole: true }, ms: 5 };
const nobody = async () => undefined;

interface Wanted {
  readonly id: string;
  readonly project_id?: string;
  readonly action_id?: string;
  readonly host?: string;
  readonly body?: string;
  /** Seconds from now. */
  readonly dueIn?: number;
}

async function add(tx: Tx, { id, project_id = P, action_id = id, host = 'a.test', body = '{}', dueIn = 0 }: Wanted) {
  const url = `https://${host}/hook`;
  const { now: created_at } = tx;
  await insertDelivery(tx, {
    project_id,
    id,
    action_id,
    url,
    host,
    body,
    receipt: null,
    due_at: created_at + dueIn,
    created_at,
  });
}

const lease = (storage: Storage, ...ids: string[]) =>
  storage.transaction((tx) =>
    leaseDeliveries(
      tx,
      ids.map((id) => ({ project_id: P, id })),
      30,
    ),
  );

const stateOf = (storage: Storage, id: string) => newestDelivery(storage.reader, P, id);

test('a lease takes the next number and a new fence, and nobody else gets it while it holds', async (t) => {
  const { storage, world } = await givenStorage(t);
  await storage.transaction((tx) => add(tx, { id: 'd' }));
  const [taken] = await lease(storage, 'd');
  assert.partialDeepStrictEqual(taken, { attempt: 1, fence: 1, leased: 1, repeated: 0, body: '{}' });
  assert.deepEqual(await lease(storage, 'd'), []);
  world.wind(31);
  const [again] = await lease(storage, 'd');
  assert.partialDeepStrictEqual(again, { attempt: 1, fence: 2, leased: 1, repeated: 1 }, 'the same number, once more');
});

test('many asking at once for the same get each of them once', async (t) => {
  const { storage } = await givenStorage(t);
  const ids = Array.from({ length: 60 }, (_, n) => `d${String(n).padStart(2, '0')}`);
  await storage.transaction(async (tx) => {
    for (const id of ids) await add(tx, { id });
  });
  const taken = await Promise.all(Array.from({ length: 8 }, () => lease(storage, ...ids)));
  assert.deepEqual(
    taken
      .flat()
      .map(({ id }) => id)
      .toSorted(),
    ids,
  );
});

test('whoever lost the lease writes nothing; the newer one decides', async (t) => {
  const { storage, world } = await givenStorage(t);
  await storage.transaction((tx) => add(tx, { id: 'd' }));
  const [stale] = await lease(storage, 'd');
  world.wind(31);
  const [newer] = await lease(storage, 'd');
  assert.ok(stale && newer);
  await storage.transaction((tx) => saveAttempt(tx, newer, accepted, nobody));
  await storage.transaction((tx) => saveAttempt(tx, stale, refused, nobody));
  assert.partialDeepStrictEqual(await stateOf(storage, 'd'), { status: 'delivered', due_at: null, attempt: 1 });
  assert.equal((await listAttempts(storage.reader, P, 'd')).length, 1);
});

test('of a webhook that was asked for again and again, the newest attempts are told', async (t) => {
  const { storage } = await givenStorage(t);
  const row = { project_id: P, delivery_id: 'd', attempt: 1, manual: 1, at: 0, status_code: 200, error: null } as const;
  await storage.transaction(async (tx) => {
    for (let ms = 0; ms < 250; ms++) await insertAttempt(tx, { ...row, id: tx.newId('att'), ms, answer: 'thanks' });
  });
  const told = (await listAttempts(storage.reader, P, 'd')).map(({ ms }) => ms);
  assert.deepEqual([told.length, told[0], told.at(-1)], [200, 50, 249]);
});

test('an attempt that was lost twice counts as failed: the ladder goes on from there, and ends after six', async (t) => {
  const { storage, world } = await givenStorage(t);
  await storage.transaction((tx) => add(tx, { id: 'd' }));
  for (let attempt = 1; attempt <= 6; attempt++) {
    const [first] = await lease(storage, 'd');
    assert.equal(first?.attempt, attempt);
    world.wind(31);
    const [second] = await lease(storage, 'd');
    assert.partialDeepStrictEqual(second, { attempt, repeated: 1 });
    world.wind(31);
    assert.deepEqual(await lease(storage, 'd'), [], 'not a third time');
    const next = await storage.transaction(async (tx) => {
      const due = await dueAfter(tx, BEFORE_ALL, tx.now);
      const [lost] = await lockLostTwice(tx, due);
      assert.ok(lost);
      return saveAttempt(tx, lost, { answer: { error: 'timeout' }, ms: 30_000 }, nobody);
    });
    if (attempt === 6) assert.equal(next?.due_at, null);
    else world.wind((next?.due_at ?? 0) - Math.floor(world.nowMs() / 1000) + 1);
  }
  assert.partialDeepStrictEqual(await stateOf(storage, 'd'), { status: 'dlq', attempt: 6, last_error: 'timeout' });
});

test('of a webhook that gave up because its last attempt was lost twice, the log tells', async (t) => {
  const { app, world } = await givenApp(t);
  const { storage } = app;
  await storage.transaction(async (tx) => {
    await add(tx, { id: 'd' });
    await saveDelivery(tx, { project_id: P, id: 'd', fence: 0 }, { attempt: 5, status: 'retry' });
  });
  for (let lost = 0; lost < 2; lost++) {
    await lease(storage, 'd');
    world.wind(31);
  }
  const deliverer = makeDeliverer({ onGone: nobody, onFree: () => undefined });
  await deliverer.run(app);
  await deliverer.stop(app, 0);
  assert.partialDeepStrictEqual(await stateOf(storage, 'd'), { status: 'dlq', attempt: 6, due_at: null });
  const told = world.lines.filter((line) => line.includes('"delivery.gave_up"'));
  assert.partialDeepStrictEqual(
    told.map((line) => JSON.parse(line)),
    [{ level: 'warn', delivery_id: 'd', project_id: P, action_id: 'd', error: 'timeout' }],
  );
});

test('410 ends the other deliveries of the action to that address, even one under way', async (t) => {
  const { storage } = await givenStorage(t);
  await storage.transaction(async (tx) => {
    for (const id of ['d1', 'd2', 'd3']) await add(tx, { id, action_id: 'act_1' });
    await add(tx, { id: 'd4', action_id: 'act_1', host: 'other.test' });
    await add(tx, { id: 'd5', action_id: 'act_2' });
  });
  const [first, second] = await lease(storage, 'd1', 'd2');
  assert.ok(first && second);
  let forgotten = 0;
  await storage.transaction((tx) => saveAttempt(tx, first, gone, async () => void forgotten++));
  await storage.transaction((tx) => saveAttempt(tx, second, refused, nobody)); // it was under way, and comes too late
  assert.equal(forgotten, 1);
  const due = await storage.transaction((tx) => dueAfter(tx, BEFORE_ALL, tx.now + 100_000));
  assert.deepEqual(due.map(({ id }) => id).toSorted(), ['d4', 'd5']);
});

test('someone asks for it again while it is under way: that attempt comes right after, whatever the answer was', async (t) => {
  const { storage } = await givenStorage(t);
  await storage.transaction(async (tx) => {
    for (const id of ['fails', 'works', 'moves']) await add(tx, { id });
  });
  const leased = new Map((await lease(storage, 'fails', 'works', 'moves')).map((one) => [one.id, one]));
  await storage.transaction(async (tx) => {
    for (const one of leased.values()) await saveDelivery(tx, one, { manual: 1, scheduled_at: one.due_at });
    const moves = leased.get('moves');
    if (moves) await saveDelivery(tx, moves, { url: 'https://new.test/', host: 'new.test' });
  });
  let forgotten = 0;
  for (const [id, made] of [
    ['fails', refused],
    ['works', accepted],
    ['moves', gone],
  ] as const) {
    const one = leased.get(id);
    assert.ok(one);
    await storage.transaction((tx) => saveAttempt(tx, one, made, async () => void forgotten++));
  }
  assert.equal(forgotten, 0, 'the address that is gone is not the new one');
  const again = await lease(storage, 'fails', 'works', 'moves');
  assert.deepEqual(
    again.map(({ attempt, manual }) => [attempt, manual]),
    [
      [1, 1],
      [1, 1],
      [1, 1],
    ],
  );
  assert.partialDeepStrictEqual(
    again.find(({ id }) => id === 'moves'),
    { url: 'https://new.test/', status: 'retry' },
  );
  const fails = again.find(({ id }) => id === 'fails');
  assert.ok(fails);
  const back = await storage.transaction((tx) => saveAttempt(tx, fails, refused, nobody));
  assert.equal(back?.due_at, fails.scheduled_at, 'back on the ladder');
});

test('what lies too far ahead was put there by a wrong clock, and comes back', async (t) => {
  const { storage, world } = await givenStorage(t);
  world.wind(365 * 86_400);
  await storage.transaction((tx) => add(tx, { id: 'stray' }));
  world.wind(-365 * 86_400);
  await storage.transaction((tx) => add(tx, { id: 'waits', dueIn: 43_200 }));
  await storage.transaction((tx) => recallDeliveries(tx, { later_than: tx.now + 60_000, limit: 10 }));
  assert.deepEqual(
    (await lease(storage, 'stray', 'waits')).map(({ id }) => id),
    ['stray'],
  );
});

test('the line is read page by page: everything once, in order, however many are due in one second', async (t) => {
  const { storage } = await givenStorage(t);
  const count = 2 * PAGE + 10;
  const added = await storage.transaction(async (tx) => {
    for (let n = 0; n < count; n++) {
      await add(tx, {
        id: `d${n % 7}${String(n).padStart(4, '0')}`,
        project_id: `prj_${n % 3}`,
        dueIn: -(n % 2),
        body: 'é'.repeat(n),
      });
    }
    await add(tx, { id: 'later', dueIn: 60 });
    return tx.now;
  });
  const seen = await storage.transaction(async (tx) => {
    const all = [];
    for (let page = await dueAfter(tx, BEFORE_ALL, tx.now); page.length > 0; ) {
      all.push(...page);
      page = await dueAfter(tx, page.at(-1) ?? BEFORE_ALL, tx.now);
    }
    assert.equal(await nextDueAt(tx, 'deliveries', tx.now), added + 60);
    return all;
  });
  assert.equal(seen.length, count);
  assert.equal(new Set(seen.map(({ id }) => id)).size, count);
  assert.deepEqual(
    seen.map(({ due_at }) => due_at),
    seen.map(({ due_at }) => due_at).toSorted(),
  );
  for (const { id, bytes } of seen) assert.equal(bytes, 2 * Number(id.slice(2)));
});

test('what cannot be taken is passed over, and what comes behind it is found', async (t) => {
  const { storage } = await givenStorage(t);
  await storage.transaction(async (tx) => {
    for (let n = 0; n < 3 * PAGE; n++)
      await add(tx, { id: `busy${String(n).padStart(4, '0')}`, host: 'busy.test', dueIn: -1 });
    await add(tx, { id: 'free', host: 'free.test' });
  });
  const finder = makeFinder();
  const take = ({ host }: { host: string }) => host !== 'busy.test';
  let found: readonly string[] = [];
  for (let round = 0; round < 5 && found.length === 0; round++) {
    const { due, more, waiting } = await storage.transaction((tx) => finder.find(tx, take));
    assert.deepEqual({ more, waiting }, { more: true, waiting: true });
    found = due.map(({ id }) => id);
  }
  assert.deepEqual(found, ['free']);
});

test('what came while the line was looked through is not missed, wherever it stands', async (t) => {
  const { storage } = await givenStorage(t);
  await storage.transaction(async (tx) => {
    for (let n = 0; n < PAGE + 10; n++) await add(tx, { id: `busy${n}`, host: 'busy.test' });
  });
  const finder = makeFinder();
  const find = () => storage.transaction((tx) => finder.find(tx, ({ host }) => host !== 'busy.test'));
  assert.equal((await find()).more, true);
  await storage.transaction((tx) => add(tx, { id: 'before', project_id: 'a', host: 'free.test', dueIn: -1 }));
  const found: string[] = [];
  for (let round = 0; round < 4; round++) found.push(...(await find()).due.map(({ id }) => id));
  assert.ok(found.includes('before'));
});

test('what is long overdue is taken at a steady rate, and what is due now before it', async (t) => {
  const { storage, world } = await givenStorage(t);
  await storage.transaction(async (tx) => {
    for (let n = 0; n < 1000; n++) await add(tx, { id: `late${n}`, dueIn: -3 * 86_400 });
    for (let n = 0; n < 10; n++) await add(tx, { id: `now${n}` });
  });
  const finder = makeFinder();
  const round = async () => {
    const due = await storage.transaction(async (tx) => {
      const found = await finder.find(tx, () => true);
      await leaseDeliveries(tx, found.due, 30);
      return found.due;
    });
    return due.map(({ id }) => id);
  };
  const startedMs = world.nowMs();
  const first = await round();
  assert.equal(first.filter((id) => id.startsWith('now')).length, 10);
  let taken = first.length - 10;
  for (let n = 0; n < 40; n++) taken += (await round()).length;
  const seconds = (world.nowMs() - startedMs) / 1000;
  assert.ok(taken >= 200 && taken <= 200 * (1 + seconds) + 1, `${taken} in ${seconds} s`);
});
