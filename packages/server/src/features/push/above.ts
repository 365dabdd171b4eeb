// What push asks of the rooms above it: who is told, and about what. boot/handed-down.ts hands it down.

import type { QuietHours } from '@countersign/contract';
import type { App } from '../../app.ts';
import type { Reader, Tx } from '../../storage/database.ts';
import type { PushSubscriptionRow } from '../../storage/push-rows.ts';
import type { Shown } from './message.ts';
import type { Reminding } from './remind.ts';

/** How someone wants to be told. */
export interface Wishes {
  readonly quiet_hours?: QuietHours | undefined;
  readonly digest_s: number;
  /** Whether they are signed in in that browser: they, and nobody else, read there what is asked, and can answer. */
  readonly signed_in: boolean;
}

export interface Above extends Reminding {
  /** Undefined when they may not be told any more: removed, revoked, or no longer one who decides. */
  wishesOf(reader: Reader, owner: PushSubscriptionRow, now: number): Promise<Wishes | undefined>;
  /** The ids among these of what is pending. */
  pendingAmong(tx: Tx, project_id: string, ids: readonly string[]): Promise<ReadonlySet<string>>;
  /** Those of these that are pending, as they are told. */
  pending(app: App, project_id: string, ids: readonly string[]): Promise<ReadonlyMap<string, Shown>>;
  nextExpiry(reader: Reader, after: number): Promise<number | undefined>;
}
