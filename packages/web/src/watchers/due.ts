// Looks again when something was due: a page of watchers keeps up without a request while nothing happens.

import type { Watcher } from '@countersign/contract';
import { useEffect, useRef } from 'preact/hooks';
import { now } from '../clock.ts';

const GRACE_S = 2;
/** What does not move is looked at less and less often. */
const LONGEST_S = 60;

export function useDue(watchers: readonly Watcher[] | undefined, reload: () => void): void {
  const wait = useRef({ until: 0, seconds: GRACE_S });
  const running = watchers?.filter(({ status }) => status !== 'paused') ?? [];
  const due = Math.min(...running.map(({ next_run_at }) => next_run_at)) + GRACE_S;
  const at = now.value;
  useEffect(() => {
    if (at < due) {
      wait.current = { until: 0, seconds: GRACE_S };
      return;
    }
    if (at < wait.current.until) return;
    const seconds = Math.min(LONGEST_S, wait.current.seconds * 2);
    wait.current = { until: at + seconds, seconds };
    reload();
  }, [at, due]);
}
