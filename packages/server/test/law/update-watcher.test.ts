// Covers PATCH /watchers/{id} (2.5, 3.3, 4, 7): the update body, what it changes and what it leaves.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Service, startService } from '../support/start-service.ts';
import {
  assertRefused,
  assertStatus,
  call,
  type Json,
  type JsonObject,
  objectWith,
  text,
  unhurried,
} from './client.ts';
import { createWatcher, getWatcher, openQuietHost, quietHost, updateWatcher, watcherIn } from './watcher-steps.ts';

let service: Service;

before(async () => {
  service = await startService(unhurried);
  openQuietHost(service);
});

after(async () => {
  await service.stop();
});

async function read(id: string): Promise<JsonObject> {
  const answer = await getWatcher(service, id);
  assertStatus(answer, 200);
  return objectWith(answer.body, ['id', 'name', 'kind', 'status']);
}

/** Updates a watcher and returns it as the answer has it. */
async function update(id: string, body: Json): Promise<JsonObject> {
  const answer = await updateWatcher(service, id, body);
  assertStatus(answer, 200);
  return objectWith(answer.body, ['id', 'name', 'kind', 'status']);
}

async function exported(): Promise<string> {
  const answer = await call(service, 'GET', '/project/export');
  assertStatus(answer, 200);
  return answer.text;
}

test('4 PATCH /watchers/{id}: a name returns 200 with the updated watcher, and is kept', async () => {
  const id = await createWatcher(service);
  const name = `Renamed ${text(32)}`;
  assert.equal((await update(id, { name }))['name'], name);
  assert.equal((await read(id))['name'], name);
});

test('4 PATCH /watchers/{id}: a name alone leaves kind and status as they were', async () => {
  const id = await watcherIn(service, 'paused');
  const { kind, status } = await update(id, { name: text(32) });
  assert.deepEqual([kind, status], ['rss', 'paused']);
});

for (const status of ['active', 'paused']) {
  for (const wanted of ['active', 'paused']) {
    test(`3.3, 4 PATCH /watchers/{id}: status ${wanted} on a watcher that is ${status} makes it ${wanted}`, async () => {
      const id = await watcherIn(service, status);
      assert.equal((await update(id, { status: wanted }))['status'], wanted);
      assert.equal((await read(id))['status'], wanted);
    });
  }
}

test('3.3: a status alone leaves the name as it was', async () => {
  const name = `Watcher ${text(32)}`;
  const id = await createWatcher(service, { name });
  assert.equal((await update(id, { status: 'paused' }))['name'], name);
});

for (const status of ['degraded', 'Paused', 'deleted', '', true, null] as const) {
  test(`2.5, 3.3: status ${JSON.stringify(status)} is refused and the watcher stays active`, async () => {
    const id = await createWatcher(service);
    assertRefused(await updateWatcher(service, id, { status }));
    assert.equal((await read(id))['status'], 'active');
  });
}

test('4 PATCH /watchers/{id}: an empty body returns 200 and leaves the watcher as it was', async () => {
  const name = `Watcher ${text(32)}`;
  const id = await watcherIn(service, 'paused', { name });
  const { id: same, name: sameName, status } = await update(id, {});
  assert.deepEqual([same, sameName, status], [id, name, 'paused']);
});

for (const [name, made] of [
  ['config', (mark) => ({ url: `${quietHost}/${mark}` })],
  ['keywords', (mark) => [{ pattern: mark, points: 3 }]],
  ['keywords_none', (mark) => [mark]],
] as const satisfies readonly (readonly [string, (mark: string) => Json])[]) {
  test(`4 PATCH /watchers/{id}: a new ${name} is kept, as the export shows`, async () => {
    const [old, fresh] = [text(24), text(25)];
    const id = await createWatcher(service, { [name]: made(old) });
    assert.ok((await exported()).includes(old));
    await update(id, { [name]: made(fresh) });
    assert.ok((await exported()).includes(fresh));
  });

  test(`4 PATCH /watchers/{id}: a name alone leaves ${name} as it was, as the export shows`, async () => {
    const mark = text(24);
    await update(await createWatcher(service, { [name]: made(mark) }), { name: text(32) });
    assert.ok((await exported()).includes(mark));
  });
}

