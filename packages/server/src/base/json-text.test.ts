// What parseJson takes and refuses, and that source text comes through it unchanged.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { spacedJson } from '../../test/support/spaced-json.ts';
import { JsonText, JsonTextError, parseJson, writeJson } from './json-text.ts';

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
const withKeys = (count: number) => `{${Array.from({ length: count }, (_, i) => `"k${i}":0`).join(',')}}`;
const payloadOf = (source: string) =>
  parseJson(`{ "kind" : "x", "payload" : ${source} , "z":[1] }`).sourceOf('payload');

/** Every UTF-16 code unit, halves of pairs too. */
const anyText = fc.array(fc.nat({ max: 0xffff })).map((units) => String.fromCharCode(...units));

test('nesting of 64 is taken, of 65 refused', () => {
  assert.doesNotThrow(() => parseJson(nested(64)));
  assert.doesNotThrow(() => parseJson('{"a":'.repeat(64) + 1 + '}'.repeat(64)));
  assert.throws(() => parseJson(nested(65)), JsonTextError);
  assert.throws(() => parseJson('{"a":'.repeat(65) + 1 + '}'.repeat(65)), JsonTextError);
});

test('nesting is counted by depth, not by brackets', () => {
  assert.doesNotThrow(() => parseJson(`[${Array(1000).fill(nested(63)).join(',')}]`));
  assert.doesNotThrow(() => parseJson(JSON.stringify('['.repeat(1000))));
});

test('10,000 keys are taken, 10,001 refused, wherever they stand', () => {
  assert.doesNotThrow(() => parseJson(withKeys(10_000)));
  assert.throws(() => parseJson(withKeys(10_001)), JsonTextError);
  const objects = (count: number) => `[${Array(count).fill('{"a":1}').join(',')}]`;
  assert.doesNotThrow(() => parseJson(objects(10_000)));
  assert.throws(() => parseJson(objects(10_001)), JsonTextError);
});

test('strings that are not keys do not count as keys', () => {
  assert.doesNotThrow(() => parseJson(JSON.stringify({ payload: Array(20_000).fill('a') })));
});

test('a list outside payload may have 10,000 values, inside it any number', () => {
  assert.doesNotThrow(() => parseJson(JSON.stringify({ editable: Array(10_000).fill('a') })));
  const edited = (items: number) => JSON.stringify({ edited: { 'payload.rows': Array(items).fill(1) }, comment: 'x' });
  assert.doesNotThrow(() => parseJson(edited(131_000)), 'as many as a payload can have');
  assert.throws(() => parseJson(edited(132_000)), /What was edited has more than 131072 values/);
  assert.throws(() => parseJson(JSON.stringify({ editable: Array(10_002).fill('a') })), JsonTextError);
  assert.doesNotThrow(() => parseJson(JSON.stringify({ title: 'x', payload: Array(60_000).fill([0]) })));
});

test('depth 200,000 and a million keys are refused, not overflowed', () => {
  assert.throws(() => parseJson(nested(200_000)), JsonTextError);
  assert.throws(() => parseJson('{"a":'.repeat(200_000)), JsonTextError);
  assert.throws(() => parseJson(withKeys(1_000_000)), JsonTextError);
});

test('a repeated key in one object is refused, however it is spelled and however deep', () => {
  for (const text of [
    '{"a":1,"a":2}',
    '{"a":1,"b":2,"a":1}',
    '{"a":1,"\\u0061":2}',
    '{"\\u0061":1,"\\u0061":2}',
    '{"x":[{"a":1,"a":2}]}',
    '{"x":{"y":{"a":1,"b":{"a":1},"a":2}}}',
    '{"__proto__":1,"__proto__":2}',
    '{"":1,"":2}',
    '{"\\"":1,"\\u0022":2}',
  ]) {
    assert.throws(() => parseJson(text), JsonTextError, text);
  }
});

test('the same key in different objects is fine, and so is a value that equals a key', () => {
  for (const text of [
    '{"a":{"a":{"a":1}}}',
    '[{"a":1},{"a":2}]',
    '{"a":{"b":1},"b":{"a":1}}',
    '{"a":"a","b":"a","c":["a","b"]}',
    '{"a":1,"A":2,"\u00e1":3,"a\u0301":4}',
  ]) {
    assert.deepEqual(parseJson(text).value, JSON.parse(text));
  }
});

test('where text stops being JSON is told, and none of it', () => {
  const said = (text: string) => {
    try {
      return parseJson(text);
    } catch (error) {
      return (error as Error).message;
    }
  };
  assert.equal(said('{\n"a":1,}'), 'The body is not JSON: look at line 2, column 7.');
  assert.equal(said('{"a":'), 'The body is not JSON: it ends too early.');
  assert.equal(said('{"a":s3cret}'), 'The body is not JSON.');
});

