// Makes, lists and revokes keys.

import type { Key, KeyCreate, KeyCreated, Scope } from '@countersign/contract';
import type { App, Caller } from '../../app.ts';
import { Problem } from '../../base/problem.ts';
import { inTransaction, type Tx } from '../../storage/database.ts';
import { type Actor, recordAudit } from '../audit/record.ts';
import { dropSubscriptions } from '../push/store.ts';
import { hashKey, PREFIX_LENGTH, rawKeyOf } from './key.ts';
import type { KeyUse } from './key-use.ts';
import { insertKey, listKeyRows, revokeKeyRow } from './store.ts';

const NOTE = 'Store this key securely. It is shown only once and cannot be retrieved later.';

/** The raw key exists here and in the answer, nowhere else. */
export async function createKey(tx: Tx, actor: Actor, { name, scopes }: KeyCreate): Promise<KeyCreated> {
  const key = rawKeyOf(tx.randomBytes(32));
  const salt = tx.randomBytes(16).toString('hex');
  const record = {
    id: tx.newId('key'),
    project_id: actor.project_id,
    prefix: key.slice(0, PREFIX_LENGTH),
    name,
    scopes: [...new Set(scopes)],
    created_at: tx.now,
  };
  const saved = await insertKey(tx, {
    ...record,
    scopes: JSON.stringify(record.scopes),
    salt,
    hash: hashKey(salt, key),
    last_used_at: null,
    revoked_at: null,
  });
  if (!saved) return createKey(tx, actor, { name, scopes }); // 72 equal random bits: try others
  await recordAudit(tx, actor, {
    event: 'key.created',
    entity_id: record.id,
    facts: { key_id: record.id, scopes: record.scopes },
    values: { name },
  });
  return { ...record, key, note: NOTE };
}

/** The key of an agent within the house: it has a name in lists and in the log, and nobody can call with it. */
export async function createClosedKey(
  tx: Tx,
  { project_id, id, name }: { project_id: string; id: string; name: string },
): Promise<void> {
  const raw = rawKeyOf(tx.randomBytes(32));
  await insertKey(tx, {
    project_id,
    id,
    prefix: raw.slice(0, PREFIX_LENGTH),
    salt: tx.randomBytes(16).toString('hex'),
    hash: tx.randomBytes(32).toString('hex'), // of no key
    name,
    scopes: '["actions"]',
    created_at: tx.now,
    last_used_at: null,
    revoked_at: null,
  });
}

export async function revokeKey(app: App, caller: Caller, id: string): Promise<void> {
  if (!(await inTransaction(app, (tx) => withdrawKey(tx, caller, id)))) throw new Problem('not_found');
}

/** False when there is no such key here, or it is revoked already. */
export async function withdrawKey(tx: Tx, actor: Actor, id: string): Promise<boolean> {
  const { project_id } = actor;
  if (!(await revokeKeyRow(tx, project_id, id))) return false;
  await dropSubscriptions(tx, { project_id, owner_id: id });
  await recordAudit(tx, actor, { event: 'key.revoked', entity_id: id, facts: { key_id: id } });
  return true;
}

export async function listKeys(app: App, keyUse: KeyUse, project_id: string): Promise<Key[]> {
  const rows = await listKeyRows(app.reader, project_id);
  return rows.map((row) => ({
    id: row.id,
    project_id: row.project_id,
    prefix: row.prefix,
    name: row.name,
    scopes: JSON.parse(row.scopes) as Scope[],
    created_at: row.created_at,
    last_used_at: keyUse.lastUsed(row),
    revoked: row.revoked_at !== null,
  }));
}
