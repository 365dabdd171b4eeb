// RSS 0.9x, 1.0 (RDF), 2.0, Atom 0.3 and 1.0, from the tree. The formats are read as one, because feeds mix them.

import { decodeHTMLStrict } from 'entities';
import { feedDate } from './dates.ts';
import type { Feed, FeedItem } from './feed.ts';
import { textOfHtml, tidy, titleText } from './plain-text.ts';
import { elementsOf, markupOf, resolve, textOf, type XmlElement, type XmlTree } from './xml-tree.ts';

const ROOTS: Readonly<Record<string, Feed['format']>> = {
  rss: 'rss',
  channel: 'rss',
  'rdf:rdf': 'rdf',
  rdf: 'rdf',
  feed: 'atom',
  entry: 'atom',
};
/** Elements of an item whose insides speak of something else. */
const APART =
  /^(item|entry|source|image|textinput|author|contributor|cloud|category|content|(content|media|xhtml|itunes|geo|georss|foaf|cc|sy|psc):.*)$/;
const HTML_TYPES = /^(text\/html|application\/xhtml\+xml|text\/plain|)$/i;
const UNSAFE = /^\s*(javascript|data|vbscript|blob|file):/i;
const DAY_S = 86_400;
const PERIODS_S: Readonly<Record<string, number>> = {
  hourly: 3600,
  daily: DAY_S,
  weekly: 7 * DAY_S,
  monthly: 30 * DAY_S,
  yearly: 365 * DAY_S,
};

export function readXmlFeed({ root, complete }: XmlTree): Feed | undefined {
  const format = root && ROOTS[root.name];
  if (!root || !format) return undefined;
  const channel = root.name === 'entry' ? undefined : (elementsOf(root).find(({ name }) => name === 'channel') ?? root);
  const items = root.name === 'entry' ? [root] : [...itemsIn(root)];
  return {
    format,
    ...(channel && defined({ title: titleOf(channel, format), link: linkOf(channel), ttl_s: ttlOf(channel) })),
    items: items.map((item) => readItem(item, format)),
    complete,
  };
}

/** Wherever they lie: in the channel (RSS 2.0), beside it (RSS 1.0), or deeper, when something before was not closed. */
function* itemsIn(element: XmlElement): Generator<XmlElement> {
  for (const child of elementsOf(element)) {
    if (child.name === 'item' || child.name === 'entry') yield child;
    else yield* itemsIn(child);
  }
}

function readItem(item: XmlElement, format: Feed['format']): FeedItem {
  const published = dateOf(item, [
    'pubdate',
    'published',
    'issued',
    'dc:date',
    'dc:issued',
    'dc:created',
    'created',
    'date',
  ]);
  const updated = dateOf(item, ['updated', 'modified', 'dc:modified', 'lastbuilddate', 'lastmod']);
  return {
    ...defined({
      id: idOf(item),
      title: titleOf(item, format),
      link: linkOf(item),
      body: bodyOf(item),
      author: authorOf(item),
      published_at: published ?? updated,
      updated_at: updated,
    }),
    tags: tagsOf(item),
  };
}

function defined<T extends object>(values: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never;
}

/** The first with content, by order of names: a direct child, or what lies deeper because a tag was left open. */
function find(item: XmlElement, names: readonly string[]): XmlElement | undefined {
  for (const name of names) {
    const found = elementsOf(item).find((child) => child.name === name && textOf(child).trim() !== '');
    if (found) return found;
  }
  return undefined;
}

function findAnywhere(item: XmlElement, names: readonly string[]): XmlElement | undefined {
  const direct = find(item, names);
  if (direct) return direct;
  for (const child of elementsOf(item)) {
    const found = APART.test(child.name) ? undefined : findAnywhere(child, names);
    if (found) return found;
  }
  return undefined;
}

function idOf(item: XmlElement): string | undefined {
  const said = (names: readonly string[]) => {
    const id = findAnywhere(item, names);
    return id && textUntil(id, OWN_PLACE).trim();
  };
  const { about } = item.attributes;
  return (
    said(['guid', 'id']) || (item.attributes['rdf:about'] ?? about)?.trim() || said(['dc:identifier']) || undefined
  );
}

/** Members of an item: inside another one they stand only because that was not closed. */
const OWN_PLACE =
  /^(title|link|guid|id|description|pubdate|author|category|comments|enclosure|updated|published|summary|content|dc:\w+|content:encoded)$/;

function titleOf(element: XmlElement, format: Feed['format']): string | undefined {
  const title = findAnywhere(element, ['title', 'dc:title']) ?? find(element, ['media:title', 'itunes:title']);
  if (!title) return undefined;
  const { type = '', mode = '' } = title.attributes;
  if (isBase64(type, mode)) return oneLine(fromBase64(textOf(title)));
  if (type === 'text' || type === 'text/plain') return oneLine(textOf(title));
  if (elementsOf(title).some(({ name }) => OWN_PLACE.test(name)))
    return titleText(textUntil(title, OWN_PLACE)) || undefined;
  // XHTML is markup as it stands: what is escaped in it is text.
  if (elementsOf(title).length > 0 || /xhtml/i.test(type)) return oneLine(textOfHtml(markupOf(title)));
  if (/html/i.test(type)) return oneLine(textOfHtml(textOf(title)));
  // RSS does not say whether a title is HTML; Atom does, and without a type it is text.
  return (
    (format === 'atom' && type === '' ? oneLine(decodeHTMLStrict(textOf(title))) : titleText(textOf(title))) ||
    undefined
  );
}

/** The text before the first element that fits. */
function textUntil(element: XmlElement, stop: RegExp): string {
  const end = element.children.findIndex((child) => typeof child !== 'string' && stop.test(child.name));
  return textOf(end < 0 ? element : { ...element, children: element.children.slice(0, end) });
}

