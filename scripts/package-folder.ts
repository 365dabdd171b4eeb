// A folder that npm can pack: its manifest, licence and first page.

import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const NODE_VERSIONS = '>=20';

/** Of the manifest in the repository, without what only matters there. */
export function writeManifest(name: string, to: string, more: object): void {
  const folder = join(root, 'packages', name);
  const {
    private: _,
    exports: __,
    bin: ___,
    devDependencies: ____,
    ...kept
  } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<string, unknown>;
  const published = { access: 'public', provenance: true };
  const manifest = { ...kept, type: undefined, engines: { node: NODE_VERSIONS }, publishConfig: published, ...more };
  writeFileSync(join(to, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  cpSync(join(root, 'LICENSE'), join(to, 'LICENSE'));
  cpSync(join(folder, 'README.md'), join(to, 'README.md'));
}

export function clear(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
}
