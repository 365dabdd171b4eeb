// `npm test`: the checks, then every test file; what touches a database runs on both engines.
// With arguments, only the files whose path contains one of them, and no checks.

import { globSync, mkdirSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
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
/** Needs both engines at once. */
const COMPARES_ENGINES = /packages\/server\/test\/parity\//;

// Each file is a process of its own: what they all load is compiled once.
process.env.NODE_COMPILE_CACHE ??= resolve('node_modules/.cache/compile');

const wanted = process.argv.slice(2);
const files = globSync('{packages/*/{src,test},scripts,e2e}/**/*.test.ts')
  .filter((file) => wanted.length === 0 || wanted.some((part) => file.includes(part)))
  .toSorted((a, b) => Number(LONG.test(b)) - Number(LONG.test(a)));

let passed = 0;
/** What failed, with its reason: told again at the end, where nobody must look for it among thousands of lines. */
const failures: string[] = wanted.length === 0 ? runChecks() : [];

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
  const events = run({ files: shared(engine, chosen), concurrency: AT_ONCE, timeout: 180_000, forceExit: true });
  events.on('test:pass', ({ details }) => {
    if (details.type !== 'suite') passed++;
  });
  events.on('test:fail', ({ name, file, line, details }) => {
    if (details.type === 'suite') return;
    const { cause } = details.error;
    failures.push(`${title}: ${name} (${file}:${line})\n${inspect(cause ?? details.error).slice(0, 2_000)}`);
  });
  for await (const text of events.compose(spec)) process.stdout.write(text);
}

await runFiles(
  'sqlite',
  'SQLite, and what needs no database',
  files.filter((file) => !COMPARES_ENGINES.test(file)),
);

const onBoth = files.filter((file) => ON_BOTH_ENGINES.test(file) || COMPARES_ENGINES.test(file));
if (onBoth.length > 0) {
  const cluster = await startCluster({ durable: false });
  await makeTemplate(cluster.url);
  process.env.TEST_POSTGRES = cluster.url;
  await runFiles('postgres', 'PostgreSQL', onBoth);
  await cluster.stop();
}

for (const failure of failures) process.stdout.write(`\n✖ ${failure}\n`);
// Alone on the last line, for whoever counts.
process.stdout.write(`\n${passed} passed, ${failures.length} failed\n`);
process.exitCode = failures.length === 0 && passed > 0 ? 0 : 1;
