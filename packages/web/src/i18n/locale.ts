// Which language the page speaks: the one that was chosen, else the first of the browser's that we know. English needs
// nothing more; the others are fetched.

import { speech } from './translate.ts';

/** `auto`: what the browser asks for, whoever was here before. Nothing: what it was last told, if it was. */
export async function speak(chosen?: string): Promise<void> {
  if (chosen === 'auto') localStorage.removeItem('locale');
  else if (chosen !== undefined) localStorage.setItem('locale', chosen);
  const wanted = [localStorage.getItem('locale') ?? [], navigator.languages].flat();
  const known = wanted.find((one) => /^(de|en|ar-XB)/.test(one)) ?? 'en';
  if (!/^(de|en-XA|ar)/.test(known) && !speech.value.say) return;
  await import('./languages.ts').then(({ use }) => use(known)).catch(() => undefined); // without it, in English
}
