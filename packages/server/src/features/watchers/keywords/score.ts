// What a text is worth to a watcher: the points of every keyword that hits it, once each.

import type { Match, WatcherKind } from '@countersign/contract';
import { compilePattern, type Hit, type Searched, searched } from './compile.ts';
import type { Field } from './reading.ts';
import type { Rules, Score } from './rules.ts';

/** The texts that keywords look at, in the order in which a hit is told. */
export type Fields = readonly (readonly [Field, string])[];

export function fieldsOf(item: {
  readonly title: string;
  readonly body: string;
  readonly author: string;
  readonly tags: readonly string[];
  readonly url?: string;
}): Fields {
  return [
    ['title', item.title],
    ['body', item.body],
    ['author', item.author],
    ['tag', item.tags.join(', ')],
    ['url', item.url ?? ''],
  ];
}

export function scoreOf(rules: Rules, fields: Fields): Score {
  const texts = fields.map(([field, text]) => [field, searched(text)] as const);
  const hitOf = (pattern: string) => firstHit(pattern, rules.kind, texts);

  const excluded_by = rules.keywords_none.find((pattern) => hitOf(pattern) !== undefined);
  if (excluded_by !== undefined) return { score: 0, excluded_by, matches: [], matched: false };

  const matches = rules.keywords.flatMap(({ pattern, points }): Match[] => {
    const hit = hitOf(pattern);
    return hit ? [{ pattern, points, ...hit }] : [];
  });
  const score = rules.keywords.length === 0 ? 1 : matches.reduce((sum, { points }) => sum + points, 0);
  return { score, matches, matched: score >= rules.min_score };
}

function firstHit(
  pattern: string,
  kind: WatcherKind,
  texts: readonly (readonly [Field, Searched])[],
): (Hit & { readonly field: Field }) | undefined {
  const compiled = compilePattern(pattern, kind);
  for (const [field, text] of texts) {
    if (!looksAt(compiled.field, field)) continue;
    const hit = compiled.find(text);
    if (hit) return { field, ...hit };
  }
  return undefined;
}

/** On a page, its body is what came and what went. */
function looksAt(wanted: Field | undefined, field: Field): boolean {
  return wanted === undefined || wanted === field || (wanted === 'body' && (field === 'added' || field === 'removed'));
}
