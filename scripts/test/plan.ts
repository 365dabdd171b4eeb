// Which test files run on which engine, which of them share a process, and who begins first.

import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';

export type Engine = 'SQLite' | 'PostgreSQL';

/** What one process runs, one file after another. */
export interface Batch {
  readonly engine: Engine;
  readonly files: readonly string[];
}

const ON_BOTH_ENGINES = /packages\/server\/test\/(api|crash|law|stores)\//;
/** Needs both engines at once, or PostgreSQL alone. */
const NEEDS_POSTGRES = /packages\/server\/test\/(parity\/|simulation\/on-postgres)/;

/**
 * To load the service and warm up costs more than most files do, so that several share a process, one after another: half of
 * all the processor's time is saved by that. So many of each kind; enough processes must remain to keep all cores busy.
 */
const SHARING: readonly (readonly [files: RegExp, aProcess: number])[] = [
  [/packages\/(server\/test\/(api|law|stores|feeds)|[a-z]+\/src)\//, 24],
  [/packages\/(cli|sdk|web)\/test\//, 8],
  [/e2e\//, 5],
];
/** They look at the memory, statements or environment of their process, or at how long something takes; or wait while loaded. */
const ALONE = /\/(slots|conformance|calls|many|chat-decisions|packed|container)\.test/;

/** About how long each of them takes, in seconds: who takes longest begins first, so that nobody waits for one at the end. */
const TAKES: readonly (readonly [files: RegExp, seconds: number])[] = [
  [/e2e\/many|\/simulation\/|\/instances\/database-faults/, 50],
  [/\/instances\/|\/crash\/|\/api\/conformance|\/mcp-suite\//, 30],
  [/e2e\/|\/engines\/|\/egress\/|\/parity\/|\/packed|\/chat-decisions/, 16],
  [/\/test\/api\/|packages\/cli\//, 6],
];

export function planned(files: readonly string[]): Batch[] {
  return [
    ...batchesOf(
      'SQLite',
      files.filter((file) => !NEEDS_POSTGRES.test(file)),
    ),
    ...batchesOf(
      'PostgreSQL',
      files.filter((file) => ON_BOTH_ENGINES.test(file) || NEEDS_POSTGRES.test(file)),
    ),
  ].toSorted((a, b) => secondsOf(b) - secondsOf(a));
}

function batchesOf(engine: Engine, files: readonly string[]): Batch[] {
  const sharing = SHARING.flatMap(([pattern, aProcess]) =>
    dealt(
      files.filter((file) => pattern.test(file) && !ALONE.test(file)),
      aProcess,
    ),
  );
  const alone = files.filter((file) => !sharing.some((together) => together.includes(file))).map((file) => [file]);
  return [...sharing, ...alone].map((together) => ({ engine, files: together }));
}

/** Like cards, so that neighbours, which are much alike, do not all come to one. */
function dealt(files: readonly string[], most: number): string[][] {
  const count = Math.ceil(files.length / most);
  return Array.from({ length: count }, (_, at) => files.filter((_file, index) => index % count === at));
}

function secondsOf({ files }: Batch): number {
  return files.reduce((sum, file) => sum + (TAKES.find(([pattern]) => pattern.test(file))?.[1] ?? 1), 0);
}

const FOLDER = 'node_modules/.cache/shared-tests';

/** The file to run: of several, one that loads them. Each is a suite there, so that its hooks are its own. */
export function fileOf({ files }: Batch): string {
  const [first = ''] = files;
  if (files.length === 1) return first;
  mkdirSync(FOLDER, { recursive: true });
  const suites = files.map((one) => `describe('${one}', () => void require('${resolve(one)}'));\n`);
  const text = `const { describe } = require('node:test');\n${suites.join('')}`;
  const file = `${FOLDER}/${createHash('sha256').update(text).digest('hex').slice(0, 16)}.test.cjs`;
  writeFileSync(file, text);
  return file;
}
