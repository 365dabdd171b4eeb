// Which language the page speaks: the one that was chosen, else the first of the browser's that we know. English needs
// nothing more; the others are fetched.

import { speech } from './translate.ts';

/** `auto`, or nothing: what this browser was last told, else what it asks for. */
export async function speak(chosen = 'auto'): Promise<void> {
  if (chosen !== 'auto') localStorage.setItem('locale', chosen);
  const wanted = [localStorage.getItem('locale') ?? [], navigator.languages].flat();
  const known = wanted.find((one) => /^(de|en|ar-XB)/.test(one)) ?? 'en';
  if (!/^(de|en-XA|ar)/.test(known) && !speech.value.say) return;
  await import('./languages.ts').then(({ use }) => use(known)).catch(() => undefined); // without it, in English
}
