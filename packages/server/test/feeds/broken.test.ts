// XML that is none, as feeds really are: it is read as far as it goes, and nothing in it costs or opens anything.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseFeed } from '../../src/features/watchers/feed/parse-feed.ts';
import { atom, type Case, HERE, itemsOf, readsAll, rss } from './cases.ts';

const A = 'https://a.example/1';
const one = { title: 'One' };
const two = { title: 'Two' };
const ITEM = '<item><title>One</title></item>';
const NEXT = '<item><title>Two</title></item>';
const channel = (inside: string) => `<rss version="2.0"><channel><title>T</title>${inside}</channel></rss>`;

// biome-ignore format: one line for each
readsAll('what stands around the document', [
  ['blanks before the declaration', `\n \t<?xml version="1.0"?>${channel(ITEM)}`, one],
  ['words before it', `Hello\n<?xml version="1.0"?>${channel(ITEM)}`, one],
  ['braces before it', `{x} [y]\n<?xml version="1.0"?>${channel(ITEM)}`, one],
  ['signs before it', `<<<>>>\n<?xml version="1.0"?>${channel(ITEM)}`, one],
  ['a comment before it', `<!-- x --><?xml version="1.0"?>${channel(ITEM)}`, one],
  ['a comment with a feed in it', `<!-- <rss><channel><item/></channel></rss> -->${channel(ITEM)}`, one],
  ['a mark between', `<?xml version="1.0"?>\ufeff${channel(ITEM)}`, one],
  ['two declarations', `<?xml version="1.0"?><?xml version="1.0"?>${channel(ITEM)}`, one],
  ['a declaration of XML 1.1', `<?xml version="1.1"?>${channel(ITEM)}`, one],
  ['a declaration cut short', `<?xml version="1.0" encoding="utf-8">${channel(ITEM)}`, one],
  ['instructions', `<?xml version="1.0"?><?xml-stylesheet href="a.xsl" type="text/xsl"?><?php echo "x" ?>${channel(`<?x y?>${ITEM}`)}`, one],
  ['a page of warnings before it', `<br />\n<b>Warning</b>: x() in <b>/a.php</b> on line <b>1</b><br />\n<?xml version="1.0"?>${channel(ITEM)}`, one],
  ['words after it', `${channel(ITEM)}\nGenerated in 3 ms`, one],
  ['markup after it', `${channel(ITEM)}<script>x()</script><!-- y -->`, one],
  ['an end tag too many', `${channel(`${ITEM}</item>${NEXT}`)}</rss></rss>`, one, two],
  ['zeros after it', `${channel(ITEM)}\0\0\0`, one],
]);

const doctype = (inside: string, title: string) =>
  `<?xml version="1.0"?><!DOCTYPE rss ${inside}>${rss(`<title>${title}</title>`).slice(21)}`;
// biome-ignore format: one line for each
readsAll('DOCTYPE', [
  ['public', doctype('PUBLIC "-//x//y" "http://x.example/y.dtd"', 'caf&eacute;'), { title: 'café' }],
  ['system', doctype('SYSTEM "x>y.dtd"', 'One'), one],
  ['with entities, which are never expanded', doctype('[<!ENTITY a "x"><!ENTITY b "&a;&a;">]', '&a; &b;'), { title: '&a; &b;' }],
  ['an entity named as one of HTML is that of HTML', doctype('[<!ENTITY copy "x">]', '&copy;'), { title: '©' }],
  ['a file as entity', doctype('[<!ENTITY x SYSTEM "file:///etc/passwd">]', '&x;One'), { title: '&x;One' }],
  ['parameter entities', doctype('[<!ENTITY % p SYSTEM "http://x.example/p"> %p;]', 'One'), one],
  ['brackets in a value', doctype('[<!ENTITY a "]>"><!ENTITY b "[">]', 'One'), one],
  ['comments in it', doctype('[<!-- ]> --><!ELEMENT rss ANY><!ATTLIST rss a CDATA #IMPLIED>]', 'One'), one],
  ['that never ends', '<!DOCTYPE rss [<!ENTITY a "x">\n<rss version="2.0"><channel><item><title>One</title></item></channel></rss>', one],
  ['of HTML before RSS', `<!DOCTYPE html>${channel(ITEM)}`, one],
]);

