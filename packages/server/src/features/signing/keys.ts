// The server's signing keys: made once, kept in storage, shared by all instances. The newest signs; all of them verify.

import type { App, Signer } from '../../app.ts';
import { inTransaction } from '../../storage/database.ts';
import { newSigningKey, publicJwk, readSigningKey, signReceipt } from './receipt.ts';
import { keepSigningKeys, readSigningKeys } from './store.ts';

export async function openSigner(app: Pick<App, 'storage' | 'world'>): Promise<Signer> {
  const stored = await inTransaction(app, async (tx) => {
    // Of several instances that start at once, the first to commit makes the key and the others read it.
    await keepSigningKeys(tx, [{ kid: `k${tx.now}`, pem: newSigningKey() }]);
    return readSigningKeys(tx);
  });
  const keys = stored.map(({ kid, pem }) => readSigningKey(kid, pem));
  const [newest] = keys;
  if (!newest) throw new Error('There is no key to sign with.');
  return {
    receipt: (claims) => signReceipt(newest, claims),
    jwks: () => ({ keys: keys.map(publicJwk) }),
  };
}
