// What is written down after a channel was told, or was not: under the fence, so that a worker whose lease ran out writes
// nothing.

import type { ChannelRow, ChannelSendRow } from '../../storage/channel-rows.ts';
import type { Tx } from '../../storage/database.ts';
import type { Above } from './above.ts';
import { type Outcome, outcomeOf } from './outcome.ts';
import { awaitChannel, deleteSends, dropOne, freeTouched, lockLeased, postpone, saveSend } from './send-store.ts';
import type { Sent } from './senders/sender.ts';
import { lockChannel, saveChannel } from './store.ts';
import { turnOff } from './turn-off.ts';

export type Result =
  /** There is nothing to say any more. */
  { readonly is: 'moot' } | { readonly is: 'answered'; readonly sent: Sent };

type Asked = Pick<Above, 'isUntouchedLocked'>;

export async function saveSent(tx: Tx, leased: ChannelSendRow, result: Result, above: Asked): Promise<void> {
  const current = await lockLeased(tx, leased);
  if (!current) return freeTouched(tx, leased); // removed, out of date, or someone else's business now
  const channel = await lockChannel(tx, current.project_id, current.channel_id);
  if (!channel) return dropOne(tx, current);
  if (result.is === 'moot') return settle(tx, current);
  const outcome = outcomeOf(result.sent, {
    attempt: current.attempt,
    now: tx.now,
    chance: tx.randomBytes(1).readUInt8() / 255,
    worksOtherwise: (channel.last_fired_at ?? 0) >= current.created_at,
  });
  await saveHealth(tx, channel, outcome);
  const free = { leased: 0, fence: current.fence + 1 } as const;
  if (outcome.is === 'again') return saveSend(tx, current, { ...free, due_at: outcome.due_at });
  if (outcome.is === 'wait') {
    await saveSend(tx, current, { ...free, due_at: outcome.due_at, attempt: current.attempt - 1 });
    return postpone(tx, current, outcome.due_at);
  }
  if (outcome.is === 'given_up') {
    if (current.message_ref !== null) await settle(tx, current);
    else await (outcome.off || channel.enabled === 0 ? awaitChannel : dropOne)(tx, current);
    return outcome.off ? turnOff(tx, channel, outcome.error) : undefined;
  }
  const ref = result.sent.is === 'sent' ? result.sent.ref : undefined;
  if (current.message_ref !== null || ref === undefined || current.action_id === null) return settle(tx, current);
  // Decided, or approved by one of several, while it was on its way: whoever did so found no copy to change.
  const isUntouched = await above.isUntouchedLocked(tx, current.project_id, current.action_id);
  await saveSend(tx, current, { ...free, message_ref: ref, attempt: 0, due_at: isUntouched ? null : tx.now });
}

/** A copy stays where it is; what was never sent, or cannot be changed, is forgotten. */
async function settle(tx: Tx, current: ChannelSendRow): Promise<void> {
  if (current.message_ref === null) return deleteSends(tx, current.project_id, [current.id]);
  await saveSend(tx, current, { leased: 0, fence: current.fence + 1, attempt: 0, due_at: null });
}

async function saveHealth(tx: Tx, channel: ChannelRow, outcome: Outcome): Promise<void> {
  if (outcome.is === 'sent')
    return saveChannel(tx, channel, { last_fired_at: tx.now, fail_count: 0, last_error: null });
  const fail_count = channel.fail_count + (outcome.is === 'wait' ? 0 : 1);
  await saveChannel(tx, channel, { fail_count, last_error: outcome.error });
}
