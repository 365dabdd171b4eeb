// Covers the tools create_watcher and list_watchers (2.5, 4.1).
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Service, startService } from '../support/start-service.ts';
import { asObject, assertStatus, type Json, type JsonObject, text, unhurried, without } from './client.ts';
import { type Agent, connect } from './tool-steps.ts';
import {
  allWatchers,
  configs,
  createWatcher,
  entryNamed,
  getWatcher,
  kinds,
  newWatcher,
  openQuietHost,
  watcherIn,
} from './watcher-steps.ts';

let service: Service;
let agent: Agent;

before(async () => {
  service = await startService(unhurried);
  openQuietHost(service);
  agent = await connect(service);
});

after(async () => {
  await service.stop();
});

async function assertRefused(spec: Json): Promise<void> {
  const earlier = (await allWatchers(service)).length;
  assert.ok((await agent.try('create_watcher', { spec })).refused);
  assert.equal((await allWatchers(service)).length, earlier, 'a refused call leaves no watcher behind');
}

for (const kind of kinds) {
  test(`4.1 create_watcher: a spec of kind ${kind} returns watcher_id, name, kind, status and next_run_at`, async () => {
    const spec = newWatcher({ kind, config: configs[kind] ?? {} });
    const output = await agent.use('create_watcher', { spec });
    assert.equal(output['name'], spec['name']);
    assert.equal(output['kind'], kind);
    assert.equal(output['status'], 'active');
    assert.equal(typeof output['next_run_at'], 'number');
    assert.equal((await entryNamed(service, spec['name']))['id'], output['watcher_id']);
    assertStatus(await getWatcher(service, String(output['watcher_id'])), 200);
  });
}

test('4.1 create_watcher: the first run is due within the interval', async () => {
  const { next_run_at: due } = await agent.use('create_watcher', { spec: newWatcher({ schedule: { every: '2h' } }) });
  const now = service.world.nowMs() / 1000;
  assert.ok(Number(due) > now - 60 && Number(due) <= now + 7260, `due at ${String(due)}, now it is ${now}`);
});

test('4.1 create_watcher: keywords, keywords_none, min_score and schedule are accepted', async () => {
  await agent.use('create_watcher', {
    spec: newWatcher({
      keywords: [{ pattern: 'release', points: 5 }],
      keywords_none: ['hiring'],
      min_score: 5,
      schedule: { every: '1d', jitter: '5m', window: '09:00-17:00' },
    }),
  });
});

for (const name of ['name', 'kind', 'config', 'schedule']) {
  test(`2.5, 4.1 create_watcher: a spec without ${name} is refused`, async () => {
    await assertRefused(without(newWatcher(), name));
  });
}

for (const [label, fields] of [
  ['an empty name', { name: '' }],
  ['a name of 201 characters', { name: text(201) }],
  ['the kind atom', { kind: 'atom' }],
  ['a config with an extra property', { config: { url: 'https://quiet.example.org/', extra: 1 } }],
  ['a keyword of 101 points', { keywords: [{ pattern: 'x', points: 101 }] }],
  ['an empty pattern', { keywords: [{ pattern: '', points: 1 }] }],
  ['an empty word in keywords_none', { keywords_none: [''] }],
  ['a min_score of -1', { min_score: -1 }],
  ['a schedule without every', { schedule: { jitter: '5m' } }],
  ['an interval in seconds', { schedule: { every: '90s' } }],
  ['an interval of less than 60 seconds', { schedule: { every: '0m' } }],
] as const satisfies readonly (readonly [string, JsonObject])[]) {
  test(`2.5, 8, 4.1 create_watcher: ${label} is refused and creates nothing`, async () => {
    await assertRefused(newWatcher(fields));
  });
}

test('4.1 create_watcher: an input without spec is refused', async () => {
  assert.ok((await agent.try('create_watcher', {})).refused);
});

test('4.1 list_watchers: a project without watchers returns count 0 and no watchers', async () => {
  const { adminKey } = await service.newProject('empty');
  const output = await (await connect(service, adminKey)).use('list_watchers');
  assert.equal(output['count'], 0);
  assert.deepEqual(output['watchers'], []);
});

test('2.5, 4.1 list_watchers: it returns count and watchers, each with id, name, kind and status', async () => {
  const { adminKey: key } = await service.newProject('list');
  const [first, second] = [text(32), text(32)];
  const ids = [await createWatcher(service, { name: first }, key), await createWatcher(service, { name: second }, key)];
  const output = await (await connect(service, key)).use('list_watchers');
  assert.equal(output['count'], 2);
  const watchers = output['watchers'] as readonly JsonObject[];
  const seen = watchers.map(({ id, name, kind, status }) => ({ id, name, kind, status }));
  const wanted = [first, second].map((name, index) => ({ id: ids[index], name, kind: 'rss', status: 'active' }));
  const byName = (one: { name?: Json | undefined }, other: { name?: Json | undefined }): number =>
    String(one.name).localeCompare(String(other.name));
  assert.deepEqual(seen.toSorted(byName), wanted.toSorted(byName));
});

test('4.1 list_watchers: a status lists the watchers in that status and no others', async () => {
  const [running, resting] = [text(32), text(32)];
  await watcherIn(service, 'active', { name: running });
  await watcherIn(service, 'paused', { name: resting });
  for (const [status, there, absent] of [
    ['active', running, resting],
    ['paused', resting, running],
  ] as const) {
    const output = await agent.use('list_watchers', { status });
    const names = (output['watchers'] as readonly Json[]).map((each) => asObject(each)['name']);
    assert.ok(names.includes(there) && !names.includes(absent));
    assert.equal(output['count'], names.length);
  }
  assert.equal((await agent.use('list_watchers', { status: 'degraded' }))['count'], 0);
});

for (const status of ['stopped', 'Active', 5] as const) {
  test(`4.1 list_watchers: status ${JSON.stringify(status)} is refused`, async () => {
    assert.ok((await agent.try('list_watchers', { status })).refused);
  });
}
