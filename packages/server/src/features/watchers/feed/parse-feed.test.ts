import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { decodeEbcdic } from './ebcdic.ts';
import type { Feed, FeedItem } from './feed.ts';
import { parseFeed } from './parse-feed.ts';

const HERE = 'https://site.example/blog/feed.xml';

function parse(text: string | Uint8Array, contentType?: string) {
  return parseFeed(typeof text === 'string' ? Buffer.from(text) : text, contentType, HERE);
}

function feedOf(text: string | Uint8Array, contentType?: string): Feed {
  const parsed = parse(text, contentType);
  assert.ok(parsed.ok, `no feed: ${JSON.stringify(parsed)}`);
  return parsed.feed;
}

function itemOf(text: string): FeedItem {
  const [item, ...others] = feedOf(text).items;
  assert.ok(item);
  assert.equal(others.length, 0);
  return item;
}

const rss = (item: string, channel = '') =>
  `<rss version="2.0"><channel><title>T</title>${channel}<item>${item}</item></channel></rss>`;
const atom = (entry: string, attributes = '') =>
  `<feed xmlns="http://www.w3.org/2005/Atom"${attributes}><title>T</title><entry>${entry}</entry></feed>`;

test('RSS 2.0: every part of an item', () => {
  const feed = feedOf(`<?xml version="1.0"?>
    <rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:content="http://purl.org/rss/1.0/modules/content/">
      <channel><title>News</title><link>https://site.example/</link><ttl>60</ttl>
        <item><title>One &amp; two</title><link>https://site.example/1</link><guid isPermaLink="false">tag:1</guid>
          <description>short</description><content:encoded><![CDATA[<p>Long</p><p>text</p>]]></content:encoded>
          <dc:creator>Ana</dc:creator><category>a</category><category>b</category>
          <pubDate>Thu, 01 Jan 2004 19:48:21 GMT</pubDate></item>
      </channel></rss>`);
  assert.deepEqual(feed, {
    format: 'rss',
    title: 'News',
    link: 'https://site.example/',
    ttl_s: 3600,
    complete: true,
    items: [
      {
        id: 'tag:1',
        title: 'One & two',
        link: 'https://site.example/1',
        body: 'Long\ntext',
        author: 'Ana',
        tags: ['a', 'b'],
        published_at: 1072986501,
      },
    ],
  });
});

test('RSS 1.0: items beside the channel, named by rdf:about', () => {
  const feed = feedOf(`<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"
      xmlns:dc="http://purl.org/dc/elements/1.1/">
    <channel rdf:about="https://site.example/"><title>C</title><link>https://site.example/</link>
      <items><rdf:Seq><rdf:li rdf:resource="https://site.example/a"/></rdf:Seq></items></channel>
    <item rdf:about="https://site.example/a"><title>A</title><link>https://site.example/a?x</link><dc:date>2004-05-25T01:02:03+02:00</dc:date></item>
    <item rdf:about="https://site.example/b"><title>B</title></item>
  </rdf:RDF>`);
  assert.equal(feed.format, 'rdf');
  assert.deepEqual(
    feed.items.map(({ id, title, link, published_at }) => [id, title, link, published_at]),
    [
      ['https://site.example/a', 'A', 'https://site.example/a?x', 1085439723],
      ['https://site.example/b', 'B', 'https://site.example/b', undefined],
    ],
  );
});

test('RSS 0.90 and 0.91 without guids', () => {
  const feed =
    feedOf(`<!DOCTYPE rss PUBLIC "-//Netscape Communications//DTD RSS 0.91//EN" "http://my.netscape.com/publish/formats/rss-0.91.dtd">
    <rss version="0.91"><channel><title>Old</title><item><title>A</title><link>/a</link></item><item><title>B</title><link>b</link></item></channel></rss>`);
  assert.deepEqual(
    feed.items.map(({ id, link }) => [id, link]),
    [
      [undefined, 'https://site.example/a'],
      [undefined, 'https://site.example/blog/b'],
    ],
  );
});

