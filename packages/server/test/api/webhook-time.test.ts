// Webhooks and time: the whole ladder, nights on which clocks are set, clocks that are wrong, machines that slept.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Countersign } from '@countersign/sdk';
import { atRest } from '../support/at-rest.ts';
import { attempted } from '../support/attempts.ts';
import { fakeWorld } from '../support/fake-world.ts';
import { clientOf, type Given, givenService, problem, proposal } from '../support/given.ts';
import { givenReceiver, type Receiver } from '../support/receiver.ts';
import { type Script, type ScriptedWorld, scriptedWorld } from '../support/scripted-world.ts';
import { type Service, startService } from '../support/start-service.ts';
import { until } from '../support/until.ts';

const LADDER = [60, 300, 1500, 7200, 43_200];
const HOUR = 3600;
const YEAR = 365 * 86_400;

interface Scripted {
  readonly service: Service;
  readonly world: ScriptedWorld;
  readonly admin: Countersign;
}

async function given(t: TestContext, script: Script, base = fakeWorld()): Promise<Scripted> {
  const world = scriptedWorld(script, base);
  const service = await startService({ world });
  t.after(() => {
    world.release();
    return service.stop();
  });
  return { service, world, admin: clientOf(service, service.adminKey) };
}

const CALLBACK = { callback_url: 'https://agent.test/hook' };

async function approved({ admin }: Pick<Scripted, 'admin'>, changes: object = CALLBACK): Promise<string> {
  const { id } = await admin.createAction(proposal(changes));
  await admin.decideAction(id, { decision: 'approve' });
  return id;
}

const quiet = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Nights on which some clock is set; the ladder begins an hour before. */
const NIGHTS = {
  'an ordinary day': '2026-11-18T12:00:00Z',
  'the night to summer time in Prague': '2027-03-28T00:00:00Z',
  'the night to winter time in New York': '2027-11-07T05:00:00Z',
};

for (const [night, start] of Object.entries(NIGHTS)) {
  test(`the ladder on ${night}: never early, a tenth late at most, six attempts, then the dead-letter queue`, async (t) => {
    const { service, world, admin } = await given(t, () => 503);
    service.wind(Math.floor(Date.parse(start) / 1000 - world.nowMs() / 1000));
    await admin.updateProject({ timezone: night.includes('Prague') ? 'Europe/Prague' : 'America/New_York' });
    const id = await approved({ admin });
    let previous = Math.floor(world.nowMs() / 1000);
    for (const [made, delay] of LADDER.entries()) {
      const { delivery } = await attempted(admin, id, made + 1);
      const { next_attempt_at = 0, last_attempt_at = 0 } = delivery;
      assert.partialDeepStrictEqual(delivery, { status: 'retry', attempt: made + 1 });
      const wait = next_attempt_at - last_attempt_at;
      assert.ok(wait >= delay && wait <= delay * 1.1 + 1, `${wait} s after attempt ${made + 1}`);
      service.wind(next_attempt_at - Math.floor(world.nowMs() / 1000) - 2);
      await quiet(30);
      assert.equal(world.sent.length, made + 1, 'not a second early');
      service.wind(2);
      const sent = (await world.count(/agent/, made + 2)).at(-1);
      const timestamp = Number(sent?.outgoing.headers['x-service-timestamp']);
      assert.ok(timestamp >= previous + delay, `sent at ${timestamp}, after ${previous}`);
      previous = timestamp;
    }
    assert.partialDeepStrictEqual(await attempted(admin, id, 6), { delivery: { status: 'dlq', attempt: 6 } });
    const headers = world.sent.map(({ outgoing }) => outgoing.headers);
    assert.equal(new Set(headers.map((each) => each['x-service-nonce'])).size, 6);
    assert.equal(new Set(headers.map((each) => each['x-service-timestamp'])).size, 6);
    assert.equal(new Set(headers.map((each) => each['webhook-id'])).size, 1);
    assert.equal(new Set(world.sent.map(({ outgoing }) => outgoing.body)).size, 1);
    service.wind(YEAR);
    await quiet(50);
    assert.equal(world.sent.length, 6);
  });
}

