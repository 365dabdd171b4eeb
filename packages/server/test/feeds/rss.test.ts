// What the specifications of RSS 0.90 to 2.0 and of CDF let a feed say, and how feeds bend them.

import { type Case, readsAll, rss } from './cases.ts';

const RDF = 'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"';
const RSS1 = 'xmlns="http://purl.org/rss/1.0/"';
const DC = 'xmlns:dc="http://purl.org/dc/elements/1.1/"';
const CONTENT = 'xmlns:content="http://purl.org/rss/1.0/modules/content/"';
const A = 'https://a.example/1';

const old = (version: string, item: string, before = '') =>
  `<?xml version="1.0"?>${before}<rss version="${version}"><channel><title>T</title><link>https://a.example/</link><description>D</description>${item}</channel></rss>`;
const rdf = (item: string, attributes = RSS1) =>
  `<rdf:RDF ${RDF} ${attributes}><channel rdf:about="https://a.example/"><title>T</title><link>https://a.example/</link><items><rdf:Seq><rdf:li rdf:resource="${A}"/></rdf:Seq></items></channel>${item}</rdf:RDF>`;
/** In the place of an item only one member, to see what becomes of it. */
const NETSCAPE =
  '<!DOCTYPE rss PUBLIC "-//Netscape Communications//DTD RSS 0.91//EN" "http://my.netscape.com/publish/formats/rss-0.91.dtd">';

// biome-ignore format: one line for each
readsAll('RSS 0.9x', [
  ['0.90 in RDF', `<?xml version="1.0"?><rdf:RDF ${RDF} xmlns="http://my.netscape.com/rdf/simple/0.9/"><channel><title>T</title><link>https://a.example</link></channel><image><title>I</title><url>https://a.example/i.gif</url><link>https://a.example/</link></image><item><title>One</title><link>${A}</link></item><textinput><title>Search</title><link>https://a.example/s</link></textinput></rdf:RDF>`, { title: 'One', link: A }],
  ['0.90 by its other namespace', `<rdf:RDF ${RDF} xmlns="http://channel.netscape.com/rdf/simple/0.9/"><item><title>One</title><link>${A}</link></item></rdf:RDF>`, { title: 'One', link: A }],
  ['0.91 of Netscape with its DOCTYPE and entities', old('0.91', `<item><title>Caf&eacute; &copy;&nbsp;x</title><link>${A}</link></item>`, NETSCAPE), { title: 'Café © x', link: A }],
  ['0.91 of Userland', old('0.91', `<item><title>One</title><link>${A}</link><description>text</description></item><item><title>Two</title><link>/2</link></item>`), { title: 'One', link: A, text: 'text' }, { title: 'Two', link: 'https://site.example/2' }],
  ['0.91 with skipHours, textInput and image', old('0.91', `<skipHours><hour>1</hour></skipHours><textInput><title>S</title><description>s</description><name>q</name><link>https://a.example/q</link></textInput><image><title>I</title><url>u</url><link>l</link></image><item><title>One</title></item>`), { title: 'One' }],
  ['0.92: an item of a description alone', old('0.92', '<item><description>Just &lt;i&gt;words&lt;/i&gt;</description></item>'), { text: 'Just words' }],
  ['0.92: source, enclosure and category', old('0.92', `<item><title>One</title><link>${A}</link><source url="https://b.example/x.xml">Other</source><enclosure url="https://a.example/x.mp3" length="1" type="audio/mpeg"/><category domain="d">c</category></item>`), { title: 'One', link: A }],
  ['0.93: dates', old('0.93', `<item><title>One</title><pubDate>Thu, 01 Jan 2004 19:48:21 GMT</pubDate><expirationDate>Fri, 02 Jan 2004 19:48:21 GMT</expirationDate></item>`), { title: 'One', at: '2004-01-01T19:48:21Z' }],
  ['0.94: a guid and a typed description', old('0.94', `<item><guid>${A}</guid><description type="text/html">a &lt;b&gt;c&lt;/b&gt;</description></item>`), { id: A, link: A, text: 'a c' }],
  ['a version nobody knows', old('7.3-beta', '<item><title>One</title></item>'), { title: 'One' }],
  ['no version', '<rss><channel><item><title>One</title></item></channel></rss>', { title: 'One' }],
  ['items beside the channel', `<rss version="0.91"><channel><title>T</title></channel><item><title>One</title></item></rss>`, { title: 'One' }],
  ['two channels', '<rss version="2.0"><channel><item><title>One</title></item></channel><channel><item><title>Two</title></item></channel></rss>', { title: 'One' }, { title: 'Two' }],
]);

