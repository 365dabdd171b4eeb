// The world of simulated instances: clock, chance, names and receivers all come from the seed.

import { idMaker } from '../../src/base/id.ts';
import { type Job, work } from '../../src/features/watchers/thread/work.ts';
import { work as copyLog } from '../../src/storage/copy-log.ts';
import type { World } from '../../src/world/world.ts';
import { signAtOnce } from '../support/sign-at-once.ts';
import type { Life } from './life.ts';
import type { Random } from './random.ts';
import type { Time } from './time.ts';

/** A new process knows nothing of the ids that the last one made, so each gets a world of its own. */
export function simulatedWorld(time: Time, random: Random): World {
  return {
    nowMs: time.wallMs,
    newId: idMaker(() => random.bytes(5).readUIntBE(0, 5)),
    randomBytes: random.bytes,
    sleep: time.sleep,
    flush: async () => undefined,
    sign: signAtOnce,
    room: async () => Number.POSITIVE_INFINITY,
    resolve: async () => ['93.184.216.34'],
    request: async () => ({ error: 'connect' }),
    sendMail: async () => ({ ok: false, error: 'connect' }),
    // At once: an import settles when it likes, and a seed would not replay.
    think: async <T>(module: URL, input: unknown) => ({ done: workOf(module, input) as T }),
    log: () => undefined,
  };
}

function workOf({ pathname }: URL, input: unknown): unknown {
  return pathname.endsWith('/copy-log.ts') ? copyLog(input as { readonly name: string }) : work(input as Job);
}

/** What is particular to one instance: its own clock is off, which must not matter to anything that is written. */
export interface Own extends Pick<World, 'request' | 'resolve' | 'log'> {
  readonly skewMs: number;
  readonly life: Life;
}

export function worldOf(world: World, { skewMs, life, request, resolve, log }: Own): World {
  return {
    ...world,
    nowMs: () => world.nowMs() + skewMs,
    async sleep(ms, signal) {
      if (ms === 0) return; // others' turn, which comes at every pause; not to stand still inside a transaction
      await world.sleep(ms, signal);
      await life.goingOn();
    },
    request,
    resolve,
    log,
  };
}
