// Normal forms as Unicode has them, and no text that takes long.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { normalized } from './normalize.ts';

test('what people write is normalised as Unicode has it', () => {
  for (const text of [
    'plain',
    'cafe\u0301',
    'a\u0323\u0302',
    'ﬁle ｐａｙ',
    'ｶﾞ',
    '각',
    'हिन्दी',
    `Z${'\u0301'.repeat(20)}algo`,
  ]) {
    for (const form of ['NFC', 'NFKC', 'NFKD'] as const) assert.equal(normalized(text, form), text.normalize(form));
  }
});

test('stacks of marks do not take the square of their height', () => {
  const stacks = [
    `a${'\u0301'.repeat(131_000)}${'\u0323'.repeat(131_000)}`,
    `a${'\u0301\u0323'.repeat(131_000)}`,
    `a${'\u0301\uff9e'.repeat(131_000)}`,
    `${'a'.repeat(9)}${'\u0300\u0323\u0345'.repeat(87_000)}`,
  ];
  const started = process.cpuUsage();
  for (const text of stacks) for (const form of ['NFC', 'NFKC', 'NFKD'] as const) normalized(text, form);
  const { user } = process.cpuUsage(started);
  assert.ok(user < 5_000_000, `${user} µs`); // the first alone takes minutes when nothing is cut
});
