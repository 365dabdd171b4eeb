// The links a text holds: as markdown writes them, and bare addresses anywhere. One pass; no markdown parser: where the two
// differ the page has the last word, and it prints every destination anyway. Rather one too many is found than one too few.

export interface WrittenLink {
  readonly address: string;
  readonly words: string;
}

/** One more than anyone looks at. */
const MOST_FOUND = 2001;
const MOST_WORDS = 2000;
/** Words that hold so many links, one in the other, are taken as they are written, and only their beginning: each would be read anew. */
const MOST_NESTED = 2;
const MOST_WORDS_NESTED = 300;
const LONGEST_CODE = 2000;
const BACKSLASH = 0x5c;
const BACKTICK = 0x60;
const OPEN = 0x5b;
const CLOSE = 0x5d;
/** What may follow words: an address, or a label. */
const MORE: readonly number[] = [0x28, OPEN];

const BARE = /\bhttps?:\/\/[^\s<>"'`)\]]{1,4000}/gi;
/** At the beginning of a line, also in a quote or a list. */
const DEFINITION = /^[\t >*+\-\d.)]{0,100}\[((?:[^[\]\\]|\\[\s\S]){1,1000})\]:[\s>]{0,100}<?([^\s<>]{1,4000})/gm;
const LABEL = /\[((?:[^[\]\\]|\\[\s\S]){1,1000})\]/y;
const ADDRESS = /\s{0,100}<?([^\s<>()]*)/y;
/** Between pointed brackets any scheme makes a link. */
const POINTED = /<((?:javascript|vbscript|data|file|blob):[^\s<>]{0,4000})>/gi;

export function linksIn(text: string, format: 'markdown' | 'plain' | 'diff'): WrittenLink[] {
  const found: WrittenLink[] = [];
  if (text.includes('://')) {
    for (const [address] of text.matchAll(BARE)) if (found.push({ address, words: '' }) === MOST_FOUND) return found;
  }
  if (format !== 'markdown') return found;
  for (const [, address = ''] of text.matchAll(POINTED))
    if (found.push({ address, words: '' }) === MOST_FOUND) return found;
  if (!text.includes('[')) return found;
  const definitions = definitionsIn(text);
  if (definitions.size === MOST_FOUND) return [...definitions].map(([words, address]) => ({ address, words }));
  for (const link of bracketLinks(text, definitions)) if (found.push(link) === MOST_FOUND) return found;
  return found;
}

/**
 * Brackets in code open and close nothing. Where code begins and ends depends on the blocks around it, so the text is read both with
 * its code and without.
 */
function* bracketLinks(text: string, definitions: ReadonlyMap<string, string>): Generator<WrittenLink> {
  if (definitions.size === 0 && !text.includes('](')) return;
  const seen = new Set<number>();
  for (const skipsCode of text.includes('`') ? [false, true] : [false]) {
    const within: Nested[] = [];
    for (const [start, end] of bracketsIn(text, skipsCode)) {
      if (skipsCode && seen.has(start)) continue;
      const addresses = addressesOf(text, start, end, definitions);
      if (addresses.length === 0) continue;
      seen.add(start);
      const height = heightOver(within, start);
      within.push({ start, height });
      const words = wordsOf(text.slice(start + 1, end), height);
      for (const address of addresses) yield { address: unescaped(address), words };
    }
  }
}

/** A link, and how many there are in it, one in the other. */
interface Nested {
  readonly start: number;
  readonly height: number;
}

/** Of a link that begins here: takes out those that it holds, which are the last. */
function heightOver(within: Nested[], start: number): number {
  let height = 0;
  for (let last = within.at(-1); last && last.start > start; last = within.at(-1)) {
    height = Math.max(height, last.height + 1);
    within.pop();
  }
  return height;
}

