// A long text in pieces: whatever can be searched for lies whole in one of them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { piecesOf } from './index-actions.ts';

test('any stretch of up to 1500 characters is whole in some piece, and pieces are short', () => {
  const text = Array.from({ length: 40_000 }, (_, n) => String.fromCharCode(0x4e00 + (n % 20_000))).join('');
  fc.assert(
    fc.property(
      fc.nat({ max: 40_000 }),
      fc.nat({ max: 39_999 }),
      fc.integer({ min: 1, max: 1500 }),
      (length, at, size) => {
        const whole = text.slice(0, length);
        const wanted = whole.slice(at, at + size);
        const pieces = piecesOf(whole);
        assert.ok(pieces.every((piece) => piece.length <= 6000));
        assert.ok(pieces.some((piece) => piece.includes(wanted)));
      },
    ),
    { numRuns: 300 },
  );
});
