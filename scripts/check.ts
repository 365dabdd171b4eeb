// Everything that can be said about the code without running it: format and lint, types, arrows, unused parts.

import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { eachOf } from './each-of.ts';

const CHECKS = [
  ['format and lint', 'biome', 'ci', '--error-on-warnings', '--colors=off', '.'],
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

const AT_ONCE = 2;

/** The names of the checks that failed. */
export async function runChecks(): Promise<string[]> {
  const failed: string[] = [];
  await eachOf(CHECKS, AT_ONCE, async ([name, command, ...words]) => {
    const { code, output } = await ended(spawn(command, words));
    process.stdout.write(`${code === 0 ? '✔' : '✖'} ${name}\n`);
    if (code === 0) return;
    process.stdout.write(`${output}\n`);
    failed.push(name);
  });
  return failed;
}

async function ended(child: ChildProcessWithoutNullStreams): Promise<{ code: number | null; output: string }> {
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const [code] = await once(child, 'close');
  return { code, output };
}

if (import.meta.main) process.exitCode = (await runChecks()).length === 0 ? 0 : 1;
