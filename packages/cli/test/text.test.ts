// Text, tables and JSON as a terminal shows them.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { indented, partAt, partsOf, safeJson } from '../src/json-source.ts';
import { table } from '../src/table.ts';
import { cut, duration, hanging, longDuration, quoted, secondsOf, widthOf } from '../src/text.ts';

test('times are read and written as people do', () => {
  assert.deepEqual(['90', '90s', '5m', '2h', '3d', '5 m'].map(secondsOf), [90, 90, 300, 7200, 259_200, 300]);
  assert.deepEqual(['', 'm', '1w', '-1', '1.5h', '1e3'].map(secondsOf), Array(6).fill(undefined));
  assert.deepEqual([0, 59, 60, 7199, 86_400].map(duration), ['0 s', '59 s', '1 m', '1 h', '1 d']);
  assert.deepEqual([59, 60, 5400, 259_199, 86_400].map(longDuration), ['59 s', '1 m', '1 h 30 m', '2 d 23 h', '1 d']);
});

test('the largest payload is laid out at once, however many lists it holds', () => {
  const startMs = performance.now();
  const lines = indented(`[${'[1],'.repeat(65_000)}[]]`).split('\n');
  assert.deepEqual([lines.length, lines.at(-2)], [3 * 65_000 + 3, '  []']);
  assert.ok(performance.now() - startMs < 10_000);
});

test('a table fits the terminal: one column gives way, by columns and not by characters', () => {
  const rows = [
    ['1', '漢字漢字漢字漢字漢字', 'x'],
    ['22', 'a title that is rather long', 'yy'],
  ];
  const heads = [{ title: 'ID' }, { title: 'TITLE', shrinks: true as const }, { title: 'BY' }];
  for (const line of table(heads, rows, 24)) assert.ok(widthOf(line) <= 24, line);
  assert.deepEqual(table(heads, rows, 24), [
    'ID  TITLE             BY',
    '1   漢字漢字漢字漢…   x',
    '22  a title that is…  yy',
  ]);
  assert.ok(table(heads, rows).join('\n').includes('rather long'));
  assert.equal(cut('héllo', 3), 'hé…');
});

test('no line of a table is longer than the terminal, whichever column is', () => {
  const heads = [{ title: 'ID' }, { title: 'KIND' }, { title: 'TITLE', shrinks: true as const }, { title: 'BY' }];
  const kind = `k${' '.repeat(90)}act_forged`;
  for (const line of table(heads, [['act_1', kind, 'title', 'me']], 60)) assert.ok(widthOf(line) <= 60, line);
});

test('what others wrote stays behind its margin, on a terminal that is too narrow for it as well', () => {
  assert.equal(quoted('a\n\n── b\n'), '│ a\n│\n│ ── b');
  const lines = quoted(`${'漢'.repeat(50)}\n${' '.repeat(38)}── forged\n\t\tx`, 40).split('\n');
  for (const line of lines) assert.ok(line.startsWith('│') && widthOf(line) <= 40, line);
  const fact = hanging('  link', `https://a.example/${'x'.repeat(100)}`, 60).split('\n');
  assert.match(fact[0] ?? '', /^ {2}link {6}https:/);
  for (const line of fact.slice(1)) assert.match(line, /^ {12}x{1,48}$/);
  assert.equal(hanging('  id', 'x'.repeat(200)).includes('\n'), false);
});

describe('JSON by its text', () => {
  test('is indented without changing', () => {
    assert.equal(
      indented('{"a":[1.0,{}, [] ],"b":{"c":"x, {y}:\\"","d":12345678901234567890}}'),
      '{\n  "a": [\n    1.0,\n    {},\n    []\n  ],\n  "b": {\n    "c": "x, {y}:\\"",\n    "d": 12345678901234567890\n  }\n}',
    );
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        assert.equal(indented(JSON.stringify(value)), JSON.stringify(value, null, 2));
      }),
    );
  });

  test('is taken apart without changing', () => {
    const json = '{"a":[10,{"b":1.0}],"":{"x":"y"}," c":-0}';
    assert.deepEqual(
      [...(partsOf(json) ?? [])],
      [
        ['a', '[10,{"b":1.0}]'],
        ['', '{"x":"y"}'],
        [' c', '-0'],
      ],
    );
    assert.equal(partAt(json, ['a', '1', 'b']), '1.0');
    assert.equal(partAt(json, ['a', '2']), undefined);
    assert.equal(partAt(json, ['a', '0', 'x']), undefined);
    assert.equal(partAt('7', []), '7');
    assert.equal(partsOf('"{}"'), undefined);
    assert.deepEqual([...(partsOf('[]') ?? [1])], []);
  });

  test('is safe to print, and still the same value', () => {
    const value = { a: '\u009b31m\u202e\u{e0041}\u200d', b: 'plain é 漢 😀' };
    const text = safeJson(JSON.stringify(value));
    assert.doesNotMatch(text, /[\u007f-\u009f\p{Cf}]/u);
    assert.deepEqual(JSON.parse(text), value);
    assert.ok(text.includes('plain é 漢 😀'));
  });
});
