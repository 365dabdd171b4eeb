// Pages to text: what a reader sees, whatever the page is made of.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { PatternError } from '../keywords/compile.ts';
import { parseExpression } from './expression.ts';
import { pageType } from './page-type.ts';
import { readPage } from './read-page.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const read = (text: string | Uint8Array, query?: string, type?: string) =>
  readPage(typeof text === 'string' ? bytes(text) : text, type, parseExpression(query));
const textOf = (text: string | Uint8Array, query?: string, type?: string) => {
  const result = read(text, query, type);
  return 'page' in result ? result.page.text : `(${result.problem})`;
};
const long = 'Enough text for a page that can do without its menus. '.repeat(6).trim();

describe('HTML', () => {
  const cases: readonly (readonly [string, string, string])[] = [
    ['blocks are lines', '<html><h1>A</h1><p>b <b>c</b>d</p><ul><li>e<li>f</ul>', 'A\nb cd\ne\nf'],
    [
      'unseen things are not there',
      '<html><p>a</p><script>x</script><style>y</style><noscript>n</noscript><svg><title>t</title>z</svg><template>q</template><iframe>i</iframe><!-- c --><p hidden>h</p><p aria-hidden="true">i</p><p>b',
      'a\nb',
    ],
    ['the head is only a title', '<html><head><title>T</title><meta name=x content=y></head><body>b', 'b'],
    ['links are their text', '<html><a href="https://x.example/?a=1">here</a>', 'here'],
    ['entities are characters', '<html><p>a &amp; b&nbsp;&lt;c&gt; &eacute; &#x41;', 'a & b <c> é A'],
    ['cells stand apart, rows are lines', '<html><table><tr><td>a<td>b<tr><th>c<td>d</table>', 'a b\nc d'],
    ['code keeps its lines', '<html><pre>a\n  b\n\nc</pre>', 'a\nb\nc'],
    ['br breaks', '<html>a<br>b<br/>c', 'a\nb\nc'],
    ['broken markup is read as a browser would', '<html><div><p>a<div>b</p></span>c', 'a\nb\nc'],
    ['a page of menus keeps them', '<html><nav>Home</nav><p>Short</p><footer>End</footer>', 'Home\nShort\nEnd'],
    ['a page with enough text loses them', `<html><nav>Home</nav><p>${long}</p><footer>End</footer>`, long],
    ['characters nobody sees go', '<html><p>pay\u200bpal\u202e', 'paypal'],
  ];
  for (const [promise, page, wanted] of cases) test(promise, () => assert.equal(textOf(page), wanted));

  test('the title is told apart', () => {
    const result = read('<html><head><title> A\n B </title></head><body>x');
    assert.ok('page' in result && result.page.title === 'A B');
  });

  test('depth and size do no harm', () => {
    assert.equal(textOf(`<html>${'<div>'.repeat(100_000)}deep`), 'deep');
    assert.equal(textOf(`<html>${'<b>'.repeat(50_000)}x${'</b>'.repeat(50_000)}y`, 'css:html'), 'xy');
  });
});

describe('selectors', () => {
  const page =
    '<html><title>Shop</title><div id=a class=box>one <i>x</i></div><div id=b class=box>two</div><p>three<span class=ad>ad</span></p><meta itemprop=price content=9.99>';
  const cases: readonly (readonly [string, string])[] = [
    ['css:#b', 'two'],
    ['css:.box', 'one x\ntwo'],
    ['css:p;;css:#a', 'one x\nthreead'],
    ['css:p\n-css:.ad', 'three'],
    ['-css:.box\n-css:.ad', 'three'],
    ['css:.box\ncss:i', 'one x\ntwo'],
    ['css:[itemprop=price]', '9.99'],
    ['css:#nothing', '(selector_missing)'],
    ['css:.ad\n-css:p', '(selector_missing)'],
  ];
  for (const [query, wanted] of cases) test(JSON.stringify(query), () => assert.equal(textOf(page, query), wanted));
});

