// What is missing before an action can be approved whose end has not been on the screen, and how to get there.

import type { InboxAction } from '@countersign/contract';
import { t } from '../i18n/translate.ts';
import { keyOf } from '../keyboard/key.tsx';
import { lettersCount } from '../keyboard/keys.ts';
import { byTouch } from '../parts/by-touch.ts';
import type { Reading } from './reading.ts';

const hand = () => (byTouch() || !lettersCount() ? 'touch' : 'keys');
const MUST_READ = {
  keys: '{kind} must be read to its end. {on} reads on.',
  touch: '{kind} must be read to its end: scroll on.',
} as const;
const NOT_READ = {
  keys: '{on} reads on, {anyway} approves anyway.',
  touch: 'Scroll to its end, or approve it from the menu ⋯ as it is.',
} as const;
const NOT_READ_ASIDE = {
  keys: 'A table is wider than its place. {on} shows the rest, {anyway} approves anyway.',
  touch: 'A table is wider than its place. Push it aside, or approve it from the menu ⋯ as it is.',
} as const;

/** In an editor letters are written. */
export function unreadHint({ must_read, kind }: InboxAction, { aside, below }: Reading, written: boolean): string {
  const keys = { on: keyOf('page_down'), anyway: keyOf('approve_anyway') };
  const by = written ? 'touch' : hand();
  if (must_read) return t(MUST_READ[by], { kind, ...keys });
  return t((aside && below === 0 ? NOT_READ_ASIDE : NOT_READ)[by], keys);
}
