// What counts as a change of a page, and how it is shown.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { looksBlocked } from './block-page.ts';
import { comparePages } from './compare-pages.ts';
import { leadsToLogin } from './login.ts';
import { masked } from './masks.ts';
import { changeBetween, printDiff } from './page-diff.ts';

const none = { mask: true, rules: { kind: 'url_diff' as const, keywords: [] } };
const compare = (
  before: readonly string[],
  after: readonly string[],
  options: Parameters<typeof comparePages>[2] = none,
) => comparePages(before.join('\n'), after.join('\n'), options);
const page = Array.from({ length: 30 }, (_, n) => `Paragraph ${n} says something of its own`);

describe('noise', () => {
  const same: readonly (readonly [string, string])[] = [
    ['Updated 2026-11-02T10:15:00Z', 'Updated 2026-11-03T07:00:12Z'],
    ['2 Nov 2026 10:15', '3 Nov 2026 23:59'],
    ['Posted 5 minutes ago', 'Posted 2 hours ago'],
    ['Posted an hour ago', 'Posted just now'],
    ['It is 10:15 am', 'It is 11:45 pm'],
    ['© 2025 Example', '© 2026 Example'],
    ['Copyright 2019–2025', 'Copyright 2019–2026'],
    ['1,234 views', '1.3k views'],
    ['57 points, 12 comments', '99 points, 1 comment'],
    ['id 9f86d081884c7d659a2feaa0c55ad015', 'id a3bf4f1b2b0b822cd15d6c15b0f00a08'],
    ['csrf dGhpc0lzQVRva2VuMTIzNDU2Nzg5', 'csrf YW5vdGhlclRva2VuOTg3NjU0MzIx'],
    ['6f1e2d3c-1111-4222-8333-444455556666', '00000000-1111-4222-8333-444455556666'],
    ['style.css?v=123', 'style.css?v=124'],
    ['Cached page, rendered in 12 ms', 'Cached page, rendered in 9.1 ms'],
    ['Ray ID: 8f1a2b3c4d5e', 'Ray ID: 9a8b7c6d5e4f'],
  ];
  for (const [before, after] of same) {
    test(`${before} → ${after} is no change`, () => {
      assert.equal(masked(before), masked(after));
      assert.deepEqual(compare([...page, before], [...page, after]), { is: 'same', reordered: false });
    });
  }
  const different: readonly (readonly [string, string])[] = [
    ['Price: 5', 'Price: 6'],
    ['Version 2.10', 'Version 2.11'],
    ['Out of stock', 'In stock'],
    ['3 apples', '4 apples'],
    ['Deadline 2026-11-02', 'Deadline 2026-11-03'],
    ['release-notes-for-version-2-10-0-final', 'release-notes-for-version-2-11-0-final'],
    ['/docs/getting-started/with-version-2/intro', '/docs/getting-started/with-version-3/intro'],
  ];
  for (const [before, after] of different) {
    test(`${before} → ${after} is a change`, () =>
      assert.equal(compare([...page, before], [...page, after]).is, 'changed'));
  }

  test('what a keyword hits is no noise', () => {
    const rules = { kind: 'url_diff' as const, keywords: [{ pattern: 'views', points: 1 }] };
    assert.equal(compare([...page, '10 views'], [...page, '20 views'], { mask: true, rules }).is, 'changed');
    const row = (ours: number, theirs: number) => [...page, `Ours 😀 ${ours} views Theirs 😀 ${theirs} views 10:15`];
    assert.equal(
      compare(row(10, 20), row(10, 30), { mask: true, rules }).is,
      'changed',
      'the second of a line as well',
    );
    assert.equal(
      compare(row(10, 20), row(10, 20).with(-1, row(10, 20).at(-1)?.replace('10:15', '10:16') ?? ''), {
        mask: true,
        rules,
      }).is,
      'same',
    );
    assert.equal(compare([...page, '10 views'], [...page, '20 views'], none).is, 'same');
  });
  test('raw pages have no noise', () => {
    assert.equal(
      compare([...page, '10:15'], [...page, '10:16'], {
        mask: false,
        rules: { kind: 'url_diff' as const, keywords: [] },
      }).is,
      'changed',
    );
  });
  test('noise is not shown beside a change', () => {
    const result = compare(['10 views', ...page, 'Price: 5', '10:15'], ['20 views', ...page, 'Price: 6', '11:15']);
    assert.ok(result.is === 'changed');
    assert.deepEqual([result.change.removed, result.change.added], [['Price: 5'], ['Price: 6']]);
    assert.equal(printDiff(result.change).includes('10 views'), false);
  });
  test('a long line costs little', () => {
    const started = performance.now();
    for (const text of [
      '1'.repeat(100_000),
      '1:'.repeat(50_000),
      'a1'.repeat(50_000),
      '© '.repeat(50_000),
      '1 '.repeat(50_000),
    ])
      masked(text);
    assert.ok(performance.now() - started < 10_000);
  });
  test('nor does one full of noise that keywords hit', () => {
    const keywords = Array.from({ length: 50 }, (_, n) => ({ pattern: `views|word${n}`, points: 1 }));
    const lines = (letter: string) =>
      Array.from({ length: 5 }, (_, n) => `${n}${letter} ${'1 views 😀 '.repeat(1700)}`);
    const started = performance.now();
    const rules = { kind: 'url_diff' as const, keywords };
    assert.equal(compare(lines('a'), lines('b'), { mask: true, rules }).is, 'changed');
    assert.ok(performance.now() - started < 10_000);
  });
});

