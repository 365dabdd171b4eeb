// The links a text holds: as markdown writes them, and bare addresses anywhere. One pass; no markdown parser: where the two
// differ the page has the last word, and it prints every destination anyway.

export interface WrittenLink {
  readonly address: string;
  readonly words: string;
}

/** One more than anyone looks at. */
const MOST_FOUND = 2001;
const MOST_WORDS = 300;
const LONGEST_LABEL = 200;

const BARE = /\bhttps?:\/\/[^\s<>"'`)\]]{1,4000}/gi;
const DEFINITION = /^ {0,3}\[([^\]\n]{1,200})\]:[ \t]*<?([^\s<>]{1,4000})/gm;
const ADDRESS = /[ \t]*<?([^\s<>()]*)/y;

export function linksIn(text: string, format: 'markdown' | 'plain' | 'diff'): WrittenLink[] {
  const found: WrittenLink[] = [];
  if (text.includes('://')) {
    for (const [address] of text.matchAll(BARE)) if (found.push({ address, words: '' }) === MOST_FOUND) return found;
  }
  if (format !== 'markdown' || !text.includes('[')) return found;
  const definitions = definitionsIn(text);
  if (definitions.size === MOST_FOUND) return [...definitions].map(([words, address]) => ({ address, words }));
  for (const link of bracketLinks(text, definitions)) if (found.push(link) === MOST_FOUND) return found;
  return found;
}

/** `[words](address)`, `[words][label]` and `[label]`, however brackets nest within. */
function* bracketLinks(text: string, definitions: ReadonlyMap<string, string>): Generator<WrittenLink> {
  if (definitions.size === 0 && !text.includes('](')) return;
  const open: number[] = [];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x5c) at++; // what a backslash escapes opens and closes nothing
    if (code === 0x5b) open.push(at);
    if (code !== 0x5d) continue;
    const start = open.pop();
    if (start === undefined) continue;
    const words = text.slice(start + 1, Math.min(at, start + 1 + MOST_WORDS));
    const address = addressAfter(text, at + 1, words, definitions);
    if (address !== undefined) yield { address, words };
  }
}

function addressAfter(
  text: string,
  at: number,
  words: string,
  definitions: ReadonlyMap<string, string>,
): string | undefined {
  if (text[at] === '(') {
    ADDRESS.lastIndex = at + 1;
    return ADDRESS.exec(text)?.[1];
  }
  if (definitions.size === 0) return undefined;
  const end = text[at] === '[' ? text.slice(at + 1, at + 1 + LONGEST_LABEL).indexOf(']') : 0;
  return definitions.get(labelOf(end > 0 ? text.slice(at + 1, at + 1 + end) : words));
}

function definitionsIn(text: string): ReadonlyMap<string, string> {
  const definitions = new Map<string, string>();
  if (!text.includes(']:')) return definitions;
  for (const [, label = '', address = ''] of text.matchAll(DEFINITION)) {
    if (!definitions.has(labelOf(label))) definitions.set(labelOf(label), address);
    if (definitions.size === MOST_FOUND) break;
  }
  return definitions;
}

function labelOf(words: string): string {
  return words.trim().toLowerCase();
}