// biome-ignore format: one line for each
readsAll('tags', [
  ['a title never closed', channel('<item><title>One<link>https://a.example/1</link></item>'), { title: 'One', link: A }],
  ['a link never closed', channel(`<item><title>One</title><link>${A}<guid>g</guid></item>${NEXT}`), { id: 'g', title: 'One', link: A }, two],
  ['a description never closed', channel(`<item><description>text<title>One</title></item>${NEXT}`), { title: 'One', text: 'textOne' }, two],
  ['an item never closed', channel(`<item><title>One</title>${NEXT}`), one, two],
  ['no item ever closed', channel('<item><title>One</title><item><title>Two</title>'), one, two],
  ['an item closed by another name', channel(`<item><title>One</title></itm>${NEXT}`), one, two],
  ['closed in the wrong order', channel(`<item><title><b>One</title></b></item>${NEXT}`), one, two],
  ['a channel never closed', `<rss version="2.0"><channel><title>T</title>${ITEM}</rss>`, one],
  ['a channel closed before its items', `<rss version="2.0"><channel><title>T</title></channel>${ITEM}${NEXT}</rss>`, one, two],
  ['the channel’s title never closed', `<rss version="2.0"><channel><title>T<link>x</link>${ITEM}${NEXT}</channel></rss>`, one, two],
  ['HTML that needs no end', channel(`<item><title>One</title><description>a<br>b<p>c<img src=x></description></item>${NEXT}`), { title: 'One', text: 'a\nb\nc' }, two],
  ['an element with a blank before its name', channel(`< item><title>no</title></item>${ITEM}`), one],
  ['an end with a blank', channel('<item ><title >One</title ></item >'), one],
  ['line ends inside tags', channel('<item\n><title\n>One</title\n></item\n>'), one],
  ['a sign in a title', channel('<item><title>1 < 2</title></item><item><title>a <- b</title></item>'), { title: '1 < 2' }, { title: 'a <- b' }],
  ['cut in a tag', '<rss version="2.0"><channel><item><title>One</title></item><item><titl', one, {}],
  ['cut in a title', '<rss version="2.0"><channel><item><title>One</title></item><item><title>Two', one, two],
  ['cut in an attribute', '<rss version="2.0"><channel><item><title>One</title><guid isPerma', one],
  ['cut in CDATA', '<rss version="2.0"><channel><item><title><![CDATA[One', one],
  ['cut in a comment', `<rss version="2.0"><channel>${ITEM}<!-- more`, one],
  ['cut in an entity', '<rss version="2.0"><channel><item><title>One &am', { title: 'One &am' }],
  ['cut after the root', '<rss version="2.0">'],
]);

// biome-ignore format: one line for each
readsAll('attributes', [
  ['without quotes', channel(`<item><guid isPermaLink=false>${A}</guid></item>`), { id: A }],
  ['single quotes', channel(`<item><guid isPermaLink='false'>${A}</guid></item>`), { id: A }],
  ['twice', channel(`<item><guid isPermaLink="false" isPermaLink="true">${A}</guid></item>`), { id: A }],
  ['without a value', channel('<item foo><title bar>One</title></item>'), one],
  ['not parted by blanks', atom(`<id>1</id><link rel="alternate"href="${A}"/>`), { id: '1', link: A }],
  ['a sign in a value', atom(`<id>1</id><link title="a < b > c" href="${A}"/>`), { id: '1', link: A }],
  ['blanks around the equals sign', atom(`<id>1</id><link rel = "alternate" href = "${A}" />`), { id: '1', link: A }],
  ['an entity in a value', atom('<id>1</id><link href="https://a.example/?a&#38;b&amp;c&d"/>'), { id: '1', link: 'https://a.example/?a&b&c&d' }],
  ['curly quotes', channel('<item><guid isPermaLink=“false”>g</guid><title>One</title></item>'), { id: 'g', title: 'One' }],
  ['with a prefix nobody bound', channel('<item x:y="z"><title>One</title></item>'), one],
]);

const title = (text: string) => channel(`<item><title>${text}</title></item>`);
// biome-ignore format: one line for each
readsAll('text', [
  ['a bare ampersand', title('A & B'), { title: 'A & B' }],
  ['ampersands in a row', title('A && B &&& C'), { title: 'A && B &&& C' }],
  ['an ampersand before a word', title('AT&T R&D;x'), { title: 'AT&T R&D;x' }],
  ['entities without their end', title('caf&eacute x &amp y'), { title: 'caf&eacute x &amp y' }],
  ['numbers that are no characters', title('a&#0;b&#xD800;c&#x110000;d'), { title: 'a\ufffdb\ufffdc\ufffdd' }],
  ['control characters', title('O\u0001n\u0008e\u001f'), one],
  ['control characters by number', title('On&#1;e&#8;'), { title: 'On\u0001e\u0008' }],
  ['no characters', title('On\uffffe\ufffe'), one],
  ['lone surrogates', title('On\ud800e'), { title: 'On\ufffde' }],
  ['CDATA', title('<![CDATA[One]]>'), one],
  ['CDATA twice', title('<![CDATA[On]]><![CDATA[e]]>'), one],
  ['CDATA with its own end, split', title('<![CDATA[a]]]]><![CDATA[>b]]>'), { title: 'a]]>b' }],
  ['CDATA in CDATA', title('<![CDATA[<![CDATA[One]]>]]>'), one],
  ['CDATA in lower case is none', title('<![cdata[One]]>'), {}],
  ['CDATA with blanks', title('\n  <![CDATA[\n  One\n  ]]>\n  '), one],
  ['an empty CDATA', title('<![CDATA[]]>'), {}],
  ['CDATA escaped', title('&lt;![CDATA[&lt;b&gt;One&lt;/b&gt;]]&gt;'), one],
  ['CDATA spoken of', title('How to write &lt;![CDATA[x]]&gt; in XML'), { title: 'How to write <![CDATA[x]]> in XML' }],
  ['breaks and paragraphs that nobody closed, hundreds of them', channel(`<item><title>One</title><description>${'a<br>'.repeat(500)}${'<p>b'.repeat(500)}</description></item>${NEXT}`), { title: 'One', text: `${'a\n'.repeat(500)}${'b\n'.repeat(500)}`.trim() }, two],
  ['an end of CDATA by itself', title('One]]>'), { title: 'One]]>' }],
  ['tags in CDATA', title('<![CDATA[</title></item></channel>]]>'), {}],
  ['a comment with tags', channel(`<!-- ${ITEM} -->${NEXT}`), two],
  ['a comment with dashes', channel(`<!-- a -- b --->${ITEM}`), one],
  ['an empty comment', channel(`<!---->${ITEM}`), one],
  ['a comment in a link', channel(`<item><link>https://a.example/<!-- x -->1</link></item>`), { link: A }],
  ['an instruction in a title', title('On<?x y?>e'), one],
  ['markup nobody escaped', channel('<item><description><p>a <b>b</b> & c</p></description></item>'), { text: 'a b & c' }],
  ['markup nobody escaped or closed', channel(`<item><title>One</title><description><p>a<li>b<table><tr><td>c</description></item>${NEXT}`), { title: 'One', text: 'a\nb\nc' }, two],
]);

