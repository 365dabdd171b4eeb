// Storage as one request of a simulated instance meets it: it waits its turn, the disk may be full, the instance may end.

import type { Manner, Storage, Tx } from '../../src/storage/database.ts';
import type { DiskState } from './faults.ts';
import type { Life } from './life.ts';
import { InstanceEnded, type Scheduler } from './scheduler.ts';
import { isWrite, type Statement, withStatements } from './statements.ts';

export interface Surroundings {
  readonly scheduler: Scheduler;
  disk(): DiskState;
  /** A commit failed for want of room, and with it all that had joined it, even when there was room again by then. */
  commitFailed(): void;
  /** Drawn for each transaction. */
  isSlow(): boolean;
  /** When the disk has what was committed, which may take until the pause is over. */
  flushed(pause: () => Promise<void>): Promise<void>;
  /** Others may commit between two reads of one request. */
  readonly tornReads: boolean;
}

/** Who asks, and for whom. */
interface Asking {
  readonly label: string;
  readonly life: Life;
}

interface Meeting {
  readonly slow: boolean;
  /** Lets the commit fail. */
  spoil(tx: Tx): Promise<void>;
}

export function faultyStorage(engine: Storage, { label, life }: Asking, around: Surroundings): Storage {
  const { scheduler } = around;
  /** Of what an ended instance had under way nobody hears. */
  const heard = <T>(outcome: Promise<T>) =>
    new Promise<T>((resolve, reject) => {
      outcome.then(
        (value) => life.alive() && resolve(value),
        (error: unknown) => life.alive() && reject(error),
      );
    });
  const readSlowly = async (query: Statement) => {
    await scheduler.pause(`${label} reads`, life);
    return heard(engine.reader.run(query));
  };

  const reader = around.tornReads ? withStatements(engine.reader, readSlowly) : engine.reader;
  return {
    reader,
    async transaction<T>(work: (tx: Tx) => Promise<T>, manner?: Manner): Promise<T> {
      const slow = around.isSlow();
      await scheduler.pause(`${label} enters`, life);
      let spoilt = false;
      const spoil = (tx: Tx) => {
        spoilt = true;
        return spoilCommit(tx);
      };
      const meeting = (tx: Tx) => inside(tx, work, { label, life, slow, spoil, ...around });
      const outcome = engine.transaction(meeting, manner);
      outcome.catch(() => spoilt && around.commitFailed());
      const value = await heard(outcome);
      if (slow) await scheduler.pause(`${label} is committed`, life);
      return value;
    },
    nowMs: () => engine.nowMs(),
    hear: (ear) => engine.hear(ear),
    tellOthers: (topic) => engine.tellOthers(topic),
    probe: () => engine.probe(),
    // By the time it takes on the machine, which no seed decides; `engines/sqlite` looks at what it leaves.
    scrub: () => scheduler.pause(`${label} scrubs`, life),
    noteErasure: async () => undefined,
    describe: () => engine.describe(),
    backup: (target) => engine.backup(target),
    close: () => engine.close(),
  };
}

async function inside<T>(
  tx: Tx,
  work: (tx: Tx) => Promise<T>,
  { scheduler, disk, label, life, slow, spoil }: Surroundings & Asking & Meeting,
): Promise<T> {
  let wrote = false;
  let commits = false;
  const arrive = async (where: string) => {
    if (commits) return; // what was left for last belongs to the commit, which may be others' too: it is made, or is not
    if (slow) await scheduler.pauseInside(`${label} ${where}`, life);
    if (!life.alive()) throw new InstanceEnded();
  };
  const statement = async (query: Statement) => {
    await arrive(query.sql.split(' ', 1)[0] ?? '');
    if (isWrite(query) && disk() === 'statement') {
      await tx.run({ sql: 'ROLLBACK', parameters: [] }); // what the engine does by itself
      throw new Error('database or disk is full');
    }
    wrote ||= isWrite(query);
    return tx.run(query);
  };

  if (!life.alive()) throw new InstanceEnded();
  const value = await work(withStatements(tx, statement));
  await arrive('commits');
  commits = true;
  if (wrote && disk() === 'commit') await spoil(tx);
  return value;
}

/** A row that refers to nothing, checked only at COMMIT: so the engine refuses there and nowhere else. */
async function spoilCommit(tx: Tx): Promise<void> {
  await tx.run({ sql: 'PRAGMA defer_foreign_keys = ON', parameters: [] });
  await tx.run({
    sql: `INSERT INTO results (project_id, action_id, status, reported_at, reported_by) VALUES ('x', 'x', 'x', 0, 'x')`,
    parameters: [],
  });
}
