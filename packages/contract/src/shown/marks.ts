// What a reader would not see: characters that hide, reorder or control. The page shows them as codes, and the server
// warns of them; both find them here, so that they agree. Linear in the length of the text.

import { mayCombine } from './combining.ts';

export type MarkKind = 'bidi' | 'hidden' | 'tag' | 'control';

export interface Mark {
  /** Where it is, in UTF-16 units. */
  readonly at: number;
  readonly length: number;
  readonly kind: MarkKind;
}

const KINDS: readonly (readonly [MarkKind, RegExp])[] = [
  ['bidi', /^[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u],
  ['tag', /^[\u{e0000}-\u{e007f}]/u],
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  ['control', /^[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\ufff9-\ufffb\ufffe\uffff]/u],
];

/**
 * Everything that may have to be marked. Line feed, tab and CR before LF are lines and blanks like any other; a joiner or
 * a variation selector is judged by its neighbours in `isOrdinary`.
 */
const SINGLE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: single characters, none combined
  /\r(?!\n)|\u034f|[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffc\ufffe\uffff\u{1bca0}-\u{1bca3}\u{1d159}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]/gu;

/** No writing puts nine marks on a letter: what is stacked on it beyond that covers the lines above and below. */
const SINGLE_AND_STACKED = new RegExp(`\\p{M}(?<=\\p{M}{9})|${SINGLE.source}`, 'gu');

const candidatesIn = (text: string) => (mayCombine(text) ? SINGLE_AND_STACKED : SINGLE);

const PICTURE = /^(?:[\p{Extended_Pictographic}\p{Emoji_Modifier}]|\ufe0f|\u20e3)/u;
const BEFORE_PICTURE = /^\p{Extended_Pictographic}/u;
const SELECTABLE = /^[\p{Extended_Pictographic}\p{Emoji}\p{Script=Han}\p{Script=Mongolian}\p{Sm}]/u;
/** Scripts in which joiners spell words. */
const JOINING =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** The three flags that are spelt with tag characters: England, Scotland, Wales. */
const FLAG_OF_TAGS =
  /\u{1f3f4}\u{e0067}\u{e0062}(?:\u{e0065}\u{e006e}\u{e0067}|\u{e0073}\u{e0063}\u{e0074}|\u{e0077}\u{e006c}\u{e0073})\u{e007f}/gu;

/** What is left to see. */
export function withoutMarks(text: string): string {
  return text.replace(candidatesIn(text), '');
}

export function marksIn(text: string): Mark[] {
  return [...eachMark(text)];
}

/** So many that may have to be marked are looked at one by one; a text with more of them is odd by that alone. */
const MOST_CANDIDATES = 10_000;

/** Which kinds there are, without the places: as fast for a text that is made to take long. */
export function kindsOfMarks(text: string): ReadonlySet<MarkKind> {
  const kinds = new Set<MarkKind>();
  const marks = eachMark(text, MOST_CANDIDATES);
  for (let next = marks.next(); !next.done; next = marks.next()) {
    kinds.add(next.value.kind);
    if (kinds.size === KINDS.length + 1) break;
  }
  return kinds;
}

/** Past `most` candidates, each counts as marked, and the first of them is the last that is given. */
function* eachMark(text: string, most = Number.POSITIVE_INFINITY): Generator<Mark> {
  const flags = flagSpans(text);
  let seen = 0;
  for (const { 0: found, index: at } of text.matchAll(candidatesIn(text))) {
    const isLast = ++seen > most;
    if (!isLast && (flags.some(([from, to]) => at >= from && at < to) || isOrdinary(text, at, found))) continue;
    yield { at, length: found.length, kind: kindOf(found) };
    if (isLast) return;
  }
}

function flagSpans(text: string): readonly (readonly [number, number])[] {
  if (!text.includes('\u{1f3f4}')) return [];
  return [...text.matchAll(FLAG_OF_TAGS)]
    .slice(0, 100)
    .map(({ 0: flag, index }) => [index, index + flag.length] as const);
}

function kindOf(character: string): MarkKind {
  return KINDS.find(([, pattern]) => pattern.test(character))?.[0] ?? 'hidden';
}

/** Emoji sequences, one variation selector after what can vary, and joiners inside words of scripts that need them. */
function isOrdinary(text: string, at: number, found: string): boolean {
  const before = characterBefore(text, at);
  const after = text.slice(at + found.length, at + found.length + 2);
  if (found === '\u200d' && PICTURE.test(before) && BEFORE_PICTURE.test(after)) return true;
  if (found === '\u200c' || found === '\u200d') return JOINING.test(before) && JOINING.test(after);
  if (found >= '\ufe00' && found <= '\ufe0f') return SELECTABLE.test(before);
  return false;
}

function characterBefore(text: string, at: number): string {
  const two = text.slice(Math.max(0, at - 2), at);
  return (two.codePointAt(0) ?? 0) > 0xffff ? two : two.slice(-1);
}

/** `U+202E`. */
export function codePoint(character: string): string {
  const point = character.codePointAt(0) ?? 0;
  return `U+${point.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** What a run of tag characters says to a machine. */
export function tagText(text: string): string {
  return [...text]
    .map((character) => (character.codePointAt(0) ?? 0) - 0xe0000)
    .filter((point) => point >= 0x20 && point < 0x7f)
    .map((point) => String.fromCharCode(point))
    .join('');
}
