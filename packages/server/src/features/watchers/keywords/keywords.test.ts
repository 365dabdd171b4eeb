// The keyword grammar, row by row, and its cost on hostile input (O06).

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { WatcherKind } from '@countersign/contract';
import fc from 'fast-check';
import { checkRules } from './check-rules.ts';
import { compilePattern, searched } from './compile.ts';
import { fold } from './folded.ts';

function hits(pattern: string, text: string, kind: WatcherKind = 'rss'): boolean {
  return compilePattern(pattern, kind).find(searched(text)) !== undefined;
}

const HIT: readonly (readonly [string, string])[] = [
  ['AI', 'The AI said'],
  ['ai', 'AI'],
  ['C++', 'about c++17'],
  ['.NET', 'in .NET 11'],
  ['C#', 'C# and F#'],
  ['東京', '今日東京で'],
  ['AI', '生成AIは便利'],
  ['サーバー', 'サーバー2台'],
  ['AI', 'スーパーAI'],
  ['ガンダム', '新作ｶﾞﾝﾀﾞﾑ'],
  ['ไทย', 'ภาษาไทยง่าย'],
  ['open source', 'Open-source'],
  ['open source', 'open\u00a0 source'],
  ['open source', 'open\nsource'],
  ['open   source', 'open source'],
  ['open source', 'open – source'],
  ['self-host*', 'self-hosting'],
  ['*script', 'TypeScript'],
  ['*script*', 'JavaScripting'],
  ['rust|go', 'a Go program'],
  ['rust | "Go"', 'a Go program'],
  ['"a|b"', 'see a|b here'],
  ['ﬁnance', 'FINANCE'],
  ['Ａ１', 'a1'],
  ['strasse', 'Straße'],
  ['straße', 'STRAẞE'],
  ['ΟΔΟΣ', 'οδος'],
  ['résumé', 're\u0301sume\u0301'],
  ['snake_case', 'a snake_case name'],
  ['[Hiring]', 'We are [hiring] now'],
  ['[ANN] release', '[ann] Release 2'],
  ['100%', 'at 100% now'],
  ['a -b', 'a -b'],
  ['/rust(acean)?s?/', 'Rustaceans'],
  ['/^rust$/m', 'go\nrust\nzig'],
  ['/a.b/s', 'a\nb'],
  ['\\brust\\b', 'Rust!'],
  ['v\\d+\\.\\d+', 'released v2.10'],
  ['gr[ae]y', 'GREY'],
  ['[0-9]+ bugs', '12 bugs'],
  ['colou?r.*wheel', 'color of the wheel'],
  ['ba{2}', 'BAA'],
  ['(?:x|y)z', 'yz'],
];

const MISS: readonly (readonly [string, string])[] = [
  ['AI', 'said'],
  ['AI', 'AIs'],
  ['AI', '_AI'],
  ['.NET', 'internet'],
  ['C++', 'abc++'],
  ['rust', 'rusty'],
  ['rust*', 'trust'],
  ['*rust', 'rusty'],
  ['open source', 'opensource'],
  ['open source', 'open, source'],
  ['self-host', 'self host'],
  ['"Go"', 'let us go'],
  ['"open source"', 'open-source'],
  ['"a|b"', 'a or b'],
  ['résumé', 'resume'],
  ['[Hiring]', 'hello'],
  ['/Rust/s', 'rust'],
  ['/a.b/', 'a\nb'],
];

describe('the grammar', () => {
  for (const [pattern, text] of HIT)
    test(`${pattern} hits ${JSON.stringify(text)}`, () => assert.ok(hits(pattern, text)));
  for (const [pattern, text] of MISS)
    test(`${pattern} does not hit ${JSON.stringify(text)}`, () => assert.ok(!hits(pattern, text)));
});

