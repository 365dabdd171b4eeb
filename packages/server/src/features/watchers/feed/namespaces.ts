// Which namespace a name is of, told by the usual prefix of that namespace, whatever prefix the document has for it.

/**
 * By the prefix as it is written; the empty one is that of names without a prefix. What is not said here may be said
 * above: a tag that says one thing does not copy the thousand that were said before it.
 */
export interface Namespaces {
  readonly said: ReadonlyMap<string, string>;
  readonly above: Namespaces | undefined;
}

/** Namespaces by their usual prefix; matched without regard to case, scheme and trailing slash, as feeds misspell them. */
const PREFIXES: readonly (readonly [RegExp, string])[] = [
  [
    /^(www\.w3\.org\/2005\/atom|purl\.org\/atom\/ns(#.*)?|purl\.org\/rss\/[12]\.0|my\.netscape\.com\/rdf\/simple\/0\.9|backend\.userland\.com\/rss\w*|blogs\.law\.harvard\.edu\/tech\/rss|channel\.netscape\.com\/rdf\/simple\/0\.9|purl\.org\/net\/rss1\.1#?|cyber\.law\.harvard\.edu\/rss\/rss|my\.netscape\.com\/publish\/formats\/rss-0\.91|example\.com\/(newformat#|necho)|purl\.org\/(echo|pie)|uri\/of\/echo\/namespace#)$/,
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

/** The prefix of names that an element inside an item has put into a namespace nobody knows. */
export const OTHER = 'other';
/** These are of the feed's own format, whatever namespace they name by mistake. */
const STRUCTURE = /^(rss|rdf|feed|channel|items?|entry)$/;

/** What prefixes stand for from this tag on. */
export function namespacesIn(
  tag: string,
  attributes: Readonly<Record<string, string>>,
  above: Namespaces | undefined,
  isInItem: boolean,
): Namespaces {
  const said = Object.entries(attributes).filter(([key]) => key === 'xmlns' || key.startsWith('xmlns:'));
  if (said.length === 0 && above) return above;
  const all = new Map<string, string>();
  for (const [key, uri] of said) {
    const prefix = key.slice(6);
    const isForeign = prefix === '' && uri !== '' && isInItem;
    const isOwn = !isInItem && prefix === prefixIn(tag) && STRUCTURE.test(localName(tag));
    all.set(prefix, isOwn && prefix === '' ? '' : (prefixOf(uri) ?? (isOwn ? '' : isForeign ? OTHER : prefix)));
  }
  return { said: all, above };
}

/** Lower case, with the usual prefix; none for the feed formats themselves. */
export function nameOf(tag: string, namespaces: Namespaces): string {
  const written = prefixIn(tag);
  const prefix = meaningOf(written, namespaces) ?? (/^(atom|rss)\d*$/.test(written) ? '' : written);
  return prefix === '' ? localName(tag) : `${prefix}:${localName(tag)}`;
}

function meaningOf(prefix: string, namespaces: Namespaces): string | undefined {
  for (let at: Namespaces | undefined = namespaces; at; at = at.above) {
    const meaning = at.said.get(prefix);
    if (meaning !== undefined) return meaning;
  }
  return undefined;
}

/** By the usual prefixes, as elements are: `r:about` where `r` stands for RDF is `rdf:about`. */
export function namedAttributes(
  attributes: Readonly<Record<string, string>>,
  namespaces: Namespaces,
): Readonly<Record<string, string>> {
  const renamed = Object.keys(attributes).filter((key) => /^(?!xml(ns)?:)[^:]+:/.test(key));
  if (renamed.length === 0) return attributes;
  const all: Record<string, string> = Object.assign(Object.create(null), attributes);
  for (const key of renamed) all[nameOf(key, namespaces)] ??= attributes[key] ?? '';
  return all;
}

export function localName(tag: string): string {
  return tag.slice(tag.indexOf(':') + 1).toLowerCase();
}

function prefixIn(tag: string): string {
  return tag.slice(0, Math.max(tag.indexOf(':'), 0)).toLowerCase();
}

function prefixOf(uri: string): string | undefined {
  const plain = uri
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/\/$/, '');
  return PREFIXES.find(([pattern]) => pattern.test(plain))?.[1];
}
