// What Atom 0.3, Atom 1.0 and the drafts before them let a feed say, and how feeds bend them.

import { atom, type Case, HERE, readsAll } from './cases.ts';

const A = 'https://a.example/1';
const base64 = (text: string) => Buffer.from(text).toString('base64');
const XHTML = 'xmlns="http://www.w3.org/1999/xhtml"';
const old = (entry: string, attributes = '') =>
  `<feed version="0.3" xmlns="http://purl.org/atom/ns#"${attributes}><title>T</title><entry>${entry}</entry></feed>`;

// biome-ignore format: one line for each
readsAll('Atom 0.3', [
  ['everything', old(`<title>One</title><link rel="alternate" type="text/html" href="${A}"/><id>tag:a,2004:1</id><issued>2004-01-01T00:00:00Z</issued><modified>2004-01-02T00:00:00Z</modified><created>2003-12-31T00:00:00Z</created><content type="text/html" mode="escaped">&lt;p&gt;text&lt;/p&gt;</content>`), { id: 'tag:a,2004:1', title: 'One', link: A, text: 'text', at: '2004-01-01T00:00:00Z' }],
  ['mode xml', old(`<title type="application/xhtml+xml" mode="xml"><div ${XHTML}>One <b>two</b></div></title>`), { title: 'One two' }],
  ['mode xml by default', old(`<title type="application/xhtml+xml">One <b>two</b></title>`), { title: 'One two' }],
  ['mode escaped', old('<title type="text/html" mode="escaped">One &lt;b&gt;two&lt;/b&gt; &amp;amp; three</title>'), { title: 'One two & three' }],
  ['mode escaped in CDATA', old('<title type="text/html" mode="escaped"><![CDATA[One <b>two</b> &amp; three]]></title>'), { title: 'One two & three' }],
  ['mode escaped of XHTML', old('<title type="application/xhtml+xml" mode="escaped">One &lt;b&gt;two&lt;/b&gt;</title>'), { title: 'One two' }],
  ['mode escaped without a type is text', old('<title mode="escaped">One &lt;b&gt;</title>'), { title: 'One <b>' }],
  ['mode base64', old(`<title type="text/html" mode="base64">${base64('One <b>two</b> &amp; three')}</title>`), { title: 'One two & three' }],
  ['mode base64 of text', old(`<title type="text/plain" mode="base64">${base64('One <b>')}</title>`), { title: 'One <b>' }],
  ['mode base64 over several lines', old(`<title mode="base64">\n  ${base64('One two')}\n</title>`), { title: 'One two' }],
  ['mode base64 that is none', old('<title mode="base64">&lt;!</title>'), {}],
  ['mode base64 of markup as content', old(`<content type="text/html" mode="base64">${base64('<p>text</p>')}</content>`), { text: 'text' }],
  ['text/plain', old('<title type="text/plain">The &lt;b&gt; tag &amp;amp; more</title>'), { title: 'The <b> tag &amp; more' }],
  ['text by default', old('<title>The &lt;b&gt; tag</title>'), { title: 'The <b> tag' }],
  ['an image as content', old(`<title>One</title><content type="image/gif" mode="base64">${base64('GIF89a')}</content><summary>text</summary>`), { title: 'One', text: 'text' }],
  ['the first alternate among others', old(`<link rel="service.edit" type="application/x.atom+xml" href="https://a.example/e"/><link rel="start" href="https://a.example/s"/><link rel="alternate" type="text/html" href="${A}"/>`), { link: A }],
  ['a link of RSS', old(`<link>${A}</link>`), { link: A }],
  ['created alone', old('<created>2004-01-01T00:00:00Z</created>'), { at: '2004-01-01T00:00:00Z' }],
  ['modified alone', old('<modified>2004-01-01T00:00:00Z</modified>'), { at: '2004-01-01T00:00:00Z' }],
  ['xml:base', old('<link rel="alternate" type="text/html" href="1"/>', ' xml:base="https://a.example/"'), { link: A }],
  ['Atom 0.2, by its old namespace', `<feed version="0.2" xmlns="http://purl.org/atom/ns#"><entry><title>One</title><link>${A}</link><id>1</id></entry></feed>`, { id: '1', title: 'One', link: A }],
  ['Echo', `<feed version="0.1" xmlns="http://example.com/newformat#"><entry><title>One</title><link>${A}</link></entry></feed>`, { title: 'One', link: A }],
  ['Pie with a prefix', `<p:feed version="0.1" xmlns:p="http://purl.org/pie/"><p:entry><p:title>One</p:title></p:entry></p:feed>`, { title: 'One' }],
]);

