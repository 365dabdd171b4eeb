// What a watcher looks for, and what a text was worth to it.

import type { Keyword, Match, WatcherKind } from '@countersign/contract';

export interface Rules {
  readonly kind: WatcherKind;
  readonly keywords: readonly Keyword[];
  readonly keywords_none: readonly string[];
  readonly min_score: number;
}

export interface Score {
  readonly score: number;
  readonly excluded_by?: string;
  readonly matches: readonly Match[];
  readonly matched: boolean;
}

/** A threshold that no text can reach: worth a word when the watcher is made. */
export function isUnreachable({ keywords, min_score }: Pick<Rules, 'keywords' | 'min_score'>): boolean {
  const most = keywords.length === 0 ? 1 : keywords.reduce((sum, { points }) => sum + points, 0);
  return most < min_score;
}
