// Sends a message now, so that whoever has set a channel up sees whether it works.

import type { ChannelTested } from '@countersign/contract';
import { type App, type Caller, nowOf } from '../../app.ts';
import { butSaved, Problem } from '../../base/problem.ts';
import { inTransaction } from '../../storage/database.ts';
import { recordAudit } from '../audit/record.ts';
import { wholeConfig } from './channel.ts';
import { testText } from './message.ts';
import { saveHealth } from './save-sent.ts';
import type { Senders } from './senders/senders.ts';
import { findChannel, lockChannel } from './store.ts';

export async function testChannel(app: App, caller: Caller, id: string, senders: Senders): Promise<ChannelTested> {
  const { project_id } = caller;
  const row = await findChannel(app.reader, project_id, id);
  if (!row) throw new Problem('not_found');
  const now = nowOf(app);
  const sent = await senders[row.type].send(
    app,
    { row, config: wholeConfig(row) },
    {
      id: app.world.newId('nms', app.storage.nowMs()),
      text: testText(row.name, app.publicUrl()),
      event: JSON.stringify({ event: 'test', at: now }),
      now,
    },
    new AbortController().signal, // it has a deadline of its own
  );
  const ok = sent.is === 'sent';
  const error = sent.is === 'sent' ? null : sent.error;
  await inTransaction(app, async (tx) => {
    const channel = await lockChannel(tx, project_id, id);
    if (!channel) throw new Problem('not_found');
    await saveHealth(tx, channel, sent);
    await recordAudit(tx, caller, {
      event: 'channel.tested',
      entity_id: id,
      facts: { ok },
      values: error === null ? undefined : { error },
    });
  }).catch(butSaved('The test was made; how it went could not be written down.'));
  return { ok, ...(error === null ? {} : { error }) };
}
