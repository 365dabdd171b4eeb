// Runs before `npm start` and `npm test`, on any Node ≥ 20: installs and builds what is missing or stale, and makes sure
// that the scripts after it run on Node ≥ 26. Plain JavaScript, because the Node that runs it may not know TypeScript.

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isBuilt } from '../packages/server/bin/built.mjs';

const STAMP = 'node_modules/.installed';
const NODE_NEEDED = 26;

/** To start the server nobody needs what it is tested with, which is most of it. */
const isForStart = process.argv[2] === 'start';

const lock = createHash('sha256')
  .update(readFileSync('package-lock.json'))
  .update(`${process.platform} ${process.arch}`)
  .digest('hex');

const [installed, extent] = existsSync(STAMP) ? readFileSync(STAMP, 'utf8').split(' ') : [];
if (installed !== lock || (extent !== 'all' && !isForStart)) {
  const omitted = isForStart && extent !== 'all' ? ['--omit=dev'] : [];
  process.stderr.write('Installing dependencies …\n');
  // Not `ci`: it would delete the Node that is running this. `--no-save` keeps the lockfile as it is.
  const { status } = spawnSync(
    'npm',
    ['install', ...omitted, '--no-save', '--no-audit', '--no-fund', '--loglevel=error'],
    {
      stdio: ['ignore', 2, 2],
      shell: process.platform === 'win32',
    },
  );
  if (status !== 0) process.exit(status ?? 1);
  writeFileSync(STAMP, `${lock} ${omitted.length === 0 ? 'all' : 'start'}`);
}

// npm puts node_modules/.bin first on the path of its scripts; on Linux the Node that lies there is ours.
const { stdout } = spawnSync('node', ['--version'], { encoding: 'utf8', shell: process.platform === 'win32' });
const major = Number(/^v(\d+)/.exec(stdout ?? '')?.[1] ?? 0);
if (major < NODE_NEEDED) {
  process.stderr.write(
    `Countersign needs Node ${NODE_NEEDED} or newer; this is ${stdout?.trim() || 'unknown'}, and npm has no Node for ` +
      `${process.platform} ${process.arch} to bring along.\nInstall it from https://nodejs.org or with your version manager.\n`,
  );
  process.exit(1);
}

// The inbox is built from these; the stamp lies beside what was built.
const BUILT = 'packages/web/dist/.built';
const sources = ['packages/web/src', 'packages/web/public', 'packages/contract/src', 'packages/sdk/src']
  .flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'))
  .map((entry) => join(entry.parentPath, entry.name))
  .concat('packages/web/index.html', 'packages/web/vite.config.ts', 'package-lock.json')
  .sort();
const hash = createHash('sha256');
for (const file of sources) hash.update(`${file}\0`).update(readFileSync(file));
const fresh = hash.digest('hex');

if (!existsSync(BUILT) || readFileSync(BUILT, 'utf8') !== fresh) {
  process.stderr.write('Building the inbox …\n');
  build(['../../node_modules/vite/bin/vite.js', 'build', '--logLevel=error'], 'packages/web');
  writeFileSync(BUILT, fresh);
}

if (!isBuilt()) {
  process.stderr.write('Building the server …\n');
  build(['scripts/build-server.ts'], '.');
}

function build(words, cwd) {
  const { status, stderr } = spawnSync('node', words, { cwd, encoding: 'utf8' });
  if (status === 0) return;
  process.stderr.write(stderr);
  process.exit(status ?? 1);
}
