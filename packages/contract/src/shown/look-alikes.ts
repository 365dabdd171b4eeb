// Letters that look like others: words that mix scripts, and hosts that imitate one. Whole words of another script are
// no warning in running text (Russian is not an attack), only in host names.

import { decodeLabel } from './punycode.ts';

export interface MixedWord {
  readonly at: number;
  readonly length: number;
}

const WORD = /[\p{L}\p{M}\p{N}_]+/gu;
const LATIN_LETTER = '\\p{Script=Latin}';
/** Of Greek only what passes for Latin: µs, kΩ and Δx are ordinary words. */
const RIVAL_LETTER = '[\\p{Script=Cyrillic}\\p{Script=Armenian}\\p{Script=Cherokee}αάεέιίκνοόρτυύχϲϳΑΒΕΖΗΙΚΜΝΟΡΤΥΧ]';
const LATIN = new RegExp(LATIN_LETTER, 'v');
const RIVALS = new RegExp(RIVAL_LETTER, 'v');

/** Words that mix Latin with letters of Cyrillic, Greek, Armenian or Cherokee that could be taken for it. */
export function mixedWords(text: string): MixedWord[] {
  if (!RIVALS.test(text)) return [];
  return [...text.matchAll(WORD)]
    .filter(([word]) => LATIN.test(word) && RIVALS.test(word))
    .map(({ 0: word, index }) => ({ at: index, length: word.length }));
}

/** Two rival letters with at most marks, digits and letters of third scripts between them: a run is looked at once. */
const BETWEEN = `[[\\p{L}\\p{M}\\p{N}_]--[${LATIN_LETTER}${RIVAL_LETTER}]]*`;
const NEIGHBOURS = new RegExp(`${LATIN_LETTER}${BETWEEN}${RIVAL_LETTER}|${RIVAL_LETTER}${BETWEEN}${LATIN_LETTER}`, 'v');

/** Whether there is any such word; in one pass, whatever the text. */
export function hasMixedWord(text: string): boolean {
  return RIVALS.test(text) && NEIGHBOURS.test(text);
}

/** Letters of other scripts by the Latin ones they are taken for. */
// biome-ignore format: an alphabet in rows
const LOOKS_LIKE: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({
    a: 'аαɑ', b: 'ЬвƄ', c: 'сϲ', d: 'ԁɗ', e: 'еёєҽ', f: 'ƒ', g: 'ɡց', h: 'һհ', i: 'іιıӏ', j: 'јϳ', k: 'кκ', l: 'ӏ1ɩ|',
    m: 'мṃ', n: 'пηո', o: 'оοօσ0', p: 'рρ', q: 'ԛգ', r: 'гᴦ', s: 'ѕ', t: 'тτ', u: 'υս', v: 'ѵν', w: 'ԝωѡ', x: 'хχ', y: 'уγү', z: 'ᴢ',
  }).flatMap(([latin, others]) => [...others].map((other) => [other, latin])),
);

/** The same, and their capitals by Latin capitals; without those of ASCII. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(LOOKS_LIKE)
    .filter(([other]) => other > '\x7f')
    .flatMap(([other, latin]) => [
      [other.toUpperCase(), latin.toUpperCase()],
      [other, latin],
    ])
    .filter(([other = '']) => other.length === 1 && other > '\x7f')
    .map(([other = '', latin = '']) => [other, LOOKS_LIKE[other] ?? latin]),
);
const NOT_PLAIN = new RegExp(`[${Object.keys(PLAIN_LETTERS).join('')}]`, 'g');

/** With the letters of other scripts as the Latin ones they are taken for; ASCII is left as it is. */
export function plainLetters(text: string): string {
  return text.replace(NOT_PLAIN, (letter) => PLAIN_LETTERS[letter] ?? letter);
}

export interface HostReading {
  /** As people would read it, when the host is written in Punycode. */
  readonly decoded?: string;
  /** A host it could be taken for. */
  readonly looksLike?: string;
}

/** What is odd about an ASCII host, as `URL` gives it. */
export function readHost(host: string): HostReading {
  if (!host.includes('xn--')) return {};
  const decoded = host
    .split('.')
    .map((label) => (label.startsWith('xn--') ? (decodeLabel(label.slice(4)) ?? label) : label))
    .join('.');
  const skeleton = [...decoded.normalize('NFKC').toLowerCase()].map((letter) => LOOKS_LIKE[letter] ?? letter).join('');
  const imitates = skeleton !== decoded && /^[a-z0-9.-]+$/.test(skeleton);
  return { decoded, ...(imitates && { looksLike: skeleton }) };
}
