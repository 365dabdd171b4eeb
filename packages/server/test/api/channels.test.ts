// Notification channels: who is told what, when and how often, against real receivers; and what happens when they fail.

import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, type TestContext, test } from 'node:test';
import type { Channel, ChannelCreate } from '@countersign/contract';
import { type ActionCreate, Countersign, type CountersignProblem, verifyWebhook } from '@countersign/sdk';
import { Problem } from '../../src/base/problem.ts';
import { forgetChannels, settleChannels } from '../support/channels.ts';
import { engine } from '../support/databases.ts';
import { clientOf, givenService, problem, proposal } from '../support/given.ts';
import { givenMailBox } from '../support/mail-box.ts';
import { givenPerson } from '../support/people.ts';
import { type Heard, type Platform, startPlatform } from '../support/platform.ts';
import { rawSql } from '../support/raw-sql.ts';
import { type Service, startService } from '../support/start-service.ts';
import { until } from '../support/until.ts';
import { openScene, post, rss, watchingOf } from '../support/watching.ts';

let service: Service;
let admin: Countersign;
let platform: Platform;

before(async () => {
  platform = await startPlatform();
  service = await startService({ allowPrivateTargets: true, environment: { PUBLIC_URL: 'https://inbox.example' } });
});
after(async () => {
  await service.stop();
  platform.close();
});
/** Nobody but those of the test itself is told. */
beforeEach(async () => {
  await forgetChannels(service);
  admin = clientOf(service, (await service.newProject('Channels')).adminKey);
  platform.forget();
});

const settle = () => settleChannels(service);

async function pass(seconds: number): Promise<void> {
  service.wind(seconds);
  await settle();
}

const hook = (changes: Partial<ChannelCreate> = {}): ChannelCreate => ({
  name: 'Hook',
  type: 'webhook',
  config: { url: `${platform.url}/hook`, secret: 'a-secret-of-the-channel' },
  ...changes,
});

const ntfy = (): ChannelCreate => ({
  name: 'Phone',
  type: 'ntfy',
  config: { url: `${platform.url}/`, topic: 'inbox' },
});

const create = (changes: Partial<ActionCreate> = {}) => admin.createAction(proposal(changes));
/** What was told so far, of each these. */
const told = (...paths: string[]) => platform.heard.map((one) => paths.map((path) => one.get(path)));
const eventsOf = async (id: string) =>
  (await admin.listAudit({ entity_id: id })).items.map(({ event }) => event).toReversed();

