// Covers the form of all answers (the introduction): JSON bodies, and timestamps that are Unix seconds.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Service, startService } from '../support/start-service.ts';
import { actionIn, createAction, newAction } from './action-steps.ts';
import { type Answer, asObject, call, isObject, type Json, type JsonObject, unhurried } from './client.ts';
import { createKey, revokeKey } from './key-steps.ts';
import { connect } from './tool-steps.ts';
import { createWatcher, newWatcher, openQuietHost } from './watcher-steps.ts';

interface Row {
  readonly name: string;
  readonly answer: () => Promise<Answer>;
}

let service: Service;
let pending: string;
let approved: string;
let watcher: string;

before(async () => {
  service = await startService(unhurried);
  openQuietHost(service);
  pending = await createAction(service);
  approved = await actionIn(service, 'approved');
  await actionIn(service, 'rejected');
  await actionIn(service, 'executed');
  watcher = await createWatcher(service);
  const { id, key } = await createKey(service, ['actions']);
  await call(service, 'GET', '/actions', { key });
  await revokeKey(service, id);
  await actionIn(service, 'expired');
});

after(async () => {
  await service.stop();
});

function row(name: string, body?: () => JsonObject, path?: () => string): Row {
  const [method = '', template = ''] = name.split(' ');
  return { name, answer: async () => call(service, method, path?.() ?? template, { body: body?.() }) };
}

const rows: readonly Row[] = [
  row('POST /actions', () => newAction()),
  row('GET /actions'),
  row('GET /actions/{id}', undefined, () => `/actions/${approved}`),
  row(
    'POST /actions/{id}/decision',
    () => ({ decision: 'approve' }),
    () => `/actions/${pending}/decision`,
  ),
  row(
    'POST /actions/{id}/result',
    () => ({ status: 'executed' }),
    () => `/actions/${pending}/result`,
  ),
  row('POST /keys', () => ({ name: 'law', scopes: ['actions'] })),
  row('GET /keys'),
  row('POST /watchers', () => newWatcher()),
  row('GET /watchers'),
  row('GET /watchers/{id}', undefined, () => `/watchers/${watcher}`),
  row(
    'PATCH /watchers/{id}',
    () => ({ name: 'Renamed' }),
    () => `/watchers/${watcher}`,
  ),
  row('GET /watcher-presets'),
  row('GET /project'),
  row('PATCH /project', () => ({ timezone: 'UTC' })),
  row('POST /project/rotate-webhook-secret'),
  row('GET /project/export'),
  row('GET /billing'),
  row('GET /push/vapid-public-key'),
  row('DELETE /project/data'),
];

/** Every property of the answer whose name says that it is a time, with the names on the way to it. */
function times(value: Json, path = ''): readonly (readonly [string, Json])[] {
  if (typeof value !== 'object' || value === null) {
    return [];
  }
  return Object.entries(value as JsonObject).flatMap(([name, each]) => [
    ...(isObject(value) && name.endsWith('_at') ? [[`${path}.${name}`, each] as const] : []),
    ...times(each, `${path}.${name}`),
  ]);
}

function assertTimes(body: Json): void {
  for (const [path, value] of times(body)) {
    const fine = value === null || (Number.isInteger(value) && Number(value) > 1e9 && Number(value) < 1e10);
    assert.ok(fine, `${path} is ${JSON.stringify(value)}`);
  }
}

for (const { name, answer } of rows) {
  test(`introduction: ${name} answers in JSON, and its times are integers of Unix seconds`, async () => {
    const { status, headers, body, text } = await answer();
    assert.ok(status === 200 || status === 201, `got ${status}: ${text.slice(0, 300)}`);
    assert.match(headers.get('content-type') ?? '', /^application\/json/);
    assert.ok(isObject(body) || Array.isArray(body));
    assertTimes(body);
  });
}

test('introduction: the times that tools answer with are Unix seconds', async () => {
  const agent = await connect(service);
  const id = await actionIn(service, 'approved');
  assertTimes(await agent.use('await_decision', { action_id: id }));
  assertTimes(await agent.use('report_result', { action_id: id, status: 'executed' }));
  assertTimes(await agent.use('inbox_status'));
  const made = await agent.use('create_watcher', { spec: newWatcher() });
  assert.ok(Object.hasOwn(asObject(made), 'next_run_at'));
  assertTimes(made);
});
