// How long the event loop was held at a stretch, by what this thread worked: a busy machine does not count.

export interface Turns {
  /** The longest since the last time it was asked, in milliseconds of processor time. */
  longestMs(): number;
  stop(): void;
}

export function watchTurns(): Turns {
  let longestMs = 0;
  let lastMs = workedMs();
  let watching = true;
  const look = () => {
    const nowMs = workedMs();
    longestMs = Math.max(longestMs, nowMs - lastMs);
    lastMs = nowMs;
    if (watching) setImmediate(look);
  };
  setImmediate(look);
  return {
    longestMs() {
      const longest = longestMs;
      longestMs = 0;
      lastMs = workedMs(); // what the asker did on the way here does not count
      return longest;
    },
    stop() {
      watching = false;
    },
  };
}

const REFERENCE = JSON.stringify(Array.from({ length: 60_000 }, (_, n) => ({ n, text: `${n}` })));
/** What the reference takes on the machine for which the bounds are meant: a core of its own, of 2023. */
const REFERENCE_MS = 40;
const MOST_SLOWNESS = 3;

/** How much longer the same work takes here and now: on an older processor, or on half of a core. Never less than 1. */
export function slowness(): number {
  const rounds = Array.from({ length: 3 }, () => {
    const startedMs = workedMs();
    JSON.stringify(JSON.parse(REFERENCE));
    return workedMs() - startedMs;
  });
  return Math.min(MOST_SLOWNESS, Math.max(1, Math.min(...rounds) / REFERENCE_MS));
}

function workedMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