describe('a channel', () => {
  test('has the defaults, is changed, read, listed and removed, and every change is in the log', async () => {
    const made = await admin.createChannel(hook());
    assert.partialDeepStrictEqual(made, {
      enabled: true,
      digest_window_sec: 0,
      events: ['action.pending', 'action.expiring'],
      kinds: [],
      watcher_ids: [],
      inbox: 'also',
      fail_count: 0,
    });
    const changed = await admin.updateChannel(made.id, { name: 'Other', kinds: ['mail.*'], enabled: false });
    assert.partialDeepStrictEqual(changed, { name: 'Other', kinds: ['mail.*'], enabled: false });
    assert.deepEqual(await admin.getChannel(made.id), changed);
    assert.deepEqual((await admin.listChannels()).items, [changed]);
    await admin.deleteChannel(made.id);
    await assert.rejects(admin.getChannel(made.id), problem('not_found'));
    assert.deepEqual(await eventsOf(made.id), ['channel.created', 'channel.updated', 'channel.deleted']);
  });

  const refused: readonly [string, string, () => ChannelCreate][] = [
    ['a webhook without an address', 'config.url', () => hook({ config: {} })],
    ['a setting of another type', 'config.topic', () => hook({ config: { url: 'https://a.example/', topic: 'x' } })],
    ['a bot without its secret', 'config.signing_secret', () => slackBot({ signing_secret: undefined })],
    ['both ways at once', 'config.url', () => slackBot({ url: 'https://hooks.example/' })],
    ['a file as address', 'config.url', () => hook({ config: { url: 'file:///etc/passwd' } })],
    [
      'a masked secret that was never sent',
      'config.secret',
      () => hook({ config: { url: 'https://a.example/', secret: '****cret' } }),
    ],
    [
      'a reviewer who is not there',
      'config.approvers.0.reviewer_id',
      () => slackBot({ approvers: [{ id: 'U1', reviewer_id: 'rev_x' }] }),
    ],
  ];
  for (const [what, path, body] of refused) {
    test(`with ${what} is refused`, async () => {
      await assert.rejects(admin.createChannel(body()), (error: CountersignProblem) => {
        assert.equal(error.problem.issues?.[0]?.path, path);
        return true;
      });
      assert.deepEqual((await admin.listChannels()).items, []);
    });
  }

  test('is the business of admins, and of its own project alone', async () => {
    const made = await admin.createChannel(hook());
    const other = clientOf(service, (await service.newProject('Other')).adminKey);
    await assert.rejects(other.getChannel(made.id), problem('not_found'));
    await assert.rejects(other.updateChannel(made.id, { enabled: false }), problem('not_found'));
    await assert.rejects(other.testChannel(made.id), problem('not_found'));
    await assert.rejects(other.deleteChannel(made.id), problem('not_found'));
    const reviewer = await givenPerson(service, 'reviewer');
    assert.equal((await reviewer.send('GET', '/notification-channels')).status, 403);
  });

  test('shows no secret: not when read, nor in the log, the export or what the server writes', async () => {
    const secrets = {
      url: `${platform.url}/services/T0/B0/canary-of-an-url`,
      bot_token: 'xoxb-canary-of-a-token',
      signing_secret: 'canary-of-a-signing-secret',
      token: 'tk_canary-of-ntfy',
      secret: 'canary-of-a-webhook',
    };
    const { url, bot_token, signing_secret, token, secret } = secrets;
    const made = [
      await admin.createChannel({ name: 'S', type: 'slack', config: { url } }),
      await admin.createChannel(slackBot({ bot_token, signing_secret })),
      await admin.createChannel({ name: 'T', type: 'telegram', config: { bot_token, chat_id: '-100' } }),
      await admin.createChannel({ name: 'N', type: 'ntfy', config: { url: platform.url, topic: 'a', token } }),
      await admin.createChannel(hook({ config: { url: `${platform.url}/hook`, secret } })),
    ];
    assert.equal(made[0]?.config.url, '****-url');
    assert.equal(made[1]?.config.bot_token, '****oken');
    await create();
    await settle();
    const everything = [
      JSON.stringify(made),
      JSON.stringify(await admin.listChannels()),
      JSON.stringify((await admin.listAudit()).items),
      JSON.stringify(await admin.exportProject()),
      service.world.lines.join(''),
    ].join('');
    for (const canary of Object.values(secrets)) assert.ok(!everything.includes(canary.slice(-16)), canary);
  });

  test('keeps a secret that comes back as it was shown', async () => {
    const made = await admin.createChannel(hook());
    await admin.updateChannel(made.id, { config: { ...made.config, url: `${platform.url}/moved` } });
    await create();
    await settle();
    const [first] = platform.heard;
    assert.equal(first?.path, '/moved');
    await assertSigned(first);
  });

  test('sends a token that is kept to no other address', async () => {
    const config = { url: `${platform.url}/`, topic: 'a', token: 'tk_kept_kept_kept' };
    const made = await admin.createChannel({ name: 'N', type: 'ntfy', config });
    const moved = { ...made.config, url: `${platform.url}/thief` };
    await assert.rejects(admin.updateChannel(made.id, { config: moved }), problem('validation_failed'));
    await admin.updateChannel(made.id, { config: { ...made.config, topic: 'b' } });
    await admin.testChannel(made.id);
    assert.deepEqual(
      platform.heard.map(({ path, headers }) => [path, headers.authorization]),
      [['/', 'Bearer tk_kept_kept_kept']],
    );
  });

  test('says how a test went, and counts it', async () => {
    const made = await admin.createChannel(hook());
    assert.deepEqual(await admin.testChannel(made.id), { ok: true });
    assert.deepEqual(told('event'), [['test']]);
    platform.says(() => ({ status: 500 }));
    assert.deepEqual(await admin.testChannel(made.id), { ok: false, error: 'http_5xx (500)' });
    assert.partialDeepStrictEqual(await admin.getChannel(made.id), { fail_count: 1, last_error: 'http_5xx (500)' });
    assert.deepEqual(await eventsOf(made.id), ['channel.created', 'channel.tested', 'channel.tested']);
  });

  test('is sent one test, also when it cannot be written down how it went', async () => {
    const { adminKey } = await service.newProject('Patient');
    const patient = new Countersign({ baseUrl: service.baseUrl, apiKey: adminKey });
    const made = await patient.createChannel(hook());
    const { app } = service.running;
    const { storage } = app;
    const refuse = () => Promise.reject(new Problem('unavailable'));
    platform.says(() => {
      Object.assign(app, { storage: { ...storage, transaction: refuse } });
      return {};
    });
    const testing = patient.testChannel(made.id).finally(() => Object.assign(app, { storage }));
    await assert.rejects(testing, problem('internal'));
    assert.deepEqual(told('event'), [['test']]);
  });

  test('does not count a test for which the platform asks to wait', async () => {
    const made = await admin.createChannel({ name: 'N', type: 'ntfy', config: { url: platform.url, topic: 'a' } });
    platform.says(() => ({ status: 429, headers: { 'retry-after': '60' } }));
    assert.equal((await admin.testChannel(made.id)).ok, false);
    assert.partialDeepStrictEqual(await admin.getChannel(made.id), { fail_count: 0, last_error: 'http_4xx (429)' });
  });

  test('to ntfy is given the server, not the address of a topic, where messages would be shown as JSON', async () => {
    const given = (path: string): ChannelCreate => ({
      name: 'N',
      type: 'ntfy',
      config: { url: `${platform.url}${path}`, topic: 'a' },
    });
    for (const path of ['/a', '/a/', '/behind/a'])
      await assert.rejects(admin.createChannel(given(path)), problem('validation_failed'), path);
    for (const path of ['', '/', '/behind/', '/ba']) await admin.createChannel(given(path));
  });

  test('goes with the project’s data, and the count says so', async () => {
    await admin.createChannel(hook());
    await create();
    assert.equal((await admin.eraseProject()).notification_channels, 1);
    assert.deepEqual((await admin.listChannels()).items, []);
  });
});

function slackBot(changes: object = {}): ChannelCreate {
  const config = { bot_token: 'xoxb-1-token', channel_id: 'C1', signing_secret: 'a-signing-secret', ...changes };
  return { name: 'Slack', type: 'slack', config: JSON.parse(JSON.stringify(config)) };
}

