// The demo agent: real actions through the real use-case, an answer within the second, and nothing left when it goes.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Demo, InboxPage, Session } from '@countersign/contract';
import { clientOf, givenService, problem } from '../support/given.ts';
import { goneAfter } from '../support/gone-after.ts';
import { givenPerson, newBrowser, tokenIn } from '../support/people.ts';
import { until } from '../support/until.ts';
import { assertProblem } from '../support/wire.ts';

test('nothing of it exists before someone asks for it', async (t) => {
  const { service, admin } = await givenService(t);
  const dana = newBrowser(service);
  await dana.ask('POST', '/session/link', { token: tokenIn(service.running.setupUrl ?? ''), name: 'Dana' });
  assert.equal((await dana.ask<Session>('GET', '/session')).features.demo, true);
  assert.deepEqual((await admin.listActions()).items, []);
  assert.deepEqual(
    (await admin.listKeys()).items.map(({ name }) => name),
    ['First admin key'],
  );
  assertProblem(await dana.send('DELETE', '/demo'), 'not_found');
  assert.deepEqual(await dana.ask<Demo>('GET', '/demo'), { action_ids: [] });
});

test('three actions come in the order of the tour, with the warning on the last', async (t) => {
  const { service } = await givenService(t);
  const dana = await givenPerson(service, 'admin');
  const { action_ids } = await dana.ask<Demo>('POST', '/demo');
  const { items } = await dana.ask<InboxPage>('GET', '/inbox');
  assert.deepEqual(
    items.map(({ id }) => id),
    action_ids,
  );
  assert.deepEqual(
    items.map(({ kind, flags, editable }) => [kind, flags, editable.length > 0]),
    [
      ['demo.note', [], false],
      ['demo.email', [], true],
      ['demo.payment', ['look_alike'], false],
    ],
  );
  assert.ok(items.every(({ created_by }) => created_by.name === 'Demo agent'));
});

test('it is asked for once, however often and by however many', async (t) => {
  const { service, admin } = await givenService(t);
  const dana = await givenPerson(service, 'admin');
  const answers = await Promise.all(Array.from({ length: 10 }, () => dana.ask<Demo>('POST', '/demo')));
  const ids = new Set(answers.flatMap(({ action_ids }) => action_ids));
  assert.equal(ids.size, 3);
  assert.deepEqual(await dana.ask<Demo>('GET', '/demo'), answers[0]);
  assert.equal((await admin.listActions()).items.length, 3);
});

test('what is approved is executed within the second, after a restart too; what is rejected is not', async (t) => {
  const { service, admin } = await givenService(t);
  const dana = await givenPerson(service, 'admin');
  await admin.updateProject({ settings: { deciders: 'people' } });
  const { action_ids } = await dana.ask<Demo>('POST', '/demo');
  const [note = '', email = '', payment = ''] = action_ids;
  await dana.ask('POST', `/actions/${note}/decision`, { decision: 'approve' });
  await executed(note);
  await dana.ask('POST', `/actions/${payment}/decision`, { decision: 'reject' });
  await service.restart();
  const again = newBrowser(service);
  const { url } = await clientOf(service, service.adminKey).makeSetupLink({ reviewer_id: dana.id });
  await again.ask('POST', '/session/link', { token: tokenIn(url) });
  const edited = { 'preview.body': 'We can refund €99.00.', 'payload.refund.amount': 99 };
  await again.ask('POST', `/actions/${email}/decision`, { decision: 'approve', edited });
  await executed(email);

  async function executed(id: string): Promise<void> {
    const { result } = await until(async () => {
      const action = await clientOf(service, service.adminKey).getAction(id);
      return action.status === 'executed' && action;
    }, 'it is executed');
    assert.equal(result?.detail, 'sent (demo)');
  }
  assert.equal((await clientOf(service, service.adminKey).getAction(payment)).status, 'rejected');
});

test('removed, it is gone with everything it made, held decisions included, and can begin anew', async (t) => {
  const { service, admin } = await givenService(t);
  const dana = await givenPerson(service, 'admin');
  const { action_ids } = await dana.ask<Demo>('POST', '/demo');
  const { items } = await dana.ask<InboxPage>('GET', '/inbox');
  await dana.ask('POST', `/actions/${action_ids[1]}/decision-hold`, { decision: 'approve', digest: items[1]?.digest });
  await dana.ask('DELETE', '/demo');
  assert.deepEqual((await admin.listActions()).items, []);
  assert.deepEqual((await admin.listActions({ q: 'refund' })).items, []);
  await assert.rejects(admin.getAction(action_ids[0] ?? ''), problem('not_found'));
  assert.equal(
    (await admin.listKeys()).items.some(({ name }) => name === 'Demo agent'),
    false,
  );
  for (const table of ['actions', 'decisions', 'results', 'holds', 'search_pending', 'demos'] as const) {
    assert.deepEqual(await service.running.app.reader.q.selectFrom(table).selectAll().execute(), [], table);
  }
  service.wind(60);
  assert.equal((await dana.ask<Demo>('POST', '/demo')).action_ids.length, 3);
});

test('what an erasure took of it comes again when it is asked for', async (t) => {
  const { service, admin } = await givenService(t);
  const dana = await givenPerson(service, 'admin');
  const first = await dana.ask<Demo>('POST', '/demo');
  await admin.eraseProject();
  service.wind(2);
  const { action_ids } = await dana.ask<Demo>('POST', '/demo');
  assert.deepEqual((await admin.listActions()).items.map(({ id }) => id).toSorted(), action_ids.toSorted());
  assert.equal(action_ids.length, first.action_ids.length);
  await dana.ask('DELETE', '/demo');
  assert.deepEqual((await admin.listActions()).items, []);
});

test('a demo that storage cuts short is not said to be nothing, and is whole when it is asked for again', async (t) => {
  const { service, admin } = await givenService(t);
  const dana = await givenPerson(service, 'admin');
  const begin = () => dana.send('POST', '/demo');
  assertProblem(await goneAfter(service, /insert into "demos"/, begin), 'internal');
  assertProblem(await goneAfter(service, /insert into "actions"/, begin), 'internal');
  assert.equal((await dana.ask<Demo>('POST', '/demo')).action_ids.length, 3);
  assert.equal((await admin.listActions()).items.length, 3);
});

test('an operator can leave it out', async (t) => {
  const { service } = await givenService(t, { environment: { DEMO: '0' } });
  const dana = await givenPerson(service, 'admin');
  assert.equal((await dana.ask<Session>('GET', '/session')).features.demo, false);
  assertProblem(await dana.send('POST', '/demo'), 'not_found');
});
