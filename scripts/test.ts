// `npm test`: the checks, then every test file; what touches a database runs on both engines.
// With arguments, only the files whose path contains one of them, and no checks.

import { globSync, mkdirSync, writeFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { pathToFileURL } from 'node:url';
import { inspect } from 'node:util';
import { makeTemplate } from '../packages/server/test/support/databases.ts';
import { startCluster } from '../packages/server/test/support/postgres-cluster.ts';
import { runChecks } from './check.ts';

const ON_BOTH_ENGINES = /packages\/server\/test\/(api|crash|law|stores)\//;
/** They take longest, mostly by waiting: begun first, they do not keep everybody waiting at the end. */
const LONG = /\/(instances|simulation|crash|house|mcp-suite)\/|e2e\/|\/(conformance|text|events|mcp-await|webhook-)/;
/** Half of the files wait for clocks, processes and browsers, so that one more than there are cores keeps them busy. */
const AT_ONCE = 3;
/** To load the service and warm up costs more than most of these do: several share a process, one after another. */
const SHARING = /packages\/(server\/test\/(api|law|stores)|[a-z]+\/src)\//;
const FILES_A_PROCESS = 6;
/** They look at the memory of their process. */
const ALONE = /\/slots\.test/;
/** Needs both engines at once, or PostgreSQL alone. */
const NEEDS_POSTGRES = /packages\/server\/test\/(parity\/|simulation\/on-postgres)/;

// Each file is a process of its own: what they all load is compiled once.
process.env.NODE_COMPILE_CACHE ??= resolve('node_modules/.cache/compile');

const wanted = process.argv.slice(2);
const files = globSync('{packages/*/{src,test},scripts,e2e}/**/*.test.ts')
  .filter((file) => wanted.length === 0 || wanted.some((part) => file.includes(part)))
  .toSorted((a, b) => Number(LONG.test(b)) - Number(LONG.test(a)));

/**
 * What fails among thousands of others is tried once more by itself: a busy machine has failed it, or it fails again. It is
 * named at the end either way; and where more than so many files fail, it was not the machine.
 */
const MOST_TRIED_AGAIN = 3;
const MOST_TOLD = 2_000;

interface Failure {
  readonly file: string;
  /** Which test, and why. */
  readonly text: string;
}

let passed = 0;
/** Told again at the end, where nobody must look for it among thousands of lines. */
const failures: string[] = wanted.length === 0 ? runChecks() : [];
const unsteady: string[] = [];

/** The files to run: some as they are, the others as the imports of one. Each is a suite, so that its hooks are its own. */
function shared(name: string, chosen: readonly string[]): string[] {
  const [sharing, alone] = [chosen.filter(mayShare), chosen.filter((file) => !mayShare(file))];
  const folder = 'node_modules/.cache/shared-tests';
  mkdirSync(folder, { recursive: true });
  const count = Math.ceil(sharing.length / FILES_A_PROCESS);
  const made = Array.from({ length: count }, (_, at) => {
    const file = `${folder}/${name}-${at}.test.mjs`;
    const suites = sharing
      .filter((_one, index) => index % count === at)
      .map((one) => `describe('${one}', async () => void (await import('${pathToFileURL(one)}')));\n`);
    writeFileSync(file, `import { describe } from 'node:test';\n${suites.join('')}`);
    return file;
  });
  return [...alone, ...made];
}

function mayShare(file: string): boolean {
  return SHARING.test(file) && !LONG.test(file) && !ALONE.test(file);
}

async function runFiles(engine: string, title: string, chosen: readonly string[]): Promise<void> {
  if (chosen.length === 0) return;
  process.stdout.write(`\n── ${title}: ${chosen.length} files\n`);
  const failed = await runTests(shared(engine, chosen), AT_ONCE);
  const texts = failed.map(({ text }) => `${title}: ${text}`);
  const again = chosen.filter((file) => failed.some((one) => one.file === resolve(file)));
  if (wanted.length > 0 || again.length === 0 || again.length > MOST_TRIED_AGAIN || failed.some(isOfNoFile)) {
    failures.push(...texts);
    return;
  }
  process.stdout.write(`\n── Once more, by itself: ${again.join(', ')}\n`);
  const before = passed;
  const stillFailed = await runTests(again, 1);
  passed = before; // they have been counted
  if (stillFailed.length > 0) failures.push(...texts);
  else {
    passed += failed.length;
    unsteady.push(...texts);
  }
}

/** A process that ended before its tests began, say. */
function isOfNoFile({ file }: Failure): boolean {
  return !files.some((one) => resolve(one) === file);
}

async function runTests(chosen: readonly string[], atOnce: number): Promise<Failure[]> {
  const failed: Failure[] = [];
  const events = run({ files: [...chosen], concurrency: atOnce, timeout: 180_000, forceExit: true });
  events.on('test:pass', ({ details }) => {
    if (details.type !== 'suite') passed++;
  });
  events.on('test:fail', ({ name, file = '', details }) => {
    if (details.type === 'suite') return;
    const { error } = details;
    failed.push({
      file,
      text: `${name} (${relative('.', file)})\n${inspect(error.cause ?? error).slice(0, MOST_TOLD)}`,
    });
  });
  for await (const text of events.compose(spec)) process.stdout.write(text);
  return failed;
}

await runFiles(
  'sqlite',
  'SQLite, and what needs no database',
  files.filter((file) => !NEEDS_POSTGRES.test(file)),
);

const onBoth = files.filter((file) => ON_BOTH_ENGINES.test(file) || NEEDS_POSTGRES.test(file));
if (onBoth.length > 0) {
  const cluster = await startCluster({ durable: false });
  await makeTemplate(cluster.url);
  process.env.TEST_POSTGRES = cluster.url;
  await runFiles('postgres', 'PostgreSQL', onBoth);
  await cluster.stop();
}

for (const text of unsteady) process.stdout.write(`\n⚠ failed among others and passed by itself: ${text}\n`);
for (const text of failures) process.stdout.write(`\n✖ ${text}\n`);
// Alone on the last line, for whoever counts.
process.stdout.write(`\n${passed} passed, ${failures.length} failed\n`);
process.exitCode = failures.length === 0 && passed > 0 ? 0 : 1;
