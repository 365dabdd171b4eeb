// Five tries a minute; whoever goes on waits, and each time twice as long.

export const TRIES = 5;
const WINDOW_SECONDS = 60;
const LONGEST_WAIT_SECONDS = 900;
/** Nothing is held against anyone for longer. */
export const FORGET_SECONDS = 3600;

export interface Tries {
  readonly tries: number;
  readonly since: number;
  readonly strikes: number;
  readonly blocked_until: number;
}

/** What one more try makes of the earlier ones, and how long it has to wait: 0 when it may be made. */
export function afterTry(
  before: Tries | undefined,
  now: number,
  allowed = TRIES,
): { tries: Tries; waitSeconds: number } {
  const known =
    before && now < before.since + FORGET_SECONDS && now >= before.since - FORGET_SECONDS ? before : undefined;
  if (known && known.blocked_until > now) return { tries: known, waitSeconds: known.blocked_until - now };
  const isOver = !known || now >= known.since + WINDOW_SECONDS || known.blocked_until > 0;
  const tries = isOver
    ? { tries: 1, since: now, strikes: known?.strikes ?? 0, blocked_until: 0 }
    : { ...known, tries: known.tries + 1 };
  if (tries.tries <= allowed) return { tries, waitSeconds: 0 };
  const waitSeconds = Math.min(LONGEST_WAIT_SECONDS, WINDOW_SECONDS * 2 ** tries.strikes);
  return { tries: { ...tries, strikes: tries.strikes + 1, blocked_until: now + waitSeconds }, waitSeconds };
}
