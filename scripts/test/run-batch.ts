// Runs the files of a batch in a process of their own, and says what came of it.

import { relative, resolve } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { inspect } from 'node:util';
import { type Batch, fileOf } from './plan.ts';

interface Failure {
  /** Absolute. */
  readonly file: string;
  /** Which test, and why. */
  readonly text: string;
  /** Not a suite, whose hook failed. */
  readonly isTest: boolean;
  /** Of the whole process: it ended before its time, or with an error that belongs to no test. */
  readonly ofNone: boolean;
}

export interface Outcome {
  readonly batch: Batch;
  readonly passed: number;
  readonly failed: readonly Failure[];
  /** For whoever reads along. */
  readonly text: string;
}

const HEARD = './scripts/test/heard.mjs';
const UNTRACKED = './scripts/test/untracked.mjs';
/** Of a test; and of its process, which has others to run as well. */
const TEST_MS = 300_000;
const FILE_MS = 60_000;
const MOST_TOLD = 2_000;
/** What the runner says of a whole run; ours is of all of them. */
const SUMMARY = /^(tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) [\d.]+$/;
/** An error that belongs to no test. */
const STRAY = /^Error: .* generated asynchronous activity after the test ended/s;

/** `followed`: see `untracked.mjs`. */
export async function runBatch(batch: Batch, environment: NodeJS.ProcessEnv, followed = false): Promise<Outcome> {
  let passed = 0;
  let loose = '';
  const failed: Failure[] = [];
  let isWhole = false;
  const entry = resolve(fileOf(batch));
  const loaded = [HEARD, ...(followed ? [] : [UNTRACKED])].flatMap((one) => ['--import', one]);
  const events = run({
    files: [entry],
    timeout: TEST_MS + FILE_MS * batch.files.length,
    execArgv: [`--test-timeout=${TEST_MS}`, ...loaded],
    forceExit: true,
    env: environment,
  });
  events.on('test:pass', ({ details }) => {
    if (details.type !== 'suite') passed++;
  });
  events.on('test:summary', (summary) => {
    if (summary.file === entry) isWhole = true; // what a process says last
  });
  events.on('test:stderr', ({ message }) => {
    loose = `${loose}${message}`.slice(-MOST_TOLD);
  });
  events.on('test:fail', ({ name, file = '', details: { type, error } }) => {
    if (type === 'suite' && failureOf(error) === 'subtestsFailed') return; // they are told of themselves
    const ofNone = resolve(name) === file || !batch.files.some((one) => resolve(one) === file);
    const why = inspect(error.cause ?? error).slice(0, MOST_TOLD);
    const more = ofNone ? `\n${batch.files.join('\n')}\n${loose}` : '';
    const text = `${batch.engine}: ${name} (${relative('.', file)})\n${why}${more}`;
    failed.push({ file, text, isTest: type !== 'suite', ofNone });
  });
  let strays = '';
  events.on('test:diagnostic', ({ message }) => {
    if (STRAY.test(message)) strays += `${message}\n`;
  });
  let text = '';
  const told = events.filter(({ type, data }) => type !== 'test:diagnostic' || !SUMMARY.test(data.message));
  for await (const part of told.compose(spec)) text += part;
  const wrong = strays !== '' ? 'nobody caught an error' : isWhole ? undefined : 'it ended before its last word';
  if (wrong !== undefined && !failed.some(({ ofNone }) => ofNone)) {
    // Beside tests that failed, the runner does not count it.
    const where = `${batch.files.join('\n')}\n${strays}${loose}`;
    failed.push({ file: '', text: `${batch.engine}: ${wrong}\n${where}`, isTest: false, ofNone: true });
  }
  return { batch, passed, failed, text };
}

function failureOf(error: Error): unknown {
  return 'failureType' in error ? error.failureType : undefined;
}
