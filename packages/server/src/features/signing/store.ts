// Signing keys in storage, newest first.

import type { Reader, Tx } from '../../storage/database.ts';

interface StoredKey {
  readonly kid: string;
  readonly pem: string;
}

const NAME = 'signing_keys';

/** Does nothing when there are keys already. */
export async function keepSigningKeys(tx: Tx, keys: readonly StoredKey[]): Promise<void> {
  await tx.q
    .insertInto('server_facts')
    .values({ name: NAME, value: JSON.stringify(keys) })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
}

export async function readSigningKeys(reader: Reader): Promise<StoredKey[]> {
  const row = await reader.q.selectFrom('server_facts').select('value').where('name', '=', NAME).executeTakeFirst();
  return row ? (JSON.parse(row.value) as StoredKey[]) : [];
}
