// Compares a page with the last snapshot that was accepted, and decides whether it has changed.

import { type App, nowOf } from '../../../app.ts';
import type { WatcherRow } from '../../../storage/watcher-rows.ts';
import { errorText } from '../health/error-text.ts';
import { CHALLENGED } from '../http/fetch-source.ts';
import { lastSnapshots } from '../stores/run-store.ts';
import { type Changed, foundPage } from '../telling/match.ts';
import { ask } from '../thread/ask.ts';
import type { PageTaken } from '../thread/work.ts';
import { configOf, rulesOf } from '../watcher.ts';
import { TOO_SLOW } from './evaluate-feed.ts';
import { type Findings, NOTHING } from './findings.ts';
import { afterChange } from './flapping.ts';

type Page = Extract<PageTaken, { page: unknown }>;

const CONFIRM_AFTER = { least: 20, spread: 40 };
/** A page that never shows the same twice cannot be confirmed; it is looked at again as scheduled. */
const MAX_CONFIRMS = 5;

export interface Seen {
  readonly version: number;
  /** Where it is read. */
  readonly url: string;
}

export async function evaluatePage(
  app: App,
  watcher: WatcherRow,
  taken: Page,
  { version, url }: Seen,
): Promise<Findings> {
  const { page, packed } = taken;
  const evaluated = { evaluated_version: version, scored_rules: watcher.rules_version };
  const of = { project_id: watcher.project_id, watcher_id: watcher.id };
  const number = watcher.snapshot_number + 1;
  const snapshot = { number, hash: page.hash, title: page.title, packed };
  const [last] = watcher.first_run_done === 0 ? [] : await lastSnapshots(app.reader, of);
  const calm = { candidate_hash: null, confirm_count: 0 };
  const read = { ...NOTHING, items: 1, notes: page.notes };

  if (!last) {
    if (taken.blocked) return blocked(url, CHALLENGED);
    const changes = JSON.stringify([{ hash: page.masked_hash, at: nowOf(app) }]);
    return {
      ...read,
      ending: { good: 'baseline' },
      snapshot,
      watcher: { ...evaluated, ...calm, first_run_done: 1, snapshot_number: number, changes, flapping_until: null },
    };
  }
  if (last.hash === page.hash) return { ...read, ending: { good: 'ok' }, watcher: { ...evaluated, ...calm } };

  const query = configOf(watcher).query;
  const compared = await ask(app, {
    do: 'compare',
    before: last.packed,
    page,
    rules: rulesOf(watcher),
    ...(query === undefined ? {} : { query }),
  });
  if (!compared) return { ...NOTHING, ending: { code: 'too_large' }, error: TOO_SLOW };
  if (compared.is === 'blocked') return blocked(url, CHALLENGED);
  if (compared.is === 'shrunk') return blocked(url, 'most of the page is gone, as on an error page');
  if (compared.is === 'same') {
    const notes = [...page.notes, ...(compared.reordered ? ['reordered'] : [])];
    return { ...read, notes, ending: { good: 'ok' }, watcher: { ...evaluated, ...calm } };
  }
  if (compared.large && watcher.candidate_hash !== page.masked_hash) return unconfirmed(app, watcher, page);

  const flapping = afterChange(watcher, page.masked_hash, nowOf(app));
  return {
    ...read,
    ending: { good: 'ok' },
    notes: [...page.notes, ...(flapping.is === 'usual' ? [] : ['flapping'])],
    snapshot,
    fresh: [itemOf(taken, compared, number, watcher)],
    matches:
      compared.score.matched && flapping.is !== 'quiet'
        ? [foundPage(page, compared, { snapshot: number, flapping: flapping.is === 'starts' })]
        : [],
    watcher: {
      ...evaluated,
      ...calm,
      snapshot_number: number,
      changes: flapping.changes,
      flapping_until: flapping.until,
    },
  };
}

function blocked(url: string, why: string): Findings {
  return { ...NOTHING, ending: { code: 'blocked' }, error: errorText('blocked', url, why, false) };
}

/** Most of the page is new: an experiment, or a deployment half done. Believed when it is there a second time. */
function unconfirmed(app: App, watcher: WatcherRow, page: Page['page']): Findings {
  const chance = app.world.randomBytes(1).readUInt8() / 255;
  const again = watcher.confirm_count < MAX_CONFIRMS;
  return {
    ...NOTHING,
    ending: { good: 'ok' },
    items: 1,
    notes: [...page.notes, again ? 'confirm' : 'unstable'],
    // The version stays unread, so that the next request asks for the whole page.
    watcher: { candidate_hash: page.masked_hash, confirm_count: again ? watcher.confirm_count + 1 : 0 },
    ...(again ? { confirmIn: CONFIRM_AFTER.least + Math.floor(CONFIRM_AFTER.spread * chance) } : {}),
  };
}

function itemOf({ page }: Page, { score }: Changed, number: number, { rules_version }: WatcherRow) {
  return {
    key: String(number),
    alias_link: null,
    alias_guid: null,
    alias_title: null,
    content_hash: page.hash,
    score: score.score,
    rules_version,
    published_at: null,
    title: page.title,
    url: null,
    author: '',
    matches: JSON.stringify(score.matches),
  };
}
