// The disk on paper has what a disk must have, and nothing more than it may.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { randomOf } from '../simulation/random.ts';
import { afterPowerCut, type Files, written } from './disk.ts';
import type { Step } from './steps.ts';
import { stepsIn } from './strace.ts';
import { toldBefore } from './told.ts';

const FILE = '/data/file';
const NEVER = Infinity;
/** As many as it takes that each of two things which may be so was so. */
const SEEDS = Array.from({ length: 300 }, (_, seed) => seed);

const write = (began: number, text: string, at = 0, ended = began): Step => {
  return { did: 'write', path: FILE, at, bytes: Buffer.from(text), began, ended };
};
const flush = (began: number, ended = began, path = FILE): Step => ({ did: 'flush', path, began, ended });
const before: Files = new Map([[FILE, Buffer.from('....')]]);

/** All that may be there, by whatever chance. */
function foundAt(cut: number, steps: readonly Step[], files = before): Set<string> {
  return new Set(
    SEEDS.map((seed) =>
      JSON.stringify([...afterPowerCut(files, steps, cut, randomOf(seed))].map(([path, is]) => `${path} ${is}`)),
    ),
  );
}
const only = (...contents: string[]) => new Set(contents.map((content) => JSON.stringify([`${FILE} ${content}`])));

test('what was written before a flush that has ended is there, and what came later may be', () => {
  const steps = [write(1, 'a'), write(2, 'b', 1), flush(3, 5), write(4, 'c', 2), write(6, 'd', 3)];
  assert.deepEqual(foundAt(7, steps), only('ab..', 'abc.', 'ab.d', 'abcd'));
  assert.deepEqual(foundAt(5, [write(1, 'a'), flush(3, 5)]), only('....', 'a...'), 'it has not ended yet');
  assert.equal(written(before, steps).get(FILE)?.toString(), 'abcd');
});

test('a flush that began before a write had ended need not have seen it; one that never ended has seen nothing', () => {
  assert.deepEqual(foundAt(9, [write(1, 'a', 0, 4), flush(3, 5)]), only('....', 'a...'));
  assert.deepEqual(foundAt(9, [write(1, 'a'), flush(3, NEVER)]), only('....', 'a...'));
});

test('a long write may be there in part, by sectors', () => {
  const long = 'x'.repeat(512) + 'y'.repeat(512);
  const empty = new Map([[FILE, Buffer.alloc(1024, '.')]]);
  const [x, y, none] = ['x'.repeat(512), 'y'.repeat(512), '.'.repeat(512)];
  assert.deepEqual(foundAt(2, [write(1, long)], empty), only(x + y, x + none, none + y, none + none));
});

test('nothing that was written after a cut is there without it', () => {
  const steps: Step[] = [{ did: 'cut', path: FILE, length: 0, began: 1, ended: 1 }, write(2, 'a')];
  assert.deepEqual(foundAt(3, steps), only('....', '', 'a'));
});

test('names are kept by a flush of their folder, not of their file, and else in their order', () => {
  const made: Step[] = [
    { did: 'create', path: '/data/new', began: 1, ended: 1 },
    { ...write(2, 'n'), path: '/data/new' } as Step,
    flush(3, 3, '/data/new'),
    { did: 'move', path: '/data/new', to: '/data/moved', began: 4, ended: 4 },
  ];
  const none: Files = new Map();
  const all = ['[]', '["/data/new n"]', '["/data/moved n"]'];
  assert.deepEqual(foundAt(9, made, none), new Set(all));
  assert.deepEqual(foundAt(9, [...made, flush(5, 6, '/data')], none), new Set(['["/data/moved n"]']));
});

const hex = (text: string) => [...Buffer.from(text)].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('');
const told = 'HTTP/1.1 201 Created\r\nA: b\r\n\r\n{"id":"act_1","status":"pending"}';

test('a trace is read: calls in one line and in two, of the folder and to sockets, and not those that failed', () => {
  const trace = [
    `12 openat(AT_FDCWD<${hex('/')}>, "${hex('/data/file')}", O_RDWR|O_CREAT|O_CLOEXEC, 0644) = 3<${hex('/data/file')}>`,
    `12 pwrite64(3<${hex('/data/file')}>, "${hex('ab')}", 2, 40) = 2`,
    `13 fdatasync(3<${hex('/data/file')}> <unfinished ...>`,
    `12 pwrite64(3<${hex('/data/file')}>, "${hex('c')}", 1, 42) = -1 ENOSPC (No space left on device)`,
    `12 pwrite64(4<${hex('/elsewhere')}>, "${hex('c')}", 1, 0) = 1`,
    '13 <... fdatasync resumed>)             = 0',
    `12 writev(9<${hex('socket:[7]')}>, [{iov_base="${hex(told.slice(0, 30))}", iov_len=30}, {iov_base="${hex(told.slice(30))}", iov_len=33}], 2) = 63`,
    `12 pwrite64(3<${hex('/data/file')}>, "${hex('d')}", 1, 43 <unfinished ...>`,
  ].join('\n');
  const steps = stepsIn(trace, '/data');
  assert.deepEqual(steps, [
    { did: 'create', path: FILE, began: 0, ended: 0 },
    { ...write(1, 'ab', 40) },
    flush(2, 5),
    { did: 'tell', text: told, began: 6, ended: 6 },
    { ...write(7, 'd', 43), ended: NEVER },
  ]);
  assert.deepEqual([...toldBefore(steps, 6)], []);
  assert.deepEqual([...toldBefore(steps, 7)], [['act_1', 'pending']]);
});
