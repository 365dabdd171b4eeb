// The history: what is no longer waiting, by who, what, how and when; and sending again what gave up.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { HistoryPage, HistoryRow } from '@countersign/contract';
import type { Countersign } from '@countersign/sdk';
import type { Person } from '../../src/app.ts';
import { listHistory } from '../../src/features/actions/history/read-history.ts';
import { type Statement, withStatements } from '../simulation/statements.ts';
import { clientOf, givenAgent, givenApproved, givenService, problem, proposal } from '../support/given.ts';
import { goneAfter } from '../support/gone-after.ts';
import { type Browser, givenPerson } from '../support/people.ts';
import { type Service, startService } from '../support/start-service.ts';
import { until } from '../support/until.ts';
import { assertProblem } from '../support/wire.ts';

let service: Service;
let admin: Countersign;
let agent: Countersign;
let sam: Browser;
/** The titles, newest first. */
const settled: string[] = [];
let failing = 503;

const list = (query = '', who = sam) => who.ask<HistoryPage>('GET', `/history${query}`);
const titles = ({ items }: HistoryPage) => items.map(({ title }) => title);
const row = async (title: string) => (await list()).items.find((one) => one.title === title) as HistoryRow;

async function ask(title: string, more = {}) {
  const { id, digest } = await agent.createAction(proposal({ title, kind: 'mail.send', expires_in: 86_400, ...more }));
  return { id, digest };
}

async function hold(title: string, body: object, more = {}) {
  const { id, digest } = await ask(title, more);
  await sam.ask('POST', `/actions/${id}/decision-hold`, { digest, seconds: 0, ...body });
  settled.unshift(title);
  service.wind(1);
}

before(async () => {
  service = await startService();
  service.world.site('failing.example', () => ({ status: failing }));
  service.world.site('fine.example', () => ({ status: 200 }));
  admin = clientOf(service, service.adminKey);
  agent = await givenAgent({ service, admin }, 'ci-bot');
  sam = await givenPerson(service, 'reviewer', { name: 'Sam' });
  await hold('Approved', { decision: 'approve' });
  await hold('Edited', { decision: 'approve', edited: { title: 'Better' } }, { editable: ['title'] });
  await hold('Rejected', { decision: 'reject', comment: 'Not now' }, { kind: 'payment.send' });
  const own = await ask('By key');
  await agent.decideAction(own.id, { decision: 'approve' });
  await agent.reportResult(own.id, { status: 'executed', detail: 'Done.' });
  settled.unshift('By key');
  service.wind(1);
  await ask('Expired', { expires_in: 300 });
  await ask('Waiting', { expires_in: 864_000 });
});
after(() => service.stop());

