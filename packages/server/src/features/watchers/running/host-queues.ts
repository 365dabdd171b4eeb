// Groups of one host wait for one another here, before they ask for its turn: one at a time, in the order they came.

export interface HostQueues {
  /** How many wait for the host or are at it. */
  waitingFor(host: string): number;
  /** When those before it are done, however they ended. */
  inTurn(host: string, work: () => Promise<void>): Promise<void>;
}

export function openHostQueues(): HostQueues {
  const queues = new Map<string, { readonly end: Promise<void>; waiting: number }>();
  return {
    waitingFor: (host) => queues.get(host)?.waiting ?? 0,
    inTurn(host, work) {
      const before = queues.get(host) ?? { end: Promise.resolve(), waiting: 0 };
      const done = before.end.then(work).finally(() => {
        const last = queues.get(host);
        if (last) last.waiting--;
        if (last?.waiting === 0) queues.delete(host);
      });
      const end = done.catch(() => undefined); // whoever asked for it is told
      queues.set(host, { end, waiting: before.waiting + 1 });
      return done;
    },
  };
}
