// Where an item, or the feed itself, says that it is to be read.

import { OTHER } from './namespaces.ts';
import { webAddress } from './web-address.ts';
import { findAnywhere, OWN_PLACE, textUntil } from './xml-find.ts';
import { elementsOf, textOf, type XmlElement } from './xml-tree.ts';

type Said = readonly [text: string | undefined, at: XmlElement | undefined];

/** Also by the address under which the relation is registered, and when it is not named at all. */
const ALTERNATE = /^\s*(https?:\/\/www\.iana\.org\/assignments\/relation\/)?(alternate)?\s*$/i;
const PAGE_TYPES = /^\s*(text\/html|application\/xhtml\+xml)?\s*(;|$)/i;

/** Atom: the alternate link. RSS: `link`, else the `guid` that is a permalink. Then whatever leads somewhere. */
export function linkOf(element: XmlElement): string | undefined {
  for (const [text, at] of said(element)) {
    const link = address(text, at);
    if (link !== undefined) return link;
  }
  return undefined;
}

function linksIn(element: XmlElement) {
  const members = elementsOf(element);
  const own = members.filter(({ name }) => name === 'link' || name === 'xhtml:link');
  const links = own.length > 0 ? own : members.filter(({ name }) => name === `${OTHER}:link`);
  const alternates = links.filter(({ attributes }) => ALTERNATE.test(attributes.rel ?? ''));
  const pages = alternates.filter(hrefOf);
  return {
    links,
    written: alternates.find((link) => !hrefOf(link) && textOf(link).trim() !== ''),
    page: pages.find(({ attributes }) => PAGE_TYPES.test(attributes.type ?? '')) ?? pages[0],
  };
}

/** The drafts of Atom had other names for it. */
function hrefOf({ attributes }: XmlElement): string | undefined {
  return attributes.href ?? attributes.url ?? attributes.uri ?? attributes['xlink:href'];
}

function* said(element: XmlElement): Generator<Said> {
  const members = elementsOf(element);
  const { links, written, page } = linksIn(element);
  if (written) yield [textUntil(written, OWN_PLACE), written];
  if (page) yield [hrefOf(page), page];
  if (!written) yield [textAfterLink(element), element];
  const deeper = (written ?? page) ? undefined : findAnywhere(element, ['link', 'url', 'feedburner:origlink']);
  if (deeper && ALTERNATE.test(deeper.attributes.rel ?? '')) yield [textUntil(deeper, OWN_PLACE), deeper];
  yield permalink(members.find(({ name }) => name === 'guid' || name === 'id'));
  yield [element.attributes.href, element]; // CDF
  const other = links.find(hrefOf) ?? members.find(({ name }) => name === 'a');
  if (other) yield [hrefOf(other), other];
  yield [element.attributes['rdf:about'] ?? element.attributes.about, element];
  const enclosed = members.find(({ name }) => /^(enclosure|content|media:content)$/.test(name));
  yield [enclosed?.attributes.url ?? enclosed?.attributes.src, enclosed];
}

/** `<link/>https://…`: a feed that went through a program for HTML, where `link` is always empty. */
function textAfterLink({ children }: XmlElement): string | undefined {
  const at = children.findIndex((child) => typeof child !== 'string' && child.name === 'link' && !hrefOf(child));
  const after = at < 0 ? undefined : children[at + 1];
  return typeof after === 'string' && /^\s*https?:\/\/\S+\s*$/i.test(after) ? after : undefined;
}

function permalink(guid: XmlElement | undefined): Said {
  const text = guid && textOf(guid).trim();
  const isSaid = guid?.attributes.ispermalink?.toLowerCase();
  // Who says nothing often means nothing by it: then it has to look like one.
  const is = isSaid === undefined ? /^https?:\/\//i.test(text ?? '') : isSaid === 'true' && !/\s/.test(text ?? '');
  return [is ? text : undefined, guid];
}

function address(text: string | undefined, at: XmlElement | undefined): string | undefined {
  const plain = text
    ?.trim()
    .replace(/[\t\r\n]/g, '')
    .replaceAll('&amp;', '&'); // escaped twice
  return webAddress(plain, at?.base);
}
