// Whether a pattern that guards a kind is meant by one that is written otherwise. A guard is not to be passed by a blank, a
// capital or a letter of another script: what people would take for the kind is the kind.

import { plainLetters } from '@countersign/contract/shown/look-alikes';
import { withoutMarks } from '@countersign/contract/shown/marks';
import { globMatches } from './glob.ts';

/** For what asks for more care. What lets something pass is matched as it is written. */
export function guards(pattern: string, kind: string): boolean {
  if (globMatches(pattern, kind)) return true;
  return !(PLAIN.test(pattern) && PLAIN.test(kind)) && globMatches(seen(pattern), seen(kind));
}

/** Without capitals and blanks: it is what it looks like. */
const PLAIN = /^[\x21-\x40\x5b-\x7e]*$/;

function seen(text: string): string {
  return plainLetters(withoutMarks(text.normalize('NFKC')).toLowerCase()).replace(/\s+/g, '');
}
