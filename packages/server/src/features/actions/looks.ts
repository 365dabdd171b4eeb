// Whether two actions would be taken for each other: what is left of kind, title and preview when everything that nobody
// sees is gone. Two that differ only in that are told apart by bytes, not by eyes.

import { hash } from 'node:crypto';
import { plainLetters } from '@countersign/contract/shown/look-alikes';
import { withoutMarks } from '@countersign/contract/shown/marks';
import { normalized } from '../../base/normalize.ts';
import { withSingleBlanks } from '../../base/single-blanks.ts';

export interface Looks {
  /** The same for whatever looks the same. */
  readonly looks: string;
  /** The same only for what is the same, byte for byte. */
  readonly written: string;
}

interface Seen {
  /** Nobody takes what is of one project for what is of another. */
  readonly project_id: string;
  readonly kind: string;
  readonly title: string;
  readonly preview: { readonly format: string; readonly body: string };
}

export function looksOf({ project_id, kind, title, preview: { format, body } }: Seen): Looks {
  // The body may be long: it is read as seldom as can be.
  const [shown, written] = [seen(body), digest(body)];
  return {
    looks: short([project_id, kind, seen(title), shown === body ? written : digest(shown)]),
    written: short([kind, title, format, written]),
  };
}

const PLAIN = /^[\x20-\x7e\n\t]*$/;

/** Composed, without hidden characters, in one script where letters look alike, and blanks as blanks. */
function seen(text: string): string {
  return withSingleBlanks(PLAIN.test(text) ? text : bare(text));
}

function bare(text: string): string {
  const composed = normalized(text, 'NFKC');
  const plain = plainLetters(withoutMarks(composed));
  // Once more, for what was apart while something hidden stood between, or in another script.
  return plain === composed ? composed : normalized(plain, 'NFKC');
}

function short(parts: readonly string[]): string {
  return digest(JSON.stringify(parts)).slice(0, 32);
}

function digest(text: string): string {
  return hash('sha256', text, 'hex');
}
