// Keys as people say them.

import { t } from '../i18n/translate.ts';

const SIGNS: Readonly<Record<string, string>> = { ArrowDown: '↓', ArrowUp: '↑', Escape: 'Esc', Meta: '⌘' };

/** `Shift+ ` is Shift Space, `A` is Shift A, `g i` is G I. */
export function keyWords(keys: string): string {
  if (/^. .$/.test(keys)) return keys.split(' ').map(one).join(' ');
  return keys
    .split(/\+(?!$)/)
    .map(one)
    .join(' ');
}

function one(key: string): string {
  if (/^[A-Z]$/.test(key)) return `${t('Shift')} ${key}`;
  if (key === ' ') return t('Space');
  if (key === 'Shift' || key === 'Ctrl') return t(key);
  return SIGNS[key] ?? (key.length === 1 ? key.toUpperCase() : key);
}
