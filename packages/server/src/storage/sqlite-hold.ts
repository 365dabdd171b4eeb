// While a commit is on its way to the disk, readers see the state before it: what they are told cannot be lost, and they wait
// for nobody.

import type { DatabaseSync } from 'node:sqlite';

export interface Hold {
  /** What is committed from here on is not seen; */
  begin(): void;
  /** until now. */
  end(): void;
}

export function holdOf(reader: DatabaseSync): Hold {
  const look = reader.prepare('SELECT 1 FROM migrations LIMIT 1');
  return {
    begin() {
      reader.exec('BEGIN');
      look.get(); // a transaction sees what its first read finds
    },
    end() {
      if (reader.isTransaction) reader.exec('COMMIT');
    },
  };
}
