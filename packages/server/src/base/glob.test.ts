// Patterns for kinds.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { globMatches } from './glob.ts';

test('a star stands for any characters, a question mark for one, the rest for itself', () => {
  for (const [pattern, text] of [
    ['*', ''],
    ['*', 'a.b'],
    ['payment.*', 'payment.send'],
    ['*.delete', 'db.row.delete'],
    ['db.?', 'db.x'],
    ['db.?', 'db.😀'],
    ['?😀*', '🎉😀'],
    ['a*b*c', 'aXXbYYbZZc'],
    ['**', 'x'],
    ['a.b', 'a.b'],
  ] as const)
    assert.ok(globMatches(pattern, text), `${pattern} ${text}`);
  for (const [pattern, text] of [
    ['', 'a'],
    ['payment.*', 'payments.send'],
    ['db.?', 'db.'],
    ['db.?', 'db.xy'],
    ['db.??', 'db.😀'],
    ['db.😀', 'db.🎉'],
    ['a.b', 'aXb'],
    ['A', 'a'],
    ['*a', 'b'],
  ] as const)
    assert.ok(!globMatches(pattern, text), `${pattern} ${text}`);
});

test('it agrees with the pattern written as a regular expression', () => {
  const word = fc.string({ unit: fc.constantFrom('a', '😀', '🎉', '.'), maxLength: 8 });
  const pattern = fc.string({ unit: fc.constantFrom('a', '😀', '🎉', '.', '*', '?'), maxLength: 8 });
  fc.assert(
    fc.property(pattern, word, (glob, text) => {
      const written = glob.replace(/[.]/g, '\\.').replace(/\*+/g, '.*').replaceAll('?', '.');
      assert.equal(globMatches(glob, text), new RegExp(`^${written}$`, 'u').test(text));
    }),
    { numRuns: 5000 },
  );
});

test('a hostile pattern takes no time', () => {
  const spent = process.threadCpuUsage();
  for (let round = 0; round < 100; round++) globMatches('*a*a*a*a*a*b', 'a'.repeat(100));
  assert.ok(process.threadCpuUsage(spent).user / 1000 / 100 < 1);
});
