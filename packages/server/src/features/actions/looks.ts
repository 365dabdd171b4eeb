// Whether two actions would be taken for each other: what is left of kind, title and preview when everything that nobody
// sees is gone. Two that differ only in that are told apart by bytes, not by eyes.

import { hash } from 'node:crypto';
import { plainLetters } from '@countersign/contract/shown/look-alikes';
import { withoutMarks } from '@countersign/contract/shown/marks';
import { normalized } from '../../base/normalize.ts';

export interface Looks {
  /** The same for whatever looks the same. */
  readonly looks: string;
  /** The same only for what is the same, byte for byte. */
  readonly written: string;
}

interface Seen {
  readonly kind: string;
  readonly title: string;
  readonly preview: { readonly format: string; readonly body: string };
}

export function looksOf({ kind, title, preview: { format, body } }: Seen): Looks {
  return {
    looks: short([kind, seen(title), seen(body)]),
    written: short([kind, title, format, body]),
  };
}

const PLAIN = /^[\x20-\x7e\n\t]*$/;
/** Most blanks are single spaces already: to pass over those is cheaper than to write them anew. */
const ODD_BLANKS = /[^\S ]\s*| \s+/g;

/** Composed, without hidden characters, in one script where letters look alike, and blanks as blanks. */
function seen(text: string): string {
  // Once more, for what was apart while something hidden stood between, or in another script.
  const bare = PLAIN.test(text) ? text : normalized(plainLetters(withoutMarks(normalized(text, 'NFKC'))), 'NFKC');
  return bare.replace(ODD_BLANKS, ' ').trim();
}

function short(parts: readonly string[]): string {
  return hash('sha256', JSON.stringify(parts), 'hex').slice(0, 32);
}
