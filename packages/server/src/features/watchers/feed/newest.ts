// Of a feed with more items than are read, the newest: some feeds begin with their first one.

import type { FeedItem } from './feed.ts';

/** In the order of the feed. Where dates do not tell, the beginning counts as newer; what has none may be new. */
export function newestOf(items: readonly FeedItem[], most: number): readonly FeedItem[] {
  if (items.length <= most) return items;
  const momentOf = ({ published_at = Number.POSITIVE_INFINITY }: FeedItem) => published_at;
  const newest = new Set(
    items.toSorted((a, b) => (momentOf(a) === momentOf(b) ? 0 : momentOf(b) - momentOf(a))).slice(0, most),
  );
  return items.filter((item) => newest.has(item));
}
