// The SDK as npm packs it.

import { spawnSync } from 'node:child_process';
import { cpSync, globSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { namedSchemas, type Operation, operations, ProblemBody } from '../packages/contract/src/index.ts';
import { clear, writeManifest } from './package-folder.ts';
import { printOperations } from './print-operations.ts';

const root = resolve(import.meta.dirname, '..');
const ADAPTERS = ['ai', 'langchain', 'openai'] as const;

/**
 * One implementation, in CommonJS, and a face for ES modules on it: whoever loads it either way, or both, has the same
 * classes, so that `instanceof` holds. It also keeps the package half the size.
 */
export async function buildSdk(to: string): Promise<void> {
  clear(to);
  const source = sourceForStrangers(to);
  await build({
    entryPoints: [join(source, 'src/index.ts')],
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
      ...Object.fromEntries(
        ADAPTERS.map((name) => [`./${name}`, { types: `./adapters/${name}.d.mts`, default: `./adapters/${name}.mjs` }]),
      ),
      './package.json': './package.json',
    },
  });
  const names = Object.keys(createRequire(join(to, 'index.js'))('./index.js') as object).join(', ');
  writeFileSync(join(to, 'index.mjs'), `export { ${names} } from './index.js';\n`);
  await buildAdapters(source, to);
  writeTypes(source, to);
  rmSync(source, { recursive: true });
}

/**
 * The client without what no key can do: operations for people who are signed in are for our own pages, and would be a third
 * of the package; those for Slack or a payment provider nobody else can call.
 */
function sourceForStrangers(to: string): string {
  const source = join(to, 'source');
  cpSync(join(root, 'packages/sdk/src'), join(source, 'src'), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(source, 'node_modules'));
  writeFileSync(join(source, 'package.json'), '{ "type": "module" }');
  const all: [string, Operation][] = Object.entries(operations);
  const rest = Object.fromEntries(all.filter(([, operation]) => !isForOthers(operation)));
  const schemas = { ...namedSchemas, ProblemBody };
  const others = globSync('src/**/!(operations).ts', { cwd: source }).map((file) =>
    readFileSync(join(source, file), 'utf8'),
  );
  const printed = printOperations({ operations: rest, schemas, spokenOfIn: others.join('') });
  writeFileSync(join(source, 'src/operations.ts'), printed);
  return source;
}

/** For our own pages, or for a provider that signs the bytes it sends. */
function isForOthers({ scope, sameOrigin, raw }: Operation): boolean {
  return scope === 'person' || sameOrigin === true || raw !== undefined;
}

/** ES modules, as the frameworks are; the client they stand on is the one that the program has. */
async function buildAdapters(source: string, to: string): Promise<void> {
  await build({
    entryPoints: ADAPTERS.map((name) => join(source, `src/adapters/${name}.ts`)),
    outdir: join(to, 'adapters'),
    outExtension: { '.js': '.mjs' },
    splitting: true, // what they share is there once
    chunkNames: 'tool-call',
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    packages: 'external',
    plugins: [
      {
        name: 'client',
        setup: (it) => it.onResolve({ filter: /^\.\.\/index\.ts$/ }, () => ({ path: '../index.mjs', external: true })),
      },
    ],
  });
}

