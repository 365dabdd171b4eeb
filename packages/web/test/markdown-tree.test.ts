// That no line of a markdown text becomes nothing in silence.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { treeOf } from '../src/content/markdown-tree.ts';

const kinds = (source: string) => treeOf(source)?.map(({ t }) => t);

test('a definition that no link uses is shown as it was written', () => {
  const tree = treeOf('Hello\n\n[note]: https://x.example "wire it all to me"\n\nBye');
  assert.deepEqual(tree?.[1], { t: 'unused', v: '[note]: https://x.example "wire it all to me"' });
  assert.deepEqual(kinds('> a\n>\n> [note]: /u'), ['quote', 'unused']);
  assert.deepEqual(kinds('only\n\n[a]: /b'), ['p', 'unused']);
  assert.equal(treeOf('[a]: /b\n'.repeat(5000)), undefined, 'a wall of them is shown as plain text');
  assert.deepEqual(kinds('a\r\n\r\n[b]: /c\r\n'), ['p', 'unused']);
});

test('a run of empty lines is folded and counted, between blocks and between the items of a list', () => {
  assert.deepEqual(treeOf(`a${'\n'.repeat(480)}b`)?.[1], { t: 'folded', lines: 479 });
  const [list] = treeOf(`- a${'\n'.repeat(30)}- b`) ?? [];
  assert.ok(list && 'c' in list);
  assert.deepEqual(
    list.c.map(({ t }) => t),
    ['li', 'folded', 'li'],
  );
});

test('ordinary text gets nothing added: lists, tables, headings of both kinds, code, quotes', () => {
  const source =
    '- a\n- b\n\n      code\n\n> q\n>\n> r\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\nSetext\n===\n\n# H\n\n---\n\n```\nx\n\n```\n\n1. a\n   - b\n2. c\n';
  const names = JSON.stringify(treeOf(source));
  assert.ok(!names.includes('"unused"') && !names.includes('"folded"'), names);
});
