// What many clients can make the server keep in memory, and that it gives it back.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { after, before, test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { PAYLOAD_MAX_BYTES } from '@countersign/contract';
import type { Countersign } from '@countersign/sdk';
import { clientOf, givenAgent, proposal } from '../support/given.ts';
import { type Service, startService } from '../support/start-service.ts';
import { until } from '../support/until.ts';
import { call, dial, type Wire } from '../support/wire.ts';

const BODY_BYTES = 4 * 1024 * 1024;
/** Large bodies on their way in, of one caller: 32 MiB. Strangers are one, all of them together. */
const FITTING = 8;
const SENDERS = 12;
const WAITS = 300;
/** Of a wait with its connection, both ends of it. The action they wait for is half a megabyte. */
const WAIT_BYTES = 64 * 1024;

let service: Service;
let admin: Countersign;

before(async () => {
  service = await startService();
  admin = clientOf(service, service.adminKey);
});
after(() => service.stop());

const headOf = (path: string, key?: string) =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\n${key === undefined ? '' : `Authorization: Bearer ${key}\r\n`}Content-Type: application/json\r\nContent-Length: ${BODY_BYTES}\r\n\r\n`;

/** So many at once, each all but the last byte. `refused` grows with the answers: there is none to what is not refused. */
async function fill(senders: number, head: string) {
  const piece = Buffer.alloc(BODY_BYTES - 1, ' ');
  const wires = await Promise.all(Array.from({ length: senders }, () => dial(service.baseUrl)));
  const refused: number[] = [];
  for (const wire of wires) {
    void wire.answer().then(
      ({ status }) => refused.push(status),
      () => undefined, // we left first
    );
    await wire.send(head);
    await wire.send(piece);
  }
  return { wires, refused };
}

async function leave(wires: readonly Wire[]): Promise<void> {
  for (const wire of wires) wire.close();
  const isServed = () =>
    admin.createAction(largeProposal()).then(
      () => true,
      () => false,
    );
  await until(isServed, 'it recovers');
}

const largeProposal = () => proposal({ preview: { body: 'x'.repeat(PAYLOAD_MAX_BYTES) } });

test('large bodies on their way in have a bound for each caller; who sends too many is told so, and later ones are served', async () => {
  const { wires, refused } = await fill(SENDERS, headOf('/v1/actions', service.adminKey));
  await until(() => refused.length >= SENDERS - FITTING, 'those who came too late are told');
  assert.equal(refused.length, SENDERS - FITTING);
  assert.deepEqual([...new Set(refused)], [503]);

  const agent = await givenAgent({ service, admin }); // small ones of the same caller, and all of others, go on
  await agent.createAction(largeProposal());

  await leave(wires);
});

test('strangers who send much, and slowly, keep nobody out', async () => {
  const { wires, refused } = await fill(SENDERS, headOf('/v1/billing/webhook'));
  await until(() => refused.length >= SENDERS - FITTING, 'those who came too late are told');
  await admin.createAction(proposal());
  await admin.createAction(largeProposal());
  const body = JSON.stringify({ login: 'nobody', password: 'guessed' });
  const { status } = await call('POST', `${service.baseUrl}/session/password`, { body });
  assert.equal(status, 401); // heard, and no one
  await leave(wires);
});

test('large bodies have a bound together, and what is small is served beside them', async () => {
  const { key: one } = await admin.createKey({ name: 'one', scopes: ['actions'] });
  const { key: two } = await admin.createKey({ name: 'two', scopes: ['actions'] });
  const keys = [service.adminKey, one, two, undefined];
  const all: Awaited<ReturnType<typeof fill>>[] = [];
  for (const key of keys) all.push(await fill(FITTING, headOf(key ? '/v1/actions' : '/v1/billing/webhook', key)));
  const refused = () => all.flatMap((each) => each.refused);
  await until(() => refused().length >= FITTING, 'those who came too late are told');
  assert.deepEqual([...new Set(refused())], [503]);
  await clientOf(service, one).createAction(proposal());
  await leave(all.flatMap(({ wires }) => wires));
});

test('those who wait keep little, however large what they wait for is', async () => {
  const body = 'x'.repeat(PAYLOAD_MAX_BYTES);
  const { id } = await admin.createAction(proposal({ preview: { body }, payload: { body: body.slice(20) } }));
  const key = `Authorization: Bearer ${service.adminKey}`;
  const sockets: Socket[] = [];
  const beforeBytes = heapBytes();
  for (let n = 0; n < WAITS; n++) {
    const socket = connect(Number(new URL(service.baseUrl).port), '127.0.0.1');
    await once(socket, 'connect');
    socket.write(`GET /v1/actions/${id}?wait=60 HTTP/1.1\r\nHost: x\r\n${key}\r\n\r\n`);
    sockets.push(socket);
  }
  await until(() => service.running.app.calls.count('wait') === WAITS, 'all wait');
  const eachBytes = (heapBytes() - beforeBytes) / WAITS;
  for (const socket of sockets) socket.destroy();
  assert.ok(eachBytes < WAIT_BYTES, `${Math.round(eachBytes / 1024)} KiB for each`);
  await until(() => service.running.app.calls.count('wait') === 0, 'nobody waits any more');
});

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

function heapBytes(): number {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
