// Calls that stay open, streams and waits: so many for each caller and no more, and none of one who may no longer call.

import type { App, Call, Caller, CallKind, Calls } from '../../app.ts';
import { Problem } from '../../base/problem.ts';
import { makePulse } from './pulse.ts';

/** The safety net: a revocation that was announced to nobody is found by then. */
const CHECK_MS = 3000;
const RETRY_AFTER_SECONDS = 5;

const WORDS: Record<CallKind, string> = { stream: 'event streams', wait: 'waits' };

interface Guest {
  readonly caller: Caller;
  readonly open: Record<CallKind, Set<AbortController>>;
  /** Stops listening. */
  readonly forget: () => void;
}

type Ground = Pick<App, 'config' | 'world' | 'hub'>;

/** `isShutOut` says whether a caller that was let in may no longer call. */
export function openCalls(app: Ground, isShutOut: (caller: Caller) => Promise<boolean>): Calls {
  const guests = new Map<string, Guest>();
  const most: Record<CallKind, number> = { stream: app.config.maxStreams, wait: app.config.maxWaits };

  const check = async (guest: Guest) => {
    try {
      if (!(await isShutOut(guest.caller))) return;
      for (const ending of [...guest.open.stream, ...guest.open.wait]) ending.abort(SHUT_OUT);
    } catch (error) {
      app.world.log('warn', 'live.check_failed', { caller_id: guest.caller.id, reason: String(error) }); // again soon
    }
  };

  const checking = makePulse(app.world, CHECK_MS, () => Promise.all([...guests.values()].map(check)));

  const guestOf = (caller: Caller): Guest => {
    const known = guests.get(keyOf(caller));
    if (known) return known;
    const guest: Guest = {
      caller,
      open: { stream: new Set(), wait: new Set() },
      forget: app.hub.listen(caller.id, () => void check(guest)),
    };
    guests.set(keyOf(caller), guest);
    checking.start();
    return guest;
  };

  return {
    begin(caller, kind, gone): Call {
      const guest = guestOf(caller);
      const open = guest.open[kind];
      if (open.size >= most[kind]) throw tooMany(kind, most[kind]);
      const ending = new AbortController();
      open.add(ending);
      const end = () => {
        gone.removeEventListener('abort', leave);
        open.delete(ending);
        if (guest.open.stream.size + guest.open.wait.size > 0 || guests.get(keyOf(caller)) !== guest) return;
        guest.forget();
        guests.delete(keyOf(caller));
        if (guests.size === 0) checking.stop();
      };
      const leave = () => {
        end();
        ending.abort();
      };
      if (gone.aborted) leave();
      else gone.addEventListener('abort', leave, { once: true });
      return { signal: ending.signal, isShutOut: () => ending.signal.reason === SHUT_OUT, end };
    },
    count: (kind) => [...guests.values()].reduce((sum, { open }) => sum + open[kind].size, 0),
  };
}

/** A person may have several sessions, and each ends for itself. */
function keyOf(caller: Caller): string {
  return caller.type === 'key' ? caller.id : caller.session_id;
}

const SHUT_OUT = new Error('The caller may no longer call.');

function tooMany(kind: CallKind, most: number): Problem {
  return new Problem('rate_limited', {
    detail: `At most ${most} ${WORDS[kind]} at once for one caller.`,
    headers: { 'retry-after': String(RETRY_AFTER_SECONDS) },
  });
}
