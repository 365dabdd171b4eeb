// Something a watcher found that people should hear of.

import type { Match } from '@countersign/contract';
import type { SeenItem } from '../identity.ts';
import type { Score } from '../keywords/rules.ts';
import type { PageRead } from '../page/read-page.ts';
import type { PageCompared } from '../thread/work.ts';

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
}

export function foundItem(item: SeenItem, { score, matches }: Score, updated: boolean): Found {
  const { key, title, url, author, tags, published_at, body, reddit_id, aliases } = item;
  return {
    key,
    title,
    ...(url === undefined ? {} : { url }),
    author,
    tags,
    ...(published_at === undefined ? {} : { published_at }),
    body,
    score,
    matches,
    updated,
    ...(aliases.link === undefined ? {} : { alias_link: aliases.link }),
    ...(reddit_id === undefined ? {} : { reddit_id }),
  };
}

export type Changed = Extract<PageCompared, { is: 'changed' }>;

/** Under the number of the snapshot that shows it. */
export function foundPage(
  { title, type }: Pick<PageRead, 'title' | 'type'>,
  { score: { score, matches }, diff, added, removed }: Changed,
  { snapshot, flapping }: Pick<PageChange, 'snapshot' | 'flapping'>,
): Found {
  const page = { diff, added, removed, snapshot, flapping, binary: type === 'binary' };
  return { key: String(snapshot), title, author: '', tags: [], body: '', score, matches, updated: false, page };
}

/** Best first, then oldest first. */
export function inOrder(found: readonly Found[]): Found[] {
  return found.toSorted(
    (a, b) =>
      b.score - a.score || (a.published_at ?? Number.MAX_SAFE_INTEGER) - (b.published_at ?? Number.MAX_SAFE_INTEGER),
  );
}
