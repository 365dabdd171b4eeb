// Waits of many for a few things. One look serves all who wait for the same, one clock serves everybody, and however many
// are released at once, the event loop stays free for others.

import type { Hub, WaitedFor, Waits } from '../../app.ts';
import type { World } from '../../world/world.ts';
import { makePulse } from './pulse.ts';

/** The safety net: a change whose announcement was lost is found by then. */
const LOOK_AGAIN_MS = 5000;
const TICK_MS = 100;
/** Answered before others get a turn. */
const SLICE = 16;
/** Looked at together: it is one query. */
const LOOKS = 200;

interface Waiter {
  readonly startedMs: number;
  readonly untilMs: number;
  /** How many looks had begun when it came: only a later one speaks of its present. */
  readonly afterLook: number;
  settle(outcome: Outcome): void;
}

type Outcome = { readonly value: unknown } | { readonly error: unknown };

/** Where all wait who wait for the same. */
interface Room {
  readonly awaited: WaitedFor<unknown>;
  readonly waiters: Set<Waiter>;
  looks: number;
  looking: boolean;
  lookAgain: boolean;
  lookedMs: number;
  settlesAtMs: number;
  /** When the first of them has waited long enough. */
  firstUntilMs: number;
}

export function openWaits(world: Pick<World, 'nowMs' | 'sleep'>, hub: Hub): Waits {
  const rooms = new Map<string, Room & { readonly leave: () => void }>();
  const release = makeRelease(world);

  const look = async (room: Room) => {
    room.lookAgain = room.looking;
    if (room.looking) return;
    room.looking = true;
    do {
      room.lookAgain = false;
      const number = ++room.looks;
      const present = () => [...room.waiters].filter(({ afterLook }) => afterLook < number);
      try {
        room.settlesAtMs = await room.awaited.settlesAtMs();
        if (room.settlesAtMs <= world.nowMs()) settle(room, present(), { value: await room.awaited.read() });
      } catch (error) {
        settle(room, present(), { error });
      }
      room.lookedMs = world.nowMs();
    } while (room.lookAgain && room.waiters.size > 0);
    room.looking = false;
  };

  /** Who came last is told first: whose connection has died unnoticed asks again, and what only one may have is for who is there. */
  const settle = (room: Room, waiters: readonly Waiter[], outcome: Outcome) => {
    for (const waiter of waiters) leave(room, waiter);
    release(waiters.toReversed().map((waiter) => () => waiter.settle(outcome)));
  };

  const leave = (room: Room, waiter: Waiter) => {
    room.waiters.delete(waiter);
    const { key } = room.awaited;
    if (room.waiters.size > 0 || rooms.get(key) !== room) return;
    rooms.get(key)?.leave();
    rooms.delete(key);
    if (rooms.size === 0) clock.stop();
  };

  /** Those whose time is up are told how it stands now: one read for all of them. */
  const endOverdue = async (room: Room, nowMs: number) => {
    const isOver = ({ startedMs, untilMs }: Waiter) => nowMs >= untilMs || nowMs < startedMs; // or the clock was set back
    const overdue = [...room.waiters].filter(isOver);
    if (overdue.length === 0) return;
    for (const waiter of overdue) room.waiters.delete(waiter);
    room.firstUntilMs = firstUntil(room.waiters);
    const outcome = await room.awaited.read().then(
      (value) => ({ value }),
      (error: unknown) => ({ error }),
    );
    settle(room, overdue, outcome);
  };

  const tick = async () => {
    const nowMs = world.nowMs();
    const late: Room[] = [];
    const over: Room[] = [];
    for (const room of rooms.values()) {
      const sinceMs = nowMs - room.lookedMs;
      const isLate = sinceMs >= LOOK_AGAIN_MS || sinceMs < 0 || nowMs >= room.settlesAtMs;
      if (isLate && !room.looking) late.push(room);
      if (nowMs >= room.firstUntilMs || sinceMs < 0) over.push(room);
    }
    await inTurns(world, late, LOOKS, look);
    await inTurns(world, over, SLICE, (room) => endOverdue(room, nowMs));
  };

  const clock = makePulse(world, TICK_MS, tick);

  const roomOf = (awaited: WaitedFor<unknown>): Room => {
    const known = rooms.get(awaited.key);
    if (known) return known;
    const room = {
      awaited,
      waiters: new Set<Waiter>(),
      looks: 0,
      looking: false,
      lookAgain: false,
      lookedMs: world.nowMs(),
      settlesAtMs: Number.POSITIVE_INFINITY,
      firstUntilMs: Number.POSITIVE_INFINITY,
      leave: hub.listen(awaited.topic, () => void look(room)),
    };
    rooms.set(awaited.key, room);
    clock.start();
    return room;
  };

  return {
    until<T>(awaited: WaitedFor<T>, { seconds, signal }: { seconds: number; signal: AbortSignal }) {
      return new Promise<T | undefined>((resolve, reject) => {
        if (signal.aborted) return resolve(undefined);
        const room = roomOf(awaited);
        const startedMs = world.nowMs();
        const give = () => {
          leave(room, waiter);
          resolve(undefined);
        };
        const waiter: Waiter = {
          startedMs,
          untilMs: startedMs + seconds * 1000,
          afterLook: room.looks,
          settle(outcome) {
            signal.removeEventListener('abort', give);
            if ('error' in outcome) reject(outcome.error);
            else resolve(outcome.value as T);
          },
        };
        signal.addEventListener('abort', give, { once: true });
        room.waiters.add(waiter);
        room.firstUntilMs = Math.min(room.firstUntilMs, waiter.untilMs);
        void look(room); // listened first, so that no change is missed
      });
    },
  };
}

function firstUntil(waiters: ReadonlySet<Waiter>): number {
  let first = Number.POSITIVE_INFINITY;
  for (const { untilMs } of waiters) first = Math.min(first, untilMs);
  return first;
}

async function inTurns<T>(
  world: Pick<World, 'sleep'>,
  all: readonly T[],
  atOnce: number,
  work: (one: T) => Promise<void>,
): Promise<void> {
  for (let from = 0; from < all.length; from += atOnce) {
    await Promise.all(all.slice(from, from + atOnce).map(work));
    await world.sleep(0); // the turn of others
  }
}

/** Runs what is handed in, a slice at a time, in order. */
function makeRelease(world: Pick<World, 'sleep'>): (steps: readonly (() => void)[]) => void {
  const line: (() => void)[] = [];
  let walking = false;
  const walk = async () => {
    walking = true;
    while (line.length > 0) {
      for (const step of line.splice(0, SLICE)) step();
      await world.sleep(0);
    }
    walking = false;
  };
  return (steps) => {
    for (const step of steps) line.push(step);
    if (!walking && line.length > 0) void walk();
  };
}
