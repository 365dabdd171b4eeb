// Everything that can be said about the code without running it: format and lint, types, arrows, unused parts.

import { spawnSync } from 'node:child_process';

const CHECKS = [
  ['format and lint', 'biome', 'ci', '--error-on-warnings', '--diagnostic-level=warn', '--colors=off', '.'],
  ['types: contract', 'node', 'node_modules/typescript7/bin/tsc', '-p', 'packages/contract'],
  ['types: sdk', 'node', 'node_modules/typescript7/bin/tsc', '-p', 'packages/sdk'],
  ['types: server and tests', 'node', 'node_modules/typescript7/bin/tsc', '-p', 'packages/server'],
  ['types: cli', 'node', 'node_modules/typescript7/bin/tsc', '-p', 'packages/cli'],
  ['types: web', 'node', 'node_modules/typescript7/bin/tsc', '-p', 'packages/web'],
  ['types: browser tests', 'node', 'node_modules/typescript7/bin/tsc', '-p', 'e2e'],
  [
    'arrows',
    'depcruise',
    '--config',
    '.dependency-cruiser.cjs',
    'packages/contract/src',
    'packages/sdk/src',
    'packages/cli/src',
    'packages/server/src',
    'packages/web/src',
  ],
  ['unused parts', 'knip'],
  ['generated files', 'node', 'scripts/generate.ts', '--check'],
] as const;

/** The names of the checks that failed. */
export function runChecks(): string[] {
  return CHECKS.filter(([name, command, ...words]) => {
    const { status, stdout, stderr } = spawnSync(command, words, { encoding: 'utf8' });
    process.stdout.write(`${status === 0 ? '✔' : '✖'} ${name}\n`);
    if (status !== 0) process.stdout.write(`${stdout}${stderr}\n`);
    return status !== 0;
  }).map(([name]) => name);
}

if (import.meta.main) process.exitCode = runChecks().length === 0 ? 0 : 1;
