// Decisions in a chat: who may press what, and that nothing else decides. The same promises for every platform, each with its
// own way to sign.

import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { Channel } from '@countersign/contract';
import { type ActionCreate, type Countersign, JsonText } from '@countersign/sdk';
import type { Problem } from '../../src/base/problem.ts';
import { findChannel } from '../../src/features/channels/store.ts';
import { decideByPress, validPress } from '../../src/features/interactions/press.ts';
import { keepSecret } from '../../src/features/people/credential-store.ts';
import { inTransaction } from '../../src/storage/database.ts';
import { forgetChannels, settleChannels } from '../support/channels.ts';
import { type Chat, type Chats, startChats } from '../support/chat.ts';
import { engine } from '../support/databases.ts';
import { clientOf, proposal } from '../support/given.ts';
import { type Browser, givenPerson } from '../support/people.ts';
import type { PlatformAnswer } from '../support/platform.ts';
import { runSql } from '../support/sql.ts';
import { type Service, startService } from '../support/start-service.ts';
import { until } from '../support/until.ts';

let service: Service;
let admin: Countersign;
let adminKey: string;
let dana: Browser;
const chats: Chats = await startChats();

before(async () => {
  service = await startService({ environment: chats.environment });
  chats.reach(service);
});
after(async () => {
  await service.stop();
  chats.close();
});
beforeEach(async () => {
  await forgetChannels(service);
  adminKey = (await service.newProject('Chats')).adminKey;
  admin = clientOf(service, adminKey);
  dana = await givenPerson(service, 'reviewer', { key: adminKey, name: 'Dana' });
  chats.platform.forget();
});

const settle = () => settleChannels(service);
const create = (changes: Partial<ActionCreate> = {}) => admin.createAction(proposal(changes));

/** From now on it cannot be written down that a channel was told. */
const BREAK =
  engine === 'sqlite'
    ? ["CREATE TRIGGER full BEFORE UPDATE ON notification_channels BEGIN SELECT RAISE(ABORT, 'no room'); END"]
    : [
        "CREATE OR REPLACE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no room'; END $$",
        'CREATE TRIGGER full_table BEFORE UPDATE ON notification_channels FOR EACH ROW EXECUTE FUNCTION no_room()',
      ];
const MEND = engine === 'sqlite' ? 'DROP TRIGGER full' : 'DROP TRIGGER full_table ON notification_channels';

async function isLeased(): Promise<boolean> {
  const leased = service.running.app.reader.q.selectFrom('channel_sends').select('id').where('leased', '=', 1);
  return (await leased.executeTakeFirst()) !== undefined;
}

const ELSEWHERE = {
  slack: { channel_id: 'C2' },
  discord: { channel_id: '56' },
  telegram: { chat_id: '-2002' },
} as const satisfies Record<Chat['type'], object>;

const REFUSED_FOR_WORDS: Readonly<Record<Chat['type'], PlatformAnswer>> = {
  slack: { body: { ok: false, error: 'msg_blocks_too_long' } },
  discord: { status: 400, body: { code: 240_000, message: 'Message blocked by harmful links filter' } },
  telegram: { status: 400, body: { ok: false, description: 'Bad Request: message is too long' } },
};

