// Who is told late, and when that ends.

import assert from 'node:assert/strict';
import { Socket } from 'node:net';
import { test } from 'node:test';
import { fakeWorld } from '../../test/support/fake-world.ts';
import { makeLinger } from './linger.ts';

test('the eleventh refusal on a connection is late, those on others are not, and answers make up for it', () => {
  const linger = makeLinger({ ...fakeWorld(), sleep: async () => undefined });
  const [deaf, other] = [new Socket(), new Socket()];
  for (let n = 0; n < 10; n++) assert.equal(linger(deaf, n % 2 ? 401 : 429), undefined);
  assert.ok(linger(deaf, 429));
  assert.ok(linger(deaf, 401));
  assert.equal(linger(other, 429), undefined);
  for (let n = 0; n < 5; n++) assert.equal(linger(deaf, 200), undefined);
  for (let n = 0; n < 5; n++) assert.equal(linger(deaf, 429), undefined);
  assert.ok(linger(deaf, 429));
});

test('what was asked wrongly, or was not there, is told at once however often', () => {
  const linger = makeLinger(fakeWorld());
  const socket = new Socket();
  for (let n = 0; n < 200; n++) assert.equal(linger(socket, [400, 403, 404, 409, 503][n % 5] ?? 0), undefined);
});

test('connections that are refused at the same moment are answered at different ones', () => {
  const waits: number[] = [];
  const linger = makeLinger({ ...fakeWorld(), sleep: async (ms) => void waits.push(ms) });
  for (let n = 0; n < 32; n++) {
    const socket = new Socket();
    for (let m = 0; m < 11; m++) linger(socket, 429);
  }
  assert.equal(waits.length, 32);
  assert.ok(waits.every((ms) => ms >= 500 && ms < 1000));
  assert.ok(new Set(waits).size > 16, `${waits}`);
});
