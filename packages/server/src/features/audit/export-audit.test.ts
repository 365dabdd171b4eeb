// That a spreadsheet takes no cell of the export for a formula, and reads every cell as one.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { csvCell } from './export-audit.ts';

/** Every UTF-16 code unit, halves of pairs too. */
const anyText = fc.array(fc.nat({ max: 0xffff })).map((units) => String.fromCharCode(...units));

/** What a reader of RFC 4180 makes of a line of cells. */
function cellsOf(line: string): string[] {
  const cells = `,${line}`.matchAll(/,(?:"((?:[^"]|"")*)"|([^",\r\n]*))(?=,|$)/gy);
  return Array.from(cells, ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '');
}

test('text that begins like a formula is marked as text', () => {
  for (const [text, expected] of [
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t=1"],
    ['\r=1', '"\'\r=1"'],
    ['=HYPERLINK("http://evil.example","x")', '"\'=HYPERLINK(""http://evil.example"",""x"")"'],
    ["=cmd|' /C calc'!A0", "'=cmd|' /C calc'!A0"],
  ] as const) {
    assert.equal(csvCell(text), expected);
  }
});

test('other text stands as it is, quoted where the format needs it', () => {
  for (const [text, expected] of [
    ['', ''],
    ['act_1', 'act_1'],
    ['a=b', 'a=b'],
    ['12', '12'],
    ['a,b', '"a,b"'],
    ['a"b', '"a""b"'],
    ['a\nb', '"a\nb"'],
    ['{"a":1}', '"{""a"":1}"'],
  ] as const) {
    assert.equal(csvCell(text), expected);
  }
});

test('every cell reads back as its text, or as its text behind an apostrophe, and never begins like a formula', () => {
  const hostile = fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', '"', ',', "'", ';', 'a');
  const text = fc.array(fc.oneof(hostile, anyText), { maxLength: 6 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 4 }), (texts) => {
      const cells = cellsOf(texts.map(csvCell).join(','));
      assert.equal(cells.length, texts.length);
      for (const [i, cell] of cells.entries()) {
        assert.doesNotMatch(cell, /^[=+\-@\t\r]/);
        assert.ok(cell === texts[i] || cell === `'${texts[i]}`);
      }
    }),
    { numRuns: 500 },
  );
});
