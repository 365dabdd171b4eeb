// A new key to sign with. The old ones stay published, for what they signed is still to be verified.

import type { App } from '../../app.ts';
import { inTransaction } from '../../storage/database.ts';
import { newSigningKey } from './signing-key.ts';
import { lockSigningKeys, saveSigningKeys } from './store.ts';

/** Running servers look this often; the command that rotates is another process. */
const LOOK_EVERY_MS = 20_000;

export async function rotateSigningKeys(app: App): Promise<string> {
  return inTransaction(app, async (tx) => {
    const key = newSigningKey(tx.now);
    await saveSigningKeys(tx, [key, ...(await lockSigningKeys(tx))]);
    return key.kid;
  });
}

/** The sweep of a running server. */
export async function takeUpNewKeys(app: App): Promise<number> {
  await app.signer.reload();
  return LOOK_EVERY_MS;
}