/** Throws when it is not. The clock of the server is wound; when it was sent is of no concern here. */
async function assertSigned(heard: Heard | undefined, secrets = 'a-secret-of-the-channel'): Promise<void> {
  const headers = heard?.headers as Record<string, string>;
  await verifyWebhook({ rawBody: heard?.text ?? '', headers, secrets, tolerance: 1e9 });
}

describe('what is told', () => {
  test('pending, expiring and decided, each once, signed and with its action', async () => {
    await admin.createChannel(hook({ events: ['action.pending', 'action.expiring', 'action.decided'] }));
    const { id } = await create({ title: 'Pay', expires_in: 3600 });
    await pass(3100);
    await admin.decideAction(id, { decision: 'reject' });
    await settle();
    assert.deepEqual(told('event', 'action.id', 'action.status'), [
      ['action.pending', id, 'pending'],
      ['action.expiring', id, 'pending'],
      ['action.decided', id, 'rejected'],
    ]);
    assert.partialDeepStrictEqual(platform.heard[2]?.body, { decision: { verdict: 'reject', channel: 'api' } });
    assert.equal(platform.heard[0]?.get('action.inbox_url'), `https://inbox.example/a/${id}`);
    for (const one of platform.heard) {
      assert.equal(one.headers['webhook-id'], one.get('delivery_id'));
      await assertSigned(one);
    }
  });

  test('an expiry is told as what became of it', async () => {
    await admin.createChannel(hook({ events: ['action.decided'] }));
    const { id } = await create({ expires_in: 300 });
    service.wind(301);
    service.running.app.wake('expiry');
    for (let n = 0; platform.heard.length === 0 && n < 200; n++) await settle();
    assert.partialDeepStrictEqual(platform.heard[0]?.body, {
      event: 'action.decided',
      action: { id, status: 'expired' },
    });
  });

  test('only of the kinds that were asked for, and nothing while it is off', async () => {
    const made = await admin.createChannel(hook({ kinds: ['pay.*'] }));
    await create({ kind: 'mail.send' });
    const paid = await create({ kind: 'pay.out' });
    await settle();
    assert.deepEqual(told('action.id'), [[paid.id]]);
    await admin.updateChannel(made.id, { enabled: false });
    await create({ kind: 'pay.in' });
    await settle();
    assert.equal(platform.heard.length, 1);
  });

  test('what a rule decided is not asked for', async () => {
    await admin.createChannel(hook({ events: ['action.pending', 'action.decided'] }));
    await admin.createRule({ name: 'No', rule_action: 'auto_reject' });
    await create();
    await settle();
    assert.deepEqual(told('event', 'decision.channel'), [['action.decided', 'rule']]);
  });

  test('gathered for as long as was wished, then all in one', async () => {
    await admin.createChannel(hook({ digest_window_sec: 60, events: ['action.pending', 'action.decided'] }));
    const first = await create();
    await pass(30);
    const second = await create();
    await settle();
    assert.equal(platform.heard.length, 0);
    await pass(30);
    assert.equal(platform.heard.length, 1);
    assert.deepEqual(told('event', 'items.0.action.id', 'items.1.action.id', 'items.2'), [
      ['action.pending', first.id, second.id, undefined],
    ]);
  });

  test('gathered for longer than there is time to decide, it is told ten minutes before the end, or at once', async () => {
    await admin.createChannel({ ...ntfy(), digest_window_sec: 3600 });
    await create({ title: 'Soon', expires_in: 1800 });
    await settle();
    assert.equal(platform.heard.length, 0);
    await create({ title: 'At once', expires_in: 500 });
    await settle();
    assert.deepEqual(told('title'), [['At once']]);
    await pass(600);
    assert.equal(platform.heard.length, 1);
    await pass(601);
    const later = platform.heard.slice(1).map((one) => String(one.get('message')) + String(one.get('title')));
    assert.match(later.join('\n'), /Soon/);
  });

  test('a flood is one message to people, and one for each to a program', async () => {
    await admin.createChannel({ name: 'N', type: 'ntfy', config: { url: `${platform.url}/`, topic: 'a' } });
    await admin.createChannel(hook());
    platform.says(() => ({ status: 429, headers: { 'retry-after': '60' } }));
    for (let n = 0; n < 30; n++) await create({ title: `T${n}` });
    await settle();
    platform.forget();
    await pass(67);
    const to = (path: string) => platform.heard.filter((one) => one.path === path);
    assert.equal(to('/hook').length, 30);
    assert.deepEqual(
      to('/').map((one) => one.get('title')),
      ['30 notifications'],
    );
  });

  test('is written down with the change: a server that ends before it is sent sends it after', async () => {
    platform.says(() => ({ status: 503 }));
    await admin.createChannel(hook());
    await create();
    await settle();
    await service.restart();
    admin = clientOf(service, service.adminKey);
    platform.says(() => ({}));
    await pass(70);
    const ids = told('delivery_id').flat();
    assert.deepEqual(ids, [ids[0], ids[0]]);
  });
});

