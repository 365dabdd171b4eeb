// A key that decided a moment ago, if it still may.

import { grants, type Scope } from '@countersign/contract';
import type { Decider } from '../../app.ts';
import type { Reader } from '../../storage/database.ts';
import type { PushSubscriptionRow } from '../../storage/push-rows.ts';
import type { Wishes } from '../push/above.ts';
import { findKey } from './store.ts';

export async function decidingKey(reader: Reader, project_id: string, id: string): Promise<Decider | undefined> {
  const key = await findKey(reader, project_id, id);
  if (!key || key.revoked_at !== null || !grants(JSON.parse(key.scopes) as Scope[], 'actions')) return undefined;
  return { type: 'key', id, name: key.name, project_id };
}

/** A key has no quiet hours, and no session that could end: whoever holds it is told at once. */
export async function wishesOfKey(
  reader: Reader,
  { project_id, owner_id }: Pick<PushSubscriptionRow, 'project_id' | 'owner_id'>,
): Promise<Wishes | undefined> {
  return (await decidingKey(reader, project_id, owner_id)) ? { digest_s: 0, signed_in: true } : undefined;
}
