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
  assert.equal(line.isDown(1000), false);
  line.saw('host-0', false, 1001);
  assert.equal(line.isDown(1001), false, 'the same host twice is one host');
  line.saw('host-9', false, 1100);
  assert.equal(line.isDown(1100), true);
});

test('long ago does not count, and one success ends it', () => {
  const line = openLine();
  fail(line, 4, 1000);
  line.saw('late', false, 1200);
  assert.equal(line.isDown(1200), false);
  fail(line, 5, 2000);
  assert.equal(line.isDown(2000), true);
  line.saw('any', true, 2001);
  assert.equal(line.isDown(2001), false);
});

test('one look a minute', () => {
  const line = openLine();
  fail(line, 5, 1000);
  assert.deepEqual(
    [line.mayProbe(1030), line.mayProbe(1060), line.mayProbe(1061), line.mayProbe(1120)],
    [false, true, false, true],
  );
});
