// After a restore: a backup knows nothing of keys that were made since. Without them what they signed verifies no more, and one
// that was replaced, perhaps because it had leaked, would sign again.

import type { App } from '../../app.ts';
import { inTransaction } from '../../storage/database.ts';
import { keysIn, lockSigningKeys, saveSigningKeys } from './store.ts';

/** `since`: what the replaced database had. How many are kept of it; none where it was that of another server. */
export async function keepNewerKeys(app: App, since: string | undefined): Promise<number> {
  return inTransaction(app, async (tx) => {
    const own = await lockSigningKeys(tx);
    const known = new Set(own.map(({ kid }) => kid));
    const newer = keysIn(since).filter(({ kid }) => !known.has(kid));
    if (newer.length === 0 || newer.length === keysIn(since).length) return 0;
    await saveSigningKeys(
      tx,
      [...newer, ...own].toSorted((one, other) => other.created_at - one.created_at),
    );
    return newer.length;
  });
}
