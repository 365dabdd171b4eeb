// What channels ask of the rooms above them: about actions. boot/handed-down.ts hands it down.

import type { ActionStatus } from '@countersign/contract';
import type { App } from '../../app.ts';
import type { Reader, Tx } from '../../storage/database.ts';
import type { Reminding } from '../push/remind.ts';

/** An action, as far as a message is concerned. */
export interface ToldAction {
  readonly id: string;
  readonly kind: string;
  readonly title: string;
  readonly created_by: { readonly type: string; readonly id: string; readonly name: string };
  readonly body: string;
  readonly snippet: string;
  /** Its text, to the digit and without escapes of letters; undefined when there is one that is not shown. */
  readonly payload: string | null | undefined;
  readonly target_url: string | null;
  readonly undo: string | null;
  readonly idempotent: boolean | null;
  readonly editable: readonly string[];
  readonly untrusted: boolean;
  readonly flagged: boolean;
  readonly step_up: boolean;
  readonly must_read: boolean;
  readonly digest: string;
  readonly created_at: number;
  readonly expires_at: number;
  readonly url: string;
  /** What it is now. */
  readonly status: ActionStatus;
  readonly approvals: { readonly required: number; readonly given: number };
  readonly decision: ToldDecision | undefined;
}

export interface ToldDecision {
  readonly verdict: 'approve' | 'reject';
  readonly by: { readonly type: string; readonly id: string; readonly name: string };
  readonly channel: string;
  readonly comment: string | null;
  readonly decided_at: number;
  readonly edited: boolean;
}

export interface Above extends Reminding {
  /** Those of these that are there, as they were at a moment by the clock that all instances share. */
  look(app: App, project_id: string, ids: readonly string[], now: number): Promise<ReadonlyMap<string, ToldAction>>;
  nextExpiry(reader: Reader, after: number): Promise<number | undefined>;
  /** Whether it is pending, and nobody has approved it; it does not change until this transaction ends. */
  isUntouchedLocked(tx: Tx, project_id: string, action_id: string): Promise<boolean>;
  /** Matches that no channel can be told of any more, as JSON: they are for the inbox. `id`: theirs alone, for ever. */
  intoInbox(tx: Tx, app: App, returned: Returned): Promise<void>;
}

export interface Returned {
  readonly project_id: string;
  readonly id: string;
  readonly matches: readonly string[];
}
