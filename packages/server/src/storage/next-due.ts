// When a queue is to be looked at again.

import type { Reader } from './database.ts';

type Queue = 'deliveries' | 'push_subscriptions' | 'channel_sends';

/** The next moment after this one at which something in it is due, whoever's it is. */
export async function nextDueAt(reader: Reader, queue: Queue, after: number): Promise<number | undefined> {
  const next = await reader.q
    .selectFrom(queue)
    .select('due_at')
    .where('due_at', '>', after)
    .orderBy('due_at')
    .limit(1)
    .executeTakeFirst();
  return next?.due_at ?? undefined;
}
