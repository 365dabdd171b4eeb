// That no line of a markdown text becomes nothing in silence.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { treeOf } from '../src/content/markdown-tree.ts';
import type { Node } from '../src/content/tree.ts';

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

test('titles of links and images, and cells that have no column, are shown', () => {
  const titled = JSON.stringify(treeOf('[a](/b "pay twice") ![c](/d "and again")'));
  assert.ok(titled.includes('pay twice') && titled.includes('and again'), titled);
  assert.deepEqual(treeOf('| a |\n|---|\n| 1 | wire it |\n| 2 |')?.[1], { t: 'unused', v: '| 1 | wire it |' });
  assert.deepEqual(kinds('| a | b |\n|---|---|\n| 1 \\| 2 | 3 |\n| 4'), ['table']);
  assert.deepEqual(JSON.stringify(treeOf('> | a |\n> |---|\n> | 1 |')).includes('unused'), false);
});

test('each item of a list keeps its number as it was written, and a bullet has none', () => {
  const numbers = (source: string) =>
    [...all(treeOf(source) ?? [])].flatMap((node) => (node.t === 'li' ? [node.number] : []));
  assert.deepEqual(numbers('Transfer:\n\n10. Ana\n9000. Bob\n1. Cy'), ['10.', '9000.', '1.']);
  assert.deepEqual(numbers('007) a\n\n> 999999999. b\n>    0. c'), ['007)', '999999999.', '0.']);
  assert.deepEqual(numbers('- a\n* b'), [undefined, undefined]);
});

test('a character that is trimmed like a blank and shown as a code is not trimmed', () => {
  const text = (v: string) => ({ t: 'p', c: [{ t: 'text', v }] });
  assert.deepEqual(treeOf('a\n\n\ufeff\n\n\u2028b\v'), [text('a'), text('\ufeff'), text('\u2028b\v')]);
  const cell = JSON.stringify(treeOf('| a |\n|---|\n| \ufeff |\n\n# \f'));
  assert.ok(cell.includes('\ufeff') && cell.includes('\\f'), cell);
  const link = JSON.stringify(treeOf('[a\ufeff](https://x.example/\ufeffb "c\ufeff")'));
  assert.deepEqual(link.match(/\ufeff/g)?.length, 2, link);
  assert.ok(link.includes('https://x.example/%EF%BB%BFb'), link);
  assert.deepEqual(treeOf('\ufdd0 for \ufeff'), [text('\ufdd0 for \ufeff')], 'what could stand in for it stays, too');
});

const NODES = new Set(
  'text code break rule strong em s p quote ul li table thead tbody tr th td h ol pre unused folded link image'.split(
    ' ',
  ),
);
const MARKS = [
  ...'# ## > - 1. * ** _ ` ``` ~~ ~~~ | --- === [ ] ( ) ![ ]: < > & &amp; &#0; \\ " : <b> </b> <!-- --> <script> \t'.split(
    ' ',
  ),
  ...['\n', '\n', '\n\n', ' ', ' ', '    ', '| - |', '|-|-|\n', '](/x "', '[r]: /y ', 'https://e.example/'],
];
const pieces = fc.array(
  fc.oneof(
    fc.constantFrom(...MARKS),
    fc.nat({ max: 999 }).map((n) => `w${n}q`),
    fc.integer({ min: 1000, max: 999_999_999 }).map((n) => `\n${n}. `),
    fc.string({ unit: 'binary', maxLength: 3 }),
  ),
  { maxLength: 60 },
);

function* all(nodes: readonly Node[]): Generator<Node> {
  for (const node of nodes) {
    yield node;
    if ('c' in node) yield* all(node.c);
  }
}

const stringsOf = ({ t: _, ...rest }: Node) =>
  Object.values(rest)
    .filter((value) => typeof value === 'string')
    .join(' ');

test('whatever the text, it becomes nodes that we know, and every word of it is in one of them', () => {
  fc.assert(
    fc.property(pieces, (parts) => {
      const source = parts.join('');
      const nodes = [...all(treeOf(source) ?? assert.fail('it is too much'))];
      assert.ok(nodes.every(({ t }) => NODES.has(t)));
      const shown = nodes.map(stringsOf).join(' ');
      for (const [word] of source.matchAll(/w\d+q|\d{4,9}(?=\. )/g))
        assert.ok(shown.includes(word), `${word} of ${JSON.stringify(source)}`);
    }),
    { numRuns: 1000 },
  );
});