for (const chat of chats.all) {
  describe(chat.type, () => {
    /** An action in a chat with two approvers, of whom the second is our reviewer Dana. */
    async function givenMessage(changes: Partial<ActionCreate> = {}) {
      const channel = await admin.createChannel(chat.channel(['U1', { id: 'U9', reviewer_id: dana.id }]));
      const action = await create(changes);
      await settle();
      const [message] = chat.messages();
      return { channel, action, message, buttons: chat.buttons(message) };
    }
    const press = (channel: Channel, button: string | undefined, user: string, more: object = {}) =>
      chat.press({ channel, button: button ?? assert.fail('there is no such button'), user, ...more });
    const statusOf = async (id: string) => (await admin.getAction(id)).status;

    test('shows the whole, and whoever is listed approves there; every copy says who did', async () => {
      const { channel, action, message, buttons } = await givenMessage({
        preview: { body: 'Send *this*' },
        payload: { amount: 12 },
        target_url: 'https://shop.example/orders',
        undo: 'Call them.',
      });
      if (chat.type === 'discord') assert.match(message?.headers['user-agent'] ?? '', /^DiscordBot \(https:/);
      for (const part of ['Send', 'amount', 'shop', 'Call them']) assert.ok(chat.textOf(message).includes(part), part);
      const answer = await press(channel, buttons.approve, 'U1');
      assert.equal(answer.status, 200, answer.text);
      const { status, decision } = await admin.getAction(action.id);
      assert.equal(status, 'approved');
      assert.partialDeepStrictEqual(decision, {
        channel: chat.type,
        decided_by: { type: 'external', id: `${chat.type}:U1`, name: 'name-of-U1' },
        self_decided: false,
      });
      await settle();
      const copy = chat.messages().at(-1);
      assert.match(chat.textOf(copy), /Approved/);
      assert.match(chat.textOf(copy), /name\\?-of\\?-U1/);
      assert.deepEqual(chat.buttons(copy), {});
    });

    test('a payload is shown as it reads, however it was written, and what hides in it is not approved there', async () => {
      const { message, buttons } = await givenMessage({
        payload: new JsonText('{"to":"\\u0065ve","n":9007199254740993}'),
      });
      assert.match(chat.textOf(message).replaceAll('\\', ''), /"n":9007199254740993,"to":"eve"/);
      assert.ok(buttons.approve);
      const hidden = await create({ payload: new JsonText('{"to":"a\\u202eeve"}') });
      await settle();
      const other = chat.messages().at(-1);
      assert.ok(chat.textOf(other).includes(hidden.id));
      assert.deepEqual(chat.buttons(other), {});
    });

    test('a message that cannot be written down at once is not sent twice, and is changed with the decision', async () => {
      const database = { url: service.databaseUrl, file: service.databaseFile };
      const complaint = () => service.world.lines.findLast((line) => line.includes('channel.not_saved'));
      const before = complaint();
      await admin.createChannel(chat.channel(['U1']));
      for (const sql of BREAK) await runSql(database, sql);
      const action = await create();
      await until(() => complaint() !== before, 'it has tried');
      await runSql(database, MEND);
      await until(async () => !(await isLeased()), 'it is written down');
      service.wind(60);
      await settle();
      assert.equal(chat.messages().length, 1);
      await admin.decideAction(action.id, { decision: 'reject' });
      await settle();
      assert.match(chat.textOf(chat.messages().at(-1)), /Rejected/);
    });

    test('a copy is changed where it was written, also when the channel leads elsewhere since', async () => {
      const { channel, action, message } = await givenMessage();
      const { config } = chat.channel(['U1']);
      await admin.updateChannel(channel.id, { config: { ...config, ...ELSEWHERE[chat.type] } });
      await admin.decideAction(action.id, { decision: 'reject' });
      await settle();
      const copy = chat.messages().at(-1);
      assert.match(chat.textOf(copy), /Rejected/);
      for (const place of ['channel', 'chat_id']) assert.equal(copy?.get(place), message?.get(place));
    });

    test('someone who is linked decides as our reviewer; with a reason, which reaches the agent', async () => {
      const { channel, action, buttons } = await givenMessage();
      const asked = await press(channel, buttons.why, 'U9');
      assert.equal(asked.status, 200);
      assert.equal(await statusOf(action.id), 'pending', 'the reason is asked for first');
      assert.equal(chat.asked(asked), buttons.why);
      await press(channel, buttons.why, 'U9', { reason: 'Too much.' });
      assert.partialDeepStrictEqual((await admin.getAction(action.id)).decision, {
        verdict: 'reject',
        comment: 'Too much.',
        decided_by: { type: 'reviewer', id: dana.id, name: 'Dana' },
      });
    });

    if (chat.type !== 'discord') {
      test('when the platform does not ask for the reason, whoever pressed is told so, and can press again', async () => {
        const { channel, action, buttons } = await givenMessage();
        chats.platform.says(({ path, get }) =>
          path.endsWith('/views.open') || get('reply_markup.force_reply') === true
            ? { status: chat.type === 'telegram' ? 429 : 200, body: { ok: false, error: 'expired_trigger_id' } }
            : { body: { ok: true, result: {} } },
        );
        assert.match(chat.told(await press(channel, buttons.why, 'U1')), /did not take the question.*again/);
        chats.platform.says(() => ({ body: { ok: true, result: {} } }));
        assert.equal(chat.asked(await press(channel, buttons.why, 'U1')), buttons.why);
        await press(channel, buttons.why, 'U1', { reason: 'No.' });
        assert.equal(await statusOf(action.id), 'rejected');
      });
    }

    test('words decide only as the reason that was asked for: nobody is brought to approve by a reply', async () => {
      const { channel, action, buttons } = await givenMessage();
      for (const button of [buttons.approve, buttons.reject]) {
        await press(channel, button, 'U1', { reason: 'Sounds good!' });
      }
      if (chat.type === 'telegram') await press(channel, buttons.why, 'U1', { reason: 'Lunch?', askedBy: 777 });
      assert.equal(await statusOf(action.id), 'pending');
    });

    for (const forged of ['signature', 'body', 'old', 'unsigned'] as const) {
      test(`a press that is forged (${forged}) is refused`, async () => {
        const { channel, action, buttons } = await givenMessage();
        const { status } = await press(channel, buttons.approve, 'U1', { forged });
        assert.equal(status, chat.type === 'discord' ? 401 : 400);
        assert.equal(await statusOf(action.id), 'pending');
      });
    }

    test('nobody else’s press decides: not listed, of another project, made up, or of another button', async () => {
      const { channel, action, buttons } = await givenMessage();
      const told: string[] = [];
      const refused = async (through: Channel, button: string, user: string) => {
        const answer = await press(through, button, user);
        assert.equal(answer.status, 200);
        told.push(chat.told(answer));
      };
      await refused(channel, buttons.approve ?? '', 'U3');
      await refused(channel, `a.${buttons.reject?.slice(2)}`, 'U1');
      await refused(channel, `${buttons.approve?.slice(0, -2)}xx`, 'U1');
      await refused(channel, 'a.nms_00000000000000000000000000.0000000000000000000000', 'U1');
      const other = clientOf(service, (await service.newProject('Other')).adminKey);
      const foreign = await other.createChannel(chat.channel(['U1']));
      if (chat.type !== 'telegram') await refused(foreign, buttons.approve ?? '', 'U1');
      assert.equal(await statusOf(action.id), 'pending');
      for (const words of told) assert.match(words, /not among those|no longer decides/);
    });

    test('a button works once: pressed fifty times at once, there is one decision', async () => {
      const { channel, action, buttons } = await givenMessage();
      await Promise.all(Array.from({ length: 50 }, () => press(channel, buttons.approve, 'U1')));
      assert.equal(await statusOf(action.id), 'approved');
      const { items } = await admin.listAudit({ entity_id: action.id });
      assert.equal(items.filter(({ event }) => event === 'action.approved').length, 1);
      const again = await press(channel, buttons.reject, 'U9');
      assert.match(chat.told(again), /was approved/);
      assert.equal(await statusOf(action.id), 'approved');
    });

    test('who decided before is named as text: no link, mention or hidden character of theirs comes through', async () => {
      const { channel, action, buttons } = await givenMessage();
      const name = '[fine](https://evil.example) <!channel> a\u202eb';
      const { key } = await admin.createKey({ name, scopes: ['admin'] });
      await clientOf(service, key).decideAction(action.id, { decision: 'reject' });
      const told = chat.told(await press(channel, buttons.approve, 'U1'));
      assert.match(told, /was rejected .*fine.*evil.*channel/);
      assert.doesNotMatch(told, /\u202e/);
      if (chat.type === 'slack') assert.doesNotMatch(told, /<!channel>/);
      if (chat.type === 'discord') assert.doesNotMatch(told, /\]\(https:/);
    });

    test('a long name of who decided before leaves whoever presses a text that is taken', async () => {
      for (const name of ['😀'.repeat(100), `x${'😀'.repeat(99)}`]) {
        const { channel, action, buttons } = await givenMessage();
        const { key } = await admin.createKey({ name, scopes: ['admin'] });
        await clientOf(service, key).decideAction(action.id, { decision: 'reject' });
        const told = chat.told(await press(channel, buttons.approve, 'U1'));
        assert.match(told, /was rejected .*😀/u);
        assert.ok(told.isWellFormed(), told);
        await settle();
        chats.platform.forget();
        await forgetChannels(service);
      }
    });

    test('what has expired is not decided, and its copy says so', async () => {
      const { channel, action, buttons } = await givenMessage({ expires_in: 300 });
      service.wind(301);
      const answer = await press(channel, buttons.approve, 'U1');
      assert.match(chat.told(answer), /expired/);
      service.running.app.wake('expiry');
      for (let n = 0; n < 200 && !chat.textOf(chat.messages().at(-1)).includes('Expired'); n++) await settle();
      assert.match(chat.textOf(chat.messages().at(-1)), /Expired/);
      assert.equal(await statusOf(action.id), 'expired');
    });

    test('what is decided while the message is on its way is brought up to date all the same', async () => {
      await admin.createChannel(chat.channel(['U1']));
      const sending = Promise.withResolvers<void>();
      const answered = Promise.withResolvers<void>();
      chats.hold(() => {
        sending.resolve();
        return answered.promise;
      });
      const action = await create();
      await sending.promise;
      await admin.decideAction(action.id, { decision: 'reject' });
      answered.resolve();
      await settle();
      assert.match(chat.textOf(chat.messages().at(-1)), /Rejected/);
      assert.deepEqual(chat.buttons(chat.messages().at(-1)), {});
    });

    test('so is what one of several approves meanwhile: the message says how many there are', async () => {
      await admin.createRule({ name: 'Two', rule_action: 'require_n_approvers', outcome_params: { n: 2 } });
      await admin.createChannel(chat.channel(['U1']));
      const sending = Promise.withResolvers<void>();
      const answered = Promise.withResolvers<void>();
      chats.hold(() => {
        sending.resolve();
        return answered.promise;
      });
      const action = await create();
      await sending.promise;
      await dana.ask('POST', `/actions/${action.id}/decision`, { decision: 'approve' });
      answered.resolve();
      await settle();
      assert.match(chat.textOf(chat.messages().at(-1)), /1 of 2/);
    });

    test('what is decided elsewhere is brought up to date here', async () => {
      const { action } = await givenMessage();
      await admin.decideAction(action.id, { decision: 'reject' });
      await settle();
      assert.match(chat.textOf(chat.messages().at(-1)), /Rejected/);
    });

    test('what was decided while its channel was off, or could not be reached, says so when it is on again', async () => {
      const { channel, action } = await givenMessage();
      const other = await create();
      await settle();
      chats.platform.says(() => ({ status: 500 }));
      await admin.decideAction(other.id, { decision: 'approve' });
      for (const wait of [0, 70, 340, 1700, 8000, 48_000]) {
        service.wind(wait);
        await settle();
      }
      chats.platform.forget();
      await admin.updateChannel(channel.id, { enabled: false });
      await admin.decideAction(action.id, { decision: 'reject' });
      await settle();
      assert.deepEqual(chat.messages(), [], 'nothing is sent while it is off');
      await admin.updateChannel(channel.id, { enabled: true });
      await settle();
      const copies = chat.messages();
      for (const [id, word] of [
        [action.id, 'Rejected'],
        [other.id, 'Approved'],
      ] as const) {
        const copy = copies.find(({ text }) => text.includes(id));
        assert.match(chat.textOf(copy), new RegExp(word));
        assert.deepEqual(chat.buttons(copy), {});
      }
      assert.equal(copies.length, 2);
    });

    test('a message that somebody removed there is no fault of the channel, and is tried to be changed once', async () => {
      const { channel, action } = await givenMessage();
      chats.removeMessages();
      await admin.decideAction(action.id, { decision: 'reject' });
      await settle();
      const tried = chat.messages().length;
      service.wind(7200);
      await settle();
      const { fail_count, last_error, enabled } = await admin.getChannel(channel.id);
      assert.deepEqual([chat.messages().length - tried, fail_count, last_error, enabled], [0, 0, undefined, true]);
    });

    test('a title of blanks is called so: Slack takes no empty text, and Telegram lays no link on blanks', async () => {
      const { channel, buttons } = await givenMessage({ title: ' \t ' });
      await press(channel, buttons.why, 'U1');
      await settle();
      for (const { text } of chats.platform.heard) assert.doesNotMatch(text, /"text":"(?:\s|\\t)*"|“\s*”/);
      assert.match(chat.textOf(chat.messages()[0]).replaceAll('\\', ''), /\(blank title\)/);
    });

    test('a platform that refuses a message for its words is told without them, and the channel stays on', async () => {
      chats.platform.says(({ text }) =>
        text.includes('hunter2')
          ? REFUSED_FOR_WORDS[chat.type]
          : { body: { ok: true, channel: 'C1', ts: '1', id: '1', result: { message_id: 1 } } },
      );
      const { channel, action, message } = await givenMessage({ title: 'Set it to hunter2' });
      assert.match(chat.textOf(message), /hunter2/);
      const instead = chat.messages().at(-1);
      assert.match(chat.textOf(instead).replaceAll('\\', ''), /A notification is in the inbox/);
      assert.ok(instead?.text.includes(`https://inbox.example/a/${action.id}`));
      assert.deepEqual(chat.buttons(instead), {});
      assert.partialDeepStrictEqual(await admin.getChannel(channel.id), { enabled: true, fail_count: 0 });

      // Nor does a copy go on asking because it must not say who has decided.
      const { id } = await create();
      await settle();
      assert.ok(chat.buttons(chat.messages().at(-1)).approve);
      const { key } = await admin.createKey({ name: 'hunter2', scopes: ['admin'] });
      await clientOf(service, key).decideAction(id, { decision: 'reject' });
      await settle();
      assert.deepEqual(chat.buttons(chat.messages().at(-1)), {});
      assert.ok(!chat.textOf(chat.messages().at(-1)).includes('hunter2'));
    });

    const hidden: readonly [string, Partial<ActionCreate>, () => Promise<unknown>][] = [
      ['is too long', { preview: { body: 'x'.repeat(3000) } }, async () => undefined],
      ['has hidden characters', { preview: { body: 'pay\u202e001' } }, async () => undefined],
      ['has hidden characters in its payload', { payload: { a: 'x\u200by' } }, async () => undefined],
      ['is pushed far away in its payload', { payload: { a: `${' '.repeat(300)}x` } }, async () => undefined],
      ['needs a passkey', {}, () => admin.createRule({ name: 'P', rule_action: 'require_step_up' })],
      ['must be read to its end', {}, () => admin.updateProject({ settings: { must_read_kinds: ['*'] } })],
      [
        'has a payload nobody may open',
        { payload: { a: 1 } },
        () => admin.updateProject({ settings: { reveal_payload: false } }),
      ],
    ];
    for (const [what, changes, given] of hidden) {
      test(`what ${what} has no buttons, but the way to the inbox`, async () => {
        await given();
        const { action, message, buttons } = await givenMessage(changes);
        assert.deepEqual(buttons, {});
        assert.ok(message?.text.includes(`https://inbox.example/a/${action.id}`));
      });
    }

    test('a rule made after the message, or a setting, holds for its buttons', async () => {
      const { channel, action, buttons } = await givenMessage();
      await admin.updateProject({ settings: { must_read_kinds: ['*'] } });
      assert.match(chat.told(await press(channel, buttons.approve, 'U1')), /view\\?\.end/);
      await admin.updateProject({ settings: { must_read_kinds: [], deciders: 'people' } });
      await press(channel, buttons.approve, 'U1');
      assert.equal(await statusOf(action.id), 'approved', 'someone in a chat is a person');
    });

    test('two approvals are two reviewers, whatever the way; someone who is none does not count', async () => {
      await admin.createRule({ name: 'Two', rule_action: 'require_n_approvers', outcome_params: { n: 2 } });
      const sam = await givenPerson(service, 'reviewer', { key: adminKey, name: 'Sam' });
      const { channel, action, buttons } = await givenMessage();
      const { config } = await admin.getChannel(channel.id);
      const approvers = [...(config.approvers ?? []), { id: 'U8', reviewer_id: sam.id }];
      await admin.updateChannel(channel.id, { config: { ...config, approvers } });
      await press(channel, buttons.approve, 'U8');
      await press(channel, buttons.approve, 'U8');
      assert.match(chat.told(await press(channel, buttons.approve, 'U1')), /asks 2 people/);
      assert.equal(await statusOf(action.id), 'pending');
      await settle();
      assert.match(chat.textOf(chat.messages().at(-1)), /1 of 2/);
      await press(channel, buttons.approve, 'U9');
      assert.equal(await statusOf(action.id), 'approved');
    });

    test('one of several approvals that was withdrawn is given again by the same button, once', async () => {
      await admin.createRule({ name: 'Two', rule_action: 'require_n_approvers', outcome_params: { n: 2 } });
      const { channel, action, buttons } = await givenMessage();
      const given = async () => (await admin.getAction(action.id)).approvals.given;
      await press(channel, buttons.approve, 'U9');
      assert.match(chat.told(await press(channel, buttons.approve, 'U9')), /approved it already.*1 of 2/);
      for (const role of ['viewer', 'reviewer'] as const) await admin.updateReviewer(dana.id, { role });
      assert.equal(await given(), 0);
      await Promise.all(Array.from({ length: 10 }, () => press(channel, buttons.approve, 'U9')));
      assert.equal(await given(), 1);
      await press(channel, buttons.reject, 'U9');
      assert.equal(await statusOf(action.id), 'rejected', 'they may think better of it');
    });

    test('who was removed from the list, or from the people, or whose channel is off, decides nothing', async () => {
      const { channel, action, buttons } = await givenMessage();
      const { config } = await admin.getChannel(channel.id);
      await admin.updateChannel(channel.id, { config: { ...config, approvers: [{ id: 'U9', reviewer_id: dana.id }] } });
      await press(channel, buttons.approve, 'U1');
      await admin.removeReviewer(dana.id);
      await press(channel, buttons.approve, 'U9');
      await admin.updateChannel(channel.id, { config: { ...config, approvers: ['U1'] }, enabled: false });
      await press(channel, buttons.approve, 'U1');
      assert.equal(await statusOf(action.id), 'pending');
    });

    test('the same between the look at who presses and the decision', async () => {
      const { app } = service.running;
      const secret = await inTransaction(app, keepSecret);
      const { channel, action, buttons } = await givenMessage();
      const through = await findChannel(app.reader, (await admin.getProject()).id, channel.id);
      const pressed = (id: string) =>
        validPress(app, secret, {
          through: through ?? assert.fail('there is no channel'),
          button: buttons.approve ?? assert.fail('there is no button'),
          who: { id, name: id },
        });
      const [byDana, byOther] = [await pressed('U9'), await pressed('U1')];
      const { config } = await admin.getChannel(channel.id);
      const isRefused = (problem: Problem) => problem.code === 'insufficient_scope';
      const otherAccount = [{ id: 'U8', reviewer_id: dana.id }];
      await admin.updateChannel(channel.id, { config: { ...config, approvers: otherAccount } });
      await assert.rejects(decideByPress(app, byDana), isRefused, 'the account is no longer hers');
      await admin.removeReviewer(dana.id);
      await admin.updateChannel(channel.id, { config: { ...config, approvers: ['U2'] } });
      for (const valid of [byDana, byOther]) await assert.rejects(decideByPress(app, valid), isRefused);
      await admin.updateChannel(channel.id, { config: { ...config, approvers: ['U1'] }, enabled: false });
      await assert.rejects(decideByPress(app, byOther), isRefused);
      assert.equal(await statusOf(action.id), 'pending');
      await admin.updateChannel(channel.id, { enabled: true });
      assert.equal(await decideByPress(app, byOther), 'Approved.');
    });

    test('one bot serves two channels of a project', async () => {
      const { channel } = await givenMessage();
      await admin.createChannel({ ...chat.channel(['U1']), name: 'Second', kinds: ['other'] });
      const action = await create({ kind: 'other' });
      await settle();
      const { approve } = chat.buttons(chat.messages().at(-1));
      await press(channel, approve, 'U1');
      assert.equal(await statusOf(action.id), 'approved');
    });
  });
}

test('Discord’s ping is answered when it is signed, and only then', async () => {
  const chat = chats.all.find(({ type }) => type === 'discord') as Chat;
  const channel = await admin.createChannel(chat.channel(['U1']));
  const { status } = await chat.press({ channel, button: '', user: 'U1', forged: 'signature' });
  assert.equal(status, 401);
});

test('a channel of another type, or none, hears nothing', async () => {
  const [slack, discord] = chats.all as [Chat, Chat, Chat];
  const channel = await admin.createChannel(slack.channel(['U1']));
  assert.equal((await discord.press({ channel, button: 'x', user: 'U1' })).status, 404);
  assert.equal((await discord.press({ channel: { id: 'nch_1' }, button: 'x', user: 'U1' })).status, 404);
});

for (const [which, at] of Object.entries({ older: 0, newer: 1 })) {
  test(`of two channels with one bot the ${which} is deleted: what is pressed comes to the other`, async () => {
    const telegram = chats.all[2] ?? assert.fail();
    const made = [
      await admin.createChannel(telegram.channel(['U1'])),
      await admin.createChannel(telegram.channel(['U1'])),
    ];
    await create();
    await settle();
    await admin.deleteChannel(made[at]?.id ?? '');
    const channel = made[1 - at] ?? assert.fail();
    const { id } = await create();
    await settle();
    const told = chats.platform.heard.findLast(({ path }) => path.endsWith('/setWebhook'));
    assert.equal(told?.get('url'), channel.interactions_url);
    const { approve = '' } = telegram.buttons(telegram.messages().at(-1));
    await telegram.press({ channel, button: approve, user: 'U1' });
    assert.equal((await admin.getAction(id)).status, 'approved');
  });
}

test('where Telegram does not take our address no message has buttons, also when it is changed', async () => {
  const telegram = chats.all[2] ?? assert.fail();
  chats.platform.says(({ path }) =>
    path.endsWith('/setWebhook')
      ? { status: 400, body: { ok: false, description: 'Bad Request: bad webhook' } }
      : { body: { ok: true, result: { message_id: 1 } } },
  );
  await admin.createRule({ name: 'Two', rule_action: 'require_n_approvers', outcome_params: { n: 2 } });
  await admin.createChannel(telegram.channel(['U1']));
  const { id } = await create();
  await settle();
  assert.deepEqual(telegram.buttons(telegram.messages().at(-1)), {});
  await dana.ask('POST', `/actions/${id}/decision`, { decision: 'approve' });
  await settle();
  const copy = telegram.messages().at(-1);
  assert.match(telegram.textOf(copy), /1 of 2 approvals are given/);
  assert.deepEqual(telegram.buttons(copy), {});

  const asked = () => chats.platform.heard.filter(({ path }) => path.endsWith('/setWebhook')).length;
  assert.equal(asked(), 1, 'not with every message');
  chats.platform.says(() => ({ body: { ok: true, result: { message_id: 2 } } }));
  service.wind(601);
  await create();
  await settle();
  assert.ok(telegram.buttons(telegram.messages().at(-1)).approve, 'it takes the address now');
});

test('what is not the Bot API of Telegram has not taken a message, however friendly it is', async () => {
  const telegram = chats.all[2] ?? assert.fail();
  chats.platform.says(() => ({ body: '<!doctype html><title>Welcome</title>' }));
  const { id } = await admin.createChannel(telegram.channel(['U1']));
  assert.deepEqual(await admin.testChannel(id), { ok: false, error: 'not accepted' });
});
