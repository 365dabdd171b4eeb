// Which language the page speaks: the one that was chosen, else the first of the browser's that we know.

import type { Said } from './said.ts';
import { speech } from './translate.ts';

/** What can be chosen, each by its own name. */
export const LANGUAGES: Readonly<Record<string, string>> = { en: 'English', de: 'Deutsch' };

type Say = (message: string) => Said | undefined;

/** Beside the languages: English made longer and strange, to see what is cut off or was never translated; and right to left. */
const CATALOGUES: Readonly<Record<string, () => Promise<Say>>> = {
  de: async () => {
    const { GERMAN } = await import('./de.ts');
    return (message) => (GERMAN as Readonly<Record<string, Said>>)[message];
  },
  'en-XA': async () => (await import('./pseudo.ts')).pseudo,
  'ar-XB': async () => (await import('./pseudo.ts')).pseudo,
};
const RIGHT_TO_LEFT = 'ar-XB';

/** `auto`, or nothing: what this browser was last told, else what it asks for. */
export async function speak(chosen = 'auto'): Promise<void> {
  if (chosen !== 'auto') localStorage.setItem('locale', chosen);
  const wanted = [localStorage.getItem('locale') ?? [], navigator.languages].flat();
  const known = wanted
    .map((one) => (one in CATALOGUES ? one : one.slice(0, 2)))
    .find((one) => one in CATALOGUES || one in LANGUAGES);
  const language = known ?? 'en';
  const say = await CATALOGUES[language]?.().catch(() => undefined); // without its catalogue the page speaks English
  speech.value = { locale: say ? (wanted.find((one) => one.startsWith(language)) ?? language) : undefined, say };
  document.documentElement.lang = say ? language : 'en';
  document.documentElement.dir = language === RIGHT_TO_LEFT ? 'rtl' : 'ltr';
}

/** Whatever was chosen before, the browser decides. */
export function forgetLanguage(): void {
  localStorage.removeItem('locale');
}
