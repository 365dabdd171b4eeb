// What a reviewer may change, how the change is told, and what is refused.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PAYLOAD_MAX_BYTES } from '@countersign/contract';
import fc from 'fast-check';
import { Problem } from '../../base/problem.ts';
import type { ActionRow } from '../../storage/schema.ts';
import { acceptEdits } from './edits.ts';

interface Given {
  readonly editable: readonly string[];
  readonly payload?: string;
  readonly target_url?: string;
}

/** The members of an action that edits are about. */
function given({ editable, payload, target_url }: Given): ActionRow {
  return {
    title: 'Pay Ana',
    preview_format: 'plain',
    preview_body: 'Pay 10\nto Ana\n',
    payload: payload ?? null,
    target_url: target_url ?? null,
    editable: JSON.stringify(editable),
  } as ActionRow;
}

function edit(action: Given, edited: unknown) {
  const text = typeof edited === 'string' || edited === undefined ? edited : JSON.stringify(edited);
  const { accepted, diffs } = acceptEdits(given(action), text);
  return { ...accepted, diff: diffs.length === 0 ? null : diffs.map((diff) => diff()).join('') };
}

function assertRefused(action: Given, edited: unknown, invalid_keys: readonly string[]): void {
  assert.throws(
    () => edit(action, edited),
    (error) => {
      assert.ok(error instanceof Problem);
      assert.equal(error.code, 'not_editable');
      assert.deepEqual(error.facts.invalid_keys, invalid_keys);
      assert.deepEqual(error.facts.editable, action.editable);
      return true;
    },
  );
}

const ALL = ['title', 'preview.body', 'preview.format', 'target_url', 'payload.amount', 'payload.to.0.name'];
const PAYLOAD = '{"amount":10.50,"to":[{"name":"Ana"},{"name":"Bo"}],"z":-0}';
const whole: Given = { editable: ALL, payload: PAYLOAD, target_url: 'https://bank.example/' };

test('a listed field can be edited by its dot path', () => {
  const edits = {
    title: 'Pay Bo',
    'preview.body': 'Pay 5\nto Ana\n',
    'preview.format': 'markdown',
    target_url: 'urn:x',
  };
  assert.deepEqual(edit(whole, edits), {
    edited_fields: ['title', 'preview.body', 'preview.format', 'target_url'],
    title: 'Pay Bo',
    format: 'markdown',
    body: 'Pay 5\nto Ana\n',
    target_url: 'urn:x',
    diff: [
      '--- title\n+++ title\n@@ -1,1 +1,1 @@\n-Pay Ana\n\\ No newline at end of file\n+Pay Bo\n\\ No newline at end of file\n',
      '--- preview.body\n+++ preview.body\n@@ -1,2 +1,2 @@\n-Pay 10\n+Pay 5\n to Ana\n',
      '--- preview.format\n+++ preview.format\n@@ -1,1 +1,1 @@\n-plain\n\\ No newline at end of file\n+markdown\n\\ No newline at end of file\n',
      '--- target_url\n+++ target_url\n@@ -1,1 +1,1 @@\n-https://bank.example/\n\\ No newline at end of file\n+urn:x\n\\ No newline at end of file\n',
    ].join(''),
  });
});

