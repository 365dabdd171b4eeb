// Looks for a phrase in text, in time that grows with the text alone, however either is made.

import { fold } from './folded.ts';
import type { Phrase } from './reading.ts';

/** In UTF-16 units of the text that was searched. */
export interface Found {
  readonly start: number;
  readonly end: number;
}

export interface CompiledPhrase {
  readonly exact: boolean;
  /** One after the other, with blanks or hyphens between them. */
  readonly words: readonly string[];
  readonly edgeStart: boolean;
  readonly edgeEnd: boolean;
}

export function compilePhrase({ text, exact, openStart, openEnd }: Phrase): CompiledPhrase {
  const words = exact
    ? [text]
    : fold(text)
        .text.split(/[\s\u00a0]+/u)
        .filter(Boolean);
  return {
    exact,
    words,
    edgeStart: !openStart && hasEdge(firstOf(words[0] ?? '')),
    edgeEnd: !openEnd && hasEdge(lastOf(words.at(-1) ?? '')),
  };
}

/** `text` is folded, unless the phrase is exact. */
export function findPhrase(text: string, { words, edgeStart, edgeEnd }: CompiledPhrase): Found | undefined {
  const [first = ''] = words;
  if (first === '') return undefined;
  for (let start = text.indexOf(first); start !== -1; start = text.indexOf(first, start + 1)) {
    if (edgeStart && isInWord(lastOf(text.slice(Math.max(0, start - 2), start)))) continue;
    const end = endOfRest(text, start + first.length, words);
    if (end !== undefined && !(edgeEnd && isInWord(firstOf(text.slice(end, end + 2))))) return { start, end };
  }
  return undefined;
}

/** Words further apart are no phrase; and a page of hyphens costs no more than any other. */
const MAX_GAP = 64;

function endOfRest(text: string, afterFirst: number, words: readonly string[]): number | undefined {
  let at = afterFirst;
  for (const word of words.slice(1)) {
    const begin = at;
    // A word may itself begin with a hyphen, so each length of the gap is tried.
    do {
      if (at - begin === MAX_GAP || !isGap(text.charCodeAt(at))) return undefined;
      at++;
    } while (!text.startsWith(word, at));
    at += word.length;
  }
  return at;
}

/** Blanks, line ends, hyphens and dashes. */
function isGap(unit: number): boolean {
  return (
    unit === 0x20 ||
    unit === 0x0a ||
    unit === 0x2d ||
    unit === 0xa0 ||
    unit === 0x09 ||
    (unit >= 0x2010 && unit <= 0x2015)
  );
}

const WORD = /[\p{L}\p{N}\p{M}_]/u;
/** Scripts that write no spaces: there an edge would be found nowhere. With what several of them share, such as `ー`. */
const SPACELESS = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]/u;

function hasEdge(char: string): boolean {
  return WORD.test(char) && !SPACELESS.test(char);
}

function isInWord(char: string): boolean {
  return char !== '' && hasEdge(char);
}

function firstOf(text: string): string {
  const point = text.codePointAt(0);
  return point === undefined ? '' : String.fromCodePoint(point);
}

function lastOf(text: string): string {
  return [...text].at(-1) ?? '';
}
