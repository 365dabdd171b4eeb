// What a watcher would make of a page: how it differs from the last one that was kept, and the card of that.

import type { App } from '../../../app.ts';
import type { WatcherRow } from '../../../storage/watcher-rows.ts';
import { errorText } from '../health/error-text.ts';
import type { PageRead } from '../page/read-page.ts';
import { lastSnapshots } from '../stores/run-store.ts';
import { type Changed, foundPage } from '../telling/match.ts';
import { ask } from '../thread/ask.ts';
import { problem, type Shown, sampleOf, type Trial } from './trial.ts';

export async function showPage(
  app: App,
  trial: Trial,
  given: { bytes: Uint8Array; url: string; contentType?: string },
): Promise<Shown> {
  const query = trial.query === undefined ? {} : { query: trial.query };
  const taken = await ask(app, { do: 'page', ...given, ...query });
  if (!taken) return problem('too_large', 'It takes too long to read.');
  if ('problem' in taken) {
    const why =
      taken.problem === 'selector_missing' ? 'what config.query asks for is not on the page' : 'it shows nothing';
    return problem(taken.problem, errorText(taken.problem, trial.source.url, why, false));
  }
  if (taken.blocked) return problem('blocked', errorText('blocked', trial.source.url, 'it shows a challenge', false));
  const source = { format: taken.page.type, ...(taken.page.title === '' ? {} : { title: taken.page.title }), items: 1 };
  const [last] = trial.like
    ? await lastSnapshots(app.reader, { project_id: trial.like.project_id, watcher_id: trial.like.id })
    : [];
  if (!last) return { source };
  const compared = await ask(app, {
    do: 'compare',
    before: last.packed,
    page: taken.page,
    rules: trial.rules,
    ...query,
  });
  return { source, ...(compared?.is === 'changed' ? showChange(trial, taken.page, compared, last.number + 1) : {}) };
}

/** The last change that was accepted, looked at with other eyes. */
export async function showSnapshots(app: App, trial: Trial, like: WatcherRow): Promise<Shown> {
  const [last, before] = await lastSnapshots(app.reader, { project_id: like.project_id, watcher_id: like.id });
  if (!last || !before) return {};
  const query = trial.query === undefined ? {} : { query: trial.query };
  const page = {
    type: 'text' as const,
    title: last.title,
    text: '',
    hash: last.hash,
    masked_hash: last.hash,
    notes: [],
  };
  const compared = await ask(app, {
    do: 'compare',
    before: before.packed,
    page,
    packed: last.packed,
    rules: trial.rules,
    ...query,
  });
  return compared?.is === 'changed' ? showChange(trial, page, compared, last.number) : {};
}

function showChange(trial: Trial, page: PageRead, changed: Changed, snapshot: number): Shown {
  const found = foundPage(page, changed, { snapshot, flapping: false });
  const { score } = changed;
  return {
    items: [
      {
        key: found.key,
        ...(page.title === '' ? {} : { title: page.title }),
        score: score.score,
        ...(score.excluded_by === undefined ? {} : { excluded_by: score.excluded_by }),
        matches: [...score.matches],
        would_alert: score.matched,
      },
    ],
    excluded: score.excluded_by === undefined ? 0 : 1,
    below_threshold: score.excluded_by === undefined && !score.matched ? 1 : 0,
    ...(score.matched ? { sample_action: sampleOf(trial, found, '') } : {}),
  };
}