const title = (attributes: string, inside: string) => atom(`<title${attributes}>${inside}</title>`);
// biome-ignore format: one line for each
readsAll('Atom 1.0, titles', [
  ['text without a type', title('', 'One &amp; two'), { title: 'One & two' }],
  ['text', title(' type="text"', 'The &lt;b&gt; tag'), { title: 'The <b> tag' }],
  ['text is unescaped once', title(' type="text"', 'One &amp;amp; two'), { title: 'One &amp; two' }],
  ['text without a type: leftover entities are a slip', title('', 'One &amp;amp; two'), { title: 'One & two' }],
  ['TEXT', title(' type="TEXT"', 'The &lt;b&gt; tag'), { title: 'The <b> tag' }],
  ['html', title(' type="html"', 'One &lt;b&gt;two&lt;/b&gt; &amp;amp; three'), { title: 'One two & three' }],
  ['HTML', title(' type="HTML"', 'One &lt;b&gt;two&lt;/b&gt;'), { title: 'One two' }],
  ['html in CDATA', title(' type="html"', '<![CDATA[One <b>two</b> &lt;three&gt;]]>'), { title: 'One two <three>' }],
  ['html with a quoted tag', title(' type="html"', 'The &amp;lt;b&amp;gt; tag'), { title: 'The <b> tag' }],
  ['html as it stands, not escaped', title(' type="html"', 'One <b>two</b>'), { title: 'One two' }],
  ['text/html', title(' type="text/html"', 'One &lt;b&gt;two&lt;/b&gt;'), { title: 'One two' }],
  ['xhtml', title(' type="xhtml"', `<div ${XHTML}>One <b>two</b> &lt;three&gt;</div>`), { title: 'One two <three>' }],
  ['xhtml with a prefix', atom('<title type="xhtml"><x:div>One <x:b>two</x:b></x:div></title>', ' xmlns:x="http://www.w3.org/1999/xhtml"'), { title: 'One two' }],
  ['xhtml, one div in another', title(' type="xhtml"', `<div ${XHTML}><div>One</div></div>`), { title: 'One' }],
  ['xhtml without its div', title(' type="xhtml"', 'One <b>two</b>'), { title: 'One two' }],
  ['xhtml without its namespace', title(' type="xhtml"', '<div>One <b>two</b></div>'), { title: 'One two' }],
  ['xhtml with a script', title(' type="xhtml"', `<div ${XHTML}>One<script>no()</script></div>`), { title: 'One' }],
  ['text with markup as it stands', title('', 'One <b>two</b>'), { title: 'One two' }],
  ...['<script>x()</script>', '<style>x</style>', '<applet code="x">y</applet>', '<embed src="x">', '<iframe src="x">', '<object id="x">', '<!-- x -->', '<frameset><frame src="x"></frameset>', '<noscript>', '<xmp>', '<meta x="y">', '<link rel="x">', '<o:p>', '<template>x</template>'].map((markup): Case => [`html with ${markup}`, title(' type="html"', `<![CDATA[One${markup} <b>two</b>]]>`), { title: 'One two' }]),
  ['an unknown type', title(' type="x"', 'One'), { title: 'One' }],
  ['empty', title('', ''), {}],
  ['blanks', title('', ' \n '), {}],
  ['numbers of windows-1252', title('', '&#147;One&#148;'), { title: '“One”' }],
  ['entities of HTML', title('', 'caf&eacute;&nbsp;x'), { title: 'café x' }],
  ['an entity nobody knows', title('', 'a &foo; b'), { title: 'a &foo; b' }],
  ['of the source is not the entry’s', atom('<id>1</id><source><id>no</id><title>no</title><link href="https://b.example/"/><updated>2000-01-01T00:00:00Z</updated></source><title>One</title>'), { id: '1', title: 'One' }],
  ['of the source, and the entry has none', atom('<id>1</id><source><id>no</id><title>no</title><link href="https://b.example/"/></source>'), { id: '1' }],
  ['of another namespace', atom('<x:title>no</x:title><title>One</title><x:title>no</x:title>', ' xmlns:x="urn:x"'), { title: 'One' }],
  ['by mistake in the namespace of XHTML', atom('<title xmlns="http://www.w3.org/1999/xhtml">One</title>'), { title: 'One' }],
  ['of a namespace of its own', atom('<title xmlns="urn:x">no</title><title>One</title>'), { title: 'One' }],
  ['dc:title before it', atom('<dc:title>no</dc:title><title>One</title>', ' xmlns:dc="http://purl.org/dc/elements/1.1/"'), { title: 'One' }],
  ['media:title inside a group', atom('<media:group><media:title>no</media:title></media:group><title>One</title>', ' xmlns:media="http://search.yahoo.com/mrss/"'), { title: 'One' }],
  ['of SVG inside the content', atom('<title>One</title><content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><svg xmlns="http://www.w3.org/2000/svg"><title>no</title></svg>text</div></content>'), { title: 'One', text: 'text' }],
  ['of SVG, and the entry has none', atom('<id>1</id><content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><svg xmlns="http://www.w3.org/2000/svg"><title>no</title></svg>text</div></content>'), { id: '1', text: 'text' }],
]);

