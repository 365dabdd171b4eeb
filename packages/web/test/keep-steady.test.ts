// What is read in a list stays where it is, whatever comes or goes above it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isSameOrder, steadily } from '../src/inbox/keep-steady.ts';

const rows = (ids: string) => [...ids].map((id) => ({ id }));
const by = (before: string, after: string, focused?: string) =>
  steadily(rows(before), rows(after), { from: 2, to: 6, focused });

test('what comes or goes above is scrolled past; below, nothing is', () => {
  assert.equal(by('abcdefgh', 'bcdefgh'), -1);
  assert.equal(by('abcdefgh', 'xyabcdefgh'), 2);
  assert.equal(by('abcdefgh', 'abcdefgxyh'), 0);
  assert.equal(by('abcdefgh', 'abcdfgh'), 0);
});

test('the row that is worked on stays, where it is in sight; else the first one in sight that is left', () => {
  assert.equal(by('abcdefgh', 'abcefgh', 'e'), -1);
  assert.equal(by('abcdefgh', 'abcefgh', 'h'), 0);
  assert.equal(by('abcdefgh', 'abdefgh'), -1);
  assert.equal(by('abcdefgh', 'abgh'), 0);
  assert.equal(by('ab', 'xab'), 0);
});

test('the same rows in the same order are the same list', () => {
  assert.ok(isSameOrder(rows('abc'), rows('abc')));
  for (const other of ['ab', 'abd', 'acb', 'abcd']) assert.ok(!isSameOrder(rows('abc'), rows(other)), other);
});
