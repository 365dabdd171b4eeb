// Where live events come from: every audit row is told, in order, if a source knows it. To add an event, add it to the
// `tells` of a source (boot/handlers.ts lists them) and to LIVE_EVENTS of the contract; announcing it is recordAudit's business.

import type { AuditEvent, LiveEventName } from '@countersign/contract';
import type { Reader } from '../../storage/database.ts';
import type { Mark } from '../../storage/mark.ts';
import type { FollowedRow } from '../audit/store.ts';

export interface LiveSource {
  /** Told only to people who are signed in. */
  readonly forPeople?: true;
  readonly tells: Partial<Record<AuditEvent, LiveEventName>>;
  /** The data of each row's event, in the same order; undefined for what is not there any more. */
  describe(reader: Reader, project_id: string, rows: readonly FollowedRow[]): Promise<readonly (object | undefined)[]>;
}

export interface LiveEvent {
  readonly name: LiveEventName;
  /** JSON on one line. */
  readonly data: string;
  readonly forPeople: boolean;
  /** Where a stream stands that has told it. */
  readonly mark: Mark;
}