function writeTypes(source: string, to: string): void {
  const settings = {
    extends: join(root, 'packages/sdk/tsconfig.json'),
    compilerOptions: { noEmit: false, declaration: true, emitDeclarationOnly: true, rootDir: 'src', outDir: to },
    include: [],
    files: ['src/index.ts', ...ADAPTERS.map((name) => `src/adapters/${name}.ts`)],
  };
  writeFileSync(join(source, 'tsconfig.json'), JSON.stringify(settings));
  const words = [join(root, 'node_modules/typescript7/bin/tsc'), '-p', source];
  const { status, stdout } = spawnSync(process.execPath, words, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`The types could not be made:\n${stdout}`);
  const adapters = new Map(
    globSync('adapters/*.d.ts', { cwd: to }).map((file) => {
      const types = tightened(readFileSync(join(to, file), 'utf8')).replaceAll(
        /(from '\.\.?\/[\w-]+)\.ts'/g,
        "$1.mjs'",
      );
      return [file, file === SHARED ? types.replaceAll(VALUE, '') : types];
    }),
  );
  for (const [file, types] of adapters) {
    const told = file === SHARED ? withoutUnspoken(types, [...adapters.values()].join('')) : types;
    writeFileSync(join(to, file.replace(/\.d\.ts$/, '.d.mts')), told);
    rmSync(join(to, file));
  }
  const files = globSync('*.d.ts', { cwd: to }).toSorted();
  const told = files.filter((file) => !UNTOLD.includes(file));
  const types = joined(new Map(told.map((file) => [file, readFileSync(join(to, file), 'utf8')])));
  for (const file of files) rmSync(join(to, file));
  writeFileSync(join(to, 'index.d.ts'), tightened(types));
  writeFileSync(join(to, 'index.d.mts'), "export * from './index.js';\n");
}

/** A function, with what is said of it. */
const FUNCTION = /^(?:\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n)?declare function (\w+)[\s\S]*?;\n(?![\s}])/gm;

/** A shape, with what is said of it. */
const SHAPE = /^(?:\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n)?(?:export )?(?:interface (\w+)[\s\S]*?^}\n|type (\w+) = .*;\n)/gm;

/** Of what the adapters share, strangers meet the shapes alone. */
const SHARED = 'adapters/tool-call.d.ts';
const VALUE = /^(?:\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n)?export declare .*\n/gm;

/** No type of ours speaks of what is in these. */
const UNTOLD = ['arguments.d.ts', 'bytes.d.ts', 'retry.d.ts'];

/** Which file a name comes from: that is called like some of what is in it. */
const FROM = / from '\.\/.*'/g;

/** One file of types is a good deal smaller than many. Only the shapes, and what the index names, is to be had from it. */
function joined(files: ReadonlyMap<string, string>): string {
  const index = files.get('index.d.ts')?.replaceAll(FROM, '') ?? '';
  const isNamed = (name: string) => new RegExp(`\\b${name}\\b`).test(index);
  const parts = [...files].map(([file, types]) => {
    const alone = types.replaceAll(/^import .* from '\.\/.*';\n|^export type \* .*\n|^export \{\};\n/gm, '');
    if (file === 'index.d.ts') return alone.replaceAll(FROM, '');
    if (file === 'operations.d.ts') {
      return alone
        .replace(/^export declare const OPERATIONS.*\n/m, '')
        .replace(/^.*\nexport type OperationRow[^;]*;\n/m, '');
    }
    const own = alone.replaceAll(/^export (?=declare|interface|type)/gm, '');
    return own.replaceAll(FUNCTION, (text, name: string) => (isNamed(name) ? text : ''));
  });
  return withoutUnspoken(parts.join(''));
}

/** Without shapes that are spoken of nowhere but where they are made; what the operations export is to be had all the same. */
function withoutUnspoken(types: string, all?: string): string {
  return types.replaceAll(SHAPE, (text, one?: string, other?: string) => {
    const isKept = all === undefined && /^export /m.test(text);
    const isSpokenOf = (all ?? types).split(new RegExp(`\\b${one ?? other}\\b`)).length > 2;
    return isKept || isSpokenOf ? text : '';
  });
}

/** Smaller so: with tabs, and what is said in one line, as editors show it. */
function tightened(text: string): string {
  const said = (words: string) => words.replaceAll(/\s*\n\s*\*(?!\/)\s*/g, ' ').replace(/\s*\*\/$/, ' */');
  return text
    .replaceAll(/^(?: {4})+/gm, (margin) => '\t'.repeat(margin.length / 4))
    .replaceAll(/\/\*\*(?:(?!\*\/)[\s\S])*\*\//g, said);
}