describe('the history', () => {
  test('holds what was decided or ran out of time, the newest first, and nothing that waits', async () => {
    assert.deepEqual(titles(await list()), settled);
    service.wind(400);
    settled.unshift('Expired');
    await until(async () => titles(await list()).length === settled.length, 'the expiry is in the history');
    assert.deepEqual(titles(await list()), settled);
  });

  test('says who decided, how, and what came of it', async () => {
    assert.partialDeepStrictEqual(await row('Edited'), {
      status: 'approved',
      verdict: 'approve',
      decided_by: { type: 'reviewer', name: 'Sam' },
      channel: 'web',
      edited: true,
      signed: false,
      self_decided: false,
    });
    assert.partialDeepStrictEqual(await row('Rejected'), { verdict: 'reject', comment: 'Not now', edited: false });
    assert.partialDeepStrictEqual(await row('By key'), {
      status: 'executed',
      decided_by: { type: 'key', name: 'ci-bot' },
      self_decided: true,
      result: { status: 'executed', detail: 'Done.' },
    });
    const expired = await row('Expired');
    assert.equal(expired.status, 'expired');
    assert.equal(expired.verdict, undefined);
    assert.equal(expired.webhook_delivery, undefined);
  });

  test('is found by status, verdict, decider, kind, creator, period and text, alone and together', async () => {
    const key = (await row('By key')).created_by.id;
    const { settled_at } = await row('Rejected');
    const wanted: Readonly<Record<string, readonly string[]>> = {
      'status=rejected': ['Rejected'],
      'status=executed': ['By key'],
      'verdict=approve': ['By key', 'Edited', 'Approved'],
      'verdict=reject': ['Rejected'],
      'verdict=reject&status=approved': [],
      [`decided_by=${sam.id}`]: ['Rejected', 'Edited', 'Approved'],
      [`decided_by=${sam.id}&verdict=approve`]: ['Edited', 'Approved'],
      [`decided_by=${key}`]: ['By key'],
      'decided_by=nobody': [],
      'kind=payment.send': ['Rejected'],
      'kind=mail.send&status=approved': ['Edited', 'Approved'],
      [`created_by=${key}`]: settled,
      [`since=${settled_at}`]: ['Expired', 'By key', 'Rejected'],
      [`until=${settled_at}`]: ['Edited', 'Approved'],
      'q=reject': ['Rejected'],
      'q=rejected&status=expired': [],
      'q=waiting': [],
      'delivery=dlq': [],
    };
    for (const [query, expected] of Object.entries(wanted))
      assert.deepEqual(titles(await list(`?${query}`)), expected, query);
  });

  test('pages neither skip nor repeat, and a cursor is good only for the question it came with', async () => {
    for (const query of ['?limit=2', `?limit=1&decided_by=${sam.id}`, '?limit=1&kind=mail.send', '?limit=1&q=e']) {
      const whole = titles(await list(query.replace(/limit=\d/, 'limit=50')));
      const seen: string[] = [];
      for (let cursor = ''; ; ) {
        const page = await list(`${query}${cursor}`);
        seen.push(...titles(page));
        if (!page.has_more) break;
        cursor = `&cursor=${page.next_cursor}`;
      }
      assert.deepEqual(seen, whole, query);
    }
    const { next_cursor } = await list('?limit=2');
    for (const query of [`?cursor=${next_cursor}&kind=mail.send`, '?cursor=x'])
      assertProblem(await sam.send('GET', `/history${query}`), 'invalid_cursor');
  });

  test('an action that is reported between two looks is on the page, once', async () => {
    const { app } = service.running;
    const approved = (await list('?status=approved')).items.map(({ id }) => id);
    const left = [...approved];
    let turn: Promise<unknown> = Promise.resolve();
    // One after the other, and a result after each: PostgreSQL lets others commit between two statements of one request.
    const oneByOne = async (query: Statement) => {
      const rows = await app.reader.run(query);
      const id = left.pop();
      if (id !== undefined) await agent.reportResult(id, { status: 'executed' });
      return rows;
    };
    const reader = withStatements(app.reader, (query) => {
      const asked = turn.then(() => oneByOne(query));
      turn = asked;
      return asked;
    });
    const { id: project_id } = await admin.getProject();
    const page = await listHistory({ ...app, reader }, { id: sam.id, project_id, role: 'reviewer' } as Person, {});
    assert.deepEqual(titles(page), settled);
    for (const { status, result } of page.items) assert.equal(status === 'executed', result !== undefined, status);
    assert.notEqual(left.length, approved.length);
  });

  test('is for everyone who is signed in, of their own project', async () => {
    const viewer = await givenPerson(service, 'viewer');
    assert.deepEqual(titles(await list('', viewer)), settled);
    const { adminKey: key } = await service.newProject('Other');
    const stranger = await givenPerson(service, 'admin', { key });
    assert.deepEqual(titles(await list('', stranger)), []);
    assert.deepEqual(titles(await list(`?decided_by=${sam.id}`, stranger)), []);
  });
});

