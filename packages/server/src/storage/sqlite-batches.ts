// Group commit for SQLite: transactions that come together share one commit, and their answers leave when it is on the disk.
// The disk is waited for beside the event loop.

import type { DatabaseSync } from 'node:sqlite';
import { Problem } from '../base/problem.ts';
import type { World } from '../world/world.ts';
import { outcomeUnknown } from './commit-outcome.ts';
import type { Ear, Manner, Tx } from './database.ts';
import { nextTurn } from './next-turn.ts';
import type { Checkpoints } from './sqlite-checkpoints.ts';
import { isBusy, isFull } from './sqlite-errors.ts';
import type { Hold } from './sqlite-hold.ts';
import { type Job, type Outcome, openJobs } from './sqlite-jobs.ts';

/** How long a writer waits for another process (an operator command) to finish its short transaction. */
export const BUSY_MS = 5000;
const BUSY_STEP_MS = 10;
const MAX_BATCH = 256;
/** So many batches are run with savepoints after one that had to be taken back. */
const APART_AFTERWARDS = 100;
/** So often the file is left to other processes for as long as the disk takes: else it is ours again in the next turn. */
const LEFT_TO_OTHERS_MS = 200;

export interface Batches {
  transaction<T>(work: (tx: Tx) => Promise<T>, manner?: Manner): Promise<T>;
  /** Throws when the disk has failed: nothing that is read is certain from then on. */
  vouch(): void;
  /** Whether the disk has failed. */
  hasFailed(): boolean;
  /** Whether the disk has been full for somebody. */
  wasFull(): boolean;
  /** Does something between two transactions, in its turn, however many wait. It must be short. */
  between<T>(work: () => T): Promise<T>;
  /** When nobody writes any more; from then on all are refused. */
  end(): Promise<void>;
  hear(ear: Ear): void;
}

interface Parts {
  readonly writer: DatabaseSync;
  /** The write-ahead log: SQLite writes to it at a commit, and we see to it that it arrives. */
  readonly log: number;
  readonly checkpoints: Checkpoints;
  /** Of those who read. */
  readonly hold: Hold;
  /** Throws when what is committed would not be found again. */
  readonly checkPlace: () => void;
  readonly world: World;
}

