// Looks through a feed for what is new to one watcher, and what of it matches.

import { type App, nowOf } from '../../../app.ts';
import type { WatcherRow } from '../../../storage/watcher-rows.ts';
import { breatherOf } from '../breathe.ts';
import { normalTitle, type SeenItem } from '../identity.ts';
import type { Score } from '../keywords/rules.ts';
import { type KnownItem, type Recognised, recognise } from '../recognise.ts';
import { countItems, findKnown, type KnownRow, type Probe, recentTitles } from '../stores/item-store.ts';
import { listRuns } from '../stores/run-store.ts';
import { foundItem } from '../telling/match.ts';
import { scoreItems } from '../thread/score-items.ts';
import type { FeedResult } from '../thread/work.ts';
import { rulesOf } from '../watcher.ts';
import { type Findings, type ItemDraft, NOTHING } from './findings.ts';

/** As it is kept of what was excluded: no match whatever the threshold, also where that is 0. It is shown as 0. */
const EXCLUDED_SCORE = -1;
/** What left a feed is remembered for so long. */
export const REMEMBERED_SECONDS = 90 * 86_400;
/** New items that one run takes; what is beyond comes in the next, at once. */
const MAX_NEW = 500;
/** The note of a run that left some. */
const MORE = 'more';
const MANY = 5;
const LOOKED_AT_TITLES = 500;
const ALL_NEW = 10;

export interface Evaluated {
  readonly version: number;
  /** When it was fetched. */
  readonly readAt: number;
  /** What was published before this is no news, seen or not: of a listing that shows now more, now less of the past. */
  readonly notBefore?: number | undefined;
  readonly good: 'ok' | 'not_modified' | 'fresh';
}

interface Known extends KnownItem {
  readonly row: KnownRow;
}

export async function evaluateFeed(
  app: App,
  watcher: WatcherRow,
  result: FeedResult,
  { version, good, readAt, notBefore }: Evaluated,
): Promise<Findings> {
  const isBaseline = watcher.first_run_done === 0;
  const looked = await lookAt(app, watcher, result.items);
  const rulesChanged = watcher.scored_rules !== watcher.rules_version;
  const silent = isBaseline || (looked.rekeyedWhole && !(await rekeysAlways(app, watcher)));

  const news = looked.items.filter(({ is }) => is === 'new');
  // The rest of a feed whose keys never last would be as new to the next run.
  const taken = new Set(silent || looked.rekeyedWhole ? news : news.slice(0, MAX_NEW));
  const scored = looked.items.filter((one) => (one.is === 'new' ? taken.has(one) : one.is !== 'same' || rulesChanged));
  const scores = await scoreItems(
    app,
    rulesOf(watcher),
    scored.map(({ item }) => item),
  );
  if (!scores) return { ...NOTHING, ending: { code: 'too_large' }, error: TOO_SLOW, items: result.items.length };
  const scoreOf = new Map(scored.map((one, index) => [one.item.key, scores[index] as Score]));

  const matches = scored.flatMap((one) => {
    const score = scoreOf.get(one.item.key);
    const isOld = notBefore !== undefined && (one.item.published_at ?? notBefore) < notBefore;
    const isKnown = looked.rekeyedWhole && one.is === 'new' && one.familiar;
    return score && !silent && !isOld && !isKnown && isNews(one, score, watcher, rulesChanged)
      ? [foundItem(one.item, score, one.is !== 'new')]
      : [];
  });
  const hasMore = taken.size < news.length;
  // Of what is too much for a run the best were told one by one by the first.
  const isRest = matches.length > 0 && (await lastNotes(app, watcher)).includes(MORE);
  const told = looked.nothingInCommon && news.length > ALL_NEW ? 'all_new' : isRest ? 'rest' : 'usual';
  return {
    ...NOTHING,
    ending: { good: isBaseline ? 'baseline' : good },
    items: result.items.length,
    notes: [...(looked.rekeyedWhole ? ['rekeyed'] : []), ...(hasMore ? [MORE] : [])],
    fresh: [...taken].map(({ item }) => draftOf(item, scoreOf.get(item.key), watcher)),
    changed: scored.flatMap((one) =>
      one.is === 'new' ? [] : [{ key: one.known.key, changes: draftOf(one.item, scoreOf.get(one.item.key), watcher) }],
    ),
    touched: looked.items.flatMap(({ is, item }) => (is === 'new' ? [] : [item.key])),
    matches,
    told,
    watcher: {
      ...(hasMore ? {} : { evaluated_version: version }),
      scored_rules: watcher.rules_version,
      first_run_done: 1,
      ...(isBaseline ? { baseline_at: readAt } : {}),
    },
    lookedThrough: true,
    feedTitle: result.title,
    more: hasMore,
  };
}

