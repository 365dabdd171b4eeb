// That the diffs are ones `patch` accepts: applied to the original they give the edited text.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { applyPatch } from 'diff';
import fc from 'fast-check';
import { unifiedDiff } from './edit-diff.ts';

const folder = mkdtempSync(join(tmpdir(), 'countersign-diff-'));
after(() => rmSync(folder, { recursive: true }));

const hasPatch = spawnSync('patch', ['--version']).status === 0;

/** With the system's `patch`, or where there is none with the library's. */
function applied(before: string, diff: string): string {
  if (!hasPatch) return String(applyPatch(before, diff, { autoConvertLineEndings: false }));
  const [original, patch] = [join(folder, 'original'), join(folder, 'patch')];
  writeFileSync(original, before);
  writeFileSync(patch, diff);
  const run = spawnSync('patch', ['--silent', '--fuzz=0', '--output=-', original, patch], { maxBuffer: 2 ** 28 });
  assert.equal(run.status, 0, `patch: ${run.stderr}`);
  return run.stdout.toString();
}

function assertApplies(before: string, after: string): void {
  const diff = unifiedDiff('preview.body', before, after);
  assert.ok(diff.startsWith('--- preview.body\n+++ preview.body\n@@ ') && diff.endsWith('\n'));
  assert.equal(applied(before, diff), after);
}

const numbered = (word: string, count: number) => Array.from({ length: count }, (_, i) => `${word} ${i}\n`).join('');

const awkwardLine = fc.constantFrom(
  ...['', ' ', 'a', 'b', '-', '+', '-a', '+b', '@@', '@@ -1,2 +1,2 @@', '--- ', '--- a', '+++ b', '\\', '-- ', '++ '],
  ...[
    '\\ No newline at end of file',
    'Index: x',
    'diff --git a/x b/x',
    '=====',
    '\t',
    'é',
    '😀',
    '\r',
    'a\rb',
    '\u2028',
  ],
);
/** Every UTF-16 code unit, halves of pairs too. */
const anyText = fc.array(fc.nat({ max: 0xffff })).map((units) => String.fromCharCode(...units));

const lineEnd = fc.constantFrom('\n', '\n', '\n', '\r\n');

/** Some lines, the last perhaps without its end. */
const awkwardText = (minLength: number, maxLength: number) =>
  fc
    .tuple(fc.array(fc.tuple(awkwardLine, lineEnd), { minLength, maxLength, size: 'max' }), awkwardLine)
    .map(([lines, rest]) => lines.map(([line, end]) => line + end).join('') + rest);

test('a diff applied to the original gives the edited text', () => {
  fc.assert(
    fc.property(awkwardText(0, 12), awkwardText(0, 12), (before, after) => {
      fc.pre(before !== after);
      assertApplies(before, after);
    }),
    { numRuns: 150 },
  );
});

test('a diff of a few changes in a longer text gives the edited text', () => {
  const change = fc.tuple(fc.nat({ max: 99 }), fc.nat({ max: 3 }), fc.array(awkwardLine, { maxLength: 3 }));
  fc.assert(
    fc.property(awkwardText(60, 100), fc.array(change, { minLength: 1, maxLength: 4 }), (before, changes) => {
      const lines = before.split('\n');
      for (const [at, removed, added] of changes) lines.splice(at, removed, ...added);
      fc.pre(before !== lines.join('\n'));
      assertApplies(before, lines.join('\n'));
    }),
    { numRuns: 50 },
  );
});

test('a diff of texts with many changes between a common beginning and end gives the edited text', () => {
  const part = awkwardText(0, 6);
  fc.assert(
    fc.property(part, awkwardText(450, 600), awkwardText(450, 600), part, (head, before, after, tail) => {
      assertApplies(`${head}${before}${tail}`, `${head}${after}${tail}`);
    }),
    { numRuns: 15 },
  );
});

