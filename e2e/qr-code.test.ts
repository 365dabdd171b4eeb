// The code for the second device, square by square, as an independent reader has read it.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { qrCode } from '../packages/web/src/people/qr-code.ts';

const squares = (text: string) => qrCode(text)?.map((row) => row.map((dark) => (dark ? '#' : '.')).join('')) ?? [];

test('a short text, in the smallest code', () => {
  assert.deepEqual(squares('Countersign'), GOLDEN);
});

test('a link of every size that the inbox makes', () => {
  const digests = [40, 80, 120, 213].map((length) => {
    const rows = squares('http://localhost:8484/signin#t='.padEnd(length, 'abcXYZ09_-'));
    return [rows.length, createHash('sha256').update(rows.join('\n')).digest('hex').slice(0, 16)];
  });
  assert.deepEqual(digests, DIGESTS);
});

test('what does not fit has no code', () => {
  assert.equal(qrCode('x'.repeat(214)), undefined);
});

const GOLDEN = [
  '#######..##.#.#######',
  '#.....#..###..#.....#',
  '#.###.#.####..#.###.#',
  '#.###.#.#.#.#.#.###.#',
  '#.###.#.##..#.#.###.#',
  '#.....#.#.##..#.....#',
  '#######.#.#.#.#######',
  '........##...........',
  '#.#####..#.#..#####..',
  '.#####.#...##...##..#',
  '.#.#..#..#..###..#.#.',
  '...##..##.####.######',
  '####.##.#.#.#.##.#...',
  '........#.#.#.#.###..',
  '#######..#.#.#...###.',
  '#.....#.#.#..#...####',
  '#.###.#.##.#..#.....#',
  '#.###.#.#...##.###...',
  '#.###.#.#.#.###......',
  '#.....#..#...#.#.##..',
  '#######.#..#..#..#.#.',
];

const DIGESTS = [
  [29, '6b5f3796df78df46'],
  [37, '62e8411573a46042'],
  [45, 'c024d7d934497355'],
  [57, '424e8fe6c5a3fcd5'],
];
