// A client that dawdles or leaves holds nothing for long. The real door, with less patience than usual.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { after, before, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { type Operation, operations } from '@countersign/contract';
import { Countersign } from '@countersign/sdk';
import { bindApi } from '../../src/http/bind.ts';
import type { Mount } from '../../src/http/mount.ts';
import { type Listening, listen } from '../../src/http/server.ts';
import { type Service, startService } from '../support/start-service.ts';
import { until } from '../support/until.ts';
import { assertProblem, dial } from '../support/wire.ts';

const PATIENCE = { headersMs: 150, requestMs: 300, unreadMs: 200 };
const MUCH = 'x'.repeat(32 * 1024 * 1024);

let service: Service;
let door: Listening;
let url: string;

before(async () => {
  service = await startService();
  door = await listen(service.running.app, { v1: openApi(service) }, { patience: PATIENCE });
  url = `http://127.0.0.1:${door.port}`;
});
after(async () => {
  await door.close();
  await service.stop();
});

/** One operation that reads a body and asks for no key. */
function openApi({ running: { app } }: Service): Mount {
  const claim: Operation = { ...operations.claimAction, scope: 'public' };
  const read: Operation = { ...operations.getProject, scope: 'public' };
  const follow: Operation = { ...operations.streamEvents, scope: 'public' };
  return bindApi(app, {
    operations: { claim, read, follow },
    handlers: {
      claim: async () => ({ status: 200, body: {} }),
      read: answering(() => ({ MUCH })),
      follow: answering(endless),
    },
    authenticate: () => assert.fail('nobody is asked for a key here'),
    recognize: () => assert.fail('nobody is asked for a session here'),
    limiter: { take: () => assert.fail('nobody is counted here') },
    refusals: {},
  });
}

async function* endless() {
  for (;;) yield MUCH;
}

/** Given when the answer that was begun last is over. */
const begun: AbortSignal[] = [];

const answering =
  (body: () => unknown) => async (_app: unknown, _caller: unknown, input: { signal(): AbortSignal }) => {
    begun.push(input.signal());
    return { status: 200, body: body() };
  };

const HEAD = 'POST /v1/actions/act_1/claim HTTP/1.1\r\nHost: x\r\n';

const unfinished = {
  'sends no byte at all': '',
  'stops within the first line': 'POST /v1/acti',
  'stops within its headers': HEAD,
  'stops within its body': `${HEAD}Content-Length: 10\r\n\r\n{"lea`,
  'stops within a chunk': `${HEAD}Transfer-Encoding: chunked\r\n\r\n9\r\n{"lea`,
};
for (const [what, bytes] of Object.entries(unfinished)) {
  test(`a client that ${what} gets 408 and its connection ends`, async () => {
    const wire = await dial(url);
    await wire.send(bytes);
    assertProblem(await wire.answer(), 'timeout');
    await wire.ended();
  });
}

test('a byte now and then buys no more time', async () => {
  const wire = await dial(url);
  await wire.send(HEAD);
  const drip = setInterval(() => wire.send('x'), 20);
  const answer = await wire.answer();
  clearInterval(drip);
  assertProblem(answer, 'timeout');
  wire.close();
});

test('a request that arrives in pieces, but in time, is served', async (t) => {
  const patient = await listen(service.running.app, { v1: openApi(service) }, {}); // as much time as the real one gives
  t.after(() => patient.close());
  const wire = await dial(`http://127.0.0.1:${patient.port}`);
  for (const piece of [HEAD, 'Content-Length: 2\r\n', '\r\n', '{', '}']) await wire.send(piece);
  assert.equal((await wire.answer()).status, 200);
  wire.close();
});

for (const [when, ms] of [
  ['at once', 0],
  ['after a while', 100],
] as const) {
  test(`a long poll whose client leaves ${when} ends with it`, async () => {
    const admin = new Countersign({ baseUrl: service.baseUrl, apiKey: service.adminKey });
    const { id } = await admin.createAction({ kind: 'x', title: `Left ${when}`, preview: { body: 'x' } });
    const answeredBefore = answeredPolls();
    const wire = await dial(service.baseUrl);
    const key = `Authorization: Bearer ${service.adminKey}`;
    await wire.send(`GET /v1/actions/${id}?wait=60 HTTP/1.1\r\nHost: x\r\n${key}\r\n\r\n`);
    await delay(ms);
    wire.close();
    await until(() => answeredPolls() > answeredBefore, 'the poll ends');
    assert.equal(answeredPolls(), answeredBefore + 1);
  });
}

for (const [what, path] of [
  ['of one piece', '/v1/project'],
  ['without an end', '/v1/events'],
] as const) {
  test(`an answer ${what} that nobody reads is given up`, async (t) => {
    const { port } = new URL(url);
    const socket = connect(Number(port), '127.0.0.1');
    socket.on('error', () => undefined);
    t.after(() => socket.destroy());
    await once(socket, 'connect');
    socket.pause();
    const before = begun.length;
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
    await until(() => begun[before]?.aborted, 'it is given up');
  });
}

function answeredPolls(): number {
  return service.world.lines.filter((line) => line.includes('"operation":"getAction"')).length;
}