export const TOO_SLOW = 'The keywords take too long on this source. Make them simpler, or fewer.';

/** The id of a visit in every link, say: whoever waited for a look with known keys would never hear of anything. */
async function rekeysAlways(app: App, watcher: WatcherRow): Promise<boolean> {
  return (await lastNotes(app, watcher)).includes('rekeyed');
}

/** Of the last run that looked at anything. */
async function lastNotes(app: App, { project_id, id }: WatcherRow): Promise<readonly string[]> {
  const runs = await listRuns(app.reader, { project_id, watcher_id: id });
  const last = runs.find(({ items }) => items > 0);
  return last === undefined ? [] : (JSON.parse(last.notes) as string[]);
}

/** What is known of the fetched items, and nothing else: a watcher may know ten thousand. */
async function lookAt(app: App, watcher: WatcherRow, items: readonly SeenItem[]) {
  const of = { project_id: watcher.project_id, watcher_id: watcher.id };
  const oldest = nowOf(app) - REMEMBERED_SECONDS;
  const breathe = breatherOf(app, 1);
  const find = async (column: Probe, values: readonly (string | undefined)[]) => {
    const wanted = [...new Set(values.filter((value) => value !== undefined))];
    const rows = await findKnown(app.reader, of, column, wanted, breathe);
    // What has been gone for longer is as good as forgotten.
    return rows.filter(({ last_seen }) => last_seen >= oldest || last_seen === watcher.evaluated_at).map(knownOf);
  };
  const byKey = await find(
    'key',
    items.map(({ key }) => key),
  );
  const keys = new Set(byKey.map(({ key }) => key));
  const unknown = items.filter(({ key }) => !keys.has(key));
  if (unknown.length === 0) return recognise(items, { items: byKey, many: true, titles: new Set() });

  const byAlias = [
    await find(
      'alias_link',
      unknown.map(({ aliases }) => aliases.link),
    ),
    await find(
      'alias_guid',
      unknown.map(({ aliases }) => aliases.guid),
    ),
    await find(
      'alias_title',
      unknown.map(({ aliases }) => aliases.titleAndDay),
    ),
  ].flat();
  const known = [...new Map([...byKey, ...byAlias].map((item) => [item.key, item])).values()];
  const many = (await countItems(app.reader, of)) >= MANY;
  const titles = byKey.length > 0 ? [] : await recentTitles(app.reader, of, LOOKED_AT_TITLES);
  return recognise(items, { items: known, many, titles: new Set(titles.map(normalTitle)) });
}

function knownOf(row: KnownRow): Known {
  return {
    key: row.key,
    content_hash: row.content_hash,
    aliases: {
      ...(row.alias_link === null ? {} : { link: row.alias_link }),
      ...(row.alias_guid === null ? {} : { guid: row.alias_guid }),
      ...(row.alias_title === null ? {} : { titleAndDay: row.alias_title }),
    },
    row,
  };
}

/** A known item is news once: when it changes into a match, by the rules by which it was none. */
function isNews(one: Recognised<Known>, score: Score, watcher: WatcherRow, rulesChanged: boolean): boolean {
  if (!score.matched || one.is === 'rekeyed' || one.is === 'same') return false;
  if (one.is === 'new') return true;
  const { alerted_at, score: before, rules_version } = one.known.row;
  return !rulesChanged && alerted_at === null && rules_version === watcher.rules_version && before < watcher.min_score;
}

function draftOf(item: SeenItem, score: Score | undefined, { rules_version }: WatcherRow): ItemDraft {
  const { key, aliases, content_hash, title, url, author, published_at } = item;
  return {
    key,
    alias_link: aliases.link ?? null,
    alias_guid: aliases.guid ?? null,
    alias_title: aliases.titleAndDay ?? null,
    content_hash,
    score: score?.excluded_by === undefined ? (score?.score ?? 0) : EXCLUDED_SCORE,
    rules_version,
    published_at: published_at ?? null,
    title,
    url: url ?? null,
    author,
    matches: JSON.stringify(score?.matches ?? []),
  };
}
