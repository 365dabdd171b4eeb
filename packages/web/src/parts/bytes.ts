// How much that is, in words.

import { number } from '../i18n/translate.ts';

export function sizeOf(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  if (bytes < 1024 ** 2) return `${Math.round(bytes / 1024)} KB`;
  if (bytes < 1024 ** 3) return `${number(bytes / 1024 ** 2, { maximumFractionDigits: 1 })} MB`;
  return `${number(bytes / 1024 ** 3, { maximumFractionDigits: 2 })} GB`;
}