const IMAGE = /!\[([^\]]{0,300})\](?:\([^()]{0,2000}\)|\[[^\]]{0,300}\])?/g;
const ESCAPE = /\\([!-/:-@[-`{-~])/g;
const ENTITY = /&(?:#x([\da-f]{1,6})|#(\d{1,7})|([a-z]{3,8}));/gi;
/** What only changes how words look. */
const STYLE = /[*~`]+|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu;
/** Of those that have a name, the ones that an address is made of. */
const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  bsol: '\\',
  colon: ':',
  commat: '@',
  lowbar: '_',
  num: '#',
  period: '.',
  quest: '?',
  sol: '/',
};

/** As the page shows them. */
function wordsOf(written: string, height: number): string {
  if (height > MOST_NESTED) return written.slice(0, MOST_WORDS_NESTED);
  return unescaped(written.slice(0, MOST_WORDS).replace(IMAGE, '$1')).replace(STYLE, '');
}

function unescaped(text: string): string {
  return text.replace(ESCAPE, '$1').replace(ENTITY, (all, hex?: string, decimal?: string, name?: string) => {
    if (name !== undefined) return NAMED[name] ?? all;
    const point = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : '\ufffd';
  });
}

/** Where `[words]` begin and end, however brackets nest within. With brackets within they are no label, and need more after them. */
function* bracketsIn(text: string, skipsCode: boolean): Generator<readonly [number, number]> {
  const open: number[] = [];
  let latest = -1;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === BACKSLASH)
      at++; // what it escapes opens and closes nothing
    else if (code === BACKTICK && skipsCode) at = endOfCode(text, at) - 1;
    else if (code === OPEN) {
      latest = at;
      open.push(at);
    } else if (code === CLOSE) {
      const start = open.pop();
      if (start === latest || (start !== undefined && MORE.includes(text.charCodeAt(at + 1)))) yield [start, at];
    }
  }
}

/** After the run of as many backticks; where there is none, after those that it would begin with. */
function endOfCode(text: string, at: number): number {
  const begins = endOfRun(text, at);
  const last = Math.min(text.length, begins + LONGEST_CODE);
  for (let next = begins; next < last; next++) {
    if (text.charCodeAt(next) !== BACKTICK) continue;
    const end = endOfRun(text, next);
    if (end - next === begins - at) return end;
    next = end;
  }
  return begins;
}

function endOfRun(text: string, at: number): number {
  let end = at;
  while (text.charCodeAt(end) === BACKTICK) end++;
  return end;
}

/** A parenthesis that is not an address, or a label that is not defined, leaves the words to be one. */
function addressesOf(
  text: string,
  start: number,
  end: number,
  definitions: ReadonlyMap<string, string>,
): readonly string[] {
  const found: (string | undefined)[] = [];
  if (text[end + 1] === '(') {
    ADDRESS.lastIndex = end + 2;
    found.push(ADDRESS.exec(text)?.[1]);
  }
  if (definitions.size > 0) {
    const label = labelAt(text, end + 1) ?? labelAt(text, start);
    found.push(label === undefined ? undefined : definitions.get(labelOf(label)));
  }
  return found.filter((address) => address !== undefined);
}

/** There are no brackets in it: however they nest, each character is of one label. */
function labelAt(text: string, at: number): string | undefined {
  if (text.charCodeAt(at) !== OPEN) return undefined;
  LABEL.lastIndex = at;
  return LABEL.exec(text)?.[1];
}

function definitionsIn(text: string): ReadonlyMap<string, string> {
  const definitions = new Map<string, string>();
  if (!text.includes(']:')) return definitions;
  for (const [, label = '', address = ''] of text.matchAll(DEFINITION)) {
    const name = labelOf(label);
    if (!definitions.has(name)) definitions.set(name, address);
    if (definitions.size === MOST_FOUND) break;
  }
  return definitions;
}

function labelOf(words: string): string {
  return words.trim().replace(/\s+/g, ' ').toLowerCase().toUpperCase();
}