test('Atom 1.0: the alternate link among many, text of every type, names', () => {
  const item = itemOf(
    atom(`<id> urn:uuid:1 </id><title type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">A <b>bold</b> word</div></title>
      <link rel="self" href="https://site.example/self"/><link rel="enclosure" href="https://site.example/x.mp3"/>
      <link rel="alternate" type="application/json" href="https://site.example/j"/>
      <link rel="alternate" type="text/html" href="page?a=1&amp;b=2"/>
      <author><name>Ana</name><email>a@b.c</email></author><category term="x" label="X"/>
      <content type="html">&lt;p&gt;Hi &amp;amp; bye&lt;/p&gt;</content><updated>2005-01-02T03:04:05Z</updated>`),
  );
  assert.deepEqual(item, {
    id: 'urn:uuid:1',
    title: 'A bold word',
    link: 'https://site.example/blog/page?a=1&b=2',
    body: 'Hi & bye',
    author: 'Ana',
    tags: ['x'],
    published_at: 1104635045,
    updated_at: 1104635045,
  });
});

test('Atom 0.3: modes, dates by their old names, base64', () => {
  const item = itemOf(`<feed version="0.3" xmlns="http://purl.org/atom/ns#"><title>T</title><entry>
    <title mode="base64" type="text/plain">${Buffer.from('Grüße').toString('base64')}</title>
    <link rel="alternate" type="text/html" href="https://site.example/1"/><id>tag:x,2004:1</id>
    <issued>2004-01-01T00:00:00Z</issued><modified>2004-01-02T00:00:00Z</modified></entry></feed>`);
  assert.deepEqual(item, {
    id: 'tag:x,2004:1',
    title: 'Grüße',
    link: 'https://site.example/1',
    published_at: 1072915200,
    updated_at: 1073001600,
    tags: [],
  });
});

test('Atom prefixes: atom:, made-up and none at all', () => {
  const entry = (p: string) => `<${p}entry><${p}title>X</${p}title><${p}id>1</${p}id></${p}entry>`;
  assert.equal(itemOf(`<atom:feed xmlns:atom="http://www.w3.org/2005/Atom">${entry('atom:')}</atom:feed>`).title, 'X');
  assert.equal(itemOf(`<q:feed xmlns:q="http://www.w3.org/2005/Atom">${entry('q:')}</q:feed>`).title, 'X');
  assert.equal(itemOf(`<feed>${entry('')}</feed>`).title, 'X');
  assert.equal(itemOf(`<atom:feed>${entry('atom:')}</atom:feed>`).title, 'X');
  assert.equal(itemOf(entry('')).id, '1');
});

test('xml:base moves what links are relative to', () => {
  const item = itemOf(atom('<id>1</id><link href="c" xml:base="b/"/>', ' xml:base="https://other.example/a/"'));
  assert.equal(item.link, 'https://other.example/a/b/c');
});

test('a guid is the link when it is a permalink and there is no other', () => {
  assert.equal(itemOf(rss('<guid>https://site.example/p</guid>')).link, 'https://site.example/p');
  assert.equal(itemOf(rss('<guid isPermaLink="false">https://site.example/p</guid>')).link, undefined);
  assert.equal(itemOf(rss('<guid>17</guid>')).link, undefined);
  assert.equal(
    itemOf(rss('<guid>https://a.example/g</guid><link>https://a.example/l</link>')).link,
    'https://a.example/l',
  );
});

test('titles: double-encoded, tagged, with a bare sign, of another namespace', () => {
  const titles: readonly (readonly [string, string])[] = [
    ['<title>AT&amp;amp;T</title>', 'AT&T'],
    ['<title>&lt;b&gt;Bold&lt;/b&gt; move</title>', 'Bold move'],
    ['<title><![CDATA[<i>x</i> &eacute;]]></title>', 'x é'],
    ['<title>AT&T & co</title>', 'AT&T & co'],
    ['<title>5 &lt; 6 and 7 > 3</title>', '5 < 6 and 7 > 3'],
    ['<title>caf&eacute;&nbsp;noir &#8211; &#x2014;</title>', 'café noir – —'],
    ['<title>\n  two\n  lines </title>', 'two lines'],
    ['<dc:title>from dc</dc:title>', 'from dc'],
    ['<media:content><media:title>no</media:title></media:content><title>yes</title>', 'yes'],
    ['<TITLE>loud</TITLE>', 'loud'],
    ['<title></title><title>second</title>', 'second'],
  ];
  for (const [xml, title] of titles) assert.equal(itemOf(rss(xml)).title, title, xml);
});

test('titles and links of an image, a source or a text input are not the item’s', () => {
  const item = itemOf(
    rss(
      '<source url="x"><title>S</title></source><image><title>I</title><link>https://i.example/</link></image><guid isPermaLink="false">1</guid>',
    ),
  );
  assert.deepEqual(item, { id: '1', tags: [] });
});

