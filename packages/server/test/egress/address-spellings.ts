// Every way we know to write an address: what a parser forgives, what a guard that reads text would miss.

import type { Chance } from './chance.ts';

export type Bytes = readonly number[];

export function spellIpv4(bytes: Bytes, chance: Chance): string {
  const parts = joined(bytes, 1 + chance.below(4)).map((part) => spellNumber(part, chance));
  const text = parts.join('.') + (chance.often(0.1) ? '.' : '');
  return chance.often(0.4) ? disguise(text, chance) : text;
}

/** `127.0.0.1` as four numbers, or with its last ones written as one: `127.0.1`, `127.1`, `2130706433`. */
function joined(bytes: Bytes, count: number): number[] {
  const head = bytes.slice(0, count - 1);
  return [...head, bytes.slice(count - 1).reduce((sum, byte) => sum * 256 + byte, 0)];
}

function spellNumber(value: number, chance: Chance): string {
  switch (chance.below(6)) {
    case 0:
      return `0x${value.toString(16)}`;
    case 1:
      return `0X${'0'.repeat(chance.below(4))}${value.toString(16).toUpperCase()}`;
    case 2:
      return `0${'0'.repeat(chance.below(4))}${value.toString(8)}`;
    default:
      return String(value);
  }
}

const DOTS = ['.', '。', '．', '｡', '%2e', '%2E', '%E3%80%82'];
/** Where each script or style has its digit zero; the other nine follow. */
const ZEROS = [0xff10, 0x1d7ce, 0x1d7d8, 0x1d7e2, 0x1d7ec, 0x1d7f6];
const CIRCLED = ['⓪', '①', '②', '③', '④', '⑤', '⑥', '⑦', '⑧', '⑨'];
const RAISED = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
const LOWERED = ['₀', '₁', '₂', '₃', '₄', '₅', '₆', '₇', '₈', '₉'];
/** The parser drops them without a word. */
const IGNORED = ['\u00ad', '\u200b', '\u2060', '\ufe0f', '\ufeff', '\t', '\n', '\r'];

/** The same text to a URL parser, in other characters. */
export function disguise(text: string, chance: Chance): string {
  const share = chance.next();
  return [...text]
    .map((letter) => {
      const extra = chance.often(0.05) ? chance.pick(IGNORED) : '';
      return extra + (chance.often(share) ? another(letter, chance) : letter);
    })
    .join('');
}

function another(letter: string, chance: Chance): string {
  if (letter === '.') return chance.pick(DOTS);
  if (/[0-9]/.test(letter)) return anotherDigit(Number(letter), chance);
  if (/[a-z]/i.test(letter)) return anotherLetter(letter, chance);
  return letter;
}

function anotherDigit(digit: number, chance: Chance): string {
  const styles = [CIRCLED, RAISED, LOWERED].map((style) => style[digit] ?? '');
  const scripts = ZEROS.map((zero) => String.fromCodePoint(zero + digit));
  return chance.pick([...styles, ...scripts, `%3${digit}`]);
}

function anotherLetter(letter: string, chance: Chance): string {
  const at = letter.toLowerCase().charCodeAt(0) - 97;
  const percent = `%${letter.charCodeAt(0).toString(16)}`;
  const fullwidth = String.fromCodePoint(0xff41 + at);
  const circled = String.fromCodePoint(0x24d0 + at);
  return chance.pick([letter.toUpperCase(), letter.toLowerCase(), percent, fullwidth, circled]);
}

/** In brackets. */
export function spellIpv6(bytes: Bytes, chance: Chance): string {
  const words = Array.from({ length: 8 }, (_, i) => ((bytes[2 * i] ?? 0) << 8) | (bytes[2 * i + 1] ?? 0));
  const texts = words.map((word) => spellWord(word, chance));
  const dotted = chance.often(0.3);
  const tail = dotted ? [bytes.slice(12).join('.')] : texts.slice(6);
  const all = [...texts.slice(0, 6), ...tail];
  return `[${shortened(all, words.slice(0, dotted ? 6 : 8), chance)}]`;
}

function spellWord(word: number, chance: Chance): string {
  const plain = word.toString(16);
  const text = chance.often(0.3) ? plain.padStart(4, '0') : plain;
  return chance.often(0.3) ? text.toUpperCase() : text;
}

/** A run of zeros becomes `::`, any one of them, or none. */
function shortened(texts: readonly string[], words: readonly number[], chance: Chance): string {
  const runs = words.flatMap((word, start) => {
    if (word !== 0) return [];
    const length = words.slice(start).findIndex((next) => next !== 0);
    return [{ start, length: length === -1 ? words.length - start : length }];
  });
  if (runs.length === 0 || chance.often(0.2)) return texts.join(':');
  const { start, length } = chance.pick(runs);
  return `${texts.slice(0, start).join(':')}::${texts.slice(start + length).join(':')}`;
}

/** An IPv4 address inside an IPv6 one, by every scheme there is or was. */
export function wrapped(ipv4: Bytes, chance: Chance): Bytes {
  const zeros = (count: number) => Array<number>(count).fill(0);
  const random = (count: number) => Array.from({ length: count }, () => chance.below(256));
  return chance.pick([
    [...zeros(10), 0xff, 0xff, ...ipv4], // mapped
    [...zeros(12), ...ipv4], // compatible
    [...zeros(8), 0xff, 0xff, 0, 0, ...ipv4], // translated
    [0, 0x64, 0xff, 0x9b, ...zeros(8), ...ipv4], // NAT64
    [0, 0x64, 0xff, 0x9b, 0, 1, ...random(6), ...ipv4], // NAT64, local use
    [0x20, 0x02, ...ipv4, ...random(10)], // 6to4
    [0x20, 0x01, 0, 0, ...random(8), ...ipv4.map((byte) => byte ^ 0xff)], // Teredo
    [0xfe, 0x80, ...zeros(8), 0x5e, 0xfe, ...ipv4], // ISATAP
  ]);
}
