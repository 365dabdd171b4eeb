// GET /events: what happens, as it happens, without a gap for whoever comes back.

import assert from 'node:assert/strict';
import { after, before, describe, type TestContext, test } from 'node:test';
import { ActionEvent, ResetEvent } from '@countersign/contract';
import type { Countersign } from '@countersign/sdk';
import { issuesOf } from '../../src/base/validate.ts';
import { engine } from '../support/databases.ts';
import { type EventReader, openEvents, type Told } from '../support/event-source.ts';
import { clientOf, givenAgent, givenApproved, givenService, proposal } from '../support/given.ts';
import { type Browser, givenPerson } from '../support/people.ts';
import { rawSql } from '../support/raw-sql.ts';
import { type Service, startService } from '../support/start-service.ts';
import { until } from '../support/until.ts';
import { assertProblem, call } from '../support/wire.ts';

let service: Service;
let admin: Countersign;

before(async () => {
  service = await startService();
  admin = clientOf(service, service.adminKey);
});
after(() => service.stop());

async function givenEvents(t: TestContext, lastEventId?: string, on: Service = service): Promise<EventReader> {
  const events = await openEvents(on.baseUrl, on.adminKey, { lastEventId });
  t.after(() => events.close());
  await events.until(() => events.retryMs() !== undefined);
  return events;
}

const dataOf = ({ data }: Told) => JSON.parse(data) as ActionEvent;
const inShort = (told: readonly Told[]) => told.map((each) => [each.type, dataOf(each).id, dataOf(each).status]);

function assertGrowing(told: readonly Told[]): void {
  const ids = told.map(({ lastEventId }) => lastEventId);
  assert.deepEqual(ids, ids.toSorted());
  assert.equal(new Set(ids).size, ids.length);
}

describe('what is told', () => {
  test('creation, decision and result, in order, with growing ids', async (t) => {
    const events = await givenEvents(t);
    const one = await admin.createAction(proposal());
    const two = await admin.createAction(proposal());
    await admin.decideAction(one.id, { decision: 'approve' });
    await admin.decideAction(two.id, { decision: 'reject' });
    await admin.reportResult(one.id, { status: 'executed' });
    const three = await givenApproved(admin);
    await admin.reportResult(three.id, { status: 'execute_failed' });

    const told = await events.count(8);
    assert.deepEqual(inShort(told), [
      ['action.created', one.id, 'pending'],
      ['action.created', two.id, 'pending'],
      ['action.updated', one.id, 'approved'],
      ['action.updated', two.id, 'rejected'],
      ['action.result', one.id, 'executed'],
      ['action.created', three.id, 'pending'],
      ['action.updated', three.id, 'approved'],
      ['action.result', three.id, 'execute_failed'],
    ]);
    assertGrowing(told);
    for (const each of told) assert.deepEqual(issuesOf(ActionEvent, JSON.parse(each.data)), []);
  });

  test('as much of the action as fits in a line, and no more', async (t) => {
    const events = await givenEvents(t);
    const action = await admin.createAction(
      proposal({ preview: { body: 'a secret' }, payload: { secret: 1 }, callback_url: 'https://agent.example/secret' }),
    );
    const [created] = await events.count(1);
    const { event_id, ...data } = JSON.parse(created?.data ?? '{}') as ActionEvent;
    assert.match(event_id, /^evt_/);
    const { id, kind, title, status, created_at, updated_at, expires_at, created_by, untrusted } = action;
    assert.deepEqual(data, { id, kind, title, status, created_at, updated_at, expires_at, created_by, untrusted });
    assert.doesNotMatch(created?.data ?? '', /secret/);
  });

  test('an expiry is an update, of the moment it became so', async (t) => {
    const events = await givenEvents(t);
    const { id, expires_at } = await admin.createAction(proposal({ expires_in: 300 }));
    service.wind(301);
    const [, expired] = await events.count(2);
    assert.deepEqual(inShort(expired ? [expired] : []), [['action.updated', id, 'expired']]);
    assert.equal(expired && dataOf(expired).updated_at, expires_at);
  });

  test('what is refused, repeated or only claimed is told to nobody', async (t) => {
    const events = await givenEvents(t);
    const same = proposal();
    const { id } = await admin.createAction(same);
    await admin.createAction(same);
    await admin.decideAction(id, { decision: 'approve' });
    await assert.rejects(admin.decideAction(id, { decision: 'approve' }));
    await admin.claimAction(id);
    const last = await admin.createAction(proposal());
    assert.deepEqual(inShort(await events.count(3)), [
      ['action.created', id, 'pending'],
      ['action.updated', id, 'approved'],
      ['action.created', last.id, 'pending'],
    ]);
  });

  test("one project hears nothing of another's", async (t) => {
    const { adminKey } = await service.newProject('Other');
    const events = await givenEvents(t);
    await clientOf(service, adminKey).createAction(proposal());
    const { id } = await admin.createAction(proposal());
    assert.deepEqual(inShort(await events.count(1)), [['action.created', id, 'pending']]);
  });

  test('text cannot break out of its line', async (t) => {
    const events = await givenEvents(t);
    const name = 'a\n\nevent: reset\r\ndata: {}\r\rid: 1\n: \u2028\u2029\u0085\ufeff';
    const agent = await givenAgent({ service, admin }, name);
    const title = 'data: x\u2028event: reset\u2029\u0085\v\f\u0001 id: 7 : \\n \u{1f600}';
    const { id } = await agent.createAction(proposal({ title, kind: '\n\nevent: reset\n\n' }));
    const next = await agent.createAction(proposal());
    const told = await events.count(2);
    assert.deepEqual(inShort(told), [
      ['action.created', id, 'pending'],
      ['action.created', next.id, 'pending'],
    ]);
    const [first] = told.map(dataOf);
    assert.deepEqual([first?.title, first?.kind, first?.created_by.name], [title, '\n\nevent: reset\n\n', name]);
    assert.equal(events.comments.length, 0);
  });
});

