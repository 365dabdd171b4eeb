// What holds of every watcher: what comes to its site after the first look is told, once; nothing that was there before is.
// A run is written by whoever has the lease, counts what it told, and began when the clock that all share says so.

import type { WatcherItemRow, WatcherRow, WatcherRunRow } from '../../src/storage/watcher-rows.ts';
import type { Committed } from './committed.ts';
import { mayBeErased } from './erasures.ts';
import { mayBeGone } from './gone.ts';
import type { Model } from './model.ts';
import { checkPageHit, isPage, type KnownPage, seesPage, takeInPage } from './pages.ts';
import { type SiteItem, type Sites, WORD } from './sites.ts';
import { promise } from './violation.ts';

export interface Hit {
  readonly id: string;
  readonly watcher_id: string;
  readonly item: string;
  readonly told_as: string;
  readonly action_id: string | null;
}

/** What the harness knows of watchers. */
export interface Watching {
  /** As they were last seen. */
  readonly rows: Map<string, WatcherRow>;
  /** In which step the first look of each was seen to be over. */
  readonly begun: Map<string, number>;
  /** By watcher and item. */
  readonly hits: Map<string, Hit>;
  /** How many hits the runs of each have counted. */
  readonly counted: Map<string, number>;
  /** How many items were there at first. */
  readonly silent: Map<string, number>;
  /** What watchers of pages have seen. */
  readonly pages: Map<string, KnownPage>;
  /** Of those that are there. */
  readonly runs: Set<string>;
  /** Hits, by the row of the log. */
  readonly seen: Set<string>;
}

export function emptyWatching(): Watching {
  return {
    rows: new Map(),
    begun: new Map(),
    hits: new Map(),
    counted: new Map(),
    silent: new Map(),
    pages: new Map(),
    runs: new Set(),
    seen: new Set(),
  };
}

const HITS = `
  SELECT id, entity_id AS watcher_id, json_extract(data, '$.item') AS item, json_extract(data, '$.told_as') AS told_as,
    json_extract(data, '$.action_id') AS action_id
  FROM audit WHERE event = 'watcher.hit' ORDER BY rowid`;

/** Takes what is committed into the model, and checks it on the way. */
export function takeInWatchers(
  model: Model,
  committed: Committed,
  { step, sites, clockWentBack }: { step: number; sites: Sites; clockWentBack: boolean },
): void {
  const { watching } = model;
  const there = committed.query('SELECT * FROM watchers ORDER BY rowid') as unknown as readonly WatcherRow[];
  forgetErased(model, new Set(there.map(({ id }) => id)));
  const runs = committed.query('SELECT * FROM watcher_runs ORDER BY rowid') as unknown as readonly WatcherRunRow[];
  for (const run of runs) if (!watching.runs.has(run.id)) takeInRun(model, run, clockWentBack);
  const all = committed.query(HITS) as unknown as readonly Hit[];
  const hits = all.filter(({ id }) => !watching.seen.has(id));
  for (const hit of hits) takeInHit(model, committed, sites, hit);
  for (const row of there) {
    const before = watching.rows.get(row.id);
    promise(!before || row.fence >= before.fence, `the fence of ${row.id} went from ${before?.fence} to ${row.fence}`);
    if (row.first_run_done === 1 && !watching.begun.has(row.id)) watching.begun.set(row.id, step);
    watching.rows.set(row.id, row);
    if (isPage(row)) takeInPage(model, committed, sites, row);
  }
  if (hits.length > 0) checkCounts(watching);
  checkUntold(watching, committed);
}

function forgetErased(model: Model, there: ReadonlySet<string>): void {
  const { rows, begun, counted, silent, pages } = model.watching;
  for (const { project_id, id } of rows.values()) {
    if (there.has(id)) continue;
    promise(mayBeErased(model, project_id, id), `${id} is gone`);
    for (const known of [rows, begun, counted, silent, pages]) known.delete(id);
  }
}

/** It was leased when it was last seen, and a run ends the lease: so no lease has two. */
function takeInRun({ watching, latest }: Model, run: WatcherRunRow, clockWentBack: boolean): void {
  const { id, watcher_id, matched, started_at } = run;
  const row = watching.rows.get(watcher_id);
  promise(row !== undefined && row.leased_by !== null, `${id} is a run of ${watcher_id}, which nobody had leased`);
  const isInTime = started_at <= latest() && (clockWentBack || started_at >= row.created_at);
  promise(isInTime, `${id} of ${watcher_id} began at ${started_at}`);
  watching.rows.set(watcher_id, { ...row, leased_by: null });
  watching.runs.add(id);
  watching.counted.set(watcher_id, (watching.counted.get(watcher_id) ?? 0) + matched);
}

