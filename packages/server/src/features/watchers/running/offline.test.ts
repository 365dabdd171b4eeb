// Five hosts out of reach and none within: then it is our own uplink.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openUplink } from './offline.ts';

const fail = (uplink: ReturnType<typeof openUplink>, hosts: number, at: number) => {
  for (let n = 0; n < hosts; n++) uplink.saw(`host-${n}`, false, at);
};

test('five different hosts within two minutes', () => {
  const uplink = openUplink();
  fail(uplink, 4, 1000);
  assert.equal(uplink.isDown(), false);
  uplink.saw('host-0', false, 1001);
  assert.equal(uplink.isDown(), false, 'the same host twice is one host');
  uplink.saw('host-9', false, 1100);
  assert.equal(uplink.isDown(), true);
});

test('long ago does not count, and one success ends it', () => {
  const uplink = openUplink();
  fail(uplink, 4, 1000);
  uplink.saw('late', false, 1200);
  assert.equal(uplink.isDown(), false);
  fail(uplink, 5, 2000);
  assert.equal(uplink.isDown(), true);
  uplink.saw('any', true, 2001);
  assert.equal(uplink.isDown(), false);
});

test('one look a minute', () => {
  const uplink = openUplink();
  fail(uplink, 5, 1000);
  assert.deepEqual(
    [uplink.mayProbe(1030), uplink.mayProbe(1060), uplink.mayProbe(1061), uplink.mayProbe(1120)],
    [false, true, false, true],
  );
});
