// Who is calling? One answer for every kind of no, and the same work for an unknown key as for a wrong one.

import type { Scope } from '@countersign/contract';
import type { App, KeyCaller } from '../../app.ts';
import { unauthenticated } from '../../base/problem.ts';
import type { Reader } from '../../storage/database.ts';
import { hashKey, looksLikeKey, PREFIX_LENGTH, sameHash } from './key.ts';
import type { KeyUse } from './key-use.ts';
import { findKeyByPrefix, lookAtKey } from './store.ts';

export async function authenticate(app: App, keyUse: KeyUse, authorization: string | undefined): Promise<KeyCaller> {
  const rawKey = /^bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
  if (rawKey === undefined || !looksLikeKey(rawKey)) throw unauthenticated();

  const prefix = rawKey.slice(0, PREFIX_LENGTH);
  const key = await findKeyByPrefix(app.reader, prefix);
  const matches = sameHash(hashKey(key.salt, rawKey), key.hash);
  if (key.prefix !== prefix || !matches || key.revoked_at !== null) throw unauthenticated();

  keyUse.note(key);
  return {
    type: 'key',
    id: key.id,
    name: key.name,
    project_id: key.project_id,
    scopes: JSON.parse(key.scopes) as readonly Scope[],
  };
}

/** For a key that was let in a while ago and is still here. */
export async function isRevoked(reader: Reader, { project_id, id }: KeyCaller): Promise<boolean> {
  const key = await lookAtKey(reader, project_id, id);
  return !key || key.revoked_at !== null;
}
