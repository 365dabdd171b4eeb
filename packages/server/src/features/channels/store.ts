// Notification channels in storage.

import { type ChannelRow, INBOX } from '../../storage/channel-rows.ts';
import type { Reader, Tx } from '../../storage/database.ts';
import { preparedRead } from '../../storage/prepared.ts';
import type { Listening } from './channel.ts';
import { dropWaiting, isAnyWaiting } from './send-store.ts';

/** On or off: a channel that is off has copies of its messages all the same. */
type OnOrOff = Listening & Pick<ChannelRow, 'enabled'>;

const selectListening = preparedRead<{ project_id: string }, OnOrOff>((q, p) =>
  q
    .selectFrom('notification_channels')
    .select(['id', 'type', 'events', 'kinds', 'watcher_ids', 'inbox', 'digest_window_sec', 'enabled'])
    .where('project_id', '=', p.project_id)
    .orderBy('id'),
);

export function listListening(reader: Reader, project_id: string): Promise<OnOrOff[]> {
  return selectListening(reader, { project_id });
}

export async function listChannelRows(reader: Reader, project_id: string): Promise<ChannelRow[]> {
  return reader.q
    .selectFrom('notification_channels')
    .selectAll()
    .where('project_id', '=', project_id)
    .orderBy('id')
    .execute();
}

export async function findChannel(reader: Reader, project_id: string, id: string): Promise<ChannelRow | undefined> {
  return selectChannel(reader, project_id, id).executeTakeFirst();
}

/** Nobody changes it until this transaction ends. */
export async function lockChannel(tx: Tx, project_id: string, id: string): Promise<ChannelRow | undefined> {
  return tx.locked(selectChannel(tx, project_id, id)).executeTakeFirst();
}

const selectChannel = (reader: Reader, project_id: string, id: string) =>
  reader.q.selectFrom('notification_channels').selectAll().where('project_id', '=', project_id).where('id', '=', id);

/** Whoever comes from outside names the channel alone; ids are unique on the server. */
export async function findChannelAnywhere(reader: Reader, id: string): Promise<ChannelRow | undefined> {
  return reader.q.selectFrom('notification_channels').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Or something that one is no longer there for: on PostgreSQL a message may be written for it while it is deleted. */
export async function hasAnyChannel(reader: Reader): Promise<boolean> {
  const channel = await reader.q.selectFrom('notification_channels').select('id').limit(1).executeTakeFirst();
  return channel !== undefined || isAnyWaiting(reader);
}

export async function insertChannel(tx: Tx, row: ChannelRow): Promise<void> {
  await tx.q.insertInto('notification_channels').values(row).execute();
}

export async function saveChannel(
  tx: Tx,
  { project_id, id }: Pick<ChannelRow, 'project_id' | 'id'>,
  changes: Partial<ChannelRow>,
): Promise<void> {
  await tx.q
    .updateTable('notification_channels')
    .set(changes)
    .where('project_id', '=', project_id)
    .where('id', '=', id)
    .execute();
}

/** With what waits for it, but for what is told nowhere else. False when there is none. */
export async function deleteChannel(tx: Tx, project_id: string, id: string): Promise<boolean> {
  const gone = await tx.q
    .deleteFrom('notification_channels')
    .where('project_id', '=', project_id)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  if (!gone) return false;
  await dropWaiting(tx, { project_id, id });
  await deleteSendsOf(tx, project_id, [id]);
  return true;
}

/** All that were made before a second, with all that waits for them. How many went. */
export async function deleteChannelsBefore(tx: Tx, project_id: string, before: number): Promise<number> {
  const gone = await tx.q
    .deleteFrom('notification_channels')
    .where('project_id', '=', project_id)
    .where('created_at', '<', before)
    .returning('id')
    .execute();
  await deleteSendsOf(
    tx,
    project_id,
    gone.map(({ id }) => id),
  );
  await tx.q
    .deleteFrom('channel_sends')
    .where('project_id', '=', project_id)
    .where('channel_id', '=', INBOX)
    .where('created_at', '<', before)
    .execute();
  return gone.length;
}

async function deleteSendsOf(tx: Tx, project_id: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.q.deleteFrom('channel_sends').where('project_id', '=', project_id).where('channel_id', 'in', ids).execute();
}
