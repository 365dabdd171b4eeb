// One stream of server-sent events: what is told and has not left yet, within bounds, as text in the form of the standard.

import type { ResetEvent } from '@countersign/contract';
import { onOneLine } from '../../base/json-text.ts';
import type { Mark } from '../../storage/mark.ts';
import type { Said } from './asides.ts';
import { writeEventId } from './event-id.ts';
import type { LiveEvent } from './source.ts';

/** Whoever is further behind is cut off, and resumes: when it reads again, or after 30 seconds when it does not. */
const MAX_WAITING = 1000;
/** So few at once that a reader that stops holds little. */
const MAX_AT_ONCE = 50;
/** A little less than the 15 seconds that are promised: whoever calls `beat` does so every second. */
const QUIET_MS = 14_000;
const RETRY_MS = 1000;

export interface Stream {
  readonly forPerson: boolean;
  tell(events: readonly (LiveEvent | Said)[]): void;
  /** Says, if nothing else was said for a while, that we are still here, and how far the client has come. */
  beat(mark: Mark): void;
  end(): void;
  /** Its text; what was told meanwhile comes after the beginning. To be asked for once. */
  frames(beginning: Beginning): AsyncIterable<string>;
}

export interface Beginning {
  /** Of the last event the client has: what follows is higher. */
  readonly after: number;
  /** Where the client stands once it has what it missed. */
  readonly mark: Mark;
  readonly missed: readonly LiveEvent[];
  readonly reset: ResetEvent['reason'] | undefined;
  /** Before anything else. */
  readonly said: readonly Said[];
}

/** `greet`: of a person's, what every beat says aloud. A browser keeps comments to itself, and yet must notice when they cease. */
export function openStream(nowMs: () => number, greet?: () => Said): Stream {
  let number = 0;
  let waiting: (LiveEvent | Said)[] = [];
  let beating: Mark | undefined;
  let saidMs = nowMs();
  let state: 'open' | 'ended' | 'too slow' = 'open';
  let wake: () => void = () => undefined;

  const idOf = (at: Mark) => {
    number = Math.max(number + 1, nowMs() * 1000);
    return writeEventId({ number, mark: at });
  };
  const saying = ({ name, data }: Said) => `event: ${name}\ndata: ${onOneLine(data)}\n\n`;
  const frame = (event: LiveEvent | Said) =>
    'mark' in event ? `id: ${idOf(event.mark)}\n${saying(event)}` : saying(event); // what is in no log cannot be resumed from
  /** No event, and yet the client's last id from now on. */
  const standing = (at: Mark) => `id: ${idOf(at)}\n\n`;

  const opening = ({ mark, missed, reset, said }: Beginning) => {
    const retry = `retry: ${RETRY_MS}\n\n${said.map(saying).join('')}`;
    if (reset)
      return `${retry}id: ${idOf(mark)}\n${saying({ name: 'reset', data: JSON.stringify({ reason: reset }) })}`;
    return missed.length > 0 ? retry : `${retry}${standing(mark)}`; // what it missed is still to come: it stays where it is
  };

  async function* frames(beginning: Beginning): AsyncGenerator<string> {
    number = beginning.after;
    yield opening(beginning);
    const missed: (LiveEvent | Said)[] = [...beginning.missed];
    for (;;) {
      saidMs = nowMs();
      if (state === 'ended') return;
      if (state === 'too slow') throw new Error('The reader of an event stream is too slow.');
      const line = missed.length > 0 ? missed : waiting;
      if (line.length > 0) {
        yield line.splice(0, MAX_AT_ONCE).map(frame).join('');
      } else if (beating) {
        const at = beating;
        beating = undefined;
        yield `: \n${greet ? saying(greet()) : ''}${standing(at)}`;
      } else {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    }
  }

  return {
    forPerson: greet !== undefined,
    tell(events) {
      if (state !== 'open') return;
      waiting.push(...events);
      beating = undefined;
      if (waiting.length > MAX_WAITING) {
        state = 'too slow';
        waiting = [];
      }
      wake();
    },
    beat(at) {
      const quietMs = nowMs() - saidMs;
      if (waiting.length > 0 || (quietMs >= 0 && quietMs < QUIET_MS)) return;
      beating = at;
      wake();
    },
    end() {
      state = 'ended';
      wake();
    },
    frames,
  };
}
