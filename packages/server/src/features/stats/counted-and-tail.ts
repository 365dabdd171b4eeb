// Figures that were counted, and the rows of the log that were not yet: together everything, and nothing twice.

import type { Reader } from '../../storage/database.ts';
import type { TellingRow } from './fold.ts';
import { countedUpTo, sealedAfter, unsealed } from './store.ts';

/** So many rows are looked at beyond what is counted; a log that grows faster is a moment behind. */
const TAIL = 1000;
/** While somebody counts, what is read may not fit together. */
const TRIES = 5;

export interface Read<T> {
  readonly counted: T;
  readonly tail: readonly TellingRow[];
}

export async function countedAndTail<T>(reader: Reader, project_id: string, read: () => Promise<T>): Promise<Read<T>> {
  for (let tries = 1; ; tries++) {
    const before = await countedUpTo(reader, project_id);
    const counted = await read();
    const open = await unsealed(reader, project_id, TAIL); // first: what is sealed meanwhile is found below
    const sealed = await sealedAfter(reader, project_id, before, TAIL);
    if ((await countedUpTo(reader, project_id)) !== before && tries < TRIES) continue;
    const known = new Set(sealed.map(({ id }) => id));
    return { counted, tail: [...sealed, ...open.filter(({ id }) => !known.has(id))] };
  }
}
