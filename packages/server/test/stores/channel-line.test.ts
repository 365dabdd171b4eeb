// The line of messages to channels: who stood still for longer than a lease leaves what they had taken to others, and nobody
// else is at a message that is under way.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { ChannelCreate } from '@countersign/contract';
import type { App, Caller } from '../../src/app.ts';
import { actionsForChannels, isUntouchedLocked } from '../../src/features/actions/actions-for-channels.ts';
import { createAction } from '../../src/features/actions/create-action.ts';
import { decideAction } from '../../src/features/actions/decide-action.ts';
import { takeExpiring } from '../../src/features/actions/store.ts';
import { bringUpToDate, escalateLater } from '../../src/features/channels/enqueue.ts';
import { createChannel } from '../../src/features/channels/manage-channels.ts';
import { makeChannelSender } from '../../src/features/channels/send-due.ts';
import { lockDue, tellAwaiting } from '../../src/features/channels/send-store.ts';
import { openSenders } from '../../src/features/channels/senders/senders.ts';
import { saveChannel } from '../../src/features/channels/store.ts';
import { createProject } from '../../src/features/project/manage-project.ts';
import { inTransaction } from '../../src/storage/database.ts';
import { engine } from '../support/databases.ts';
import { givenApp } from '../support/open-app.ts';
import { givenReceiver } from '../support/receiver.ts';
import { until } from '../support/until.ts';

const secret = Buffer.alloc(32);

const aboveWith = (look: typeof actionsForChannels) => ({
  look,
  isUntouchedLocked,
  expiring: async () => [],
  leaveToHolds: async () => false,
  nextExpiry: async () => undefined,
  intoInbox: async () => assert.fail('nothing is for the inbox'),
});

/** As another server would have one. */
function senderWith(look: typeof actionsForChannels = actionsForChannels, onFree: () => void = () => undefined) {
  return makeChannelSender({ senders: openSenders(secret), secret }, aboveWith(look), onFree);
}

/** An action that a channel is to be told of. */
async function givenTold(app: App, channel: ChannelCreate, changes: { readonly expires_in?: number } = {}) {
  const { id: project_id } = await inTransaction(app, (tx) => createProject(tx, 'Told'));
  const caller: Caller = { type: 'key', id: 'key_1', name: 'one', project_id, scopes: ['admin'] };
  await createChannel(app, caller, channel, async () => true);
  const proposed = { kind: 'k', title: 'Told', preview: { body: 'x' }, payload: undefined, ...changes };
  const { action } = await createAction(app, caller, proposed);
  return { caller, project_id, action_id: action.id };
}

test('a server that stood still between taking a message and sending it does not send what another has sent', async (t) => {
  const { app: closed, world } = await givenApp(t);
  const app: App = { ...closed, config: { ...closed.config, allowPrivateTargets: true } };
  const receiver = await givenReceiver(t);
  await givenTold(app, { name: 'Hook', type: 'webhook', config: { url: receiver.url } });

  const awake = senderWith();
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
  await Promise.all([slow.stop(app), awake.stop(app)]);
  assert.equal(receiver.received.length, 1);
});

test('a message that takes as long as it may, from the last moment at which it may begin, is sent by nobody else', async (t) => {
  const { app, world } = await givenApp(t);
  const bot = { bot_token: '123456:ABC-DEF1234ghIkl-zyx57W2v1u123ew11', chat_id: '1', approvers: ['7'] };
  await givenTold(app, { name: 'Chat', type: 'telegram', config: bot });

  const awake = senderWith();
  let sent = 0;
  world.site('api.telegram.org', async ({ url, deadlineMs }) => {
    if (!url.endsWith('/sendMessage')) {
      world.wind(deadlineMs / 1000);
      return { error: 'timeout' };
    }
    if (++sent > 1) return { body: JSON.stringify({ ok: true, result: { message_id: sent } }) };
    world.wind(deadlineMs / 1000 - 1);
    await awake.run(app);
    await awake.stop(app);
    return { body: JSON.stringify({ ok: true, result: { message_id: sent } }) };
  });
  const ended = Promise.withResolvers<void>();
  const slow = senderWith((...asked) => {
    world.wind(19);
    return actionsForChannels(...asked);
  }, ended.resolve);
  await slow.run(app);
  await ended.promise;
  await slow.stop(app);
  assert.equal(sent, 1);
});

