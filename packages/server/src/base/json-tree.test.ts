// That a tree knows the source of everything in it, and how it looks to people.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { indented } from '@countersign/contract/shown/json-layout';
import fc from 'fast-check';
import { spacedJson } from '../../test/support/spaced-json.ts';
import { type JsonTree, readTree } from './json-tree.ts';

const LONGEST = 1_000_000;

test('a tree writes back the compact source it was read from', () => {
  fc.assert(fc.property(spacedJson, ({ source, spaced }) => assert.equal(readTree(spaced).source, source)));
});

test('the indented form is that of JSON.stringify, with scalars as they were written', () => {
  fc.assert(
    fc.property(spacedJson, ({ source }) => {
      assert.equal(indented(source, LONGEST), JSON.stringify(JSON.parse(source), null, 2));
    }),
  );
  assert.equal(
    indented('{"a":[1.0,-0],"\\u0062":{}}', LONGEST),
    '{\n  "a": [\n    1.0,\n    -0\n  ],\n  "\\u0062": {}\n}',
  );
});

test('every part of a tree is what its source says', () => {
  const check = ({ source, items, entries }: JsonTree): unknown => {
    if (items) return items.map(check);
    if (!entries) return JSON.parse(source);
    return Object.fromEntries(entries.map(({ key, value }) => [key, check(value)]));
  };
  fc.assert(
    fc.property(spacedJson, ({ source, spaced }) => assert.deepEqual(check(readTree(spaced)), JSON.parse(source))),
  );
});

test('what would become too long stays as it is', () => {
  const deep = `[${Array(100)
    .fill('['.repeat(60) + ']'.repeat(60))
    .join(',')}]`;
  assert.equal(indented(deep, 2 * deep.length), deep);
  assert.equal(indented('[1]', 7), '[\n  1\n]');
  assert.equal(indented('[1]', 6), '[1]');
});
