// Brings what is in SQLite's log into its file. SQLite itself does that inside the commit that fills the log, and stops there
// until the disk has the log, and again until it has the file: for as long, nobody is served. Here both are waited for beside the
// event loop.
//
// Until the disk has the file, the log must stay as it is: a power cut may need it. Whoever writes next would begin it
// anew. Our own transactions wait; a reader that is open meanwhile keeps other processes from it.

import type { DatabaseSync } from 'node:sqlite';
import type { World } from '../world/world.ts';

/** A longer log takes longer to copy; a shorter one is copied more often, the same pages again. */
const PAGES = 2000;

export interface Checkpoints {
  /**
   * Between two transactions. Until the next may begin, and rejects when the disk fails; undefined when there was nothing to
   * do.
   */
  due(): Promise<void> | undefined;
  /** The next time something is due, however little it is. */
  soon(): void;
}

interface Parts {
  readonly writer: DatabaseSync;
  /** Another connection, for nothing else. */
  readonly keeper: DatabaseSync;
  /** The log and the file themselves, open. */
  readonly log: number;
  readonly file: number;
  readonly world: World;
}

/** Frames of the log, and how many of them are in the file. */
interface Copied {
  readonly busy: number;
  readonly log: number;
  readonly checkpointed: number;
}

export function openCheckpoints({ writer, keeper, log, file, world }: Parts): Checkpoints {
  writer.exec('PRAGMA wal_autocheckpoint = 0');
  const look = writer.prepare('PRAGMA wal_checkpoint(NOOP)');
  const copy = writer.prepare('PRAGMA wal_checkpoint(PASSIVE)');
  const keep = keeper.prepare('SELECT count(*) FROM sqlite_schema');
  let dueAt = PAGES;
  let isWanted = false;

  /** With the log kept as it is from here on. What comes later is not copied. */
  const begin = (): boolean => {
    const uncopied = left(look.get());
    if (uncopied < PAGES) dueAt = PAGES;
    if (uncopied < (isWanted ? 1 : dueAt)) return false;
    isWanted = false;
    keeper.exec('BEGIN');
    keep.get(); // a transaction that has read nothing keeps nothing
    return true;
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

  const tell = (error: unknown) => world.log('warn', 'storage.checkpoint_failed', { reason: (error as Error).message });

  return {
    due() {
      try {
        if (!begin()) return undefined;
      } catch (error) {
        tell(error); // the next transaction will say what is wrong
        if (keeper.isOpen && keeper.isTransaction) keeper.exec('ROLLBACK');
        return undefined;
      }
      return checkpoint();
    },
    soon() {
      isWanted = true;
    },
  };
}

function left(counts: unknown): number {
  const { log, checkpointed } = counts as Copied;
  return log - checkpointed;
}