test('a copy that changes while it is being changed is changed again when that is over, and by nobody before', async (t) => {
  const { app, world } = await givenApp(t);
  const updates: string[] = [];
  const answered = Promise.withResolvers<void>();
  t.after(() => answered.resolve());
  world.site('slack.com', async ({ url, body }) => {
    if (url.endsWith('/chat.update') && updates.push(String(body)) === 1) await answered.promise;
    return { body: JSON.stringify({ ok: true, channel: 'C1', ts: '1.1' }) };
  });
  const bot = { bot_token: 'xoxb-17653672481', channel_id: 'C1', signing_secret: 'a'.repeat(32), approvers: ['U1'] };
  const { caller, project_id, action_id } = await givenTold(app, { name: 'Chat', type: 'slack', config: bot });
  const isFree = async () => {
    const leased = app.reader.q.selectFrom('channel_sends').select('id').where('leased', '=', 1);
    return !(await leased.executeTakeFirst());
  };
  const [one, other] = [senderWith(), senderWith()];
  await one.run(app);
  await until(isFree, 'it is sent');

  const touch = () => inTransaction(app, (tx) => bringUpToDate(tx, project_id, action_id));
  await touch();
  const updated = async (times: number) => {
    await one.run(app);
    return updates.length === times;
  };
  await until(() => updated(1), 'it is being changed');
  await touch();
  await decideAction(app, caller, action_id, { verdict: 'reject', channel: 'api' });
  world.wind(30);
  await other.run(app);
  await other.stop(app);
  assert.equal(updates.length, 1, 'what is under way might come last');

  answered.resolve();
  await until(isFree, 'the first has ended');
  await until(() => updated(2), 'it is changed again');
  await one.stop(app);
  assert.match(updates[1] ?? '', /Rejected/);
});

/** A webhook that hears of a proposal and of its end. */
async function givenHook(t: TestContext, changes: Pick<ChannelCreate, 'enabled'> = {}) {
  const { app: closed, world } = await givenApp(t);
  const app: App = { ...closed, config: { ...closed.config, allowPrivateTargets: true } };
  const receiver = await givenReceiver(t);
  const { caller, project_id, action_id } = await givenTold(app, {
    name: 'Hook',
    type: 'webhook',
    config: { url: receiver.url },
    events: ['action.pending', 'action.decided'],
    ...changes,
  });
  const heard = () => receiver.received.map(({ body }) => (JSON.parse(body) as { event: string }).event);
  const left = app.reader.q.selectFrom('channel_sends').select('id');
  const tellAll = async (sender: ReturnType<typeof senderWith>) => {
    await until(async () => {
      await sender.run(app);
      return !(await left.executeTakeFirst());
    }, 'all is sent');
    await sender.stop(app);
  };
  return { app, world, receiver, caller, project_id, action_id, heard, tellAll };
}

test('of two messages the second is sent by no other server while the first is under way, and comes after it', async (t) => {
  const { app, receiver, caller, action_id, heard, tellAll } = await givenHook(t);
  const answered = Promise.withResolvers<void>();
  t.after(() => answered.resolve());
  const one = senderWith(async (...asked) => {
    await answered.promise;
    return actionsForChannels(...asked);
  });
  await one.run(app);
  await decideAction(app, caller, action_id, { verdict: 'reject', channel: 'api' });
  const other = senderWith();
  const againMs = await other.run(app);
  await other.stop(app);
  assert.equal(receiver.received.length, 0, 'it would come before the first');
  assert.ok(againMs <= 2000, `it is looked at again after ${againMs} ms`);

  answered.resolve();
  await receiver.count(1);
  await tellAll(one);
  assert.deepEqual(heard(), ['action.pending', 'action.decided']);
});

test('what another server has in hand, though not its channel, is overtaken by nothing that came after it', {
  skip: engine === 'sqlite' && 'one transaction at a time',
}, async (t) => {
  const { app, receiver, caller, action_id, heard, tellAll } = await givenHook(t);
  await decideAction(app, caller, action_id, { verdict: 'reject', channel: 'api' });
  const sender = senderWith();
  await inTransaction(app, async (tx) => {
    assert.equal((await lockDue(tx, [], 1)).length, 1); // as the other does, before it looks at the channel
    assert.ok((await sender.run(app)) <= 2000);
  });
  assert.equal(receiver.received.length, 0, 'it would come before the first');
  await tellAll(sender);
  assert.deepEqual(heard(), ['action.pending', 'action.decided']);
});

