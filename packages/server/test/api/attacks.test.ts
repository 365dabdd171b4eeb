// Attacks that once worked, or nearly did. Each is told by what it tried.

import assert from 'node:assert/strict';
import { connect, createServer } from 'node:net';
import { test } from 'node:test';
import { type Operation, operations } from '@countersign/contract';
import { boot } from '../../src/boot.ts';
import { readConfig } from '../../src/config.ts';
import { makeIndexer } from '../../src/features/actions/searching/index-actions.ts';
import { newDatabase } from '../support/databases.ts';
import { fakeWorld } from '../support/fake-world.ts';
import { givenService, proposal } from '../support/given.ts';
import { givenPerson } from '../support/people.ts';
import type { Service } from '../support/start-service.ts';

async function send({ baseUrl, adminKey }: Service, method: string, path: string, body: unknown, key = adminKey) {
  const response = await fetch(`${baseUrl}${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as { error?: string } };
}

const unknownMembers = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`x${n}`, 1]));

test('many unknown members hide no other fault: nobody approves through the result of an action', async (t) => {
  const { service, admin } = await givenService(t);
  await admin.updateProject({ settings: { deciders: 'people' } });
  const { id } = await admin.createAction(proposal());
  for (const count of [0, 1, 7, 8, 9, 20, 60]) {
    for (const status of ['approve', 'reject', 'expire', 'approved']) {
      const answer = await send(service, 'POST', `/actions/${id}/result`, { ...unknownMembers(count), status });
      assert.deepEqual([answer.status, answer.body.error], [400, 'validation_failed']);
    }
  }
  const read = await admin.getAction(id);
  assert.deepEqual([read.status, read.decision, read.result], ['pending', null, null]);
});

/** Where the body is not of our making (a browser's subscription, what a chat signs), what we do not know is none of our business. */
const isOpen = ({ body, raw, path }: Operation) =>
  (raw === true && path.includes('{id}')) ||
  (body !== undefined && (body as { additionalProperties?: boolean }).additionalProperties !== false);

test('whatever the number of unknown members, every operation refuses them', async (t) => {
  const { service } = await givenService(t);
  const person = await givenPerson(service, 'admin');
  for (const operation of Object.values(operations) as Operation[]) {
    if (operation.method === 'GET' || isOpen(operation)) continue;
    for (const count of [1, 8, 9, 50]) {
      const path = operation.path.replace('{id}', 'act_x');
      const { status }: { status: number } =
        operation.scope === 'person'
          ? await person.send(operation.method, path, unknownMembers(count))
          : await send(service, operation.method, path, unknownMembers(count));
      assert.equal(status, 400, `${operation.method} ${path} with ${count}`);
    }
  }
});

test('settings changed at once are all kept, and so is a secret rotated meanwhile', async (t) => {
  const { admin } = await givenService(t);
  for (let round = 0; round < 15; round++) {
    const [, , , { webhook_secret }] = await Promise.all([
      admin.updateProject({ settings: { deciders: 'people' } }),
      admin.updateProject({ name: `Round ${round}` }),
      admin.updateProject({ timezone: round % 2 ? 'UTC' : 'Europe/Prague' }),
      admin.rotateWebhookSecret(),
    ]);
    const project = await admin.getProject();
    assert.deepEqual(
      [project.settings.deciders, project.name, project.timezone, project.webhook_secret],
      ['people', `Round ${round}`, round % 2 ? 'UTC' : 'Europe/Prague', webhook_secret],
    );
    await admin.updateProject({ settings: { deciders: 'anyone' } });
  }
});

test('a read is of one moment: never pending with a decision, never approved with a result', async (t) => {
  const { admin } = await givenService(t);
  for (let round = 0; round < 15; round++) {
    const { id } = await admin.createAction(proposal());
    const reads = Array.from({ length: 12 }, () => admin.getAction(id));
    const changes = admin
      .decideAction(id, { decision: 'approve' })
      .then(() => admin.reportResult(id, { status: 'executed' }));
    for (const { status, decision, result } of await Promise.all(reads)) {
      assert.equal(decision !== null, status !== 'pending');
      assert.equal(result !== null, status === 'executed');
    }
    await changes;
  }
});

test('a long text is indexed a little at a time and found wherever it stands in it', async (t) => {
  const { service, admin } = await givenService(t);
  const body = Array.from({ length: 5000 }, (_, n) => `line ${n} of a long text`).join('\n');
  const { id } = await admin.createAction(proposal({ preview: { body } }));
  for (let n = 0; n < 210; n++) await admin.createAction(proposal());
  const indexActions = makeIndexer();
  while ((await indexActions(service.running.app)) === 0); // the sweep may have done some of it already
  for (const q of [
    'line 0 of',
    'line 4999 of',
    'line 2345 of a long text',
    'text\nline 3000 of a long text\nline 3001',
  ]) {
    assert.deepEqual(
      (await admin.listActions({ q })).items.map((action) => action.id),
      [id],
      q,
    );
  }
});

test('an operation without content takes no large body', async (t) => {
  const { service } = await givenService(t);
  const answer = await send(service, 'POST', '/actions/bulk-decision', {
    ids: ['x'.repeat(100_000)],
    verdict: 'approve',
  });
  assert.deepEqual([answer.status, answer.body.error], [413, 'too_large']);
});

test('an empty idempotency key is none', async (t) => {
  const { admin } = await givenService(t);
  const one = await admin.createAction(proposal({ idempotency_key: '' }));
  const two = await admin.createAction(proposal({ idempotency_key: '' }));
  assert.notEqual(one.id, two.id);
  assert.equal('idempotency_key' in two, false);
});

test('what is sent ahead on one connection waits for the answer before it', async (t) => {
  const { service, admin } = await givenService(t);
  const { id } = await admin.createAction(proposal());
  const { hostname, port } = new URL(service.baseUrl);
  const head = `Host: x\r\nAuthorization: Bearer ${service.adminKey}\r\n`;
  const decision = '{"decision":"approve"}';
  const socket = connect(Number(port), hostname);
  // Were both under way at once, the decision would end the wait, and the first answer would say approved.
  socket.write(`GET /v1/actions/${id}?wait=1 HTTP/1.1\r\n${head}\r\n`);
  socket.write(
    `POST /v1/actions/${id}/decision HTTP/1.1\r\n${head}Connection: close\r\nContent-Length: ${decision.length}\r\n\r\n${decision}`,
  );
  let text = '';
  for await (const chunk of socket.setEncoding('utf8')) text += chunk;
  const statuses = [...text.matchAll(/"status":"(\w+)"/g)].map(([, status]) => status);
  assert.deepEqual(statuses, ['pending', 'approved']);
});

test('a first start that finds its port taken does not use up the key', async (t) => {
  const database = await newDatabase();
  t.after(() => database.drop());
  const blocker = createServer();
  await new Promise<void>((resolve) => blocker.listen(0, '127.0.0.1', resolve));
  const { port } = blocker.address() as { port: number };
  const config = readConfig({ HOST: '127.0.0.1', PORT: String(port), DATABASE_URL: database.url });
  await assert.rejects(boot(config, fakeWorld()), /Cannot listen on .* EADDRINUSE\. .*\(PORT\)\.$/);
  await new Promise((resolve) => blocker.close(resolve));
  const running = await boot(config, fakeWorld());
  assert.match(running.firstStart?.key ?? '', /^csk_/);
  await running.close();
});