test('links that run or embed are dropped', () => {
  for (const bad of ['javascript:alert(1)', ' JavaScript:x', 'data:text/html,x', 'vbscript:x'])
    assert.equal(itemOf(rss(`<link>${bad}</link>`)).link, undefined, bad);
});

test('JSON Feed: text before markup, numbers as ids', () => {
  const feed = feedOf(
    JSON.stringify({
      version: 'https://jsonfeed.org/version/1.1',
      title: 'J',
      home_page_url: '/',
      items: [
        {
          id: 7,
          url: '/a',
          title: 'A &amp; b',
          content_html: '<p>x</p>',
          date_published: '2020-01-01T00:00:00Z',
          tags: ['t', 3],
        },
        { id: 'b', external_url: 'https://e.example/', content_text: 'plain', authors: [{ name: 'Ana' }] },
        'nonsense',
      ],
    }),
    'application/feed+json',
  );
  assert.equal(feed.format, 'json');
  assert.deepEqual(feed.items, [
    { id: '7', title: 'A & b', link: 'https://site.example/a', body: 'x', published_at: 1577836800, tags: ['t'] },
    { id: 'b', link: 'https://e.example/', body: 'plain', author: 'Ana', tags: [] },
  ]);
});

test('broken XML is read as far as it goes', () => {
  const broken: readonly (readonly [string, string, number])[] = [
    ['words before the document', `junk\n${rss('<title>a</title>')}`, 1],
    ['blanks before the declaration', `\n\n  <?xml version="1.0"?>${rss('<title>a</title>')}`, 1],
    ['an item never closed', '<rss><channel><item><title>a</title><item><title>b</title></item></channel></rss>', 2],
    ['a tag left open', rss('<description>x<title>a</title>'), 1],
    ['undeclared prefixes', rss('<title>a</title><foo:bar>1</foo:bar>'), 1],
    ['control characters', rss('<title>a\u0001\u0008</title>'), 1],
    ['CDATA never closed', '<rss><channel><item><title>a</title><description><![CDATA[x', 1],
    ['attributes without quotes', rss('<title>a</title><guid isPermaLink=false>x</guid>'), 1],
    ['no root close', '<rss><channel><item><title>a</title></item>', 1],
    ['items without a channel', '<rss><item><title>a</title></item></rss>', 1],
  ];
  for (const [what, xml, count] of broken) {
    const { items } = feedOf(xml);
    assert.equal(items.length, count, what);
    assert.equal(items[0]?.title, 'a', what);
  }
});

test('a text that ends too early is not complete', () => {
  assert.equal(feedOf(rss('<title>a</title>')).complete, true);
  assert.equal(feedOf('<rss><channel><item><title>a</title></item>').complete, false);
  assert.equal(feedOf('<rss><channel><title>T</title></channel></rss>').complete, true);
});

test('what is no feed is called so', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['', 'empty'],
    [' \n', 'empty'],
    ['<!doctype html><html><head><title>x</title></head><body>hi</body></html>', 'not_a_feed'],
    ['<html><body><item>no</item></body></html>', 'not_a_feed'],
    ['just words', 'not_a_feed'],
    ['{"a":1}', 'not_a_feed'],
    ['{"items":', 'parse_error'],
    ['<opml version="2.0"><body/></opml>', 'not_a_feed'],
  ];
  for (const [text, problem] of cases) assert.deepEqual(parse(text), { ok: false, problem }, text);
});

test('a valid feed without items is a feed', () => {
  assert.deepEqual(feedOf('<rss version="2.0"><channel><title>T</title></channel></rss>').items, []);
  assert.deepEqual(feedOf('<feed xmlns="http://www.w3.org/2005/Atom"/>').items, []);
});

test('gzip that nobody announced is unpacked, a bomb is not', () => {
  assert.equal(feedOf(gzipSync(rss('<title>a</title>'))).items.length, 1);
  assert.deepEqual(parse(gzipSync(Buffer.alloc(20 * 1024 * 1024, 0x20))), { ok: false, problem: 'parse_error' });
});

