// `npm run build`: what is installed elsewhere, as npm packs it: packages/sdk/dist and packages/cli/dist are packages of
// their own. From there: npm pack ./packages/sdk/dist

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { buildSdk } from './build-sdk.ts';
import { packServer } from './build-server.ts';
import { clear, writeManifest } from './package-folder.ts';

const root = resolve(import.meta.dirname, '..');

/** The command in one file, with the client in it, for any Node ≥ 20; and beside it the server, which needs Node 26. */
export async function buildCommand(to: string): Promise<void> {
  clear(to);
  await build({
    entryPoints: [join(root, 'packages/cli/src/main.ts')],
    outfile: join(to, 'countersign.mjs'),
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    banner: { js: '#!/usr/bin/env node' },
  });
  buildInbox();
  await packServer(join(to, 'server'));
  writeManifest('cli', to, { name: 'countersign', type: 'module', bin: { countersign: './countersign.mjs' } });
}

/** Where `npm run build` is not what called this, it may not be there yet. */
function buildInbox(): void {
  const folder = join(root, 'packages/web');
  if (existsSync(join(folder, 'dist/index.html'))) return;
  const words = [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel=error'];
  const { status } = spawnSync(process.execPath, words, { cwd: folder, stdio: ['ignore', 2, 2] });
  if (status !== 0) throw new Error('The inbox could not be built.');
}

if (import.meta.main) {
  await buildSdk(join(root, 'packages/sdk/dist'));
  await buildCommand(join(root, 'packages/cli/dist'));
}
