// Runs transactions in an engine transaction that is open, one after the other: what each of them gets to work with, how it came
// out, and what it left for last.

import type { DatabaseSync } from 'node:sqlite';
import type { World } from '../world/world.ts';
import type { Last, Manner, Tx } from './database.ts';
import { nextTurn } from './next-turn.ts';
import { isOfTheDisk } from './sqlite-errors.ts';
import { handleOf, NEWEST, numberIn } from './sqlite-handle.ts';

/** So long a batch goes on before the others have their turn: to the next millisecond of the clock. */
const TURN_MS = 1;

export interface Job extends Manner {
  work(tx: Tx): Promise<unknown>;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/** For when it is on the disk. */
export interface Outcome {
  readonly topics: readonly string[];
  answer(): void;
}

interface Ran extends Outcome {
  /** What it left for last. */
  readonly left: readonly Last[];
  readonly failed: boolean;
}

/** By the batch. */
type Given = Pick<Tx, 'number' | 'letOthersIn'>;

interface Run {
  /** With a savepoint for each job. */
  readonly apart: boolean;
  /** Asked when all were run: whether others have joined. `settle` does what was left for last, which is better done than waited with. */
  more(settle: () => Promise<void>): Promise<boolean>;
}

export interface Jobs {
  /**
   * What will be one commit; at the end all that they left for last is done. Undefined when they cannot be told apart, and one
   * of them failed when it had written.
   */
  run(batch: readonly Job[], how: Run): Promise<Outcome[] | undefined>;
}

export function openJobs(writer: DatabaseSync, world: World): Jobs {
  const newest = writer.prepare(NEWEST);
  let wrote = false;
  const handle = handleOf(writer, {
    onWrite() {
      wrote = true;
    },
  });

  /** Refusals wait for the commit too: they may tell of a change made earlier in the same batch. Undefined: it wrote, and failed. */
  const runOne = async (job: Job, given: Given, apart: boolean): Promise<Ran | undefined> => {
    const atMs = world.nowMs();
    const topics: string[] = [];
    const left: Last[] = [];
    const tx = {
      ...handle,
      ...given,
      now: Math.floor(atMs / 1000),
      nowMs: atMs,
      announce: (topic) => void topics.push(topic),
      atLast: (last) => void left.push(last),
      newId: (prefix) => world.newId(prefix, atMs),
      randomBytes: world.randomBytes,
      send: async (query) => void (await handle.run(query)),
      locked: (query) => query,
      skipLocked: (query) => query,
      inTurn: async (_: string): Promise<void> => undefined,
    } as Tx;
    wrote = false;
    if (apart) writer.exec('SAVEPOINT job');
    try {
      const value = await job.work(tx);
      if (apart) writer.exec('RELEASE job');
      return { left, topics, failed: false, answer: () => job.resolve(value) };
    } catch (error) {
      // After these the engine may have taken the batch back, or not; it is to be taken back in any case.
      if (!writer.isTransaction || isOfTheDisk(error)) throw error;
      if (apart) writer.exec('ROLLBACK TO job; RELEASE job');
      else if (wrote) return undefined;
      return { left: [], topics: [], failed: true, answer: () => job.reject(error) };
    }
  };

  return {
    async run(batch, { apart, more }) {
      const outcomes: Outcome[] = [];
      const left: Last[] = [];
      let number = numberIn(newest.get());
      let sinceMs = world.nowMs();
      const letOthersIn = async () => {
        if (Math.abs(world.nowMs() - sinceMs) < TURN_MS) return;
        await nextTurn(); // readers have a connection of their own, and see nothing of this
        sinceMs = world.nowMs();
      };
      const settle = async () => {
        for (const last of left.splice(0)) {
          await letOthersIn();
          await last();
        }
      };
      for (let at = 0; at < batch.length || (await more(settle)); at++) {
        const job = batch[at] as Job;
        await letOthersIn();
        if (!job.ahead) await settle();
        const given = { number: ++number, letOthersIn };
        let outcome = await runOne(job, given, apart);
        if (outcome?.failed && left.length > 0) {
          await settle();
          outcome = await runOne(job, given, apart);
        }
        if (!outcome) return undefined;
        left.push(...outcome.left);
        outcomes.push(outcome);
      }
      await settle();
      return outcomes;
    },
  };
}
