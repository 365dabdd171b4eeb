// What a plan allows of watchers: how many, how often, and what becomes of those that are too many for a smaller one.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { CountersignProblem, type WatcherCreate } from '@countersign/sdk';
import { findAccount, saveAccount } from '../../../src/features/billing/store.ts';
import { lockProject } from '../../../src/features/project/store.ts';
import type { Tx } from '../../../src/storage/database.ts';
import { startFakeStripe, stripeSignature, subscriptionEvent } from '../../support/fake-stripe.ts';
import { codeOf } from '../../support/given.ts';
import { overtakenBy } from '../../support/overtaken.ts';
import { DAY, givenWatching, HOUR, posts, rss } from '../../support/watching.ts';
import { call } from '../../support/wire.ts';

async function givenPlans(t: TestContext) {
  const stripe = await startFakeStripe();
  t.after(() => stripe.close());
  const watching = await givenWatching(t, { environment: stripe.environment });
  const { service, admin, site } = watching;
  site().says(rss(posts(3)));
  const { id: project_id } = await admin.getProject();
  let told = 0;
  /** The project pays for this from now on, or for nothing. */
  const buys = async (price: string | undefined) => {
    const created = Math.floor(service.world.nowMs() / 1000) + ++told;
    const type = price === undefined ? 'deleted' : told === 1 ? 'created' : 'updated';
    const event = subscriptionEvent({ type, created, project_id, ...(price === undefined ? {} : { price }) });
    const body = JSON.stringify(event);
    const headers = { 'stripe-signature': stripeSignature(body, Math.floor(service.world.nowMs() / 1000)) };
    assert.equal((await call('POST', `${service.baseUrl}/billing/webhook`, { body, headers })).status, 200);
  };
  let named = 0;
  /** Each at a host of its own, or they would wait for one another. */
  const wish = (changes: Partial<WatcherCreate> = {}): WatcherCreate => {
    const host = `blog${++named}.example`;
    site(host).says(rss(posts(3)));
    const config = { url: `https://${host}/feed.xml` };
    return { name: `Watcher ${named}`, kind: 'rss', config, schedule: { every: '1h' }, ...changes };
  };
  return { ...watching, buys, wish };
}

/** What a refusal says beside its code. */
async function factsOf(refused: Promise<unknown>): Promise<unknown> {
  const problem = await refused.then(
    () => assert.fail('it was not refused'),
    (error: unknown) => error,
  );
  assert.ok(problem instanceof CountersignProblem, String(problem));
  return problem.problem;
}

test('no more than the plan has, however many are made at once; what is paused does not count', async (t) => {
  const { admin, wish, settle } = await givenPlans(t);
  const made = await Promise.allSettled(Array.from({ length: 10 }, () => admin.createWatcher(wish())));
  const kept = made.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  assert.equal(kept.length, 3);
  assert.partialDeepStrictEqual(await factsOf(admin.createWatcher(wish())), {
    status: 402,
    error: 'quota_exceeded',
    limit: 3,
    tier: 'free',
  });
  const preset = { preset_id: 'rss-feed', params: { url: 'https://blog.example/p.xml' } };
  assert.equal(await codeOf(admin.createFromPreset(preset)), 'quota_exceeded');
  await settle();

  const [first] = kept;
  const { id } = first ?? assert.fail('none was made');
  await admin.updateWatcher(id, { status: 'paused' });
  const lines = ['https://blog.example/a.xml', 'https://blog.example/b.xml'];
  const imported = await admin.importWatchers({ format: 'urls', content: lines.join('\n') });
  assert.deepEqual([imported.created, imported.failed], [1, 1]);
  assert.partialDeepStrictEqual(imported.results[1], { ok: false, error: 'quota_exceeded' });
  assert.equal(await codeOf(admin.updateWatcher(id, { status: 'active' })), 'quota_exceeded');
  assert.equal((await admin.getWatcher(id)).status, 'paused');
});

