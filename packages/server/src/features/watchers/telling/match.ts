// Something a watcher found that people should hear of.

import type { Match } from '@countersign/contract';

export interface Found {
  readonly key: string;
  readonly title: string;
  readonly url?: string;
  readonly author: string;
  readonly tags: readonly string[];
  readonly published_at?: number;
  /** The text around the match comes from here. */
  readonly body: string;
  readonly score: number;
  readonly matches: readonly Match[];
  /** Known before, and only now a match. */
  readonly updated: boolean;
  readonly alias_link?: string;
  readonly reddit_id?: string;
  readonly page?: PageChange;
}

export interface PageChange {
  readonly diff: string;
  readonly added: number;
  readonly removed: number;
  readonly snapshot: number;
  readonly flapping: boolean;
  readonly binary: boolean;
  readonly rewritten: boolean;
}

/** Best first, then oldest first. */
export function inOrder(found: readonly Found[]): Found[] {
  return found.toSorted(
    (a, b) =>
      b.score - a.score || (a.published_at ?? Number.MAX_SAFE_INTEGER) - (b.published_at ?? Number.MAX_SAFE_INTEGER),
  );
}
