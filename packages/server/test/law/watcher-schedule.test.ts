// Covers when a watcher runs (2.5 schedule, 3.3, 8): every, jitter, window and pause.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Service, startService } from '../support/start-service.ts';
import { assertStatus, call, unhurried } from './client.ts';
import { serviceTime } from './key-steps.ts';
import {
  feedOf,
  itemAbout,
  nextRun,
  runsIn,
  type Site,
  startSite,
  staysUnasked,
  updateWatcher,
  watched,
  watchSite,
} from './watcher-steps.ts';

let service: Service;
const sites: Site[] = [];

before(async () => {
  service = await startService({ ...unhurried, allowPrivateTargets: true });
  assertStatus(await call(service, 'PATCH', '/project', { body: { timezone: 'UTC' } }), 200);
});

after(async () => {
  await Promise.all(sites.map((site) => site.close()));
  await service.stop();
});

async function newSite(): Promise<Site> {
  const site = await startSite(feedOf([itemAbout('Known')]));
  sites.push(site);
  return site;
}

/** HH:MM of the service's time and so many hours, in UTC. */
async function clockIn(hours: number): Promise<string> {
  return new Date(((await serviceTime(service)) + hours * 3600) * 1000).toISOString().slice(11, 16);
}

test('2.5 schedule.every: a watcher runs again when the interval has passed, and not long before', async () => {
  const site = await newSite();
  const watch = await watchSite(service, site, { schedule: { every: '10h' } });
  await nextRun(service, watch);
  const { hits } = site;
  service.wind(30_000);
  await staysUnasked(site, hits);
  assert.ok(await runsIn(service, watch, 6100));
  assert.equal(site.hits, hits + 1);
});

test('2.5 schedule.jitter: a run comes with the interval at the earliest, and with the jitter at the latest', async () => {
  const site = await newSite();
  const watch = await watchSite(service, site, { schedule: { every: '10h', jitter: '5h' } });
  assert.ok(await runsIn(service, watch, 54_100));
  const { hits } = site;
  service.wind(30_000);
  await staysUnasked(site, hits);
  assert.ok(await runsIn(service, watch, 24_100));
});

test('2.5 schedule.window: runs outside the window are skipped, and inside it they are not', async () => {
  const site = await newSite();
  const window = `${await clockIn(8)}-${await clockIn(14)}`;
  const watch = await watchSite(service, site, { schedule: { every: '1h', window } });
  for (let hour = 1; hour <= 7; hour += 1) {
    service.wind(3600);
    await staysUnasked(site, 0);
  }
  service.wind(3600);
  await nextRun(service, watch);
  await runsIn(service, watch, 3600 * 7);
  const { hits } = site;
  for (let hour = 1; hour <= 3; hour += 1) {
    service.wind(3600);
    await staysUnasked(site, hits);
  }
});

test('2.5 schedule.window: a window over midnight is open by night and closed by day', async () => {
  const site = await newSite();
  const daySeconds = Math.floor(service.world.nowMs() / 1000) % 86_400;
  service.wind(86_400 - daySeconds + 12 * 3600);
  const watch = await watchSite(service, site, { schedule: { every: '1h', window: '22:00-06:00' } });
  for (const hour of [13, 15, 17, 19, 21]) {
    service.wind(3600 * (hour === 13 ? 1 : 2));
    await staysUnasked(site, 0);
  }
  service.wind(7200);
  await nextRun(service, watch);
  assert.ok(await runsIn(service, watch, 7200), 'a run after midnight');
});

test('3.3: a paused watcher does not run, and runs again when it is active', async () => {
  const site = await newSite();
  const watch = await watchSite(service, site);
  await watched(service, watch);
  assertStatus(await updateWatcher(service, watch.id, { status: 'paused' }), 200);
  await staysUnasked(site, site.hits);
  const { hits } = site;
  for (let day = 0; day < 3; day += 1) {
    service.wind(86_400);
    await staysUnasked(site, hits);
  }
  assertStatus(await updateWatcher(service, watch.id, { status: 'active' }), 200);
  await nextRun(service, watch);
});

test('2.5 update: a new schedule takes the place of the old one', async () => {
  const site = await newSite();
  const watch = await watchSite(service, site, { schedule: { every: '30d' } });
  await runsIn(service, watch, 2_592_100);
  assertStatus(await updateWatcher(service, watch.id, { schedule: { every: '1h' } }), 200);
  await watched(service, watch);
});
