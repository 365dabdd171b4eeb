// Covers the tools list_watcher_presets and create_watcher_from_preset (2.5, 4.1).
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Service, startService } from '../support/start-service.ts';
import { asObject, assertStatus, call, isObject, type Json, type JsonObject, text, unhurried } from './client.ts';
import { type Agent, connect } from './tool-steps.ts';
import { allWatchers, entryNamed, getWatcher } from './watcher-steps.ts';

let service: Service;
let agent: Agent;
let presets: readonly JsonObject[];

before(async () => {
  service = await startService(unhurried);
  agent = await connect(service);
  presets = await listed();
});

after(async () => {
  await service.stop();
});

async function listed(): Promise<readonly JsonObject[]> {
  const output = await agent.use('list_watcher_presets');
  assert.ok(Array.isArray(output['presets']), 'the output has presets');
  return output['presets'].map((each: Json) => asObject(each));
}

function paramsOf(preset: JsonObject): readonly JsonObject[] {
  return preset['params'] as readonly JsonObject[];
}

function requiredOf(preset: JsonObject): readonly JsonObject[] {
  return paramsOf(preset).filter((each) => each['required'] === true);
}

/** The required params of a preset, each with its own example. */
function examplesFor(preset: JsonObject): Record<string, string> {
  return Object.fromEntries(requiredOf(preset).map((each) => [String(each['name']), String(each['example'])]));
}

/** A preset of exactly one param, which is required and so the primary one. */
function presetOfOneParam(): JsonObject {
  const preset = presets.find((each) => paramsOf(each).length === 1 && requiredOf(each).length === 1);
  return preset ?? assert.fail('no preset has one param, required');
}

async function create(preset: JsonObject, fields: JsonObject = {}): Promise<JsonObject> {
  return agent.use('create_watcher_from_preset', {
    preset_id: preset['id'] ?? null,
    params: examplesFor(preset),
    ...fields,
  });
}

async function assertRefused(input: JsonObject): Promise<void> {
  const earlier = (await allWatchers(service)).length;
  assert.ok((await agent.try('create_watcher_from_preset', input)).refused);
  assert.equal((await allWatchers(service)).length, earlier, 'a refused call leaves no watcher behind');
}

test('2.5, 4.1 list_watcher_presets: there are presets, each with an id of its own', () => {
  assert.ok(presets.length > 0);
  assert.equal(new Set(presets.map((each) => each['id'])).size, presets.length);
});

test('2.5 preset: each has id, title, description, category, kind, params and defaultScheduleEvery', () => {
  for (const preset of presets) {
    for (const name of ['id', 'title', 'description', 'category']) {
      assert.ok(typeof preset[name] === 'string' && preset[name] !== '', `${name} of ${JSON.stringify(preset)}`);
    }
    assert.ok(['rss', 'reddit_search', 'url_diff'].includes(String(preset['kind'])));
    assert.match(String(preset['defaultScheduleEvery']), /^\d+[mhd]$/);
  }
});

test('2.5 preset params: each has name, required, description and example', () => {
  for (const param of presets.flatMap(paramsOf)) {
    assert.equal(typeof param['required'], 'boolean', JSON.stringify(param));
    for (const name of ['name', 'description', 'example']) {
      assert.equal(typeof param[name], 'string', JSON.stringify(param));
    }
  }
});

test('4.1 create_watcher_from_preset: each preset makes an active watcher of its kind from the examples of its required params', async () => {
  for (const preset of presets) {
    const output = await create(preset);
    assert.equal(output['kind'], preset['kind'], String(preset['id']));
    assert.equal(output['status'], 'active');
    assert.equal(typeof output['name'], 'string');
    assert.equal(typeof output['next_run_at'], 'number');
    assertStatus(await getWatcher(service, String(output['watcher_id'])), 200);
  }
});

test('4.1 create_watcher_from_preset name: the default is the title, a colon and the value of the primary param', async () => {
  const preset = presetOfOneParam();
  const value = Object.values(examplesFor(preset))[0];
  assert.equal((await create(preset))['name'], `${String(preset['title'])}: ${String(value)}`);
});

test('4.1 create_watcher_from_preset name: a given one is taken', async () => {
  const name = `Named ${text(32)}`;
  const output = await create(presetOfOneParam(), { name });
  assert.equal(output['name'], name);
  assert.equal((await entryNamed(service, name))['id'], output['watcher_id']);
});

/** The interval of a schedule such as 30m, in seconds. */
function secondsOf(every: string): number {
  const units: Readonly<Record<string, number>> = { m: 60, h: 3600, d: 86_400 };
  return Number(every.slice(0, -1)) * (units[every.slice(-1)] ?? Number.NaN);
}

/** All that the objects of the dump with this name say. */
function rowsNamed(dump: Json, name: string): string {
  if (isObject(dump) && dump['name'] === name) {
    return JSON.stringify(dump);
  }
  const parts = typeof dump === 'object' && dump !== null ? (Object.values(dump) as readonly Json[]) : [];
  return parts.map((each) => rowsNamed(each, name)).join('');
}

test('4.1 create_watcher_from_preset schedule: the default is the interval of the preset, as the export shows', async () => {
  const preset = presetOfOneParam();
  const every = String(preset['defaultScheduleEvery']);
  const name = `Default ${text(24)}`;
  await create(preset, { name });
  const { body } = await call(service, 'GET', '/project/export');
  const rows = rowsNamed(body, name);
  assert.ok(rows.includes(`"${every}"`) || rows.includes(`:${secondsOf(every)}`), `${every} is not in ${rows}`);
});

test('4.1 create_watcher_from_preset schedule: every, jitter and window are accepted', async () => {
  await create(presetOfOneParam(), { schedule: { every: '2d', jitter: '10m', window: '09:00-17:00' } });
});

for (const schedule of [{ every: '90s' }, { every: '0m' }, { every: '1d', window: '9-17' }, 'daily'] as const) {
  test(`2.5, 4.1 create_watcher_from_preset: schedule ${JSON.stringify(schedule)} is refused`, async () => {
    const preset = presetOfOneParam();
    await assertRefused({ preset_id: preset['id'] ?? null, params: examplesFor(preset), schedule });
  });
}

test('4.1 create_watcher_from_preset params: each required one must be present', async () => {
  for (const preset of presets) {
    for (const { name } of requiredOf(preset)) {
      const params = examplesFor(preset);
      delete params[String(name)];
      await assertRefused({ preset_id: preset['id'] ?? null, params });
    }
  }
});

test('4.1 create_watcher_from_preset params: values that are no strings are refused', async () => {
  const preset = presetOfOneParam();
  const [name] = Object.keys(examplesFor(preset));
  for (const value of [5, null, ['text'], { a: 'b' }]) {
    await assertRefused({ preset_id: preset['id'] ?? null, params: { [String(name)]: value } });
  }
});

test('4.1 create_watcher_from_preset params: an input without it is refused', async () => {
  const preset = presets.find((each) => requiredOf(each).length === 0) ?? assert.fail('every preset requires a param');
  await assertRefused({ preset_id: preset['id'] ?? null });
});

test('4.1 create_watcher_from_preset preset_id: an unknown one is refused, and an input without it', async () => {
  await assertRefused({ preset_id: 'no-such-preset', params: {} });
  await assertRefused({ params: {} });
});