test('a message that was under way when the server ended is sent again, under the same id', async () => {
  const key = (await service.newProject('Ending')).adminKey;
  admin = clientOf(service, key);
  await admin.createChannel(hook());
  platform.says(() => Promise.withResolvers<never>().promise);
  await create();
  await until(() => platform.heard.length > 0, 'the message is under way');
  await service.restart(() => platform.says(() => ({})));
  admin = clientOf(service, key);
  await settle();
  const ids = told('delivery_id').flat();
  assert.deepEqual(ids, [ids[0], ids[0]]);
});

test('a message that was under way when the only server of a file died is sent by the next at once', {
  skip: engine !== 'sqlite',
}, async () => {
  const key = (await service.newProject('Dying')).adminKey;
  admin = clientOf(service, key);
  await admin.createChannel(hook({ digest_window_sec: 3600 }));
  await create();
  const asIfDied = 'UPDATE channel_sends SET leased = 1';
  await service.restart(() => void rawSql({ file: service.databaseFile, url: '' }, asIfDied));
  admin = clientOf(service, key);
  await settle();
  assert.equal(platform.heard.length, 1);
});

describe('a channel that fails', () => {
  test('is tried six times, then turns itself off and says so', async () => {
    platform.says(() => ({ status: 503 }));
    const made = await admin.createChannel(hook());
    await create();
    await settle();
    for (const wait of [70, 340, 1700, 8000, 48_000]) await pass(wait);
    assert.equal(platform.heard.length, 6);
    assert.equal(new Set(platform.heard.map(({ text }) => text)).size, 1);
    const off = await admin.getChannel(made.id);
    assert.partialDeepStrictEqual(off, { enabled: false, fail_count: 6, last_error: 'http_5xx (503)' });
    assert.ok(off.disabled_at);
    assert.deepEqual(await eventsOf(made.id), ['channel.created', 'channel.disabled']);
    const lines = service.world.lines.filter((line) => line.includes('"channel.disabled"') && line.includes(made.id));
    assert.deepEqual(
      lines.map((line) => (JSON.parse(line) as { level: string }).level),
      ['warn'], // once, for whoever watches the server and not its inbox
    );
    platform.says(() => ({}));
    assert.partialDeepStrictEqual(await admin.updateChannel(made.id, { enabled: true }), {
      enabled: true,
      fail_count: 0,
    });
    assert.equal((await admin.getChannel(made.id)).disabled_at, undefined);
    await create();
    await settle();
    assert.equal(platform.heard.length, 7);
  });

  test('with 410 is off at once; a platform that refuses, after three', async () => {
    const made = await admin.createChannel(hook());
    platform.says(() => ({ status: 410 }));
    await create();
    await settle();
    assert.equal((await admin.getChannel(made.id)).enabled, false);
    assert.equal(platform.heard.length, 1);
    const refusing = await admin.createChannel(ntfy());
    platform.says(() => ({ status: 403 }));
    await create();
    await settle();
    await pass(70);
    assert.equal((await admin.getChannel(refusing.id)).enabled, true);
    await pass(340);
    assert.equal((await admin.getChannel(refusing.id)).enabled, false);
  });

  test('because a program is not there, or has no time, is tried six times like every webhook', async () => {
    const made = await admin.createChannel(hook());
    const says = [404, 429, 403, 400, 429];
    platform.says(() => ({ status: says[platform.heard.length - 1] ?? 204, headers: { 'retry-after': '1' } }));
    await create();
    await settle();
    await pass(50);
    assert.equal(platform.heard.length, 1, 'never early');
    for (const wait of [20, 340, 1700, 8000, 48_000]) await pass(wait);
    assert.equal(platform.heard.length, 6);
    assert.partialDeepStrictEqual(await admin.getChannel(made.id), { enabled: true, fail_count: 0 });
  });

  test('but takes other messages stays on', async () => {
    const made = await admin.createChannel(ntfy());
    platform.says((one) => ({ status: one.get('title') === 'Bad' ? 400 : 200 }));
    const { id } = await create({ title: 'Bad' });
    await settle();
    await pass(70);
    await create({ title: 'Good' });
    await pass(340);
    assert.partialDeepStrictEqual(await admin.getChannel(made.id), { enabled: true });
    const lines = service.world.lines.filter((line) => line.includes('"channel.gave_up"') && line.includes(made.id));
    assert.deepEqual(
      lines.map((line) => (JSON.parse(line) as { action_id: string }).action_id),
      [id], // nobody was told of it there, and the next success clears what the channel says of it
    );
  });

  test('or refuses what one says is told without its words, and stays on', async () => {
    const slack: ChannelCreate = { name: 'S', type: 'slack', config: { url: `${platform.url}/services/x` } };
    for (const [channel, refusal] of [
      [slack, { status: 400, body: 'invalid_blocks' }],
      [ntfy(), { status: 413, body: { code: 41_301 } }],
    ] as const) {
      platform.forget();
      platform.says(({ text }) => (text.includes('Bad') ? refusal : {}));
      const { id } = await admin.createChannel(channel);
      await create({ title: `Bad for ${channel.type}` });
      await settle();
      assert.deepEqual(
        platform.heard.map(({ text }) => text.includes('A notification is in the inbox')),
        [false, true],
      );
      assert.partialDeepStrictEqual(await admin.getChannel(id), { enabled: true, fail_count: 0 });
      await admin.deleteChannel(id);
    }
  });

  test('and asks us to wait is given the time, however often', async () => {
    const made = await admin.createChannel(ntfy());
    const until = () => new Date(Date.now() + 100_000).toUTCString(); // by the clock of the platform
    platform.says(() => ({ status: 429, headers: { 'retry-after': platform.heard.length % 2 ? '100' : until() } }));
    await create({ title: 'First' });
    await settle();
    await create({ title: 'Second' });
    await settle();
    assert.equal(platform.heard.length, 1, 'not for what comes meanwhile, either');
    for (let n = 1; n < 9; n++) {
      await pass(50);
      assert.equal(platform.heard.length, n, 'not yet');
      await pass(51);
    }
    assert.equal(platform.heard.length, 9, 'one at a time, to see whether it may go on');
    platform.says(() => ({}));
    await create({ title: 'Third' });
    await pass(101);
    const titles = platform.heard.slice(9).map((one) => one.get('title'));
    assert.deepEqual(titles, ['First', 'Second', 'Third'], 'and in order');
    assert.partialDeepStrictEqual(await admin.getChannel(made.id), { enabled: true, fail_count: 0 });
  });

  test('holds up no other', async () => {
    platform.says(({ path }) => ({ status: path === '/hook' ? 500 : 200 }));
    await admin.createChannel(hook());
    await admin.createChannel(hook({ config: { url: `${platform.url}/other` } }));
    await create();
    await settle();
    assert.deepEqual(platform.heard.map(({ path }) => path).toSorted(), ['/hook', '/other']);
  });
});

