// Ids and the clock of the floor: the server's own form of id, so that indexes grow alike.

import { randomFillSync } from 'node:crypto';
import { type IdPrefix, idMaker } from '../../packages/server/src/base/id.ts';

const makeId = idMaker(() => randomFillSync(Buffer.allocUnsafe(5)).readUIntBE(0, 5));

export function newId(prefix: IdPrefix): string {
  return makeId(prefix, Date.now());
}

export function nowSeconds(): number {
  return Math.floor(Date.now() / 1000);
}
