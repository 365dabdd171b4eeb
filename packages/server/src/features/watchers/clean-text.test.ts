// Text from outside: what stays is what a reader sees.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { cleanBody, cleanLine, cleanText, cleanTitle, cutTo } from './clean-text.ts';

const CASES: readonly (readonly [string, string, string])[] = [
  ['blanks collapse', 'a\t b\u00a0\u2003c', 'a b c'],
  ['lines stay, empty ones go', 'a \r\n\r\n b\u2028c\u0085d', 'a\nb\nc\nd'],
  ['bidirectional marks go', 'safe\u202egpj.exe\u202c \u2066x\u2069\u200f', 'safegpj.exe x'],
  ['blanks with nothing to be seen between them are one', 'a \u200b \u2060\t\u200d b', 'a b'],
  ['zero-width characters go', 'pay\u200bpal\u200d\u2060\ufeff', 'paypal'],
  ['tag characters go', 'hi\u{e0041}\u{e0042}\u{e007f}', 'hi'],
  ['variation selectors that may carry data go', 'a\u{e0101}\ufe0fb', 'ab'],
  ['controls go', 'a\u0000\u0007\u001b[31mb\u007f', 'a[31mb'],
  ['half a surrogate pair becomes nothing one could miss', 'a\ud800b', 'ab'],
  ['fillers that look empty go', '\u3164\u115f\u2800', ''],
  ['other scripts stay', '東京 Ünïcode עברית', '東京 Ünïcode עברית'],
];

for (const [promise, given, wanted] of CASES) {
  test(promise, () => assert.equal(cleanText(given), wanted));
}

test('a title is one line of at most 200 characters, counted as people count', () => {
  assert.equal(cleanTitle('one\ntwo'), 'one two');
  const long = cleanTitle('😀'.repeat(300));
  assert.equal([...long].length, 200);
  assert.ok(long.endsWith('😀…'));
  assert.equal([...cleanTitle('x'.repeat(10_000))].length, 200);
  assert.equal(cleanTitle('x'.repeat(200)), 'x'.repeat(200));
});

test('a body is cut after 20,000 characters', () => {
  assert.equal([...cleanBody('ä😀'.repeat(20_000))].length, 20_000);
});

test('a long text of blanks with nothing to be seen between them is cleaned at once', () => {
  assert.equal(cleanLine(`a${' \u200b'.repeat(500_000)}b`), 'a b'); // tried from each of them, it took minutes
});

test('whatever comes in, what comes out is clean, and cleaning it again changes nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
      const clean = cleanText(text);
      assert.equal(cleanText(clean), clean);
      assert.ok(clean.isWellFormed());
      assert.doesNotMatch(clean, /[^\P{Cc}\n]|\p{Cf}|\n\n| {2}/u);
      assert.doesNotMatch(cleanLine(text), /\n/);
      assert.ok([...cutTo(clean, 5)].length <= 5);
    }),
    { numRuns: 200 },
  );
});