for (const [what, seconds] of Object.entries({ 'an hour': HOUR, 'a year': YEAR })) {
  test(`the clock is set back by ${what}: what expired stays expired, what is under way is saved, nothing is sent twice`, async (t) => {
    let answer = Promise.withResolvers<number>();
    const { service, world, admin } = await given(t, () => answer.promise);
    const { id: late } = await admin.createAction(proposal({ expires_in: 300 }));
    service.wind(301);
    await until(
      async () => (await admin.listAudit({ entity_id: late })).items.some(({ event }) => event === 'action.expired'),
      'the sweep notices the expiry',
    );
    const id = await approved({ admin });
    await world.count(/agent/, 1);

    service.wind(-seconds);
    assert.equal((await admin.getAction(late)).status, 'expired');
    await assert.rejects(admin.decideAction(late, { decision: 'approve' }), problem('expired'));
    answer.resolve(503);
    assert.partialDeepStrictEqual(await attempted(admin, id, 1), { delivery: { status: 'retry', attempt: 1 } });
    answer = Promise.withResolvers();
    answer.resolve(200);
    await quiet(50);
    assert.equal(world.sent.length, 1, 'no storm');
    service.wind(67);
    await world.count(/agent/, 2);
    assert.partialDeepStrictEqual(await attempted(admin, id, 2), { delivery: { status: 'delivered' } });
    await admin.createAction(proposal()); // limits are not stuck
  });

  test(`the clock is set ahead by ${what}: what is under way is not sent again, what was waiting is sent once`, async (t) => {
    const answers = [Promise.withResolvers<number>(), Promise.withResolvers<number>()];
    const { service, world, admin } = await given(t, (host) =>
      host === 'slow.test' ? (answers[0]?.promise ?? 0) : 503,
    );
    const slow = await approved({ admin }, { callback_url: 'https://slow.test/' });
    const waiting = await approved({ admin });
    await world.count(/slow/, 1);
    await attempted(admin, waiting, 1);

    service.wind(seconds);
    await world.count(/agent/, 2);
    await attempted(admin, waiting, 2);
    await quiet(100);
    assert.equal(world.sent.filter(({ host }) => host === 'agent.test').length, 2, 'no storm');
    assert.equal(world.sent.filter(({ host }) => host === 'slow.test').length, 1, 'its lease is over, yet it is ours');
    answers[0]?.resolve(200);
    assert.partialDeepStrictEqual(await attempted(admin, slow, 1), { delivery: { status: 'delivered', attempt: 1 } });
    service.wind(-seconds); // and right again
    service.wind(400);
    await quiet(50);
    assert.ok(world.sent.filter(({ host }) => host === 'agent.test').length <= 3);
  });
}

/** So many of each: pending until five minutes from now, waiting for the second attempt. */
async function givenBacklog({ service, world, admin }: Scripted, count: number): Promise<void> {
  for (let n = 0; n < count; n++) {
    await admin.createAction(proposal({ callback_url: `https://expires${n}.test/`, expires_in: 300 }));
    await approved({ admin }, { callback_url: `https://retry${n}.test/` });
  }
  await world.count(/^retry/, count);
  const waiting = service.running.app.reader.q.selectFrom('deliveries').select('id').where('status', '=', 'retry');
  await until(async () => (await waiting.execute()).length === count, 'all of them are written down as failed once');
  assert.equal(world.sent.length, count);
}

for (const [what, seconds, away] of [
  ['three days of downtime', 3 * 86_400, 'restart'],
  ['eight hours of sleep of the machine', 8 * HOUR, 'suspend'],
] as const) {
  test(`after ${what} everything overdue is sent once, at a bounded rate, and what is new does not wait for it`, async (t) => {
    const count = 220;
    const inOneSecond = 200;
    let status = 503;
    const scripted = await given(t, () => status, fakeWorld({ frozenAtMs: Date.now() })); // only what is wound passes
    const { service, world } = scripted;
    await givenBacklog(scripted, count);
    await atRest(world); // what is leased while the clock jumps waits for its lease, and no time passes here
    status = 200;
    if (away === 'restart') await service.restart(() => service.wind(seconds));
    else service.wind(seconds);
    const admin = clientOf(service, service.adminKey);

    // Of three, for the machine may have other things to do.
    const passedBy: number[] = [];
    for (let n = 0; n < 3; n++) {
      await approved({ admin }, { callback_url: `https://new${n}.test/` });
      const before = world.sent.length;
      await world.count(new RegExp(`^new${n}`), 1);
      passedBy.push(world.sent.findIndex(({ host }) => host === `new${n}.test`) - before);
    }
    assert.ok(Math.min(...passedBy) < count, `${passedBy} were sent before what was new`);
    await world.count(/^expires/, count);
    await world.count(/^retry/, count + inOneSecond);
    await quiet(300);
    const retried = () => world.sent.filter(({ host }) => host.startsWith('retry')).length - count;
    assert.equal(retried(), inOneSecond, 'no more as long as this second lasts');
    service.wind(1);
    await world.count(/^retry/, 2 * count);
    await quiet(200);
    for (let n = 0; n < count; n++) {
      assert.equal(world.sent.filter(({ host }) => host === `expires${n}.test`).length, 1);
      assert.equal(world.sent.filter(({ host }) => host === `retry${n}.test`).length, 2);
    }
  });
}

async function expiring(t: TestContext): Promise<Given & { receiver: Receiver; id: string }> {
  const service = await givenService(t, { allowPrivateTargets: true });
  const receiver = await givenReceiver(t);
  const { id } = await service.admin.createAction(proposal({ callback_url: receiver.url, expires_in: 300 }));
  return { ...service, receiver, id };
}

test('the webhook of an expiry leaves soon after the moment, and not before', async (t) => {
  const { service, admin, receiver, id } = await expiring(t);
  const { expires_at } = await admin.getAction(id);
  service.wind(298);
  await receiver.count(1);
  const [post] = receiver.received;
  const late = Number(post?.headers['x-service-timestamp']) - expires_at;
  assert.ok(late >= 0 && late <= 20, `${late} s late`);
});
