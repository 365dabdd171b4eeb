// A few requests of each caller to a turn of the event loop: what one sends at once waits for itself, and not the others for it.

/** So many take about a millisecond; whoever is alone loses nothing by it. */
const ALONE = 8;
/** While others come as well: each of their requests waits for several turns. */
const AMONG_OTHERS = 2;
/** For so many turns after the last time that two were there in one. */
const TURNS_REMEMBERED = 100;

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
  let turnsWithOthers = 0;
  const most = () => (turnsWithOthers > 0 ? AMONG_OTHERS : ALONE);

  const turn = () => {
    turnsWithOthers = lines.size > 1 ? TURNS_REMEMBERED : Math.max(0, turnsWithOthers - 1);
    for (const [who, line] of lines) {
      const next = line.waiting.splice(0, most());
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
      if (line.passed < most() && line.waiting.length === 0) {
        line.passed++;
        return undefined;
      }
      return new Promise((resolve) => void line.waiting.push(resolve));
    },
  };
}
