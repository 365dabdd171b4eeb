// JSON Feed 1.0 and 1.1, and what calls itself that: numbers as ids, members of the wrong type.

import { feedDate } from './dates.ts';
import type { Feed, FeedItem } from './feed.ts';
import { textOfHtml, tidy, titleText } from './plain-text.ts';
import { webAddress } from './web-address.ts';

type Members = Readonly<Record<string, unknown>>;

export function readJsonFeed(value: unknown, base: string | undefined): Feed | undefined {
  if (!isObject(value)) return undefined;
  const isNamed = /jsonfeed\.org/i.test(textIn(value, 'version') ?? '');
  const items = Array.isArray(value.items) ? value.items : isNamed && value.items === undefined ? [] : undefined;
  if (!items || (!isNamed && textIn(value, 'title') === undefined)) return undefined;
  const title = textIn(value, 'title');
  const link = addressIn(value, 'home_page_url', base);
  return {
    format: 'json',
    ...(title !== undefined && { title: titleText(title) }),
    ...(link !== undefined && { link }),
    items: items.filter(isObject).map((item) => readItem(item, base)),
    complete: true,
  };
}

function readItem(item: Members, base: string | undefined): FeedItem {
  const text = textIn(item, 'content_text');
  const html = textIn(item, 'content_html') ?? textIn(item, 'summary');
  const title = textIn(item, 'title');
  const members = {
    id: textIn(item, 'id'),
    title: title && titleText(title),
    link: addressIn(item, 'url', base) ?? addressIn(item, 'external_url', base) ?? permalink(textIn(item, 'id')),
    body: text ? tidy(text) : html && textOfHtml(html),
    author: authorOf(item),
    published_at: feedDate(textIn(item, 'date_published')) ?? feedDate(textIn(item, 'date_modified')),
    updated_at: feedDate(textIn(item, 'date_modified')),
  };
  const said = Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined && value !== ''));
  const tags = Array.isArray(item.tags) ? item.tags.filter((tag) => typeof tag === 'string').slice(0, 100) : [];
  return { ...said, tags };
}

function authorOf(item: Members): string | undefined {
  const first = Array.isArray(item.authors) ? item.authors[0] : item.author;
  return isObject(first) ? (textIn(first, 'name') ?? textIn(first, 'url')) : undefined;
}

/** The specification would have the address of the item for its id. */
function permalink(id: string | undefined): string | undefined {
  return id !== undefined && /^https?:\/\//i.test(id) ? webAddress(id, undefined) : undefined;
}

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function textIn(members: Members, name: string): string | undefined {
  const value = members[name];
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

function addressIn(members: Members, name: string, base: string | undefined): string | undefined {
  return webAddress(textIn(members, name), base);
}
