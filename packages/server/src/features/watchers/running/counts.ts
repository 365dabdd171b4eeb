// What /metrics tells of watchers.

import type { WatcherRow } from '../../../storage/watcher-rows.ts';

const LAG_BUCKETS = [1, 2, 5, 10, 30, 60, 300];

export interface Counts {
  dueLag(watchers: readonly WatcherRow[], nowMs: number): void;
  ran(kind: string, outcome: string): void;
  add(name: 'matches' | 'digests' | 'lost_leases' | 'not_modified_bytes_saved', by?: number): void;
  inFlight(change: 1 | -1): void;
  succeeded(at: number): void;
  /** The last success that this instance knows of; undefined when there was none since it started. */
  lastSuccess(): number | undefined;
  render(): string[];
}

export function openCounts(): Counts {
  const runs = new Map<string, number>();
  const totals = { matches: 0, digests: 0, lost_leases: 0, not_modified_bytes_saved: 0 };
  const lag = { buckets: LAG_BUCKETS.map(() => 0), count: 0, sum: 0 };
  let inFlight = 0;
  let last: number | undefined;

  return {
    dueLag(watchers, nowMs) {
      for (const { next_run_at, asked } of watchers) {
        if (asked === 1) continue;
        const seconds = Math.max(0, nowMs / 1000 - next_run_at);
        lag.count++;
        lag.sum += seconds;
        LAG_BUCKETS.forEach((bound, index) => {
          if (seconds <= bound) lag.buckets[index] = (lag.buckets[index] ?? 0) + 1;
        });
      }
    },
    ran(kind, outcome) {
      const labels = `kind="${kind}",outcome="${outcome}"`;
      runs.set(labels, (runs.get(labels) ?? 0) + 1);
    },
    add(name, by = 1) {
      totals[name] += by;
    },
    inFlight(change) {
      inFlight += change;
    },
    succeeded(at) {
      last = at;
    },
    lastSuccess: () => last,
    render: () => [
      '# TYPE countersign_watcher_runs_total counter',
      ...[...runs].map(([labels, count]) => `countersign_watcher_runs_total{${labels}} ${count}`),
      '# TYPE countersign_watcher_due_lag_seconds histogram',
      ...LAG_BUCKETS.map(
        (bound, index) => `countersign_watcher_due_lag_seconds_bucket{le="${bound}"} ${lag.buckets[index]}`,
      ),
      `countersign_watcher_due_lag_seconds_bucket{le="+Inf"} ${lag.count}`,
      `countersign_watcher_due_lag_seconds_sum ${lag.sum}`,
      `countersign_watcher_due_lag_seconds_count ${lag.count}`,
      '# TYPE countersign_watcher_runs_in_flight gauge',
      `countersign_watcher_runs_in_flight ${inFlight}`,
      ...Object.entries(totals).flatMap(([name, total]) => [
        `# TYPE countersign_watcher_${name}_total counter`,
        `countersign_watcher_${name}_total ${total}`,
      ]),
      ...(last === undefined
        ? []
        : [
            '# TYPE countersign_watcher_last_success_seconds gauge',
            `countersign_watcher_last_success_seconds ${last}`,
          ]),
    ],
  };
}