const link = (...links: string[]) => atom(`<id>1</id>${links.map((one) => `<link ${one}/>`).join('')}`);
const IANA = 'http://www.iana.org/assignments/relation/';
// biome-ignore format: one line for each
readsAll('Atom 1.0, links', [
  ['rel missing', link(`href="${A}"`), { id: '1', link: A }],
  ['alternate', link(`rel="alternate" href="${A}"`), { id: '1', link: A }],
  ['by its registered address', link(`rel="${IANA}self" href="https://a.example/s"`, `rel="${IANA}alternate" href="${A}"`), { id: '1', link: A }],
  ['after self, via, related, enclosure, replies and edit', link( ...['self', 'via', 'related', 'enclosure', 'replies', 'edit', 'http://x.example/rel'].map( (rel) => `rel="${rel}" href="https://a.example/${rel.length}"`), `href="${A}"`), { id: '1', link: A }],
  ['several alternates: the page', link('rel="alternate" type="application/pdf" href="https://a.example/p"', `rel="alternate" type="text/html" href="${A}"`), { id: '1', link: A }],
  ['several alternates: the page before the text', link('rel="alternate" type="text/plain" href="https://a.example/t"', `rel="alternate" type="text/html" href="${A}"`), { id: '1', link: A }],
  ['several alternates in several languages: the first', link(`rel="alternate" hreflang="en" href="${A}"`, 'rel="alternate" hreflang="de" href="https://a.example/de"'), { id: '1', link: A }],
  ['an alternate that is no page', link('rel="self" href="https://a.example/s"', `rel="alternate" type="audio/mpeg" href="${A}"`), { id: '1', link: A }],
  ['XHTML', link('rel="alternate" type="application/atom+xml" href="https://a.example/x"', `rel="alternate" type="application/xhtml+xml" href="${A}"`), { id: '1', link: A }],
  ['a type with parameters', link('rel="alternate" type="application/json" href="https://a.example/x"', `rel="alternate" type="text/html; charset=utf-8" href="${A}"`), { id: '1', link: A }],
  ['blanks in it', link(`href="  ${A}\n "`), { id: '1', link: A }],
  ['ampersands', link(`href="${A}?a=1&amp;b=2&c=3"`), { id: '1', link: `${A}?a=1&b=2&c=3` }],
  ['relative to the document', link('href="1"'), { id: '1', link: 'https://site.example/blog/1' }],
  ['relative, nothing but a fragment', link('href="#x"'), { id: '1', link: `${HERE}#x` }],
  ['empty: the document itself', link('href=""', 'rel="self" href="https://a.example/s"'), { id: '1', link: 'https://a.example/s' }],
  ['xml:base on the feed', atom('<id>1</id><link href="1"/>', ' xml:base="https://a.example/"'), { id: '1', link: A }],
  ['xml:base on the entry', atom('<id>1</id><link href="1"/>').replace('<entry>', '<entry xml:base="https://a.example/">'), { id: '1', link: A }],
  ['xml:base on both', atom('<id>1</id><link href="2"/>', ' xml:base="https://a.example/x/"').replace('<entry>', '<entry xml:base="1/">'), { id: '1', link: 'https://a.example/x/1/2' }],
  ['xml:base on the link', link('xml:base="https://a.example/" href="1"'), { id: '1', link: A }],
  ['xml:base on the content is not the link’s', atom('<id>1</id><content xml:base="https://b.example/">x</content><link href="1"/>', ' xml:base="https://a.example/"'), { id: '1', link: A, text: 'x' }],
  ['an xml:base that is none', atom(`<id>1</id><link href="1"/>`, ' xml:base="http://"'), { id: '1', link: 'https://site.example/blog/1' }],
  ['base without a prefix is nothing', atom('<id>1</id><link href="1"/>', ' base="https://b.example/"'), { id: '1', link: 'https://site.example/blog/1' }],
  ['the site’s link is not what entries are relative to', atom('<id>1</id><link href="1"/>').replace('<entry>', '<link href="https://b.example/"/><entry>'), { id: '1', link: 'https://site.example/blog/1' }],
  ['only self', link('rel="self" href="https://a.example/s"'), { id: '1', link: 'https://a.example/s' }],
  ['content elsewhere', atom(`<id>1</id><content src="${A}" type="text/html"/>`), { id: '1', link: A }],
  ['an id that is an address, and no link', atom(`<id>${A}</id>`), { id: A, link: A }],
  ['of a person', atom(`<id>1</id><author><name>x</name><uri>https://b.example/</uri></author><link href="${A}"/>`), { id: '1', link: A }],
  ['without href', link('rel="alternate"', `rel="alternate" href="${A}"`), { id: '1', link: A }],
  ['javascript', link('href="javascript:x()"'), { id: '1' }],
  ['by the attributes of drafts', link(`rel="alternate" url="${A}"`), { id: '1', link: A }],
  ['by xlink', atom(`<id>1</id><link xlink:href="${A}"/>`, ' xmlns:xlink="http://www.w3.org/1999/xlink"'), { id: '1', link: A }],
  ['of a namespace of its own', link(`xmlns="http://www.w3.org/1999/xlink" href="${A}"`), { id: '1', link: A }],
  ['of a namespace of its own beside one of ours', link('xmlns="urn:x" href="https://b.example/"', `href="${A}"`), { id: '1', link: A }],
  ['closed by a tag of its own', atom(`<id>1</id><link href="${A}"></link>`), { id: '1', link: A }],
  ['never closed', atom(`<id>1</id><link href="${A}"><title>One</title>`), { id: '1', title: 'One', link: A }],
  ['attributes without quotes', atom(`<id>1</id><link rel=alternate href=${A} />`), { id: '1', link: A }],
]);