// biome-ignore format: one line for each
readsAll('RSS 1.0', [
  ['rdf:about is the id', rdf(`<item rdf:about="${A}"><title>One</title><link>https://a.example/l</link></item>`), { id: A, title: 'One', link: 'https://a.example/l' }],
  ['an item without rdf:about', rdf(`<item><title>One</title><link>${A}</link></item>`), { title: 'One', link: A }],
  ['about without its prefix', rdf(`<item about="${A}"><title>One</title></item>`), { id: A, title: 'One', link: A }],
  ['rdf:ID', rdf(`<item rdf:ID="one"><title>One</title><link>${A}</link></item>`), { id: 'one', title: 'One', link: A }],
  ['items inside the channel', `<rdf:RDF ${RDF} ${RSS1}><channel rdf:about="c"><title>T</title><item rdf:about="${A}"><title>One</title></item></channel></rdf:RDF>`, { id: A, title: 'One', link: A }],
  ['content:encoded before the description', rdf(`<item rdf:about="${A}"><title>One</title><description>short</description><content:encoded><![CDATA[<p>long</p>]]></content:encoded></item>`, `${RSS1} ${CONTENT}`), { id: A, title: 'One', link: A, text: 'long' }],
  ['Dublin Core', rdf(`<item rdf:about="${A}"><dc:title>One</dc:title><dc:date>2004-01-01T00:00:00Z</dc:date><dc:description>text</dc:description></item>`, `${RSS1} ${DC}`), { id: A, title: 'One', link: A, text: 'text', at: '2004-01-01T00:00:00Z' }],
  ['title before dc:title', rdf(`<item rdf:about="${A}"><dc:title>Two</dc:title><title>One</title></item>`, `${RSS1} ${DC}`), { id: A, title: 'One', link: A }],
  ['every name with a prefix', `<r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:s="http://purl.org/rss/1.0/"><s:channel r:about="c"><s:title>T</s:title></s:channel><s:item r:about="${A}"><s:title>One</s:title><s:link>${A}</s:link></s:item></r:RDF>`, { id: A, title: 'One', link: A }],
  ['RDF as the default namespace', `<RDF xmlns="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:s="http://purl.org/rss/1.0/"><s:item about="${A}"><s:title>One</s:title></s:item></RDF>`, { id: A, title: 'One', link: A }],
  ['local names of another namespace do not clash', `<rdf:RDF ${RDF} ${RSS1} xmlns:x="urn:x"><x:item><x:title>no</x:title></x:item><item rdf:about="${A}"><x:title>no</x:title><x:link>no</x:link><title>One</title><link>${A}</link><x:description>no</x:description></item></rdf:RDF>`, { id: A, title: 'One', link: A }],
  ['a table of contents that names more than there is', `<rdf:RDF ${RDF} ${RSS1}><channel rdf:about="c"><items><rdf:Seq><rdf:li resource="x"/><rdf:li resource="y"/></rdf:Seq></items></channel></rdf:RDF>`],
  ['rdf:about that is no address', rdf(`<item rdf:about="#one"><title>One</title><link>${A}</link></item>`), { id: '#one', title: 'One', link: A }],
  ['RSS 1.1', `<Channel xmlns="http://purl.org/net/rss1.1#" ${RDF} rdf:about="c"><title>T</title><link>https://a.example/</link><description>D</description><items rdf:parseType="Collection"><item rdf:about="${A}"><title>One</title><link>${A}</link></item></items></Channel>`, { id: A, title: 'One', link: A }],
  ['fields, as Netscape first had them', rdf(`<item rdf:about="${A}" title="no"><title>One</title></item>`), { id: A, title: 'One', link: A }],
]);

