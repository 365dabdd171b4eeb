// `npm run build`: what is installed elsewhere, as npm packs it: packages/sdk/dist and packages/cli/dist are packages of
// their own. From there: npm pack ./packages/sdk/dist

import { spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';

const root = resolve(import.meta.dirname, '..');
const NODE_VERSIONS = '>=20';

/**
 * One implementation, in CommonJS, and a face for ES modules on it: whoever loads it either way, or both, has the same
 * classes, so that `instanceof` holds. It also keeps the package half the size.
 */
export async function buildSdk(to: string): Promise<void> {
  clear(to);
  await build({
    entryPoints: [join(root, 'packages/sdk/src/index.ts')],
    outfile: join(to, 'index.js'),
    bundle: true,
    minify: true,
    format: 'cjs',
    platform: 'node', // only so that the names it exports are told to Node's ES modules
    target: 'es2022',
  });
  writeManifest('sdk', to, {
    sideEffects: false,
    main: './index.js',
    types: './index.d.ts',
    exports: {
      '.': {
        import: { types: './index.d.mts', default: './index.mjs' },
        require: { types: './index.d.ts', default: './index.js' },
      },
      './package.json': './package.json',
    },
  });
  const names = Object.keys(createRequire(join(to, 'index.js'))('./index.js') as object).join(', ');
  writeFileSync(join(to, 'index.mjs'), `export { ${names} } from './index.js';\n`);
  writeTypes(to);
}

/** One file, with the client in it, for any Node ≥ 20. The server is found at run time, where it is installed. */
export async function buildCli(to: string): Promise<void> {
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
  writeManifest('cli', to, { bin: { countersign: './countersign.mjs' } });
}

function writeTypes(to: string): void {
  const compiler = join(root, 'node_modules/typescript7/bin/tsc');
  const words = [compiler, '-p', join(root, 'packages/sdk/tsconfig.build.json'), '--outDir', to];
  const { status, stdout } = spawnSync(process.execPath, words, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`The types could not be made:\n${stdout}`);
  for (const file of globSync('*.d.ts', { cwd: to })) {
    const path = join(to, file);
    const types = readFileSync(path, 'utf8').replaceAll(/(from '\.\/[\w-]+)\.ts'/g, "$1.js'");
    writeFileSync(
      path,
      types.replaceAll(/^(?: {4})+/gm, (margin) => '\t'.repeat(margin.length / 4)),
    ); // smaller so
  }
  for (const file of ['bytes', 'retry']) rmSync(join(to, `${file}.d.ts`)); // no type of ours speaks of them
  writeFileSync(join(to, 'index.d.mts'), "export * from './index.js';\n");
}

function writeManifest(name: string, to: string, more: object): void {
  const folder = join(root, 'packages', name);
  const {
    private: _,
    exports: __,
    bin: ___,
    devDependencies: ____,
    ...kept
  } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<string, unknown>;
  const manifest = { ...kept, type: undefined, engines: { node: NODE_VERSIONS }, ...more };
  writeFileSync(join(to, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  cpSync(join(root, 'LICENSE'), join(to, 'LICENSE'));
  cpSync(join(folder, 'README.md'), join(to, 'README.md'));
}

function clear(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
}

if (import.meta.main) {
  await buildSdk(join(root, 'packages/sdk/dist'));
  await buildCli(join(root, 'packages/cli/dist'));
}
