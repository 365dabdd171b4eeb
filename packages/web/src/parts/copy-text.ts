// To the clipboard, at plain-http addresses too, where the browser has no clipboard for pages.

import { marksIn } from '@countersign/contract/shown/marks';
import { number, t } from '../i18n/translate.ts';

/** What to say of a text that was copied: `done`, and what is in it that will not be seen where it goes. */
export function copiedWords(text: string, done: string): string {
  const hidden = marksIn(text).length;
  return hidden === 0 ? done : t('{done}. Hidden characters in it: {count}.', { done, count: number(hidden) });
}

export async function copyText(text: string): Promise<boolean> {
  if (!navigator.clipboard) return copyOldWay(text);
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyOldWay(text); // not allowed here: the older way may still be
  }
}

function copyOldWay(text: string): boolean {
  const box = document.createElement('textarea');
  box.value = text;
  (document.querySelector('dialog[open]') ?? document.body).append(box); // a dialog lets nothing outside it have the focus
  box.select();
  const copied = document.execCommand('copy');
  box.remove();
  return copied;
}
