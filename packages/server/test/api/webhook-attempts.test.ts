// The log of attempts and what people may do about them: failures by name, answers kept short, once more on request.

import assert from 'node:assert/strict';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { AttemptError } from '@countersign/contract';
import type { Countersign } from '@countersign/sdk';
import { attempted } from '../support/attempts.ts';
import { makeSelfSigned } from '../support/certificates.ts';
import { engine } from '../support/databases.ts';
import { clientOf, givenService, proposal } from '../support/given.ts';
import { ownPort } from '../support/own-port.ts';
import { givenReceiver } from '../support/receiver.ts';
import { type Script, scriptedWorld } from '../support/scripted-world.ts';
import { runSql } from '../support/sql.ts';
import { startService } from '../support/start-service.ts';
import { until } from '../support/until.ts';

async function approved(admin: Countersign, callback_url: string): Promise<string> {
  const { id } = await admin.createAction(proposal({ callback_url }));
  await admin.decideAction(id, { decision: 'approve' });
  return id;
}

async function attemptsOf(admin: Countersign, id: string, wanted: number) {
  return (await attempted(admin, id, wanted)).attempts;
}

async function listening(t: TestContext, server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  return (server.address() as AddressInfo).port;
}

test('each kind of failure has its name, schedules the next attempt, and leaves the action as it was', async (t) => {
  const { admin } = await givenService(t, { allowPrivateTargets: true });
  const resets = createServer((socket: Socket) => socket.once('data', () => socket.resetAndDestroy()));
  const untrusted = createTlsServer(makeSelfSigned({ names: ['localhost'] }), (_, response) => response.end());
  const failures = {
    [`http://127.0.0.1:${await ownPort()}/`]: 'connect',
    [`http://127.0.0.1:${await listening(t, resets)}/`]: 'connect',
    [`https://localhost:${await listening(t, untrusted)}/`]: 'tls',
    'http://nowhere.example/': 'dns',
  };
  for (const [url, error] of Object.entries(failures)) {
    const id = await approved(admin, url);
    const [attempt] = await attemptsOf(admin, id, 1);
    assert.partialDeepStrictEqual(attempt, { attempt: 1, manual: false, error });
    assert.equal(attempt?.status_code, undefined);
    const { status, webhook_delivery } = await admin.getAction(id);
    assert.equal(status, 'approved');
    assert.partialDeepStrictEqual(webhook_delivery, { status: 'retry', attempt: 1, last_error: error });
  }
});

test('the names of failures are a closed set', () => {
  const named = ['dns', 'connect', 'tls', 'timeout', 'http_3xx', 'http_4xx', 'http_5xx', 'target_blocked'];
  assert.deepEqual(AttemptError.enum, named);
});

test('of an answer the log keeps 500 characters that any database takes and any page can show', async (t) => {
  const { admin } = await givenService(t, { allowPrivateTargets: true });
  const answers = ['', 'short', `\0${'😀'.repeat(400)}`, 'x'.repeat(100_000), '\ud800'];
  const bytes = [...answers.map((text) => Buffer.from(text)), Buffer.from([0xff, 0xfe, 0x80])];
  for (const body of bytes) {
    const server = createServer((socket) => {
      socket.on('error', () => undefined); // cut off, when it says too much
      socket.once('data', () => {
        socket.write(`HTTP/1.1 500 No\r\ncontent-length: ${body.length}\r\n\r\n`);
        socket.end(body);
      });
    });
    const id = await approved(admin, `http://127.0.0.1:${await listening(t, server)}/`);
    const [attempt] = await attemptsOf(admin, id, 1);
    assert.ok(attempt?.answer !== undefined && attempt.answer.length <= 500);
    assert.ok(attempt.answer.isWellFormed() && !attempt.answer.includes('\0'));
    const start = body.toString().replaceAll('\0', '\uFFFD').slice(0, 100);
    assert.ok(attempt.answer.startsWith(start.slice(0, attempt.answer.length)));
  }
});

test('an attempt has 15 seconds and 64 KiB of the answer, and says who sends it', async (t) => {
  const world = scriptedWorld(() => 200);
  const service = await startService({ world });
  t.after(() => service.stop());
  await approved(clientOf(service, service.adminKey), 'https://agent.test/hook?x=1');
  const [sent] = await world.count(/agent/, 1);
  assert.partialDeepStrictEqual(sent?.outgoing, {
    method: 'POST',
    deadlineMs: 15_000,
    maxBytes: 65_536,
    allowPrivate: false,
  });
  const headers: Readonly<Record<string, string>> = sent?.outgoing.headers ?? {};
  assert.partialDeepStrictEqual(headers, { 'content-type': 'application/json', 'user-agent': 'Countersign' });
  assert.match(headers['x-service-nonce'] ?? '', /^[0-9a-f]{32}$/);
  assert.match(headers['x-service-receipt'] ?? '', /^[\w-]+\.[\w-]+\.[\w-]+$/);
});