test('a diff gives the edited text at the edges: nothing to something, something to nothing, ends of lines', () => {
  const texts = [
    '',
    'a',
    'a\n',
    'a\r\n',
    'a\r',
    '\n',
    '\n\n',
    '\r\n',
    'a\nb',
    'a\nb\n',
    'b\na\n',
    'a\n\n',
    '\\ No newline at end of file',
  ];
  for (const before of texts) {
    for (const after of texts) if (before !== after) assertApplies(before, after);
  }
});

test('a block replaced whole gives the edited text, with and without a last line end', () => {
  const [many, more] = [numbered('old', 500), numbered('new', 700)];
  for (const [before, after] of [
    ['', many],
    [many, ''],
    [many, more],
    [`${many}end`, `${more}end`],
    [`start\n${many}end`, `start\n${more}end\n`],
    [`a\nb\nc\nd\n${many}a\nb\nc\nd\n`, `a\nb\nc\nd\n${more}a\nb\nc\nd\n`],
    ['same\n', `same\n${many}`],
    [`${many}same\n`, 'same\n'],
    ['x\nx\n', `x\n${many}x\n`],
  ] as const) {
    assertApplies(before, after);
  }
});

test('two texts of 100,000 lines with nothing in common have a diff that applies', () => {
  assertApplies(numbered('old', 100_000), numbered('new', 100_000));
});

test('two long texts of the same few lines in another order have a diff that applies', () => {
  assertApplies('a\n'.repeat(131_072), 'a\nb\n'.repeat(65_536));
  assertApplies('\n'.repeat(262_144), '\n'.repeat(100_000));
});

test('a small change in a long text is a small diff', () => {
  const before = numbered('line', 100_000);
  assert.equal(
    unifiedDiff('preview.body', before, before.replace('line 50000\n', 'line fifty\n')),
    [
      '--- preview.body',
      '+++ preview.body',
      '@@ -49998,7 +49998,7 @@',
      ...[' line 49997', ' line 49998', ' line 49999', '-line 50000', '+line fifty'],
      ...[' line 50001', ' line 50002', ' line 50003', ''],
    ].join('\n'),
  );
});

test('a plain path is its own header', () => {
  for (const path of ['title', 'preview.body', 'payload.items.0.unit_price', 'payload.größe', 'payload.$ref-x']) {
    assert.ok(unifiedDiff(path, 'a\n', 'b\n').startsWith(`--- ${path}\n+++ ${path}\n@@ -1,1 +1,1 @@\n`));
  }
});

test('no path can forge a header line', () => {
  const hostile = fc.constantFrom(
    '\n--- a',
    '\r',
    '--- ',
    '+++ x\n',
    '\n@@ -1 +1 @@\n',
    '\t',
    ' ',
    '"',
    '\\',
    '\u0085',
    '\u2028',
  );
  const path = fc.array(fc.oneof(hostile, anyText), { maxLength: 6 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(path, (field) => {
      const diff = unifiedDiff(`payload.${field}`, 'a\n', 'b\n');
      const [old = '', fresh = '', ...rest] = diff.split('\n');
      assert.deepEqual(rest, ['@@ -1,1 +1,1 @@', '-a', '+b', '']);
      assert.equal(old.slice('--- '.length), fresh.slice('+++ '.length));
      assert.match(old, /^--- ("payload\.[\x20-\x7e]*"|[\p{L}\p{N}._$-]+)$/u);
      assert.match(fresh, /^\+\+\+ /);
    }),
    { numRuns: 300 },
  );
});

test('different paths have different headers', () => {
  const paths = ['payload.a b', 'payload.a\tb', 'payload.a\nb', 'payload.a\\nb', 'payload."a b"', 'payload.a\u2028b'];
  const headers = paths.map((path) => unifiedDiff(path, 'a\n', 'b\n').split('\n')[0]);
  assert.equal(new Set(headers).size, paths.length);
});
