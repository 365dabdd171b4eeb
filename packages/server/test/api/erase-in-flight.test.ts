// An erasure while decisions, webhooks, pushes and watcher runs are under way: what comes back afterwards brings nothing with
// it.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { deleteActions, lockActions } from '../../src/features/project/data-store.ts';
import { MANIFEST } from '../../src/features/project/manifest.ts';
import type { Tx } from '../../src/storage/database.ts';
import { brokenInvariants } from '../../src/storage/verify.ts';
import { engine } from '../support/databases.ts';
import { codeOf, givenService, proposal } from '../support/given.ts';
import { overtakenBy } from '../support/overtaken.ts';
import { givenPerson } from '../support/people.ts';
import { startPushService } from '../support/push-service.ts';
import type { Service } from '../support/start-service.ts';
import { until } from '../support/until.ts';
import { givenWatching, rss } from '../support/watching.ts';
import { assertProblem, call } from '../support/wire.ts';

const CANARY = 'Canary-c0ffee42-under-way';

/** In no table, and on SQLite in no byte of the file or its log. */
async function assertForgotten({ running, databaseFile }: Service): Promise<void> {
  const { reader, storage } = running.app;
  for (const table of [...Object.keys(MANIFEST), 'watcher_sources'] as (keyof typeof MANIFEST)[]) {
    const rows = await reader.q.selectFrom(table).selectAll().execute();
    assert.ok(!JSON.stringify(rows).includes(CANARY), `the canary is in ${table}`);
  }
  if (engine !== 'sqlite') return;
  await storage.scrub([]);
  for (const file of [databaseFile, `${databaseFile}-wal`]) {
    assert.ok(!readFileSync(file).toString('latin1').includes(CANARY), `the canary is in ${file}`);
  }
}

/** A door that stays shut until it is opened. */
function gate() {
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  return { open, opened };
}

test('what is under way when a project is erased leaves nothing behind', async (t) => {
  const watching = await givenWatching(t);
  const { service, admin } = watching;
  const { world } = service;

  const answers = gate();
  const begun = { hook: 0, feed: 0, push: 0 };
  world.site('agent.example', async () => {
    begun.hook++;
    await answers.opened;
    return { status: 503, body: CANARY };
  });
  world.site('blog.example', async ({ url }) => {
    if (url.endsWith('/robots.txt')) return { status: 404 };
    begun.feed++;
    await answers.opened;
    return rss([{ id: CANARY, title: CANARY, link: 'https://blog.example/1', body: CANARY }]);
  });
  world.site('push.example', async () => {
    begun.push++;
    await answers.opened;
    return { status: 201 };
  });

  const dana = await givenPerson(service, 'reviewer', { name: 'Dana' });
  const { text } = await call('GET', `${service.baseUrl}/push/vapid-public-key`);
  const { public_key } = JSON.parse(text) as { public_key: string };
  const { subscription } = startPushService(world, public_key, { host: 'unused.example' }).browser();
  const endpoint = `https://push.example/${CANARY}`;
  await dana.ask('POST', '/push/subscribe', { ...subscription, endpoint });

  const body = { title: CANARY, preview: { body: CANARY }, callback_url: 'https://agent.example/hook' };
  const decided = await admin.createAction(proposal(body));
  await admin.decideAction(decided.id, { decision: 'approve' });
  const held = await admin.createAction(proposal(body));
  await dana.ask('POST', `/actions/${held.id}/decision-hold`, {
    decision: 'reject',
    digest: held.digest,
    comment: CANARY,
    seconds: 30,
  });
  await admin.createWatcher({
    name: CANARY,
    kind: 'rss',
    config: { url: 'https://blog.example/feed.xml' },
    schedule: { every: '1h' },
  });
  await until(() => begun.hook > 0 && begun.feed > 0 && begun.push > 0, 'all is under way').catch(() => {
    answers.open(); // or the server would wait for them
    assert.fail(`not all is under way: ${JSON.stringify(begun)}`);
  });

  const counts = await admin.eraseProject();
  assert.partialDeepStrictEqual(counts, {
    actions: 2,
    decisions: 1,
    deliveries: 1,
    watchers: 1,
    push_subscriptions: 1,
  });
  answers.open();
  await watching.settle();
  service.wind(60); // the hold would commit, the webhook be tried again
  await until(
    async () => (await service.running.app.reader.q.selectFrom('holds').selectAll().execute()).length === 0,
    'no hold is left',
  );
  await new Promise((resolve) => setTimeout(resolve, 300));
  await assertForgotten(service);
  assert.deepEqual(await brokenInvariants(service.running.app.reader), []);
  assert.equal((await admin.verifyAudit()).ok, true);
  assert.deepEqual(
    world.lines.filter((line) => line.includes(CANARY)),
    [],
    'nor in a log',
  );
});

test('decisions that race an erasure are made whole or not at all', async (t) => {
  const { service, admin } = await givenWatching(t);
  const actions = await Promise.all(
    Array.from({ length: 40 }, (_, n) => admin.createAction(proposal({ title: `${CANARY} ${n}` }))),
  );
  const [erased, ...codes] = await Promise.all([
    admin.eraseProject(),
    ...actions.map(({ id }) => codeOf(admin.decideAction(id, { decision: 'approve' }))),
  ]);
  for (const code of codes) assert.ok(code === undefined || code === 'not_found', String(code));
  assert.equal(erased.actions, 40);
  assert.equal(erased.decisions, codes.filter((code) => code === undefined).length);
  await assertForgotten(service);
  assert.deepEqual(await brokenInvariants(service.running.app.reader), []);
});

test('of what is erased in this moment nobody has looked, wants to see it later, or is about to decide it', async (t) => {
  const { service, admin } = await givenService(t);
  const sam = await givenPerson(service, 'reviewer', { name: CANARY });
  const writes = {
    seen: { ms: 4000, end: true },
    snooze: { until: Math.floor(service.world.nowMs() / 1000) + 600 },
    'decision-hold': { decision: 'reject', comment: CANARY, seconds: 30 },
  };
  const { id: project_id } = await admin.getProject();
  for (const [what, body] of Object.entries(writes)) {
    const { id, digest } = await admin.createAction(proposal());
    const erase = async (tx: Tx) => void (await deleteActions(tx, project_id, await lockActions(tx, project_id, [id])));
    const write = () =>
      sam.send('POST', `/actions/${id}/${what}`, what === 'decision-hold' ? { ...body, digest } : body);
    assertProblem(await overtakenBy(service, erase, write), 'not_found');
  }
  const { reader } = service.running.app;
  assert.deepEqual(await reader.q.selectFrom('looks').selectAll().execute(), []);
  assert.deepEqual(await reader.q.selectFrom('snoozes').selectAll().execute(), []);
  assert.deepEqual(await reader.q.selectFrom('holds').selectAll().execute(), []);
});

test('an export while much goes on is whole JSON', async (t) => {
  const { service, admin } = await givenWatching(t);
  for (let n = 0; n < 150; n++) await admin.createAction(proposal());
  const [exported] = await Promise.all([
    call('GET', `${service.baseUrl}/project/export`, { key: service.adminKey }),
    ...Array.from({ length: 50 }, () => admin.createAction(proposal())),
    admin.bulkDecide({ ids: (await admin.listActions()).items.map(({ id }) => id), verdict: 'approve' }),
  ]);
  const value = JSON.parse(exported.text) as { actions: { id: string }[] };
  assert.ok(value.actions.length >= 150);
  assert.equal(new Set(value.actions.map(({ id }) => id)).size, value.actions.length);
});
