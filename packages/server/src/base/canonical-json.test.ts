// That equal JSON has one canonical form, and different JSON different ones.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { spacedJson } from '../../test/support/spaced-json.ts';
import { canonical } from './canonical-json.ts';

test('the canonical form does not depend on key order, spacing or escapes', () => {
  const same = ['{"a":1,"b":{"c":"é","d":[]}}', ' {"b" : {"d":[ ],"\\u0063":"\\u00e9"},\n"a":1} '];
  for (const text of same) assert.equal(canonical(text), '{"a":1,"b":{"c":"é","d":[]}}');

  const reversed = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(reversed);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .toReversed()
        .map(([key, member]) => [key, reversed(member)]),
    );
  };
  fc.assert(
    fc.property(spacedJson, ({ source, spaced }) => {
      assert.equal(canonical(spaced), canonical(JSON.stringify(reversed(JSON.parse(source)))));
    }),
  );
});

test('the canonical form tells numbers apart by their digits', () => {
  const spellings = [
    '1',
    '1.0',
    '1e0',
    '10e-1',
    '12345678901234567890',
    '12345678901234567891',
    '0',
    '-0',
    '1e400',
    '1e401',
  ];
  assert.equal(new Set(spellings.map(canonical)).size, spellings.length);
});

test('the canonical form tells NFC from NFD, and an array from its elements in another order', () => {
  assert.notEqual(canonical('"\u00e9"'), canonical('"e\u0301"'));
  assert.notEqual(canonical('[1,2]'), canonical('[2,1]'));
});

test('the canonical form escapes strings as RFC 8785 does', () => {
  assert.equal(
    canonical('"\\u20ac$\\u000F\\u000aA\'\\u0042\\u0022\\u005c\\\\\\"\\/"'),
    '"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"',
  );
  assert.equal(canonical('"\\u0008\\u0009\\u000c\\u000d\\u007f\\u2028"'), '"\\b\\t\\f\\r\u007f\u2028"');
});

test('the canonical form sorts keys by UTF-16 code units, as in the example of RFC 8785', () => {
  const text = '{"\\u20ac":1,"\\r":2,"\\ufb33":3,"1":4,"\\ud83d\\ude00":5,"\\u0080":6,"\\u00f6":7}';
  assert.equal(canonical(text), '{"\\r":2,"1":4,"\u0080":6,"ö":7,"€":1,"😀":5,"\ufb33":3}');
});

test('the canonical form of plain JSON is JSON.stringify of its sorted values', () => {
  const sorted = (value: unknown): string => {
    if (Array.isArray(value)) return `[${value.map(sorted).join(',')}]`;
    if (typeof value !== 'object' || value === null) return JSON.stringify(value);
    const keys = Object.keys(value).toSorted((a, b) => (a < b ? -1 : 1));
    return `{${keys.map((key) => `${JSON.stringify(key)}:${sorted((value as Record<string, unknown>)[key])}`).join(',')}}`;
  };
  fc.assert(
    fc.property(spacedJson, ({ source, spaced }) => {
      fc.pre(!/-0|__proto__/.test(source));
      assert.equal(canonical(spaced), sorted(JSON.parse(source)));
    }),
    { numRuns: 500 },
  );
});
