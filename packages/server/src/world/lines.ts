// Whose turn it is at the threads. Everyone's work waits in a line of their own; whoever has had the least of late comes first,
// and nobody has all threads at once.

/** What was used counts half after so long. */
const HALF_LIFE_MS = 10_000;
/** Of those that someone waits for with an open request: in one line, and in all. */
const MAX_HASTY = 16;
const MAX_HASTY_IN_ALL = 128;
/** So many lines are remembered without anyone in them. */
const MAX_EMPTY = 1000;

export interface Standing {
  /** Whose line it is. */
  readonly line: string;
  /** Someone waits for it with an open request: it comes before the rest of its line, and is turned away when there are many. */
  readonly hasty: boolean;
}

export interface Lines<Task extends Standing> {
  /** False: there are too many already. */
  join(task: Task): boolean;
  /** From now on it is at work, until `leave`. Undefined when nobody may be next. */
  next(nowMs: number): Task | undefined;
  leave(task: Task, usedMs: number, nowMs: number): void;
}

interface Line<Task> {
  readonly hasty: Task[];
  readonly others: Task[];
  atWork: number;
  usedMs: number;
  /** When `usedMs` was right. */
  asOfMs: number;
}

export function openLines<Task extends Standing>(mostAtWork: number): Lines<Task> {
  const lines = new Map<string, Line<Task>>();
  let hastyInAll = 0;

  const lineOf = (name: string): Line<Task> => {
    const known = lines.get(name);
    if (known) return known;
    const line = { hasty: [], others: [], atWork: 0, usedMs: 0, asOfMs: 0 };
    lines.set(name, line);
    return line;
  };

  const forgetSome = () => {
    for (const [name, { hasty, others, atWork }] of lines) {
      if (lines.size <= MAX_EMPTY) return;
      if (hasty.length + others.length + atWork === 0) lines.delete(name); // the one that was there first
    }
  };

  return {
    join(task) {
      const line = lineOf(task.line);
      if (!task.hasty) line.others.push(task);
      else if (line.hasty.length >= MAX_HASTY || hastyInAll >= MAX_HASTY_IN_ALL) return false;
      else {
        line.hasty.push(task);
        hastyInAll++;
      }
      return true;
    },
    next(nowMs) {
      let best: Line<Task> | undefined;
      for (const line of lines.values()) {
        if (line.atWork >= mostAtWork || line.hasty.length + line.others.length === 0) continue;
        if (!best || usedBy(line, nowMs) < usedBy(best, nowMs)) best = line;
      }
      if (!best) return undefined;
      best.atWork++;
      if (best.hasty.length === 0) return best.others.shift();
      hastyInAll--;
      return best.hasty.shift();
    },
    leave(task, usedMs, nowMs) {
      const line = lineOf(task.line);
      line.atWork--;
      line.usedMs = usedBy(line, nowMs) + usedMs;
      line.asOfMs = nowMs;
      lines.delete(task.line); // to the end: of two with the same, the other comes first
      lines.set(task.line, line);
      forgetSome();
    },
  };
}

function usedBy({ usedMs, asOfMs }: Pick<Line<unknown>, 'usedMs' | 'asOfMs'>, nowMs: number): number {
  return Math.floor(usedMs * 0.5 ** ((nowMs - asOfMs) / HALF_LIFE_MS)); // less than one is nothing
}
