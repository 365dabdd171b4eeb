// T03 to T05: windows are hours of the project's wall clock, also when that jumps, and when the project moves.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Schedule } from '@countersign/contract';
import { inTransaction } from '../../../src/storage/database.ts';
import { fakeWorld } from '../../support/fake-world.ts';
import { codeOf } from '../../support/given.ts';
import { type Service, startService } from '../../support/start-service.ts';
import { until } from '../../support/until.ts';
import { HOUR, openScene, posts, rss } from '../../support/watching.ts';

let service: Service;
/** Before the clocks of Prague are set back, in the night to the 31st. */
const START = '2027-10-29T12:30:00Z';
before(async () => {
  const world = fakeWorld();
  world.wind((Date.parse(START) - world.nowMs()) / 1000);
  service = await startService({ world });
});
after(() => service.stop());

const local = (seconds: number, zone: string) =>
  Temporal.Instant.fromEpochMilliseconds(seconds * 1000)
    .toZonedDateTimeISO(zone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'minute' });

/** An hour that is not now, neither in UTC nor near it. */
function closedNow(): string {
  const hour = new Date(service.world.nowMs()).getUTCHours();
  const clock = (n: number) => `${String((n + 24) % 24).padStart(2, '0')}:00`;
  return `${clock(hour + 5)}-${clock(hour + 6)}`;
}

test('T04: a first check outside the window is skipped, and planned for the opening in the project’s zone', async (t) => {
  const { blog, admin, watch, read, pass } = await openScene(t, service);
  await admin.updateProject({ timezone: 'Asia/Kathmandu' });
  blog.says(rss(posts(2)));
  const watcher = await watch({ schedule: { every: '1h', window: '09:00-11:00' } }); // it is 18:15 there
  assert.equal(blog.asked.length, 0);
  assert.partialDeepStrictEqual(watcher, {
    status: 'active',
    fail_count: 0,
    last_outcome: 'skipped_window',
    next_run_reason: 'window',
    first_run_done: false,
  });
  assert.equal(local(watcher.next_run_at, 'Asia/Kathmandu'), '2027-10-30T09:00');
  const now = Math.floor(service.world.nowMs() / 1000);
  await pass(watcher.next_run_at - now);
  assert.equal(blog.asked.length, 1);
  assert.equal((await read(watcher)).last_outcome, 'baseline');

  await admin.updateProject({ timezone: 'America/New_York' }); // T05: there it is night
  const moved = await read(watcher);
  assert.equal(local(moved.next_run_at, 'America/New_York'), '2027-10-30T09:00');
  assert.equal(await codeOf(admin.updateProject({ timezone: 'Mars/Olympus' })), 'invalid_timezone');
  assert.deepEqual(await read(watcher), moved);
});

test('T03: over the nights of Prague in autumn and spring: only inside the window, every day, the repeated hour twice', async (t) => {
  const zone = 'Europe/Prague';
  const { blog, admin, watch, read, pass } = await openScene(t, service);
  await admin.updateProject({ timezone: zone });
  blog.says(rss(posts(2)));
  const ranAt: number[] = [];
  blog.says(() => {
    ranAt.push(Math.floor(service.world.nowMs() / 1000));
    return rss(posts(2));
  });
  const watcher = await watch({ schedule: { every: '30m', window: '02:00-03:00' } });
  const nextRun = async () => {
    const { next_run_at } = await read(watcher);
    await pass(Math.max(1, next_run_at - Math.floor(service.world.nowMs() / 1000)));
  };
  while ((ranAt.at(-1) ?? 0) < Date.parse('2027-11-02T00:00:00Z') / 1000) await nextRun();
  const spring = Date.parse('2028-03-24T12:00:00Z') / 1000;
  await pass(spring - Math.floor(service.world.nowMs() / 1000));
  while ((ranAt.at(-1) ?? 0) < Date.parse('2028-03-28T00:00:00Z') / 1000) await nextRun();

  const runs = ranAt.map((at) => local(at, zone));
  for (const at of ranAt) assert.match(local(at, zone), /T02:/, local(at, zone));
  const on = (day: string) => runs.filter((run) => run.startsWith(day)).length;
  assert.equal(on('2027-10-31'), 4); // 02:00 to 03:00 comes twice
  assert.equal(on('2027-11-01'), 2);
  assert.equal(on('2028-03-25'), 2);
  assert.equal(on('2028-03-26'), 0); // there is no such hour
  assert.equal(on('2028-03-27'), 2);
});

test('a run that is asked for is made outside the window as well', async (t) => {
  const { blog, admin, watch } = await openScene(t, service);
  blog.says(rss(posts(2)));
  const watcher = await watch({ schedule: { every: '1h', window: closedNow() } });
  assert.equal(watcher.first_run_done, false);
  assert.equal((await admin.runWatcher(watcher.id)).first_run_done, true);
});

test('a run that is asked for while the watcher waits to be looked at is not skipped with it', async (t) => {
  const { admin, host, watch, settle } = await openScene(t, service);
  const { reader } = service.running.app;
  const slow = Promise.withResolvers<string>();
  service.world.site(host, ({ url }) => (url.endsWith('/slow') ? slow.promise : rss(posts(2))));
  const rowOf = async (id: string) =>
    reader.q.selectFrom('watchers').select(['asked', 'leased_by']).where('id', '=', id).executeTakeFirstOrThrow();
  const make = (path: string, schedule: Schedule) =>
    admin.createWatcher({ name: 'W', kind: 'rss', config: { url: `https://${host}/${path}` }, schedule });

  const first = await make('slow', { every: '1h' });
  await until(async () => (await rowOf(first.id)).leased_by, 'the host is asked');
  const closed = closedNow();
  const { id } = await make('other', { every: '1h', window: closed });
  await until(async () => (await rowOf(id)).leased_by, 'the other waits behind it');
  const run = admin.runWatcher(id);
  await until(async () => (await rowOf(id)).asked === 1, 'someone asks for a run of it');
  slow.resolve(rss(posts(1)));
  assert.equal((await run).first_run_done, true);
  await settle();
  assert.partialDeepStrictEqual(await watch({ schedule: { every: '1h', window: closed } }), {
    last_outcome: 'skipped_window',
  });
});

