// What is done in threads: everything whose time depends on what came from outside. Loaded there, never by the server.

import type { RunError } from '@countersign/contract';
import { cleanTitle } from '../clean-text.ts';
import type { Feed } from '../feed/feed.ts';
import { newestOf } from '../feed/newest.ts';
import { parseFeed } from '../feed/parse-feed.ts';
import { type IdentityMode, identify, type SeenItem } from '../identity.ts';
import { checkRules, type RulesChecked } from '../keywords/check-rules.ts';
import { PatternError } from '../keywords/compile.ts';
import type { Rules, Score } from '../keywords/rules.ts';
import { fieldsOf, scoreOf } from '../keywords/score.ts';
import { looksBlocked } from '../page/block-page.ts';
import { comparePages } from '../page/compare-pages.ts';
import { isOfPart, parseExpression } from '../page/expression.ts';
import { printDiff } from '../page/page-diff.ts';
import { isFingerprint, type PageRead, readPage } from '../page/read-page.ts';
import { feedLinks } from '../sources/feed-links.ts';
import { type Outline, readOpml } from '../sources/opml.ts';
import { parseListing } from '../sources/reddit-listing.ts';
import { ITEMS_AT_ONCE } from './at-once.ts';
import { pack, unpack } from './packed.ts';

/** Of a feed with more the newest are read. */
const MAX_ITEMS = 5000;

/** The last good result of a feed, as it is kept. */
export interface FeedResult {
  readonly format: string;
  readonly title: string;
  readonly items: readonly SeenItem[];
}

export type FeedRead =
  | {
      /** With the first of its items; `loadRest` has the others. */
      readonly result: FeedResult;
      readonly packed: string;
      readonly mode: IdentityMode;
      readonly ttl_s?: number;
      readonly notes: readonly string[];
    }
  | { readonly problem: RunError; readonly candidates: readonly string[] };

export type PageTaken =
  | { readonly page: PageRead; readonly packed: string; readonly blocked: boolean }
  | { readonly problem: RunError };

export type PageCompared =
  | { readonly is: 'same'; readonly reordered: boolean }
  | { readonly is: 'shrunk' }
  | { readonly is: 'blocked' }
  | {
      readonly is: 'changed';
      readonly large: boolean;
      readonly added: number;
      readonly removed: number;
      readonly diff: string;
      readonly score: Score;
    };

export interface Jobs {
  check: {
    in: { kind: Rules['kind']; keywords: Rules['keywords']; keywords_none: Rules['keywords_none']; part?: string };
    out: RulesChecked;
  };
  feed: {
    in: { bytes: Uint8Array; contentType?: string; url: string; mode: IdentityMode; listing?: true };
    out: FeedRead;
  };
  /** One feed of several subreddits, split by their names. */
  subreddits: {
    in: { bytes: Uint8Array; contentType?: string; url: string; names: readonly string[] };
    out:
      | { readonly results: readonly { readonly result: FeedResult; readonly packed: string }[] }
      | { readonly problem: RunError };
  };
  /** The items from there on, at most ITEMS_AT_ONCE. */
  result: { in: { packed: string; from?: number }; out: FeedResult };
  score: { in: { rules: Rules; items: readonly SeenItem[] }; out: readonly Score[] };
  page: { in: { bytes: Uint8Array; contentType?: string; query?: string; url: string }; out: PageTaken };
  compare: {
    /** `packed` instead of the text of the page. */
    in: { before: string; page: PageRead; packed?: string; rules: Rules; query?: string };
    out: PageCompared;
  };
  opml: { in: { content: string }; out: readonly Outline[] };
}

export type Job = { [K in keyof Jobs]: { readonly do: K } & Jobs[K]['in'] }[keyof Jobs];

type Work = { [K in keyof Jobs]: (job: Jobs[K]['in']) => Jobs[K]['out'] };

const WORK: Work = {
  check({ kind, keywords, keywords_none, part }) {
    const checked = checkRules(kind, keywords, keywords_none);
    if (part === undefined) return checked;
    try {
      parseExpression(part);
      return checked;
    } catch (error) {
      if (!(error instanceof PatternError)) throw error;
      return { ...checked, issues: [...checked.issues, { path: 'config.query', message: error.message }] };
    }
  },
  feed({ bytes, contentType, url, mode, listing }) {
    const parsed = listing ? parseListing(bytes) : parseFeed(bytes, contentType, url);
    if (!parsed.ok) return { problem: parsed.problem, candidates: feedLinks(bytes, contentType, url) };
    if (!parsed.feed.complete) return { problem: 'parse_error', candidates: [] }; // items may be missing: no news from this
    return readResult(parsed.feed, url, mode);
  },
  subreddits({ bytes, contentType, url, names }) {
    const parsed = parseFeed(bytes, contentType, url);
    if (!parsed.ok) return { problem: parsed.problem };
    if (!parsed.feed.complete) return { problem: 'parse_error' };
    const { items } = identify(parsed.feed.items.slice(0, MAX_ITEMS), url);
    return {
      results: names.map((name) => {
        const isOf = (item: SeenItem) => item.tags.some((tag) => tag.toLowerCase() === name.toLowerCase());
        const result = { format: parsed.feed.format, title: `r/${name}`, items: items.filter(isOf) };
        return {
          result: { ...result, items: result.items.slice(0, ITEMS_AT_ONCE) },
          packed: pack(JSON.stringify(result)),
        };
      }),
    };
  },
  result({ packed, from = 0 }) {
    const result = JSON.parse(unpack(packed)) as FeedResult;
    return { ...result, items: result.items.slice(from, from + ITEMS_AT_ONCE) };
  },
  score: ({ rules, items }) => items.map((item) => scoreOf(rules, fieldsOf(item))),
  page({ bytes, contentType, query }) {
    const expression = parseExpression(query);
    const result = readPage(bytes, contentType, expression);
    if ('problem' in result) return result;
    const { page } = result;
    return {
      page,
      packed: pack(page.text),
      blocked: looksBlocked(page.text, page.title, undefined, isOfPart(expression)),
    };
  },
  compare({ before, page: given, packed, rules, query }) {
    const expression = parseExpression(query);
    const old = unpack(before);
    const page = packed === undefined ? given : { ...given, text: unpack(packed) };
    if (looksBlocked(page.text, page.title, old, isOfPart(expression))) return { is: 'blocked' };
    const compared = comparePages(old, page.text, { mask: !expression.raw && !isFingerprint(page.text), rules });
    if (compared.is !== 'changed') return compared;
    const { added, removed } = compared.change;
    return {
      is: 'changed',
      large: compared.large,
      added: added.length,
      removed: removed.length,
      diff: printDiff(compared.change),
      score: scoreOf(rules, [
        ['title', page.title],
        ['added', added.join('\n')],
        ['removed', removed.join('\n')],
      ]),
    };
  },
  opml: ({ content }) => readOpml(content),
};

function readResult(feed: Feed, url: string, before: IdentityMode): FeedRead {
  const { mode, items } = identify(newestOf(feed.items, MAX_ITEMS), url, before);
  const result: FeedResult = {
    format: feed.format,
    title: cleanTitle(feed.title ?? ''),
    items,
  };
  return {
    result: { ...result, items: items.slice(0, ITEMS_AT_ONCE) },
    packed: pack(JSON.stringify(result)),
    mode,
    ...(feed.ttl_s === undefined ? {} : { ttl_s: feed.ttl_s }),
    notes: feed.items.length > MAX_ITEMS ? ['cut'] : [],
  };
}

export function work(job: Job): unknown {
  return (WORK[job.do] as (input: Job) => unknown)(job);
}
