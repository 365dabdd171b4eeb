// What is written down after a channel was told, or was not: under the fence, so that a worker whose lease ran out writes
// nothing.

import { sweepTopic } from '../../app.ts';
import type { ChannelRow, ChannelSendRow } from '../../storage/channel-rows.ts';
import type { Tx } from '../../storage/database.ts';
import type { Above } from './above.ts';
import { outcomeOf } from './outcome.ts';
import {
  awaitChannel,
  deleteSends,
  dropOne,
  freeTouched,
  lockLeased,
  OUT_OF_DATE,
  postpone,
  saveSend,
} from './send-store.ts';
import type { Sent } from './senders/sender.ts';
import { lockChannel, saveChannel } from './store.ts';
import { turnOff } from './turn-off.ts';

export type Result =
  /** There is nothing to say any more. */
  | { readonly is: 'moot' }
  /** We ended it ourselves: nothing is to be learned from that. */
  | { readonly is: 'cut_short' }
  | { readonly is: 'answered'; readonly sent: Sent };

type Asked = Pick<Above, 'isUntouchedLocked'>;

/** What the operator is to be told: the message is given up, or with it the channel. */
export type Ended = 'gave_up' | 'disabled';

export async function saveSent(
  tx: Tx,
  leased: ChannelSendRow,
  result: Result,
  above: Asked,
): Promise<Ended | undefined> {
  const current = await lockLeased(tx, leased);
  const channel = current && (await lockChannel(tx, current.project_id, current.channel_id));
  if (!current)
    await freeTouched(tx, leased); // removed, out of date, or someone else's business now
  else if (!channel) await dropOne(tx, current);
  else if (result.is === 'moot') await settle(tx, current);
  else if (result.is === 'cut_short') await leaveToNext(tx, current);
  else return saveAnswer(tx, { current, channel, sent: result.sent }, above);
  return undefined;
}

interface Answered {
  readonly current: ChannelSendRow;
  readonly channel: ChannelRow;
  readonly sent: Sent;
}

async function saveAnswer(tx: Tx, { current, channel, sent }: Answered, above: Asked): Promise<Ended | undefined> {
  const outcome = outcomeOf(sent, {
    attempt: current.attempt,
    now: tx.now,
    chance: tx.randomBytes(1).readUInt8() / 255,
    worksOtherwise: (channel.last_fired_at ?? 0) >= current.created_at,
  });
  await saveHealth(tx, channel, sent);
  const free = { leased: 0, fence: current.fence + 1 } as const;
  if (outcome.is === 'again') await saveSend(tx, current, { ...free, due_at: outcome.due_at });
  if (outcome.is === 'wait') {
    await saveSend(tx, current, { ...free, due_at: outcome.due_at, attempt: current.attempt - 1 });
    await postpone(tx, current, outcome.due_at);
  }
  if (outcome.is === 'given_up') {
    if (current.message_ref !== null) await saveSend(tx, current, { ...free, ...OUT_OF_DATE });
    else await (outcome.off || channel.enabled === 0 ? awaitChannel : dropOne)(tx, current);
    return outcome.off && (await turnOff(tx, channel, outcome.error)) ? 'disabled' : 'gave_up';
  }
  if (outcome.is === 'sent') await keepCopy(tx, current, sent.is === 'sent' ? sent.ref : undefined, above);
  return undefined;
}

async function keepCopy(tx: Tx, current: ChannelSendRow, ref: string | undefined, above: Asked): Promise<void> {
  if (current.message_ref !== null || ref === undefined || current.action_id === null) return settle(tx, current);
  // Decided, or approved by one of several, while it was on its way: whoever did so found no copy to change.
  const isUntouched = await above.isUntouchedLocked(tx, current.project_id, current.action_id);
  const due_at = isUntouched ? null : tx.now;
  await saveSend(tx, current, { leased: 0, fence: current.fence + 1, message_ref: ref, attempt: 0, due_at });
}

/** It is sent again, as it is, and before what waits behind it: whether it has arrived, nobody knows. */
async function leaveToNext(tx: Tx, current: ChannelSendRow): Promise<void> {
  await saveSend(tx, current, { leased: 0, fence: current.fence + 1, due_at: current.created_at });
  tx.announce(sweepTopic('channels'));
}

/** A copy stays where it is; what was never sent, or cannot be changed, is forgotten. */
async function settle(tx: Tx, current: ChannelSendRow): Promise<void> {
  if (current.message_ref === null) return deleteSends(tx, current.project_id, [current.id]);
  await saveSend(tx, current, { leased: 0, fence: current.fence + 1, attempt: 0, due_at: null });
}

/** That a platform asks us to wait is no failure. */
export async function saveHealth(tx: Tx, channel: ChannelRow, sent: Sent): Promise<void> {
  if (sent.is === 'sent') return saveChannel(tx, channel, { last_fired_at: tx.now, fail_count: 0, last_error: null });
  const fail_count = channel.fail_count + (sent.is === 'later' ? 0 : 1);
  await saveChannel(tx, channel, { fail_count, last_error: sent.error });
}