// biome-ignore format: one line for each
readsAll('Atom 1.0, ids, contents and dates', [
  ['blanks around the id', atom('<id>\n tag:x\n</id>'), { id: 'tag:x' }],
  ['no id', atom('<title>One</title>'), { title: 'One' }],
  ['an empty id', atom('<id/><title>One</title>'), { title: 'One' }],
  ['a relative id stays as it is', atom('<id>/1</id>', ' xml:base="https://a.example/"'), { id: '/1' }],
  ['an id in capitals stays as it is', atom('<id>HTTP://A.example/%7e</id>'), { id: 'HTTP://A.example/%7e', link: 'HTTP://A.example/%7e' }],
  ['ids of other things', atom('<x:id>no</x:id><author><id>no</id></author><thr:in-reply-to ref="no"/><id>1</id>', ' xmlns:x="urn:x" xmlns:thr="http://purl.org/syndication/thread/1.0"'), { id: '1' }],
  ['a guid in Atom', atom('<guid isPermaLink="false">1</guid>'), { id: '1' }],
  ['xhtml content', atom(`<content type="xhtml"><div ${XHTML}><p>a</p><p>b &amp; c</p></div></content>`), { text: 'a\nb & c' }],
  ['html content', atom('<content type="html">&lt;p&gt;a&lt;/p&gt;&lt;p&gt;b &amp;amp; c&lt;/p&gt;</content>'), { text: 'a\nb & c' }],
  ['text content', atom('<content type="text">a &lt;b&gt; c</content>'), { text: 'a <b> c' }],
  ['XML content', atom('<content type="application/xml"><x><y>a</y></x></content>'), { text: 'a' }],
  ['base64 content of text', atom(`<content type="text/plain" mode="base64">${base64('text')}</content>`), { text: 'text' }],
  ['base64 content that is no text', atom(`<content type="application/octet-stream">${base64('text')}</content>`), {}],
  ['content before summary', atom('<summary>short</summary><content>long</content>'), { text: 'long' }],
  ['summary alone', atom('<summary type="html">&lt;i&gt;short&lt;/i&gt;</summary>'), { text: 'short' }],
  ['empty content before a summary', atom('<content/><summary>short</summary>'), { text: 'short' }],
  ['published before updated', atom('<updated>2005-01-01T00:00:00Z</updated><published>2004-01-01T00:00:00Z</published>'), { at: '2004-01-01T00:00:00Z' }],
  ['updated alone', atom('<updated>2005-01-01T00:00:00.25+01:00</updated>'), { at: '2004-12-31T23:00:00Z' }],
  ['lower-case t and z', atom('<updated>2005-01-01t00:00:00z</updated>'), { at: '2005-01-01T00:00:00Z' }],
  ['nothing at all: it counts', atom(''), {}],
]);