test('charsets: mark, header, declaration, and a wrong label on valid UTF-8', () => {
  const title = (bytes: Uint8Array, type?: string) => feedOf(bytes, type).items[0]?.title;
  const xml = (declared: string, text: string) => `<?xml version="1.0"${declared}?>${rss(`<title>${text}</title>`)}`;
  const bytes1251 = (declared: string) => Buffer.from(xml(declared, '\xcf\xf0\xe8\xe2\xe5\xf2'), 'latin1');

  assert.equal(title(Buffer.from(xml('', 'Grüße'))), 'Grüße');
  assert.equal(title(Buffer.from(xml(' encoding="iso-8859-1"', 'Grüße'))), 'Grüße', 'UTF-8 in spite of its label');
  assert.equal(title(Buffer.from(xml(' encoding="iso-8859-1"', 'Grüße'), 'latin1')), 'Grüße');
  assert.equal(title(bytes1251(' encoding="windows-1251"')), 'Привет');
  assert.equal(title(bytes1251(''), 'text/xml; charset=windows-1251'), 'Привет');
  assert.equal(title(bytes1251(' encoding="windows-1251"'), 'text/xml; charset=utf-8'), 'Привет', 'header is wrong');
  assert.equal(title(Buffer.from(`\ufeff${xml('', 'Grüße')}`, 'utf16le')), 'Grüße');
  assert.equal(title(Buffer.from(xml('', 'Grüße'), 'utf16le')), 'Grüße', 'UTF-16 without a mark');
  assert.equal(title(Buffer.from(`\ufeff${xml('', 'Grüße')}`, 'utf16le').swap16()), 'Grüße');
  const utf32 = Buffer.concat(
    [...`\ufeff${xml('', 'Gr😀')}`].map((char) => {
      const four = Buffer.alloc(4);
      four.writeUInt32BE(char.codePointAt(0) ?? 0);
      return four;
    }),
  );
  assert.equal(title(utf32), 'Gr😀');
  assert.equal(
    title(Buffer.from(xml(' encoding="no-such-thing"', 'Gr\xfc\xdfe'), 'latin1')),
    'Grüße',
    'windows-1252 at last',
  );
});

test('entity bombs, depth and a million references cost little and expand nothing', () => {
  const bomb = `<!DOCTYPE rss [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY x SYSTEM "file:///etc/passwd">]>${rss('<title>&b;&x;</title>')}`;
  assert.equal(itemOf(bomb).title, '&b;&x;');
  assert.deepEqual(parse('<rss>'.repeat(100_000)), { ok: false, problem: 'parse_error' });
  assert.deepEqual(parse(`<rss>${'<a>'.repeat(100_000)}${'</b>'.repeat(100_000)}`), {
    ok: false,
    problem: 'parse_error',
  });
  assert.equal(itemOf(rss(`<guid>1</guid><description>${'&#65;'.repeat(1_000_000)}</description>`)).id, '1');
});

test('no bytes make it throw', () => {
  const pieces = [
    '<rss>',
    '<channel>',
    '<item>',
    '</item>',
    '<title>',
    '</title>',
    '<![CDATA[',
    ']]>',
    '&#',
    '&amp',
    '<',
    '>',
    '"',
    "='",
    '<!DOCTYPE [',
    ']>',
    '<?xml',
    'xml:base="http://"',
    '<link href="',
    '\u0000',
    '\ud800',
    '{"items":[',
    '<entry xmlns="',
    '--',
    '<!--',
  ];
  const hostile = fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 5 })), { maxLength: 40 });
  fc.assert(
    fc.property(hostile, (parts) => void parse(parts.join(''))),
    { numRuns: 2000 },
  );
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => void parse(bytes)),
    { numRuns: 2000 },
  );
});

test('a CDATA section or a comment that nobody closed swallows nothing but itself', () => {
  const two = '<item><title>Two</title><link>https://site.example/2</link></item>';
  const open = feedOf(
    `<rss><channel><item><title><![CDATA[One & <b>half</b></title><link>https://site.example/1</link></item>${two}</channel></rss>`,
  );
  assert.deepEqual(
    open.items.map(({ title, link }) => [title, link]),
    [
      ['One & half', 'https://site.example/1'],
      ['Two', 'https://site.example/2'],
    ],
  );
  assert.equal(open.complete, true);
  const between = feedOf(
    `<rss><channel><item><description><![CDATA[left open</description></item><item><title><![CDATA[Two]]></title></item></channel></rss>`,
  );
  assert.deepEqual(
    between.items.map(({ title, body }) => [title, body]),
    [
      [undefined, 'left open'],
      ['Two', undefined],
    ],
  );
  assert.equal(feedOf(`<rss><channel><!-- open ${two}</channel></rss>`).items.length, 1);
});

