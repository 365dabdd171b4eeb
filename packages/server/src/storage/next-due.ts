// When a queue is to be looked at again, and what in it will never be due.

import type { Reader, Tx } from './database.ts';

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

/** Whoever waits longer than anyone ever has to was told to by a clock that was wrong, and is due now. */
export async function recallStrays(
  tx: Tx,
  queue: 'push_subscriptions' | 'channel_sends',
  longestSeconds: number,
): Promise<void> {
  const all = tx.q.updateTable(queue).set({ due_at: tx.now });
  await all.where('due_at', '>', tx.now + longestSeconds).execute();
}
