// Who listens for which change, in this process.

import type { Hub } from '../../app.ts';

export function openHub(): Hub {
  const topics = new Map<string, Set<() => void>>();

  return {
    wake(topic) {
      for (const heard of topics.get(topic) ?? []) heard();
    },
    wakeAll() {
      for (const listeners of [...topics.values()]) for (const heard of listeners) heard();
    },
    listen(topic, heard) {
      const listeners = topics.get(topic) ?? new Set();
      topics.set(topic, listeners.add(heard));
      return () => {
        listeners.delete(heard);
        if (listeners.size === 0 && topics.get(topic) === listeners) topics.delete(topic);
      };
    },
  };
}
