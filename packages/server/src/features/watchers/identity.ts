// What makes an item the item it was at the last look: its key, and the aliases by which a re-keyed one is known again.

import { hash } from 'node:crypto';
import { normalized } from '../../base/normalize.ts';
import { canonicalLink, comparedLink } from './canonical-link.ts';
import { cleanBody, cleanLine, cleanTitle } from './clean-text.ts';
import type { FeedItem } from './feed/feed.ts';

/** How items are told apart; a feed whose ids do not do it steps down, once and for good. */
const IDENTITY_MODES = ['id', 'link+published', 'link+published+title'] as const;
export type IdentityMode = (typeof IDENTITY_MODES)[number];

/** An item as watchers see it: clean, bounded, with everything that is needed to know it again. */
export interface SeenItem {
  readonly key: string;
  readonly aliases: Aliases;
  /** Changes when anything that keywords look at does. */
  readonly content_hash: string;
  readonly title: string;
  readonly body: string;
  readonly author: string;
  readonly tags: readonly string[];
  readonly url?: string;
  readonly published_at?: number;
  /** Of a Reddit post, its `t3_` name. */
  readonly reddit_id?: string;
}

export interface Aliases {
  readonly link?: string;
  readonly guid?: string;
  readonly titleAndDay?: string;
}

export interface Identified {
  readonly mode: IdentityMode;
  readonly items: readonly SeenItem[];
}

/** More than this share of collisions, and ids are not what tells the items apart. */
const MAX_COLLIDING_SHARE = 0.05;
const DAY_SECONDS = 86_400;
const KEYED_BODY_CHARACTERS = 500;
const LINE_CHARACTERS = 200;
const MAX_TAGS = 20;

/** `mode` is the one of the last look; the answer's may be a step further down, and is to be kept. */
export function identify(items: readonly FeedItem[], feedUrl: string, mode: IdentityMode = 'id'): Identified {
  const drafts = withoutRepeats(items.map((item) => draftOf(item, feedUrl)));
  let chosen = mode;
  for (const next of IDENTITY_MODES.slice(IDENTITY_MODES.indexOf(mode) + 1)) {
    if (!collidesTooOften(drafts, chosen)) break;
    chosen = next;
  }
  return { mode: chosen, items: resolveCollisions(drafts, chosen) };
}

interface Draft extends Omit<SeenItem, 'key'> {
  readonly id: string | undefined;
}

function draftOf(item: FeedItem, feedUrl: string): Draft {
  const url = canonicalLink(item.link, feedUrl);
  const id = item.id?.trim() || undefined;
  const title = cleanTitle(item.title ?? '');
  const body = cleanBody(item.body ?? '');
  const author = cleanShort(item.author ?? '');
  const tags = item.tags.slice(0, MAX_TAGS).map(cleanShort).filter(Boolean);
  const { published_at } = item;
  return {
    id,
    title,
    body,
    author,
    tags,
    ...(url === undefined ? {} : { url }),
    ...(published_at === undefined ? {} : { published_at }),
    ...(id !== undefined && /^t3_[0-9a-z]{1,13}$/.test(id) ? { reddit_id: id } : {}),
    aliases: aliasesOf(id, url, title, published_at),
    content_hash: hash128('content', [title, body, author, tags.join('\n'), url ?? ''].join('\0')),
  };
}

/** What a feed lists twice, to the letter, is one item; without id and link it may be two that say the same. */
function withoutRepeats(drafts: readonly Draft[]): Draft[] {
  const seen = new Set<string>();
  return drafts.filter(({ id, url, published_at, content_hash }) => {
    if (id === undefined && url === undefined) return true;
    return seen.size !== seen.add(`${content_hash}\0${published_at ?? ''}\0${id ?? ''}`).size;
  });
}

function cleanShort(text: string): string {
  const line = cleanLine(text);
  return line.length > LINE_CHARACTERS ? cleanTitle(line) : line;
}