test('what is left open a hundred thousand times is read once', () => {
  for (const text of [
    '<a><![CDATA['.repeat(100_000),
    '<![CDATA['.repeat(300_000),
    `${'<t><![CDATA[x</t></item>'.repeat(100_000)}]]>`,
    `${'<![CDATA[</item>'.repeat(100_000)}]]>`,
    '<!--'.repeat(500_000),
  ]) {
    const before = process.threadCpuUsage(); // not the clock: others may be busy
    parse(`<rss><channel>${text}`);
    assert.ok(process.threadCpuUsage(before).user < 1_500_000, text.slice(0, 30));
  }
});

test('a member that was not closed does not take in those after it', () => {
  const item = itemOf(
    rss('<title>One<link>https://site.example/1</link><guid>g1</guid><description>text</description>'),
  );
  assert.partialDeepStrictEqual(item, { title: 'One', link: 'https://site.example/1', id: 'g1' });
});

test('a feed after the warnings of a program, and one whose root names a wrong namespace', () => {
  const plain = rss('<title>One</title>');
  assert.equal(itemOf(`<br />\n<b>Warning</b>: x in <b>/y.php</b><br />\n<?xml version="1.0"?>${plain}`).title, 'One');
  assert.equal(itemOf(plain.replace('<rss', '<rss xmlns="http://www.w3.org/1999/xhtml"')).title, 'One');
  assert.equal(itemOf(plain.replace('<rss', '<rss xmlns="http://purl.org/dc/elements/1.1/"')).title, 'One');
  assert.equal(
    itemOf('<rss:rss><rss:channel><rss:item><rss:title>One</rss:title></rss:item></rss:channel></rss:rss>').title,
    'One',
  );
});

test('a channel without a title has none, and is not called by its first item', () => {
  assert.equal(feedOf('<rss><channel><item><title>One</title></item></channel></rss>').title, undefined);
});

test('without the last closing tag an RSS feed is whole; cut off inside its channel it is not', () => {
  const whole = rss('<title>One</title>');
  assert.equal(feedOf(whole.replace('</rss>', '')).complete, true);
  assert.equal(feedOf(whole.replace('</channel></rss>', '')).complete, false);
});

test('Atom titles are what their type says: text without a type, markup only when it is called so', () => {
  const title = (attributes: string, text: string) =>
    itemOf(atom(`<id>1</id><title${attributes}>${text}</title>`)).title;
  assert.equal(title('', 'The &lt;blink&gt; tag'), 'The <blink> tag');
  assert.equal(title(' type="text"', 'The &lt;b&gt; tag'), 'The <b> tag');
  assert.equal(
    title(' type="html"', 'A &lt;b&gt;bold&lt;/b&gt; &amp;amp; &lt;nosuch&gt;odd&lt;/nosuch&gt; one'),
    'A bold & odd one',
  );
  assert.equal(title(' type="text/html" mode="escaped"', 'A &lt;i&gt;title&lt;/i&gt;'), 'A title');
  assert.equal(
    title(' type="application/xhtml+xml"', '<div xmlns="http://www.w3.org/1999/xhtml">A <i>title</i></div>'),
    'A title',
  );
});

test('relations by their registered address, in capitals or not named; a sound as the last resort', () => {
  const link = (attributes: string) =>
    itemOf(atom(`<id>1</id><link ${attributes} href="https://site.example/x"/><link rel="self" href="/s"/>`)).link;
  for (const rel of ['rel="http://www.iana.org/assignments/relation/alternate"', 'rel="Alternate"', 'rel=""', '']) {
    assert.equal(link(rel), 'https://site.example/x', rel);
  }
  assert.equal(
    itemOf(rss('<title>P</title><enclosure url="https://site.example/a.mp3"/>')).link,
    'https://site.example/a.mp3',
  );
});

test('an item of RDF is known by rdf:about, also beside a dc:identifier', () => {
  const item =
    itemOf(`<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/">
    <item rdf:about="https://site.example/a"><title>A</title><dc:identifier>other</dc:identifier></item></rdf:RDF>`);
  assert.equal(item.id, 'https://site.example/a');
});

