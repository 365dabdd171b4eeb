// Brings what is in SQLite's log into its file. SQLite itself does that inside the commit that fills the log, and stops there
// until the disk has the log, and again until it has the file: for as long, nobody is served. Here both are waited for beside the
// event loop.
//
// Until the disk has the file, the log must stay as it is: a power cut may need it. Whoever writes next would begin it
// anew; a reader that is open meanwhile keeps them from it. A thread copies, and nobody waits; but what is written meanwhile is left, so
// that the log would grow for as long as there is much to write. So our own transactions wait for the little that is left then, which
// is in the file in no time: the next of them begins the log anew.

import type { DatabaseSync } from 'node:sqlite';
import type { World } from '../world/world.ts';
import type { Copied } from './copy-log.ts';

const COPY = new URL('./copy-log.ts', import.meta.url);
/** A longer log takes longer to copy; a shorter one is copied more often, the same pages again. */
const PAGES = 2000;
/** On the event loop, while whoever writes waits for the disk. */
const LITTLE = PAGES / 4;
/** Of a log that has become long, for more is written than a thread gets done meanwhile. */
const MOST_AT_ONCE = 2 * PAGES;
const LONG = 8 * PAGES;
/** Of the processor, in a thread. */
const LONGEST_MS = 600_000;

export interface Checkpoints {
  /** Whether there is something to do before the next transaction begins. Asked between two of them. */
  isDue(): boolean;
  /**
   * Between two transactions, with the disk idle. Until the next may begin, and rejects when the disk fails; undefined when there
   * was nothing to do.
   */
  due(): Promise<void> | undefined;
  /** The next time something is due, however little it is. */
  soon(): void;
  /** Until no thread copies. */
  idle(): Promise<void>;
  /** The disk may not have what was copied. */
  hasFailed(): boolean;
}

interface Parts {
  readonly writer: DatabaseSync;
  /** Another connection, for nothing else. */
  readonly keeper: DatabaseSync;
  /** The log and the file themselves, open. */
  readonly log: number;
  readonly file: number;
  readonly name: string;
  readonly world: World;
}

export function openCheckpoints({ writer, keeper, log, file, name, world }: Parts): Checkpoints {
  writer.exec('PRAGMA wal_autocheckpoint = 0');
  const look = writer.prepare('PRAGMA wal_checkpoint(NOOP)');
  const copy = writer.prepare('PRAGMA wal_checkpoint(PASSIVE)');
  const keep = keeper.prepare('SELECT count(*) FROM sqlite_schema');
  let dueAt = PAGES;
  let isWanted = false;
  /** A thread could not: the next time it is done without one. */
  let isOurs = false;
  let copying: Promise<void> | undefined;
  let failure: unknown;

  const lookAround = () => look.get() as unknown as Copied;

  const isEnough = (uncopied: number): boolean => {
    if (uncopied < PAGES) dueAt = PAGES;
    if (uncopied === 0) isWanted = false; // whoever writes next begins the log anew
    return uncopied >= (isWanted ? 1 : dueAt);
  };

  /** With the log kept as it is from here on. What comes later is not copied. How much there is; undefined: not enough. */
  const begin = (): Copied | undefined => {
    const found = lookAround();
    if (!isEnough(left(found))) return undefined;
    isWanted = false;
    keeper.exec('BEGIN');
    keep.get(); // a transaction that has read nothing keeps nothing
    return found;
  };

  /** Should the disk fail, the log is kept for as long as we run. */
  const checkpoint = async () => {
    await world.flush(log); // not everyone who writes waits for the disk: see `between`, and other processes
    if (copied()) await world.flush(file);
    keeper.exec('COMMIT');
  };

  /** False when the disk is full, say: the log still has everything. */
  const copied = (): boolean => {
    writer.exec('PRAGMA synchronous = OFF');
    try {
      const done = copy.get() as unknown as Copied;
      dueAt = left(done) + PAGES; // someone who reads may be in the way
      return done.busy === 0;
    } catch (error) {
      tell(error);
      return false;
    } finally {
      writer.exec('PRAGMA synchronous = NORMAL');
    }
  };

  const checkpointBeside = async (before: Copied) => {
    await world.flush(log);
    const done = await copiedBeside();
    if (done) await world.flush(file);
    // What came meanwhile is next; what someone who reads was in the way of is not, until there is more of it.
    isWanted ||= done === undefined || done.checkpointed >= before.log;
    isOurs = done === undefined;
    dueAt = left(done ?? before) + PAGES;
    keeper.exec('COMMIT');
  };

  const copiedBeside = async (): Promise<Copied | undefined> => {
    try {
      const answer = await world.think<Copied>(COPY, { name }, { deadlineMs: LONGEST_MS, line: 'storage' });
      if ('done' in answer) return answer.done;
      tell(new Error(answer.failed));
    } catch (error) {
      tell(error);
    }
    return undefined;
  };

  const tell = (error: unknown) => world.log('warn', 'storage.checkpoint_failed', { reason: (error as Error).message });

  return {
    isDue() {
      if (failure !== undefined) return true;
      if (copying) return false;
      try {
        return isEnough(left(lookAround()));
      } catch (error) {
        tell(error);
        return false;
      }
    },
    due() {
      if (failure !== undefined) return Promise.reject(failure);
      if (copying) return undefined;
      let found: Copied | undefined;
      try {
        found = begin();
        if (!found) return undefined;
      } catch (error) {
        tell(error); // the next transaction will say what is wrong
        if (keeper.isOpen && keeper.isTransaction) keeper.exec('ROLLBACK');
        return undefined;
      }
      if (isOurs || left(found) <= (found.log < LONG ? LITTLE : MOST_AT_ONCE)) {
        isOurs = false;
        return checkpoint();
      }
      copying = checkpointBeside(found)
        .catch((error: unknown) => {
          failure = error;
        })
        .finally(() => {
          copying = undefined;
        });
      return undefined;
    },
    soon() {
      isWanted = true;
    },
    async idle() {
      await copying;
    },
    hasFailed: () => failure !== undefined,
  };
}

function left({ log, checkpointed }: Copied): number {
  return log - checkpointed;
}
