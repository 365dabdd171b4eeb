// What is being sent just now, one thing for each key, within the slots of where it goes. For senders that lease rows.

import type { App } from '../../app.ts';
import { letFinish } from './let-finish.ts';
import { openSlots, type Target } from './slots.ts';

export interface Line<Row> {
  /** Given when what is under way is to end without an answer. */
  readonly signal: AbortSignal;
  /** False when one of the same key is under way, or there is no slot now. */
  take(row: Row): boolean;
  giveBack(row: Row): void;
  /** Begins what was taken; ends by itself. */
  start(app: App, row: Row, sending: Promise<void>): void;
  underWay(): string[];
  /** Lets what is under way finish for so long. */
  stop(app: App, graceMs?: number): Promise<void>;
}

interface Asked<Row> {
  /** For the log. */
  readonly name: string;
  keyOf(row: Row): string;
  targetOf(row: Row): Target;
  /** There is something to do again. */
  onFree(): void;
}

export function openLine<Row>({ name, keyOf, targetOf, onFree }: Asked<Row>): Line<Row> {
  const slots = openSlots();
  const underWay = new Map<string, Promise<void>>();
  const stopping = new AbortController();
  return {
    signal: stopping.signal,
    take: (row) => !underWay.has(keyOf(row)) && slots.take(targetOf(row)),
    giveBack: (row) => slots.free(targetOf(row)),
    start(app, row, sending) {
      const key = keyOf(row);
      const ended = sending
        .catch((error: unknown) => {
          // Its lease runs out and it is tried again; nothing is lost.
          app.world.log('error', `${name}.failed`, { id: key, reason: String(error) });
        })
        .then(() => {
          slots.free(targetOf(row));
          underWay.delete(key);
          onFree();
        });
      underWay.set(key, ended);
    },
    underWay: () => [...underWay.keys()],
    stop: (app, graceMs) => letFinish(app, underWay, stopping, graceMs),
  };
}
