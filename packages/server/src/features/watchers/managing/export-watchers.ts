// The feeds of a project as OPML, read page by page.

import type { App, Caller } from '../../../app.ts';
import { OPML_CLOSING, OPML_OPENING, opmlOutline } from '../sources/opml-text.ts';
import { listWatcherRows } from '../stores/store.ts';
import { configOf } from '../watcher.ts';

const STEP = 100;

export async function* exportWatchers(app: App, { project_id }: Caller): AsyncGenerator<string> {
  yield OPML_OPENING;
  for (let before: string | undefined; ; ) {
    const rows = await listWatcherRows(app.reader, { project_id, kind: 'rss', before }, STEP);
    for (const row of rows) yield opmlOutline({ name: row.name, url: configOf(row).url ?? '' });
    before = rows.at(-1)?.id;
    if (rows.length < STEP) break;
  }
  yield OPML_CLOSING;
}
