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
  const looks = (wasRead: boolean) => [1030, 1060, 1061, 1120].map((at) => uplink.mayProbe('host-0', wasRead, at));
  assert.deepEqual(looks(true), [false, true, false, true]);
});

test('addresses that never were any do not keep one that was read from being asked', () => {
  const uplink = openUplink();
  fail(uplink, 5, 1000);
  for (let minute = 1; minute <= 5; minute++) {
    const at = 1000 + minute * 60;
    assert.equal(uplink.mayProbe(`nowhere-${minute}`, false, at), true);
    assert.equal(uplink.mayProbe('host-0', true, at), false, 'nor does one that failed');
    uplink.saw(`nowhere-${minute}`, false, at);
    assert.equal(uplink.mayProbe(`blog-${minute}`, true, at), true);
    assert.equal(uplink.mayProbe('another', true, at), false, 'one look a minute');
    uplink.saw(`blog-${minute}`, false, at);
  }
  assert.equal(uplink.mayProbe('blog-1', true, 1360), true, 'in the turn of any: it is asked once more all the same');
  uplink.saw('blog-1', true, 1360);
  assert.equal(uplink.isDown(), false);
});
