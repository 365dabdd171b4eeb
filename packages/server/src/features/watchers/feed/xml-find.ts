// Where the members of an item are found: in their own place, or inside another one that nobody closed.

import { OTHER } from './namespaces.ts';
import { elementsOf, textOf, type XmlElement } from './xml-tree.ts';

/** Elements of an item whose insides speak of something else: so do all of other namespaces but that of Dublin Core. */
const APART = /^(item|entry|feed|source|image|textinput|author|contributor|cloud|category|content|(?!dc:).*:.*)$/;

/** Members of an item: inside another one they stand only because that was not closed. */
export const OWN_PLACE =
  /^(title|link|guid|id|description|pubdate|author|category|comments|enclosure|updated|published|summary|content|dc:\w+|content:encoded)$/;

/** The first child with content, by order of names; one that puts itself into another namespace only if there is no other. */
export function find(item: XmlElement, names: readonly string[]): XmlElement | undefined {
  const { byName, isAstray } = membersOf(item);
  const named = (name: string) => byName.get(name)?.find((child) => textOf(child).trim() !== '');
  for (const name of names) {
    const found = named(name);
    if (found) return found;
  }
  if (!isAstray) return undefined;
  for (const name of names) {
    const found = named(`${OTHER}:${name}`) ?? named(`xhtml:${name}`);
    if (found) return found;
  }
  return undefined;
}

const ASTRAY = new RegExp(`^(${OTHER}|xhtml):`);

interface Members {
  readonly byName: ReadonlyMap<string, readonly XmlElement[]>;
  /** Whether one of them is of a namespace that an item has no use for. */
  readonly isAstray: boolean;
}

const NONE: Members = { byName: new Map(), isAstray: false };
const known = new WeakMap<XmlElement, Members>();

/** Looked through once, however many members are asked for: an item may have very many. */
function membersOf(item: XmlElement): Members {
  if (item.children.length === 0) return NONE;
  const members = known.get(item) ?? lookThrough(item);
  known.set(item, members);
  return members;
}

function lookThrough(item: XmlElement): Members {
  const byName = Map.groupBy(elementsOf(item), ({ name }) => name);
  return { byName, isAstray: [...byName.keys()].some((name) => ASTRAY.test(name)) };
}

export function findAnywhere(item: XmlElement, names: readonly string[]): XmlElement | undefined {
  const direct = find(item, names);
  if (direct) return direct;
  for (const child of elementsOf(item)) {
    if (child.children.length === 0 || APART.test(child.name)) continue;
    const found = findAnywhere(child, names);
    if (found) return found;
  }
  return undefined;
}

/** The text before the first element that fits. */
export function textUntil(element: XmlElement, stop: RegExp): string {
  const end = element.children.findIndex((child) => typeof child !== 'string' && stop.test(child.name));
  return textOf(end < 0 ? element : { ...element, children: element.children.slice(0, end) });
}
