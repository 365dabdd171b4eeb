// Unicode's normal forms, in time that grows with the text and not with its square: marks on one letter are sorted, and a
// text may be one letter with a quarter of a million of them.

import { mayCombine } from '@countersign/contract/shown/combining';

/** More marks in a row than any language writes; with what NFKC makes a mark of. */
const TOO_MANY = /([\p{M}\uff9e\uff9f]{32})[\p{M}\uff9e\uff9f]+/gu;
const PLAIN = /^[\x20-\x7e\n\r\t]*$/;

/** Of each letter's marks the first thirty-two count. */
export function normalized(text: string, form: 'NFC' | 'NFKC' | 'NFKD'): string {
  if (PLAIN.test(text)) return text;
  return (mayCombine(text) ? text.replace(TOO_MANY, '$1') : text).normalize(form);
}
