// The line of messages in storage: those that wait, and the copies of those that were sent.

import { sweepTopic } from '../../app.ts';
import { type ChannelRow, type ChannelSendRow, INBOX } from '../../storage/channel-rows.ts';
import type { Reader, Tx } from '../../storage/database.ts';
import { asLiteral } from '../../storage/literal.ts';
import { entriesOf } from './event-body.ts';

type OfChannel = Pick<ChannelSendRow, 'project_id' | 'channel_id'>;
type Which = Pick<ChannelSendRow, 'project_id' | 'id'>;

export async function insertSends(tx: Tx, rows: readonly ChannelSendRow[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.q
    .insertInto('channel_sends')
    .values([...rows])
    .execute();
}

export async function findSend(reader: Reader, { project_id, id }: Which): Promise<ChannelSendRow | undefined> {
  return reader.q
    .selectFrom('channel_sends')
    .selectAll()
    .where('project_id', '=', project_id)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Whether anything is for the inbox. */
export async function hasReturned(reader: Reader): Promise<boolean> {
  const query = reader.q.selectFrom('channel_sends').select('id').where('channel_id', '=', asLiteral(INBOX)).limit(1);
  return (await query.executeTakeFirst()) !== undefined;
}

/** Whether anything waits for anyone. */
export async function isAnyWaiting(reader: Reader): Promise<boolean> {
  const query = reader.q.selectFrom('channel_sends').select('id').where('due_at', 'is not', null).limit(1);
  return (await query.executeTakeFirst()) !== undefined;
}

/** When what waits for its first attempt goes out: it is gathered, or the platform asked for it. */
export async function waitingUntil(
  reader: Reader,
  { project_id, id }: Pick<ChannelRow, 'project_id' | 'id'>,
  now: number,
) {
  const first = await reader.q
    .selectFrom('channel_sends')
    .select('due_at')
    .where('project_id', '=', project_id)
    .where('channel_id', '=', id)
    .where('due_at', '>', now)
    .where('message_ref', 'is', null)
    .where('attempt', '=', 0)
    .where('event', '!=', 'action.escalated') // a timer of its own
    .orderBy('due_at')
    .limit(1)
    .executeTakeFirst();
  return first?.due_at ?? undefined;
}

/** What is due, the longest first, but of these channels; what another instance has in hand is passed over. */
export async function lockDue(tx: Tx, busy: readonly string[], limit: number): Promise<ChannelSendRow[]> {
  let query = tx.q
    .selectFrom('channel_sends')
    .selectAll()
    .where('due_at', '<=', tx.now)
    .orderBy('due_at')
    .orderBy('id')
    .limit(limit);
  if (busy.length > 0) query = query.where('channel_id', 'not in', busy);
  return tx.skipLocked(query).execute();
}

/**
 * As it is now: nobody turns it on or off, and no server begins anything for it, until this transaction ends. 'held' where somebody
 * has it already: it waits for nobody, who might be waiting for a row that we have.
 */
export async function takeChannel(
  tx: Tx,
  { project_id, channel_id: id }: OfChannel,
): Promise<ChannelRow | 'held' | undefined> {
  const channel = tx.q.selectFrom('notification_channels').where('project_id', '=', project_id).where('id', '=', id);
  const taken = await tx.skipLocked(channel.selectAll()).executeTakeFirst();
  return taken ?? ((await channel.select('id').executeTakeFirst()) && 'held');
}

/** Whether no server is at anything for this channel, which is taken. */
export async function isFree(tx: Tx, { project_id, channel_id }: OfChannel, leaseSeconds: number): Promise<boolean> {
  const underWay = await tx.q
    .selectFrom('channel_sends')
    .select('id')
    .where('project_id', '=', project_id)
    .where('channel_id', '=', channel_id)
    .where('due_at', '>', tx.now)
    .where('due_at', '<=', tx.now + leaseSeconds)
    .where('leased', '=', 1)
    .limit(1)
    .executeTakeFirst();
  return underWay === undefined;
}

/**
 * Whether something that waits for this channel, too, comes before it: another server has that in hand just now, though not the
 * channel, or else it would have been found.
 */
export async function isOvertaking(tx: Tx, { project_id, channel_id, due_at, id }: ChannelSendRow): Promise<boolean> {
  const first = await tx.q
    .selectFrom('channel_sends')
    .select('id')
    .where('project_id', '=', project_id)
    .where('channel_id', '=', channel_id)
    .where('due_at', '<=', due_at)
    .orderBy('due_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return first !== undefined && first.id !== id;
}

/** Whoever had them is dead, and there is no other server: nobody is at anything. Each is the first of its channel again. */
export async function freeLeases(tx: Tx): Promise<void> {
  await tx.q
    .updateTable('channel_sends')
    .set(({ eb }) => ({ leased: 0, fence: eb('fence', '+', 1), due_at: eb.ref('created_at') }))
    .where('leased', '=', 1)
    .where('due_at', '>', tx.now)
    .execute();
}

/** Of what is for the inbox, the one that waits for longest. */
export async function lockReturned(tx: Tx): Promise<ChannelSendRow | undefined> {
  const query = tx.q
    .selectFrom('channel_sends')
    .selectAll()
    .where('channel_id', '=', asLiteral(INBOX))
    .where('due_at', '<=', tx.now)
    .orderBy('due_at')
    .orderBy('id')
    .limit(1);
  return tx.skipLocked(query).executeTakeFirst();
}

/** Of one channel, what waits for its first attempt. */
export async function lockGathered(tx: Tx, { project_id, channel_id }: OfChannel, limit: number) {
  const query = tx.q
    .selectFrom('channel_sends')
    .selectAll()
    .where('project_id', '=', project_id)
    .where('channel_id', '=', channel_id)
    .where('due_at', '<=', tx.now)
    .where('message_ref', 'is', null)
    .where('attempt', '=', 0)
    .orderBy('due_at')
    .orderBy('id')
    .limit(limit);
  return tx.skipLocked(query).execute();
}

export async function saveSend(tx: Tx, { project_id, id }: Which, changes: Partial<ChannelSendRow>): Promise<void> {
  await tx.q
    .updateTable('channel_sends')
    .set(changes)
    .where('project_id', '=', project_id)
    .where('id', '=', id)
    .execute();
}

export async function deleteSends(tx: Tx, project_id: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.q.deleteFrom('channel_sends').where('project_id', '=', project_id).where('id', 'in', ids).execute();
}

/** As it is now, held until this transaction ends; undefined when it is gone or another worker has a newer fence. */
export async function lockLeased(
  tx: Tx,
  { project_id, id, fence }: ChannelSendRow,
): Promise<ChannelSendRow | undefined> {
  const query = tx.q
    .selectFrom('channel_sends')
    .selectAll()
    .where('project_id', '=', project_id)
    .where('id', '=', id)
    .where('fence', '=', fence);
  return tx.locked(query).executeTakeFirst();
}

/** Whether a copy that can be changed tells of this action there. */
export async function hasCopy(
  reader: Reader,
  { project_id, channel_id }: OfChannel,
  action_id: string,
): Promise<boolean> {
  const copy = await reader.q
    .selectFrom('channel_sends')
    .select('id')
    .where('project_id', '=', project_id)
    .where('action_id', '=', action_id)
    .where('channel_id', '=', channel_id)
    .where('message_ref', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return copy !== undefined;
}

/**
 * Every copy of what was told of an action is to be brought up to date. One that is being changed just now is changed again as
 * soon as that is over, or its lease: whichever came last would stay.
 */
export async function touchCopies(tx: Tx, project_id: string, action_id: string): Promise<boolean> {
  const touched = await tx.q
    .updateTable('channel_sends')
    .set(({ eb }) => ({
      due_at: eb.case().when('leased', '=', 1).then(eb.ref('due_at')).else(tx.now).end(),
      fence: eb('fence', '+', 1),
      attempt: 0, // with a lease: what is under way is out of date
    }))
    .where('project_id', '=', project_id)
    .where('action_id', '=', action_id)
    .where('message_ref', 'is not', null)
    .returning('id')
    .execute();
  return touched.length > 0;
}

/** What was under way has ended, and is out of date unless another has taken it since. */
export async function freeTouched(tx: Tx, { project_id, id }: Which): Promise<void> {
  const freed = await tx.q
    .updateTable('channel_sends')
    .set({ leased: 0, due_at: tx.now })
    .where('project_id', '=', project_id)
    .where('id', '=', id)
    .where('message_ref', 'is not', null)
    .where('leased', '=', 1)
    .where('attempt', '=', 0)
    .returning('id')
    .executeTakeFirst();
  if (freed) tx.announce(sweepTopic('channels'));
}

/** The platform asked us to wait: nothing goes to this channel before then. */
export async function postpone(tx: Tx, { project_id, channel_id }: OfChannel, until: number): Promise<void> {
  await tx.q
    .updateTable('channel_sends')
    .set({ due_at: until })
    .where('project_id', '=', project_id)
    .where('channel_id', '=', channel_id)
    .where('due_at', '<', until)
    .where('leased', '=', 0)
    .execute();
}

/**
 * What waits for a channel that was turned off is not sent later, when nobody expects it. What is told nowhere else is for the
 * inbox; and an escalation is for nobody else: its timer runs on, and when that is over it waits for the channel.
 */
export async function dropWaiting(tx: Tx, { project_id, id }: Pick<ChannelRow, 'project_id' | 'id'>): Promise<void> {
  const digests = tx.q
    .selectFrom('channel_sends')
    .selectAll()
    .where('project_id', '=', project_id)
    .where('channel_id', '=', id)
    .where('event', '=', 'digest');
  for (const digest of await tx.locked(digests).execute()) await awaitChannel(tx, digest);
  await tx.q
    .updateTable('channel_sends')
    .set(({ eb }) => ({ ...FOR_THE_INBOX, due_at: tx.now, fence: eb('fence', '+', 1) }))
    .where('project_id', '=', project_id)
    .where('channel_id', '=', id)
    .where('only_here', '=', 1)
    .execute();
  await tx.q
    .deleteFrom('channel_sends')
    .where('project_id', '=', project_id)
    .where('channel_id', '=', id)
    .where('message_ref', 'is', null)
    .where('event', 'not in', ['action.escalated', 'digest']) // what is made a digest in this moment is dropped when it is due
    .execute();
  tx.announce(sweepTopic('channels'));
}

const AWAITS_CHANNEL = { due_at: null, leased: 0, attempt: 0 } as const;

/** Its channel is off. What escalates waits until it is on again, each by itself; the rest will not be sent. */
export async function awaitChannel(tx: Tx, row: ChannelSendRow): Promise<void> {
  if (row.event === 'action.escalated') return saveSend(tx, row, { ...AWAITS_CHANNEL, fence: row.fence + 1 });
  for (const { event, action_id, at } of entriesOf(row).filter((one) => one.event === 'action.escalated')) {
    const alone = { id: tx.newId('nms'), event, action_id, body: null, only_here: 0, created_at: at } as const;
    await insertSends(tx, [{ ...row, ...AWAITS_CHANNEL, ...alone }]);
  }
  await dropOne(tx, row);
}

/** A copy stays as it is, out of date, until its channel is turned on again: it could not be changed. Its `attempt` says so. */
export const OUT_OF_DATE = { due_at: null, leased: 0, attempt: 1 } as const;

/** The channel is on again: what is still to be decided is told there now, and copies say what was decided meanwhile. */
export async function tellAwaiting(tx: Tx, { project_id, id }: Pick<ChannelRow, 'project_id' | 'id'>): Promise<void> {
  await tx.q
    .updateTable('channel_sends')
    .set({ due_at: tx.now, attempt: 0 })
    .where('project_id', '=', project_id)
    .where('channel_id', '=', id)
    .where('message_ref', 'is not', null)
    .where('due_at', 'is', null)
    .where('attempt', '>', 0)
    .execute();
  await tx.q
    .updateTable('channel_sends')
    .set({ due_at: tx.now })
    .where('project_id', '=', project_id)
    .where('channel_id', '=', id)
    .where('event', '=', 'action.escalated')
    .where('message_ref', 'is', null)
    .where('due_at', 'is', null)
    .execute();
  tx.announce(sweepTopic('channels'));
}

const FOR_THE_INBOX = { channel_id: INBOX, attempt: 0, leased: 0 } as const;

/** It will not be sent: what is told nowhere else is for the inbox, and the rest is forgotten. */
export async function dropOne(tx: Tx, { project_id, id, only_here, fence }: ChannelSendRow): Promise<void> {
  if (only_here === 0) return deleteSends(tx, project_id, [id]);
  await saveSend(tx, { project_id, id }, { ...FOR_THE_INBOX, due_at: tx.now, fence: fence + 1 });
  tx.announce(sweepTopic('channels'));
}
