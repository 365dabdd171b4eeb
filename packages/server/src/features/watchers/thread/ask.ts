// Has something done in a thread. What takes too long, or too much memory, has no answer.

import type { App } from '../../../app.ts';
import type { Job, Jobs } from './work.ts';

const WORK = new URL('./work.ts', import.meta.url);
const DEADLINE_MS = 10_000;

export async function ask<K extends keyof Jobs>(
  app: Pick<App, 'world'>,
  job: { readonly do: K } & Jobs[K]['in'],
): Promise<Jobs[K]['out'] | undefined> {
  const answer = await app.world.think<Jobs[K]['out']>(WORK, job satisfies object as Job, DEADLINE_MS);
  if ('done' in answer) return answer.done;
  app.world.log('warn', 'watchers.thread_ended', { job: job.do, reason: answer.failed });
  return undefined;
}