// biome-ignore format: one line for each
const ids: readonly Case[] = [
  ['a guid that is a permalink', rss(`<guid isPermaLink="true">${A}</guid>`), { id: A, link: A }],
  ['a guid that does not say', rss(`<guid>${A}</guid>`), { id: A, link: A }],
  ['a guid that is none', rss(`<guid isPermaLink="false">${A}</guid>`), { id: A }],
  ['isPermaLink in capitals', rss(`<guid ISPERMALINK="FALSE">${A}</guid>`), { id: A }],
  ['isPermaLink with blanks', rss(`<guid isPermaLink=" false ">${A}</guid>`), { id: A }],
  ['a permalink beside a link', rss(`<guid>https://a.example/g</guid><link>${A}</link>`), { id: 'https://a.example/g', link: A }],
  ['a permalink after an empty link', rss(`<link></link><guid>${A}</guid>`), { id: A, link: A }],
  ['a permalink that is no address', rss('<guid>17</guid>'), { id: '17' }],
  ['a relative permalink that says so', rss('<guid isPermaLink="true">/1</guid>'), { id: '/1', link: 'https://site.example/1' }],
  ['a permalink that says so and is words', rss('<guid isPermaLink="true">not an address</guid>'), { id: 'not an address' }],
  ['blanks around the guid', rss(`<guid>\n  ${A}\n</guid>`), { id: A, link: A }],
  ['an empty guid', rss(`<guid/><link>${A}</link>`), { link: A }],
  ['a guid in CDATA', rss('<guid isPermaLink="false"><![CDATA[a&b]]></guid>'), { id: 'a&b' }],
  ['a guid with a query', rss('<guid>https://a.example/?a=1&amp;b=2</guid>'), { id: 'https://a.example/?a=1&b=2', link: 'https://a.example/?a=1&b=2' }],
  ['a guid with a bare ampersand', rss('<guid>https://a.example/?a=1&b=2&copy=3</guid>'), { id: 'https://a.example/?a=1&b=2&copy=3', link: 'https://a.example/?a=1&b=2&copy=3' }],
  ['two guids', rss('<guid isPermaLink="false">1</guid><guid isPermaLink="false">2</guid>'), { id: '1' }],
  ['dc:identifier', rss(`<dc:identifier>urn:1</dc:identifier><link>${A}</link>`, '', ` ${DC}`), { id: 'urn:1', link: A }],
  ['guid before dc:identifier', rss('<dc:identifier>urn:1</dc:identifier><guid isPermaLink="false">2</guid>', '', ` ${DC}`), { id: '2' }],
  ['atom:id', rss(`<a:id>urn:1</a:id><link>${A}</link>`, '', ' xmlns:a="http://www.w3.org/2005/Atom"'), { id: 'urn:1', link: A }],
  ['guid before atom:id', rss('<a:id>urn:1</a:id><guid isPermaLink="false">2</guid>', '', ' xmlns:a="http://www.w3.org/2005/Atom"'), { id: '2' }],
  ['rdf:about in RSS 2.0', rss(`<title>One</title>`, '', ` ${RDF}`).replace('<item>', `<item rdf:about="${A}">`), { id: A, title: 'One', link: A }],
  ['wp:post_id and other ids are none', rss('<wp:post_id>7</wp:post_id><x:id>8</x:id><x:guid>9</x:guid><title>One</title>', '', ' xmlns:wp="http://wordpress.org/export/1.2/" xmlns:x="urn:x"'), { title: 'One' }],
];
readsAll('RSS 2.0, ids', ids);

