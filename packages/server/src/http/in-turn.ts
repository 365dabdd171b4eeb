// A few requests of each caller to a turn of the event loop: what one sends at once waits for itself, and not the others for it.

/** So many take about a millisecond. */
const A_TURN = 8;

export interface InTurn {
  /** Undefined when it may go on at once; else until its turn. `who`: what callers are told apart by, true or not. */
  wait(who: string): Promise<void> | undefined;
}

interface Line {
  /** In this turn. */
  passed: number;
  readonly waiting: (() => void)[];
}

export function openInTurn(): InTurn {
  const lines = new Map<string, Line>();

  const turn = () => {
    for (const [who, line] of lines) {
      const next = line.waiting.splice(0, A_TURN);
      line.passed = next.length;
      if (next.length === 0) lines.delete(who);
      for (const go of next) go();
    }
    if (lines.size > 0) setImmediate(turn);
  };

  return {
    wait(who) {
      const line = lines.get(who) ?? { passed: 0, waiting: [] };
      if (lines.size === 0) setImmediate(turn);
      lines.set(who, line);
      if (line.passed < A_TURN && line.waiting.length === 0) {
        line.passed++;
        return undefined;
      }
      return new Promise((resolve) => void line.waiting.push(resolve));
    },
  };
}
