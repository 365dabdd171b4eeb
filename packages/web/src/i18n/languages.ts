// The languages beside English, and how each is fetched and used.

import type { Said } from './said.ts';
import { regional, type Speech, speech } from './translate.ts';

/** What can be chosen, each by its own name. */
export const LANGUAGES: Readonly<Record<string, string>> = { en: 'English', de: 'Deutsch' };

type Language = Pick<Speech, 'say' | 'issue'>;

const german = async (): Promise<Language> => {
  const [{ GERMAN }, { germanIssue }] = await Promise.all([import('./de.ts'), import('./de-issues.ts')]);
  return { say: (message) => (GERMAN as Readonly<Record<string, Said>>)[message], issue: germanIssue };
};
/** English made longer and strange, to see what is cut off or was never translated; and the same from right to left. */
const pseudo = async (): Promise<Language> => ({ say: (await import('./pseudo.ts')).pseudo });

const CATALOGUES: Readonly<Record<string, () => Promise<Language>>> = { de: german, 'en-XA': pseudo, 'ar-XB': pseudo };
const RIGHT_TO_LEFT = 'ar-XB';

export async function use(locale: string): Promise<void> {
  const language = locale in CATALOGUES ? locale : locale.slice(0, 2);
  const spoken = (await CATALOGUES[language]?.()) ?? { say: undefined };
  speech.value = { ...spoken, locale: language.length === 2 ? regional(language) : language };
  document.documentElement.lang = language;
  document.documentElement.dir = language === RIGHT_TO_LEFT ? 'rtl' : 'ltr';
}

/** Whatever was chosen before, the browser decides. */
export function forgetLanguage(): void {
  localStorage.removeItem('locale');
}
