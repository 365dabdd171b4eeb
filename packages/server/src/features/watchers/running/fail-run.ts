// A run that ended in an error of ours is a failed run like any other: seen in the runs, counted, tried again later.

import type { App } from '../../../app.ts';
import { isRefusal, Problem } from '../../../base/problem.ts';
import type { WatcherRow, WatcherSourceRow } from '../../../storage/watcher-rows.ts';
import { errorText } from '../health/error-text.ts';
import type { WatcherEvents } from '../telling/events.ts';
import type { Counts } from './counts.ts';
import { type Findings, NOTHING } from './findings.ts';
import { finishRun } from './finish-run.ts';

export interface Fallen {
  readonly watchers: readonly WatcherRow[];
  readonly source: WatcherSourceRow;
  readonly startedMs: number;
  readonly error: unknown;
}

/** Throws the error again when it says nothing of the source: the leases run out, and whoever is free runs them. */
export async function failRuns(
  app: App,
  { events, counts, signal }: { events: WatcherEvents; counts: Counts; signal: AbortSignal },
  { watchers, source, startedMs, error }: Fallen,
): Promise<void> {
  if (signal.aborted || (error instanceof Problem && !isRefusal(error))) throw error;
  app.world.log('error', 'watchers.run_failed', { host: source.host, reason: String(error) });
  const findings: Findings = {
    ...NOTHING,
    ending: { code: 'parse_error' },
    error: errorText('parse_error', source.effective_url ?? source.url, 'reading it ended in an error here', false),
  };
  for (const watcher of watchers) {
    const run = { watcher, source, startedMs, endedMs: app.storage.nowMs(), findings };
    const finished = await finishRun(app, events, run);
    if (finished) counts.ran(watcher.kind, finished.watcher.last_outcome ?? 'none');
    else counts.add('lost_leases');
  }
}
