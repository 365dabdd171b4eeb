// The server's signature. Its keys are made once, kept in storage and shared by all instances: the newest signs, all verify.

import type { App, Signer } from '../../app.ts';
import { inTransaction } from '../../storage/database.ts';
import { newSigningKey, readSigningKey, type SigningKey, signCheckpoint, signReceipt } from './signing-key.ts';
import { keepFirstKey, readSigningKeys, type StoredKey } from './store.ts';

export async function openSigner(app: Pick<App, 'storage' | 'world'>): Promise<Signer> {
  const known = new Map<string, SigningKey>();
  const readAll = (stored: readonly StoredKey[]): SigningKey[] =>
    stored.map((key) => {
      const read = known.get(key.kid) ?? readSigningKey(key);
      known.set(key.kid, read);
      return read;
    });
  const newestOf = (stored: readonly StoredKey[]): SigningKey => {
    const [newest] = readAll(stored);
    if (!newest) throw new Error('There is no key to sign with.');
    return newest;
  };

  const reader = app.storage.reader;
  let newest = newestOf(
    await inTransaction(app, async (tx) => {
      // Of several instances that start at once, the first to commit makes the key and the others read it.
      await keepFirstKey(tx, newSigningKey(tx.now));
      return readSigningKeys(tx);
    }),
  );
  return {
    receipt: (claims) => signReceipt(app.world, newest, claims),
    checkpoint: (checkpoint) => signCheckpoint(newest, checkpoint),
    // Asked for each time: another instance may sign with a key that this one has not seen yet.
    publicKeys: async () => readAll(await readSigningKeys(reader)).map(({ published }) => published),
    async reload() {
      newest = newestOf(await readSigningKeys(reader));
    },
  };
}