test('a watcher that never ran for its window runs at once when the window is taken away', async (t) => {
  const { admin, blog, watch, settle, read } = await openScene(t, service);
  blog.says(rss(posts(2)));
  const watcher = await watch({ schedule: { every: '1h', window: closedNow() } });
  assert.equal(watcher.last_outcome, 'skipped_window');
  const other = await admin.updateWatcher(watcher.id, { schedule: { every: '2h', window: closedNow() } });
  assert.equal(other.next_run_reason, 'window');
  await admin.updateWatcher(watcher.id, { schedule: { every: '1h' } });
  await settle();
  assert.equal((await read(watcher)).first_run_done, true);
});

test('a run that is asked for is made, though the schedule or the zone is changed before it begins', async (t) => {
  const { admin, host, settle, read } = await openScene(t, service);
  const { reader } = service.running.app;
  service.world.site(host, () => rss(posts(2)));
  const { id } = await admin.createWatcher({
    name: 'W',
    kind: 'rss',
    config: { url: `https://${host}/other` },
    schedule: { every: '1h', window: closedNow() },
  });
  await settle();
  await inTransaction(service.running.app, async (tx) => {
    // As another instance leaves it that has just been asked: nobody has begun yet.
    const now = tx.now + 5;
    await tx.q.updateTable('watchers').set({ asked: 1, due_at: now }).where('id', '=', id).execute();
  });
  await admin.updateWatcher(id, { schedule: { every: '2h', window: closedNow() } });
  await admin.updateProject({ timezone: 'Europe/Prague' });
  const { due_at, asked } = await reader.q
    .selectFrom('watchers')
    .select(['due_at', 'asked'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  assert.ok(asked === 0 || (due_at ?? 0) <= Math.floor(service.world.nowMs() / 1000) + 5, 'not at the opening');
  service.wind(6);
  await settle();
  assert.equal((await read({ id })).first_run_done, true);
});

/** `hours` long, and open now by the clock of UTC. */
function openFor(hours: number): string {
  const hour = new Date(service.world.nowMs()).getUTCHours();
  const clock = (n: number) => `${String(n % 24).padStart(2, '0')}:00`;
  return `${clock(hour)}-${clock(hour + hours)}`;
}

test('what failures put off to an opening is brought forward by no other window, and by no other zone', async (t) => {
  const { blog, admin, watch, read, pass } = await openScene(t, service);
  blog.says(rss(posts(2)));
  const watcher = await watch({ schedule: { every: '1h', window: openFor(2) } });
  blog.says({ status: 403 });
  const untilNext = async () =>
    pass(Math.max(1, (await read(watcher)).next_run_at - Math.floor(service.world.nowMs() / 1000)));
  for (let failure = 0; failure < 4; failure++) await untilNext();
  const { next_run_at, next_run_reason } = await read(watcher);
  assert.equal(next_run_reason, 'window');
  const wide = await admin.updateWatcher(watcher.id, { schedule: { every: '1h', window: '00:00-23:59' } });
  assert.equal(wide.next_run_at, next_run_at);
  await admin.updateProject({ timezone: 'Asia/Kathmandu' });
  assert.equal((await read(watcher)).next_run_at, next_run_at);
  const always = await admin.updateWatcher(watcher.id, { schedule: { every: '1h' } });
  assert.partialDeepStrictEqual(always, { next_run_at, next_run_reason: 'backoff' });
});

test('another zone lets no watcher run sooner than its interval', async (t) => {
  const { blog, admin, watch, read } = await openScene(t, service);
  blog.says(rss(posts(2)));
  const watcher = await watch({ schedule: { every: '12h', window: openFor(3) } });
  assert.partialDeepStrictEqual(watcher, { last_outcome: 'baseline', next_run_reason: 'window' });
  await admin.updateProject({ timezone: 'Etc/GMT+1' });
  const { next_run_at, last_run_at = 0 } = await read(watcher);
  assert.ok(next_run_at >= last_run_at + 12 * HOUR, `${next_run_at - last_run_at}`);
});

test('with jitter, no run leaves its window, and the next day is not missed', async (t) => {
  const { blog, admin, watch, read, pass } = await openScene(t, service);
  await admin.updateProject({ timezone: 'Australia/Lord_Howe' });
  const ranAt: number[] = [];
  blog.says(() => {
    ranAt.push(Math.floor(service.world.nowMs() / 1000));
    return rss(posts(2));
  });
  const watcher = await watch({ schedule: { every: '1d', jitter: '2h', window: '22:00-01:00' } });
  for (let day = 0; day < 12; day++) {
    const { next_run_at } = await read(watcher);
    await pass(Math.max(1, next_run_at - Math.floor(service.world.nowMs() / 1000)));
  }
  assert.ok(ranAt.length >= 11);
  for (const at of ranAt) assert.match(local(at, 'Australia/Lord_Howe'), /T(22|23|00):/);
  for (let n = 1; n < ranAt.length; n++) assert.ok((ranAt[n] ?? 0) - (ranAt[n - 1] ?? 0) <= 28 * HOUR);
});
