// The server as one piece: a start that loads ten files instead of a thousand takes a third of the time. What is used only
// by some (PostgreSQL, billing, mail) stays where it is installed, and is loaded when it is used.

import { readFileSync, rmSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { build, type Plugin } from 'esbuild';

const root = resolve(import.meta.dirname, '../packages/server');
const to = join(root, 'dist');
const ON_DEMAND = ['pg', 'stripe', 'nodemailer'];
/** What runs in a thread is loaded by its address. */
const THREADS = ['features/watchers/thread/work.ts'];

/** Files that lie beside a source file are found from where the program is now. */
const besideTheSource: Plugin = {
  name: 'beside-the-source',
  setup({ onLoad }) {
    onLoad({ filter: /packages\/server\/src\/.*\.ts$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8');
      if (!text.includes('import.meta.url')) return undefined;
      const placed = text.replaceAll(/new URL\('([^']+)', import\.meta\.url\)/g, (_, name: string) => {
        const file = join(dirname(path), name);
        const place = THREADS.includes(relative(join(root, 'src'), file))
          ? `./${basename(name, '.ts')}.js`
          : relative(to, file) + (name.endsWith('/') ? '/' : '');
        return `new URL('${place}', import.meta.url)`;
      });
      return { contents: placed, loader: 'ts' };
    });
  },
};

rmSync(to, { recursive: true, force: true });
await build({
  entryPoints: ['main.ts', ...THREADS].map((file) => ({ in: join(root, 'src', file), out: basename(file, '.ts') })),
  outdir: to,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node26',
  external: ON_DEMAND.flatMap((name) => [name, `${name}/*`]),
  legalComments: 'none',
  plugins: [besideTheSource],
});