// biome-ignore format: one line for each
const COSTLY: readonly Case[] = [
  ['a billion laughs', doctype(`[<!ENTITY a "ha">${Array.from({ length: 30 }, (_, n) => `<!ENTITY a${n} "&a;&a;&a;&a;">`).join('')}]`, '&a29;'), { title: '&a29;' }],
  ['a hundred thousand attributes', channel(`<item ${'a="b" '.repeat(100_000)}><title>One</title></item>`), one],
  ['a long name', channel(`<item><${'x'.repeat(500_000)}/><title>One</title></item>`), one],
  ['a long title', channel(`<item><title>${'x '.repeat(200_000)}</title><guid>g</guid></item>`), { id: 'g', title: 'x '.repeat(200_000).trim() }],
  ['many namespaces', channel(`<item>${Array.from({ length: 2000 }, (_, n) => `<x${n}:a xmlns:x${n}="urn:${n}">`) .slice(0, 150) .join('')}</item>`), {}],
];
for (const [what, document, ...items] of COSTLY)
  test(`harmless: ${what}`, () => {
    const before = process.threadCpuUsage(); // not the clock: others may be busy
    assert.deepEqual(itemsOf(document), items);
    assert.ok(process.threadCpuUsage(before).user < 5_000_000);
  });

test('what is no feed is called so, and never throws', () => {
  for (const [text = '', problem] of [
    ['<html><head><title>x</title></head><body><p>no', 'not_a_feed'],
    ['<?xml version="1.0"?><opml version="2.0"><body><outline xmlUrl="x"/></body></opml>', 'not_a_feed'],
    [
      '<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>x</loc></url></urlset>',
      'not_a_feed',
    ],
    ['<?xml version="1.0"?>', 'parse_error'],
    ['<!-- nothing -->', 'parse_error'],
    ['<', 'not_a_feed'],
    ['\0\0\0\0', 'not_a_feed'],
  ])
    assert.deepEqual(parseFeed(Buffer.from(text), 'text/xml', HERE), { ok: false, problem }, text);
});

test('a link is one to the web, or none: whatever a browser would make of it', () => {
  const UNSAFE = ['javascript:alert(1)', '&#1;javascript:alert(1)', 'java&#9;script:alert(1)', 'java\nscript:alert(1)'];
  const OTHERS = [
    '&#x1f;data:text/html,x',
    ' \u0001 vbscript:x',
    'blob:https://a.example/1',
    'x-foo:bar',
    'about:blank',
  ];
  for (const link of [...UNSAFE, ...OTHERS]) {
    const channel = parseFeed(Buffer.from(rss('', `<link>${link}</link>`)), undefined, HERE);
    assert.ok(channel.ok);
    assert.equal(channel.feed.link, undefined, link);
    assert.equal(itemsOf(rss(`<title>One</title><link>${link}</link>`))[0]?.link, undefined, link);
    assert.equal(itemsOf(atom(`<title>One</title><link href="${link}"/>`))[0]?.link, undefined, link);
    const url = link.replace('&#1;', '\u0001').replace('&#9;', '\t').replace('&#x1f;', '\u001f');
    const json = {
      version: 'https://jsonfeed.org/version/1',
      title: 'T',
      home_page_url: url,
      items: [{ id: '1', url }],
    };
    const parsed = parseFeed(Buffer.from(JSON.stringify(json)), 'application/json', HERE);
    assert.ok(parsed.ok);
    assert.equal(parsed.feed.link, undefined, link);
    assert.equal(parsed.feed.items[0]?.link, undefined, link);
  }
  assert.equal(itemsOf(rss(`<link>&#1;${A}</link>`))[0]?.link, A);
  assert.equal(itemsOf(rss('<link>/one</link>'))[0]?.link, 'https://site.example/one');
  assert.equal(itemsOf(rss(`<link>&#1;javascript:x</link><guid>${A}</guid>`))[0]?.link, A);
});
