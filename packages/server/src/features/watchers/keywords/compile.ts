// Keywords made ready to search with. Regular expressions run in RE2: no pattern can take more than linear time.

import type { WatcherKind } from '@countersign/contract';
import { RE2JS, RE2JSSyntaxException } from 're2js';
import { countCodePoints, type Folded, fold } from './folded.ts';
import { type CompiledPhrase, compilePhrase, findPhrase } from './phrase.ts';
import { type Field, type RegexText, readPattern } from './reading.ts';

/** A pattern may be linear and yet so large that each character costs a thousand steps. */
const MAX_PROGRAM = 1000;
const MAX_COMPILED = 10_000;

/** A field as it is searched: folded once, however many keywords look at it. */
export interface Searched {
  readonly text: string;
  folded(): Folded;
}

export function searched(text: string): Searched {
  let folded: Folded | undefined;
  return {
    text,
    folded: () => {
      folded ??= fold(text);
      return folded;
    },
  };
}

/** In code points of the text. */
export interface Hit {
  readonly start: number;
  readonly end: number;
}

export interface CompiledPattern {
  readonly mode: 'phrase' | 'regex';
  /** Undefined: every field. */
  readonly field: Field | undefined;
  find(searched: Searched): Hit | undefined;
}

/** What is wrong with a pattern, in words. */
export class PatternError extends Error {}

const compiled = new Map<string, CompiledPattern>();

export function compilePattern(pattern: string, kind: WatcherKind): CompiledPattern {
  const id = `${kind} ${pattern}`;
  const known = compiled.get(id);
  if (known) {
    compiled.delete(id); // to the end of the line: what is used stays
    compiled.set(id, known);
    return known;
  }
  const made = compileAnew(pattern, kind);
  compiled.set(id, made);
  if (compiled.size > MAX_COMPILED) compiled.delete(compiled.keys().next().value ?? '');
  return made;
}

function compileAnew(pattern: string, kind: WatcherKind): CompiledPattern {
  const { field, regex, phrases } = readPattern(pattern, kind);
  if (regex) {
    try {
      return { mode: 'regex', field, find: finderOf(compileRegex(regex, pattern)) };
    } catch (error) {
      if (!regex.bare || !(error instanceof PatternError)) throw error;
    }
  }
  const ready = phrases.map(compilePhrase).filter(({ words }) => words.length > 0);
  if (ready.length === 0) throw new PatternError('has nothing to look for');
  return { mode: 'phrase', field, find: (field) => firstPhrase(field, ready) };
}

/** Throws a PatternError that says where in the pattern it is wrong. */
export function compileRegex({ source, flags }: Pick<RegexText, 'source' | 'flags'>, pattern = source): RE2JS {
  let bits = 0;
  if (flags.includes('i')) bits |= RE2JS.CASE_INSENSITIVE;
  if (flags.includes('m')) bits |= RE2JS.MULTILINE;
  if (flags.includes('s')) bits |= RE2JS.DOTALL;
  let regex: RE2JS;
  try {
    regex = RE2JS.compile(source, bits);
  } catch (error) {
    if (!(error instanceof RE2JSSyntaxException)) throw error;
    const { error: what, input } = error as unknown as { error: string; input: string | null };
    const at = input ? Math.max(0, pattern.indexOf(input)) : 0;
    throw new PatternError(`${what} at position ${countCodePoints(pattern, at) + 1}`);
  }
  if (regex.programSize() > MAX_PROGRAM) throw new PatternError('is too large: repeat less');
  return regex;
}

function finderOf(regex: RE2JS): CompiledPattern['find'] {
  return ({ text }) => {
    const matcher = regex.matcher(text);
    if (!matcher.find()) return undefined;
    const start = countCodePoints(text, matcher.start());
    return { start, end: start + countCodePoints(text.slice(matcher.start(), matcher.end())) };
  };
}

function firstPhrase(field: Searched, phrases: readonly CompiledPhrase[]): Hit | undefined {
  for (const phrase of phrases) {
    if (phrase.exact) {
      const found = findPhrase(field.text, phrase);
      if (found)
        return { start: countCodePoints(field.text, found.start), end: countCodePoints(field.text, found.end) };
      continue;
    }
    const folded = field.folded();
    const found = findPhrase(folded.text, phrase);
    // The last character may stand for several of the folded text: the end is where the next one begins.
    if (found) {
      const last = folded.codePointAt(found.end - 1);
      return { start: folded.codePointAt(found.start), end: Math.max(last + 1, folded.codePointAt(found.end)) };
    }
  }
  return undefined;
}