const ATOM = ' xmlns:atom="http://www.w3.org/2005/Atom"';
// biome-ignore format: one line for each
readsAll('RSS 2.0, links', [
  ['plain', rss(`<link>${A}</link>`), { link: A }],
  ['blanks and line ends around and inside', rss('<link>\n https://a.example/\n1 </link>'), { link: A }],
  ['CDATA', rss(`<link><![CDATA[${A}?a=1&b=2]]></link>`), { link: `${A}?a=1&b=2` }],
  ['an escaped ampersand', rss(`<link>${A}?a=1&amp;b=2</link>`), { link: `${A}?a=1&b=2` }],
  ['a twice escaped ampersand', rss(`<link>${A}?a=1&amp;amp;b=2</link>`), { link: `${A}?a=1&b=2` }],
  ['a bare ampersand', rss(`<link>${A}?a=1&b=2&lt=3&copy=4</link>`), { link: `${A}?a=1&b=2&lt=3&copy=4` }],
  ['relative to the document, wherever the site is', rss('<link>/1</link>', '<link>https://a.example/x/</link>'), { link: 'https://site.example/1' }],
  ['relative to the document', rss('<link>1</link>'), { link: 'https://site.example/blog/1' }],
  ['relative to xml:base of the item', rss('<link>1</link>').replace('<item>', '<item xml:base="https://a.example/">'), { link: A }],
  ['relative to xml:base of the feed, not to the site', rss('<link>1</link>', '<link>https://b.example/</link>', ' xml:base="https://a.example/"'), { link: A }],
  ['without a scheme but with a host', rss('<link>//a.example/1</link>'), { link: A }],
  ['several: the first', rss(`<link>${A}</link><link>https://a.example/2</link>`), { link: A }],
  ['an empty one before', rss(`<link/><link>${A}</link>`), { link: A }],
  ['atom:link to itself is not it', rss(`<atom:link rel="self" href="https://a.example/self"/><link>${A}</link>`, '', ATOM), { link: A }],
  ['atom:link as the only one', rss(`<atom:link href="${A}"/>`, '', ATOM), { link: A }],
  ['atom:link rel alternate', rss(`<atom:link rel="enclosure" href="https://a.example/x.mp3"/><atom:link rel="alternate" href="${A}"/>`, '', ATOM), { link: A }],
  ['link beside an alternate', rss(`<atom:link rel="alternate" href="https://a.example/2"/><link>${A}</link>`, '', ATOM), { link: A }],
  ['written as in Atom', rss(`<link href="${A}"/>`), { link: A }],
  ['feedburner:origLink beside a link', rss(`<link>${A}</link><feedburner:origLink>https://b.example/</feedburner:origLink>`, '', ' xmlns:feedburner="http://rssnamespace.org/feedburner/ext/1.0"'), { link: A }],
  ['feedburner:origLink alone', rss(`<feedburner:origLink>${A}</feedburner:origLink>`, '', ' xmlns:feedburner="http://rssnamespace.org/feedburner/ext/1.0"'), { link: A }],
  ['an enclosure alone', rss(`<enclosure url="${A}" type="audio/mpeg" length="1"/>`), { link: A }],
  ['comments, source and image are not it', rss('<title>One</title><comments>https://a.example/c</comments><source url="https://b.example/">x</source><image><link>https://a.example/i</link></image>'), { title: 'One' }],
  ['of another namespace', rss(`<x:link>https://b.example/</x:link><link>${A}</link>`, '', ' xmlns:x="urn:x"'), { link: A }],
  ['of a prefix nobody bound', rss(`<x:link>https://b.example/</x:link><link>${A}</link>`), { link: A }],
  ['javascript', rss('<link>javascript:alert(1)</link>'), {}],
  ['a host in another script', rss('<link>https://bücher.example/ä</link>'), { link: 'https://bücher.example/ä' }],
  ['a blank inside', rss('<link>https://a.example/a b</link>'), { link: 'https://a.example/a b' }],
  ['markup around it', rss(`<link><a href="https://b.example/">${A}</a></link>`), { link: A }],
  ['guid that is not a permalink, and no link', rss('<title>One</title><guid isPermaLink="false">https://a.example/x</guid>'), { id: 'https://a.example/x', title: 'One' }],
]);

