// `npm run presets:check`: reads the example of every preset from the real web, once, and says what came of it. On demand: the
// templates come from documents, and sites change.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openApp } from '../packages/server/src/boot/open-app.ts';
import { readConfig } from '../packages/server/src/config.ts';
import { previewWatcher } from '../packages/server/src/features/watchers/managing/preview-watcher.ts';
import { watcherFromPreset } from '../packages/server/src/features/watchers/presets/from-preset.ts';
import { PRESETS } from '../packages/server/src/features/watchers/presets/presets.ts';
import { realWorld } from '../packages/server/src/world/world.ts';

const folder = mkdtempSync(join(tmpdir(), 'countersign-presets-'));
const config = readConfig({ ...process.env, DATABASE_URL: `file:${join(folder, 'check.db')}` });
const app = await openApp(config, realWorld('warn'), { exclusive: true, publicUrl: () => 'http://localhost' });
const caller = { type: 'key', id: 'key_check', name: 'Check', project_id: 'prj_check', scopes: ['watch'] } as const;
const { signal } = new AbortController();

let failed = 0;
for (const { id, params } of PRESETS) {
  const chosen = params.filter(({ required }) => required);
  const given = Object.fromEntries(chosen.map(({ name, example }) => [name, example]));
  const wish = watcherFromPreset({ preset_id: id, params: given });
  const { fetch, source, error } = await previewWatcher(app, caller, wish, { cached: false, signal });
  if (error !== undefined) failed++;
  const what = error ?? `${source?.format}, ${source?.items} items`;
  process.stdout.write(`${error === undefined ? '✔' : '✖'} ${id}: ${fetch?.status ?? '-'} ${what}\n`);
}
await app.storage.close();
rmSync(folder, { recursive: true, force: true });
process.exitCode = failed === 0 ? 0 : 1;
