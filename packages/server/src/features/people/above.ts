// What the rooms above know of people's addresses, and do when someone leaves one, or may no longer decide.

import type { Tx } from '../../storage/database.ts';
import type { Actor } from '../audit/record.ts';

export interface Above {
  /** Whether what can be decided is sent there. */
  isMailed(tx: Tx, project_id: string, address: string): Promise<boolean>;
  /** Nobody here has the address any more. */
  addressLeft(tx: Tx, project_id: string, address: string, why: 'reviewer_removed' | 'address_left'): Promise<void>;
  /** Someone may no longer decide. How many of their approvals do not count any more. */
  withdrawApprovals(tx: Tx, actor: Actor, reviewer_id: string): Promise<number>;
}
