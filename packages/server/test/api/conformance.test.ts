// Every operation of the contract, held against it: keys, scopes, unknown members, foreign ids, reply shapes, error codes.

import assert from 'node:assert/strict';
import { createECDH, createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import {
  type ChannelList,
  covers,
  grants,
  type Operation,
  type OperationName,
  operations,
  PROBLEMS,
  problemsOf,
  ROLES,
  type Role,
  roleOf,
  SCOPES,
  type Scope,
  type ToSign,
} from '@countersign/contract';
import { Validator } from '@seriousme/openapi-schema-validator';
import type { TObject, TSchema } from 'typebox';
import { issuesOf } from '../../src/base/validate.ts';
import { telegramToken } from '../../src/features/channels/senders/telegram.ts';
import { keepSecret } from '../../src/features/people/credential-store.ts';
import { insertIdentity } from '../../src/features/people/oidc/identity-store.ts';
import { codeAt, stepAt } from '../../src/features/people/totp.ts';
import { insertSubscription } from '../../src/features/push/store.ts';
import { newToken } from '../../src/features/push/token.ts';
import { inTransaction } from '../../src/storage/database.ts';
import { type Authenticator, newAuthenticator } from '../support/authenticator.ts';
import { mailToken } from '../support/channels.ts';
import { type Company, startCompany } from '../support/company.ts';
import { engine } from '../support/databases.ts';
import { type FakeStripe, startFakeStripe, stripeSignature, subscriptionEvent } from '../support/fake-stripe.ts';
import { type Browser, givenPerson, newBrowser, tokenIn } from '../support/people.ts';
import { type Service, startService } from '../support/start-service.ts';
import { collectStatements, crossing } from '../support/statements.ts';
import { type Answer, call as wireCall } from '../support/wire.ts';

interface Call {
  readonly id?: string;
  readonly query?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

interface Answered {
  readonly status: number;
  readonly type: string;
  readonly body: unknown;
}

const OF_THIS_TEST = /^delete from "holds"$|"actor_type" not in/;

/** A key, someone signed in, or nobody. */
type Credential = string | Browser | undefined;

const statements = collectStatements();
let company: Company;
let service: Service;
let stripe: FakeStripe;
const keys: Partial<Record<Scope, string>> = {};
const people: Partial<Record<Role, Browser>> = {};

/** Someone of this role; anew when the last call signed them out. */
async function personOf(role: Role): Promise<Browser> {
  const known = people[role];
  const person = known && known.cookie !== '' ? known : await givenPerson(service, role);
  people[role] = person;
  return person;
}

/** Someone who may call it. */
async function ownerOf(operation: Operation): Promise<Credential> {
  if (operation.scope === 'public') return undefined;
  return operation.scope === 'person' ? personOf('admin') : service.adminKey;
}

before(async () => {
  stripe = await startFakeStripe();
  company = await startCompany();
  service = await startService({
    environment: {
      ...stripe.environment,
      SMTP_URL: 'smtp://127.0.0.1:1',
      SMTP_FROM: 'inbox@example.com',
      ...company.environment,
    },
  });
  const { body: project } = await send(operations.getProject, {}, service.adminKey);
  const { id: project_id } = project as { id: string };
  await send(operations.receiveBillingEvent, billingCall(project_id), undefined); // the plan without limits
  for (const scope of SCOPES) {
    const made = await send(operations.createKey, { body: { name: scope, scopes: [scope] } }, service.adminKey);
    keys[scope] = (made.body as { key: string }).key;
  }
});
after(async () => {
  company.stop();
  await service.stop();
  await stripe.close();
});

function billingCall(project_id: string): Call {
  const now = Math.floor(service.world.nowMs() / 1000);
  const body = subscriptionEvent({ type: 'updated', created: now, project_id });
  return { body, headers: { 'stripe-signature': stripeSignature(JSON.stringify(body), now) } };
}

async function send(operation: Operation, call: Call, who: Credential, headers = {}): Promise<Answered> {
  const { id = '', query = '', body } = call;
  const all = { ...call.headers, ...headers };
  const path = `${operation.path.replace('{id}', id)}${query}`;
  if (typeof who === 'object') return answered(await who.send(operation.method, path, body, all));
  const key = who === undefined ? {} : { key: who };
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  return answered(await wireCall(operation.method, `${localOrigin()}/v1${path}`, { ...key, ...sent, headers: all }));
}

function answered(response: Answer): Answered {
  const { text } = response;
  const type = response.headers.get('content-type') ?? '';
  return {
    status: response.status,
    type,
    body: type.includes('json') && !type.includes('ndjson') ? JSON.parse(text) : text,
  };
}

/** Where passkeys work. */
const localOrigin = () => new URL(service.baseUrl).origin.replace('127.0.0.1', 'localhost');

let made = 0;

async function givenAction(): Promise<string> {
  const body = {
    kind: 'test',
    title: `Action ${made++}`,
    preview: { body: 'x' },
    payload: { a: 1 },
    editable: ['preview.body', 'payload.a'],
  };
  const { body: created } = await send(operations.createAction, { body }, service.adminKey);
  return (created as { id: string }).id;
}

async function givenItem(): Promise<{ id: string; digest: string }> {
  const id = await givenAction();
  const { body } = await send(operations.getAction, { id }, service.adminKey);
  return { id, digest: (body as { digest: string }).digest };
}

/** Someone with a passkey, and what it signed. */
async function givenSignature(id: string, person: Browser) {
  const { items } = await person.ask<{ items: { id: string }[] }>('GET', '/me/passkeys');
  for (const passkey of items) await person.ask('DELETE', `/me/passkeys/${passkey.id}`); // there may be only so many
  const authenticator = newAuthenticator(localOrigin());
  const options = await person.ask<Record<string, unknown>>('POST', '/me/passkeys/options');
  await person.ask('POST', '/me/passkeys', authenticator.create(options));
  const toSign = await person.ask<ToSign>('POST', `/actions/${id}/step-up`, { decision: 'approve' });
  return { statement: toSign.statement, assertion: authenticator.get(toSign.options) };
}

async function givenSigned(): Promise<string> {
  const id = await givenAction();
  const person = await personOf('admin');
  await person.ask('POST', `/actions/${id}/signed-decision`, await givenSignature(id, person));
  return id;
}

async function givenApprovedAction(): Promise<string> {
  const id = await givenAction();
  await send(operations.decideAction, { id, body: { decision: 'approve' } }, service.adminKey);
  return id;
}

/** With a webhook whose receiver cannot be found. */
async function givenDelivered(): Promise<string> {
  const body = {
    kind: 'test',
    title: `Action ${made++}`,
    preview: { body: 'x' },
    callback_url: 'https://agent.example/hook',
  };
  const { body: created } = await send(operations.createAction, { body }, service.adminKey);
  const { id } = created as { id: string };
  await send(operations.decideAction, { id, body: { decision: 'approve' } }, service.adminKey);
  return id;
}

async function givenKey(): Promise<string> {
  const { body } = await send(operations.createKey, { body: { name: 'spare', scopes: ['watch'] } }, service.adminKey);
  return (body as { id: string }).id;
}

const WATCHER = {
  name: 'Blog',
  kind: 'rss',
  config: { url: 'https://blog.example/feed.xml' },
  keywords: [{ pattern: 'title:release', points: 10 }],
  keywords_none: ['/sponsored/i'],
  min_score: 5,
  schedule: { every: '1h', jitter: '5m', window: '00:00-24:00' },
  color: '#3366cc',
};

const RULE = {
  name: 'Small payments',
  priority: 50,
  enabled: false,
  kind_pattern: 'payment.*',
  payload_conditions: [{ path: 'amount', op: 'lt', value: 50 }],
  target_url_hosts: ['shop.example'],
  created_by: ['key_1'],
  rule_action: 'auto_reject',
  outcome_params: { reason: 'Not now.' },
};

async function givenRule(): Promise<string> {
  const { body } = await send(operations.createRule, { body: RULE }, service.adminKey);
  return (body as { id: string }).id;
}

const CHANNEL = {
  name: 'Approvals',
  type: 'slack',
  config: { bot_token: 'xoxb-1-token', channel_id: 'C1', signing_secret: 'a-signing-secret', approvers: ['U1'] },
  enabled: false,
  digest_window_sec: 60,
  events: ['action.pending', 'watcher.matched'],
  kinds: ['payment.*'],
  watcher_ids: ['wat_1'],
  inbox: 'also',
};

const discordKeys = generateKeyPairSync('ed25519');
const DISCORD = {
  name: 'Approvals',
  type: 'discord',
  config: {
    bot_token: 'a.bot.token',
    channel_id: '1',
    public_key: discordKeys.publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('hex'),
  },
};
const TELEGRAM = { name: 'Approvals', type: 'telegram', config: { bot_token: '1:token', chat_id: '-1' } };

/** What the link in a mail holds, of a new action. */
async function givenMail(): Promise<{ token: string; digest: string }> {
  const channel_id = await givenChannel({
    name: 'Mail',
    type: 'email',
    config: { address: 'ana@example.com' },
    events: ['action.pending'], // not of what others left to expire
  });
  const { body } = await send(operations.getAction, { id: await givenAction() }, service.adminKey);
  const { id: action_id, digest } = body as { id: string; digest: string };
  return { token: await mailToken(service, { channel_id, action_id, digest }), digest };
}

/** Signed by the platform; what is in it concerns nobody. */
function fromSlack(): Call {
  const timestamp = String(Math.floor(service.world.nowMs() / 1000));
  const text = JSON.stringify({});
  const mark = createHmac('sha256', CHANNEL.config.signing_secret).update(`v0:${timestamp}:${text}`).digest('hex');
  return { body: {}, headers: { 'x-slack-request-timestamp': timestamp, 'x-slack-signature': `v0=${mark}` } };
}

function fromDiscord(): Call {
  const timestamp = String(Math.floor(service.world.nowMs() / 1000));
  const body = { type: 1 };
  const mark = sign(null, Buffer.from(timestamp + JSON.stringify(body)), discordKeys.privateKey).toString('hex');
  return { body, headers: { 'x-signature-timestamp': timestamp, 'x-signature-ed25519': mark } };
}

async function givenChannel(channel: object = CHANNEL): Promise<string> {
  for (const { id } of ((await send(operations.listChannels, {}, service.adminKey)).body as ChannelList).items) {
    await send(operations.deleteChannel, { id }, service.adminKey); // there may be only so many
  }
  const { body } = await send(operations.createChannel, { body: channel }, service.adminKey);
  return (body as { id: string }).id;
}

/** At a host of its own: one that many want to ask has them wait for one another. */
async function givenWatcher(): Promise<string> {
  const wish = { ...WATCHER, config: { url: `https://blog-${made++}.example/feed.xml` } };
  const { body } = await send(operations.createWatcher, { body: wish }, service.adminKey);
  return (body as { id: string }).id;
}

async function givenInvited(): Promise<{ id: string; url: string }> {
  const { body } = await send(operations.inviteReviewer, { body: { role: 'viewer', name: 'Vi' } }, service.adminKey);
  return body as { id: string; url: string };
}

/** Whoever it is made for, or anyone. */
async function someone(who: Credential): Promise<Browser> {
  return typeof who === 'object' && who.cookie !== '' ? who : personOf('admin');
}

async function givenAttestation(person: Browser): Promise<object> {
  const options = await person.ask<Record<string, unknown>>('POST', '/me/passkeys/options');
  return newAuthenticator(localOrigin()).create(options);
}

/** Theirs, and forgotten afterwards: nobody may have too many. */
async function givenPasskey(person: Browser): Promise<Authenticator> {
  const { items } = await person.ask<{ items: { id: string }[] }>('GET', '/me/passkeys');
  for (const { id } of items) await person.ask('DELETE', `/me/passkeys/${id}`);
  const authenticator = newAuthenticator(localOrigin());
  const options = await person.ask<Record<string, unknown>>('POST', '/me/passkeys/options');
  await person.ask('POST', '/me/passkeys', authenticator.create(options));
  return authenticator;
}

/** Another session of the same person. */
async function givenSession(who: Credential): Promise<string> {
  const person = typeof who === 'object' ? who : await personOf('admin');
  const { url } = await person.ask<{ url: string }>('POST', '/session/pair');
  const other = newBrowser(service);
  await other.ask('POST', '/session/link', { token: tokenIn(url) });
  const { items } = await other.ask<{ items: { id: string; current: boolean }[] }>('GET', '/me/sessions');
  return items.find(({ current }) => current)?.id ?? '';
}

let browsers = 0;

function newSubscription() {
  const p256dh = createECDH('prime256v1').generateKeys().toString('base64url');
  const keys = { p256dh, auth: Buffer.alloc(16, 1).toString('base64url') };
  return { endpoint: `https://push.example/${browsers++}`, expirationTime: null, keys, more: 'of the browser’s' };
}

/** Theirs; also of someone who was a reviewer once, and may no longer subscribe. */
async function givenDevice(who: Credential): Promise<string> {
  const person = await someone(who);
  return inTransaction(service.running.app, async (tx) => {
    const id = tx.newId('psh');
    const { endpoint, keys: given } = newSubscription();
    await insertSubscription(tx, {
      project_id: service.running.firstStart?.project_id ?? '',
      id,
      endpoint_hash: endpoint,
      endpoint,
      ...given,
      owner_type: 'reviewer',
      owner_id: person.id,
      session_id: null,
      name: 'Phone',
      show_content: 0,
      language: 'en',
      created_at: tx.now,
      expires_at: null,
      last_sent_at: null,
      due_at: null,
      leased: 0,
      fence: 0,
      fails: 0,
    });
    return id;
  });
}

/** A call of each operation that succeeds, for whom it is made. A new operation without one does not compile. */
const CALLS: Record<OperationName, (who: Credential) => Promise<Call>> = {
  createAction: async () => ({
    body: {
      kind: 'mail',
      title: `Everything ${made++}`,
      preview: { format: 'markdown', body: 'hello' },
      payload: { a: [1, 2] },
      target_url: 'https://example.com/context',
      callback_url: 'https://agent.example/hook',
      expires_in: 600,
      idempotency_key: `k${made}`,
      editable: ['preview.body'],
      idempotent: false,
      undo: 'Send another.',
    },
  }),
  listActions: async () => ({ query: '?status=pending&since=0&kind=test&q=action&limit=2' }),
  getAction: async () => ({ id: await givenAction(), query: '?wait=0' }),
  decideAction: async () => ({
    id: await givenAction(),
    body: { decision: 'approve', edited: { 'preview.body': 'y' }, channel: 'test' },
  }),
  bulkDecide: async () => ({ body: { ids: [await givenAction(), 'act_none'], verdict: 'reject', comment: 'no' } }),
  reportResult: async () => ({
    id: await givenApprovedAction(),
    body: { status: 'executed', detail: 'done', payload: { ref: 1 } },
  }),
  claimAction: async () => ({ id: await givenApprovedAction(), body: { lease_s: 10, claim_id: 'worker-1-attempt-1' } }),
  listDeliveries: async () => ({ id: await givenDelivered() }),
  redeliverAction: async () => ({ id: await givenDelivered(), body: { callback_url: 'https://agent.example/again' } }),
  stepUp: async () => ({ id: await givenAction(), body: { decision: 'approve' } }),
  signDecision: async (who) => {
    const id = await givenAction();
    const signer = who === people.viewer ? await personOf('admin') : await someone(who); // viewers are given none
    return { id, body: await givenSignature(id, signer) };
  },
  getProof: async () => ({ id: await givenSigned() }),
  createRule: async () => ({ body: RULE }),
  listRules: async () => ({}),
  getRule: async () => ({ id: await givenRule() }),
  updateRule: async () => ({ id: await givenRule(), body: { priority: 60 } }),
  deleteRule: async () => ({ id: await givenRule() }),
  backtestRule: async () => ({ body: { rule: RULE, since: 0 } }),
  createChannel: async () => {
    await givenChannel();
    return { body: CHANNEL };
  },
  listChannels: async () => ({}),
  getChannel: async () => ({ id: await givenChannel() }),
  updateChannel: async () => ({ id: await givenChannel(), body: { enabled: true } }),
  deleteChannel: async () => ({ id: await givenChannel() }),
  testChannel: async () => ({ id: await givenChannel() }),
  lookAtMail: async () => ({ body: { token: (await givenMail()).token } }),
  decideByMail: async () => ({ body: { ...(await givenMail()), decision: 'reject', comment: 'No.' } }),
  receiveSlack: async () => ({ id: await givenChannel(), ...fromSlack() }),
  receiveDiscord: async () => ({ id: await givenChannel(DISCORD), ...fromDiscord() }),
  receiveTelegram: async () => {
    const id = await givenChannel(TELEGRAM);
    const token = telegramToken(await inTransaction(service.running.app, keepSecret), id);
    return { id, body: { update_id: 1 }, headers: { 'x-telegram-bot-api-secret-token': token } };
  },
  createWatcher: async () => ({ body: WATCHER }),
  listWatchers: async () => ({ query: '?status=active&kind=rss&limit=2' }),
  getWatcher: async () => ({ id: await givenWatcher() }),
  updateWatcher: async () => ({
    id: await givenWatcher(),
    body: { ...withoutKind(WATCHER), name: 'Renamed', status: 'paused', color: null },
  }),
  deleteWatcher: async () => ({ id: await givenWatcher() }),
  listWatcherPresets: async () => ({}),
  createFromPreset: async () => ({
    body: {
      preset_id: 'github-releases',
      params: { owner: 'nodejs', repo: 'node' },
      name: 'Node',
      schedule: { every: '6h' },
    },
  }),
  draftFromPreset: async () => ({
    body: { preset_id: 'hn-keyword', params: { keyword: 'sqlite' }, name: 'Stories', schedule: { every: '6h' } },
  }),
  previewWatcher: async () => ({
    query: '?cached=1',
    body: { ...WATCHER, watcher_id: await givenWatcher() },
  }),
  runWatcher: async () => ({ id: await givenWatcher() }),
  listWatcherRuns: async () => ({ id: await givenWatcher() }),
  listWatcherItems: async () => ({ id: await givenWatcher(), query: '?limit=5' }),
  getWatcherStats: async () => ({ id: await givenWatcher() }),
  importWatchers: async () => ({
    body: { format: 'urls', content: 'https://blog.example/feed.xml Blog', schedule: { every: '2h' } },
  }),
  exportWatchers: async () => ({}),
  createKey: async () => ({ body: { name: 'new', scopes: ['actions'] } }),
  listKeys: async () => ({}),
  revokeKey: async () => ({ id: await givenKey() }),
  getProject: async () => ({}),
  updateProject: async () => ({
    body: { name: 'Renamed', timezone: 'Europe/Prague', settings: { deciders: 'anyone', reveal_payload: true } },
  }),
  rotateWebhookSecret: async () => ({}),
  exportProject: async () => ({}),
  eraseProject: async () => ({}),
  getBilling: async () => ({}),
  startCheckout: async () => ({ body: { plan: 'team', period: 'monthly' } }),
  openBillingPortal: async () => ({}),
  receiveBillingEvent: async () => billingCall(service.running.firstStart?.project_id ?? ''),
  getVapidPublicKey: async () => ({}),
  subscribePush: async () => ({ body: newSubscription() }),
  unsubscribePush: async (who) => {
    const body = newSubscription();
    await send(operations.subscribePush, { body }, who);
    return { body: { endpoint: body.endpoint } };
  },
  testPush: async () => ({}),
  decideFromPush: async (who) => {
    const person = await someone(who);
    const id = await givenAction();
    const { body } = await send(operations.getAction, { id }, service.adminKey);
    const { digest, expires_at } = body as { digest: string; expires_at: number };
    const secret = await inTransaction(service.running.app, keepSecret);
    const token = newToken(secret, {
      project_id: service.running.firstStart?.project_id ?? '',
      owner_id: person.id,
      subscription_id: await givenDevice(who),
      action_id: id,
      digest,
      decision: 'approve',
      now: expires_at - 100_000,
      expires_at,
    });
    return { body: { action_id: id, decision: 'approve', token } };
  },
  listMyDevices: async () => ({}),
  updateMyDevice: async (who) => ({ id: await givenDevice(who), body: { name: 'Phone', show_content: true } }),
  removeMyDevice: async (who) => ({ id: await givenDevice(who) }),
  getUsage: async () => ({}),
  getStats: async () => ({ query: '?days=2&bucket=hour&kind=test&created_by=key_1' }),
  listSuggestions: async () => ({}),
  listAudit: async () => ({ query: '?type=key.&limit=2' }),
  exportAudit: async () => ({ query: '?format=csv' }),
  verifyAudit: async () => ({}),
  streamEvents: async () => ({}),
  getOpenApi: async () => ({}),
  getAbout: async () => ({}),
  listInbox: async () => ({ query: '?split=all&kind=test&sort=kind&limit=2' }),
  countInbox: async () => ({}),
  countSplits: async () => ({}),
  listHistory: async () => {
    await givenDelivered();
    return { query: '?status=approved&kind=test&limit=2' };
  },
  holdBulk: async () => ({ body: { items: [await givenItem()], decision: 'reject', comment: 'No.', seconds: 30 } }),
  undoBulk: async (who) => {
    const item = await givenItem();
    const body = { items: [item], decision: 'reject', seconds: 30 };
    await send(operations.holdBulk, { body }, who);
    return { body: { ids: [item.id] } };
  },
  markSeen: async () => ({ id: await givenAction(), body: { ms: 0, end: false } }),
  snooze: async () => ({ id: await givenAction(), body: { until: Math.floor(service.world.nowMs() / 1000) + 60 } }),
  unsnooze: async (who) => {
    const id = await givenAction();
    const until = Math.floor(service.world.nowMs() / 1000) + 60;
    await send(operations.snooze, { id, body: { until } }, who);
    return { id };
  },
  redeliverAll: async () => ({ body: { status: 'dlq', limit: 5 } }),
  getInboxAction: async () => ({ id: await givenAction() }),
  getInboxPayload: async () => ({ id: await givenAction() }),
  getTimeline: async () => ({ id: await givenDelivered() }),
  holdDecision: async () => {
    const id = await givenAction();
    const { body } = await send(operations.getAction, { id }, service.adminKey);
    const { digest } = body as { digest: string };
    const view = { ms: 1200, end: true };
    return {
      id,
      body: {
        decision: 'approve',
        digest,
        edited: { 'preview.body': 'z' },
        comment: 'ok',
        seconds: 30,
        channel: 'test',
        view,
      },
    };
  },
  undoDecision: async (who) => {
    const call = await CALLS.holdDecision(who);
    const held = await send(operations.holdDecision, call, who);
    if (held.status !== 202) await send(operations.holdDecision, call, service.adminKey); // they may not undo it, either
    return { id: call.id ?? '' };
  },
  askForClaudeCode: async () => ({
    query: '?wait=0&undecided=ask&refuse=problem', // as every operation refuses; its own way is in claude-code-hook.test.ts
    body: {
      hook_event_name: 'PreToolUse',
      tool_name: 'Bash',
      tool_input: { command: `ls ${++made}` },
      tool_use_id: `toolu_${made}`,
      cwd: '/work',
      session_id: 's',
    },
  }),
  startDemo: async () => {
    await send(operations.endDemo, {}, service.adminKey);
    return {};
  },
  getDemo: async () => ({}),
  endDemo: async (who) => {
    await send(operations.startDemo, {}, typeof who === 'string' && who === keys.admin ? who : service.adminKey);
    return {};
  },
  passkeyOptions: async () => ({}),
  signInWithPasskey: async () => {
    const browser = newBrowser(service);
    const options = await browser.ask<{ challenge: string; rpId: string }>('POST', '/session/passkey/options');
    return { body: (await givenPasskey(await personOf('viewer'))).get(options) };
  },
  signInWithPassword: async () => {
    const person = await personOf('viewer');
    const password = 'correct horse battery staple';
    await person.ask('PUT', '/me/password', { password });
    return { body: { login: (await person.ask<{ login: string }>('GET', '/me')).login, password } };
  },
  signInWithRecoveryCode: async () => {
    const person = await personOf('viewer');
    const { codes } = await person.ask<{ codes: string[] }>('POST', '/me/recovery-codes');
    return { body: { login: (await person.ask<{ login: string }>('GET', '/me')).login, code: codes[0] } };
  },
  listMyPasskeys: async () => ({}),
  myPasskeyOptions: async () => ({}),
  addMyPasskey: async (who) => ({ body: await givenAttestation(await someone(who)) }),
  removeMyPasskey: async (who) => {
    const person = await someone(who);
    const { id } = await person.ask<{ id: string }>('POST', '/me/passkeys', await givenAttestation(person));
    return { id };
  },
  setMyPassword: async () => ({ body: { password: 'correct horse battery staple' } }),
  removeMyPassword: async () => ({}),
  offerTotp: async () => ({}),
  confirmTotp: async (who) => {
    const { secret } = await (await someone(who)).ask<{ secret: string }>('POST', '/me/totp');
    return { body: { code: codeAt(secret, stepAt(Math.floor(service.world.nowMs() / 1000))) } };
  },
  removeTotp: async (who) => {
    await (await someone(who)).ask('POST', '/me/totp');
    return {};
  },
  linkOidc: async () => ({}),
  unlinkOidc: async (who) => {
    const { id } = await someone(who);
    await inTransaction(service.running.app, (tx) =>
      insertIdentity(
        tx,
        { project_id: service.running.firstStart?.project_id ?? '', id },
        { issuer: 'https://login.example', subject: tx.newId('oid') },
      ),
    );
    return {};
  },
  makeRecoveryCodes: async () => ({}),
  getSession: async () => ({}),
  redeemLink: async () => ({ body: { token: tokenIn((await givenInvited()).url), name: 'Vi' } }),
  mailLink: async () => ({ body: { email: 'dana@example.com' } }),
  startOidc: async () => ({}),
  joinByOidc: async () => ({ body: { token: tokenIn((await givenInvited()).url) } }),
  finishOidc: async () => ({ query: '?state=unknown' }),
  makeSetupLink: async () => ({ body: { reviewer_id: (await givenInvited()).id } }),
  pairDevice: async () => ({}),
  signOut: async () => ({}),
  getMe: async () => ({}),
  updateMe: async () => ({
    body: {
      name: 'Someone',
      email: 'a@b.example',
      undo_s: 10,
      keys: { approve: 'Alt+a' },
      splits: [{ name: 'Mine' }],
      quiet_hours: { from: '22:00', to: '07:00', timezone: 'Europe/Prague' },
      push_digest_s: 60,
    },
  }),
  listMySessions: async () => ({}),
  endMyOtherSessions: async () => ({}),
  endMySession: async (who) => ({ id: await givenSession(who) }),
  inviteReviewer: async () => ({ body: { role: 'reviewer', name: 'Re', email: 'a@b.example' } }),
  listReviewers: async () => ({}),
  updateReviewer: async () => ({ id: (await givenInvited()).id, body: { role: 'reviewer', name: 'Ve', email: null } }),
  removeReviewer: async () => ({ id: (await givenInvited()).id }),
  makeReviewerLink: async () => ({ id: (await givenInvited()).id }),
  endReviewerSessions: async () => ({ id: (await givenInvited()).id }),
};

/**
 * Every operation but a GET changes something, and has one audit row. Those that do not are here, each with its number and
 * the reason.
 */
function withoutKind({ kind: _, ...rest }: typeof WATCHER) {
  return rest;
}

const AUDIT_ROWS: Partial<Record<OperationName, number>> = {
  previewWatcher: 0, // nothing is saved
  draftFromPreset: 0,
  backtestRule: 0,
  lookAtMail: 0,
  receiveSlack: 0, // nothing was pressed
  receiveDiscord: 0,
  receiveTelegram: 0,
  stepUp: 0,
  markSeen: 0, // nothing of the action changes, and nobody else's view of it
  snooze: 0,
  unsnooze: 0,
  redeliverAll: 0, // one for each that gave up, and none has
  exportProject: 1, // what leaves the house is written down
  startCheckout: 0, // nothing changes before the provider says so
  openBillingPortal: 0,
  testPush: 0, // a notification, and nothing else
  mailLink: 0, // of no project until someone is found who has the address
  linkOidc: 0, // nothing is kept until the browser comes back
  joinByOidc: 0,
  passkeyOptions: 0, // nothing is kept until it is answered
  myPasskeyOptions: 0,
};

/** What callers have done after this moment, by the audit log; what the clock does meanwhile is its own. */
async function auditedSince(after: string) {
  const rows = await service.running.app.reader.q
    .selectFrom('audit')
    .select(['id', 'event', 'actor_type', 'actor_id'])
    .where('id', '>', after)
    .where('actor_type', 'not in', ['system', 'watcher'])
    .orderBy('id')
    .execute();
  return rows;
}

/** The id under which the audit log knows a credential; undefined when it does not say who comes. */
async function actorOf(who: Credential): Promise<string | undefined> {
  if (who === undefined) return undefined;
  if (typeof who === 'object') return (await who.ask<{ id: string }>('GET', '/me')).id;
  const { body } = await send(operations.listKeys, {}, service.adminKey);
  const { items } = body as { items: { id: string; prefix: string }[] };
  return items.find(({ prefix }) => who.startsWith(prefix))?.id;
}

/** How a browser tells where a request comes from, when it is not from us. */
const ELSEWHERE = [
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' }, // another port of this machine
  { 'sec-fetch-site': 'none' },
  { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
];

const all = Object.entries(operations) as [OperationName, Operation][];

function assertProblem(answer: Answered, operation: Operation, status: number): void {
  assert.equal(answer.status, status, JSON.stringify(answer.body));
  assert.equal(answer.type, 'application/problem+json');
  const { error } = answer.body as { error: keyof typeof PROBLEMS };
  assert.ok(problemsOf(operation).includes(error), `${error} is not listed`);
  assert.equal(PROBLEMS[error].status, status);
}

/** An operation that fails closed is asked for the error. */
function unknownQuery({ failsClosed }: Operation): string {
  return `?unknown=1${failsClosed ? `&${failsClosed.unless}` : ''}`;
}

for (const [name, operation] of all) {
  describe(`${name}: ${operation.method} ${operation.path}`, () => {
    test('exactly the scopes and roles of the contract open it', async () => {
      if (operation.scope === 'public') {
        const anyone = await send(operation, await CALLS[name](undefined), undefined);
        return assert.ok(anyone.status < 400, JSON.stringify(anyone.body));
      }
      const refused = await CALLS[name](await ownerOf(operation)); // one for all who may not: none of them gets as far as it
      assertProblem(await send(operation, refused, undefined), operation, 401);
      for (const scope of SCOPES) {
        const opens = operation.scope !== 'person' && grants([scope], operation.scope);
        const answer = await send(operation, opens ? await CALLS[name](keys[scope]) : refused, keys[scope]);
        if (opens) assert.ok(answer.status < 400, JSON.stringify(answer.body));
        else assertProblem(answer, operation, 403);
      }
      for (const role of ROLES) {
        const person = await personOf(role);
        const opens = covers(role, roleOf(operation));
        const answer = await send(operation, opens ? await CALLS[name](person) : refused, person);
        if (opens) assert.ok(answer.status < 400, JSON.stringify(answer.body));
        else assertProblem(answer, operation, 403);
      }
    });

    test('A16: a page elsewhere changes nothing with the cookie of someone signed in', async () => {
      const person = await personOf('admin');
      const isOpen = operation.method === 'GET' || (operation.scope === 'public' && !operation.sameOrigin);
      const refused = isOpen ? undefined : await CALLS[name](person);
      for (const headers of ELSEWHERE) {
        const answer = await send(operation, refused ?? (await CALLS[name](person)), person, headers);
        if (isOpen) assert.ok(answer.status < 400);
        else assertProblem(answer, operation, 403);
      }
    });

    test('D06: what succeeds has exactly one audit row, with its actor; a read and a refusal have none', async () => {
      await inTransaction(service.running.app, (tx) => tx.q.deleteFrom('holds').execute()); // none is to end in mid-test
      const owner = await ownerOf(operation);
      const actor = await actorOf(owner);
      const call = await CALLS[name](owner);
      const last = (await auditedSince('')).at(-1)?.id ?? '';
      if (!operation.openQuery) {
        assertProblem(await send(operation, { ...call, query: unknownQuery(operation) }, owner), operation, 400);
      }
      assert.deepEqual(await auditedSince(last), []);
      const answer = await send(operation, call, owner);
      assert.ok(answer.status < 400, JSON.stringify(answer.body));
      const all = await auditedSince(last);
      const rows = name === 'startDemo' ? all.filter(({ event }) => event === 'demo.started') : all; // the agent's are its own
      assert.equal(rows.length, AUDIT_ROWS[name] ?? (operation.method === 'GET' ? 0 : 1), JSON.stringify(rows));
      for (const { event, actor_id } of rows) {
        assert.ok(actor_id, event);
        if (actor !== undefined) assert.equal(actor_id, actor, event);
      }
    });

    if (operation.fresh) {
      test('it needs a recent sign-in', async () => {
        const person = await givenPerson(service, 'admin');
        const call = await CALLS[name](person);
        await inTransaction(service.running.app, (tx) => tx.q.deleteFrom('holds').execute()); // none is to end in mid-test
        service.wind(601);
        for (const role of ROLES) delete people[role]; // theirs is as old
        const answer = await send(operation, call, person);
        assertProblem(answer, operation, 403);
        assert.equal((answer.body as { error: string }).error, 'step_up_required');
      });
    }

    test('an unknown member is refused at every level; without it the reply fits its schema and has nothing beyond', async () => {
      const owner = await ownerOf(operation);
      const call = await CALLS[name](owner);
      if (!operation.openQuery) {
        assertProblem(await send(operation, { ...call, query: unknownQuery(operation) }, owner), operation, 400);
      }
      // fetch sends none with GET; and what others sign is theirs to fill
      const bodies = operation.method === 'GET' || operation.raw ? [] : withUnknown(operation.body, call.body);
      for (const body of bodies) {
        assertProblem(await send(operation, { ...call, body }, owner), operation, 400);
      }
      const answer = await send(operation, call, owner); // the refusals changed nothing
      const schema = operation.replies[answer.status];
      assert.ok(schema, `${answer.status} ${JSON.stringify(answer.body)}`);
      if (operation.streams) return assert.ok(operation.streams.some((media) => answer.type.startsWith(media)));
      if (answer.status === 204 || answer.status === 303) return assert.equal(answer.body, '');
      assert.deepEqual(issuesOf(schema, answer.body), []);
      assert.deepEqual(unlisted(schema, answer.body), []);
    });

    if (operation.path.includes('{id}') && operation.scope !== 'public') {
      test("another project's id is the same 404 as no id at all", async () => {
        const { adminKey: key } = await service.newProject('Other');
        const stranger = operation.scope === 'person' ? await givenPerson(service, 'admin', { key }) : key;
        const call = await CALLS[name](await ownerOf(operation));
        const foreign = await send(operation, call, stranger);
        const missing = await send(operation, { ...call, id: 'act_00000000000000000000000000' }, stranger);
        assertProblem(foreign, operation, 404);
        assertProblem(missing, operation, 404);
        assert.deepEqual(withoutRequestId(foreign.body), withoutRequestId(missing.body));
      });
    }
  });
}

function withoutRequestId(body: unknown): object {
  return { ...(body as object), request_id: '' };
}

type Described = Partial<TObject> & { readonly anyOf?: TSchema[]; readonly items?: TSchema };

/** Paths of members that the schema does not name. Free-form objects may hold anything. */
function unlisted(schema: TSchema, value: unknown, path = ''): string[] {
  const { properties, anyOf, items } = schema as Described;
  if (typeof value !== 'object' || value === null) return [];
  if (anyOf) {
    // One of them is meant: the one that knows most of it.
    const objects = anyOf.filter((option) => 'properties' in option);
    const [closest = []] = objects
      .map((option) => unlisted(option, value, path))
      .toSorted((a, b) => a.length - b.length);
    return closest;
  }
  if (Array.isArray(value)) return items ? value.flatMap((item) => unlisted(items, item, `${path}[]`)) : [];
  if (!properties) return [];
  return Object.entries(value).flatMap(([key, member]) => {
    const known = properties[key] as TSchema | undefined;
    return known ? unlisted(known, member, `${path}.${key}`) : [`${path}.${key}`];
  });
}

/** The body once per closed object in it, each time with one member too many there. */
function withUnknown(schema: TSchema | undefined, body: unknown): unknown[] {
  if (schema === undefined) return [{ unknown: 1 }];
  const { properties, additionalProperties } = schema as Described & { additionalProperties?: boolean };
  if (!properties || additionalProperties !== false || typeof body !== 'object' || body === null) return [];
  const deeper = Object.entries(properties).flatMap(([key, member]) =>
    withUnknown(member as TSchema, (body as Record<string, unknown>)[key]).map((changed) => ({
      ...body,
      [key]: changed,
    })),
  );
  return [{ ...body, unknown: 1 }, ...deeper];
}

test('the OpenAPI document is valid 3.1 and names every operation with every one of its codes', async () => {
  const { body } = await send(operations.getOpenApi, {}, undefined);
  const { valid, errors } = await new Validator().validate(body as Record<string, never>);
  assert.ok(valid, JSON.stringify(errors));
  const { paths } = body as { paths: Record<string, Record<string, { operationId: string; responses: object }>> };
  for (const [name, operation] of all) {
    const described = paths[operation.path]?.[operation.method.toLowerCase()];
    assert.equal(described?.operationId, name);
    const text = JSON.stringify(described?.responses);
    for (const code of problemsOf(operation)) assert.ok(text.includes(`"${code}"`), `${name} ${code}`);
  }
});

test('no statement of any operation crosses from one project into another', { skip: engine !== 'sqlite' }, () => {
  assert.ok(statements.size > 200, `${statements.size} statements`);
  const ours = [...statements].filter((text) => !OF_THIS_TEST.test(text));
  assert.deepEqual(crossing(ours), []);
  assert.deepEqual(crossing(['select * from "actions" where "id" = ?']).length, 1, 'one that does is found');
});