test('what was approved unread is found by admins and by whoever approved it; how others read is not told', async () => {
  const kim = await givenPerson(service, 'reviewer', { name: 'Kim' });
  const boss = await givenPerson(service, 'admin', { name: 'Boss' });
  const decide = async (who: Browser, title: string, view: object, decision = 'approve') => {
    const { id, digest } = await ask(title);
    await who.ask('POST', `/actions/${id}/decision-hold`, { digest, seconds: 0, decision, view });
    service.wind(1);
  };
  await decide(sam, 'Too fast', { ms: 1999, end: true });
  await decide(sam, 'Not to its end', { ms: 9000, end: false });
  await decide(sam, 'Read', { ms: 2000, end: true });
  await decide(sam, 'Rejected at once', { ms: 10, end: false }, 'reject');
  await decide(kim, 'Kim was fast', { ms: 10, end: true });
  const mine = ['Not to its end', 'Too fast'];
  assert.deepEqual(titles(await list('?unread=1')), mine);
  assert.deepEqual(titles(await list(`?unread=1&decided_by=${sam.id}&q=fast`)), ['Too fast']);
  assert.deepEqual(titles(await list(`?unread=1&decided_by=${kim.id}`)), []);
  assert.deepEqual(titles(await list('?unread=1', boss)), ['Kim was fast', ...mine]);
  assert.deepEqual(titles(await list(`?unread=1&decided_by=${kim.id}`, boss)), ['Kim was fast']);
  assertProblem(await sam.send('GET', '/history?unread=0'), 'validation_failed');
});

test('when storage goes away on the way, those that are sent once more are counted', async (t) => {
  const own = await givenService(t);
  own.service.world.site('failing.example', () => ({ status: 503 }));
  for (const title of ['One', 'Two'])
    await givenApproved(own.admin, { title, callback_url: 'https://failing.example/hook' });
  const gaveUp = () =>
    own.service.running.app.reader.q.selectFrom('deliveries').select('id').where('status', '=', 'dlq');
  await until(async () => {
    own.service.wind(3600);
    return (await gaveUp().execute()).length === 2;
  }, 'two have given up');
  own.service.wind(61);
  const resend = () => own.admin.redeliverAll({ status: 'dlq' });
  assert.deepEqual(await goneAfter(own.service, /update "deliveries"/, resend), { queued: 1 });
});

test('what gave up is found, and sent once more by one call; what was just tried is passed over', async () => {
  for (const title of ['First', 'Second'])
    await hold(title, { decision: 'approve' }, { callback_url: 'https://failing.example/hook' });
  await hold('Fine', { decision: 'approve' }, { callback_url: 'https://fine.example/hook' });
  await until(async () => titles(await list('?delivery=retry')).length === 2, 'two are to be tried again');
  await until(async () => {
    service.wind(3600);
    return titles(await list('?delivery=dlq')).length === 2;
  }, 'two have given up');
  assert.deepEqual(titles(await list('?delivery=dlq')), ['Second', 'First']);
  assert.deepEqual(titles(await list('?delivery=delivered')), ['Fine']);
  await assert.rejects(agent.redeliverAll({ status: 'dlq' }), problem('insufficient_scope'));
  assertProblem(await sam.send('POST', '/deliveries/redeliver', { status: 'dlq' }), 'insufficient_scope');
  service.wind(61);
  const from = Math.floor(service.world.nowMs() / 1000);
  assert.deepEqual(await admin.redeliverAll({ status: 'dlq' }), { queued: 2 });
  await until(async () => {
    const { items } = await list('?delivery=dlq');
    return items.filter(({ webhook_delivery }) => (webhook_delivery?.last_attempt_at ?? 0) >= from).length === 2;
  }, 'both are tried once more');
  assert.deepEqual(await admin.redeliverAll({ status: 'dlq' }), { queued: 0 }, 'just tried');
  service.wind(61);
  failing = 200;
  assert.deepEqual(await admin.redeliverAll({ status: 'dlq', limit: 1 }), { queued: 1 });
  await until(async () => titles(await list('?delivery=dlq')).length === 1, 'one is delivered');
  assert.deepEqual(await admin.redeliverAll({ status: 'dlq' }), { queued: 1 });
  await until(async () => titles(await list('?delivery=dlq')).length === 0, 'the other is delivered');
  assert.equal((await row('First')).webhook_delivery?.attempt, 6, 'outside its schedule');
});
