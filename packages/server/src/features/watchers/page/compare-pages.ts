// Whether a page has changed: noise and reordering are no change, and what looks like a block page is no page.

import { type CompiledPattern, compilePattern, type Hit, type Searched, searched } from '../keywords/compile.ts';
import { countCodePoints } from '../keywords/folded.ts';
import type { Rules } from '../keywords/rules.ts';
import { masked, type Span } from './masks.ts';
import { changeBetween, type LineChange } from './page-diff.ts';

export type Comparison =
  | { readonly is: 'same'; readonly reordered: boolean }
  | { readonly is: 'shrunk' }
  | { readonly is: 'changed'; readonly change: LineChange; readonly large: boolean };

const SHRUNK_SHARE = 0.2;
/** Below this, one extracted value may well become a short one. */
const LONG_CHARACTERS = 500;
const MANY_LINES = 10;
const FEW_LINES = 2;
const LARGE_SHARE = 0.6;

/** `mask` is off for `mode:raw`. */
export function comparePages(
  before: string,
  after: string,
  { mask, rules }: { readonly mask: boolean; readonly rules: Pick<Rules, 'kind' | 'keywords'> },
): Comparison {
  const [old, fresh] = [before.split('\n'), after.split('\n')];
  const gone = leftOver(old, fresh);
  const come = leftOver(fresh, old);
  const maskOf = mask ? maskFor(rules) : (line: string) => line;
  // Lines that only one side has, and that are the same but for noise.
  const noise = commonOf(gone.map(maskOf), come.map(maskOf));
  if (gone.length === noise.total && come.length === noise.total) {
    return { is: 'same', reordered: noise.total === 0 && before !== after };
  }
  if (isShrunk(before, after, old.length, fresh.length)) return { is: 'shrunk' };

  const onlyOne = new Set([...gone, ...come]);
  const same = (line: string) => {
    if (!onlyOne.has(line)) return line;
    const plain = maskOf(line);
    return noise.texts.has(plain) ? plain : line;
  };
  const change = changeBetween(old, fresh, { same });
  const share = Math.max(change.removed.length / old.length, change.added.length / fresh.length);
  return {
    is: 'changed',
    change,
    large: Math.max(old.length, fresh.length) >= MANY_LINES && share > LARGE_SHARE,
  };
}

/** As often as it is in one more often than in the other. */
function leftOver(lines: readonly string[], other: readonly string[]): string[] {
  const counts = countsOf(other);
  return lines.filter((line) => {
    const count = counts.get(line) ?? 0;
    if (count > 0) counts.set(line, count - 1);
    return count === 0;
  });
}

function commonOf(a: readonly string[], b: readonly string[]): { total: number; texts: ReadonlySet<string> } {
  const counts = countsOf(b);
  const texts = new Set<string>();
  let total = 0;
  for (const line of a) {
    const count = counts.get(line) ?? 0;
    if (count === 0) continue;
    counts.set(line, count - 1);
    texts.add(line);
    total++;
  }
  return { total, texts };
}

function countsOf(lines: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1);
  return counts;
}

function isShrunk(before: string, after: string, oldLines: number, newLines: number): boolean {
  if (before.length >= LONG_CHARACTERS && after.length < before.length * SHRUNK_SHARE) return true;
  return oldLines > MANY_LINES && newLines <= FEW_LINES;
}

/** Where a keyword of the watcher hits, there is no noise: someone is waiting for exactly that. */
function maskFor({ kind, keywords }: Pick<Rules, 'kind' | 'keywords'>): (line: string) => string {
  // One that looks at the title alone waits for nothing in the lines, and would hit the title at every tick of a counter.
  const patterns = keywords
    .map(({ pattern }) => compilePattern(pattern, kind))
    .filter(({ field }) => field === undefined || field === 'added' || field === 'removed');
  const known = new Map<string, string>();
  return (line) => {
    const seen = known.get(line);
    if (seen !== undefined) return seen;
    const plain = masked(line, keeperOf(line, patterns));
    known.set(line, plain);
    return plain;
  };
}

/** A row of a table may say the same of several things; of so many it is looked whether a keyword means each of them. */
const MOST_LOOKED_AT = 20;

function keeperOf(line: string, patterns: readonly CompiledPattern[]): (span: Span, around: Span) => boolean {
  let firsts: readonly { readonly pattern: CompiledPattern; readonly hit: Hit }[] | undefined;
  let looked = 0;
  const points = pointsIn(line);
  return (span, around) => {
    firsts ??= firstHits(searched(line), patterns); // most lines have no noise, and are not searched
    if (firsts.length === 0) return false;
    const [from, to] = [points(span.start), points(span.end)];
    if (firsts.some(({ hit }) => hit.start < to && hit.end > from)) return true;
    if (++looked > MOST_LOOKED_AT) return false;
    // Each hits somewhere before: here perhaps as well, with what stands before it or without.
    const among = firsts.map(({ pattern }) => pattern);
    return [around.start, span.start].some((start) => {
      const text = line.slice(start, around.end);
      const [first, last] = [countCodePoints(text, span.start - start), countCodePoints(text, span.end - start)];
      return firstHits(searched(text), among).some(({ hit }) => hit.start < last && hit.end > first);
    });
  };
}

function firstHits(text: Searched, patterns: readonly CompiledPattern[]) {
  return patterns.flatMap((pattern) => {
    const hit = pattern.find(text);
    return hit ? [{ pattern, hit }] : [];
  });
}

/** How many code points there are before an offset; to be asked from the left to the right, so that a line is counted once. */
function pointsIn(line: string): (offset: number) => number {
  let [at, count] = [0, 0];
  return (offset) => {
    for (; at < offset; count++) at += (line.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
    return count;
  };
}
