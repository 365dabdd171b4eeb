// How someone wants to be told, if they may still be told at all.

import { covers } from '@countersign/contract';
import type { Reader } from '../../storage/database.ts';
import type { PushSubscriptionRow } from '../../storage/push-rows.ts';
import type { Wishes } from '../push/above.ts';
import { preferencesOf } from './reviewer.ts';
import { isLive } from './session.ts';
import { lookAtSession } from './session-store.ts';
import { findReviewer } from './store.ts';

/** Whose session has run out is told on: else nobody would hear of what is asked after two quiet weeks. */
export async function wishesForPush(
  reader: Reader,
  { project_id, owner_id, session_id }: PushSubscriptionRow,
  now: number,
): Promise<Wishes | undefined> {
  const reviewer = await findReviewer(reader, project_id, owner_id);
  if (reviewer?.status !== 'active' || !covers(reviewer.role, 'reviewer')) return undefined;
  const session = session_id === null ? undefined : await lookAtSession(reader, project_id, session_id);
  const { quiet_hours, push_digest_s } = preferencesOf(reviewer);
  return { quiet_hours, digest_s: push_digest_s, signed_in: session !== undefined && isLive(session, now) };
}
