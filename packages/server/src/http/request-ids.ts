// Names of requests, for answers and the log. Not by the maker of the ids of rows: that one goes by the database's clock and never
// back, and a server whose own clock is ahead would take it along.

import { idMaker } from '../base/id.ts';
import type { World } from '../world/world.ts';

export function requestIds({ nowMs, randomBytes }: Pick<World, 'nowMs' | 'randomBytes'>): () => string {
  const newId = idMaker(() => randomBytes(5).readUIntBE(0, 5));
  return () => newId('req', nowMs());
}