// biome-ignore format: one line for each
readsAll('RSS 2.0, titles', [
  ['plain', rss('<title>One</title>'), { title: 'One' }],
  ['blanks and lines', rss('<title>\n One\n\ttwo  </title>'), { title: 'One two' }],
  ['empty', rss('<title/>'), {}],
  ['missing', rss('<description>text</description>'), { text: 'text' }],
  ['two', rss('<title>One</title><title>Two</title>'), { title: 'One' }],
  ['an empty one before', rss('<title> </title><title>Two</title>'), { title: 'Two' }],
  ['escaped markup', rss('<title>&lt;b&gt;One&lt;/b&gt; two</title>'), { title: 'One two' }],
  ['markup in CDATA', rss('<title><![CDATA[<b>One</b> &amp; two]]></title>'), { title: 'One & two' }],
  ['markup as it stands', rss('<title><b>One</b> two</title>'), { title: 'One two' }],
  ['escaped twice', rss('<title>One &amp;amp; two &amp;#8212; &amp;eacute;</title>'), { title: 'One & two — é' }],
  ['escaped once', rss('<title>One &amp; two</title>'), { title: 'One & two' }],
  ['a tag that is spoken of', rss('<title>The &lt;blink&gt; tag</title>'), { title: 'The <blink> tag' }],
  ['a tag that is spoken of, escaped twice', rss('<title>The &amp;lt;b&amp;gt; tag</title>'), { title: 'The <b> tag' }],
  ['signs that are no tags', rss('<title>1 &lt; 2 &gt; 0</title>'), { title: '1 < 2 > 0' }],
  ['generics', rss('<title>List&lt;String&gt; explained</title>'), { title: 'List<String> explained' }],
  ['a line break', rss('<title>One&lt;br&gt;two</title>'), { title: 'One two' }],
  ['a picture', rss('<title>One &lt;img src="x" alt="y"/&gt; two</title>'), { title: 'One two' }],
  ['a comment in between', rss('<title>On<!-- x -->e</title>'), { title: 'One' }],
  ['text and CDATA mixed', rss('<title>One <![CDATA[& <i>two</i>]]> three</title>'), { title: 'One & two three' }],
  ['windows-1252 by number', rss('<title>&#147;One&#148; &#150; two&#133;</title>'), { title: '“One” – two…' }],
  ['windows-1252 by number, escaped twice', rss('<title>&amp;#147;One&amp;#148;</title>'), { title: '“One”' }],
  ['numbers', rss('<title>&#65;&#x42;&#X43;&#x1F980;</title>'), { title: 'ABC🦀' }],
  ['entities of HTML', rss('<title>caf&eacute;&nbsp;&hellip;&mdash;&rsquo;</title>'), { title: 'café …—’' }],
  ['entities nobody knows', rss('<title>a &foo; b &; c</title>'), { title: 'a &foo; b &; c' }],
  ['media:title does not win', rss('<media:title>no</media:title><title>One</title><media:group><media:title>no</media:title></media:group>', '', ' xmlns:media="http://search.yahoo.com/mrss/"'), { title: 'One' }],
  ['media:title alone', rss('<media:title>One</media:title>', '', ' xmlns:media="http://search.yahoo.com/mrss/"'), { title: 'One' }],
  ['itunes:title does not win', rss('<itunes:title>no</itunes:title><title>One</title>', '', ' xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"'), { title: 'One' }],
  ['itunes:title alone', rss('<itunes:title>One</itunes:title>', '', ' xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"'), { title: 'One' }],
  ['dc:title', rss('<dc:title>One</dc:title>', '', ` ${DC}`), { title: 'One' }],
  ['dcterms:title', rss('<dcterms:title>One</dcterms:title>', '', ' xmlns:dcterms="http://purl.org/dc/terms/"'), { title: 'One' }],
  ['Dublin Core under another prefix', rss('<q:title>One</q:title>', '', ' xmlns:q="http://purl.org/dc/elements/1.1/"'), { title: 'One' }],
  ['the prefix dc bound to something else', rss('<dc:title>no</dc:title><title>One</title>', '', ' xmlns:dc="urn:other"'), { title: 'One' }],
  ['atom:title', rss('<atom:title type="html">&lt;b&gt;One&lt;/b&gt;</atom:title>', '', ATOM), { title: 'One' }],
  ['a title typed as in Atom', rss('<title type="html">&lt;nosuch&gt;One&lt;/nosuch&gt;</title>'), { title: 'One' }],
  ['of the channel’s image', rss('<description>text</description>', '<image><title>no</title></image>'), { text: 'text' }],
  ['of a source', rss('<source url="x"><title>no</title></source><description>text</description>'), { text: 'text' }],
  ['of an activity inside', rss('<activity:object><title>no</title><id>no</id><link rel="alternate" href="https://b.example/"/></activity:object><description>text</description>', '', ' xmlns:activity="http://activitystrea.ms/spec/1.0/"'), { text: 'text' }],
  ['in capitals', '<RSS VERSION="2.0"><CHANNEL><TITLE>T</TITLE><ITEM><TITLE>One</TITLE><LINK>https://a.example/1</LINK><GUID ISPERMALINK="false">g</GUID></ITEM></CHANNEL></RSS>', { id: 'g', title: 'One', link: A }],
  ['in mixed case', '<Rss version="2.0"><Channel><Item><Title>One</Title><Link>https://a.example/1</Link></Item></Channel></Rss>', { title: 'One', link: A }],
  ['opened and closed in different case', '<rss version="2.0"><channel><Item><Title>One</title><link>https://a.example/1</Link></item><item><title>Two</TITLE></item></channel></rss>', { title: 'One', link: A }, { title: 'Two' }],
  ['marks of direction stay for the cleaner', rss('<title>a\u200eb</title>'), { title: 'a\u200eb' }],
]);

