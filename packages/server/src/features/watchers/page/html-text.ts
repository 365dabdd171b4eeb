// HTML to the lines that a reader sees. Elements are heard as they come, from the tokenizer or from a tree; no tree is
// built for a page that is taken whole.

import { selectAll } from 'css-select';
import { type AnyNode, type Document, DomHandler, type Element, isTag, isText } from 'domhandler';
import { readMarkup } from '../bounded-markup.ts';

export interface PageText {
  readonly title: string;
  readonly text: string;
}

const UNSEEN = new Set(['script', 'style', 'noscript', 'template', 'svg', 'iframe', 'object']);
const BLOCKS = new Set(
  'address article aside blockquote body br caption center dd details dialog div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav ol option p pre search section select summary table tbody tfoot thead tr ul'.split(
    ' ',
  ),
);
const VOID = new Set('area base br col embed hr img input link meta source track wbr'.split(' '));
/** What stands on every page of a site; left out when enough remains. */
const AROUND = new Set(['nav', 'footer']);
const ENOUGH_CHARACTERS = 200;
/** A page with more is looked through as far as this. */
const MAX_ELEMENTS = 200_000;

type Attributes = Readonly<Record<string, string>>;

interface Listener {
  open(name: string, attributes: Attributes): void;
  text(text: string): void;
  close(name: string): void;
}

/** The whole page. */
export function textOfPage(html: string): PageText {
  const lines = new Lines();
  readMarkup(html, {
    onopentag: (name, attributes) => lines.open(name, attributes),
    ontext: (text) => lines.text(text),
    onclosetag: (name) => lines.close(name),
  });
  return lines.result();
}

/** Only what the selectors keep; undefined when they find nothing. */
export function textOfParts(html: string, keep: readonly string[], remove: readonly string[]): PageText | undefined {
  const page = treeOf(html);
  const title = textOfPage(html.slice(0, 100_000)).title;
  const removed = new Set<AnyNode>(remove.flatMap((selector) => selectAll(selector, page)));
  if (keep.length === 0) {
    const lines = new Lines();
    walk(page, lines, removed);
    return lines.result();
  }
  const found = [...new Set(keep.flatMap((selector) => selectAll<AnyNode, Element>(selector, page)))];
  const kept = inOrder(found.filter((element) => !isWithin(element, removed)));
  if (kept.length === 0) return undefined;
  const texts = kept.map((element) => {
    const lines = new Lines();
    for (const child of element.children) walk(child, lines, removed);
    return lines.result().text || attributeText(element);
  });
  return { title, text: texts.filter((text) => text !== '').join('\n') };
}

function treeOf(html: string): Document {
  const handler = new DomHandler(undefined, { withStartIndices: true });
  readMarkup(html, handler, { maxTags: MAX_ELEMENTS });
  return handler.root;
}

/** Of elements that say what they say in an attribute. */
function attributeText({ attribs }: Element): string {
  return (attribs.content ?? attribs.value ?? attribs.alt ?? '').trim();
}

/** In the order of the page, and without those that are inside another one. */
function inOrder(elements: readonly Element[]): Element[] {
  const all = new Set<AnyNode>(elements);
  return elements
    .filter((element) => !isWithin(element.parent, all))
    .toSorted((a, b) => (a.startIndex ?? 0) - (b.startIndex ?? 0));
}

function isWithin(node: AnyNode | null, of: ReadonlySet<AnyNode>): boolean {
  for (let at = node; at; at = at.parent) if (of.has(at)) return true;
  return false;
}

/** Without recursion, and without a call that has all children of an element at once: there may be very many. */
function walk(root: Document | AnyNode, listener: Listener, removed: ReadonlySet<AnyNode>): void {
  const todo: (AnyNode | string)[] = [root];
  for (let node = todo.pop(); node !== undefined; node = todo.pop()) {
    if (typeof node === 'string') listener.close(node);
    else if (removed.has(node)) continue;
    else if (isText(node)) listener.text(node.data);
    else if (isTag(node)) {
      listener.open(node.name, node.attribs);
      todo.push(node.name);
      for (const child of node.children.toReversed()) todo.push(child);
    } else if ('children' in node) for (const child of node.children.toReversed()) todo.push(child);
  }
}

class Lines implements Listener {
  readonly #pieces: { text: string; around: boolean }[] = [];
  #title = '';
  #open: { unseen: boolean; around: boolean; title: boolean; pre: boolean; svg: boolean }[] = [];

  open(name: string, attributes: Attributes): void {
    if (VOID.has(name)) {
      if (BLOCKS.has(name)) this.#break();
      return;
    }
    const parent = this.#open.at(-1);
    const hidden = UNSEEN.has(name) || 'hidden' in attributes || attributes['aria-hidden'] === 'true';
    this.#open.push({
      unseen: Boolean(parent?.unseen) || hidden || (name === 'head' && this.#open.length <= 2),
      around: Boolean(parent?.around) || AROUND.has(name),
      title: name === 'title' && !parent?.svg,
      svg: Boolean(parent?.svg) || name === 'svg',
      pre: Boolean(parent?.pre) || name === 'pre' || name === 'textarea',
    });
    if (BLOCKS.has(name)) this.#break();
    else if (name === 'td' || name === 'th') this.#add(' ');
  }

  text(text: string): void {
    const inside = this.#open.at(-1);
    if (inside?.title) {
      if (this.#title.length < 1000) this.#title += text;
      return;
    }
    if (inside?.unseen) return;
    this.#add(inside?.pre ? text : text.replace(/\s+/g, ' '));
  }

  close(name: string): void {
    if (VOID.has(name)) return;
    this.#open.pop();
    if (BLOCKS.has(name)) this.#break();
  }

  result(): PageText {
    const main = this.#pieces.filter(({ around }) => !around);
    const text = (pieces: readonly { text: string }[]) => pieces.map((piece) => piece.text).join('');
    const without = text(main);
    const enough = without.replace(/\s+/g, '').length >= ENOUGH_CHARACTERS;
    return { title: this.#title, text: enough ? without : text(this.#pieces) };
  }

  #break(): void {
    if (!this.#open.at(-1)?.unseen) this.#add('\n');
  }

  #add(text: string): void {
    this.#pieces.push({ text, around: Boolean(this.#open.at(-1)?.around) });
  }
}
