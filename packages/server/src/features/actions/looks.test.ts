// What is taken for the same by eyes, whatever its bytes.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { looksOf } from './looks.ts';

const looks = (body: string) =>
  looksOf({ project_id: 'p', kind: 'k', title: 't', preview: { format: 'plain', body } }).looks;

test('two texts that nobody can tell apart look the same', () => {
  const pairs: readonly (readonly [string, string])[] = [
    ['cafe\u0301', 'café'],
    ['cafe\u200b\u0301', 'café'],
    ['caf\u0435\u0301', 'café'],
    ['a\u0323\u200b\u0302', 'ậ'],
    ['pаy', 'pay'],
    ['ﬁle', 'file'],
    ['ｐａｙ', 'pay'],
    ['𝐩𝐚𝐲', 'pay'],
    ['a\u00a0b', 'a b'],
    ['a\r\nb', 'a\nb'],
    ['  a \t b\n', 'a b'],
    ['pa\u00ady', 'pay'],
  ];
  for (const [one, other] of pairs) assert.equal(looks(one), looks(other), JSON.stringify([one, other]));
});

test('two texts that differ to the eye do not', () => {
  const texts = ['pay 10', 'pay 100', 'pay 10.', 'Pay 10', 'pay1 0', 'cafe', 'café'];
  assert.equal(new Set(texts.map(looks)).size, texts.length);
});
