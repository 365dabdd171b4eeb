// What a reader should be warned of before deciding, in words for a terminal: found as the inbox finds it.

import { type Flag, flagsOf, type Shown } from '@countersign/contract/shown/flags';
import { mixedWords } from '@countersign/contract/shown/look-alikes';
import type { ActionRead } from '@countersign/sdk';
import { oneLine } from './text.ts';

const MOST_NAMED = 5;

const WORDS: Readonly<Record<Flag, string>> = {
  hidden: 'Hidden characters, shown by their codes.',
  bidi: 'Characters that reorder text, shown by their codes.',
  look_alike: 'Letters of another alphabet that look like ours',
  link: 'A link that leads elsewhere than it says, or nowhere honest.',
  control: 'Control characters, shown by their codes.',
  padding: 'Empty space that could push something out of sight: read to the end.',
  bad_diff: 'Lines that belong to no valid patch.',
  near_duplicate: 'Another action looks the same.',
};

export function isSuspicious(action: Shown): boolean {
  return flagsOf(action).length > 0;
}

export function warningsOf(action: ActionRead): string[] {
  return flagsOf(action).map((flag) => (flag === 'look_alike' ? lookAlikes(action) : WORDS[flag]));
}

/** Which words, where there are some: what differs cannot be seen. */
function lookAlikes({ title, kind, preview, undo = '' }: ActionRead): string {
  const found = [title, kind, preview.body, undo].flatMap((text) =>
    mixedWords(text).map(({ at, length }) => text.slice(at, at + length)),
  );
  const named = [...new Set(found)].slice(0, MOST_NAMED).map((word) => `“${oneLine(word)}” (${codesIn(word)})`);
  return named.length === 0 ? `${WORDS.look_alike}, in a link.` : `${WORDS.look_alike}: ${named.join(', ')}.`;
}

/** The letters that are not Latin: `р is U+0440`. */
function codesIn(word: string): string {
  const foreign = [...new Set(word)].filter((letter) => letter > '\x7f' && !/\p{Script=Latin}/u.test(letter));
  return foreign
    .slice(0, MOST_NAMED)
    .map((letter) => `${letter} is U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`)
    .join(', ');
}
