// A channel goes off without anyone's wish: it keeps failing, or whose address it has is no longer here. It says why.

import { inSmallLetters } from '../../base/small-letters.ts';
import type { ChannelRow } from '../../storage/channel-rows.ts';
import type { Tx } from '../../storage/database.ts';
import { recordAudit } from '../audit/record.ts';
import { wholeConfig } from './channel.ts';
import { dropWaiting } from './send-store.ts';
import { listChannelRows, lockChannel, saveChannel } from './store.ts';

/** False when it was off already. */
export async function turnOff(tx: Tx, channel: ChannelRow, error: string): Promise<boolean> {
  if (channel.enabled === 0) return false;
  const { project_id, id, type } = channel;
  await saveChannel(tx, channel, { enabled: 0, disabled_at: tx.now, last_error: error });
  await dropWaiting(tx, channel);
  const actor = { project_id, type: 'system', id: 'channels' };
  await recordAudit(tx, actor, { event: 'channel.disabled', entity_id: id, facts: { type }, values: { error } });
  return true;
}

/**
 * Whoever was removed, or given another address, is told nothing more here and decides nothing more, by the mails they have
 * neither. An admin who means the mailbox, and not the person, turns the channel on again.
 */
export async function turnOffMailTo(tx: Tx, project_id: string, address: string, why: string): Promise<void> {
  for (const { id } of await channelsTo(tx, project_id, address)) {
    const channel = await lockChannel(tx, project_id, id); // as it is now: it may have been turned on, or led elsewhere, while we looked
    if (channel && leadsTo(channel, address)) await turnOff(tx, channel, why);
  }
}

/** Whether decisions are asked for at an address, or would be as soon as its channel is turned on again. */
export async function isMailed(tx: Tx, project_id: string, address: string): Promise<boolean> {
  return (await channelsTo(tx, project_id, address)).length > 0;
}

async function channelsTo(tx: Tx, project_id: string, address: string): Promise<ChannelRow[]> {
  const all = await listChannelRows(tx, project_id);
  return all.filter((one) => leadsTo(one, address));
}

function leadsTo(channel: ChannelRow, address: string): boolean {
  return channel.type === 'email' && inSmallLetters(wholeConfig(channel).address ?? null) === address;
}