describe('the form', () => {
  test('headers keep caches and proxies out of it', async (t) => {
    const { response } = await givenEvents(t);
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('content-type'), 'text/event-stream');
    assert.equal(response.headers.get('cache-control'), 'no-store');
    assert.equal(response.headers.get('x-accel-buffering'), 'no');
  });

  test('a quiet stream says every 15 seconds that it is there, and how far the client has come', async (t) => {
    const events = await givenEvents(t);
    const first = events.lastEventId();
    for (let beats = 1; beats <= 3; beats++) {
      service.wind(14.5);
      await events.until(() => events.comments.length >= beats);
    }
    assert.equal(events.told.length, 0);
    assert.ok(events.lastEventId() > first);
  });

  test('HEAD has the headers, and opens nothing', async () => {
    const events = await openEvents(service.baseUrl, service.adminKey, { method: 'HEAD' });
    assert.equal(events.response.headers.get('content-type'), 'text/event-stream');
    assert.equal(await events.ended, 'whole');
    await noStreams();
  });

  test('a client that leaves is forgotten', async (t) => {
    const events = await givenEvents(t);
    assert.equal(service.running.app.calls.count('stream'), 1);
    events.close();
    await noStreams();
  });
});

async function noStreams(): Promise<void> {
  await until(() => service.running.app.calls.count('stream') === 0, 'no stream is open');
}

