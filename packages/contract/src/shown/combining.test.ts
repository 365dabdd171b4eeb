// Every mark that Unicode knows is in one of the neighbourhoods.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mayCombine } from './combining.ts';

test('no mark is missed, and what people mostly write has none', () => {
  const missed: string[] = [];
  for (let point = 0; point <= 0x10ffff; point++) {
    const character = String.fromCodePoint(point);
    if (/^\p{M}$/u.test(character) && !mayCombine(`a${character}`)) missed.push(`U+${point.toString(16)}`);
  }
  assert.deepEqual(missed, []);
  for (const text of ['plain', 'Grüße', 'Привет', 'Γειά', '您好', '안녕', '😀👍🏽', '𝒜𝓑'])
    assert.equal(mayCombine(text), false, text);
});
