// What fails among thousands of others is tried once more by itself: a busy machine has failed it, or it fails again. It is
// named at the end either way; and where more than so many files fail, it was not the machine.

import { relative } from 'node:path';
import type { Batch } from './plan.ts';
import type { Outcome } from './run-batch.ts';

const MOST_TRIED_AGAIN = 6;

export interface Tally {
  readonly passed: number;
  readonly failures: readonly string[];
  /** Failed among others, and passed by itself. */
  readonly unsteady: readonly string[];
}

export function tallyOf(outcomes: readonly Outcome[]): Tally {
  return {
    passed: outcomes.reduce((sum, { passed }) => sum + passed, 0),
    failures: outcomes.flatMap(({ failed }) => failed.map(({ text }) => text)),
    unsteady: [],
  };
}

/** With what came of the second trial in the place of the first. */
export async function triedAgain(
  outcomes: readonly Outcome[],
  runAlone: (batch: Batch) => Promise<Outcome>,
): Promise<Tally> {
  const broken = outcomes.filter(({ failed }) => failed.length > 0);
  if (broken.flatMap(filesOf).length > MOST_TRIED_AGAIN + Math.max(0, ...broken.map(withoutNames))) {
    return tallyOf(outcomes);
  }
  const again: Tally[] = [];
  for (const outcome of broken) again.push(await once(outcome, runAlone));
  const all = [tallyOf(outcomes.filter(({ failed }) => failed.length === 0)), ...again];
  return {
    passed: all.reduce((sum, { passed }) => sum + passed, 0),
    failures: all.flatMap(({ failures }) => failures),
    unsteady: all.flatMap(({ unsteady }) => unsteady),
  };
}

/** Those that failed; all of them where it is not known which. */
function filesOf({ batch, failed }: Outcome): readonly string[] {
  if (failed.some(({ ofNone }) => ofNone)) return batch.files;
  return [...new Set(failed.map(({ file }) => relative('.', file)))];
}

/** A process that was ended by something takes all its files with it. */
function withoutNames({ batch, failed }: Outcome): number {
  return failed.some(({ ofNone }) => ofNone) ? batch.files.length : 0;
}

async function once(first: Outcome, runAlone: (batch: Batch) => Promise<Outcome>): Promise<Tally> {
  const second: Outcome[] = [];
  for (const file of filesOf(first)) second.push(await runAlone({ engine: first.batch.engine, files: [file] }));
  const [before, after] = [tallyOf([first]), tallyOf(second)];
  const isOver = after.failures.length === 0;
  const whole = withoutNames(first) > 0;
  return {
    // Of a file that is tried again, those that passed have been counted.
    passed: whole ? after.passed : before.passed + (isOver ? first.failed.filter(({ isTest }) => isTest).length : 0),
    failures: isOver ? [] : whole ? [...before.failures, ...after.failures] : before.failures,
    unsteady: isOver ? before.failures : [],
  };
}
