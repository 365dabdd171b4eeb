// What a client sends ahead on one connection: all of it is answered, in order, and little of it is kept.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { test } from 'node:test';
import { until } from '../../test/support/until.ts';
import { makeOneAtATime } from './one-at-a-time.ts';

const REQUEST = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
/** Node reads so many bytes at once. */
const A_PIECE = 65_536;

/** `answer` has one request after the other; `open` says how many are there and not answered. */
async function givenDoor(
  t: { after(clean: () => unknown): void },
  answer: (response: ServerResponse, number: number) => Promise<void>,
  mostInAll?: number,
) {
  const oneAtATime = makeOneAtATime(mostInAll);
  let [taken, served, longest] = [0, 0, 0];
  const server = createServer((message, response) => {
    taken++;
    longest = Math.max(longest, taken - served);
    oneAtATime(message.socket, async () => answer(response, ++served));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const sockets: Socket[] = [];
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.closeAllConnections();
    server.close();
  });
  const dial = async () => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.on('error', () => undefined);
    sockets.push(socket);
    await once(socket, 'connect');
    return socket;
  };
  return { dial, longest: () => longest, served: () => served };
}

test('thousands that are sent ahead are answered in their order, and only a piece of them is taken in at a time', async (t) => {
  const many = 8000;
  const door = await givenDoor(t, async (response, number) => {
    await new Promise(setImmediate); // there is time to read on
    response.end(`n${number};`);
  });
  const socket = await door.dial();
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
  });
  socket.write(REQUEST.repeat(many));
  await until(
    () => text.includes(`n${many};`),
    () => `the last answer; ${door.served()} were served`,
  );
  const numbers = [...text.matchAll(/n(\d+);/g)].map(([, number]) => Number(number));
  assert.deepEqual(
    numbers,
    numbers.map((_, at) => at + 1),
  );
  assert.equal(numbers.length, many);
  assert.ok(door.longest() <= 2 * (A_PIECE / REQUEST.length), `${door.longest()} were kept at once`);
});

test('all lines together have a bound; who is first in a line of its own is not concerned', async (t) => {
  const end = Promise.withResolvers<void>();
  const door = await givenDoor(
    t,
    async (response, number) => {
      if (number <= 2) await end.promise;
      response.end('done');
    },
    10,
  );
  const [patient, greedy, plain] = [await door.dial(), await door.dial(), await door.dial()];
  patient.write(REQUEST.repeat(9));
  await until(() => door.served() === 1, 'the first is served');
  greedy.write(REQUEST.repeat(9));
  await once(greedy, 'close');
  plain.write(REQUEST);
  assert.match(String((await once(plain, 'data'))[0]), /done$/);
  let text = '';
  patient.on('data', (chunk) => {
    text += chunk;
  });
  end.resolve();
  await until(() => text.split('done').length === 1 + 9, 'the others of the patient one');
});

test('what waits in the line of a connection that ended is not served any more', async (t) => {
  const begun = Promise.withResolvers<void>();
  const door = await givenDoor(t, async (response) => {
    begun.resolve();
    await once(response, 'close');
  });
  const socket = await door.dial();
  socket.write(REQUEST.repeat(5));
  await begun.promise;
  socket.destroy();
  const other = await door.dial();
  other.write(REQUEST);
  await until(() => door.served() === 2, 'the other is served');
});
