// Refusals for whoever does not listen to them: the first ones on a connection come at once, further ones late. A client
// that goes on as fast as it can then waits in its own line, and the others do not wait for it.

import type { Socket } from 'node:net';
import type { World } from '../world/world.ts';

const REFUSALS: readonly number[] = [401, 429];
/** Each answer that is none makes up for one: a flood gets its share of the limit, too, and goes on. */
const AT_ONCE = 10;
/** Up to a second: a 429 asks for as long at least. */
const LATE_MS = { least: 500, spread: 500 };

/** To be waited for before the answer is written; undefined when it may be written at once. */
export type Linger = (socket: Socket, status: number) => Promise<void> | undefined;

export function makeLinger(world: World): Linger {
  const refused = new WeakMap<Socket, number>();
  // Connections that are answered together ask together the next time, and then the others do wait for them.
  const lateMs = () => LATE_MS.least + (LATE_MS.spread * world.randomBytes(1).readUInt8()) / 256;
  return (socket, status) => {
    const before = refused.get(socket) ?? 0;
    if (!REFUSALS.includes(status)) {
      refused.set(socket, Math.max(0, before - 1));
      return undefined;
    }
    refused.set(socket, Math.min(AT_ONCE, before + 1));
    return before >= AT_ONCE ? world.sleep(lateMs()) : undefined;
  };
}