test('an escalation that falls due while its channel is turned on is told there', {
  skip: engine === 'sqlite' && 'one transaction at a time',
}, async (t) => {
  const { app, action_id, project_id, heard, tellAll } = await givenHook(t, { enabled: false });
  const { id } = await app.reader.q.selectFrom('notification_channels').select('id').executeTakeFirstOrThrow();
  await inTransaction(app, (tx) => escalateLater(tx, { project_id, id: action_id }, { channel_id: id, after_s: 0 }));
  const sender = senderWith();
  await inTransaction(app, async (tx) => {
    await saveChannel(tx, { project_id, id }, { enabled: 1 });
    await tellAwaiting(tx, { project_id, id });
    await sender.run(app); // it sees a channel that is off
  });
  await tellAll(sender);
  assert.deepEqual(heard(), ['action.escalated']);
});

/** One that has not answered the first of the two. */
async function givenUnderWay(t: TestContext) {
  const { caller, action_id, tellAll, ...hook } = await givenHook(t);
  const { app, receiver } = hook;
  receiver.answerWith(0);
  const sender = senderWith();
  await sender.run(app);
  await receiver.count(1);
  await decideAction(app, caller, action_id, { verdict: 'reject', channel: 'api' });
  const tellRest = (next: ReturnType<typeof senderWith>) => {
    receiver.answerWith(200);
    return tellAll(next);
  };
  return { ...hook, sender, tellRest };
}

test('a server that is told to end lets a message under way be answered: the next does not send it again', async (t) => {
  const { app, receiver, sender, heard, tellRest } = await givenUnderWay(t);
  const stopped = sender.stop(app);
  receiver.answerHeld(200);
  await stopped;
  await tellRest(senderWith());
  assert.deepEqual(heard(), ['action.pending', 'action.decided']);
});

test('a message that is not answered when a server ends is the next to be sent, and waits for no lease', async (t) => {
  const { app, sender, heard, tellRest } = await givenUnderWay(t);
  await sender.stop(app, 0);
  await tellRest(senderWith());
  assert.deepEqual(heard(), ['action.pending', 'action.pending', 'action.decided']);
});

test('a message that was under way when a server died is the first to be sent after its lease', async (t) => {
  const { app, world, sender, heard, tellRest } = await givenUnderWay(t);
  t.after(() => sender.stop(app, 0));
  world.wind(46);
  await tellRest(senderWith());
  assert.deepEqual(heard(), ['action.pending', 'action.pending', 'action.decided']);
});

test('what was gathered until it is about to expire is one message, with its buttons, and not two', async (t) => {
  const { app, world } = await givenApp(t);
  const sent: { text: string; reply_markup: { inline_keyboard: unknown[] } }[] = [];
  world.site('api.telegram.org', ({ url, body }) => {
    if (url.endsWith('/sendMessage')) sent.push(JSON.parse(String(body)));
    return { body: JSON.stringify({ ok: true, result: { message_id: sent.length } }) };
  });
  const config = { bot_token: '123456:ABC-DEF1234ghIkl-zyx57W2v1u123ew11', chat_id: '1', approvers: ['7'] };
  const channel = { name: 'Chat', type: 'telegram', digest_window_sec: 3600, config } as const;
  await givenTold(app, channel, { expires_in: 1800 });
  const reminding = makeChannelSender(
    { senders: openSenders(secret), secret },
    { ...aboveWith(actionsForChannels), expiring: takeExpiring },
    () => undefined,
  );
  await reminding.run(app);
  assert.equal(sent.length, 0);
  world.wind(1201);
  await reminding.run(app);
  const left = app.reader.q.selectFrom('channel_sends').select('id').where('message_ref', 'is', null);
  await until(async () => !(await left.executeTakeFirst()), 'it is told');
  await reminding.stop(app);
  assert.deepEqual(
    sent.map(({ text, reply_markup }) => [text.split('\n')[0], reply_markup.inline_keyboard.length]),
    [['Expires soon: Told', 2]],
  );
});

test('what was written for a channel while it was deleted, the last there was, does not wait for ever', async (t) => {
  const { app } = await givenApp(t);
  await givenTold(app, { name: 'Hook', type: 'webhook', config: { url: 'https://agent.example/hook' } });
  // As PostgreSQL lets two transactions leave it that do not see each other's rows.
  await inTransaction(app, (tx) => tx.q.deleteFrom('notification_channels').execute());
  const sender = senderWith();
  await sender.run(app);
  await sender.stop(app);
  assert.deepEqual(await app.reader.q.selectFrom('channel_sends').select('id').execute(), []);
});
