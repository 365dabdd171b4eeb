// By an address people are found, invited and signed in: it is one however it is typed, and nobody else's.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inSmallLetters } from './small-letters.ts';

test('an address is one however it is typed', () => {
  for (const typed of ['Kate@Example.com', 'KATE@EXAMPLE.COM', 'kate@example.com'])
    assert.equal(inSmallLetters(typed), 'kate@example.com');
  assert.equal(inSmallLetters('ÉVA@example.com'), 'éva@example.com');
  assert.equal(inSmallLetters(null), null);
});

test('no sign of another script turns an address into that of someone else', () => {
  for (let code = 0x80; code <= 0x10ffff; code++) {
    if (code >= 0xd800 && code <= 0xdfff) continue;
    const sign = String.fromCodePoint(code);
    const kept = inSmallLetters(`${sign}ate@example.com`);
    assert.match(kept, /[^\p{ASCII}]/u, `U+${code.toString(16)}`);
  }
});