function takeInHit(model: Model, committed: Committed, sites: Sites, hit: Hit): void {
  const { watching, actions } = model;
  const { watcher_id, item, told_as, action_id } = hit;
  const of = `${watcher_id} ${item}`;
  promise(
    !watching.hits.has(of),
    `${watcher_id} told of ${item} as ${watching.hits.get(of)?.action_id} and ${action_id}`,
  );
  watching.hits.set(of, hit);
  watching.seen.add(hit.id);
  const watcher = watching.rows.get(watcher_id);
  if (!watcher) return; // erased since
  const [row] = committed.query('SELECT * FROM watcher_items WHERE watcher_id = ? AND key = ?', watcher_id, item);
  const known = row as WatcherItemRow | undefined;
  const isKept = known?.alerted_at !== null && known?.action_id === action_id && known.alerted_as === told_as;
  promise(isKept, `${watcher_id} told of ${item} and does not know of it`);
  if (isPage(watcher)) checkPageHit(watcher_id, item);
  else checkItemHit(watching, sites, watcher_id, known.url);
  const action = actions.get(action_id ?? '');
  if (!action && mayBeGone(model, committed, known.project_id, action_id ?? '')) return;
  promise(action !== undefined, `${watcher_id} told of ${item} as ${action_id}, which is not there`);
  promise(
    (action.row.created_by_id === watcher_id) === (told_as !== 'other_card'),
    `${watcher_id} told of ${item} as ${told_as} by ${action_id} of ${action.row.created_by_id}`,
  );
  const others = [...watching.hits.values()].filter((other) => other !== hit && other.action_id === action_id);
  const isAlone = told_as !== 'card' || !others.some((other) => other.watcher_id === watcher_id);
  promise(isAlone, `${action_id} is the card of two items`);
}

function checkItemHit(watching: Watching, sites: Sites, watcher_id: string, url: string | null): void {
  const shown = itemsOf(watching, sites, watcher_id).find(({ link }) => link === url);
  promise(shown !== undefined, `${watcher_id} told of ${url}, which never was`);
  promise(isNews(watching, watcher_id, shown), `${watcher_id} told of ${shown.link}, which was there at first`);
}

/** It may be told: it came later, or has since got the word that this one looks for. */
function isNews(watching: Watching, watcher_id: string, item: SiteItem): boolean {
  const since = looksForWord(watching, watcher_id) ? item.wordSince : item.sinceStep;
  return since !== undefined && since > 0;
}

function checkCounts({ hits, counted }: Watching): void {
  const told = new Map<string, number>();
  for (const { watcher_id } of hits.values()) told.set(watcher_id, (told.get(watcher_id) ?? 0) + 1);
  for (const [id, count] of counted) {
    promise(count === (told.get(id) ?? 0), `the runs of ${id} counted ${count} matches, and ${told.get(id)} were told`);
  }
}

const NOT_TOLD = 'SELECT watcher_id, count(*) AS items FROM watcher_items WHERE alerted_at IS NULL GROUP BY watcher_id';

/** Who looks for nothing in particular tells of all that comes, in the commit that remembers it: of what was there at first alone it is silent. */
function checkUntold(watching: Watching, committed: Committed): void {
  const counts = new Map(committed.query(NOT_TOLD).map(({ watcher_id, items }) => [String(watcher_id), Number(items)]));
  for (const row of watching.rows.values()) {
    if (row.first_run_done === 0 || isPage(row) || looksForWord(watching, row.id)) continue;
    const items = counts.get(row.id) ?? 0;
    const atFirst = watching.silent.get(row.id) ?? items;
    promise(items <= atFirst, `${row.id} knows of ${items - atFirst} items that it did not tell of`);
    watching.silent.set(row.id, atFirst);
  }
}

/** A card is made with what it tells, in one commit. */
export function checkCard({ watching }: Model, id: string): void {
  const told = [...watching.hits.values()].some((hit) => hit.action_id === id && hit.told_as !== 'other_card');
  promise(told, `${id} is the card of nothing`);
}

export interface Untold {
  readonly watcher_id: string;
  readonly what: string;
}

/** What a site has and a watcher should have told: the first such item, when all is well again. */
export function untold(model: Model, committed: Committed, sites: Sites): Untold | undefined {
  const { watching } = model;
  for (const [watcher_id, watcher] of watching.rows) {
    const step = watching.begun.get(watcher_id);
    if (step === undefined) return { watcher_id, what: `${watcher_id} never begins` };
    if (isPage(watcher)) {
      if (!seesPage(model, sites, watcher_id))
        return { watcher_id, what: `${watcher_id} never sees the page as it is` };
      continue;
    }
    const byWord = looksForWord(watching, watcher_id);
    for (const item of itemsOf(watching, sites, watcher_id)) {
      const since = byWord ? item.wordSince : item.sinceStep;
      if (since === undefined || since <= step) continue;
      const [known] = committed.query(
        'SELECT 1 FROM watcher_items WHERE watcher_id = ? AND url = ? AND alerted_at IS NOT NULL',
        watcher_id,
        item.link,
      );
      if (!known) return { watcher_id, what: `${watcher_id} never tells of ${item.link}` };
    }
  }
  return undefined;
}

function itemsOf({ rows }: Watching, sites: Sites, watcher_id: string): readonly SiteItem[] {
  const { config = '{}' } = rows.get(watcher_id) ?? {};
  return sites.itemsOf((JSON.parse(config) as { url?: string }).url ?? '');
}

function looksForWord({ rows }: Watching, watcher_id: string): boolean {
  return rows.get(watcher_id)?.keywords.includes(WORD) === true;
}
