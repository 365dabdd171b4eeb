// Five hosts out of reach and none within: then it is our own line.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openLine } from './offline.ts';

const fail = (line: ReturnType<typeof openLine>, hosts: number, at: number) => {
  for (let n = 0; n < hosts; n++) line.saw(`host-${n}`, false, at);
};

test('five different hosts within two minutes', () => {
  const line = openLine();
  fail(line, 4, 1000);
  assert.equal(line.isDown(), false);
  line.saw('host-0', false, 1001);
  assert.equal(line.isDown(), false, 'the same host twice is one host');
  line.saw('host-9', false, 1100);
  assert.equal(line.isDown(), true);
});

test('long ago does not count, and one success ends it', () => {
  const line = openLine();
  fail(line, 4, 1000);
  line.saw('late', false, 1200);
  assert.equal(line.isDown(), false);
  fail(line, 5, 2000);
  assert.equal(line.isDown(), true);
  line.saw('any', true, 2001);
  assert.equal(line.isDown(), false);
});

test('one look a minute', () => {
  const line = openLine();
  fail(line, 5, 1000);
  assert.deepEqual(
    [line.mayProbe(1030), line.mayProbe(1060), line.mayProbe(1061), line.mayProbe(1120)],
    [false, true, false, true],
  );
});
