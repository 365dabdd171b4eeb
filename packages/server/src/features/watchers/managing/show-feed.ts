// What a watcher would make of a feed: the best of its items with their scores, and the card of the first that matches.

import type { App } from '../../../app.ts';
import { breatherOf } from '../breathe.ts';
import type { SeenItem } from '../identity.ts';
import type { Score } from '../keywords/rules.ts';
import { findKnown } from '../stores/item-store.ts';
import { foundItem, inOrder } from '../telling/match.ts';
import { scoreItems } from '../thread/score-items.ts';
import type { FeedResult } from '../thread/work.ts';
import { problem, type Shown, sampleOf, type Trial } from './trial.ts';

const SHOWN_ITEMS = 25;

export async function showFeed(app: App, trial: Trial, result: FeedResult): Promise<Shown> {
  const scores = await scoreItems(app, trial.rules, result.items);
  if (!scores) return problem('too_large', 'The keywords take too long on this source. Make them simpler, or fewer.');
  const known = await knownKeys(app, trial, result.items);
  const all = result.items.map((item, index) => ({
    item,
    score: scores[index] as Score,
    isKnown: known.has(item.key),
  }));
  const best = all.toSorted(
    (a, b) => Number(b.score.matched) - Number(a.score.matched) || b.score.score - a.score.score,
  );
  const found = inOrder(
    all.filter(({ score }) => score.matched).map(({ item, score }) => foundItem(item, score, false)),
  );
  const [first] = found;
  return {
    source: {
      format: result.format,
      ...(result.title === '' ? {} : { title: result.title }),
      items: result.items.length,
    },
    items: best.slice(0, SHOWN_ITEMS).map(({ item, score, isKnown }) => ({
      key: item.key,
      ...(item.title === '' ? {} : { title: item.title }),
      ...(item.url === undefined ? {} : { url: item.url }),
      ...(item.published_at === undefined ? {} : { published_at: item.published_at }),
      score: score.score,
      ...(score.excluded_by === undefined ? {} : { excluded_by: score.excluded_by }),
      matches: [...score.matches],
      would_alert: score.matched && !isKnown,
    })),
    excluded: scores.filter(({ excluded_by }) => excluded_by !== undefined).length,
    below_threshold: scores.filter(({ excluded_by, matched }) => excluded_by === undefined && !matched).length,
    ...(first ? { sample_action: sampleOf(trial, first, result.title) } : {}),
  };
}

async function knownKeys(app: App, { like }: Trial, items: readonly SeenItem[]): Promise<Set<string>> {
  if (!like) return new Set();
  const of = { project_id: like.project_id, watcher_id: like.id };
  const rows = await findKnown(
    app.reader,
    of,
    'key',
    items.map(({ key }) => key),
    breatherOf(app, 1),
  );
  return new Set(rows.map(({ key }) => key));
}