export function openBatches({ writer, log, checkpoints, hold, checkPlace, world }: Parts): Batches {
  const jobs = openJobs(writer, world);
  let ear: Ear = () => undefined;
  const waiting: Job[] = [];
  let asides: (() => void)[] = [];
  let running: Promise<void> | undefined;
  let flushing: Promise<void> | undefined;
  let failed = false;
  let full = false;
  let apartFor = 0;
  let leftAtMs = world.nowMs();
  let ended = false;
  let arrived: () => void = () => undefined;

  const schedule = () => {
    running ??= nextTurn()
      .then(runBatch)
      .catch((error: unknown) => world.log('error', 'storage.batch_failed', { reason: reasonOf(error) })) // all are told
      .finally(() => {
        running = undefined;
        if (waiting.length + asides.length > 0) schedule();
      });
  };

  const arrival = () =>
    new Promise<void>((resolve) => {
      arrived = resolve;
    });

  const runBatch = async () => {
    if (asides.length > 0 || isOthersTurn() || (!failed && writer.isOpen && checkpoints.isDue())) await doBetween();
    if (waiting.length > 0) await runJobs();
  };

  const isOthersTurn = () => flushing !== undefined && Math.abs(world.nowMs() - leftAtMs) >= LEFT_TO_OTHERS_MS;

  /** What needs the file for itself waits until the disk has the last commit: until then readers are held before it. */
  const doBetween = async () => {
    await flushing?.catch(() => undefined); // the batch will be told
    leftAtMs = world.nowMs();
    if (!failed && writer.isOpen) await checkpoints.due()?.catch(giveUp);
    const now = asides;
    asides = [];
    for (const aside of now) aside();
  };

  /** False when nobody waits. */
  const join = (batch: Job[]): boolean => {
    const more = waiting.splice(0, MAX_BATCH - batch.length);
    batch.push(...more);
    return more.length > 0;
  };

  const runJobs = async () => {
    const batch: Job[] = [];
    let outcomes: Outcome[];
    let isHeld = false;
    const refuse = (problem = new Problem('unavailable')) => {
      for (const job of batch) job.reject(problem);
    };
    join(batch);
    if (failed || !writer.isOpen) return refuse(); // what is not begun is not there after a restart, either
    try {
      await begin();
      outcomes = await runAll(batch);
      await flushing;
      checkPlace();
      isHeld = true;
      hold.begin();
      writer.exec('COMMIT');
    } catch (error) {
      full ||= isFull(error);
      world.log('error', 'storage.batch_failed', { reason: reasonOf(error), transactions: batch.length });
      try {
        if (isHeld) hold.end();
        // A full disk, a busy file: the engine took the whole batch back, so nobody's answer may stand.
        if (writer.isOpen && writer.isTransaction) writer.exec('ROLLBACK');
      } finally {
        refuse();
      }
      return;
    }
    flush().then(
      () => {
        for (const { answer } of outcomes) answer();
        const announced = new Set(outcomes.flatMap(({ topics }) => topics));
        if (announced.size > 0) ear(announced);
      },
      () => refuse(outcomeUnknown()),
    );
  };

  /**
   * With a savepoint for each job SQLite keeps a copy of every page that the job touches, which is a third of what its statements cost,
   * or more. So there is none. A job that fails when it has written spoils the batch: it is taken back and run again, now with savepoints, and
   * so are the next ones, for whoever sends such jobs may send more.
   */
  const runAll = async (batch: Job[]): Promise<Outcome[]> => {
    if (apartFor === 0) {
      const outcomes = await runEach(batch, false);
      if (outcomes) return outcomes;
      writer.exec('ROLLBACK');
      await begin();
      apartFor = APART_AFTERWARDS;
    }
    apartFor--;
    const outcomes = await runEach(batch, true);
    if (!outcomes) throw new Error('A transaction was spoilt by one that was apart from it.');
    return outcomes;
  };

  const runEach = (batch: Job[], apart: boolean) =>
    jobs.run(batch, { apart, more: (settle) => joinedBy(batch, settle) });

  /** The disk may be busy with the last commit, so that this one cannot be made yet: until then whoever comes joins it. */
  const joinedBy = async (batch: Job[], settle: () => Promise<void>): Promise<boolean> => {
    if (flushing && join(batch)) return true;
    await settle();
    while (flushing && batch.length < MAX_BATCH) {
      if (join(batch)) return true;
      await Promise.race([flushing, arrival()]).then(nextTurn);
    }
    return false;
  };

  /** One that fails stays: what the system did not write it may have forgotten, and no later success would tell. */
  const flush = (): Promise<void> => {
    flushing ??= world.flush(log).then(
      () => {
        flushing = undefined;
        hold.end();
      },
      (error: unknown) => {
        giveUp(error);
        throw new Problem('unavailable');
      },
    );
    return flushing;
  };

  const giveUp = (error: unknown) => {
    failed = true;
    world.log('error', 'storage.flush_failed', { reason: reasonOf(error) });
  };

  /** An operator command may be writing. It is waited for without stopping everyone else. */
  const begin = async () => {
    for (const untilMs = world.nowMs() + BUSY_MS; ; ) {
      try {
        return writer.exec('BEGIN IMMEDIATE');
      } catch (error) {
        if (!isBusy(error) || world.nowMs() >= untilMs) throw error;
        await world.sleep(BUSY_STEP_MS);
      }
    }
  };

  const idle = async () => {
    while (running || flushing) {
      await running;
      await flushing;
      await nextTurn();
    }
  };

  return {
    transaction: <T>(work: (tx: Tx) => Promise<T>, manner?: Manner) =>
      new Promise<T>((resolve, reject) => {
        if (ended) throw new Problem('unavailable');
        waiting.push({ ...manner, work, resolve: resolve as (value: unknown) => void, reject });
        arrived();
        schedule();
      }),
    between: <T>(work: () => T) =>
      new Promise<T>((resolve, reject) => {
        asides.push(() => {
          try {
            resolve(work());
          } catch (error) {
            reject(error as Error);
          }
        });
        schedule();
      }),
    vouch() {
      if (failed) throw new Problem('unavailable');
    },
    hasFailed: () => failed,
    wasFull: () => full,
    async end() {
      try {
        await idle();
      } finally {
        ended = true;
        await idle(); // who came meanwhile
      }
    },
    hear(listener) {
      ear = listener;
    },
  };
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