describe('resuming', () => {
  test('brings exactly what was missed, and then what happens', async (t) => {
    const first = await givenEvents(t);
    await admin.createAction(proposal());
    await first.count(1);
    first.close();
    const missed = [await admin.createAction(proposal()), await admin.createAction(proposal())];
    const second = await givenEvents(t, first.lastEventId());
    await second.count(2);
    const live = await admin.createAction(proposal());
    const told = await second.count(3);
    assert.deepEqual(
      told.map((each) => dataOf(each).id),
      [...missed, live].map(({ id }) => id),
    );
    assertGrowing([...first.told, ...told]);
  });

  test('works from every event of a stream, also before the first', async (t) => {
    const events = await givenEvents(t);
    const ids = [events.lastEventId()];
    const made: string[] = [];
    for (let n = 0; n < 4; n++) {
      made.push((await admin.createAction(proposal())).id);
      await events.count(n + 1);
      ids.push(events.lastEventId());
    }
    for (const [index, id] of ids.entries()) {
      const again = await givenEvents(t, id);
      const live = await admin.createAction(proposal());
      made.push(live.id);
      const told = await again.count(made.length - index);
      assert.deepEqual(
        told.map((each) => dataOf(each).id),
        made.slice(index),
      );
      again.close();
    }
  });

  test('loses nothing while others write: whoever drops out again and again hears everything', async (t) => {
    const start = await givenEvents(t);
    let lastEventId = start.lastEventId();
    start.close();
    const made = new Set<string>();
    const writing = Promise.all(
      Array.from({ length: 8 }, async () => {
        for (let n = 0; n < 25; n++) made.add((await admin.createAction(proposal())).id);
      }),
    );
    const heard = new Set<string>();
    for (let round = 0; round < 500 && heard.size < 200; round++) {
      const events = await givenEvents(t, lastEventId);
      if (heard.size < 200) await events.count(1);
      events.close();
      for (const told of events.told) heard.add(dataOf(told).id);
      lastEventId = events.lastEventId();
    }
    await writing;
    assert.deepEqual(heard, made);
  });

  test('goes on after a restart of the server', async (t) => {
    const { service: own, admin: client } = await givenService(t);
    const first = await givenEvents(t, undefined, own);
    await client.createAction(proposal());
    await first.count(1);
    await own.restart();
    assert.equal(await first.ended, 'whole');
    const { id } = await clientOf(own, own.adminKey).createAction(proposal());
    const second = await givenEvents(t, first.lastEventId(), own);
    const told = await second.count(1);
    assert.deepEqual(inShort(told), [['action.created', id, 'pending']]);
    assertGrowing([...first.told, ...told]);
  });

  const reasonOf = (told: Told | undefined) => {
    assert.equal(told?.type, 'reset');
    assert.deepEqual(issuesOf(ResetEvent, JSON.parse(told?.data ?? '')), []);
    return (JSON.parse(told?.data ?? '') as ResetEvent).reason;
  };

  test('an id that is not ours, or of another database, is a reset', async (t) => {
    const number = `${Date.now()}000`;
    for (const id of [
      '7',
      'evt_1',
      `${number}-`,
      `${number}-zzzzzzzzzz`,
      `${number}-2.1.9`,
      `${number}-a.b.c`,
      'x'.repeat(4000),
    ]) {
      const events = await givenEvents(t, id);
      const [told] = await events.count(1);
      assert.equal(reasonOf(told), 'unknown_id', id);
      events.close();
    }
  });

  test('an empty id is none', async (t) => {
    const events = await givenEvents(t, '');
    await events.until(() => events.lastEventId() !== '');
    assert.equal(events.told.length, 0);
  });

  test('ten minutes back it resumes; longer ago it is a reset, from which it resumes', async (t) => {
    const { service: own, admin: client } = await givenService(t);
    const first = await givenEvents(t, undefined, own);
    const start = first.lastEventId();
    first.close();
    const { id } = await client.createAction(proposal());
    own.wind(595);
    const second = await givenEvents(t, start, own);
    assert.deepEqual(inShort(await second.count(1)), [['action.created', id, 'pending']]);
    second.close();
    own.wind(10);
    const third = await givenEvents(t, start, own);
    const [reset] = await third.count(1);
    assert.equal(reasonOf(reset), 'too_long_ago');
    third.close();
    const next = await client.createAction(proposal());
    const fourth = await givenEvents(t, third.lastEventId(), own);
    assert.deepEqual(inShort(await fourth.count(1)), [['action.created', next.id, 'pending']]);
  });

  test('a thousand missed events are told, one more is a reset', async (t) => {
    const { service: own, admin: client } = await givenService(t);
    const first = await givenEvents(t, undefined, own);
    const start = first.lastEventId();
    first.close();
    for (let n = 0; n < 20; n++) await Promise.all(Array.from({ length: 50 }, () => client.createAction(proposal())));
    const second = await givenEvents(t, start, own);
    const told = await second.count(1000);
    assert.equal(new Set(told.map((each) => dataOf(each).id)).size, 1000);
    assertGrowing(told);
    await client.createAction(proposal());
    const third = await givenEvents(t, start, own);
    const [reset] = await third.count(1);
    assert.equal(reasonOf(reset), 'too_many');
  });
});