test('the same value in another notation is no edit; other digits are', () => {
  const payload = '{"name":"Ren\\u00e9","to":{"a":1,"b":[1.0]}}';
  const action: Given = { editable: ['payload.name', 'payload.to'], payload };
  const same = '{"payload.name":"René","payload.to":{ "b" : [1.0], "a" : 1 }}';
  assert.deepEqual(edit(action, same), { edited_fields: [], diff: null });
  const { edited_fields, payload: edited } = edit(action, same.replace('1.0', '1'));
  assert.deepEqual(edited_fields, ['payload.to']);
  assert.match(edited ?? '', /^\{"name":"Ren\\u00e9","to":/, 'what was not edited stands as it was written');
});

test('a nested object is read as the paths of its leaves', () => {
  const nested = { preview: { body: 'New', format: 'diff' }, payload: { amount: 7, to: { 0: { name: 'Eve' } } } };
  const flat = { 'preview.body': 'New', 'preview.format': 'diff', 'payload.amount': 7, 'payload.to.0.name': 'Eve' };
  const mixed = { preview: { body: 'New', format: 'diff' }, 'payload.amount': 7, payload: { 'to.0': { name: 'Eve' } } };
  assert.deepEqual(edit(whole, nested), edit(whole, flat));
  assert.deepEqual(edit(whole, mixed), edit(whole, flat));
});

test('an edit inside the payload changes that value and no other digit, key or order', () => {
  const { payload, edited_fields, diff } = edit(
    whole,
    '{"payload.to.0.name":"Eve","payload.amount":12345678901234567890}',
  );
  assert.equal(payload, '{"amount":12345678901234567890,"to":[{"name":"Eve"},{"name":"Bo"}],"z":-0}');
  assert.deepEqual(edited_fields, ['payload.to.0.name', 'payload.amount']);
  assert.equal(
    diff,
    '--- payload.to.0.name\n+++ payload.to.0.name\n@@ -1,1 +1,1 @@\n-"Ana"\n+"Eve"\n' +
      '--- payload.amount\n+++ payload.amount\n@@ -1,1 +1,1 @@\n-10.50\n+12345678901234567890\n',
  );
});

test('numbers that differ only in their digits are a change', () => {
  const action = { editable: ['payload.n'], payload: '{"n":12345678901234567890}' };
  assert.equal(edit(action, '{"payload.n":12345678901234567891}').payload, '{"n":12345678901234567891}');
  assert.equal(edit(action, '{"payload.n":12345678901234567890}').diff, null);
});

test('a value equal to the original is no change, and its diff is null', () => {
  const unchanged = { edited_fields: [], diff: null };
  assert.deepEqual(edit(whole, '{}'), unchanged);
  assert.deepEqual(edit(whole, undefined), unchanged);
  assert.deepEqual(
    edit(whole, { title: 'Pay Ana', preview: { body: 'Pay 10\nto Ana\n', format: 'plain' } }),
    unchanged,
  );
  assert.deepEqual(edit(whole, '{ "payload" : { "amount" : 10.50 } }'), unchanged);
});

test('array elements are edited by their index', () => {
  const action = { editable: ['payload.a.1', 'payload.a.10', 'payload.0'], payload: '{"a":[1,[2],3]}' };
  assert.equal(edit(action, { 'payload.a.1': { b: [] } }).payload, '{"a":[1,{"b":[]},3]}');
  assertRefused(action, { 'payload.a.10': 1 }, ['payload.a.10']);
  assertRefused(action, { 'payload.0': 1 }, ['payload.0']);
  assert.equal(
    edit({ editable: ['payload.1.0'], payload: '[1,[2,3]]' }, { 'payload.1.0': null }).payload,
    '[1,[null,3]]',
  );
});

test('an index is spelled in one way', () => {
  const spellings = ['00', '01', '+1', '-1', '1.0', '1e0', ' 1', 'length', ''].map((index) => `payload.a.${index}`);
  for (const path of spellings) assertRefused({ editable: [path], payload: '{"a":[1,2]}' }, { [path]: 0 }, [path]);
});

test('payload alone is a path: listed, it can be replaced whole', () => {
  assert.equal(edit({ editable: ['payload'], payload: '{"a":1}' }, '{"payload":[1.0, 2]}').payload, '[1.0,2]');
  assert.equal(
    edit({ editable: ['payload'], payload: '{"a":1}' }, '{"payload":{"a":2,"b":{}}}').payload,
    '{"a":2,"b":{}}',
  );
  assert.equal(edit({ editable: ['payload'], payload: 'null' }, '{"payload":0}').payload, '0');
});

test('payload alone, when it is not listed, is refused', () => {
  assertRefused(whole, { payload: 5 }, ['payload']);
  assertRefused(whole, { payload: [] }, ['payload']);
  assertRefused(whole, { payload: {} }, ['payload']);
  assertRefused(whole, { payload: { amount: 1, z: 2 } }, ['payload.z']);
  assertRefused({ editable: ['payload'] }, { payload: {} }, ['payload']);
});

test('every key that is not listed is named, and nothing is applied', () => {
  const edits = { title: 'New', kind: 'x', preview: { body: 'New', other: 1 }, callback_url: 'https://x.example/' };
  assertRefused(whole, edits, ['kind', 'preview.other', 'callback_url']);
  assertRefused({ editable: [] }, { title: 'New' }, ['title']);
});

test('a listed path that names no field never matches', () => {
  const editable = ['kind', 'preview', 'payload.none', 'payload.amount.cents', 'payload.to.7', 'target_url', ''];
  const action = { editable, payload: PAYLOAD };
  for (const path of ['kind', 'payload.none', 'payload.amount.cents', 'payload.to.7', 'target_url', '']) {
    assertRefused(action, { [path]: 'urn:x' }, [path]);
  }
  assertRefused(action, { preview: 'x' }, ['preview']);
  const { body } = edit({ editable: ['preview', 'preview.body'] }, { preview: { body: 'New' } });
  assert.equal(body, 'New');
});

test('an empty key is not the outside of the map', () => {
  assertRefused(whole, { '': { title: 'New' } }, ['.title']);
});

test('a value of the wrong type is refused', () => {
  for (const value of [1, true, null, [], {}, ['x'], { title: 'x' }]) {
    for (const path of ['title', 'preview.body', 'preview.format', 'target_url']) {
      assertRefused(whole, { [path]: value }, [path]);
    }
  }
  assertRefused(whole, { 'preview.format': 'html' }, ['preview.format']);
  assertRefused(whole, { target_url: 'not a uri' }, ['target_url']);
  assertRefused(whole, { target_url: 'https://a.example/\n' }, ['target_url']);
});

test('a body of 262,144 astral characters is taken, one more is refused', () => {
  assert.equal(edit(whole, { 'preview.body': '😀'.repeat(262_144) }).body?.length, 524_288);
  assertRefused(whole, { 'preview.body': '😀'.repeat(262_145) }, ['preview.body']);
  assertRefused(whole, { 'preview.body': 'a'.repeat(262_145) }, ['preview.body']);
  assert.equal(edit(whole, { 'preview.body': '' }).body, '');
});

test('a title is one line of 1 to 500 characters', () => {
  for (const title of ['', 'a\nb', 'a\rb', 'a\r\n', '\n', 'a'.repeat(501)]) assertRefused(whole, { title }, ['title']);
  assert.equal(edit(whole, { title: '😀'.repeat(500) }).title, '😀'.repeat(500));
});

test('edits of which one lies inside the other are both refused', () => {
  const action = {
    editable: ['payload', 'payload.a', 'payload.a.b', 'payload.a-b', 'payload.c'],
    payload: '{"a":{"b":1},"a-b":1,"c":2}',
  };
  assertRefused(action, { 'payload.a': 1, 'payload.a.b': 2 }, ['payload.a', 'payload.a.b']);
  assertRefused(action, { 'payload.a.b': 2, 'payload.a': 1, 'payload.c': 3 }, ['payload.a.b', 'payload.a']);
  assertRefused(action, { 'payload.a': 1, 'payload.a-b': 3, 'payload.a.b': 2 }, ['payload.a', 'payload.a.b']);
  assertRefused(action, { payload: 1, 'payload.c': 2 }, ['payload', 'payload.c']);
  assert.equal(edit(action, { 'payload.a-b': 2, 'payload.a': 3 }).payload, '{"a":3,"a-b":2,"c":2}');
});

test('one path spelled in two ways is refused', () => {
  assertRefused(whole, { 'preview.body': 'x', preview: { body: 'y' } }, ['preview.body']);
  assertRefused(whole, { preview: { body: 'y' }, 'preview.body': 'x' }, ['preview.body']);
});

test('prototype names lead nowhere but to keys of that name', () => {
  for (const name of ['__proto__', 'constructor', 'prototype']) {
    assertRefused(whole, `{"${name}":1}`, [name]);
    assertRefused(whole, `{"${name}":{"x":1}}`, [`${name}.x`]);
    assertRefused(whole, `{"payload":{"${name}":{"x":1}}}`, [`payload.${name}.x`]);
    assertRefused({ editable: [`payload.${name}`, `payload.${name}.x`], payload: '{}' }, `{"payload.${name}":1}`, [
      `payload.${name}`,
    ]);
  }
  const kept = edit({ editable: ['payload.n'], payload: '{"__proto__":{"x":1},"n":1}' }, { 'payload.n': 2 });
  assert.equal(kept.payload, '{"__proto__":{"x":1},"n":2}');
  assert.equal(Object.hasOwn(Object.prototype, 'x'), false);
});

test('a final payload within the limit is taken, one byte more is refused', () => {
  const action = { editable: ['payload.s', 'payload.t'], payload: '{"s":"","t":0}' };
  const room = PAYLOAD_MAX_BYTES - action.payload.length;
  assert.equal(edit(action, { 'payload.s': 'a'.repeat(room) }).payload?.length, PAYLOAD_MAX_BYTES);
  assertRefused(action, { 'payload.t': 1, 'payload.s': 'a'.repeat(room + 1) }, ['payload.t', 'payload.s']);
  assertRefused(action, { 'payload.s': 'é'.repeat(room / 2 + 1) }, ['payload.s']);
});

test('an edit cannot nest the payload deeper, or give it more keys, than a create body may have', () => {
  const nested = (depth: number, inside: string) => '['.repeat(depth) + inside + ']'.repeat(depth);
  const deep = `payload${'.0'.repeat(40)}`;
  const action = { editable: [deep], payload: nested(40, '0') };
  assert.equal(edit(action, `{"${deep}":${nested(23, '1')}}`).payload, nested(63, '1'));
  assertRefused(action, `{"${deep}":${nested(24, '1')}}`, [deep]);

  const keys = Object.fromEntries(Array.from({ length: 6000 }, (_, i) => [`k${i}`, 0]));
  const wide = { editable: ['payload.b'], payload: JSON.stringify({ a: keys, b: 0 }) };
  assertRefused(wide, { 'payload.b': keys }, ['payload.b']);
});

test('the answer to many faulty keys with long names is short', () => {
  const edits = { ['x'.repeat(1_000_000)]: Object.fromEntries(Array.from({ length: 9000 }, (_, i) => [`k${i}`, 0])) };
  assertRefused({ editable: ['title'] }, edits, Array(20).fill('x'.repeat(200)));
});

test('thousands of edits of one payload are applied together', () => {
  const names = Array.from({ length: 9000 }, (_, i) => `k${i}`);
  const objectOf = (prefix: string, value: number) => Object.fromEntries(names.map((name) => [prefix + name, value]));
  const action = { editable: names.map((name) => `payload.${name}`), payload: JSON.stringify(objectOf('', 1)) };
  const { payload, edited_fields } = edit(action, objectOf('payload.', 2));
  assert.equal(payload, JSON.stringify(objectOf('', 2)));
  assert.equal(edited_fields.length, 9000);
});

test('an edit gives what setting the value in the parsed payload would give', () => {
  const key = fc.constantFrom('a', 'b', '0', '__proto__x', 'é', '"', ' ');
  fc.assert(
    fc.property(
      fc.array(key, { minLength: 1, maxLength: 4 }),
      fc.jsonValue(),
      fc.jsonValue(),
      (path, before, after) => {
        const wrap = (value: unknown) =>
          path.reduceRight<unknown>((inner, name) => ({ first: 1, [name]: inner, z: 'z' }), value);
        const name = `payload.${path.join('.')}`;
        const { payload } = edit({ editable: [name], payload: JSON.stringify(wrap(before)) }, { [name]: after });
        const same = JSON.stringify(before) === JSON.stringify(after);
        assert.equal(payload, same ? undefined : JSON.stringify(wrap(after)));
      },
    ),
  );
});
