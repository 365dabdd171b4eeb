// A hold that its holder takes back: by an undo, or by deciding anew and at once, which leaves nothing of the older word.

import type { Decider } from '../../../app.ts';
import type { Tx } from '../../../storage/database.ts';
import type { HoldRow } from '../../../storage/schema.ts';
import { recordAudit } from '../../audit/record.ts';
import { takeHold } from './hold-store.ts';

/** Undefined when there is none. What it owes is to be told when all else is done. */
export async function takeBack(tx: Tx, holder: Decider, action_id: string): Promise<HoldRow | undefined> {
  const { project_id, id: holder_id } = holder;
  const hold = await takeHold(tx, { project_id, action_id, holder_id });
  if (!hold) return undefined;
  await recordAudit(tx, holder, {
    event: 'action.hold_undone',
    entity_id: action_id,
    channel: hold.channel,
    facts: { hold_id: hold.id, verdict: hold.verdict },
  });
  return hold;
}
