// What parseMessage and itemsOf make of a message: the value without its payload, and the payload to the digit.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { itemsOf, parseMessage } from './json-message.ts';
import { JsonTextError } from './json-text.ts';

const PATH = ['params', 'arguments'];
const parse = (text: string) => parseMessage(text, PATH);
const around = (args: string) =>
  `{"payload":1,"params":{"payload":2,"arguments":${args},"z":{"payload":3}},"arguments":{"payload":4}}`;

test('the payload of the object at the path is cut out, and no other', () => {
  const { value, sourceOf } = parse(around('{"a":[{"payload":5}],"p\\u0061yload": { "n" : 1.0 } ,"b":true}'));
  assert.deepEqual(value, {
    payload: 1,
    params: { payload: 2, arguments: { a: [{ payload: 5 }], payload: null, b: true }, z: { payload: 3 } },
    arguments: { payload: 4 },
  });
  assert.equal(sourceOf('payload'), '{"n":1.0}');
  assert.equal(sourceOf('b'), 'true');
  assert.equal(sourceOf('z'), undefined);
});

test('where the path leads to no object there is nothing to cut', () => {
  for (const text of [
    '{"params":[{"arguments":{"payload":1}}]}',
    '{"params":{"arguments":[{"payload":1}]}}',
    '{"x":{"params":{"arguments":{"payload":1}}}}',
    '{"params":{"x":{"arguments":{"payload":1}}}}',
    '{"params":5,"arguments":{"payload":1}}',
    '{"params":"params","x":{"arguments":{"payload":1}}}',
    '{"params":{"arguments":5,"x":{"payload":1}}}',
    '[{"params":{"arguments":{"payload":1}}}]',
    '{"payload":1}',
  ]) {
    assert.deepEqual(parse(text).value, JSON.parse(text), text);
    assert.equal(parse(text).sourceOf('payload'), undefined, text);
  }
});

test('the bounds are those of a request, counted from the object at the path', () => {
  const nested = (depth: number) => around(`{"payload":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`);
  assert.doesNotThrow(() => parse(nested(64)));
  assert.throws(() => parse(nested(65)), JsonTextError);
  assert.throws(() => parse(around('{"payload":{"a":1,"a":2}}')), JsonTextError);
  assert.throws(() => parse(around('{"a":1,"\\u0061":2}')), JsonTextError);
  assert.throws(() => parse(around(JSON.stringify({ editable: Array(10_001).fill('a') }))), JsonTextError);
  assert.doesNotThrow(() => parse(around(JSON.stringify({ payload: Array(100_000).fill(0) }))));
});

test('a payload that is too large is given as it came, and the rest is read', () => {
  const large = `[${'1,'.repeat(200_000)}1]`;
  const { value, sourceOf } = parse(around(`{"payload":${large},"a":1}`));
  assert.equal(sourceOf('payload'), large);
  assert.deepEqual((value as { params: { arguments: unknown } }).params.arguments, { payload: null, a: 1 });
  const spaced = `[${'1 ,\n'.repeat(100_000)}1]`; // only its spaces are too many
  assert.equal(parse(around(`{"payload":${spaced}}`)).sourceOf('payload'), `[${'1,'.repeat(100_000)}1]`);
});

const scraps = fc.constantFrom(
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '"',
  '\\',
  '"a"',
  '"payload"',
  '"\\u0061"',
  '1',
  ' ',
  'null',
);
const scrapText = fc.array(scraps).map((parts) => parts.join(''));

test('whatever stands for the arguments, the text is JSON when JSON.parse says so, and then the same', () => {
  const anyArguments = fc.oneof(
    scrapText,
    fc.json(),
    fc.json().map((json) => `{"payload":${json}}`),
  );
  fc.assert(
    fc.property(anyArguments, scrapText, (args, after) => {
      const text = `${around(args)}${after}`;
      let read: ReturnType<typeof parse>;
      try {
        read = parse(text);
      } catch (error) {
        assert.ok(error instanceof JsonTextError);
        return;
      }
      const expected = JSON.parse(text); // must not throw either
      const source = read.sourceOf('payload');
      const { arguments: given } = expected.params;
      const hasPayload =
        typeof given === 'object' && given !== null && !Array.isArray(given) && Object.hasOwn(given, 'payload');
      assert.equal(source !== undefined, hasPayload, text);
      if (hasPayload) {
        assert.deepEqual(JSON.parse(source ?? ''), given.payload);
        given.payload = null;
      }
      assert.deepEqual(read.value, expected);
    }),
    { numRuns: 3000 },
  );
});

test('the items of an array are its items, in their source', () => {
  assert.deepEqual(itemsOf(' [ 1.0 , {"a":[1,2]},"],[" ]\n', 10), [' 1.0 ', ' {"a":[1,2]}', '"],[" ']);
  assert.deepEqual(itemsOf('[]', 10), []);
  for (const text of ['{}', '5', '"[]"', '', '[', ']', '[1] x']) assert.equal(itemsOf(text, 10), undefined);
  assert.throws(() => itemsOf('[1,2,3]', 2), JsonTextError);
  assert.equal(itemsOf('[1,2,3]', 3)?.length, 3);
});

test('an array is JSON when every item is', () => {
  const arrays = fc.oneof(
    fc.json(),
    scrapText.map((text) => `[${text}]`),
    fc.array(fc.json()).map((all) => `[${all}]`),
  );
  fc.assert(
    fc.property(arrays, (text) => {
      const isArray = (() => {
        try {
          return Array.isArray(JSON.parse(text));
        } catch {
          return false;
        }
      })();
      const items = itemsOf(text, 10_000);
      try {
        const values = items?.map((item) => JSON.parse(item));
        assert.equal(values !== undefined, isArray, text);
        if (isArray) assert.deepEqual(values, JSON.parse(text));
      } catch (error) {
        assert.ok(error instanceof SyntaxError, String(error));
        assert.equal(isArray, false, text);
      }
    }),
    { numRuns: 2000 },
  );
});
