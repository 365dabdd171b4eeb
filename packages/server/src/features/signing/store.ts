// Signing keys in storage, newest first.

import type { Reader, Tx } from '../../storage/database.ts';

export interface StoredKey {
  readonly kid: string;
  readonly created_at: number;
  readonly pem: string;
}

const NAME = 'signing_keys';

/** Does nothing when there are keys already. */
export async function keepFirstKey(tx: Tx, key: StoredKey): Promise<void> {
  await tx.q
    .insertInto('server_facts')
    .values({ name: NAME, value: JSON.stringify([key]) })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
}

export async function readSigningKeys(reader: Reader): Promise<StoredKey[]> {
  const query = reader.q.selectFrom('server_facts').select('value').where('name', '=', NAME);
  return keysIn((await query.executeTakeFirst())?.value);
}

/** Nobody else adds one until this transaction ends. */
export async function lockSigningKeys(tx: Tx): Promise<StoredKey[]> {
  const query = tx.q.selectFrom('server_facts').select('value').where('name', '=', NAME);
  return keysIn((await tx.locked(query).executeTakeFirst())?.value);
}

export async function saveSigningKeys(tx: Tx, keys: readonly StoredKey[]): Promise<void> {
  await tx.q
    .updateTable('server_facts')
    .set({ value: JSON.stringify(keys) })
    .where('name', '=', NAME)
    .execute();
}

/** As they are stored. */
export function keysIn(value: string | undefined): StoredKey[] {
  return value === undefined ? [] : (JSON.parse(value) as StoredKey[]);
}
