// Calls that stay open, streams, waits and exports: so many for each caller and no more, and none of one who may no longer call.

import { type App, CALL_KINDS, type Call, type Caller, type CallKind, type Calls } from '../../app.ts';
import { Problem } from '../../base/problem.ts';
import { makePulse } from './pulse.ts';

/** The safety net: a revocation that was announced to nobody is found by then. */
const CHECK_MS = 3000;
const RETRY_AFTER_SECONDS = 5;
/** Each reads all that there is. */
const MAX_EXPORTS = 4;

const WORDS: Record<CallKind, string> = { stream: 'event streams', wait: 'waits', export: 'exports' };

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
  const most: Record<CallKind, number> = {
    stream: app.config.maxStreams,
    wait: app.config.maxWaits,
    export: MAX_EXPORTS,
  };

  const check = async (guest: Guest) => {
    try {
      if (!(await isShutOut(guest.caller))) return;
      for (const kind of CALL_KINDS) for (const ending of guest.open[kind]) ending.abort(SHUT_OUT);
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
      open: { stream: new Set(), wait: new Set(), export: new Set() },
      forget: app.hub.listen(caller.id, () => void check(guest)),
    };
    guests.set(keyOf(caller), guest);
    checking.start();
    return guest;
  };

  const begin = (caller: Caller, kind: CallKind, gone: AbortSignal): Call => {
    const guest = guestOf(caller);
    const open = guest.open[kind];
    if (open.size >= most[kind]) throw tooMany(kind, most[kind]);
    const ending = new AbortController();
    open.add(ending);
    const end = () => {
      gone.removeEventListener('abort', leave);
      open.delete(ending);
      if (CALL_KINDS.some((other) => guest.open[other].size > 0) || guests.get(keyOf(caller)) !== guest) return;
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
  };

  return {
    begin,
    async exporting(caller, gone, beginText) {
      const call = begin(caller, 'export', gone);
      try {
        return piecesOf(await beginText(), call);
      } catch (error) {
        call.end();
        throw error;
      }
    },
    count: (kind) => [...guests.values()].reduce((sum, { open }) => sum + open[kind].size, 0),
  };
}

async function* piecesOf(text: AsyncIterable<string>, call: Call): AsyncGenerator<string> {
  try {
    for await (const piece of text) {
      if (call.isShutOut()) throw SHUT_OUT;
      yield piece;
    }
  } finally {
    call.end();
  }
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