async function scripted(t: TestContext, script: Script) {
  const world = scriptedWorld(script);
  const service = await startService({ world });
  t.after(() => {
    world.release();
    return service.stop();
  });
  return { world, service, admin: clientOf(service, service.adminKey) };
}

test('once more from the dead-letter queue: same id and bytes, new timestamp and nonce, audited, not counted', async (t) => {
  let status = 503;
  const { world, service, admin } = await scripted(t, () => status);
  const id = await approved(admin, 'https://agent.test/hook');
  for (let attempt = 1; attempt < 6; attempt++) {
    await attemptsOf(admin, id, attempt);
    service.wind(47_521);
  }
  await attemptsOf(admin, id, 6);
  assert.partialDeepStrictEqual((await admin.getAction(id)).webhook_delivery, { status: 'dlq', attempt: 6 });
  const told = () => world.lines.filter((line) => line.includes('"delivery.gave_up"'));
  await until(() => told().length > 0, 'whoever runs the server is told');
  assert.partialDeepStrictEqual(JSON.parse(told()[0] ?? ''), { level: 'warn', action_id: id, status_code: 503 });
  assert.equal(told().length, 1);

  await admin.redeliverAction(id);
  await attemptsOf(admin, id, 7);
  assert.partialDeepStrictEqual((await admin.getAction(id)).webhook_delivery, { status: 'dlq', attempt: 6 });
  service.wind(3 * 86_400);
  status = 204;
  await admin.redeliverAction(id);
  const attempts = await attemptsOf(admin, id, 8);
  assert.deepEqual(
    attempts.map(({ manual }) => manual),
    [...Array<boolean>(6).fill(false), true, true],
  );
  assert.partialDeepStrictEqual((await admin.getAction(id)).webhook_delivery, { status: 'delivered', attempt: 6 });
  const headers = world.sent.map(({ outgoing }) => outgoing.headers);
  assert.equal(new Set(headers.map((each) => each['webhook-id'])).size, 1);
  assert.equal(new Set(headers.map((each) => each['x-service-nonce'])).size, 8);
  assert.equal(new Set(world.sent.map(({ outgoing }) => outgoing.body)).size, 1);
  const { items } = await admin.listAudit({ entity_id: id, type: 'action.redelivered' });
  assert.equal(items.length, 2);
});

test('once more in the middle of the ladder: at once, and the ladder goes on as it was', async (t) => {
  const { world, admin } = await scripted(t, () => 503);
  const id = await approved(admin, 'https://agent.test/hook');
  await attemptsOf(admin, id, 1);
  const { next_attempt_at } = (await admin.getAction(id)).webhook_delivery ?? {};
  await admin.redeliverAction(id);
  await attemptsOf(admin, id, 2);
  const expected = { status: 'retry', attempt: 1, next_attempt_at };
  assert.partialDeepStrictEqual((await admin.getAction(id)).webhook_delivery, expected);
  assert.equal(world.sent.length, 2);
});

test('asked for again while an attempt hangs, at another address: the new one is tried as soon as the old one ends', async (t) => {
  const hanging = Promise.withResolvers<number>();
  const { world, admin } = await scripted(t, (host) => (host === 'old.test' ? hanging.promise : 200));
  const id = await approved(admin, 'https://old.test/hook');
  await world.count(/old/, 1);
  await admin.redeliverAction(id, { callback_url: 'https://new.test/hook' });
  hanging.resolve(410); // gone, but that is the old one
  const [, again] = await attemptsOf(admin, id, 2);
  assert.partialDeepStrictEqual(again, { manual: true, status_code: 200 });
  const action = await admin.getAction(id);
  assert.equal(action.callback_url, 'https://new.test/hook');
  assert.partialDeepStrictEqual(action.webhook_delivery, { status: 'delivered' });
});

/** From now on no attempt can be written down. */
const BREAK =
  engine === 'sqlite'
    ? ["CREATE TRIGGER full BEFORE INSERT ON delivery_attempts BEGIN SELECT RAISE(ABORT, 'no room'); END"]
    : [
        "CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no room'; END $$",
        'CREATE TRIGGER full_table BEFORE INSERT ON delivery_attempts FOR EACH ROW EXECUTE FUNCTION no_room()',
      ];
const MEND = engine === 'sqlite' ? 'DROP TRIGGER full' : 'DROP TRIGGER full_table ON delivery_attempts';

test('an outcome that cannot be written down at once is written down later, and nothing is sent twice', async (t) => {
  const { service, admin } = await givenService(t, { allowPrivateTargets: true });
  const database = { url: service.databaseUrl, file: service.databaseFile };
  const receiver = await givenReceiver(t);
  for (const sql of BREAK) await runSql(database, sql);
  const id = await approved(admin, receiver.url);
  await until(() => service.world.lines.some((line) => line.includes('delivery.not_saved')), 'it has tried');
  await runSql(database, MEND);
  await attemptsOf(admin, id, 1);
  assert.partialDeepStrictEqual((await admin.getAction(id)).webhook_delivery, { status: 'delivered', attempt: 1 });
  assert.equal(receiver.received.length, 1);
});