test('EBCDIC is read', () => {
  const text =
    '<?xml version="1.0" encoding="ebcdic-cp-us"?><rss version="2.0"><channel><item><title>Hello 42</title></item></channel></rss>';
  const table = new Map(Array.from({ length: 256 }, (_, byte) => [decodeEbcdic(Uint8Array.of(byte)), byte]));
  assert.equal(feedOf(Uint8Array.from([...text].map((sign) => table.get(sign) ?? 0x40))).items[0]?.title, 'Hello 42');
});

/** Pieces of which feeds are made, in any order: most of it is broken. */
const PIECES = fc.constantFrom(
  '<rss version="2.0">',
  '</rss>',
  '<channel>',
  '</channel>',
  '<item>',
  '</item>',
  '<item/>',
  '<title>',
  '</title>',
  '<link>',
  '</link>',
  '<link href="/x" rel="alternate"/>',
  '<guid isPermaLink="true">',
  '</guid>',
  '<feed xmlns="http://www.w3.org/2005/Atom">',
  '</feed>',
  '<entry xml:base="../a/">',
  '</entry>',
  '<id>',
  '</id>',
  '<![CDATA[',
  ']]>',
  '<!--',
  '-->',
  '<?xml version="1.0" encoding="koi8-r"?>',
  '<!DOCTYPE rss [<!ENTITY a "b">',
  ']>',
  '&amp;',
  '&a;',
  '&#xD800;',
  '&#99999999;',
  '&',
  '<',
  '>',
  '"',
  'x',
  ' ',
  '\n',
  '\ufeff',
  '\u0000',
  '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">',
  '<dc:title>',
  '<content type="image/png">',
  '<title type="xhtml"><div>',
  '<pubDate>',
  '<updated>2026-01-01T00:00:00Z</updated>',
  '{"version":"https://jsonfeed.org/version/1","items":[',
  ']}',
  '<a href=',
  "'",
  '=',
  '<__proto__>',
  '<constructor a="b">',
  '<toString/>',
  'https://[',
  '<link>http://</link>',
  '<guid>http://%zz</guid>',
);

test('no order of the pieces of feeds makes it throw, and every item it finds has the shape of one', () => {
  fc.assert(
    fc.property(fc.array(PIECES, { maxLength: 60 }), (pieces) => {
      const parsed = parse(pieces.join(''));
      if (!parsed.ok) return;
      for (const { id, title, link, tags } of parsed.feed.items) {
        assert.ok(Array.isArray(tags));
        assert.ok([id, title].every((text) => text === undefined || (text === text.trim() && text !== '')));
        assert.ok(link === undefined || !/^\s*(javascript|data):/i.test(link));
      }
    }),
    { numRuns: 3000 },
  );
});

test('one byte changed, dropped or doubled in a good feed never throws', () => {
  const good = Buffer.from(
    `<?xml version="1.0" encoding="utf-8"?>${rss('<title>Ünïcode &amp; more</title><link>https://site.example/1</link><guid>1</guid><description><![CDATA[<p>x</p>]]></description>')}`,
  );
  fc.assert(
    fc.property(fc.nat(good.length - 1), fc.nat(255), fc.nat(2), (at, byte, how) => {
      const middle = how === 0 ? [byte] : how === 1 ? [] : [good[at] ?? 0, byte];
      parse(Buffer.concat([good.subarray(0, at), Buffer.from(middle), good.subarray(at + 1)]));
    }),
    { numRuns: 3000 },
  );
});

test('what is written is what is read: titles, links and ids of any text, in three formats', () => {
  const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const word = fc.stringMatching(/^[A-Za-zÄé漢🦀0-9 .,!-]{1,40}$/u).filter((text) => text.trim() !== '');
  fc.assert(
    fc.property(fc.array(fc.tuple(word, fc.nat()), { maxLength: 12 }), (written) => {
      const seen = (text: string) => feedOf(text).items.map(({ id, title, link }) => [id, title, link]);
      const expected = written.map(([title, n], at) => [
        `id-${at}-${n}`,
        title.replace(/\s+/g, ' ').trim(),
        `https://site.example/${n}`,
      ]);
      const items = expected.map(([id, , link], at) => ({ id, link, title: written[at]?.[0] ?? '' }));
      const asRss = items.map(
        ({ id, title, link }) => `<item><title>${escaped(title)}</title><link>${link}</link><guid>${id}</guid></item>`,
      );
      assert.deepEqual(seen(`<rss version="2.0"><channel><title>T</title>${asRss.join('')}</channel></rss>`), expected);
      const asAtom = items.map(
        ({ id, title, link }) => `<entry><id>${id}</id><title>${escaped(title)}</title><link href="${link}"/></entry>`,
      );
      assert.deepEqual(
        seen(`<feed xmlns="http://www.w3.org/2005/Atom"><title>T</title>${asAtom.join('')}</feed>`),
        expected,
      );
      const asJson = items.map(({ id, title, link }) => ({ id, title, url: link }));
      assert.deepEqual(
        seen(JSON.stringify({ version: 'https://jsonfeed.org/version/1.1', title: 'T', items: asJson })),
        expected,
      );
    }),
    { numRuns: 300 },
  );
});

