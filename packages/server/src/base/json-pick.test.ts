import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { pick, wantedPaths } from './json-pick.ts';

const picked = (value: unknown, ...paths: string[]) =>
  Object.fromEntries(pick(JSON.stringify(value), wantedPaths(paths)));

test('gives values as they were written, at any depth, and nothing that is not there', () => {
  const text = '{ "a": {"b": [1.50, {"c": "x\\"}"}]}, "n": 12345678901234567890, "a.b": 1 }';
  assert.deepEqual(Object.fromEntries(pick(text, wantedPaths(['a.b.0', 'a.b.1.c', 'n', 'a.b', 'a.x', 'n.y']))), {
    'a.b.0': '1.50',
    'a.b.1.c': '"x\\"}"',
    n: '12345678901234567890',
    'a.b': '[1.50, {"c": "x\\"}"}]',
  });
  assert.deepEqual(picked(7, 'a'), {});
  assert.deepEqual(picked({}, 'a'), {});
  assert.deepEqual(picked([[], {}], '0', '1', '2'), { 0: '[]', 1: '{}' });
});

test('keys are compared by what they mean, and `__proto__` is a key like another', () => {
  const text = '{"\\u0061":1,"__proto__":{"admin":true}}';
  assert.deepEqual(
    [...pick(text, wantedPaths(['a', '__proto__.admin', 'constructor']))],
    [
      ['a', '1'],
      ['__proto__.admin', 'true'],
    ],
  );
});

test('of any JSON it takes what a parser would', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), fc.boolean(), (value, spaced) => {
      const text = JSON.stringify(value, null, spaced ? 2 : 0);
      const leaves = leavesOf(JSON.parse(text), '');
      const found = pick(text, wantedPaths(leaves.map(([path]) => path)));
      for (const [path, leaf] of leaves) assert.deepEqual(JSON.parse(found.get(path) ?? 'missing'), leaf, path);
    }),
  );
});

function leavesOf(value: unknown, prefix: string): [string, unknown][] {
  if (typeof value !== 'object' || value === null) return prefix === '' ? [] : [[prefix.slice(0, -1), value]];
  return Object.entries(value)
    .filter(([key]) => !key.includes('.'))
    .flatMap(([key, inner]) => leavesOf(inner, `${prefix}${key}.`));
}