describe('how a keyword is read', () => {
  const modes: readonly (readonly [string, 'phrase' | 'regex', string | undefined])[] = [
    ['rust', 'phrase', undefined],
    ['title:rust', 'phrase', 'title'],
    ['body: /a+/', 'regex', 'body'],
    ['author:"Jane Doe"', 'phrase', 'author'],
    ['tag:news', 'phrase', 'tag'],
    ['url:example.com', 'phrase', 'url'],
    ['added:sold out', 'phrase', undefined], // only pages have added lines
    ['note: something', 'phrase', undefined],
    ['title:', 'phrase', undefined],
    ['/usr/bin', 'phrase', undefined],
    ['/usr/local/', 'regex', undefined],
    ['a.*b', 'regex', undefined],
    ['a(.*b', 'phrase', undefined], // a token, but it does not compile
    ['[Hiring]', 'phrase', undefined],
    ['[^a]b', 'regex', undefined],
    ['what?', 'phrase', undefined],
    ['$100', 'phrase', undefined],
  ];
  for (const [pattern, mode, field] of modes) {
    test(`${pattern} is a ${mode}${field ? ` in ${field}` : ''}`, () => {
      const compiled = compilePattern(pattern, 'rss');
      assert.deepEqual([compiled.mode, compiled.field], [mode, field]);
    });
  }

  test('pages have added and removed lines', () => {
    assert.equal(compilePattern('added:sold out', 'url_diff').field, 'added');
    assert.equal(compilePattern('removed:/x/', 'url_diff').field, 'removed');
  });
});

describe('what cannot be read', () => {
  const wrong: readonly (readonly [string, RegExp])[] = [
    ['/a(b/', /missing closing \) at position/],
    ['/x[z-a]/', /at position 4/],
    ['/(?=a)b/', /Perl syntax.* at position 2/],
    ['/(a)\\1/', /at position/],
    ['|', /nothing to look for/],
    ['*', /nothing to look for/],
    ['title:*', /nothing to look for/],
    ['""', /nothing to look for/],
    ['   ', /nothing to look for/],
    ['/(?:[a-z]{0,1000}){0,1}x{1000}/', /too large/],
  ];
  for (const [pattern, message] of wrong) {
    test(`${pattern} is refused`, () => {
      const { issues } = checkRules(
        'rss',
        [
          { pattern: 'fine', points: 1 },
          { pattern, points: 1 },
        ],
        [pattern],
      );
      assert.deepEqual(
        issues.map(({ path }) => path),
        ['keywords.1.pattern', 'keywords_none.0'],
      );
      assert.match(issues[0]?.message ?? '', message);
    });
  }
});

describe('where it hit', () => {
  const where = (pattern: string, text: string) => compilePattern(pattern, 'rss').find(searched(text));

  test('is counted in code points of the text as it is', () => {
    assert.deepEqual(where('rust', '😀 Rust'), { start: 2, end: 6 });
    assert.deepEqual(where('/r.st/', '😀 Rust'), { start: 2, end: 6 });
    assert.deepEqual(where('"Rust"', '😀 Rust'), { start: 2, end: 6 });
    assert.deepEqual(where('strasse', 'Die Straße'), { start: 4, end: 10 });
    assert.deepEqual(where('café', 'un cafe\u0301!'), { start: 3, end: 8 });
  });

  test('a folded text leads back to its own characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (text) => {
        const folded = fold(text);
        const length = [...text].length;
        let last = 0;
        for (let offset = 0; offset <= folded.text.length; offset++) {
          const origin = folded.codePointAt(offset);
          assert.ok(origin >= last && origin <= length);
          last = origin;
        }
        assert.equal(folded.codePointAt(folded.text.length), length);
      }),
    );
  });

  test('a word is found in whatever stands around it', () => {
    const around = fc.string({ unit: fc.constantFrom(' ', '.', '(', '😀', '"', '\n', '東'), maxLength: 20 });
    fc.assert(
      fc.property(around, around, (before, after) => {
        const hit = where('Größe', `${before}GRÖSSE${after}`);
        assert.deepEqual(hit, { start: [...before].length, end: [...before].length + 6 });
      }),
    );
  });
});

describe('O06: no pattern is slow', () => {
  const hostile = [
    '/(a|a)*$/',
    '/(a|ab)*c/',
    '/([a-z]|[a-z])+!/',
    '/a*a*a*a*a*a*b/',
    '/(x+x+)+y/',
    '/(.*)*=/',
    'a a a a b',
    '- - - - x',
  ];
  const texts = ['a'.repeat(20_000), 'ab'.repeat(10_000), 'a '.repeat(10_000), '-'.repeat(20_000), 'x'.repeat(20_000)];
  for (const pattern of hostile) {
    test(`${pattern} on 20,000 hostile characters`, () => {
      const started = performance.now();
      for (const text of texts) compilePattern(pattern, 'rss').find(searched(text));
      assert.ok(performance.now() - started < 50_000); // a backtracking engine would take longer than the sun
    });
  }
});
