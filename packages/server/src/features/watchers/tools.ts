// The tools on watchers: tool → use-case → what the agent reads. Spec 4.1.

import type { watcherTools } from '@countersign/contract';
import type { ToolHandlers } from '../../app.ts';
import { Problem } from '../../base/problem.ts';
import type { WatcherRow } from '../../storage/watcher-rows.ts';
import { createFromPreset, createWatcher } from './managing/create-watcher.ts';
import { newestWatchers } from './managing/read-watchers.ts';
import { viewPreset } from './presets/from-preset.ts';
import { PRESETS } from './presets/presets.ts';

const NEWEST = 100;

export const watcherToolHandlers = {
  service_create_watcher: async (app, caller, { args: { spec } }) =>
    viewMade(await createWatcher(app, caller, spec).catch(insideSpec)),
  service_list_watchers: async (app, caller, { args: { status } }) => {
    const { count, newest } = await newestWatchers(app, caller, status, NEWEST);
    return { count, watchers: newest.map(({ id, name, kind, status: is }) => ({ id, name, kind, status: is })) };
  },
  service_list_watcher_presets: async () => ({ presets: PRESETS.map(viewPreset) }),
  service_create_watcher_from_preset: async (app, caller, { args }) =>
    viewMade(await createFromPreset(app, caller, args).catch(withTool)),
} satisfies ToolHandlers<typeof watcherTools>;

function viewMade({ id, name, kind, status, next_run_at }: WatcherRow) {
  return { watcher_id: id, name, kind, status, next_run_at };
}

/** Where to look is said in what an agent has. */
function withTool(error: unknown): never {
  if (!(error instanceof Problem) || error.code !== 'preset_not_found') throw error;
  throw new Problem(error.code, { detail: 'There is no such preset: service_list_watcher_presets has their ids.' });
}

/** What is wrong with a member is said of the argument that holds it. */
function insideSpec(error: unknown): never {
  if (!(error instanceof Problem) || !error.facts.issues) throw error;
  const issues = error.facts.issues.map(({ path, message }) => ({ path: `spec.${path}`, message }));
  const detail = issues.map(({ path, message }) => `${path}: ${message}`).join('; ');
  throw new Problem(error.code, { ...error.facts, detail, issues });
}
