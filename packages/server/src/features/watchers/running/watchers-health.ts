// A warning for the operator when watchers are there and none of them gets anywhere. The API works all the same.

import { type App, nowOf } from '../../../app.ts';
import { lastSuccess } from '../stores/store.ts';
import type { Counts } from './counts.ts';

const SILENCE_SECONDS = 2 * 3600;
/** For longer nobody waits for a turn who is not waiting in vain. */
const OVERDUE_SECONDS = 600;
/** The database does not answer: that is said by /readyz. */
const UNKNOWN = { last: null, since: null };

export async function watchersHealth(app: App, counts: Counts): Promise<string[]> {
  const now = nowOf(app);
  const own = counts.lastSuccess();
  if (own !== undefined && now - own < SILENCE_SECONDS) return [];
  const { last, since } = await lastSuccess(app.reader, now - OVERDUE_SECONDS).catch(() => UNKNOWN);
  if (since === null || now - Math.max(last ?? 0, since) < SILENCE_SECONDS) return [];
  return ['warning: no watcher has succeeded for two hours'];
}