test('a channel to a platform leads to that platform, unless the operator named another', async () => {
  const strict = await startService({ environment: { SLACK_API_BASE: 'https://chat.example/api' } });
  try {
    const admin = clientOf(strict, strict.adminKey);
    const createChannel = (config: { url: string }, type: 'slack' | 'discord' = 'slack') =>
      admin.createChannel({ name: 'S', type, config });
    await assert.rejects(createChannel({ url: 'https://evil.example/services/x' }), problem('validation_failed'));
    await assert.rejects(createChannel({ url: 'https://chat.example/x' }, 'discord'), problem('validation_failed'));
    const made = await createChannel({ url: 'https://hooks.slack.com/services/T0/B0/x' });
    const own = { config: { url: 'https://chat.example/hooks/x' } };
    assert.equal((await admin.updateChannel(made.id, own)).config.url, '****ks/x');
    const foreign = { config: { url: 'https://evil.example/services/x' } };
    await assert.rejects(admin.updateChannel(made.id, foreign), problem('validation_failed'));
    assert.equal((await admin.getChannel(made.id)).config.url, '****ks/x', 'and nothing was changed');
  } finally {
    await strict.stop();
  }
});

describe('to people, words of others are words', () => {
  const HOSTILE = '<!channel> @everyone *bold* `code` [link](https://evil.example) <b>x</b> & \\';

  test('Slack: plain text and rich text, and what is read as markup is escaped', async () => {
    await admin.createChannel({ name: 'S', type: 'slack', config: { url: `${platform.url}/services/x` } });
    const { id } = await create({ title: HOSTILE, kind: 'pay', preview: { body: HOSTILE } });
    await settle();
    const [one] = platform.heard;
    assert.equal(one?.get('text'), HOSTILE.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'));
    assert.ok(!one?.text.includes('mrkdwn'));
    assert.deepEqual(one?.get('blocks.0.text'), { type: 'plain_text', text: HOSTILE, emoji: false });
    assert.ok(one?.text.includes(`"url":"https://inbox.example/a/${id}"`));
  });

  test('Discord: every mark is escaped, nobody is mentioned, and the copy is changed when it is decided', async () => {
    platform.says(({ method }) => ({ body: method === 'POST' ? { id: '77' } : {} }));
    await admin.createChannel({
      name: 'D',
      type: 'discord',
      config: { url: `${platform.url}/api/webhooks/1/abc?thread_id=5` },
    });
    const { id } = await create({ title: HOSTILE });
    await settle();
    await admin.decideAction(id, { decision: 'approve' });
    await settle();
    const [sent, changed] = platform.heard;
    assert.equal(sent?.path, '/api/webhooks/1/abc?thread_id=5&wait=true');
    for (const one of [sent, changed])
      assert.match(String(one?.headers['user-agent']), /^DiscordBot \(https:\/\/inbox\.example, \d+\.\d+\.\d+\)$/);
    const description = String(sent?.get('embeds.0.description'));
    assert.ok(description.startsWith('**\\<\\!channel\\> \\@everyone \\*bold\\*'));
    assert.deepEqual(sent?.get('allowed_mentions'), { parse: [] });
    assert.deepEqual([changed?.method, changed?.path], ['PATCH', '/api/webhooks/1/abc/messages/77?thread_id=5']);
    assert.match(String(changed?.get('embeds.0.description')), /^\*\*Approved\\: /);
  });

  test('ntfy: JSON, with its token and a link', async () => {
    const config = { url: `${platform.url}/`, topic: 'approvals', token: 'tk_secret_secret' };
    await admin.createChannel({ name: 'N', type: 'ntfy', config });
    const { id } = await create({ title: HOSTILE });
    await settle();
    const [one] = platform.heard;
    assert.equal(one?.headers.authorization, 'Bearer tk_secret_secret');
    assert.partialDeepStrictEqual(one?.body, {
      topic: 'approvals',
      title: HOSTILE,
      click: `https://inbox.example/a/${id}`,
    });
  });
});

describe('watchers', () => {
  const RSS = (title: string) =>
    `<rss version="2.0"><channel><title>Blog</title><item><title>${title}</title><link>https://blog.example/${title}</link><guid>${title}</guid></item></channel></rss>`;

  test('a match is told with its item, beside the inbox or instead of it', async (t) => {
    for (const inbox of ['also', 'instead'] as const) {
      const scene = await openScene(t, service);
      platform.forget();
      scene.blog.says(RSS('old'));
      await scene.admin.createChannel(hook({ events: ['action.pending', 'watcher.matched'], inbox }));
      const watcher = await scene.watch();
      await scene.pass(0);
      scene.blog.says(RSS('news'));
      await scene.pass(3600);
      await settle();
      // Not a second time as an action.
      assert.deepEqual(told('event', 'watcher.id', 'item.title'), [['watcher.matched', watcher.id, 'news']], inbox);
      assert.equal((await scene.cards()).length, inbox === 'also' ? 1 : 0);
      assert.equal(platform.heard[0]?.get('action_id') !== undefined, inbox === 'also');
    }
  });

  test('a digest is one message with its items, at most fifty in each; what has a card is told by itself', async (t) => {
    const scene = await openScene(t, service);
    platform.forget();
    const entries = (count: number) => rss(Array.from({ length: count }, (_, n) => post(n)));
    scene.blog.says(entries(1));
    await scene.admin.createChannel(hook({ events: ['watcher.matched'] }));
    await scene.admin.createChannel({ ...ntfy(), events: ['watcher.matched'] });
    const watcher = await scene.watch();
    scene.blog.says(entries(81));
    await scene.pass(3600);
    await settle();
    const digest = (await scene.cards()).at(-1);
    const [phone, program] = [
      platform.heard.filter((one) => one.get('topic')),
      platform.heard.filter((one) => one.get('event')),
    ];
    assert.equal(phone.length, 12);
    assert.equal(program.length, 12);
    const together = program.filter((one) => one.get('items') !== undefined);
    assert.deepEqual(
      together.map((one) => (one.get('items') as unknown[]).length),
      [50, 20],
    );
    assert.deepEqual(
      together.map((one) => [one.get('event'), one.get('items.0.watcher.id'), one.get('items.0.action_id')]),
      Array(2).fill(['watcher.matched', watcher.id, digest?.id]),
    );
  });

  /** What a channel was to take instead of the inbox waits there, for nobody answers. */
  const givenUntold = async (t: TestContext, titles: readonly string[], changes: Partial<ChannelCreate> = {}) => {
    const scene = await openScene(t, service);
    scene.blog.says(rss([post(0)]));
    const channel = await scene.admin.createChannel(
      hook({ events: ['watcher.matched'], inbox: 'instead', ...changes }),
    );
    const watcher = await scene.watch();
    platform.says(() => ({ status: 503 }));
    scene.blog.says(rss(titles.map((title, n) => post(n + 1, { title }))));
    await scene.pass(3600);
    await settle();
    assert.equal((await scene.cards()).length, 0);
    return { ...scene, channel, watcher };
  };

  const ENDS: readonly (readonly [string, (scene: Awaited<ReturnType<typeof givenUntold>>) => Promise<unknown>])[] = [
    ['was turned off', ({ admin, channel }) => admin.updateChannel(channel.id, { enabled: false })],
    ['was removed', ({ admin, channel }) => admin.deleteChannel(channel.id)],
    [
      'is gone',
      async () => {
        platform.says(() => ({ status: 410 }));
        await pass(3600);
      },
    ],
    [
      'never answered',
      async () => {
        for (const wait of [70, 340, 1700, 8000, 48_000]) await pass(wait);
      },
    ],
  ];
  for (const [how, end] of ENDS)
    test(`a match whose channel ${how} before it was told comes into the inbox, once`, async (t) => {
      const title = 'News that matter to somebody';
      const scene = await givenUntold(t, [title]);
      await end(scene);
      await settle();
      const [card, ...others] = await scene.cards();
      assert.deepEqual(others, []);
      assert.partialDeepStrictEqual(card, { title, untrusted: true, status: 'pending' });
      assert.match(card?.preview.body ?? '', /What post 1 says\./);
      const { items } = await scene.admin.listWatcherItems(scene.watcher.id);
      assert.equal(items.find((item) => item.title === title)?.action_id, card?.id);
      await scene.pass(3600);
      await settle();
      assert.equal((await scene.cards()).length, 1);
    });

  test('many matches that were not told, some gathered already, come into the inbox as one', async (t) => {
    const titles = Array.from({ length: 12 }, (_, n) => `News number ${n} of a busy day`);
    const scene = await givenUntold(t, titles, { digest_window_sec: 60 });
    await pass(61);
    await scene.admin.deleteChannel(scene.channel.id);
    await settle();
    const cards = await scene.cards();
    assert.deepEqual(
      cards.map(({ title }) => title),
      ['Blog: 12 more matches'],
    );
    for (const title of titles) assert.ok(cards[0]?.preview.body.includes(title), title);
  });

  test('a match that a channel was told beside the inbox, or whose watcher is gone, does not come back', async (t) => {
    const scene = await givenUntold(t, ['News of another kind']);
    const beside = await scene.admin.createChannel(hook({ events: ['watcher.matched'] }));
    scene.blog.says(rss([post(7, { title: 'News that both are told' })]));
    await scene.pass(3600);
    await scene.admin.deleteChannel(beside.id);
    await settle();
    assert.deepEqual(await scene.titles(), []);
    await scene.admin.deleteWatcher(scene.watcher.id);
    await scene.admin.deleteChannel(scene.channel.id);
    await settle();
    assert.deepEqual(await scene.titles(), []);
  });

  test('the way down and the way back, of the watchers that were named', async (t) => {
    const scene = await openScene(t, service);
    scene.blog.says(RSS('old'));
    const watcher = await scene.watch();
    await scene.admin.createChannel(hook({ events: ['watcher.degraded'], watcher_ids: [watcher.id] }));
    await scene.admin.createChannel(hook({ events: ['watcher.degraded'], watcher_ids: ['wat_other'] }));
    await scene.pass(0);
    scene.blog.says({ status: 500 });
    for (let n = 0; n < 6; n++) await scene.pass(7200);
    scene.blog.says(RSS('old'));
    for (let n = 0; n < 4; n++) await scene.pass(86_400);
    await settle();
    assert.deepEqual(told('event').flat(), ['watcher.degraded', 'watcher.recovered']);
  });
});

describe('a rule that escalates', () => {
  const escalate = (channel: Channel, after_s = 600) =>
    admin.createRule({
      name: 'Wake them',
      rule_action: 'escalate',
      outcome_params: { channel_id: channel.id, after_s },
    });

  test('tells its channel when it is still pending after so long, also when the server was restarted meanwhile', async () => {
    const key = (await service.newProject('Escalating')).adminKey;
    admin = clientOf(service, key);
    const channel = await admin.createChannel(hook({ events: ['watcher.degraded'] }));
    await escalate(channel);
    const { id } = await create();
    const decided = await create({ title: 'Decided' });
    await admin.decideAction(decided.id, { decision: 'approve' });
    await pass(590);
    assert.equal(platform.heard.length, 0);
    await service.restart();
    admin = clientOf(service, key);
    await pass(11);
    assert.deepEqual(told('event', 'action.id'), [['action.escalated', id]]);
  });

  test('does so when its channel was off for a while; and when it is on again, of what came while it was not', async () => {
    admin = clientOf(service, (await service.newProject('Off for a while')).adminKey);
    const channel = await admin.createChannel(hook({ events: ['watcher.degraded'] }));
    await escalate(channel);
    const first = await create();
    await pass(300);
    await admin.updateChannel(channel.id, { enabled: false });
    await settle();
    const second = await create({ title: 'While it was off' });
    await admin.updateChannel(channel.id, { enabled: true });
    await pass(301);
    assert.deepEqual(told('event', 'action.id'), [['action.escalated', first.id]]);
    const decided = await create({ title: 'Decided by then' });
    await admin.updateChannel(channel.id, { enabled: false });
    await pass(700);
    assert.equal(platform.heard.length, 1);
    await admin.decideAction(decided.id, { decision: 'approve' });
    await admin.updateChannel(channel.id, { enabled: true });
    await settle();
    await pass(60);
    assert.deepEqual(told('event', 'action.id').slice(1), [['action.escalated', second.id]]);
  });

  test('is heard after all when its channel had turned itself off because of it', async () => {
    admin = clientOf(service, (await service.newProject('Out of order')).adminKey);
    const channel = await admin.createChannel(hook({ events: ['watcher.degraded'] }));
    await escalate(channel);
    const { id } = await create();
    platform.says(() => ({ status: 410 }));
    await pass(601);
    assert.equal((await admin.getChannel(channel.id)).enabled, false);
    platform.says(() => ({ status: 200 }));
    await admin.updateChannel(channel.id, { enabled: true });
    await settle();
    const escalated = ['action.escalated', id];
    assert.deepEqual(told('event', 'action.id'), [escalated, escalated]);
  });

  for (const off of ['turned itself off', 'was turned off']) {
    test(`is heard after all when it was told among others and its channel ${off}`, async () => {
      admin = clientOf(service, (await service.newProject('Among others')).adminKey);
      const channel = await admin.createChannel(hook({ digest_window_sec: 600 }));
      await escalate(channel);
      const { id } = await create();
      const decided = await create({ title: 'Decided by then' });
      const itself = off === 'turned itself off';
      platform.says(() => ({ status: itself ? 410 : 503 }));
      await pass(601);
      assert.deepEqual(told('event'), [['digest']]);
      if (!itself) await admin.updateChannel(channel.id, { enabled: false });
      assert.equal((await admin.getChannel(channel.id)).enabled, false);
      await admin.decideAction(decided.id, { decision: 'approve' });
      platform.says(() => ({ status: 200 }));
      await admin.updateChannel(channel.id, { enabled: true });
      await settle();
      assert.deepEqual(told('event', 'action.id').slice(1), [['action.escalated', id]]);
      await pass(700);
      assert.equal(platform.heard.length, 2);
    });
  }

  test('needs a channel of its own project', async () => {
    const other = clientOf(service, (await service.newProject('Other')).adminKey);
    const foreign = await other.createChannel(hook());
    await assert.rejects(escalate(foreign), problem('validation_failed'));
  });

  test('keeps its channel from being removed, whether it is on or off, and is named', async () => {
    const channel = await admin.createChannel(hook());
    const rule = await escalate(channel);
    await admin.updateRule(rule.id, { enabled: false });
    await assert.rejects(admin.deleteChannel(channel.id), (error: CountersignProblem) => {
      assert.equal(error.code, 'channel_in_use');
      assert.match(error.message, /“Wake them”/);
      return true;
    });
    await admin.updateRule(rule.id, { enabled: true });
    const { id } = await create();
    await pass(601);
    assert.deepEqual(told('event', 'action.id').at(-1), ['action.escalated', id]);
    await admin.deleteRule(rule.id);
    await admin.deleteChannel(channel.id);
  });

  test('of a rule that is made and a channel that is removed at once, one is refused', async () => {
    for (let n = 0; n < 10; n++) {
      const channel = await admin.createChannel(hook());
      const [made, removed] = await Promise.allSettled([escalate(channel), admin.deleteChannel(channel.id)]);
      assert.notEqual(made.status, removed.status);
      if (made.status === 'fulfilled') await admin.deleteRule(made.value.id);
    }
  });
});

/** A mail channel whose message was tried three times. */
async function givenTriedMail(t: TestContext, environment: Record<string, string>) {
  const { service: other, admin: owner } = await givenService(t, { environment });
  const { id } = await owner.createChannel({ name: 'M', type: 'email', config: { address: 'ana@example.com' } });
  await owner.createAction(proposal());
  await settleChannels(other);
  for (const wait of [70, 340]) {
    other.wind(wait);
    await settleChannels(other);
  }
  return { other, owner, id };
}

test('a mail server that lets nobody in, as after its password was changed, turns no mailbox off within minutes', async (t) => {
  const box = await givenMailBox(t, { login: { user: 'inbox', pass: 'right' } });
  const environment = { SMTP_URL: box.url.replace('right', 'old'), SMTP_FROM: 'inbox@example.com' };
  const { owner, id } = await givenTriedMail(t, environment);
  assert.partialDeepStrictEqual(await owner.getChannel(id), { enabled: true, fail_count: 3 });
});

test('nor does one that takes nothing more from our sender', async (t) => {
  const box = await givenMailBox(t);
  box.refuseSender(550);
  const environment = { SMTP_URL: box.url, SMTP_FROM: 'inbox@example.com' };
  const { other, owner, id } = await givenTriedMail(t, environment);
  const last_error = '550 not you';
  assert.partialDeepStrictEqual(await owner.getChannel(id), { enabled: true, fail_count: 3, last_error });
  box.refuseSender(0);
  other.wind(1700);
  assert.equal((await box.count(1)).length, 1);
});

describe('a mail server that looks into mails and refuses one for its words', () => {
  const SPAM = 'XJS*C4JDBQADN1.NSBN3*2IDNEN*GTUBE';

  test('turns no channel off: people are told without them, and can decide', async (t) => {
    const box = await givenMailBox(t);
    box.refuseWords(SPAM);
    const environment = { SMTP_URL: box.url, SMTP_FROM: 'inbox@example.com', PUBLIC_URL: 'https://inbox.example' };
    const { service: other, admin: owner } = await givenService(t, { environment });
    const { id } = await owner.createChannel({ name: 'M', type: 'email', config: { address: 'ana@example.com' } });
    const action = await owner.createAction(proposal({ title: `Buy ${SPAM}` }));
    await settleChannels(other);
    const [mail, ...more] = await box.count(1);
    assert.deepEqual(more, []);
    assert.equal(mail?.subject, 'A notification is in the inbox');
    assert.ok(mail?.text.includes(`https://inbox.example/a/${action.id}`));
    assert.match(mail?.text ?? '', /Decide: https:\/\/inbox\.example\/confirm#prj_/);
    assert.partialDeepStrictEqual(await owner.getChannel(id), { enabled: true, fail_count: 0 });
  });

  test('nor by a match that is told there alone: that one comes into the inbox', async (t) => {
    const box = await givenMailBox(t);
    box.refuseWords(SPAM);
    const environment = { SMTP_URL: box.url, SMTP_FROM: 'inbox@example.com' };
    const { service: other } = await givenService(t, { environment, allowPrivateTargets: true });
    const scene = watchingOf(other);
    const blog = scene.site('blog.example');
    blog.says(rss([post(0)]));
    const { id } = await scene.admin.createChannel({
      name: 'M',
      type: 'email',
      config: { address: 'ana@example.com' },
      events: ['watcher.matched'],
      inbox: 'instead',
    });
    await scene.watch();
    blog.says(rss([post(1, { title: `News of ${SPAM}` })]));
    await scene.pass(3600);
    await settleChannels(other);
    for (const wait of [70, 340]) {
      other.wind(wait);
      await settleChannels(other);
    }
    assert.deepEqual([box.received, await scene.titles()], [[], [`News of ${SPAM}`]]);
    const last_error = '554 looks like spam';
    assert.partialDeepStrictEqual(await scene.admin.getChannel(id), { enabled: true, fail_count: 3, last_error });
  });

  test('but one that refuses ours as well turns it off after three', async (t) => {
    const box = await givenMailBox(t);
    box.refuseWords('Countersign');
    const { owner, id } = await givenTriedMail(t, { SMTP_URL: box.url, SMTP_FROM: 'inbox@example.com' });
    assert.partialDeepStrictEqual(await owner.getChannel(id), { enabled: false, last_error: '554 looks like spam' });
  });
});
