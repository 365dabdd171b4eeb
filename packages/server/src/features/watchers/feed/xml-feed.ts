// RSS 0.9x, 1.0 (RDF), 2.0, Atom 0.3 and 1.0, from the tree. The formats are read as one, because feeds mix them.

import { decodeHTMLStrict } from 'entities';
import { feedDate } from './dates.ts';
import type { Feed, FeedItem } from './feed.ts';
import { oneLine, textOfHtml, tidy, titleOfHtml, titleText } from './plain-text.ts';
import { find, findAnywhere, OWN_PLACE, textUntil } from './xml-find.ts';
import { linkOf } from './xml-link.ts';
import { elementsOf, markupOf, textOf, type XmlElement, type XmlTree } from './xml-tree.ts';

// Maps, because the words are the feed's: `constructor` must be found in none.
const ROOTS: ReadonlyMap<string, Feed['format']> = new Map([
  ['rss', 'rss'],
  ['channel', 'rss'],
  ['rdf:rdf', 'rdf'],
  ['rdf', 'rdf'],
  ['feed', 'atom'],
  ['entry', 'atom'],
]);
const DAY_S = 86_400;
const PERIODS_S: ReadonlyMap<string, number> = new Map([
  ['hourly', 3600],
  ['daily', DAY_S],
  ['weekly', 7 * DAY_S],
  ['monthly', 30 * DAY_S],
  ['yearly', 365 * DAY_S],
]);

export function readXmlFeed({ root, complete }: XmlTree): Feed | undefined {
  const format = root && ROOTS.get(root.name);
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

function idOf(item: XmlElement): string | undefined {
  const said = (names: readonly string[]) => {
    const id = findAnywhere(item, names);
    return id && textUntil(id, OWN_PLACE).trim();
  };
  const { about, 'rdf:about': named = about, 'rdf:id': local } = item.attributes;
  return said(['guid', 'id']) || named || local || said(['dc:identifier']) || undefined;
}

function titleOf(element: XmlElement, format: Feed['format']): string | undefined {
  const title = findAnywhere(element, ['title', 'dc:title']) ?? find(element, ['media:title', 'itunes:title']);
  return (title && readTitle(title, format)) || undefined;
}

function readTitle(title: XmlElement, format: Feed['format']): string {
  const { mode } = title.attributes;
  const type = title.attributes.type?.toLowerCase() ?? '';
  if (isBase64(title)) return (type.includes('html') ? titleOfHtml : oneLine)(fromBase64(title));
  if (type === 'text' || type === 'text/plain') return oneLine(textOf(title));
  if (elementsOf(title).some(({ name }) => OWN_PLACE.test(name))) return titleText(textUntil(title, OWN_PLACE));
  // XHTML is markup as it stands: what is escaped in it is text.
  if (elementsOf(title).length > 0 || (type.includes('xhtml') && mode !== 'escaped'))
    return titleOfHtml(markupOf(title));
  if (type.includes('html')) return titleOfHtml(textOf(title));
  // RSS does not say whether a title is HTML; Atom does, and without a type it is text: leftover entities are a slip.
  if (format === 'atom' && type === '') return oneLine(decodeHTMLStrict(textOf(title)));
  return titleText(textOf(title));
}

function bodyOf(item: XmlElement): string | undefined {
  const content = find({ ...item, children: elementsOf(item).filter(isReadable) }, [
    'content:encoded',
    'content',
    'xhtml:body',
    'xhtml:div',
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
  const { type = '' } = content.attributes;
  if (isBase64(content)) return textOfHtml(fromBase64(content)) || undefined;
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
  if (minutes > 0 && Number.isSafeInteger(Math.round(minutes * 60))) return Math.round(minutes * 60);
  const period = PERIODS_S.get(said('sy:updateperiod')?.toLowerCase() ?? '');
  if (period === undefined) return undefined;
  const frequency = Number(said('sy:updatefrequency')) || 1; // not a number: once a period
  return Math.round(period / Math.max(frequency, 1));
}

/** Atom: a type that is neither text nor markup is base64; Atom 0.3 says it with `mode`. */
function isBase64(element: XmlElement): boolean {
  const { type = '', mode = '' } = element.attributes;
  if (mode !== '') return mode === 'base64';
  return elementsOf(element).length === 0 && type.includes('/') && !TEXT_TYPE.test(type);
}

const TEXT_TYPE = /^text\/|[+/]xml$|[+/]json$/i;

/** A picture, say, is not. */
function isReadable(element: XmlElement): boolean {
  const { type = '' } = element.attributes;
  return !isBase64(element) || !type.includes('/') || TEXT_TYPE.test(type);
}

function fromBase64(element: XmlElement): string {
  return Buffer.from(textOf(element), 'base64').toString('utf8');
}