test('text that is not JSON is refused with the same error', () => {
  const broken = [
    '',
    ' ',
    '{',
    '}',
    '[1,]',
    '{"a":1,}',
    '{a:1}',
    "{'a':1}",
    '01',
    'NaN',
    '"\n"',
    '"a',
    '{"a":1}}',
    '[1]]',
  ];
  for (const text of [...broken, '\ufeff{}', '{"a":"\\"}', '{"\\x":1}', '[}', '{]', ']'.repeat(1000), '"\\']) {
    assert.throws(() => parseJson(text), JsonTextError, text);
  }
});

test('whatever the text, parseJson gives what JSON.parse gives or a JsonTextError', () => {
  const scraps = fc.constantFrom('{', '}', '[', ']', ',', ':', '"', '\\', '"a"', '"b"', '\\u0061', '1', ' ', 'null');
  const text = fc.oneof(
    anyText,
    fc.array(scraps).map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(text, (given) => {
      try {
        assert.deepEqual(parseJson(given).value, JSON.parse(given));
      } catch (error) {
        assert.ok(error instanceof JsonTextError);
      }
    }),
    { numRuns: 500 },
  );
});

test('sourceOf gives scalars as they were written', () => {
  for (const source of [
    '12345678901234567890',
    '-0',
    '1.0',
    '1e400',
    '-1E-7',
    '0.10000000000000000000000001',
    'null',
    'true',
    '""',
    '"\\u0061\\/\\n"',
    '"\\ud83d\\ude00 \\u0000 \\ud800"',
    '"  two  spaces \u00a0\u2028 "',
  ]) {
    assert.equal(payloadOf(source), source);
  }
});

test('sourceOf keeps key order, key spelling and __proto__', () => {
  const source = '{"z":1,"10":2,"9":3,"__proto__":{"x":1},"\\u0061":4,"constructor":null}';
  assert.equal(payloadOf(source), source);
});

test('sourceOf drops the white space between tokens and keeps that inside strings', () => {
  assert.equal(
    payloadOf('\r\n{ "a b" : [ 1 ,\t2 ] ,\n"c" : " d  " , "e":{ },"f":[\n] }\t'),
    '{"a b":[1,2],"c":" d  ","e":{},"f":[]}',
  );
  assert.equal(payloadOf('  -0  '), '-0');
});

test('sourceOf finds a member after strings that hold braces, quotes and backslashes', () => {
  for (const before of [
    '}',
    '{',
    '[',
    ']',
    ',',
    ':',
    '\\',
    '\\\\',
    '"',
    '\\"',
    '\\\\"',
    '{"payload":1}',
    ',"payload":2,',
  ]) {
    const text = `{${JSON.stringify(before)}:${JSON.stringify(before)},"payload":{"a":1},"b":${JSON.stringify(before)}}`;
    assert.equal(parseJson(text).sourceOf('payload'), '{"a":1}', text);
  }
});

test('sourceOf finds an escaped spelling of the name, and only in the outermost object', () => {
  assert.equal(parseJson('{"p\\u0061yload":1.0}').sourceOf('payload'), '1.0');
  assert.equal(parseJson('{"a":{"payload":1},"b":[{"payload":2}]}').sourceOf('payload'), undefined);
  assert.equal(parseJson('{"a":{"payload":1},"payload":2}').sourceOf('payload'), '2');
  assert.equal(parseJson('{"payload":2,"a":{"payload":1}}').sourceOf('payload'), '2');
  assert.equal(parseJson('[{"payload":1}]').sourceOf('payload'), undefined);
  assert.equal(parseJson('{}').sourceOf('toString'), undefined);
  assert.equal(parseJson('"payload"').sourceOf('payload'), undefined);
});

test('whatever the value and its spacing, sourceOf gives the same value in its compact source', () => {
  fc.assert(
    fc.property(spacedJson, spacedJson, ({ source, spaced }, other) => {
      const parsed = parseJson(`{"before":${other.spaced},"payload":${spaced},"after":${other.spaced}}`);
      assert.equal(parsed.sourceOf('payload'), source);
      assert.deepEqual(JSON.parse(parsed.sourceOf('payload') ?? ''), JSON.parse(source));
      assert.equal(parsed.sourceOf('after'), other.source);
    }),
    { numRuns: 500 },
  );
});

test('writeJson of plain values is JSON.stringify', () => {
  fc.assert(fc.property(fc.jsonValue(), (value) => assert.equal(writeJson(value), JSON.stringify(value))));
  assert.equal(writeJson(JSON.parse('{"__proto__":{"a":1}}')), '{"__proto__":{"a":1}}');
});

test('writeJson writes a JsonText as it stands and leaves out what is undefined', () => {
  const value = { a: undefined, payload: new JsonText('{"n":1.0,"n2":-0}'), list: [new JsonText('1e400'), undefined] };
  assert.equal(writeJson(value), '{"payload":{"n":1.0,"n2":-0},"list":[1e400,null]}');
});
