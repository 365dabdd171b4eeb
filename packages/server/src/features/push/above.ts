// What push asks of the rooms above it: who is told, and about what. boot.ts hands it down.

import type { QuietHours } from '@countersign/contract';
import type { App } from '../../app.ts';
import type { Reader, Tx } from '../../storage/database.ts';
import type { PushSubscriptionRow } from '../../storage/push-rows.ts';
import type { Shown } from './message.ts';

/** How someone wants to be told. */
export interface Wishes {
  readonly quiet_hours?: QuietHours | undefined;
  readonly digest_s: number;
}

export interface Expiring {
  readonly project_id: string;
  readonly id: string;
  readonly expires_at: number;
}

export interface Above {
  /** Undefined when they may not be told any more: removed, revoked, or no longer one who decides. */
  wishesOf(reader: Reader, owner: PushSubscriptionRow): Promise<Wishes | undefined>;
  /** Those of these that are pending. */
  pending(app: App, project_id: string, ids: readonly string[]): Promise<ReadonlyMap<string, Shown>>;
  /** Pending, and expiring after the one moment and up to the other, the soonest first. */
  expiring(tx: Tx, span: { after: number; until: number; limit: number }): Promise<readonly Expiring[]>;
  nextExpiry(reader: Reader, after: number): Promise<number | undefined>;
  /** Someone is about to decide it. */
  isHeld(reader: Reader, project_id: string, action_id: string): Promise<boolean>;
}
