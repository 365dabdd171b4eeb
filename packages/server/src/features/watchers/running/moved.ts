// When a source that says it has moved is believed.

import type { WatcherSourceRow } from '../../../storage/watcher-rows.ts';
import type { Fetched } from '../http/fetch-source.ts';

const RUNS = 3;
const SECONDS = 86_400;

type Place = Pick<WatcherSourceRow, 'url' | 'effective_url' | 'moved_to' | 'moved_since' | 'moved_runs'>;

/** After a good run. A redirect for good is believed after a while; to the same host by https, at once. */
export function afterMove(
  source: Place,
  fetched: Pick<Fetched, 'moved_to' | 'redirects'>,
  now: number,
): Partial<WatcherSourceRow> {
  const { moved_to } = fetched;
  if (moved_to === undefined || moved_to === source.effective_url) return afterStay(source, fetched);
  const isSame = source.moved_to === moved_to;
  const moved_since = isSame ? (source.moved_since ?? now) : now;
  const moved_runs = isSame ? source.moved_runs + 1 : 1;
  const believed = isOnlyHttps(source.url, moved_to) || (moved_runs >= RUNS && now - moved_since >= SECONDS);
  return { moved_to, moved_since, moved_runs, ...(believed ? { effective_url: moved_to } : {}) };
}

/** It answers where it always was: whatever it said before, it has not moved. */
export function afterStay(source: Place, { redirects }: Pick<Fetched, 'redirects'>): Partial<WatcherSourceRow> {
  if (redirects > 0 || source.effective_url !== null || source.moved_to === null) return {};
  return { moved_to: null, moved_since: null, moved_runs: 0 };
}

function isOnlyHttps(from: string, to: string): boolean {
  const [a, b] = [new URL(from), new URL(to)];
  return a.protocol === 'http:' && b.protocol === 'https:' && a.hostname === b.hostname;
}

/** The new place is empty: perhaps it has moved back. */
export function movedBack(source: Place, { outcome }: Pick<Fetched, 'outcome'>): Omit<Place, 'url'> | undefined {
  if (source.effective_url === null || !isEmpty(outcome)) return undefined;
  return { effective_url: null, moved_to: null, moved_since: null, moved_runs: 0 };
}

/** The old place is empty, and it told us before where it went. */
export function movedAtOnce(
  source: Place,
  { outcome }: Pick<Fetched, 'outcome'>,
): { effective_url: string } | undefined {
  if (source.effective_url !== null || source.moved_to === null || !isEmpty(outcome)) return undefined;
  return { effective_url: source.moved_to };
}

function isEmpty(outcome: Fetched['outcome']): boolean {
  if (outcome.is !== 'failed') return false;
  const { http_status } = outcome.failure;
  return http_status === 404 || http_status === 410;
}