describe('bounds', () => {
  test('a caller may have so many streams and no more; one that ends makes room', async (t) => {
    const { service: own } = await givenService(t, { environment: { MAX_STREAMS: '2' } });
    const [one] = [await givenEvents(t, undefined, own), await givenEvents(t, undefined, own)];
    const refused = await call('GET', `${own.baseUrl}/events`, { key: own.adminKey });
    assertProblem(refused, 'rate_limited');
    assert.equal(refused.headers.get('retry-after'), '5');
    one.close();
    await until(() => own.running.app.calls.count('stream') === 1, 'one of two streams ends');
    await givenEvents(t, undefined, own);
  });

  test('a caller may have so many waits and no more', async (t) => {
    const given = await givenService(t, { environment: { MAX_WAITS: '2' } });
    const { id } = await given.admin.createAction(proposal());
    const wait = () => given.admin.getAction(id, { wait: 30 });
    const waiting = [wait(), wait()];
    await until(() => given.service.running.app.calls.count('wait') === 2, 'both wait');
    const refused = await call('GET', `${given.service.baseUrl}/actions/${id}?wait=1`, { key: given.service.adminKey });
    assertProblem(refused, 'rate_limited');
    const other = await givenAgent(given);
    await other.getAction(id, { wait: 1 });
    await given.admin.decideAction(id, { decision: 'approve' });
    assert.deepEqual(
      (await Promise.all(waiting)).map(({ status }) => status),
      ['approved', 'approved'],
    );
    assert.equal(given.service.running.app.calls.count('wait'), 0);
  });

  test('a revoked key has its streams and waits ended', async () => {
    const made = await admin.createKey({ name: 'doomed', scopes: ['actions'] });
    const events = await openEvents(service.baseUrl, made.key);
    await events.until(() => events.retryMs() !== undefined);
    const { id } = await admin.createAction(proposal());
    const waiting = call('GET', `${service.baseUrl}/actions/${id}?wait=60`, { key: made.key });
    await events.count(1);
    await admin.revokeKey(made.id);
    assert.equal(await events.ended, 'whole');
    assertProblem(await waiting, 'unauthenticated');
    assertProblem(await call('GET', `${service.baseUrl}/events`, { key: made.key }), 'unauthenticated');
  });

  test('people follow with their session, and no longer than it lasts', async () => {
    const viewer = await givenPerson(service, 'viewer');
    const reviewer = await givenPerson(service, 'reviewer');
    const open = async (who: Browser) => {
      const events = await openEvents(service.baseUrl, { cookie: who.cookie });
      await events.until(() => events.retryMs() !== undefined);
      return events;
    };
    const [one, two, three] = [await open(viewer), await open(reviewer), await open(reviewer)];
    const { id } = await admin.createAction(proposal());
    for (const events of [one, two, three]) {
      await events.until(() => events.told.some(({ type }) => type === 'action.created'));
      const [created] = events.told.filter(({ type }) => type === 'action.created');
      assert.deepEqual(inShort(created ? [created] : []), [['action.created', id, 'pending']]);
    }
    await viewer.ask('DELETE', '/session');
    assert.equal(await one.ended, 'whole');
    await call('PATCH', `${service.baseUrl}/reviewers/${reviewer.id}`, {
      key: service.adminKey,
      body: JSON.stringify({ role: 'viewer' }),
    });
    assert.deepEqual(await Promise.all([two.ended, three.ended]), ['whole', 'whole']); // they come back as what they are now
  });
});

test('what came as a dump of another PostgreSQL is not told as news', { skip: engine === 'sqlite' }, async (t) => {
  const { service: own, admin: client } = await givenService(t);
  for (let n = 0; n < 3; n++) await client.createAction(proposal());
  const database = { file: '', url: own.databaseUrl };
  // As if its rows had been written where numbers were further on.
  await rawSql(database, 'UPDATE audit SET txid = pg_current_xact_id()::text::bigint + 300 + rowid');
  await own.restart();
  const events = await givenEvents(t, undefined, own);
  await rawSql(database, ...Array<string>(600).fill('SELECT pg_current_xact_id()')); // each takes a number
  const fresh = await clientOf(own, own.adminKey).createAction(proposal());
  const told = await events.count(1);
  assert.deepEqual(inShort(told), [['action.created', fresh.id, 'pending']]);
});