test('no more than a smaller plan has that comes in this moment', async (t) => {
  const { service, admin, buys, wish } = await givenPlans(t);
  await buys('price_indie_m');
  for (let n = 0; n < 3; n++) await admin.createWatcher(wish());
  const { id: project_id } = await admin.getProject();
  const leave = async (tx: Tx) => {
    await lockProject(tx, project_id); // as whoever hears of it from the provider does
    const account = (await findAccount(tx, project_id)) ?? assert.fail();
    await saveAccount(tx, { ...account, tier: 'free' });
  };
  assert.equal(await codeOf(overtakenBy(service, leave, () => admin.createWatcher(wish()))), 'quota_exceeded');
});

test('not more often than the plan has, whichever way it is wished for', async (t) => {
  const { admin, wish, buys } = await givenPlans(t);
  const often = { every: '14m' };
  assert.partialDeepStrictEqual(await factsOf(admin.createWatcher(wish({ schedule: often }))), {
    status: 402,
    error: 'schedule_too_frequent',
    min_interval_sec: 900,
    tier: 'free',
  });
  const preset = { preset_id: 'rss-feed', params: { url: 'https://blog.example/p.xml' }, schedule: often };
  assert.equal(await codeOf(admin.createFromPreset(preset)), 'schedule_too_frequent');
  const list = { format: 'urls', content: 'https://blog.example/a.xml', schedule: often } as const;
  assert.equal(await codeOf(admin.importWatchers(list)), 'schedule_too_frequent');
  const watcher = await admin.createWatcher(wish({ schedule: { every: '15m' } }));
  assert.equal(await codeOf(admin.updateWatcher(watcher.id, { schedule: often })), 'schedule_too_frequent');
  await buys('price_indie_m');
  assert.equal((await admin.updateWatcher(watcher.id, { schedule: often })).schedule.every, '14m');
  assert.equal(await codeOf(admin.updateWatcher(watcher.id, { schedule: { every: '4m' } })), 'schedule_too_frequent');
  await buys('price_team_m');
  assert.equal((await admin.updateWatcher(watcher.id, { schedule: { every: '1m' } })).schedule.every, '1m');

  await admin.updateWatcher(watcher.id, { status: 'paused' });
  await buys(undefined);
  assert.equal(await codeOf(admin.updateWatcher(watcher.id, { status: 'active' })), 'schedule_too_frequent');
  assert.equal((await admin.getWatcher(watcher.id)).status, 'paused');
  const slower = await admin.updateWatcher(watcher.id, { status: 'active', schedule: { every: '15m' } });
  assert.equal(slower.status, 'active');
});

test('on a smaller plan the newest beyond its number rest, and it is said; the others run as often as it allows', async (t) => {
  const { admin, wish, buys, settle, pass } = await givenPlans(t);
  await buys('price_indie_m');
  const ids: string[] = [];
  for (let n = 0; n < 5; n++) ids.push((await admin.createWatcher(wish({ schedule: { every: '5m' } }))).id);
  await settle();
  await buys(undefined);
  const statuses = async () => Promise.all(ids.map(async (id) => (await admin.getWatcher(id)).status));
  assert.deepEqual(await statuses(), ['active', 'active', 'active', 'paused', 'paused']);
  const { items } = await admin.listAudit({ type: 'watcher.paused' });
  assert.deepEqual(
    items.map(({ data }) => data),
    [{ tier: 'free' }, { tier: 'free' }],
  );

  await pass(HOUR);
  const { last_run_at = 0, next_run_at, schedule } = await admin.getWatcher(ids[0] ?? '');
  assert.equal(schedule.every, '5m', 'what was wished for stays');
  assert.equal(next_run_at - last_run_at, 900);
  await buys('price_indie_m');
  await pass(DAY);
  assert.deepEqual(
    await statuses(),
    ['active', 'active', 'active', 'paused', 'paused'],
    'nobody turns them on but people',
  );
});
