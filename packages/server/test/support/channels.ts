// Channels in tests: to wait until nothing is due and nothing is under way, and to begin with none.

import assert from 'node:assert/strict';
import { newButton } from '../../src/features/channels/button.ts';
import { wholeConfig } from '../../src/features/channels/channel.ts';
import { findChannelAnywhere } from '../../src/features/channels/store.ts';
import { keepSecret } from '../../src/features/people/credential-store.ts';
import { inTransaction } from '../../src/storage/database.ts';
import type { Service } from './start-service.ts';
import { until } from './until.ts';

export async function settleChannels(service: Service): Promise<void> {
  const { reader } = service.running.app;
  let calm = 0;
  const isCalm = async () => {
    const now = Math.floor(service.world.nowMs() / 1000);
    const busy = await reader.q
      .selectFrom('channel_sends')
      .select('id')
      .where((row) => row.or([row('due_at', '<=', now), row('leased', '=', 1)]))
      .limit(1)
      .executeTakeFirst();
    calm = busy ? 0 : calm + 1;
    service.running.app.wake('channels'); // it may have begun to sleep by the clock as it was
    return calm > 2;
  };
  await until(isCalm, 'channels come to rest');
}

/** Of all projects. */
export async function forgetChannels({ running }: Service): Promise<void> {
  await inTransaction(running.app, async (tx) => {
    await tx.q.deleteFrom('channel_sends').execute();
    await tx.q.deleteFrom('notification_channels').execute();
  });
}

/** What the link holds in the mail that a channel sends about an action. */
export async function mailToken(
  { running: { app } }: Service,
  { channel_id, action_id, digest }: { channel_id: string; action_id: string; digest: string },
): Promise<string> {
  const channel = (await findChannelAnywhere(app.reader, channel_id)) ?? assert.fail('there is no such channel');
  const { project_id } = channel;
  const { id: send_id } = await app.reader.q
    .selectFrom('channel_sends')
    .select('id')
    .where('project_id', '=', project_id)
    .where('channel_id', '=', channel_id)
    .where('action_id', '=', action_id)
    .executeTakeFirstOrThrow();
  const secret = await inTransaction(app, keepSecret);
  const about = { project_id, channel_id, send_id, action_id, digest, to: wholeConfig(channel).address };
  return `${project_id}.${newButton(secret, 'mail', about)}`;
}
