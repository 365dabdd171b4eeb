// Builds the inbox to static files with hashed names, each beside its compressed forms; the server serves them as they lie.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';

/** What every visit loads is one file: it packs better than ten, and what is fetched later need not name them. */
const FIRST = 'first';

const COMPRESSIBLE = /\.(js|css|html|svg|webmanifest)$/;

function precompressed(): Plugin {
  let folder = '';
  return {
    name: 'precompressed',
    apply: 'build',
    configResolved({ build, root }) {
      folder = join(root, build.outDir);
    },
    closeBundle() {
      for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
        if (!COMPRESSIBLE.test(name)) continue;
        const bytes = readFileSync(join(folder, name));
        const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
        writeFileSync(join(folder, `${name}.br`), brotliCompressSync(bytes, { params }));
        writeFileSync(join(folder, `${name}.gz`), gzipSync(bytes, { level: 9 }));
      }
    },
  };
}

// biome-ignore lint/style/noDefaultExport: what Vite reads
export default defineConfig({
  root: import.meta.dirname,
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  worker: { format: 'es' },
  build: {
    target: 'es2023',
    assetsInlineLimit: 0, // a data: script or worker would not pass the content policy
    rolldownOptions: {
      input: { index: `${import.meta.dirname}/index.html`, worker: `${import.meta.dirname}/src/push/worker.ts` },
      // A service worker reaches no further than the folder it lies in, and must keep its name.
      output: {
        hashCharacters: 'hex', // what every visit loads names all that is fetched later, and these pack better
        entryFileNames: ({ name }) => (name === 'worker' ? 'worker.js' : 'assets/[name]-[hash].js'),
        codeSplitting: { groups: [{ name: FIRST, tags: ['$initial'], test: (id) => !id.includes('/push/worker') }] },
      },
    },
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    sourcemap: false,
  },
  server: { proxy: { '/v1': 'http://localhost:8484' } },
  plugins: [precompressed()],
});
