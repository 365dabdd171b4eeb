// Who listens for which change, in this process.

import type { Hub } from '../../app.ts';

export function openHub(): Hub {
  const topics = new Map<string, Set<(note?: string) => void>>();

  return {
    wake(announced) {
      const end = announced.indexOf(' ');
      const [topic, note] = end === -1 ? [announced] : [announced.slice(0, end), announced.slice(end + 1)];
      for (const heard of topics.get(topic) ?? []) heard(note);
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
