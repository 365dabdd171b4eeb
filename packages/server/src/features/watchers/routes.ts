// Operations on watchers.

import type { watcherOperations } from '@countersign/contract';
import type { Handlers } from '../../app.ts';
import { createFromPreset, createWatcher } from './managing/create-watcher.ts';
import { deleteWatcher } from './managing/delete-watcher.ts';
import { exportWatchers } from './managing/export-watchers.ts';
import { importWatchers } from './managing/import-watchers.ts';
import { previewWatcher } from './managing/preview-watcher.ts';
import { listWatchers, readItems, readRuns, readWatcher } from './managing/read-watchers.ts';
import { runWatcher } from './managing/run-watcher.ts';
import { readStats } from './managing/stats.ts';
import { updateWatcher } from './managing/update-watcher.ts';
import { viewPreset, watcherFromPreset } from './presets/from-preset.ts';
import { PRESETS } from './presets/presets.ts';
import { viewWatcher, viewWithWarnings } from './view.ts';

export const watcherRoutes = {
  createWatcher: async (app, caller, { body }) => ({
    status: 201,
    body: viewWithWarnings(await createWatcher(app, caller, body)),
  }),
  listWatchers: async (app, caller, { query }) => ({ status: 200, body: await listWatchers(app, caller, query) }),
  getWatcher: async (app, caller, { params }) => ({ status: 200, body: await readWatcher(app, caller, params.id) }),
  updateWatcher: async (app, caller, { params, body }) => ({
    status: 200,
    body: viewWithWarnings(await updateWatcher(app, caller, params.id, body)),
  }),
  deleteWatcher: async (app, caller, { params }) => {
    await deleteWatcher(app, caller, params.id);
    return { status: 204, body: null };
  },
  listWatcherPresets: async () => ({
    status: 200,
    body: { presets: PRESETS.map(viewPreset) },
    headers: { 'cache-control': 'max-age=3600' },
  }),
  createFromPreset: async (app, caller, { body }) => ({
    status: 201,
    body: viewWithWarnings(await createFromPreset(app, caller, body)),
  }),
  draftFromPreset: async (_app, _caller, { body }) => ({ status: 200, body: watcherFromPreset(body) }),
  previewWatcher: async (app, caller, { body, query, signal }) => ({
    status: 200,
    body: await previewWatcher(app, caller, body, { cached: query.cached === 1, signal: signal() }),
  }),
  runWatcher: async (app, caller, { params, signal }) => ({
    status: 200,
    body: viewWatcher(await runWatcher(app, caller, params.id, signal())),
  }),
  listWatcherRuns: async (app, caller, { params }) => ({
    status: 200,
    body: { items: await readRuns(app, caller, params.id) },
  }),
  listWatcherItems: async (app, caller, { params, query }) => ({
    status: 200,
    body: await readItems(app, caller, params.id, query),
  }),
  getWatcherStats: async (app, caller, { params }) => ({ status: 200, body: await readStats(app, caller, params.id) }),
  importWatchers: async (app, caller, { body }) => ({ status: 200, body: await importWatchers(app, caller, body) }),
  exportWatchers: async (app, caller, { signal }) => ({
    status: 200,
    body: await app.calls.exporting(caller, signal(), async () => exportWatchers(app, caller)),
    headers: {
      'content-type': 'text/x-opml; charset=utf-8',
      'content-disposition': 'attachment; filename="countersign-watchers.opml"',
    },
  }),
} satisfies Handlers<typeof watcherOperations>;
