// Keys in storage.

import { sql } from 'kysely';
import { askOnce } from '../../storage/ask-once.ts';
import type { Reader, Tx } from '../../storage/database.ts';
import { preparedRead } from '../../storage/prepared.ts';
import { readTogether } from '../../storage/read-together.ts';
import type { KeyRow } from '../../storage/schema.ts';

/** The key that nobody has, as long as any: what does not begin like a key that there is gets this one, in the same time. */
const NOBODY: KeyRow = {
  project_id: `prj_${'0'.repeat(26)}`,
  id: `key_${'0'.repeat(26)}`,
  prefix: '',
  salt: '00'.repeat(16),
  hash: '00'.repeat(32),
  name: 'Nobody',
  scopes: '["admin"]',
  created_at: 0,
  last_used_at: null,
  revoked_at: null,
};

const or = <C extends keyof KeyRow>(column: C) =>
  sql<KeyRow[C]>`coalesce(${sql.ref(`api_keys.${column}`)}, ${sql.lit(NOBODY[column])})`.as(column);

const selectByPrefix = preparedRead<{ prefix: string }, KeyRow>((q, p) =>
  q
    .selectFrom(sql<{ one: number }>`(SELECT 1 AS one)`.as('always'))
    .leftJoin('api_keys', (join) => join.on('api_keys.prefix', '=', p.prefix))
    .select([
      or('project_id'),
      or('id'),
      or('prefix'),
      or('salt'),
      or('hash'),
      or('name'),
      or('scopes'),
      or('created_at'),
      'api_keys.last_used_at',
      'api_keys.revoked_at',
    ]),
);

/** Always one; `prefix` is another when there is none that begins so. */
export const findKeyByPrefix = askOnce(async (reader, prefix): Promise<KeyRow> => {
  const [key] = await selectByPrefix(reader, { prefix });
  return key ?? NOBODY;
});

/** Asked again and again of every key that has something open; together it is one query. */
export const lookAtKey = readTogether<Pick<KeyRow, 'id' | 'revoked_at'>>((reader, project_id, ids) =>
  reader.q
    .selectFrom('api_keys')
    .select(['id', 'revoked_at'])
    .where('project_id', '=', project_id)
    .where('id', 'in', ids)
    .execute(),
);
export async function findKey(reader: Reader, project_id: string, id: string): Promise<KeyRow | undefined> {
  return reader.q
    .selectFrom('api_keys')
    .selectAll()
    .where('project_id', '=', project_id)
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function listKeyRows(reader: Reader, project_id: string): Promise<KeyRow[]> {
  return reader.q.selectFrom('api_keys').selectAll().where('project_id', '=', project_id).orderBy('id').execute();
}

/** False when the prefix is taken. */
export async function insertKey(tx: Tx, row: KeyRow): Promise<boolean> {
  const saved = await tx.q
    .insertInto('api_keys')
    .values(row)
    .onConflict((conflict) => conflict.column('prefix').doNothing())
    .returning('id')
    .executeTakeFirst();
  return saved !== undefined;
}

export async function deleteKey(tx: Tx, project_id: string, id: string): Promise<void> {
  await tx.q.deleteFrom('api_keys').where('project_id', '=', project_id).where('id', '=', id).execute();
}

/** False when there is no such key here, or it is revoked already. */
export async function revokeKeyRow(tx: Tx, project_id: string, id: string): Promise<boolean> {
  const revoked = await tx.q
    .updateTable('api_keys')
    .set({ revoked_at: tx.now })
    .where('project_id', '=', project_id)
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return revoked !== undefined;
}

export async function saveKeyUse(tx: Tx, project_id: string, id: string, at: number): Promise<void> {
  await tx.q
    .updateTable('api_keys')
    .set({ last_used_at: at })
    .where('project_id', '=', project_id)
    .where('id', '=', id)
    .where((where) => where.or([where('last_used_at', 'is', null), where('last_used_at', '<', at)]))
    .execute();
}
