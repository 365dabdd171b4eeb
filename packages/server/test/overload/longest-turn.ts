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

function workedMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
