// The receivers of webhooks: they accept, refuse, hang, break off, or accept and are not heard. What they saw is kept.

import type { Incoming, Outgoing } from '../../src/world/outgoing.ts';
import { isMessage } from './channels.ts';
import type { Life } from './life.ts';
import type { Random } from './random.ts';
import type { Scheduler } from './scheduler.ts';
import type { Time } from './time.ts';

export interface Post {
  readonly url: string;
  readonly body: string;
  readonly step: number;
  /** What the receiver made of it, whether or not the sender has heard. */
  readonly said: number | 'nothing';
}

/** What a receiver can do. `seen`: the POST reached it. `heard`: its answer came back. */
const MANNERS = {
  accepts: { seen: true, says: 200, heard: true },
  fails: { seen: true, says: 503, heard: true },
  'is gone': { seen: true, says: 410, heard: true },
  redirects: { seen: true, says: 302, heard: true },
  'cannot be reached': { seen: false, says: 0, heard: true },
  'breaks off': { seen: true, says: 0, heard: true },
  hangs: { seen: true, says: 0, heard: false },
  'accepts and is not heard': { seen: true, says: 200, heard: false },
} as const;

const BAD = [
  'fails',
  'fails',
  'fails',
  'is gone',
  'redirects',
  'cannot be reached',
  'breaks off',
  'hangs',
  'accepts and is not heard',
] as const;

/** One that is gone turns its channel off, and there would be nothing more to see. */
const BAD_CHANNEL = ['fails', 'cannot be reached', 'breaks off', 'hangs', 'accepts and is not heard'] as const;

export interface Receivers {
  /** For the world of an instance. */
  answer(outgoing: Outgoing, life: Life): Promise<Incoming>;
  /** Everything that ever reached a receiver, by delivery. */
  readonly posts: ReadonlyMap<string, readonly Post[]>;
  /** How many of those who live wait for an answer. */
  underWay(): number;
}

export interface Postman {
  readonly random: Random;
  readonly scheduler: Scheduler;
  readonly time: Time;
  /** Per POST: how likely it is that the receiver does not simply accept it. */
  readonly badness: () => number;
  readonly step: () => number;
  /** Hears of each POST at the moment it reaches its receiver. */
  readonly onPost: (delivery_id: string, post: Post) => void;
}

export function makeReceivers({ random, scheduler, time, badness, step, onPost }: Postman): Receivers {
  const posts = new Map<string, Post[]>();
  const underWay = new Map<object, Life>();
  return {
    posts,
    underWay: () => [...underWay.values()].filter((life) => life.alive()).length,
    async answer(outgoing, life) {
      underWay.set(outgoing, life);
      const { url, headers, body = '', deadlineMs } = outgoing;
      const id = headers['webhook-id'] ?? '';
      await scheduler.pause(`post of ${id} leaves`, life);
      const bad = isMessage(id) ? BAD_CHANNEL : BAD;
      const manner = random.chance(badness()) ? random.pick(bad) : 'accepts';
      const { seen, says, heard } = MANNERS[manner];
      if (seen) {
        const post: Post = { url, body: String(body), step: step(), said: says || 'nothing' };
        posts.set(id, [...(posts.get(id) ?? []), post]);
        onPost(id, post);
      }
      if (!heard) {
        await time.sleep(deadlineMs);
        await life.goingOn();
      }
      await scheduler.pause(`post of ${id}: receiver ${manner}`, life);
      underWay.delete(outgoing);
      if (!heard) return { error: 'timeout' };
      return says === 0 ? { error: 'connect' } : { status: says, headers: {}, body: '', whole: true };
    },
  };
}
