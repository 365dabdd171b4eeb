// Covers the filters and the entries of GET /watchers (2.5, 4).
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Service, startService } from '../support/start-service.ts';
import { asObject, assertRefused, assertStatus, call, itemsOf, text, unhurried } from './client.ts';
import {
  configs,
  createWatcher,
  entryNamed,
  kinds,
  listWatchers,
  namesIn,
  openQuietHost,
  watcherIn,
  watcherPages,
} from './watcher-steps.ts';

let service: Service;

before(async () => {
  service = await startService(unhurried);
  openQuietHost(service);
});

after(async () => {
  await service.stop();
});

async function listedBy(query: Readonly<Record<string, string>>): Promise<ReadonlySet<unknown>> {
  return new Set(namesIn((await watcherPages(service, { ...query, limit: '100' })).flat()));
}

test('4 GET /watchers: a project without watchers returns 200, no items and has_more false', async () => {
  const { adminKey } = await service.newProject('empty');
  const answer = await call(service, 'GET', '/watchers', { key: adminKey });
  assertStatus(answer, 200);
  assert.deepEqual(itemsOf(answer.body), []);
  assert.equal(asObject(answer.body)['has_more'], false);
});

test('2.5, 4 GET /watchers: an entry carries id, name, kind and status', async () => {
  const name = `Watcher ${text(32)}`;
  await createWatcher(service, { name });
  const { id, kind, status } = await entryNamed(service, name);
  assert.ok(typeof id === 'string' && id !== '');
  assert.equal(kind, 'rss');
  assert.equal(status, 'active');
});

test('4 GET /watchers: the status parameter lists the watchers in that status and no others', async () => {
  const [running, resting] = [text(32), text(32)];
  await watcherIn(service, 'active', { name: running });
  await watcherIn(service, 'paused', { name: resting });
  const active = await listedBy({ status: 'active' });
  assert.ok(active.has(running) && !active.has(resting));
  const paused = await listedBy({ status: 'paused' });
  assert.ok(paused.has(resting) && !paused.has(running));
  const degraded = await listedBy({ status: 'degraded' });
  assert.ok(!degraded.has(resting) && !degraded.has(running));
});

test('4 GET /watchers: the kind parameter lists the watchers of that kind and no others', async () => {
  const mark = text(32);
  for (const kind of kinds) {
    await createWatcher(service, { name: `${mark} ${kind}`, kind, config: configs[kind] ?? {} });
  }
  for (const kind of kinds) {
    const listed = [...(await listedBy({ kind }))].filter((name) => String(name).startsWith(mark));
    assert.deepEqual(listed, [`${mark} ${kind}`]);
  }
});

test('4 GET /watchers: status and kind combine', async () => {
  const [wanted, ...others] = [text(32), text(32), text(32)];
  const page = { kind: 'url_diff', config: configs['url_diff'] ?? {} };
  await watcherIn(service, 'paused', { ...page, name: wanted ?? '' });
  await watcherIn(service, 'active', { ...page, name: others[0] ?? '' });
  await watcherIn(service, 'paused', { name: others[1] ?? '' });
  const listed = await listedBy({ status: 'paused', kind: 'url_diff' });
  assert.ok(listed.has(wanted));
  assert.ok(others.every((name) => !listed.has(name)));
});

for (const status of ['active', 'paused', 'degraded']) {
  test(`4 GET /watchers: status ${status} is accepted`, async () => {
    assertStatus(await listWatchers(service, { status }), 200);
  });
}

for (const status of ['stopped', 'Active', 'active,paused']) {
  test(`4 GET /watchers: status ${status}, no watcher status, is refused`, async () => {
    assertRefused(await listWatchers(service, { status }));
  });
}

for (const kind of ['atom', 'RSS', 'rss,url_diff']) {
  test(`4 GET /watchers: kind ${kind}, no watcher kind, is refused`, async () => {
    assertRefused(await listWatchers(service, { kind }));
  });
}