// biome-ignore format: one line for each
readsAll('RSS 2.0, namespaces', [
  ...[
    'http://backend.userland.com/rss2',
    'http://backend.userland.com/RSS2',
    'http://backend.userland.com/rss',
    'http://blogs.law.harvard.edu/tech/rss',
    'http://cyber.law.harvard.edu/rss/rss.html',
    'http://purl.org/rss/1.0/',
    'http://purl.org/rss/2.0/',
    'http://www.w3.org/2005/Atom',
    'http://www.w3.org/1999/xhtml',
    'urn:nobody',
    '',
  ].map(
    (uri): Case => [
      `by default ${uri || 'an empty one'}`,
      rss('<title>One</title><guid>g</guid>', '', ` xmlns="${uri}"`),
      { id: 'g', title: 'One' },
    ],
  ),
  ...['http://backend.userland.com/rss2', 'http://purl.org/rss/2.0/', 'urn:nobody'].map(
    (uri): Case => [
      `with a prefix for ${uri}`,
      `<r:rss xmlns:r="${uri}" version="2.0"><r:channel><r:item><r:title>One</r:title><r:guid>g</r:guid></r:item></r:channel></r:rss>`,
      { id: 'g', title: 'One' },
    ],
  ),
  ['on the item', '<rss version="2.0"><channel><item xmlns="urn:x"><title>One</title></item></channel></rss>', { title: 'One' }],
  ['on the channel', '<rss version="2.0"><channel xmlns="http://purl.org/dc/elements/1.1/"><item><title>One</title></item></channel></rss>', { title: 'One' }],
  ['declared on the member itself', rss('<d:title xmlns:d="http://purl.org/dc/elements/1.1/">One</d:title>'), { title: 'One' }],
  ['a prefix nobody bound', rss('<dc:title>One</dc:title><content:encoded>text</content:encoded>'), { title: 'One', text: 'text' }],
  ['content under another prefix', rss('<c:encoded>&lt;p&gt;text&lt;/p&gt;</c:encoded>', '', ' xmlns:c="http://purl.org/rss/1.0/modules/content/"'), { text: 'text' }],
  ['content without the slash at the end', rss('<c:encoded>text</c:encoded>', '', ' xmlns:c="http://purl.org/rss/1.0/modules/content"'), { text: 'text' }],
  ['an element of another namespace called like ours, with members', rss('<x:item><title>no</title><guid>no</guid></x:item><title>One</title>', '', ' xmlns:x="urn:x"'), { title: 'One' }],
  ['an xhtml:body', rss('<title>One</title><body xmlns="http://www.w3.org/1999/xhtml"><p>text</p></body>'), { title: 'One', text: 'text' }],
  ['an xhtml:div', rss('<title>One</title><div xmlns="http://www.w3.org/1999/xhtml"><p>text</p></div>'), { title: 'One', text: 'text' }],
]);

