// The line of messages to channels: who stood still for longer than a lease leaves what they had taken to others.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { App, Caller } from '../../src/app.ts';
import { actionsForChannels, isPendingLocked } from '../../src/features/actions/actions-for-channels.ts';
import { createAction } from '../../src/features/actions/create-action.ts';
import { createChannel } from '../../src/features/channels/manage-channels.ts';
import { makeChannelSender } from '../../src/features/channels/send-due.ts';
import { openSenders } from '../../src/features/channels/senders/senders.ts';
import { createProject } from '../../src/features/project/manage-project.ts';
import { inTransaction } from '../../src/storage/database.ts';
import { givenApp } from '../support/open-app.ts';
import { givenReceiver } from '../support/receiver.ts';
import { until } from '../support/until.ts';

test('a server that stood still between taking a message and sending it does not send what another has sent', async (t) => {
  const { app: closed, world } = await givenApp(t);
  const app: App = { ...closed, config: { ...closed.config, allowPrivateTargets: true } };
  const receiver = await givenReceiver(t);
  const { id: project_id } = await inTransaction(app, (tx) => createProject(tx, 'Told'));
  const caller: Caller = { type: 'key', id: 'key_1', name: 'one', project_id, scopes: ['admin'] };
  const hook = { name: 'Hook', type: 'webhook', config: { url: receiver.url } } as const;
  await createChannel(app, caller, hook, async () => true);
  await createAction(app, caller, { kind: 'k', title: 'Told', preview: { body: 'x' }, payload: undefined });

  const secret = Buffer.alloc(32);
  const senderWith = (look: typeof actionsForChannels, onFree: () => void = () => undefined) => {
    const above = {
      look,
      isPendingLocked,
      expiring: async () => [],
      leaveToHolds: async () => false,
      nextExpiry: async () => undefined,
      intoInbox: async () => assert.fail('nothing is for the inbox'),
    };
    return makeChannelSender({ senders: openSenders(secret), secret }, above, onFree);
  };
  const awake = senderWith(actionsForChannels);
  const ended = Promise.withResolvers<void>();
  const slow = senderWith(async (...asked) => {
    world.wind(60); // stopped here, for longer than the lease
    await awake.run(app);
    await receiver.count(1);
    const left = app.reader.q.selectFrom('channel_sends').select('id');
    await until(async () => !(await left.executeTakeFirst()), 'the other has sent it');
    return actionsForChannels(...asked);
  }, ended.resolve);
  await slow.run(app);
  await ended.promise;
  await Promise.all([slow.stop(), awake.stop()]);
  assert.equal(receiver.received.length, 1);
});
