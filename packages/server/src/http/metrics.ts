// Counts for /metrics, in the text form that Prometheus reads.

import { monitorEventLoopDelay } from 'node:perf_hooks';
import { CALL_KINDS, type Calls } from '../app.ts';

/** Upper bounds in seconds. */
const BUCKETS = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 60];

export interface Metrics {
  observe(operation: string, status: number, seconds: number): void;
  render(): string;
  close(): void;
}

export function openMetrics(calls: Calls): Metrics {
  const requests = new Map<string, number>();
  const durations = new Map<string, { counts: number[]; sum: number; total: number }>();
  const lag = monitorEventLoopDelay({ resolution: 20 });
  lag.enable();

  return {
    observe(operation, status, seconds) {
      const labels = `operation="${operation}",status="${status}"`;
      requests.set(labels, (requests.get(labels) ?? 0) + 1);
      const spread = durations.get(operation) ?? { counts: BUCKETS.map(() => 0), sum: 0, total: 0 };
      BUCKETS.forEach((bound, index) => {
        if (seconds <= bound) spread.counts[index] = (spread.counts[index] ?? 0) + 1;
      });
      durations.set(operation, { ...spread, sum: spread.sum + seconds, total: spread.total + 1 });
    },
    render() {
      const lines = ['# TYPE countersign_requests_total counter'];
      for (const [labels, count] of requests) lines.push(`countersign_requests_total{${labels}} ${count}`);
      lines.push('# TYPE countersign_request_seconds histogram');
      for (const [operation, { counts, sum, total }] of durations) {
        const name = 'countersign_request_seconds';
        const label = `operation="${operation}"`;
        lines.push(
          ...BUCKETS.map((bound, index) => `${name}_bucket{${label},le="${bound}"} ${counts[index]}`),
          `${name}_bucket{${label},le="+Inf"} ${total}`,
          `${name}_sum{${label}} ${sum}`,
          `${name}_count{${label}} ${total}`,
        );
      }
      lines.push(
        '# TYPE countersign_open_calls gauge',
        ...CALL_KINDS.map((kind) => `countersign_open_calls{kind="${kind}"} ${calls.count(kind)}`),
        '# TYPE countersign_event_loop_lag_seconds gauge',
        `countersign_event_loop_lag_seconds{quantile="0.5"} ${lag.percentile(50) / 1e9}`,
        `countersign_event_loop_lag_seconds{quantile="0.99"} ${lag.percentile(99) / 1e9}`,
        '# TYPE process_resident_memory_bytes gauge',
        `process_resident_memory_bytes ${process.memoryUsage.rss()}`,
      );
      return `${lines.join('\n')}\n`;
    },
    close: () => lag.disable(),
  };
}
