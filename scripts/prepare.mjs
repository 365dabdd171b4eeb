// Runs before `npm start` and `npm test`, on any Node ≥ 20: installs what is missing or stale, and makes sure that the
// scripts after it run on Node ≥ 26. Plain JavaScript, because the Node that runs it may not know TypeScript.

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

const STAMP = 'node_modules/.installed';
const NODE_NEEDED = 26;

const wanted = createHash('sha256')
  .update(readFileSync('package-lock.json'))
  .update(`${process.platform} ${process.arch}`)
  .digest('hex');

if (!existsSync(STAMP) || readFileSync(STAMP, 'utf8') !== wanted) {
  process.stderr.write('Installing dependencies …\n');
  // Not `ci`: it would delete the Node that is running this. `--no-save` keeps the lockfile as it is.
  const { status } = spawnSync('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'], {
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  });
  if (status !== 0) process.exit(status ?? 1);
  writeFileSync(STAMP, wanted);
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