test('an item of another namespace inside an item is no item, and ends none', () => {
  const items = feedOf(
    `<rss version="2.0" xmlns:podcast="https://podcastindex.org/namespace/1.0" xmlns:g="urn:other"><channel><title>T</title>
      <item><podcast:person>P</podcast:person><g:item><g:title>inner</g:title></g:item><title>One</title><guid>1</guid></item>
      <item><title>Two</title><guid>2</guid></item></channel></rss>`,
  ).items;
  assert.deepEqual(
    items.map(({ id, title }) => [id, title]),
    [
      ['1', 'One'],
      ['2', 'Two'],
    ],
  );
});

test('a link that a program for HTML has emptied is the text beside it', () => {
  assert.equal(
    itemOf(rss('<title>T</title><link/>https://site.example/1\n<guid>g</guid>')).link,
    'https://site.example/1',
  );
  assert.equal(itemOf(rss('<title>T</title><link/>just words<guid>g</guid>')).link, undefined);
});

test('XHTML titles are markup as they stand', () => {
  const title = (inside: string) => itemOf(atom(`<id>1</id><title type="xhtml">${inside}</title>`)).title;
  assert.equal(title('Use &lt;b&gt; here'), 'Use <b> here');
  assert.equal(title('<div xmlns="http://www.w3.org/1999/xhtml">Use <b>it</b> &amp; go</div>'), 'Use it & go');
});

test('a JSON feed that names its version and has no items is an empty one', () => {
  assert.deepEqual(feedOf('{"version":"https://jsonfeed.org/version/1","title":"T"}').items, []);
  assert.equal(parse('{"title":"T"}').ok, false);
  assert.equal(parse('{"version":"https://jsonfeed.org/version/1","items":3}').ok, false);
});

