// XML as the web really writes it, to a small tree. A lenient tokenizer, our own names: bare `&`, undeclared prefixes,
// upper-case tags, HTML entities and an unclosed CDATA are read; entities of a DTD are never expanded.

import { decodeHTMLStrict } from 'entities';
import { mendXml } from './mend-xml.ts';
import { localName, type Namespaces, namedAttributes, nameOf, namespacesIn } from './namespaces.ts';
import { readTokens, type XmlListener } from './xml-tokens.ts';

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
const MAX_BASE_CHARACTERS = 2048;

/** XML 1.0 forbids these; feeds carry them all the same. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const ILLEGAL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
const ITEM = /^(item|entry)$/;
const ROOT = /^(rss|rdf:rdf|feed)$/;
/** Of HTML that nobody escaped: what is never closed, and what is closed by the next of its kind. */
const VOID = /^(xhtml:)?(area|base|br|col|embed|hr|img|input|meta|param|wbr)$/;
const ENDS_ITSELF = /^(xhtml:)?(dd|dt|li|option|p|td|th|tr)$/;

class TooMuch extends Error {}

/** Undefined when it is too deep or has too many elements to be a feed. */
export function parseXml(text: string, base: string | undefined): XmlTree | undefined {
  const builder = new TreeBuilder(base);
  try {
    readTokens(mendXml(withoutDoctype(text.replace(ILLEGAL, ''))), builder);
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
  readonly namespaces: Namespaces;
  /** It is an item, or lies in one. */
  readonly isInItem: boolean;
  readonly holdsDocument: boolean;
}

class TreeBuilder implements XmlListener {
  root: XmlElement | undefined;
  complete = false;
  readonly #open: Open[] = [];
  /** How many of each tag are open, so that an end tag of what is not open costs nothing. */
  readonly #openTags = new Map<string, number>();
  readonly #base: string | undefined;
  #elements = 0;

  constructor(base: string | undefined) {
    this.#base = base;
  }

  open(tag: string, raw: ReadonlyMap<string, string>): void {
    const attributes = raw.size === 0 ? NO_ATTRIBUTES : decoded(raw);
    const before = this.#open.at(-1);
    const outer = this.#namespaces(tag, attributes);
    const name = nameOf(tag, outer);
    if (ITEM.test(name)) this.#closeOpenItem(name); // one of another namespace is no item, and may lie in one
    if (ENDS_ITSELF.test(name) && this.#open.at(-1)?.element.name === name) this.#cut(this.#open.length - 1);
    if (this.#open.length >= MAX_DEPTH || ++this.#elements > MAX_ELEMENTS) throw new TooMuch();
    const above = this.#open.at(-1);
    const namespaces = above === before ? outer : this.#namespaces(tag, attributes);
    const around = above?.element.base ?? this.#base;
    const own = attributes['xml:base'] ?? (name === 'channel' ? attributes.base : undefined); // CDF has its own
    const element: XmlElement = {
      name,
      attributes: attributes === NO_ATTRIBUTES ? attributes : namedAttributes(attributes, namespaces),
      children: [],
      base: baseOf(own, around),
    };
    if (above) above.element.children.push(element);
    else this.root ??= element;
    if (above && VOID.test(name)) return;
    const isInItem = above?.isInItem || ITEM.test(name);
    this.#open.push({ element, tag, namespaces, isInItem, holdsDocument: holdsDocument(element) });
    this.#openTags.set(tag, (this.#openTags.get(tag) ?? 0) + 1);
  }

  text(text: string): void {
    this.section(decodeHTMLStrict(text));
  }

  section(text: string): void {
    this.#open.at(-1)?.element.children.push(text);
  }

  close(tag: string): void {
    if (!this.#openTags.get(tag)) return; // nobody has opened it, or a new item has closed it already
    const at = this.#open.findLastIndex((open) => open.tag === tag);
    // Without the last tag alone nothing is missing.
    const isWhole = at === 0 || (at === 1 && this.root?.name === 'rss' && this.#open[1]?.element.name === 'channel');
    if (isWhole) this.complete = true;
    this.#cut(at);
  }

  /** Closes what is open from there on. */
  #cut(at: number): void {
    for (const { tag } of this.#open.splice(at)) this.#openTags.set(tag, (this.#openTags.get(tag) ?? 1) - 1);
  }

  /** `<item>` inside an open `<item>`: someone forgot to close it, unless a whole document lies inside. */
  #closeOpenItem(name: string): void {
    const at = this.#open.findLastIndex(({ element }) => element.name === name);
    if (at > 0 && !this.#open.slice(at).some((open) => open.holdsDocument)) this.#cut(at);
  }

  #namespaces(tag: string, attributes: Readonly<Record<string, string>>): Namespaces {
    const above = this.#open.at(-1);
    if (above && attributes === NO_ATTRIBUTES) return above.namespaces;
    return namespacesIn(tag, attributes, above?.namespaces, above?.isInItem ?? false);
  }
}

const NO_ATTRIBUTES: Readonly<Record<string, string>> = Object.freeze(Object.create(null));

function decoded(raw: ReadonlyMap<string, string>): Readonly<Record<string, string>> {
  const attributes: Record<string, string> = Object.create(null);
  for (const [key, value] of raw) attributes[key.toLowerCase()] = decodeHTMLStrict(value).trim();
  return attributes;
}

/** What opens a feed, and never stands in an item but with a document of its own around it. */
function holdsDocument({ name, attributes }: XmlElement): boolean {
  return ROOT.test(name) || (name === 'content' && /^(?!.*xhtml).*[+/]xml\b/i.test(attributes.type ?? ''));
}

/** One that is longer than any address is none: everything inside would be made absolute with it. */
function baseOf(own: string | undefined, around: string | undefined): string | undefined {
  if (!own || own.length > MAX_BASE_CHARACTERS) return around;
  return URL.parse(own, around)?.href ?? around;
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
      const tag = localName(child.name);
      return `<${tag}>${markupOf(child)}</${tag}>`;
    })
    .join('');
}

export function elementsOf(element: XmlElement): XmlElement[] {
  return element.children.filter((child) => typeof child !== 'string');
}
