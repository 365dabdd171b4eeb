// Why a password is not taken, in words for who chose it.

import { type Plain, t } from '../i18n/translate.ts';
import { wordsFor } from '../problem-words.ts';

const WEAK: readonly (readonly [RegExp, Plain])[] = [
  [
    /too common/,
    'That password is among the first that are tried. Choose another: four words that have nothing to do with each other are good.',
  ],
  [/different characters/, 'That password has too few different characters. Choose another.'],
  [/than a name/, 'That password is little more than your name. Choose another.'],
];

export function weaknessWords(error: unknown): string {
  const known = WEAK.find(([sign]) => error instanceof Error && sign.test(error.message));
  return known ? t(known[1]) : wordsFor(error);
}
