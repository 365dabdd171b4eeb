// Virtual time. It flows only when told; the wall clock can also be set, which wakes nobody.

export interface Time {
  /** What the wall clock shows, Unix milliseconds. */
  wallMs(): number;
  /** What a stopwatch shows: never set, never back. */
  flowedMs(): number;
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  flow(ms: number): void;
  /** Flows to the next sleeper's end; false when nobody sleeps. */
  flowToNextWake(): boolean;
  setClock(byMs: number): void;
  watch(watch: Watch): void;
  /** The latest that the wall clock has ever shown. */
  latestMs(): number;
  /** Whether the wall clock has ever been set back. */
  wentBack(): boolean;
  /** The process of those who sleep is gone. */
  forgetSleepers(): void;
}

interface Sleeper {
  readonly untilMs: number;
  readonly wake: () => void;
}

const START_MS = Date.UTC(2030, 0, 1);

/** Hears by how much time has flowed, or by how much the wall clock was set. */
type Watch = (flowedMs: number, setByMs: number) => void;

export function startTime(): Time {
  let flowedMs = 0;
  let offsetMs = START_MS;
  let back = false;
  let latestMs = START_MS;
  let sleepers: Sleeper[] = [];
  const watches: Watch[] = [];

  const flow = (ms: number) => {
    flowedMs += ms;
    latestMs = Math.max(latestMs, flowedMs + offsetMs);
    for (const watch of watches) watch(ms, 0);
    const due = sleepers.filter(({ untilMs }) => untilMs <= flowedMs);
    sleepers = sleepers.filter(({ untilMs }) => untilMs > flowedMs);
    for (const { wake } of due.toSorted((a, b) => a.untilMs - b.untilMs)) wake();
  };

  return {
    wallMs: () => flowedMs + offsetMs,
    flowedMs: () => flowedMs,
    flow,
    watch: (watch) => void watches.push(watch),
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        const sleeper = { untilMs: flowedMs + Math.max(ms, 1), wake: resolve };
        sleepers.push(sleeper);
        const wakeEarly = () => {
          sleepers = sleepers.filter((other) => other !== sleeper);
          resolve();
        };
        if (signal?.aborted) wakeEarly();
        else signal?.addEventListener('abort', wakeEarly, { once: true });
      }),
    flowToNextWake() {
      if (sleepers.length === 0) return false;
      flow(Math.max(0, Math.min(...sleepers.map(({ untilMs }) => untilMs)) - flowedMs));
      return true;
    },
    setClock(byMs) {
      offsetMs += byMs;
      back ||= byMs < 0;
      latestMs = Math.max(latestMs, flowedMs + offsetMs);
      for (const watch of watches) watch(0, byMs);
    },
    latestMs: () => latestMs,
    wentBack: () => back,
    forgetSleepers() {
      sleepers = [];
    },
  };
}
