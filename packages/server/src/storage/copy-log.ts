// Brings SQLite's log into its file, in a thread: a long one takes seconds, for which the event loop would stand still.

import { DatabaseSync } from 'node:sqlite';

/** Frames of the log, and how many of them are in the file. */
export interface Copied {
  readonly busy: number;
  readonly log: number;
  readonly checkpointed: number;
}

/** Whoever asks waits for the disk, before and after. Never the last connection to close, which would do more than this. */
export function work({ name }: { readonly name: string }): Copied {
  const db = new DatabaseSync(name);
  try {
    db.exec('PRAGMA synchronous = OFF; PRAGMA wal_autocheckpoint = 0');
    db.prepare('SELECT count(*) FROM sqlite_schema').get(); // before its first read a connection knows of no log
    return { ...(db.prepare('PRAGMA wal_checkpoint(PASSIVE)').get() as unknown as Copied) };
  } finally {
    db.close();
  }
}
