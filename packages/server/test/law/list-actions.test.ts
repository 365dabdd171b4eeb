// Covers the query parameters of GET /actions (4, 8): status, since, kind, q and no others.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Service, startService } from '../support/start-service.ts';
import { actionIn, createAction, idsIn, listActions, type Status } from './action-steps.ts';
import { asObject, assertRefused, assertStatus, call, itemsOf, text, unhurried } from './client.ts';
import { serviceTime } from './key-steps.ts';

const statuses: readonly Status[] = ['pending', 'approved', 'rejected', 'expired', 'executed', 'execute_failed'];

let service: Service;

before(async () => {
  service = await startService(unhurried);
});

after(async () => {
  await service.stop();
});

test('4 GET /actions: a project without actions returns 200, no items and has_more false', async () => {
  const { adminKey } = await service.newProject('empty');
  const answer = await call(service, 'GET', '/actions', { key: adminKey });
  assertStatus(answer, 200);
  assert.deepEqual(itemsOf(answer.body), []);
  assert.equal(asObject(answer.body)['has_more'], false);
});

test('4 GET /actions: a created action is listed', async () => {
  const id = await createAction(service);
  assert.ok(idsIn(await call(service, 'GET', '/actions')).includes(id));
});

test('4 GET /actions: the status parameter lists the actions in that status and no others', async () => {
  const kind = text(32);
  const expected = new Map<Status, string>();
  for (const status of statuses) {
    expected.set(status, await actionIn(service, status, { kind }));
  }
  for (const status of statuses) {
    assert.deepEqual(idsIn(await listActions(service, { kind, status })), [expected.get(status)], status);
  }
});

for (const status of statuses) {
  test(`4 GET /actions: status ${status} is accepted`, async () => {
    assertStatus(await listActions(service, { status }), 200);
  });
}

for (const status of ['done', 'Pending', 'pending,approved']) {
  test(`4 GET /actions: status ${status}, no action status, is refused`, async () => {
    assertRefused(await listActions(service, { status }));
  });
}

test('4 GET /actions: the since parameter leaves out actions from before it and lists later ones', async () => {
  const kind = text(32);
  await createAction(service, { kind });
  service.wind(1000);
  const since = await serviceTime(service);
  service.wind(1000);
  const later = await createAction(service, { kind });
  assert.deepEqual(idsIn(await listActions(service, { kind, since: String(since) })), [later]);
});

test('4 GET /actions: a since in the future lists nothing', async () => {
  const kind = text(32);
  await createAction(service, { kind });
  const since = (await serviceTime(service)) + 100_000;
  assert.deepEqual(idsIn(await listActions(service, { kind, since: String(since) })), []);
});

for (const since of ['0', '-1', '-999999999999999']) {
  test(`4 GET /actions: since ${since}, an integer like another, leaves nothing out`, async () => {
    const kind = text(32);
    const id = await createAction(service, { kind });
    assert.deepEqual(idsIn(await listActions(service, { kind, since })), [id]);
  });
}

test('4 GET /actions: a since of fifteen digits lists nothing', async () => {
  const kind = text(32);
  await createAction(service, { kind });
  assert.deepEqual(idsIn(await listActions(service, { kind, since: '999999999999999' })), []);
});

for (const since of ['yesterday', '1.5', '2024-01-01']) {
  test(`4 GET /actions: since ${since}, no integer, is refused`, async () => {
    assertRefused(await listActions(service, { since }));
  });
}

test('4 GET /actions: the kind parameter lists the actions of that kind and no others', async () => {
  const kind = `${text(32)} / with & signs + é`;
  const first = await createAction(service, { kind });
  const second = await createAction(service, { kind });
  await createAction(service, { kind: text(32) });
  assert.deepEqual(new Set(idsIn(await listActions(service, { kind }))), new Set([first, second]));
});

test('4 GET /actions: a kind no action has lists nothing', async () => {
  await createAction(service);
  assert.deepEqual(idsIn(await listActions(service, { kind: text(32) })), []);
});

test('4 GET /actions: a q found in kind, title and preview lists that action and none without it', async () => {
  const word = text(32);
  const id = await createAction(service, { kind: word, title: `About ${word} today`, preview: { body: word } });
  await createAction(service);
  assert.deepEqual(idsIn(await listActions(service, { q: word })), [id]);
});

test('4 GET /actions: a q found in no action lists nothing', async () => {
  await createAction(service);
  assert.deepEqual(idsIn(await listActions(service, { q: text(32) })), []);
});

test('4 GET /actions, 8: a q of 200 characters is accepted', async () => {
  assertStatus(await listActions(service, { q: text(200) }), 200);
});

test('4 GET /actions, 8: a q of 201 characters is refused', async () => {
  assertRefused(await listActions(service, { q: text(201) }));
});

for (const q of ['%', '_', '"', "'", '\\', '*', 'a AND', '(', 'NEAR(', '-', ':', 'a"b\'c']) {
  test(`4 GET /actions: q is any string, ${q} included`, async () => {
    assertStatus(await listActions(service, { q }), 200);
  });
}

test('4 GET /actions: parameters combine', async () => {
  const kind = text(32);
  const word = text(32);
  const wanted = { kind, title: word, preview: { body: word } };
  const id = await createAction(service, wanted);
  await createAction(service, { kind });
  await actionIn(service, 'approved', { ...wanted, title: `${word} again`, preview: { body: `${word} again` } });
  assert.deepEqual(idsIn(await listActions(service, { kind, q: word, status: 'pending' })), [id]);
});

for (const name of ['extra', 'offset', 'Status']) {
  test(`4 GET /actions: the extra parameter ${name} is refused`, async () => {
    assertRefused(await listActions(service, { [name]: '1' }));
  });
}
