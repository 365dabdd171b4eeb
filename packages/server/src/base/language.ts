// The languages that the service speaks to people in, where it writes to them by itself. The inbox has its own catalogues.

export type Language = 'en' | 'de';

/** Of a locale such as `de-AT`; English for whoever speaks another. */
export function languageOf(locale: string): Language {
  return /^de\b/i.test(locale) ? 'de' : 'en';
}
