// Numbers of Insights in words.

import { OTHER } from '@countersign/contract/shown/other';
import { computed } from '@preact/signals';
import { leftIn } from '../clock.ts';
import { speech, t } from '../i18n/translate.ts';

/** Made anew when the language changes. */
const percent = computed(
  () => new Intl.NumberFormat(speech.value.locale, { style: 'percent', maximumFractionDigits: 1 }),
);

/** "–" where there is nothing to divide by. */
export function shareOf(part: number, whole: number): string {
  return whole === 0 ? '–' : percent.value.format(part / whole);
}

export function seconds(value: number | null): string {
  return value === null ? '–' : value === 0 ? '0 s' : leftIn(value);
}

/** Of a round time: "1 m", where the seconds would say "1 m 0 s". */
export function roundTime(value: number): string {
  if (value < 60) return t('{s} s', { s: value });
  return value < 3600 ? t('{m} m', { m: value / 60 }) : t('{h} h', { h: value / 3600 });
}

/** A kind, or who asked: by its own name, where it has one. */
export function called(name: string): string {
  return name === OTHER ? t('(other)') : name;
}
