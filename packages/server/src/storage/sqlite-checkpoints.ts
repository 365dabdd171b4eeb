// Brings what is in SQLite's log into its file. SQLite itself does that inside the commit that fills the log, and stops there
// until the disk has the log, and again until it has the file: for as long, nobody is served. Here the log is on the disk before
// it begins, and the file is waited for beside the event loop.
//
// Until the disk has the file, the log must stay as it is: a power cut may need it. Whoever writes next would begin it
// anew. Our own transactions wait; a reader that is open meanwhile keeps other processes from it.

import type { DatabaseSync } from 'node:sqlite';
import type { World } from '../world/world.ts';

/** A longer log takes longer to copy; a shorter one is copied more often, the same pages again. */
const PAGES = 2000;

export interface Checkpoints {
  /**
   * Between two transactions, when all that is committed is on the disk. Until the next may begin; undefined when there was
   * nothing to do.
   */
  due(): Promise<void> | undefined;
}

interface Parts {
  readonly writer: DatabaseSync;
  /** Another connection, for nothing else. */
  readonly keeper: DatabaseSync;
  /** The file itself, open. */
  readonly file: number;
  readonly world: World;
}

export function openCheckpoints({ writer, keeper, file, world }: Parts): Checkpoints {
  writer.exec('PRAGMA wal_autocheckpoint = 0');
  const look = writer.prepare('PRAGMA wal_checkpoint(NOOP)');
  const copy = writer.prepare('PRAGMA wal_checkpoint(PASSIVE)');
  const keep = keeper.prepare('SELECT count(*) FROM sqlite_schema');
  let dueAt = PAGES;

  const checkpoint = async () => {
    keeper.exec('BEGIN');
    keep.get(); // a transaction that has read nothing keeps nothing
    if (copied()) await world.flush(file); // should that fail, the log is kept for as long as we run
    keeper.exec('COMMIT');
  };

  /** False when the disk is full, say: the log still has everything. */
  const copied = (): boolean => {
    writer.exec('PRAGMA synchronous = OFF');
    try {
      return (copy.get() as { busy: number }).busy === 0;
    } catch (error) {
      world.log('warn', 'storage.checkpoint_failed', { reason: (error as Error).message });
      return false;
    } finally {
      writer.exec('PRAGMA synchronous = NORMAL');
    }
  };

  return {
    due() {
      const { log } = look.get() as { log: number };
      if (log < PAGES) dueAt = PAGES; // it was begun anew
      if (log < dueAt) return undefined;
      dueAt = log + PAGES; // someone who reads may keep it from being begun anew
      return checkpoint();
    },
  };
}
