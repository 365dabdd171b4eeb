// A listing of Reddit's API as the feed it also is: the same posts, the same names.

import type { FeedItem, ParsedFeed } from '../feed/feed.ts';

interface Post {
  readonly name?: unknown;
  readonly title?: unknown;
  readonly permalink?: unknown;
  readonly selftext?: unknown;
  readonly url?: unknown;
  readonly author?: unknown;
  readonly subreddit?: unknown;
  readonly created_utc?: unknown;
}

export function parseListing(bytes: Uint8Array): ParsedFeed {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return { ok: false, problem: 'parse_error' };
  }
  const children = (value as { data?: { children?: unknown } } | null)?.data?.children;
  if (!Array.isArray(children)) return { ok: false, problem: 'not_a_feed' };
  const posts = children.map((child) => (child as { data?: Post } | null)?.data ?? {});
  return { ok: true, feed: { format: 'json', title: 'Reddit', items: posts.map(itemOf), complete: true } };
}

function itemOf(post: Post): FeedItem {
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);
  const [id, title, permalink, author, subreddit] = [
    post.name,
    post.title,
    post.permalink,
    post.author,
    post.subreddit,
  ].map(text);
  const body = [text(post.selftext), text(post.url)].filter((part) => part !== undefined).join('\n');
  const created = typeof post.created_utc === 'number' ? timeOf(post.created_utc) : undefined;
  return {
    ...(id === undefined ? {} : { id }),
    ...(title === undefined ? {} : { title }),
    ...(permalink === undefined ? {} : { link: `https://www.reddit.com${permalink}` }),
    ...(body === '' ? {} : { body }),
    ...(author === undefined ? {} : { author: `/u/${author}` }),
    ...(created === undefined ? {} : { published_at: created }),
    tags: subreddit === undefined ? [] : [subreddit],
  };
}

/** 1e999 is a number in JSON, and no moment. */
function timeOf(seconds: number): number | undefined {
  return Number.isSafeInteger(Math.floor(seconds)) ? Math.floor(seconds) : undefined;
}
