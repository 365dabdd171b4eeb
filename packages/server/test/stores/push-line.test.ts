// The line of what browsers are told: what could not be taken keeps no place in it.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { App, Person } from '../../src/app.ts';
import { createProject } from '../../src/features/project/manage-project.ts';
import { enqueuePush } from '../../src/features/push/enqueue.ts';
import { fanOut } from '../../src/features/push/fan-out.ts';
import { subscribe, testPush } from '../../src/features/push/manage-subscriptions.ts';
import { openPush } from '../../src/features/push/open-push.ts';
import { makePusher } from '../../src/features/push/send-due.ts';
import { inTransaction } from '../../src/storage/database.ts';
import { givenApp } from '../support/open-app.ts';
import { NO_VISIT } from '../support/people.ts';
import { startPushService } from '../support/push-service.ts';
import { until } from '../support/until.ts';

/** As many as may be open to one host, and one more. */
const FAILURES = 33;

const YEAR = 365 * 86_400;

/** Whoever is in here has no session that could end. */
const FROM_A_BROWSER = { visit: NO_VISIT, demandStillIn: async () => undefined };

const above = {
  wishesOf: async () => ({ digest_s: 0, signed_in: true }),
  pending: async () => new Map(),
  pendingAmong: async () => new Set<string>(),
  nextExpiry: async () => undefined,
  expiring: async () => [],
  leaveToHolds: async () => false,
};

/** Does all that is asked, and then cannot commit it. */
function withoutCommit(app: App): App {
  const storage: App['storage'] = {
    ...app.storage,
    transaction: (work) =>
      app.storage.transaction(async (tx) => {
        await work(tx);
        throw new Error('planted: not committed');
      }),
  };
  return { ...app, storage };
}

/** Someone has asked for notices in a browser. */
async function givenBrowser(t: TestContext) {
  const { app, world } = await givenApp(t);
  const vapid = await openPush(app);
  const browser = startPushService(world, vapid.public_key).browser();
  const { id: project_id } = await inTransaction(app, (tx) => createProject(tx, 'Acme'));
  const dana = { type: 'reviewer', id: 'rev_1', name: 'Dana', project_id, session_id: 'ses_1' } as Person;
  await subscribe(app, dana, browser.subscription, FROM_A_BROWSER);
  const pusher = makePusher({ vapid, tokens: Buffer.alloc(32) }, above, () => undefined);
  t.after(() => pusher.stop(app));
  return { app, world, browser, dana, pusher, vapid };
}

test('leases that cannot be committed take nobody’s place, however often', async (t) => {
  const { app, browser, dana, pusher } = await givenBrowser(t);
  await testPush(app, dana);
  let left = 0;
  const failing = withoutCommit(app);
  const leaseFails: App = {
    ...app,
    storage: {
      ...app.storage,
      // The third transaction of a run is the lease.
      transaction: (work) => (++left % 3 === 0 ? failing : app).storage.transaction(work),
    },
  };
  for (let n = 0; n < FAILURES; n++) await assert.rejects(pusher.run(leaseFails), /planted/);
  await pusher.run(app);
  await until(() => browser.got.length === 1, 'it is told');
});

test('a browser that was to wait by a clock a year ahead is told by the right one', async (t) => {
  const { app, world, browser, dana, pusher } = await givenBrowser(t);

  browser.says({ status: 503 });
  world.wind(YEAR);
  await testPush(app, dana);
  await pusher.run(app);
  const waits = async () => {
    const row = await app.reader.q.selectFrom('push_subscriptions').selectAll().executeTakeFirstOrThrow();
    return row.leased === 0 && (row.due_at ?? 0) * 1000 > world.nowMs();
  };
  await until(waits, 'it is to be tried again');
  world.wind(-YEAR);
  browser.says(undefined);
  await pusher.run(app);
  await until(() => browser.got.length === 1, 'it is told');
});

test('a server that stood still between taking a browser and telling it does not tell what another has told', async (t) => {
  const { app, world, browser, dana, pusher: awake, vapid } = await givenBrowser(t);
  await testPush(app, dana);
  const ended = Promise.withResolvers<void>();
  const standsStill = {
    ...above,
    pending: async () => {
      world.wind(60); // for longer than the lease
      await awake.run(app);
      await until(() => browser.got.length === 1, 'the other has told it');
      return new Map();
    },
  };
  const slow = makePusher({ vapid, tokens: Buffer.alloc(32) }, standsStill, ended.resolve);
  await slow.run(app);
  await ended.promise;
  await slow.stop(app);
  assert.equal(browser.got.length, 1);
});

test('a project that has very much to tell lets the others have their turn', async (t) => {
  const { app, world } = await givenApp(t);
  const service = startPushService(world, (await openPush(app)).public_key);
  const given = async (name: string, causes: number) => {
    const { id: project_id } = await inTransaction(app, (tx) => createProject(tx, name));
    const person = { type: 'reviewer', id: `rev_${name}`, name, project_id, session_id: 'ses_1' } as Person;
    await subscribe(app, person, service.browser().subscription, FROM_A_BROWSER);
    await inTransaction(app, async (tx) => {
      for (let n = 0; n < causes; n++) await enqueuePush(tx, 'action.pending', project_id, `act_${name}${n}`);
    });
    return project_id;
  };
  await given('loud', 200);
  const quiet = await given('quiet', 1);
  let after = '';
  for (let turn = 0; turn < 2; turn++) ({ after } = await inTransaction(app, (tx) => fanOut(tx, above, after)));
  const told = await app.reader.q.selectFrom('push_notices').select('id').where('project_id', '=', quiet).execute();
  assert.equal(told.length, 1);
  for (let isMore = true; isMore; ) ({ isMore, after } = await inTransaction(app, (tx) => fanOut(tx, above, after)));
  assert.deepEqual(await app.reader.q.selectFrom('push_causes').select('id').execute(), []);
});
