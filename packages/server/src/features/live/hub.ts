// Who is waiting for which change, in this process.

import type { Hub } from '../../app.ts';
import type { World } from '../../world/world.ts';

export function openHub(world: Pick<World, 'sleep'>): Hub {
  const waiters = new Map<string, Set<() => void>>();

  return {
    wake(topic) {
      for (const wake of waiters.get(topic) ?? []) wake();
    },
    async wait(topic, ms, signal, look) {
      const woken = new AbortController();
      const wake = () => woken.abort();
      const group = waiters.get(topic) ?? new Set();
      waiters.set(topic, group.add(wake));
      signal.addEventListener('abort', wake);
      try {
        if (await look()) return true;
        if (!signal.aborted) await world.sleep(ms, woken.signal);
        return false;
      } finally {
        signal.removeEventListener('abort', wake);
        group.delete(wake);
        if (group.size === 0 && waiters.get(topic) === group) waiters.delete(topic);
      }
    },
  };
}