describe('JSON', () => {
  const body = '{"b":[{"name":"x","v":1},{"name":"y"}],"a":{"c":null,"~/":"z"}, "n": 1.50}';
  const cases: readonly (readonly [string | undefined, string])[] = [
    [
      undefined,
      '{\n  "a": {\n    "c": null,\n    "~/": "z"\n  },\n  "b": [\n    {\n      "name": "x",\n      "v": 1\n    },\n    {\n      "name": "y"\n    }\n  ],\n  "n": 1.5\n}',
    ],
    ['json:$.b[*].name', 'x\ny'],
    ['json:$.b[0].v', '1'],
    ['json:/b/1/name', 'y'],
    ['json:/a/~0~1', 'z'],
    ["json:$['a']['~/']", 'z'],
    ['json:$.a.c', 'null'],
    ['json:$.b[*].v;;json:$.n', '1\n1.5'],
    ['json:$.nothing', '(selector_missing)'],
    ['json:$.__proto__', '(selector_missing)'],
    ['json:$.b.length', '(selector_missing)'],
  ];
  for (const [query, wanted] of cases) test(String(query), () => assert.equal(textOf(body, query), wanted));

  test('JSON that does not parse is text; a path into it finds nothing', () => {
    assert.equal(textOf('{"a": oops'), '{"a": oops');
    assert.equal(textOf('{"a": oops', 'json:$.a'), '(selector_missing)');
  });
  test('a number that is too long to count with keeps its digits', () => {
    const id = (last: number) =>
      `{"n": 1.50, "post": {"id": 179000000000000000${last}, "size": 1e400, "more": [-9007199254740993]}}`;
    assert.equal(textOf(id(1), 'json:$.post.id'), '1790000000000000001');
    assert.notEqual(textOf(id(1)), textOf(id(2)));
    assert.equal(textOf(id(1), 'json:$.post.more;;json:$.n'), '[\n  -9007199254740993\n]\n1.5');
    assert.equal(textOf(id(1), 'json:$.post.size'), '1e400');
    assert.equal(textOf(id(1), 'json:$.post.id[*]'), '(selector_missing)');
  });
  test('JSON nested without end is no exception', () => {
    assert.match(textOf(`${'['.repeat(100_000)}${']'.repeat(100_000)}`), /^\[/);
    assert.match(textOf(`${'['.repeat(100_000)}1790000000000000001${']'.repeat(100_000)}`), /^\[/);
  });
});

describe('lines', () => {
  test('ignore takes parts out, lines keeps lines, raw keeps the source', () => {
    assert.equal(textOf('<html><p>v1 at 10:00<p>b', 'ignore:/ at .*/'), 'v1\nb');
    assert.equal(textOf('<html><p>Price: 5<p>b', 'lines:/^price/i'), 'Price: 5');
    assert.equal(textOf('<html><p>b', 'lines:/^price/i'), '(selector_missing)');
    assert.equal(textOf('<html>\n  <p>a', 'mode:raw'), '<html>\n  <p>a');
    assert.equal(textOf('<html><p>a<p id=price>5', '#price'), '5');
  });
});

describe('what cannot be read is refused', () => {
  for (const query of [
    '#price[',
    'css:',
    'css:[',
    'css:a::text',
    'css:li:eq(2)',
    'css:a:not(:first-word)',
    '-css:svg|a',
    'json:a.b',
    'json:$..a',
    'json:$.a[x]',
    'ignore:foo',
    'ignore:/(/',
    'lines:/(?=a)/',
    'mode:fast',
    '[',
  ]) {
    test(query, () => assert.throws(() => parseExpression(query), PatternError));
  }
});

describe('types', () => {
  const cases: readonly (readonly [string | Uint8Array, string | undefined, string])[] = [
    ['<!DOCTYPE html><p>', 'text/plain', 'html'],
    ['\ufeff  <html>', undefined, 'html'],
    ['<?xml version="1.0"?><!DOCTYPE html PUBLIC "x"><html xmlns="y">', undefined, 'html'],
    ['<?xml version="1.0"?><rss>', 'text/html', 'xml'],
    ['{"a":1}', 'text/html', 'json'],
    ['plain words', 'application/json', 'json'],
    ['plain words', undefined, 'text'],
    ['<p>fragment', 'text/html', 'html'],
    ['%PDF-1.7', 'text/html', 'binary'],
    [new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a]), undefined, 'binary'],
    [new Uint8Array([1, 0, 0, 0, 5]), undefined, 'binary'],
    [new Uint8Array([0xff, 0xfe, 0x3c, 0, 0x68, 0, 0x74, 0, 0x6d, 0, 0x6c, 0, 0x3e, 0]), undefined, 'html'],
  ];
  for (const [body, header, wanted] of cases) {
    test(`${JSON.stringify(String(body)).slice(0, 40)} as ${header} is ${wanted}`, () =>
      assert.equal(pageType(typeof body === 'string' ? bytes(body) : body, header), wanted));
  }
});

test('XML is one element a line', () => {
  assert.equal(
    textOf('<?xml version="1.0"?><a x="1"><b>t</b><c/><d><e>u</e></d></a>'),
    '<a x="1">\n  <b>t</b>\n  <c/>\n  <d>\n    <e>u</e>\n  </d>\n</a>',
  );
});

test('a file that is not text is its size and its hash', () => {
  assert.match(textOf(new Uint8Array([0x25, 0x50, 0x44, 0x46, 0x2d, 0])), /^6 bytes\nSHA-256 [0-9a-f]{64}$/);
});

test('F12: charsets', () => {
  const latin = Uint8Array.from([...bytes('<html><p>'), 0xe9, 0xe8]);
  assert.equal(textOf(latin, undefined, 'text/html; charset=iso-8859-1'), 'éè');
  assert.equal(
    textOf(bytes('<html><p>привет'), undefined, 'text/html; charset=windows-1251'),
    'привет',
    'valid UTF-8 is UTF-8',
  );
  const cyrillic = Uint8Array.from([...bytes('<html><meta charset=windows-1251><p>'), 0xef, 0xf0, 0xe8]);
  assert.equal(textOf(cyrillic), 'при');
});

test('nothing is no page', () => {
  assert.equal(textOf(''), '(empty)');
  assert.equal(textOf('<html><script>x</script>'), '(empty)');
});

test('a page is cut, and says so', () => {
  const result = read(`<html>${'<p>line of text</p>'.repeat(40_000)}`);
  assert.ok('page' in result && result.page.text.length === 262_144 && result.page.notes.includes('cut'));
});

test('whatever the bytes, there is no exception, and the same bytes give the same hash', () => {
  const queries = fc.constantFrom(undefined, 'css:p', '-css:b', 'json:$.a', 'mode:raw', 'ignore:/a/', 'lines:/./');
  const body = fc.oneof(
    fc.uint8Array({ maxLength: 300 }),
    fc
      .string({
        unit: fc.constantFrom('<', '>', '/', 'p', 'b', '&', '{', '"', '[', '!', '-', ' ', 'é'),
        maxLength: 200,
      })
      .map(bytes),
  );
  fc.assert(
    fc.property(body, queries, (given, query) => {
      assert.deepEqual(read(given, query), read(given, query));
    }),
    { numRuns: 300 },
  );
});
