// That the digest covers everything the reviewer approves, and nothing else.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Approvable, createHashOf, digestOf } from './digest.ts';

const ACTION: Approvable = {
  kind: 'payment',
  title: 'Pay Ana',
  preview: { format: 'plain', body: 'Pay 10 to Ana' },
  payload: '{"amount":10}',
  target_url: 'https://bank.example/',
  editable: ['preview.body', 'payload.amount'],
  undo: 'Ask Ana',
  idempotent: true,
};

function assertAllDiffer(actions: readonly Approvable[]): void {
  assert.equal(new Set(actions.map(digestOf)).size, actions.length);
}

test('the digest is SHA-256 over the canonical JSON of the members', () => {
  const canonical =
    '{"editable":["preview.body","payload.amount"],"idempotent":true,"kind":"payment","payload":{"amount":10},' +
    '"preview":{"body":"Pay 10 to Ana","format":"plain"},"target_url":"https://bank.example/","title":"Pay Ana","undo":"Ask Ana"}';
  assert.equal(digestOf(ACTION), createHash('sha256').update(canonical).digest('hex'));
});

test('what the action does not have is not in the digest', () => {
  const least: Approvable = { kind: 'k', title: 't', preview: { format: 'plain', body: '' }, editable: [] };
  const canonical = '{"editable":[],"kind":"k","preview":{"body":"","format":"plain"},"title":"t"}';
  assert.equal(digestOf(least), createHash('sha256').update(canonical).digest('hex'));
});

test('a change of any member changes the digest', () => {
  assertAllDiffer([
    ACTION,
    { ...ACTION, kind: 'Payment' },
    { ...ACTION, title: 'Pay Ana.' },
    { ...ACTION, preview: { format: 'plain', body: 'Pay 100 to Ana' } },
    { ...ACTION, preview: { format: 'markdown', body: 'Pay 10 to Ana' } },
    { ...ACTION, payload: '{"amount":9999}' },
    { ...ACTION, payload: 'null' },
    { ...ACTION, payload: undefined },
    { ...ACTION, target_url: 'https://bank.example/x' },
    { ...ACTION, target_url: undefined },
    { ...ACTION, editable: ['payload.amount', 'preview.body'] },
    { ...ACTION, editable: ['preview.body'] },
    { ...ACTION, editable: [] },
    { ...ACTION, undo: 'Ask Bo' },
    { ...ACTION, undo: '' },
    { ...ACTION, undo: undefined },
    { ...ACTION, idempotent: false },
    { ...ACTION, idempotent: undefined },
  ]);
});

test('actions that look alike have different digests', () => {
  const body = (text: string): Approvable => ({ ...ACTION, preview: { format: 'plain', body: text } });
  assertAllDiffer([
    body('caf\u00e9'),
    body('cafe\u0301'),
    body('caf\u00e9\n'),
    body('caf\u00e9\r\n'),
    body('caf\u00e9 '),
    body('caf\u00e9\u200d'),
    body('caf\u00e9\u200b'),
    body('c\u0430f\u00e9'),
    { ...ACTION, preview: { format: 'markdown', body: 'caf\u00e9' } },
    { ...ACTION, preview: { format: 'diff', body: 'caf\u00e9' } },
  ]);
});

test('text moved from one member to the next changes the digest', () => {
  assertAllDiffer([
    { ...ACTION, kind: 'a|b', title: 'c' },
    { ...ACTION, kind: 'a', title: 'b|c' },
    { ...ACTION, kind: 'a","title":"b', title: 'c' },
    { ...ACTION, kind: 'a', title: 'b","title":"c' },
    { ...ACTION, editable: ['a', 'b'] },
    { ...ACTION, editable: ['a","b'] },
    { ...ACTION, editable: ['a,b'] },
  ]);
});

test('payloads that differ beyond the precision of a double have different digests', () => {
  const numbers = ['12345678901234567890', '12345678901234567891', '1', '1.0', '-0', '0', '1e400', '1e401'];
  assertAllDiffer(numbers.map((number) => ({ ...ACTION, payload: `{"n":${number}}` })));
});

test('the order of keys and the spacing of the payload do not matter', () => {
  const payload = ' { "b" : [1, {"d":2,"c":3}], "\\u0061":1 }\n';
  assert.equal(digestOf({ ...ACTION, payload }), digestOf({ ...ACTION, payload: '{"a":1,"b":[1,{"c":3,"d":2}]}' }));
});

test('two actions have one digest only when they are the same', () => {
  const text = fc.constantFrom('', 'a', 'b', 'ab', '"', '\\', '\n');
  const action: fc.Arbitrary<Approvable> = fc.record(
    {
      kind: text,
      title: text,
      preview: fc.record({ format: fc.constantFrom('plain', 'diff'), body: text }),
      editable: fc.array(text, { maxLength: 2 }),
      payload: text.map((value) => JSON.stringify(value)),
      undo: text,
    },
    { requiredKeys: ['kind', 'title', 'preview', 'editable'], noNullPrototype: true },
  );
  const membersOf = ({ kind, title, preview, editable, payload, undo }: Approvable) =>
    JSON.stringify([kind, title, preview.format, preview.body, editable, payload ?? null, undo ?? null]);
  fc.assert(
    fc.property(action, action, (a, b) => assert.equal(digestOf(a) === digestOf(b), membersOf(a) === membersOf(b))),
    { numRuns: 1000 },
  );
});

test('callback and expiry make creates differ, though the digest is the same', () => {
  const digest = digestOf(ACTION);
  const other = digestOf({ ...ACTION, title: 'Pay Bo' });
  const hashes = [
    createHashOf(digest, undefined, 300),
    createHashOf(digest, undefined, 301),
    createHashOf(digest, 'https://agent.example/', 300),
    createHashOf(digest, 'https://agent.example/x', 300),
    createHashOf(other, undefined, 300),
  ];
  assert.equal(new Set(hashes).size, hashes.length);
  assert.equal(createHashOf(digest, undefined, 300), hashes[0]);
});