function aliasesOf(
  id: string | undefined,
  url: string | undefined,
  title: string,
  published_at: number | undefined,
): Aliases {
  const path = id === undefined ? undefined : /^https?:\/\/[^/]*(\/.+)$/i.exec(id)?.[1];
  const plain = normalTitle(title);
  return {
    ...(url === undefined ? {} : { link: linkAlias(url) }),
    ...(path === undefined ? {} : { guid: hash128('guid path', path) }),
    ...(plain === '' || published_at === undefined
      ? {}
      : { titleAndDay: hash128('title', `${plain}\0${Math.floor(published_at / DAY_SECONDS)}`) }),
  };
}

/** The alias by which one story is found again, also by other watchers. */
export function linkAlias(canonical: string): string {
  return hash128('link', comparedLink(canonical));
}

export function normalTitle(title: string): string {
  return normalized(title, 'NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** 128 bits over tag and value, so that a guid never equals a link of the same text. */
function hash128(tag: string, value: string): string {
  return hash('sha256', `${tag}\0${value}`, 'buffer').subarray(0, 16).toString('base64url');
}

/** The first of these that exists is what the item is known by. */
function baseKey({ id, url, title, body, published_at }: Draft, mode: IdentityMode): readonly [string, string] {
  if (mode === 'link+published') return ['link+published', `${linkOf(url)}\0${published_at ?? ''}`];
  if (mode === 'link+published+title')
    return ['link+published+title', `${linkOf(url)}\0${published_at ?? ''}\0${title}`];
  if (id !== undefined) return ['id', id];
  if (url !== undefined) return ['link', comparedLink(url)];
  return ['content', `${title}\0${published_at ?? ''}\0${body.slice(0, KEYED_BODY_CHARACTERS)}`];
}

function linkOf(url: string | undefined): string {
  return url === undefined ? '' : comparedLink(url);
}

function collidesTooOften(drafts: readonly Draft[], mode: IdentityMode): boolean {
  if (drafts.length < 2) return false;
  const seen = new Set<string>();
  let doubtful = 0;
  for (const draft of drafts) {
    const key = baseKey(draft, mode).join('\0');
    if (seen.has(key) || (mode === 'id' && draft.id === undefined && draft.url === undefined)) doubtful++;
    seen.add(key);
  }
  return doubtful / drafts.length > MAX_COLLIDING_SHARE;
}

/** A repeated key is told apart by the link, then by its place. Where the links do it, none has the key alone: it would be the first's. */
function resolveCollisions(drafts: readonly Draft[], mode: IdentityMode): SeenItem[] {
  const byLink = toldByLink(drafts, mode);
  const taken = new Set<string>();
  /** The place that the next of a key gets: thousands of one key are not counted from the first each time. */
  const places = new Map<string, number>();
  return drafts.map((draft) => {
    const [tag, value] = baseKey(draft, mode);
    const base = hash128(tag, value);
    let key = base;
    const hasLink = draft.url !== undefined && (taken.has(key) || byLink.has(base));
    if (hasLink) key = hash128(tag, `${value}|${linkOf(draft.url)}`);
    let place = places.get(base) ?? 2;
    for (; taken.has(key); place++) key = hash128(tag, `${value}|${place}`);
    places.set(base, place);
    taken.add(key);
    const { id: _, ...rest } = draft;
    return { ...rest, key };
  });
}

/** The keys of which each of several items has a link of its own. */
function toldByLink(drafts: readonly Draft[], mode: IdentityMode): ReadonlySet<string> {
  const links = new Map<string, (string | undefined)[]>();
  for (const draft of drafts) {
    const key = hash128(...baseKey(draft, mode));
    const some = links.get(key);
    if (some) some.push(draft.url && comparedLink(draft.url));
    else links.set(key, [draft.url && comparedLink(draft.url)]);
  }
  const isTold = (some: readonly (string | undefined)[]) =>
    some.length > 1 && !some.includes(undefined) && new Set(some).size === some.length;
  return new Set([...links].filter(([, some]) => isTold(some)).map(([key]) => key));
}
