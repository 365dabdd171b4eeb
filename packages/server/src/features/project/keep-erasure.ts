// While an erasure is worked on, nobody else goes on with it: the lease is renewed for as long as that takes.

import type { App } from '../../app.ts';
import { inTransaction } from '../../storage/database.ts';
import { type Erasure, keepLease } from './erasure-store.ts';

export const LEASE_SECONDS = 30;
const RENEW_MS = 10_000;

/** Single steps may take minutes: room is given back, thousands of items go. */
export async function whileLeased(
  app: Pick<App, 'world' | 'storage'>,
  erasure: Erasure,
  work: () => Promise<void>,
): Promise<void> {
  const over = new AbortController();
  const keeping = keep(app, erasure, over.signal);
  try {
    await work();
  } finally {
    over.abort();
    await keeping;
  }
}

async function keep(app: Pick<App, 'world' | 'storage'>, erasure: Erasure, over: AbortSignal): Promise<void> {
  for (;;) {
    await app.world.sleep(RENEW_MS, over);
    if (over.aborted) return;
    await inTransaction(app, (tx) => keepLease(tx, erasure, LEASE_SECONDS)).catch((error: unknown) => {
      app.world.log('warn', 'erasures.lease_not_renewed', { erasure_id: erasure.id, reason: String(error) });
    });
  }
}
