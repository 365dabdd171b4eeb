// Has something done in a thread. What takes too long, or too much memory, has no answer; `in-line.ts` says for whom.

import type { App } from '../../../app.ts';
import { Problem } from '../../../base/problem.ts';
import type { Job, Jobs } from './work.ts';

const WORK = new URL('./work.ts', import.meta.url);
const DEADLINE_MS = 10_000;
const RETRY_SECONDS = '5';

export async function ask<K extends keyof Jobs>(
  app: Pick<App, 'world'>,
  job: { readonly do: K } & Jobs[K]['in'],
): Promise<Jobs[K]['out'] | undefined> {
  const answer = await app.world.think<Jobs[K]['out']>(WORK, job satisfies object as Job, {
    deadlineMs: DEADLINE_MS,
  });
  if ('done' in answer) return answer.done;
  if (answer.failed === 'crowded') {
    const detail =
      'Too many watchers are being tried at once, or the machine has too much else to do. Try again shortly.';
    throw new Problem('unavailable', { detail, headers: { 'retry-after': RETRY_SECONDS } });
  }
  app.world.log('warn', 'watchers.thread_ended', { job: job.do, reason: answer.failed });
  return undefined;
}
