// How a keyword is read: as a phrase or as a regular expression, and in which field it is looked for.

import type { Match, WatcherKind } from '@countersign/contract';
import { KINDS } from '../kinds/kinds.ts';

export type Field = Match['field'];

export interface Phrase {
  readonly text: string;
  /** Exactly these characters: no folding of case, spaces or width. */
  readonly exact: boolean;
  /** A `*` at this edge: the word may go on. */
  readonly openStart: boolean;
  readonly openEnd: boolean;
}

export interface RegexText {
  readonly source: string;
  readonly flags: string;
  /** Not between slashes: if it does not compile, it was meant as a phrase. */
  readonly bare: boolean;
}

export interface Reading {
  /** Undefined: every field of the kind. */
  readonly field: Field | undefined;
  readonly regex: RegexText | undefined;
  /** How it is read when it is no regular expression. */
  readonly phrases: readonly Phrase[];
}

export function readPattern(pattern: string, kind: WatcherKind): Reading {
  const [, word = '', rest = ''] = /^\s*([a-z]+):(.*)$/s.exec(pattern) ?? [];
  const field = rest.trim() === '' ? undefined : KINDS[kind].fields.find((name) => name === word);
  const text = (field ? rest : pattern).trim();
  return { field, regex: regexIn(text), phrases: phrasesIn(text) };
}

function regexIn(text: string): RegexText | undefined {
  const [, source, flags] = /^\/(.+)\/([ims]*)$/s.exec(text) ?? [];
  if (source !== undefined) return { source, flags: flags || 'i', bare: false };
  return UNMISTAKABLE.test(text) ? { source: text, flags: 'i', bare: true } : undefined;
}

/**
 * What nobody writes in a phrase. A word in brackets, `[Hiring]`, is one: only brackets that touch a letter, repeat, negate
 * or hold a range make a character class.
 */
const UNMISTAKABLE =
  /\.[*+]|\\[bdws]|\(\?|\{\d+(,\d*)?\}|\[(\^|[^\]]*(\w-\w|\\))[^\]]*\]|\[[^\]]+\][\w(*+?{]|[\w)]\[[^\]]+\]/i;

/** Alternatives, apart from what stands in quotes. */
function phrasesIn(text: string): Phrase[] {
  const alternatives = text.match(/(?:"[^"]*"|[^|])+/g) ?? [];
  return alternatives.map((alternative) => phraseOf(alternative.trim())).filter(({ text: words }) => words !== '');
}

function phraseOf(text: string): Phrase {
  const quoted = /^"([^"]*)"$/.exec(text)?.[1];
  if (quoted !== undefined) return { text: quoted, exact: true, openStart: false, openEnd: false };
  return {
    text: text.replace(/^\*+|\*+$/g, '').trim(),
    exact: false,
    openStart: text.startsWith('*'),
    openEnd: text.endsWith('*'),
  };
}
