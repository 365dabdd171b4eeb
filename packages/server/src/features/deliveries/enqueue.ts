// A webhook is written down with the change it announces; only what is written down is ever sent.

import type { Tx } from '../../storage/database.ts';
import { insertDelivery } from './store.ts';

export interface Announcement {
  readonly project_id: string;
  readonly action_id: string;
  readonly url: string;
  /** The final bytes: no attempt builds them again. */
  readonly body: string;
  /** The signed receipt of the decision, when it announces one. */
  readonly receipt?: string;
}

export async function enqueueDelivery(tx: Tx, announcement: Announcement): Promise<void> {
  const { project_id, action_id, url, body, receipt = null } = announcement;
  await insertDelivery(tx, {
    project_id,
    id: tx.newId('dlv'),
    action_id,
    url,
    host: new URL(url).host,
    due_at: tx.now,
    created_at: tx.now,
    body,
    receipt,
  });
}