for (const [label, fields] of [
  ['name', { name: 'A name' }],
  ['config', { config: { url: `${quietHost}/elsewhere` } }],
  ['empty keywords', { keywords: [] }],
  ['keywords', { keywords: [{ pattern: 'release', points: 100 }] }],
  ['empty keywords_none', { keywords_none: [] }],
  ['keywords_none', { keywords_none: ['hiring'] }],
  ['min_score 0', { min_score: 0 }],
  ['min_score', { min_score: 70 }],
  ['schedule', { schedule: { every: '2d' } }],
  ['schedule with jitter and window', { schedule: { every: '2d', jitter: '1h', window: '09:00-17:00' } }],
  ['color', { color: '#0a9F3c' }],
  ['color null', { color: null }],
  [
    'all fields together',
    {
      name: 'All',
      config: { url: `${quietHost}/all` },
      keywords: [{ pattern: 'release', points: 1 }],
      keywords_none: ['hiring'],
      min_score: 2,
      schedule: { every: '3d' },
      status: 'active',
      color: '#ffffff',
    },
  ],
] as const satisfies readonly (readonly [string, JsonObject])[]) {
  test(`2.5 update: ${label} returns 200 and the watcher keeps its identifier, kind and status`, async () => {
    const id = await createWatcher(service);
    const { id: same, kind, status } = await update(id, fields);
    assert.deepEqual([same, kind, status], [id, 'rss', 'active']);
  });
}

for (const [label, fields] of [
  ['an empty name', { name: '' }],
  ['a name of 201 characters (8)', { name: text(201) }],
  ['a name that is no string', { name: 5 }],
  ['the name null', { name: null }],
  ['a config that is no object', { config: 'url' }],
  ['a config with a url that is no URI', { config: { url: 'not a uri' } }],
  ['a config with an extra property', { config: { url: quietHost, extra: 1 } }],
  ['a keyword without points', { keywords: [{ pattern: 'x' }] }],
  ['a keyword of 0 points (8)', { keywords: [{ pattern: 'x', points: 0 }] }],
  ['a keyword of 101 points (8)', { keywords: [{ pattern: 'x', points: 101 }] }],
  ['a pattern of 501 characters (8)', { keywords: [{ pattern: text(501), points: 1 }] }],
  ['an empty word in keywords_none (8)', { keywords_none: [''] }],
  ['keywords_none that is no array', { keywords_none: 'hiring' }],
  ['a min_score of -1 (8)', { min_score: -1 }],
  ['a min_score of 1.5 (8)', { min_score: 1.5 }],
  ['a schedule without every', { schedule: { jitter: '5m' } }],
  ['a schedule in seconds', { schedule: { every: '90s' } }],
  ['a window of one-digit hours', { schedule: { every: '1d', window: '9:00-17:00' } }],
  ['the color red', { color: 'red' }],
  ['the extra property kind', { kind: 'url_diff' }],
  ['the extra property id', { id: 'wat_other' }],
  ['an extra property', { extra: 1 }],
] as const satisfies readonly (readonly [string, JsonObject])[]) {
  test(`2.5 update: ${label} is refused, and what was sent with it changes nothing`, async () => {
    const name = `Watcher ${text(32)}`;
    const id = await createWatcher(service, { name });
    assertRefused(await updateWatcher(service, id, { status: 'paused', ...fields }));
    const { name: sameName, kind, status } = await read(id);
    assert.deepEqual([sameName, kind, status], [name, 'rss', 'active']);
  });
}

for (const body of [[], 'paused', 5, null] as const) {
  test(`2.5 update: the body ${JSON.stringify(body)} is refused`, async () => {
    assertRefused(await updateWatcher(service, await createWatcher(service), body));
  });
}

test('4 PATCH /watchers/{id}: an update touches no other watcher', async () => {
  const name = `Watcher ${text(32)}`;
  const other = await createWatcher(service, { name });
  await update(await createWatcher(service), { name: text(32), status: 'paused' });
  const { name: sameName, status } = await read(other);
  assert.deepEqual([sameName, status], [name, 'active']);
});

for (const id of ['wat_doesnotexist', 'nonsense']) {
  test(`4 PATCH /watchers/{id}, 7: the unknown identifier ${id} returns 404`, async () => {
    assertStatus(await updateWatcher(service, id, { status: 'paused' }), 404);
  });
}
