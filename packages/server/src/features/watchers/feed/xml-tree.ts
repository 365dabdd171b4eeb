// XML as the web really writes it, to a small tree. A lenient tokenizer, our own names: bare `&`, undeclared prefixes,
// upper-case tags, HTML entities and an unclosed CDATA are read; entities of a DTD are never expanded.

import { decodeHTMLStrict } from 'entities';
import { Parser } from 'htmlparser2';
import { mendXml } from './mend-xml.ts';

export interface XmlElement {
  /** Lower case, with the usual prefix of its namespace (`dc:creator`); none for the feed formats themselves. */
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: (XmlElement | string)[];
  /** What relative addresses inside are relative to. */
  readonly base: string | undefined;
}

export interface XmlTree {
  readonly root: XmlElement | undefined;
  /** False when the text ended before the root did. */
  readonly complete: boolean;
}

const MAX_DEPTH = 200;
const MAX_ELEMENTS = 200_000;

/** Namespaces by their usual prefix; matched without regard to case, scheme and trailing slash, as feeds misspell them. */
const PREFIXES: readonly (readonly [RegExp, string])[] = [
  [
    /^(www\.w3\.org\/2005\/atom|purl\.org\/atom\/ns#?|purl\.org\/rss\/1\.0|my\.netscape\.com\/rdf\/simple\/0\.9|backend\.userland\.com\/rss\w*|blogs\.law\.harvard\.edu\/tech\/rss|channel\.netscape\.com\/rdf\/simple\/0\.9|purl\.org\/net\/rss1\.1#?|cyber\.law\.harvard\.edu\/rss\/rss|my\.netscape\.com\/publish\/formats\/rss-0\.91|example\.com\/(newformat#|necho)|purl\.org\/(echo|pie)|uri\/of\/echo\/namespace#)$/,
    '',
  ],
  [/^www\.w3\.org\/1999\/02\/22-rdf-syntax-ns#?$/, 'rdf'],
  [/^purl\.org\/dc\/(elements\/1\.[01]|terms)$/, 'dc'],
  [/^purl\.org\/rss\/1\.0\/modules\/content$/, 'content'],
  [/^purl\.org\/rss\/1\.0\/modules\/syndication$/, 'sy'],
  [/^((video\.|tools\.)?search\.yahoo\.com\/mrss(\/\w+)?)$/, 'media'],
  [/\/dtds\/podcast-1\.0\.dtd$/, 'itunes'],
  [/^www\.w3\.org\/1999\/xhtml$/, 'xhtml'],
];

/** XML 1.0 forbids these; feeds carry them all the same. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const ILLEGAL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
const ITEM = /^(item|entry)$/;

class TooMuch extends Error {}

/** Undefined when it is too deep or has too many elements to be a feed. */
export function parseXml(text: string, base: string | undefined): XmlTree | undefined {
  const builder = new TreeBuilder(base);
  try {
    const parser = new Parser(builder, { xmlMode: true, decodeEntities: false });
    parser.write(mendXml(withoutDoctype(text.replace(ILLEGAL, ''))));
    builder.ending = true;
    parser.end();
  } catch (error) {
    if (error instanceof TooMuch) return undefined;
    throw error;
  }
  return { root: builder.root, complete: builder.complete };
}

/** A DOCTYPE with its internal subset is dropped whole: what it declares is not ours to expand. */
function withoutDoctype(text: string): string {
  const start = text.slice(0, 4096).search(/<!doctype/i);
  if (start < 0) return text;
  let subset = false;
  for (let at = start; at < text.length; at++) {
    const char = text[at];
    if (char === '[') subset = true;
    else if (char === ']') subset = false;
    else if (char === '>' && !subset) return text.slice(0, start) + text.slice(at + 1);
  }
  return text;
}

interface Open {
  readonly element: XmlElement;
  readonly tag: string;
  readonly namespaces: Readonly<Record<string, string>>;
}

/** Listens to the tokenizer. */
class TreeBuilder {
  root: XmlElement | undefined;
  complete = false;
  /** True once the text is over: what closes then, closes only because of that. */
  ending = false;
  readonly #open: Open[] = [];
  readonly #base: string | undefined;
  #elements = 0;
  #inCdata = false;

  constructor(base: string | undefined) {
    this.#base = base;
  }

  onopentag(tag: string, raw: Record<string, string>): void {
    const attributes: Record<string, string> = Object.create(null);
    for (const [key, value] of Object.entries(raw)) attributes[key.toLowerCase()] = decodeHTMLStrict(value).trim();
    const name = nameOf(tag, declared(attributes, this.#open.at(-1)?.namespaces));
    if (ITEM.test(name)) this.#closeOpenItem(name); // one of another namespace is no item, and may lie in one
    if (this.#open.length >= MAX_DEPTH || ++this.#elements > MAX_ELEMENTS) throw new TooMuch();
    const above = this.#open.at(-1);
    const namespaces = declared(attributes, above?.namespaces);
    const element: XmlElement = {
      name,
      attributes: namedAttributes(attributes, namespaces),
      children: [],
      base: resolve(attributes['xml:base'], above?.element.base ?? this.#base) ?? above?.element.base ?? this.#base,
    };
    if (above) above.element.children.push(element);
    else this.root ??= element;
    this.#open.push({ element, tag, namespaces });
  }

  ontext(text: string): void {
    const above = this.#open.at(-1)?.element;
    if (above) above.children.push(this.#inCdata ? text : decodeHTMLStrict(text));
  }

  oncdatastart(): void {
    this.#inCdata = true;
  }

  oncdataend(): void {
    this.#inCdata = false;
  }

  onclosetag(tag: string): void {
    // What a new item has closed already is not open any more: the tokenizer does not know.
    const at = this.#open.findLastIndex((open) => open.tag === tag);
    if (at < 0) return;
    // Without the last tag alone nothing is missing.
    const isWhole = at === 0 || (at === 1 && this.root?.name === 'rss' && this.#open[1]?.element.name === 'channel');
    if (isWhole && !this.ending) this.complete = true;
    this.#open.length = at;
  }

  /** `<item>` inside an open `<item>`: someone forgot to close it. */
  #closeOpenItem(name: string): void {
    const at = this.#open.findLastIndex(({ element }) => element.name === name);
    if (at > 0) this.#open.length = at;
  }
}

function local(tag: string): string {
  return tag.slice(tag.indexOf(':') + 1).toLowerCase();
}

function declared(
  attributes: Readonly<Record<string, string>>,
  above: Readonly<Record<string, string>> | undefined,
): Readonly<Record<string, string>> {
  const own = Object.entries(attributes).filter(([key]) => key === 'xmlns' || key.startsWith('xmlns:'));
  if (own.length === 0 && above) return above;
  const all: Record<string, string> = Object.assign(Object.create(null), above);
  for (const [key, uri] of own) all[key.slice(6)] = prefixOf(uri) ?? (key === 'xmlns' ? '' : key.slice(6));
  // A root without a prefix is of the feed's own format, whatever it says by mistake.
  if (!above && 'xmlns' in attributes) all[''] = '';
  return all;
}

/** By the usual prefixes, as elements are: `r:about` where `r` stands for RDF is `rdf:about`. */
function namedAttributes(
  attributes: Readonly<Record<string, string>>,
  namespaces: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const renamed = Object.keys(attributes).filter((key) => /^(?!xml(ns)?:)[^:]+:/.test(key));
  if (renamed.length === 0) return attributes;
  const all: Record<string, string> = Object.assign(Object.create(null), attributes);
  for (const key of renamed) all[nameOf(key, namespaces)] ??= attributes[key] ?? '';
  return all;
}

function prefixOf(uri: string): string | undefined {
  const plain = uri
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/\/$/, '');
  return PREFIXES.find(([pattern]) => pattern.test(plain))?.[1];
}

function nameOf(tag: string, namespaces: Readonly<Record<string, string>>): string {
  const colon = tag.indexOf(':');
  const written = colon < 0 ? '' : tag.slice(0, colon).toLowerCase();
  const prefix = namespaces[written] ?? (/^(atom|rss)\d*$/.test(written) ? '' : written);
  return prefix === '' ? local(tag) : `${prefix}:${local(tag)}`;
}

/** An address made absolute; undefined when it cannot be. */
export function resolve(address: string | undefined, base: string | undefined): string | undefined {
  if (!address) return undefined;
  return URL.parse(address, base)?.href;
}

/** All the text inside, elements left out of it. */
export function textOf(element: XmlElement): string {
  return element.children.map((child) => (typeof child === 'string' ? child : textOf(child))).join('');
}

/** The inside as markup again: for XHTML contents, whose text is then taken like any HTML. */
export function markupOf(element: XmlElement): string {
  return element.children
    .map((child) => {
      if (typeof child === 'string') return child.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
      const tag = local(child.name);
      return `<${tag}>${markupOf(child)}</${tag}>`;
    })
    .join('');
}

export function elementsOf(element: XmlElement): XmlElement[] {
  return element.children.filter((child) => typeof child !== 'string');
}