// biome-ignore format: one line for each
readsAll('RSS 2.0, texts and dates', [
  ['content:encoded before description', rss(`<description>short</description><content:encoded><![CDATA[<p>long</p>]]></content:encoded>`, '', ` ${CONTENT}`), { text: 'long' }],
  ['an empty content:encoded', rss('<description>short</description><content:encoded/>', '', ` ${CONTENT}`), { text: 'short' }],
  ['markup as it stands', rss('<description>a <b>c</b><br/>d</description>'), { text: 'a c\nd' }],
  ['a page inside, with its own title', rss('<title>One</title><description><html><head><title>no</title></head><body>text</body></html></description>'), { title: 'One', text: 'text' }],
  ['scripts are not read', rss('<description>&lt;script&gt;no()&lt;/script&gt;yes&lt;style&gt;no&lt;/style&gt;</description>'), { text: 'yes' }],
  ['fullitem', rss('<fullitem>text</fullitem>'), { text: 'text' }],
  ['dc:date', rss('<dc:date>2004-01-01T00:00:00Z</dc:date>', '', ` ${DC}`), { at: '2004-01-01T00:00:00Z' }],
  ['pubDate before dc:date', rss('<dc:date>2003-01-01T00:00:00Z</dc:date><pubDate>Thu, 01 Jan 2004 00:00:00 GMT</pubDate>', '', ` ${DC}`), { at: '2004-01-01T00:00:00Z' }],
  ['dcterms:issued', rss('<dcterms:issued>2004-01-01</dcterms:issued>', '', ' xmlns:dcterms="http://purl.org/dc/terms/"'), { at: '2004-01-01T00:00:00Z' }],
  ['an unreadable date', rss('<title>One</title><pubDate>yesterday</pubDate>'), { title: 'One' }],
  ['an unreadable date before a readable one', rss('<pubDate>soon</pubDate><dc:date>2004-01-01</dc:date>', '', ` ${DC}`), { at: '2004-01-01T00:00:00Z' }],
  ['nothing at all: it counts', rss(''), {}],
  ['empty elements: they count', '<rss version="2.0"><channel><item/><item></item><item> </item></channel></rss>', {}, {}, {}],
]);

// biome-ignore format: one line for each
readsAll('CDF', [
  ['items by HREF', '<CHANNEL HREF="https://a.example/" BASE="https://a.example/"><TITLE>T</TITLE><ABSTRACT>x</ABSTRACT><ITEM HREF="https://a.example/1" LASTMOD="2004-01-01T00:00"><TITLE>One</TITLE><ABSTRACT>text</ABSTRACT></ITEM></CHANNEL>', { title: 'One', link: A, text: 'text', at: '2004-01-01T00:00:00Z' }],
  ['relative to BASE', '<Channel Base="https://a.example/"><Item Href="1"><Title>One</Title></Item></Channel>', { title: 'One', link: A }],
  ['the link as an element', '<channel><item><a href="https://a.example/1"/><title>One</title></item></channel>', { title: 'One', link: A }],
  ['channels in channels', '<channel><channel><item href="https://a.example/1"><title>One</title></item></channel><item href="https://a.example/2"><title>Two</title></item></channel>', { title: 'One', link: A }, { title: 'Two', link: 'https://a.example/2' }],
]);
