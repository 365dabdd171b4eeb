// The server as one piece: a start that loads ten files instead of a thousand takes a third of the time. `node
// scripts/build-server.ts` builds it beside its source, where the rest of it lies; `packServer` into a folder that needs nothing
// else.

import { cpSync, readFileSync, rmSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { build, type Plugin } from 'esbuild';

const root = resolve(import.meta.dirname, '../packages/server');
/** What is used only by some stays where it is installed, and is loaded when it is used. */
const ON_DEMAND = ['pg', 'stripe', 'nodemailer'];
/** What runs in a thread is loaded by its address. */
const THREADS = ['features/watchers/thread/work.ts', 'storage/copy-log.ts'];

/** Says where a file that lies beside a source file is found from the program; what ends with a slash is a folder. */
type Place = (file: string) => string;

const besideTheSource = (place: Place): Plugin => ({
  name: 'beside-the-source',
  setup({ onLoad }) {
    onLoad({ filter: /packages\/server\/src\/.*\.ts$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8');
      if (!text.includes('import.meta.url')) return undefined;
      const placed = text.replaceAll(/new URL\('([^']+)', import\.meta\.url\)/g, (_, name: string) => {
        const file = join(dirname(path), name);
        const isThread = THREADS.includes(relative(join(root, 'src'), file));
        return `new URL('${isThread ? `./${basename(name, '.ts')}.js` : place(file)}', import.meta.url)`;
      });
      return { contents: placed, loader: 'ts' };
    });
  },
});

async function bundle(to: string, place: Place, more: object): Promise<void> {
  rmSync(to, { recursive: true, force: true });
  await build({
    entryPoints: ['main.ts', ...THREADS].map((file) => ({ in: join(root, 'src', file), out: basename(file, '.ts') })),
    outdir: to,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node26',
    legalComments: 'none',
    plugins: [besideTheSource(place)],
    ...more,
  });
}

/** All of it, the inbox too, which must be built: nothing else is needed to run it but Node. */
export async function packServer(to: string): Promise<void> {
  const beside = new Set<string>();
  const place = (file: string) => {
    beside.add(file);
    return `./${basename(file)}${file.endsWith('/') ? '/' : ''}`;
  };
  await bundle(to, place, {
    minifySyntax: true,
    minifyWhitespace: true, // names stay: a stack in a log says something
    external: ['pg-native'],
    // Some of what is bundled asks for its parts in the old way.
    banner: { js: "import{createRequire as __make}from'node:module';const require=__make(import.meta.url);" },
  });
  for (const file of beside) cpSync(file, join(to, basename(file)), { recursive: true, filter: isServed });
}

/** Of the documentation, the guides alone: pictures and decisions are for the repository. */
function isServed(file: string): boolean {
  const within = relative(resolve(root, '../../docs'), file);
  return within === '' || within.startsWith('..') || /^[^/]+\.md$/.test(within);
}

if (import.meta.main) {
  const to = join(root, 'dist');
  const place = (file: string) => `${relative(to, file)}${file.endsWith('/') ? '/' : ''}`;
  await bundle(to, place, { external: ON_DEMAND.flatMap((name) => [name, `${name}/*`]) });
}
