// What many clients can make the server keep in memory, and that it gives it back.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { after, before, test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { PAYLOAD_MAX_BYTES } from '@countersign/contract';
import type { Countersign } from '@countersign/sdk';
import { clientOf, proposal } from '../support/given.ts';
import { type Service, startService } from '../support/start-service.ts';
import { until } from '../support/until.ts';
import { dial } from '../support/wire.ts';

const BODY_BYTES = 4 * 1024 * 1024;
/** All bodies on their way in, together: 128 MiB. */
const FITTING = 31;
const SENDERS = 36;
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

const headOf = (length: number) =>
  `POST /v1/actions HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${service.adminKey}\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;

test('bodies on their way in have a bound together; who comes too late is told so, and later ones are served', async () => {
  const piece = Buffer.alloc(BODY_BYTES - 1, ' '); // all but the last byte
  const wires = await Promise.all(Array.from({ length: SENDERS }, () => dial(service.baseUrl)));
  const refused: number[] = [];
  for (const wire of wires) {
    void wire.answer().then(
      ({ status }) => refused.push(status),
      () => undefined, // we left first
    );
    await wire.send(headOf(BODY_BYTES));
    await wire.send(piece);
  }
  await until(() => refused.length >= SENDERS - FITTING - 1, 'those who came too late are told');
  assert.ok(refused.length >= SENDERS - FITTING - 1 && refused.length < SENDERS, `${refused.length} were refused`);
  assert.deepEqual([...new Set(refused)], [503]);
  for (const wire of wires) wire.close();
  const isServed = () =>
    admin.createAction(proposal()).then(
      () => true,
      () => false,
    );
  await until(isServed, 'it recovers');
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