test('a pure reorder is no change, and is said', () => {
  assert.deepEqual(compare(page, page.toReversed()), { is: 'same', reordered: true });
});

test('the same text is the same', () => assert.deepEqual(compare(page, page), { is: 'same', reordered: false }));

test('a page that loses 90 % is not believed; one value may become a shorter one', () => {
  assert.equal(compare(page, page.slice(0, 3)).is, 'shrunk');
  assert.equal(compare(page, ['Oops', 'Error']).is, 'shrunk');
  assert.equal(compare(['Sold out: tell me when it is available again'], ['€5']).is, 'changed');
});

test('a change of most lines wants to be confirmed; of one line, or of a short text, not', () => {
  const most = page.map((line, n) => (n % 4 === 0 ? line : `${line} now`));
  const large = (before: readonly string[], after: readonly string[]) => {
    const result = compare(before, after);
    return result.is === 'changed' && result.large;
  };
  assert.equal(large(page, most), true);
  assert.equal(large(page, [...page, 'one more']), false);
  assert.equal(large(['5 €'], ['6 €']), false);
});

describe('block pages', () => {
  test('are known by what they say, when they say little else', () => {
    assert.equal(looksBlocked('Checking your browser', 'Just a moment...', undefined), true);
    assert.equal(looksBlocked('Please enable JavaScript to continue', '', 'An article'), true);
    assert.equal(looksBlocked(`Please enable JavaScript. ${'An article. '.repeat(200)}`, '', undefined), false);
    assert.equal(looksBlocked('Please enable JavaScript', '', 'Please enable JavaScript'), false);
  });
  test('a login is no page', () => {
    assert.equal(leadsToLogin('https://a.example/x', 'https://a.example/login?next=/x'), true);
    assert.equal(leadsToLogin('https://a.example/x', 'https://id.a.example/auth/realm'), true);
    assert.equal(leadsToLogin('https://a.example/x', 'https://a.example/x/'), false);
    assert.equal(leadsToLogin('https://a.example/login', 'https://a.example/login/'), false);
    assert.equal(leadsToLogin('https://a.example/x', 'https://a.example/blogin'), false);
  });
});

describe('the diff', () => {
  test('has two lines of context, and hunks that touch are one', () => {
    const after = page.with(5, 'five').with(9, 'nine').with(25, 'twenty-five');
    const text = printDiff(changeBetween(page, after));
    assert.equal(text.match(/^@@/gm)?.length, 2);
    assert.ok(
      text.startsWith(`--- before\n+++ after\n@@ -4,9 +4,9 @@\n ${page[3]}\n ${page[4]}\n-${page[5]}\n+five\n`),
    );
  });

  test('is bounded, and counts what it leaves out', () => {
    const many = Array.from({ length: 3000 }, (_, n) => `new ${n}`);
    const text = printDiff(changeBetween(page, [...page, ...many]));
    assert.ok(text.split('\n').length < 410);
    assert.match(text, /… 2602 more changed lines\n$/);
    const wide = printDiff(changeBetween(['a'], ['x'.repeat(60_000), 'y'.repeat(60_000)]));
    assert.ok(wide.length < 66_000);
  });

  test('of two unrelated texts all has changed, and that is found fast', () => {
    const started = performance.now();
    const [a, b] = [1, 2].map((side) => Array.from({ length: 20_000 }, (_, n) => `${side} ${(n * 7919) % 104_729}`));
    const change = changeBetween(a ?? [], b ?? []);
    assert.deepEqual([change.added.length, change.removed.length], [20_000, 20_000]);
    const shuffled = page.flatMap((line) => Array.from({ length: 80 }, (_, n) => `${n} ${line}`));
    changeBetween(shuffled, shuffled.toReversed());
    assert.ok(performance.now() - started < 30_000);
  });

  test('applied to the old text, patch gives the new text', () => {
    const folder = mkdtempSync(join(tmpdir(), 'page-diff-'));
    const lines = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e', '', '- x', '+ y', '@@ z', '--- w'), {
      maxLength: 30,
    });
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        const diff = printDiff(changeBetween(before, after), { lines: 1e6, characters: 1e6 });
        const file = join(folder, 'page.txt');
        writeFileSync(file, before.map((line) => `${line}\n`).join(''));
        if (diff.includes('@@ -')) {
          const { status, stdout } = spawnSync('patch', ['-s', '-f', file], { input: diff, encoding: 'utf8' });
          assert.equal(status, 0, `${stdout}\n${diff}`);
        }
        // An empty result is no file at all.
        const made = after.length === 0 ? '' : readFileSync(file, 'utf8');
        assert.equal(made, after.map((line) => `${line}\n`).join(''));
      }),
      { numRuns: 80 },
    );
  });
});

test('a keyword that looks elsewhere than at the lines leaves their noise masked', () => {
  const compared = (pattern: string) => {
    const rules = { kind: 'url_diff' as const, keywords: [{ pattern, points: 1 }] };
    return comparePages('Project\n12 stars', 'Project\n13 stars', { mask: true, rules }).is;
  };
  for (const pattern of ['title:stars', 'url:stars', 'body:stars']) assert.equal(compared(pattern), 'same', pattern);
  for (const pattern of ['stars', 'added:stars', 'removed:stars']) assert.equal(compared(pattern), 'changed', pattern);
});
