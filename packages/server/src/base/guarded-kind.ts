// Whether a pattern that guards a kind is meant by one that is written otherwise. A guard is not to be passed by a blank, a
// capital or a letter of another script: what people would take for the kind is the kind.

import { plainLetters } from '@countersign/contract/shown/look-alikes';
import { withoutMarks } from '@countersign/contract/shown/marks';
import { fits, type Glob, readGlob } from './glob.ts';
import { normalized } from './normalize.ts';

/** A pattern, read: as it is written, and as it looks. */
export interface Guard {
  readonly written: Glob;
  readonly seen: Glob;
  readonly plain: boolean;
}

export function readGuard(pattern: string): Guard {
  return { written: readGlob(pattern), seen: readGlob(seen(pattern)), plain: PLAIN.test(pattern) };
}

/** For what asks for more care. What lets something pass is matched as it is written. */
export function guards(pattern: string, kind: string): boolean {
  return guarding(kind)(readGuard(pattern));
}

/** For many guards of one kind: how it looks is found out once, if anyone asks. */
export function guarding(kind: string): (guard: Guard) => boolean {
  const plain = PLAIN.test(kind);
  let looks: string | undefined;
  return (guard) => {
    if (fits(guard.written, kind)) return true;
    if (plain && guard.plain) return false;
    looks ??= seen(kind);
    return fits(guard.seen, looks);
  };
}

/** Without capitals and blanks: it is what it looks like. */
const PLAIN = /^[\x21-\x40\x5b-\x7e]*$/;

function seen(text: string): string {
  return plainLetters(withoutMarks(normalized(text, 'NFKC')).toLowerCase()).replace(/\s+/g, '');
}
