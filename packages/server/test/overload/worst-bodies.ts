// The largest and most awkward requests that are legal: what costs most to read, to compare, to digest and to show.

import { BODY_MAX_CHARACTERS, PAYLOAD_MAX_BYTES } from '@countersign/contract';

const filled = (unit: string, length: number) => unit.repeat(Math.floor(length / unit.length));
/** A list as large as a payload may be. */
const listOf = (unit: string) => `[${filled(`${unit},`, PAYLOAD_MAX_BYTES - unit.length - 2)}${unit}]`;
const nested = (open: string, close: string, depth: number) => open.repeat(depth) + close.repeat(depth);

/** By their source text. */
export const WORST_PAYLOADS: Readonly<Record<string, string>> = {
  'empty lists': listOf('[]'),
  'empty objects': listOf('{}'),
  numbers: listOf('0'),
  'empty strings': listOf('""'),
  'escaped strings': listOf('"\\n"'),
  'letters by their numbers': listOf('"\\u0041"'),
  'deeply nested lists': listOf(nested('[', ']', 60)),
  'deeply nested objects': `[${Array(160)
    .fill(`${'{"a":'.repeat(60)}1${'}'.repeat(60)}`)
    .join(',')}]`,
  'ten thousand keys, backwards': `{${Array.from({ length: 9900 }, (_, n) => `"${String(9900 - n).padStart(19, 'k')}":1`).join(',')}}`,
  'one escaped string': `"${filled('\\u00e9', PAYLOAD_MAX_BYTES - 2)}"`,
};

export const WORST_TEXTS: Readonly<Record<string, string>> = {
  'line breaks': filled('\n', BODY_MAX_CHARACTERS),
  'lines of one character': filled('+\n', BODY_MAX_CHARACTERS),
  'astral characters': filled('😀', 2 * BODY_MAX_CHARACTERS),
  'hidden characters': filled('\u200b', BODY_MAX_CHARACTERS),
  'words in two scripts': filled('аa ', BODY_MAX_CHARACTERS),
  'opened brackets': filled('[', BODY_MAX_CHARACTERS),
  links: filled('[a](http://a.example) ', BODY_MAX_CHARACTERS),
  'foreign hosts': filled('http://é.example ', BODY_MAX_CHARACTERS),
  'hosts in Punycode': filled('http://xn--80ak6aa92e.example ', BODY_MAX_CHARACTERS),
  'references of links': Array.from({ length: 10_000 }, (_, n) => `[${n}]: http://a.example\n`).join(''),
  'brackets in brackets': `[a]: http://a.example\n${'[b '.repeat(65_000)}${']'.repeat(65_000)}`,
  'links in links': `${'['.repeat(1900)}${'*_'.repeat(900)}${'](a.example)'.repeat(1900)}`,
  'stacked marks': `a${'\u0301'.repeat(BODY_MAX_CHARACTERS / 2)}${'\u0323'.repeat(BODY_MAX_CHARACTERS / 2 - 1)}`,
};

/** As JSON, with every character that can be escaped written so. */
export function escaped(text: string): string {
  return JSON.stringify(text).replace(
    /[^\x20-\x7e]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** A quarter of a million changed lines, nearly none, and as many changes as are searched for. */
export const WORST_EDITS: Readonly<Record<string, readonly [string, string]>> = {
  'every line of many': [filled('\n', BODY_MAX_CHARACTERS), filled('+\n', BODY_MAX_CHARACTERS)],
  'one line in the middle of many': [
    filled('\n', BODY_MAX_CHARACTERS),
    `${'\n'.repeat(100_000)}x${'\n'.repeat(100_000)}`,
  ],
  'as many lines as are searched': [
    Array.from({ length: 3990 }, (_, n) => `${'line'.padEnd(50)}${n % 7}\n`).join(''),
    Array.from({ length: 3990 }, (_, n) => `${(n % 20 ? 'line' : 'other').padEnd(50)}${n % 7}\n`).join(''),
  ],
  'lines in reverse': [
    Array.from({ length: 3990 }, (_, n) => `line ${n}\n`).join(''),
    Array.from({ length: 3990 }, (_, n) => `line ${3990 - n}\n`).join(''),
  ],
};