function oneLine(text: string): string | undefined {
  return text.replace(/\s+/g, ' ').trim() || undefined;
}

/** Also by the address under which the relation is registered, and when it is not named at all. */
const ALTERNATE = /^\s*(https?:\/\/www\.iana\.org\/assignments\/relation\/)?(alternate)?\s*$/i;

/** Atom: the alternate link. RSS: `link`, else the `guid` that is a permalink. */
function linkOf(element: XmlElement): string | undefined {
  const links = elementsOf(element).filter(({ name }) => name === 'link' || name === 'xhtml:link');
  const alternates = links.filter(({ attributes }) => attributes.href && ALTERNATE.test(attributes.rel ?? ''));
  const page = alternates.find(({ attributes }) => HTML_TYPES.test(attributes.type ?? '')) ?? alternates[0];
  const written = links.find((link) => !link.attributes.href && textOf(link).trim() !== '');
  const beside = written ? undefined : textAfterLink(element);
  const deeper = (written ?? page) ? undefined : findAnywhere(element, ['link', 'url']);
  const guid = elementsOf(element).find(({ name }) => name === 'guid' || name === 'id');
  const enclosed = elementsOf(element).find(({ name }) => /^(enclosure|content|media:content)$/.test(name));
  return (
    address(written && textUntil(written, OWN_PLACE), written) ??
    address(page?.attributes.href, page) ??
    address(beside, element) ??
    address(deeper && textUntil(deeper, OWN_PLACE), deeper) ??
    permalink(guid) ??
    address(element.attributes.href, element) ??
    address(links.find(({ attributes }) => attributes.href)?.attributes.href, element) ??
    address(element.attributes['rdf:about'] ?? element.attributes.about, element) ??
    address(enclosed?.attributes.url ?? enclosed?.attributes.src, enclosed)
  );
}

/** `<link/>https://…`: a feed that went through a program for HTML, where `link` is always empty. */
function textAfterLink({ children }: XmlElement): string | undefined {
  const at = children.findIndex(
    (child) => typeof child !== 'string' && child.name === 'link' && !child.attributes.href,
  );
  const after = at < 0 ? undefined : children[at + 1];
  return typeof after === 'string' && /^\s*https?:\/\/\S+\s*$/i.test(after) ? after : undefined;
}

function permalink(guid: XmlElement | undefined): string | undefined {
  if (!guid || (guid.attributes.ispermalink ?? 'true').toLowerCase() !== 'true') return undefined;
  const text = textOf(guid).trim();
  return /^https?:\/\//i.test(text) ? address(text, guid) : undefined;
}

function address(text: string | undefined, at: XmlElement | undefined): string | undefined {
  const said = text?.trim().replace(/[\t\r\n]/g, '');
  if (!said || UNSAFE.test(said)) return undefined;
  return URL.canParse(said) ? said : (resolve(said, at?.base) ?? said);
}

function bodyOf(item: XmlElement): string | undefined {
  const content = find(item, [
    'content:encoded',
    'content',
    'xhtml:body',
    'body',
    'fullitem',
    'description',
    'summary',
    'dc:description',
    'abstract',
    'tagline',
    'itunes:summary',
    'media:description',
  ]);
  if (!content) return undefined;
  const { type = '', mode = '' } = content.attributes;
  if (isBase64(type, mode)) return tidy(fromBase64(textOf(content))) || undefined;
  if (type === 'text' || type === 'text/plain') return tidy(textOf(content)) || undefined;
  const markup = elementsOf(content).length > 0 ? markupOf(content) : textOf(content);
  return textOfHtml(markup) || undefined;
}

function authorOf(item: XmlElement): string | undefined {
  const author = find(item, ['author', 'dc:creator', 'dc:author', 'itunes:author', 'managingeditor', 'dc:contributor']);
  if (!author) return undefined;
  const name = find(author, ['name']) ?? find(author, ['email']) ?? author;
  return titleText(textOf(name)) || undefined;
}

function tagsOf(item: XmlElement): string[] {
  const said = elementsOf(item)
    .filter(
      ({ name }) =>
        name === 'category' || name === 'dc:subject' || name === 'media:keywords' || name === 'itunes:keywords',
    )
    .flatMap((tag) => {
      const text = tag.attributes.term || tag.attributes.label || textOf(tag);
      return tag.name.endsWith('keywords') ? text.split(',') : [text];
    });
  return [...new Set(said.map(titleText).filter((tag) => tag !== ''))].slice(0, 100);
}

function dateOf(item: XmlElement, names: readonly string[]): number | undefined {
  for (const name of names) {
    const said = elementsOf(item).find((child) => child.name === name);
    const moment = feedDate(said ? textOf(said) : item.attributes[name]);
    if (moment !== undefined) return moment;
  }
  return undefined;
}

function ttlOf(channel: XmlElement): number | undefined {
  const said = (name: string) => {
    const element = find(channel, [name]);
    return element && textOf(element).trim();
  };
  const minutes = Number(said('ttl'));
  if (minutes > 0) return Math.round(minutes * 60);
  const period = PERIODS_S[said('sy:updateperiod')?.toLowerCase() ?? ''];
  if (period === undefined) return undefined;
  const frequency = Number(said('sy:updatefrequency')) || 1; // not a number: once a period
  return Math.round(period / Math.max(frequency, 1));
}

/** Atom: a type that is neither text nor markup is base64; Atom 0.3 says it with `mode`. */
function isBase64(type: string, mode: string): boolean {
  if (mode !== '') return mode === 'base64';
  return type.includes('/') && !/^text\/|[+/]xml$|[+/]json$/i.test(type);
}

function fromBase64(text: string): string {
  return Buffer.from(text, 'base64').toString('utf8');
}
