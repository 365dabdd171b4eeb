// After a restore: a backup knows nothing of keys that were made since. Without them what they signed verifies no more, and one
// that was replaced, perhaps because it had leaked, would sign again.

import type { App } from '../../app.ts';
import { inTransaction } from '../../storage/database.ts';
import { keysIn, lockSigningKeys, type StoredKey, saveSigningKeys } from './store.ts';

/** `since`: what the replaced database had. How many are kept of it; none where it was that of another server. */
export async function keepNewerKeys(app: App, since: string | undefined): Promise<number> {
  return inTransaction(app, async (tx) => {
    const [own, theirs] = [await lockSigningKeys(tx), keysIn(since)];
    const newer = without(theirs, own);
    if (newer.length === 0 || newer.length === theirs.length) return 0;
    await saveSigningKeys(tx, [...theirs, ...without(own, theirs)]); // their order counts, whatever the clock was when they came
    return newer.length;
  });
}

function without(keys: readonly StoredKey[], others: readonly StoredKey[]): StoredKey[] {
  return keys.filter(({ kid }) => !others.some((other) => other.kid === kid));
}
