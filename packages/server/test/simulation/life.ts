// The life of one instance: from its start until it ends, with times in between in which it stands still.

export interface Life {
  readonly instance: number;
  /** False once it has ended: then nobody hears of anything any more. */
  alive(): boolean;
  frozen(): boolean;
  /** How often it was frozen so far. */
  freezes(): number;
  /** At once, unless it is frozen: then when it goes on. Never, when it has ended. */
  goingOn(): Promise<void>;
  freeze(): void;
  thaw(): void;
  end(): void;
}

export function startLife(instance: number): Life {
  let ended = false;
  let frozen = false;
  let freezes = 0;
  let waiting: (() => void)[] = [];
  return {
    instance,
    alive: () => !ended,
    frozen: () => frozen,
    freezes: () => freezes,
    goingOn: () =>
      new Promise((resolve) => {
        if (ended) return;
        if (frozen) waiting.push(resolve);
        else resolve();
      }),
    freeze() {
      frozen = true;
      freezes++;
    },
    thaw() {
      frozen = false;
      const woken = waiting;
      waiting = [];
      for (const wake of woken) wake();
    },
    end() {
      ended = true;
      waiting = [];
    },
  };
}