test('whatever the prefix, the encoding and the way of escaping, the items are the same', () => {
  const ENCODINGS: Readonly<Record<string, (text: string) => Uint8Array>> = {
    'utf-8': (text) => Buffer.from(text),
    'utf-8 with a mark': (text) => Buffer.from(`\ufeff${text}`),
    'utf-16le': (text) => Buffer.from(`\ufeff${text}`, 'utf16le'),
    'utf-16be': (text) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16(),
    'utf-16le without a mark': (text) => Buffer.from(text, 'utf16le'),
    'utf-32le': (text) => Buffer.from(new Uint32Array([...`\ufeff${text}`].map((c) => c.codePointAt(0) ?? 0)).buffer),
  };
  const WRITTEN: Readonly<Record<string, (text: string) => string>> = {
    escaped: (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;'),
    decimal: (text) => [...text].map((c) => `&#${c.codePointAt(0)};`).join(''),
    hexadecimal: (text) => [...text].map((c) => `&#x${c.codePointAt(0)?.toString(16)};`).join(''),
    'a section': (text) => `<![CDATA[${text}]]>`,
    'many sections': (text) => [...text].map((c) => `<![CDATA[${c}]]>`).join(''),
  };
  const ATOM = ['http://www.w3.org/2005/Atom', 'http://purl.org/atom/ns#', 'HTTP://www.w3.org/2005/atom/'];
  const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
  const word = fc.stringMatching(/^[A-Za-zÄé漢🦀0-9 .,!-]{1,30}$/u).filter((text) => /\S/.test(text));
  const prefix = fc.stringMatching(/^[a-z][a-z0-9._-]{0,7}$/).filter((name) => !/^xml/.test(name));
  const given = fc.record({
    titles: fc.array(word, { maxLength: 5 }),
    prefix,
    other: prefix,
    encoding: fc.constantFrom(...Object.keys(ENCODINGS)),
    how: fc.constantFrom(...Object.keys(WRITTEN)),
    namespace: fc.constantFrom(...ATOM),
    before: fc.constantFrom('', '\n  ', '<!-- made by hand -->', '<?xml-stylesheet href="x.xsl"?>'),
  });
  fc.assert(
    fc.property(given, ({ titles, prefix: p, other, encoding, how, namespace, before }) => {
      fc.pre(p !== other);
      const bytes = (text: string) => (ENCODINGS[encoding] as (text: string) => Uint8Array)(text);
      const write = WRITTEN[how] as (text: string) => string;
      const expected = titles.map((title, n) => [
        `urn:${n}`,
        title.replace(/\s+/g, ' ').trim(),
        `https://site.example/${n}`,
      ]);
      const seen = (text: string) => feedOf(bytes(text)).items.map(({ id, title, link }) => [id, title, link]);
      const entries = titles.map(
        (title, n) =>
          `<${p}:entry><${p}:id>${write(`urn:${n}`)}</${p}:id><${p}:title>${write(title)}</${p}:title><${p}:link rel='alternate' href='https://site.example/${n}'/></${p}:entry>`,
      );
      assert.deepEqual(
        seen(
          `<?xml version="1.0"?>${before}<${p}:feed xmlns:${p}="${namespace}"><${p}:title>T</${p}:title>${entries.join('\n')}</${p}:feed>`,
        ),
        expected,
      );
      const items = titles.map(
        (title, n) =>
          `<${p}:item ${other}:about="urn:${n}"><${p}:title>${write(title)}</${p}:title><${p}:link>${write(`https://site.example/${n}`)}</${p}:link></${p}:item>`,
      );
      assert.deepEqual(
        seen(
          `<?xml version="1.0"?>${before}<${other}:RDF xmlns:${other}="${RDF}" xmlns:${p}="http://purl.org/rss/1.0/"><${p}:channel ${other}:about="x"><${p}:title>T</${p}:title></${p}:channel>${items.join('')}</${other}:RDF>`,
        ),
        expected,
      );
    }),
    { numRuns: 300 },
  );
});

test('a sign that begins no tag is a sign', () => {
  const seen = (title: string) => {
    const { id, title: read } = itemOf(rss(`<title>${title}</title><guid>g</guid>`));
    return [id, read];
  };
  assert.deepEqual(seen('1 < 2 and <3'), ['g', '1 < 2 and <3']);
  assert.deepEqual(seen('a<b'), ['g', 'a<b']);
  assert.deepEqual(seen('<b>1 < 2</b>'), ['g', '1 < 2']);
  assert.deepEqual(seen('<![CDATA[x &lt; <3 y]]>'), ['g', 'x < <3 y']);
  const startedMs = performance.now();
  for (const piece of ['<', '< ', '<a ', '<a b', '<!-', '<![CDATA', 'a<b<']) parse(rss(piece.repeat(50_000)));
  assert.ok(performance.now() - startedMs < 60_000);
});

test('words that every object of JavaScript knows are no words of a feed', () => {
  const item = '<item><title>t</title><guid>1</guid></item>';
  for (const word of ['constructor', '__proto__', 'tostring', 'valueof', 'hasownproperty']) {
    for (const before of ['', '<?xml version="1.0"?>']) {
      const root = parseFeed(Buffer.from(`${before}<${word}>${item}</${word}>`), 'application/xml', undefined);
      assert.deepEqual(root, { ok: false, problem: 'not_a_feed' }, word);
    }
    const said = `<sy:updatePeriod>${word}</sy:updatePeriod>`;
    const date = `<pubDate>Mon, 01 Jan 2024 00:00:00 ${word}</pubDate>`;
    const feed = `<rss><channel><title>a</title>${said}<item><guid>1</guid>${date}</item></channel></rss>`;
    const parsed = parseFeed(Buffer.from(feed), 'application/xml', undefined);
    assert.ok(parsed.ok);
    assert.equal(parsed.feed.ttl_s, undefined, word);
    assert.ok(!Number.isNaN(parsed.feed.items[0]?.published_at), word);
  }
  for (const ttl of ['1e999', '1e300', 'NaN', '-1']) {
    const feed = `<rss><channel><title>a</title><ttl>${ttl}</ttl>${item}</channel></rss>`;
    const parsed = parseFeed(Buffer.from(feed), 'application/xml', undefined);
    assert.ok(parsed.ok && parsed.feed.ttl_s === undefined, ttl);
  }
});