const entry = (prefix = '') =>
  `<${prefix}entry><${prefix}id>1</${prefix}id><${prefix}title>One</${prefix}title></${prefix}entry>`;
const one = { id: '1', title: 'One' };
// biome-ignore format: one line for each
readsAll('Atom, documents', [
  ['an entry by itself', entry().replace('<entry', '<entry xmlns="http://www.w3.org/2005/Atom"'), one],
  ['an entry by itself with a prefix', entry('a:').replace('<a:entry', '<a:entry xmlns:a="http://www.w3.org/2005/Atom"'), one],
  ['no namespace', `<feed>${entry()}</feed>`, one],
  ['a prefix', `<a:feed xmlns:a="http://www.w3.org/2005/Atom">${entry('a:')}</a:feed>`, one],
  ['a prefix nobody bound', `<atom:feed>${entry('atom:')}</atom:feed>`, one],
  ['a prefix bound to nothing known', `<atom:feed xmlns:atom="http://x.example/atom">${entry('atom:')}</atom:feed>`, one],
  ...[
    'http://purl.org/atom/ns#draft-ietf-atompub-format-02',
    'http://www.w3.org/2005/atom',
    'https://www.w3.org/2005/Atom',
    'http://www.w3.org/2005/Atom/',
    '',
  ].map((uri): Case => [`by default ${uri || 'an empty namespace'}`, `<feed xmlns="${uri}">${entry()}</feed>`, one]),
  ['a draft’s namespace with a prefix', `<x:feed xmlns:x="http://purl.org/atom/ns#draft-ietf-atompub-format-02">${entry('x:')}</x:feed>`, one],
  ['two prefixes for one namespace', `<feed xmlns="http://www.w3.org/2005/Atom" xmlns:b="http://www.w3.org/2005/Atom">${entry()}${entry('b:')}</feed>`, one, one],
  ['a namespace on each entry', `<a:feed xmlns:a="http://www.w3.org/2005/Atom">${entry().replace('<entry', '<entry xmlns="http://www.w3.org/2005/Atom"')}</a:feed>`, one],
  ['items of RSS in Atom', `<feed xmlns="http://www.w3.org/2005/Atom"><item><title>One</title><guid isPermaLink="false">1</guid></item></feed>`, one],
  ['entries of Atom in RSS', `<rss version="2.0" xmlns:a="http://www.w3.org/2005/Atom"><channel>${entry('a:')}</channel></rss>`, one],
  ['in capitals', '<FEED XMLNS="http://www.w3.org/2005/Atom"><ENTRY><ID>1</ID><TITLE>One</TITLE></ENTRY></FEED>', one],
  ['a feed inside an entry', atom(`<id>1</id><title>One</title><link rel="replies" type="application/atom+xml"><x:inline xmlns:x="urn:x"><feed><title>no</title><entry><id>no</id><title>no</title></entry></feed></x:inline></link>`), one],
  ['an entry as content', atom(`<id>1</id><title>One</title><content type="application/atom+xml"><entry><id>no</id><title>no</title></entry></content>`), { ...one, text: 'nono' }],
  ['extensions with structure', atom('<id>1</id><x:thing xmlns:x="urn:x"><x:a><title>no</title><x:id>no</x:id></x:a></x:thing><title>One</title>'), one],
  ['paging and other links of the feed', atom('<id>1</id><title>One</title>').replace('<entry>', '<link rel="next" href="?page=2"/><link rel="self" href="x"/><generator>g</generator><entry>'), one],
  ['entries before everything else', `<feed xmlns="http://www.w3.org/2005/Atom">${entry()}<title>T</title><id>f</id></feed>`, one],
  ['deleted entries do not count', `<feed xmlns="http://www.w3.org/2005/Atom" xmlns:at="http://purl.org/atompub/tombstones/1.0"><at:deleted-entry ref="x" when="2005-01-01T00:00:00Z"/>${entry()}</feed>`, one],
]);
