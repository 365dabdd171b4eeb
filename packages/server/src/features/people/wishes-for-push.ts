// How someone wants to be told, if they may still be told at all.

import { covers } from '@countersign/contract';
import type { Reader } from '../../storage/database.ts';
import type { Wishes } from '../push/above.ts';
import { preferencesOf } from './reviewer.ts';
import { findReviewer } from './store.ts';

export async function wishesForPush(reader: Reader, project_id: string, id: string): Promise<Wishes | undefined> {
  const reviewer = await findReviewer(reader, project_id, id);
  if (reviewer?.status !== 'active' || !covers(reviewer.role, 'reviewer')) return undefined;
  const { quiet_hours, push_digest_s } = preferencesOf(reviewer);
  return { quiet_hours, digest_s: push_digest_s };
}
