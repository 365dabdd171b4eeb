// Covers the tools report_result and inbox_status (4.1).
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Service, startService } from '../support/start-service.ts';
import { actionIn, createAction, type Status, statusOf } from './action-steps.ts';
import { stringsIn, text, unhurried } from './client.ts';
import { serviceTime } from './key-steps.ts';
import { type Agent, connect } from './tool-steps.ts';

let service: Service;
let agent: Agent;

before(async () => {
  service = await startService(unhurried);
  agent = await connect(service);
});

after(async () => {
  await service.stop();
});

for (const status of ['executed', 'execute_failed']) {
  test(`4.1 report_result: ${status} returns action_id, status and updated_at, and is recorded`, async () => {
    const id = await actionIn(service, 'approved');
    const earliest = await serviceTime(service);
    const output = await agent.use('report_result', { action_id: id, status });
    assert.equal(output['action_id'], id);
    assert.equal(output['status'], status);
    assert.equal(typeof output['updated_at'], 'number');
    assert.ok(Number(output['updated_at']) >= earliest && Number(output['updated_at']) <= earliest + 60);
    assert.equal(await statusOf(service, id), status);
  });

  test(`4.1 report_result: a detail with ${status} is accepted and returned`, async () => {
    const id = await actionIn(service, 'approved');
    const detail = `Line one\nline two ${text(8)}`;
    const output = await agent.use('report_result', { action_id: id, status, detail });
    assert.equal(output['detail'] ?? detail, detail);
    assert.equal(await statusOf(service, id), status);
  });
}

const others: readonly Status[] = ['pending', 'rejected', 'expired', 'executed', 'execute_failed'];

for (const status of others) {
  test(`3.1 rule 2, 4.1 report_result: on an action that is ${status} it is refused and changes nothing`, async () => {
    const id = await actionIn(service, status);
    assert.ok((await agent.try('report_result', { action_id: id, status: 'executed' })).refused);
    assert.equal(await statusOf(service, id), status);
  });
}

for (const status of ['approved', 'done', '', null, 5] as const) {
  test(`4.1 report_result: status ${JSON.stringify(status)} is refused and the action stays approved`, async () => {
    const id = await actionIn(service, 'approved');
    assert.ok((await agent.try('report_result', { action_id: id, status })).refused);
    assert.equal(await statusOf(service, id), 'approved');
  });
}

test('4.1 report_result: an input without status is refused, and one without action_id', async () => {
  const id = await actionIn(service, 'approved');
  assert.ok((await agent.try('report_result', { action_id: id })).refused);
  assert.ok((await agent.try('report_result', { status: 'executed' })).refused);
  assert.equal(await statusOf(service, id), 'approved');
});

test('4.1 report_result, 7: an action that does not exist is refused', async () => {
  assert.ok((await agent.try('report_result', { action_id: 'act_doesnotexist', status: 'executed' })).refused);
});

test('4.1 report_result, 5.2: an action of another project is refused and stays approved', async () => {
  const id = await actionIn(service, 'approved');
  const { adminKey } = await service.newProject('other');
  const stranger = await connect(service, adminKey);
  assert.ok((await stranger.try('report_result', { action_id: id, status: 'executed' })).refused);
  assert.equal(await statusOf(service, id), 'approved');
});

test('4.1 inbox_status: it counts the pending actions of its project and lists their titles', async () => {
  const { adminKey: key } = await service.newProject('inbox');
  const mine = await connect(service, key);
  assert.equal((await mine.use('inbox_status'))['pending_count'], 0);
  const titles = [`One ${text(32)}`, `Two ${text(32)}`];
  for (const title of titles) {
    await createAction(service, { title }, key);
  }
  const output = await mine.use('inbox_status');
  assert.equal(output['pending_count'], 2);
  for (const title of titles) {
    assert.ok(stringsIn(output).includes(title), `${title} is not listed`);
  }
});

test('4.1 inbox_status: what is decided or expired is neither counted nor listed', async () => {
  const pending = async (): Promise<number> => Number((await agent.use('inbox_status'))['pending_count']);
  for (const status of ['approved', 'rejected', 'expired', 'executed'] as const) {
    const title = `Settled ${text(32)}`;
    await actionIn(service, status, { title });
    assert.ok(!stringsIn(await agent.use('inbox_status')).includes(title));
  }
  const earlier = await pending();
  await createAction(service);
  assert.equal(await pending(), earlier + 1);
});

test('4.1 inbox_status: more pending actions than a page of the list are all counted', async () => {
  const { adminKey: key } = await service.newProject('many');
  await Promise.all(Array.from({ length: 103 }, async () => createAction(service, {}, key)));
  assert.equal((await (await connect(service, key)).use('inbox_status'))['pending_count'], 103);
});
