// D02, A11: odd text in any field is refused or kept to the letter, and a key named like the prototype is only a key.

import assert from 'node:assert/strict';
import { createECDH } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import {
  type ChannelCreate,
  type Operation,
  type OperationName,
  operations,
  type RuleCreate,
  type ToSign,
} from '@countersign/contract';
import { Countersign } from '@countersign/sdk';
import type { TObject } from 'typebox';
import { keepSecret } from '../../src/features/people/credential-store.ts';
import { codeAt, stepAt } from '../../src/features/people/totp.ts';
import { newToken } from '../../src/features/push/token.ts';
import { inTransaction } from '../../src/storage/database.ts';
import { type Authenticator, newAuthenticator } from '../support/authenticator.ts';
import { mailToken } from '../support/channels.ts';
import { type Company, startCompany } from '../support/company.ts';
import { type FakeStripe, startFakeStripe, stripeSignature, subscriptionEvent } from '../support/fake-stripe.ts';
import { givenApproved, proposal } from '../support/given.ts';
import { type Browser, givenPerson, tokenIn } from '../support/people.ts';
import { type Service, startService } from '../support/start-service.ts';
import { assertProblem, type Call, call } from '../support/wire.ts';

let service: Service;
let stripe: FakeStripe;
let company: Company;
let admin: Countersign;
let person: Browser;

before(async () => {
  stripe = await startFakeStripe();
  company = await startCompany();
  service = await startService({
    environment: {
      ...stripe.environment,
      ...company.environment,
      SMTP_URL: 'smtp://127.0.0.1:1',
      SMTP_FROM: 'inbox@example.com',
      STRIPE_PRICE_TEAM_YEARLY: 'price_team_y',
    },
  });
  // The plan without limits: this file creates more than others allow.
  const created = Math.floor(service.world.nowMs() / 1000);
  const body = JSON.stringify(
    subscriptionEvent({ type: 'created', created, project_id: service.running.firstStart?.project_id ?? '' }),
  );
  await call('POST', `${service.baseUrl}/billing/webhook`, {
    body,
    headers: { 'stripe-signature': stripeSignature(body, created) },
  });
  admin = new Countersign({ baseUrl: service.baseUrl, apiKey: service.adminKey });
  person = await givenPerson(service, 'admin');
});
after(async () => {
  await service.stop();
  await stripe.close();
  company.stop();
});

const api = (method: string, path: string, options: Call = {}) =>
  call(method, `${service.baseUrl}${path}`, { key: service.adminKey, ...options });

/** By whoever may call it. */
const callAs = ({ scope, method }: Operation, path: string, options: Call = {}) =>
  scope === 'person'
    ? call(method, `${localOrigin()}/v1${path}`, {
        ...options,
        headers: { cookie: person.cookie, 'sec-fetch-site': 'same-origin' },
      })
    : call(method, `${localOrigin()}/v1${path}`, { key: service.adminKey, ...options });

const REFUSED = { 'U+0000': '\u0000', 'a high surrogate alone': '\ud83d', 'a low surrogate alone': '\ude00' };
const KEPT = {
  'U+FFFE': '\ufffe',
  'a non-character of another plane': '\u{10ffff}',
  'U+FEFF': '\ufeff',
  'U+0001 and U+007F': '\u0001\u007f',
  'both directions': '\u202eabc\u202c\u200f',
};

const FEED = 'https://blog.example/feed.xml';
const WATCHER = {
  name: 'Blog',
  config: { url: FEED, query: 'css:main', subreddit: 'all' },
  keywords: [{ pattern: 'release', points: 10 }],
  keywords_none: ['sponsored'],
  min_score: 5,
  schedule: { every: '1h', jitter: '5m', window: '00:00-24:00' },
  color: '#3366cc',
};

type Body = { readonly [member: string]: unknown };

interface Sample {
  readonly operation: Operation;
  /** The id of something the body can be sent to. */
  readonly id?: () => Promise<string>;
  /** Every member that the contract knows. */
  readonly body: () => Body;
  /** What goes on top of it and must be made first. */
  readonly given?: () => Promise<Body>;
  /** The browser's own words, to which others may be added. */
  readonly open?: true;
}

/** The same one every time, while it is pending. */
const holdable = proposal({ editable: ['preview.body'] });

const STATEMENT = {
  v: 1,
  project_id: 'prj_1',
  action_id: 'act_1',
  digest: 'd',
  final_digest: 'd',
  verdict: 'approve',
  reviewer: 'rev_1',
  shown_as: 'plain/1',
  nonce: 'n',
  issued_at: 0,
};
const ASSERTION = newAuthenticator('').get({ challenge: '', rpId: '' });

const RULE: RuleCreate = {
  name: 'Small payments',
  priority: 50,
  enabled: false,
  kind_pattern: 'payment.*',
  payload_conditions: [{ path: 'amount', op: 'eq', value: 'x' }],
  target_url_hosts: ['shop.example'],
  created_by: ['key_1'],
  rule_action: 'auto_reject',
  outcome_params: { reason: 'Not now.' },
};

const CHANNEL: ChannelCreate = {
  name: 'Hook',
  type: 'webhook',
  config: { url: 'https://agent.example/hook', secret: 'a-secret-of-its-own' },
  enabled: false,
  digest_window_sec: 0,
  events: ['action.pending'],
  kinds: ['payment.*'],
  watcher_ids: ['wat_1'],
  inbox: 'also',
};

const bodies: Readonly<Record<string, Sample>> = {
  createAction: {
    operation: operations.createAction,
    body: () => ({
      ...proposal({
        preview: { format: 'markdown', body: 'hello' },
        payload: { a: 1 },
        target_url: 'https://example.com/context',
        callback_url: 'https://agent.example/hook',
        expires_in: 600,
        editable: ['preview.body'],
        idempotent: false,
        undo: 'Send another.',
      }),
      idempotency_key: crypto.randomUUID(),
    }),
  },
  decideAction: {
    operation: operations.decideAction,
    id: async () => (await admin.createAction(proposal({ editable: ['preview.body'] }))).id,
    body: () => ({ decision: 'approve', edited: { 'preview.body': 'edited' }, channel: 'test' }),
  },
  bulkDecide: {
    operation: operations.bulkDecide,
    body: () => ({ ids: ['act_none'], verdict: 'reject', decision: 'reject', comment: 'No.' }),
  },
  reportResult: {
    operation: operations.reportResult,
    id: async () => (await givenApproved(admin)).id,
    body: () => ({ status: 'executed', detail: 'done', payload: {} }),
  },
  claimAction: {
    operation: operations.claimAction,
    id: async () => (await givenApproved(admin)).id,
    body: () => ({ lease_s: 10, claim_id: 'worker-1-attempt-1' }),
  },
  redeliverAction: {
    operation: operations.redeliverAction,
    id: async () => (await givenApproved(admin, { callback_url: 'https://agent.example/hook' })).id,
    body: () => ({ callback_url: 'https://agent.example/again' }),
  },
  holdBulk: {
    operation: operations.holdBulk,
    body: () => ({ items: [{ id: 'act_1', digest: 'd' }], decision: 'reject', comment: 'No.', seconds: 5 }),
  },
  undoBulk: { operation: operations.undoBulk, body: () => ({ ids: ['act_1'] }) },
  markSeen: {
    operation: operations.markSeen,
    id: async () => (await admin.createAction(holdable)).id,
    body: () => ({ ms: 1, end: true }),
  },
  snooze: {
    operation: operations.snooze,
    id: async () => (await admin.createAction(holdable)).id,
    body: () => ({ until: Math.floor(Date.now() / 1000) + 600 }),
  },
  redeliverAll: { operation: operations.redeliverAll, body: () => ({ status: 'dlq', limit: 1 }) },
  holdDecision: {
    operation: operations.holdDecision,
    id: async () => (await admin.createAction(holdable)).id,
    body: () => ({
      decision: 'approve',
      digest: '',
      edited: { 'preview.body': 'edited' },
      comment: 'Why not?',
      seconds: 30,
      channel: 'test',
      view: { ms: 1, end: true },
    }),
    given: async () => ({ digest: (await admin.createAction(holdable)).digest }),
  },
  signInWithPasskey: {
    operation: operations.signInWithPasskey,
    open: true,
    body: () => ({ ...newAuthenticator('').get({ challenge: 'x', rpId: 'localhost' }) }),
    given: async () => {
      const authenticator = await givenPasskey();
      return authenticator.get(
        await person.ask<{ challenge: string; rpId: string }>('POST', '/session/passkey/options'),
      );
    },
  },
  stepUp: {
    operation: operations.stepUp,
    id: givenEditable,
    body: () => ({ decision: 'approve', edited: {} }),
    given: async () => ({ edited: { 'preview.body': 'Other.' } }),
  },
  signDecision: {
    operation: operations.signDecision,
    id: async () => signedId,
    body: () => ({
      statement: STATEMENT,
      assertion: ASSERTION,
      edited: {},
      comment: 'Fine.',
      view: { ms: 1, end: true },
    }),
    open: true,
    given: givenSignature,
  },
  addMyPasskey: {
    operation: operations.addMyPasskey,
    open: true,
    body: () => ({
      name: 'MacBook',
      ...newAuthenticator('').create({ challenge: '', rp: { id: '' }, user: { id: '' } }),
    }),
    given: async () => {
      await forgetPasskeys();
      return newAuthenticator(localOrigin()).create(await person.ask('POST', '/me/passkeys/options'));
    },
  },
  signInWithPassword: {
    operation: operations.signInWithPassword,
    body: () => ({ login: '', password: 'correct horse battery staple', totp: '123456' }),
    given: async () => {
      hasPassword ??= person.ask('PUT', '/me/password', { password: 'correct horse battery staple' });
      await hasPassword;
      return { login: await freshLogin() };
    },
  },
  signInWithRecoveryCode: {
    operation: operations.signInWithRecoveryCode,
    body: () => ({ login: '', code: '' }),
    given: async () => ({
      login: await freshLogin(),
      code: (await person.ask<{ codes: string[] }>('POST', '/me/recovery-codes')).codes[0],
    }),
  },
  setMyPassword: {
    operation: operations.setMyPassword,
    body: () => ({ password: 'correct horse battery staple' }),
  },
  redeemLink: {
    operation: operations.redeemLink,
    body: () => ({ token: '', name: 'Dana', totp: '123456' }),
    given: async () => ({ token: tokenIn((await givenInvited()).url) }),
  },
  joinByOidc: {
    operation: operations.joinByOidc,
    body: () => ({ token: '' }),
    given: async () => ({ token: tokenIn((await givenInvited()).url) }),
  },
  confirmTotp: {
    operation: operations.confirmTotp,
    body: () => ({ code: '123456' }),
    given: async () => ({ code: await offeredCode() }),
  },
  mailLink: { operation: operations.mailLink, body: () => ({ email: 'dana@example.com' }), given: forgetTries },
  makeSetupLink: {
    operation: operations.makeSetupLink,
    body: () => ({ reviewer_id: '' }),
    given: async () => ({ reviewer_id: (await givenInvited()).id }),
  },
  updateMe: {
    operation: operations.updateMe,
    body: () => ({
      name: 'Dana',
      email: 'dana@example.com',
      login: 'dana.n',
      locale: 'en',
      theme: 'dark',
      density: 'compact',
      undo_s: 10,
      single_keys: false,
      keys: { approve: 'Alt+a' },
      splits: [{ name: 'Mine', kind: 'mail', created_by: 'key_1', flag: 'hidden', q: 'refund' }],
      quiet_hours: { from: '22:00', to: '07:00', timezone: 'Europe/Prague' },
      push_digest_s: 60,
    }),
  },
  subscribePush: {
    operation: operations.subscribePush,
    open: true,
    body: () => ({ ...newSubscription(), language: 'de' }),
  },
  unsubscribePush: {
    operation: operations.unsubscribePush,
    open: true,
    body: () => ({ endpoint: newSubscription().endpoint }),
  },
  decideFromPush: {
    operation: operations.decideFromPush,
    body: () => ({ action_id: '', decision: 'reject', token: '' }),
    given: givenPushToken,
  },
  updateMyDevice: {
    operation: operations.updateMyDevice,
    id: givenDevice,
    body: () => ({ name: 'Phone', show_content: true }),
  },
  startCheckout: {
    operation: operations.startCheckout,
    body: () => ({ plan: 'team', period: 'yearly' }),
  },
  inviteReviewer: {
    operation: operations.inviteReviewer,
    body: () => ({ role: 'viewer', name: 'Sam', email: 'sam@example.com', send_mail: false }),
  },
  updateReviewer: {
    operation: operations.updateReviewer,
    id: async () => (await givenInvited()).id,
    body: () => ({ role: 'reviewer', name: 'Sam', email: 'sam@example.com' }),
  },
  askForClaudeCode: {
    operation: operations.askForClaudeCode,
    open: true,
    body: () => ({
      hook_event_name: 'PreToolUse',
      tool_name: 'Bash',
      tool_input: { command: 'ls' },
      tool_use_id: 'toolu_1',
      cwd: '/work',
    }),
  },
  createRule: { operation: operations.createRule, body: () => RULE, given: forgetRules },
  updateRule: {
    operation: operations.updateRule,
    id: async () => (await admin.createRule(RULE)).id,
    given: forgetRules,
    body: () => RULE,
  },
  backtestRule: { operation: operations.backtestRule, body: () => ({ rule: RULE, since: 0 }) },
  createChannel: { operation: operations.createChannel, body: () => CHANNEL, given: forgetChannels },
  updateChannel: {
    operation: operations.updateChannel,
    id: async () => (await admin.createChannel(CHANNEL)).id,
    given: forgetChannels,
    body: () => {
      const { type: _, ...changes } = CHANNEL;
      return changes;
    },
  },
  lookAtMail: { operation: operations.lookAtMail, body: () => ({ token: 'x' }), given: givenMail },
  decideByMail: {
    operation: operations.decideByMail,
    body: () => ({ token: 'x', decision: 'reject', digest: 'x', comment: 'No.' }),
    given: givenMailAndDigest,
  },
  createWatcher: { operation: operations.createWatcher, body: () => ({ ...WATCHER, kind: 'rss' }) },
  updateWatcher: {
    operation: operations.updateWatcher,
    id: async () => (await admin.createWatcher({ ...WATCHER, kind: 'rss' })).id,
    body: () => ({ ...WATCHER, status: 'paused' }),
  },
  previewWatcher: {
    operation: operations.previewWatcher,
    body: () => ({ ...WATCHER, kind: 'rss', watcher_id: '' }),
    given: async () => ({ watcher_id: (await admin.createWatcher({ ...WATCHER, kind: 'rss' })).id }),
  },
  createFromPreset: {
    operation: operations.createFromPreset,
    body: () => ({ preset_id: 'rss-feed', params: { url: FEED }, name: 'Blog', schedule: WATCHER.schedule }),
  },
  draftFromPreset: {
    operation: operations.draftFromPreset,
    body: () => ({ preset_id: 'rss-feed', params: { url: FEED }, name: 'Blog', schedule: WATCHER.schedule }),
  },
  importWatchers: {
    operation: operations.importWatchers,
    body: () => ({ format: 'urls', content: `${FEED} Blog`, schedule: WATCHER.schedule }),
  },
  createKey: { operation: operations.createKey, body: () => ({ name: 'new', scopes: ['watch'] }) },
  updateProject: {
    operation: operations.updateProject,
    body: () => ({
      name: 'Renamed',
      timezone: 'UTC',
      settings: { deciders: 'anyone', reveal_payload: true, must_read_kinds: [], retention_days: 1 },
    }),
  },
};

/** Sends changed bodies of an operation. What was made for one serves the next as well, as long as it is refused for its form. */
function sender({ operation, id, body, given }: Sample) {
  const made = async () => {
    const whole: Body = { ...body(), ...(await given?.()) };
    return { path: operation.path.replace('{id}', id ? await id() : ''), whole };
  };
  const query = operation.failsClosed ? `?${operation.failsClosed.unless}` : '';
  let ready: Awaited<ReturnType<typeof made>> | undefined;
  return async (changed: (whole: Body) => unknown = (whole) => whole) => {
    ready ??= await made();
    const sent = changed(ready.whole);
    const answer = await callAs(operation, `${ready.path}${query}`, { body: JSON.stringify(sent) });
    if (answer.status !== 400) ready = undefined;
    return { sent, answer };
  };
}

const localOrigin = () => new URL(service.baseUrl).origin.replace('127.0.0.1', 'localhost');

/** Whoever tried before is not held against it. */
async function forgetTries(): Promise<Body> {
  await inTransaction(service.running.app, (tx) => tx.q.deleteFrom('sign_in_tries').execute());
  return {};
}

async function freshLogin(): Promise<string> {
  await forgetTries();
  return (await person.ask<{ login: string }>('GET', '/me')).login;
}

/** What an app would show. */
async function offeredCode(): Promise<string> {
  const { secret } = await person.ask<{ secret: string }>('POST', '/me/totp');
  return codeAt(secret, stepAt(Math.floor(service.world.nowMs() / 1000)));
}

/** There may be only so many. */
async function forgetRules(): Promise<Body> {
  await inTransaction(service.running.app, (tx) => tx.q.deleteFrom('rules').execute());
  return {};
}

async function givenMail(): Promise<{ token: string }> {
  return { token: (await givenMailAndDigest()).token };
}

async function givenMailAndDigest(): Promise<{ token: string; digest: string }> {
  await forgetChannels();
  const config = { address: 'ana@example.com' };
  const { id: channel_id } = await admin.createChannel({
    name: 'Mail',
    type: 'email',
    config,
    events: ['action.pending'], // not of what others left to expire
  });
  const { id: action_id, digest } = await admin.createAction(proposal());
  return { token: await mailToken(service, { channel_id, action_id, digest }), digest };
}

async function forgetChannels(): Promise<Body> {
  await inTransaction(service.running.app, (tx) => tx.q.deleteFrom('notification_channels').execute());
  return {};
}

async function forgetPasskeys(): Promise<void> {
  const { items } = await person.ask<{ items: { id: string }[] }>('GET', '/me/passkeys');
  for (const { id } of items) await person.ask('DELETE', `/me/passkeys/${id}`);
}

async function givenPasskey(): Promise<Authenticator> {
  await forgetPasskeys();
  const authenticator = newAuthenticator(localOrigin());
  await person.ask('POST', '/me/passkeys', authenticator.create(await person.ask('POST', '/me/passkeys/options')));
  return authenticator;
}

let signedId = '';
/** Until another is set: to make one takes time on purpose. */
let hasPassword: Promise<unknown> | undefined;

async function givenEditable(): Promise<string> {
  return (await admin.createAction(proposal({ editable: ['preview.body'] }))).id;
}

/** Of an action that is not decided yet. */
async function givenSignature(): Promise<Body> {
  signedId = await givenEditable();
  const authenticator = await givenPasskey();
  const { statement, options } = await person.ask<ToSign>('POST', `/actions/${signedId}/step-up`, {
    decision: 'approve',
  });
  return { statement, assertion: authenticator.get(options) };
}

async function givenInvited(): Promise<{ id: string; url: string }> {
  const { text } = await api('POST', '/reviewers', { body: JSON.stringify({ role: 'viewer' }) });
  return JSON.parse(text) as { id: string; url: string };
}

let browsers = 0;

function newSubscription() {
  const p256dh = createECDH('prime256v1').generateKeys().toString('base64url');
  const keys = { p256dh, auth: Buffer.alloc(16, 1).toString('base64url') };
  return { endpoint: `https://push.example/${browsers++}`, expirationTime: null, keys };
}

async function givenDevice(): Promise<string> {
  await person.ask('POST', '/push/subscribe', newSubscription());
  const { items } = await person.ask<{ items: { id: string }[] }>('GET', '/me/devices');
  return items.at(-1)?.id ?? '';
}

async function givenPushToken(): Promise<Body> {
  const subscription_id = await givenDevice();
  const { id: action_id, digest, expires_at } = await admin.createAction(proposal());
  const secret = await inTransaction(service.running.app, keepSecret);
  const project_id = service.running.firstStart?.project_id ?? '';
  const about = { project_id, owner_id: person.id, action_id, digest, decision: 'reject' as const };
  return { action_id, token: newToken(secret, { ...about, subscription_id, now: expires_at - 100_000, expires_at }) };
}

type Path = readonly string[];

/** Where the strings are. */
function stringsIn(value: unknown, path: Path = []): Path[] {
  if (typeof value === 'string') return [path];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => stringsIn(member, [...path, key]));
}

function at(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((node, key) => (node as Body | undefined)?.[key], value);
}

/** A copy with something appended to the string at the path. */
function appended(value: unknown, [key, ...rest]: Path, text: string): unknown {
  if (key === undefined) return `${value}${text}`;
  if (Array.isArray(value))
    return value.map((item, index) => (String(index) === key ? appended(item, rest, text) : item));
  return { ...(value as Body), [key]: appended((value as Body)[key], rest, text) };
}

test('every operation with a body is tried here, with every member of it', () => {
  const withBody = (Object.keys(operations) as OperationName[]).filter((name) => 'body' in operations[name]);
  assert.deepEqual(Object.keys(bodies).toSorted(), withBody.toSorted());
  for (const [name, { operation, body }] of Object.entries(bodies)) {
    assert.deepEqual(
      Object.keys(body()).toSorted(),
      Object.keys((operation.body as TObject).properties).toSorted(),
      name,
    );
  }
});

for (const [name, sample] of Object.entries(bodies)) {
  describe(`${name}: text in its body`, () => {
    test('as it stands the body is accepted', async () => {
      const { answer } = await sender(sample)();
      assert.ok(answer.status < 300, answer.text);
    });

    for (const path of stringsIn(sample.body())) {
      test(`${path.join('.')} is refused or comes back as it was`, async () => {
        const send = sender(sample);
        for (const text of Object.values(REFUSED)) {
          const { answer } = await send((whole) => appended(whole, path, text));
          const { detail } = assertProblem(answer, 'validation_failed');
          assert.match(detail ?? '', /U\+0000 or half of a surrogate pair/);
        }
        const isKept = async (text: string) => {
          const { sent, answer } = await send((whole) => appended(whole, path, text));
          if ([204, 400, 401, 403, 404, 409, 429].includes(answer.status)) return false;
          assert.ok(answer.status < 300, answer.text);
          const shown = at(JSON.parse(answer.text), path);
          if (shown !== undefined) assert.equal(shown, at(sent, path));
          return true;
        };
        // Where not all of them together are taken, some of them may be; but not in what a browser has signed.
        if ((await isKept(Object.values(KEPT).join(''))) || sample.open) return;
        for (const text of Object.values(KEPT)) await isKept(text);
      });
    }

    test('in a name of a member it is refused', async () => {
      const send = sender(sample);
      for (const text of [...Object.values(REFUSED), ...(sample.open ? [] : Object.values(KEPT))]) {
        assertProblem((await send((whole) => ({ ...whole, [text]: 1 }))).answer, 'validation_failed');
      }
    });
  });
}

test('free text comes back as it was from reads, too', async () => {
  const text = Object.values(KEPT).join('');
  const free = { kind: text, title: text, preview: { body: text }, undo: text, idempotency_key: text };
  const { id } = await admin.createAction({ ...free, editable: ['preview.body', 'title'] });
  assert.partialDeepStrictEqual(await admin.getAction(id), free);
  assert.partialDeepStrictEqual((await admin.listActions({ kind: text, q: text })).items[0], free);

  await admin.decideAction(id, { decision: 'approve', edited: { 'preview.body': `${text}!`, title: `${text}!` } });
  await admin.reportResult(id, { status: 'execute_failed', detail: text });
  const { decision, result } = await admin.getAction(id);
  assert.deepEqual([decision?.final_preview?.body, decision?.final_title], [`${text}!`, `${text}!`]);
  assert.equal(result?.detail, text);

  const other = await admin.createAction(proposal());
  await admin.bulkDecide({ ids: [other.id], verdict: 'reject', comment: text });
  assert.equal((await admin.getAction(other.id)).decision?.comment, text);
});

test('in an edit, U+0000 and lone surrogates are refused in values and names, and the action stays pending', async () => {
  const { id } = await admin.createAction(proposal({ payload: { a: 'x' }, editable: ['payload.a', 'payload'] }));
  for (const text of Object.values(REFUSED)) {
    for (const edited of [{ 'payload.a': text }, { [text]: 1 }, { payload: { a: [{ [text]: 1 }] } }]) {
      const body = JSON.stringify({ decision: 'approve', edited });
      assertProblem(await api('POST', `/actions/${id}/decision`, { body }), 'validation_failed');
    }
  }
  assert.equal((await admin.getAction(id)).status, 'pending');
});

describe('text in the address', () => {
  const queries = Object.entries(operations as Record<string, Operation>).flatMap(([name, { path, query }]) =>
    Object.keys(query?.properties ?? {}).map((parameter) => ({
      name,
      operation: operations[name as OperationName] as Operation,
      path: path.replace('{id}', 'act_none'),
      parameter,
    })),
  );
  for (const { name, operation, path, parameter } of queries) {
    test(`${name}: ${parameter} with U+0000 or bytes that are no UTF-8 is 400`, async () => {
      for (const text of ['%00', 'a%00b', '%ED%A0%BD', '%FF', '%C3', '%F8%88%80%80%80']) {
        const plainly = operation.failsClosed ? `&${operation.failsClosed.unless}` : '';
        assertProblem(await callAs(operation, `${path}?${parameter}=${text}${plainly}`), 'validation_failed');
      }
    });

    test(`${name}: ${parameter} with U+FFFE is never a fault of ours`, async () => {
      const { status, text } = await callAs(operation, `${path}?${parameter}=%EF%BF%BE`);
      assert.ok(status < 500, text);
    });
  }

  test('a percent sign that begins no escape is one', async () => {
    const { id } = await admin.createAction(proposal({ title: 'Give 100% of it' }));
    const { text } = await api('GET', '/actions?q=100%+of');
    assert.equal((JSON.parse(text) as { items: { id: string }[] }).items[0]?.id, id);
  });

  for (const [name, operation] of Object.entries(operations as Record<string, Operation>)) {
    const { path } = operation;
    if (!path.includes('{id}')) continue;
    test(`${name}: an id that is none is 404`, async () => {
      const body = bodies[name] ? JSON.stringify(bodies[name].body()) : undefined;
      for (const id of ['%00', '%ED%A0%BD', '%EF%BF%BE', '%', '%2e%2e%2fproject', '..%2F', "'", 'é', 'a'.repeat(200)]) {
        const answer = await callAs(operation, path.replace('{id}', id), body === undefined ? {} : { body });
        assertProblem(answer, 'not_found');
      }
    });
  }
});

describe('bytes that are no UTF-8 are 400 malformed_json', () => {
  const around = (bytes: readonly number[]) =>
    new Uint8Array([...Buffer.from('{"kind":"x","title":"'), ...bytes, ...Buffer.from('","preview":{"body":"x"}}')]);
  const wrong = {
    'a lone continuation': around([0x80]),
    'a sequence cut short': around([0xe2, 0x82]),
    'an overlong slash': around([0xc0, 0xaf]),
    'a surrogate written as UTF-8': around([0xed, 0xa0, 0xbd]),
    'beyond the last code point': around([0xf4, 0x90, 0x80, 0x80]),
    'Latin-1': around([0xe9]),
    'UTF-16': new Uint8Array(Buffer.from('\ufeff{"kind":"x","title":"x","preview":{"body":"x"}}', 'utf16le')),
    'a byte that is no text at all': new Uint8Array([0xff]),
  };
  for (const [what, body] of Object.entries(wrong)) {
    test(what, async () => {
      assertProblem(await api('POST', '/actions', { body }), 'malformed_json');
    });
  }
});

describe('A11: names of the prototype', () => {
  const NAMES = ['__proto__', 'constructor', 'prototype'];
  /** As text, because an object literal would not do. */
  const withMember = (body: Body, name: string) => `{"${name}":{"polluted":true},${JSON.stringify(body).slice(1)}`;

  after(async () => {
    assert.equal((Object.create({}) as { polluted?: boolean }).polluted, undefined);
    assert.deepEqual(Object.keys(Object.prototype), []);
    assertProblem(await call('GET', `${service.baseUrl}/keys`), 'unauthenticated');
  });

  for (const [name, sample] of Object.entries(bodies).filter(([, { open }]) => !open)) {
    test(`${name}: as members of the body they are unknown ones`, async () => {
      const path = sample.operation.path.replace('{id}', sample.id ? await sample.id() : '');
      for (const member of NAMES) {
        const answer = await callAs(sample.operation, path, { body: withMember(sample.body(), member) });
        const { issues } = assertProblem(answer, 'validation_failed');
        assert.deepEqual(issues, [{ path: member, message: 'is not a known property' }]);
      }
    });
  }

  test('deeper in the body as well', async () => {
    for (const name of NAMES) {
      const preview = `{"kind":"x","title":"x","preview":{"body":"x","${name}":{"format":"diff"}}}`;
      assertProblem(await api('POST', '/actions', { body: preview }), 'validation_failed');
      const settings = `{"settings":{"${name}":{"deciders":"people"}}}`;
      assertProblem(await api('PATCH', '/project', { body: settings }), 'validation_failed');
    }
  });

  test('as a segment of an editable path they are 400', async () => {
    for (const name of NAMES) {
      for (const path of [name, `payload.${name}`, `payload.a.${name}.b`, `${name}.body`, `preview.${name}`]) {
        const body = JSON.stringify(proposal({ editable: ['preview.body', path] }));
        const { issues } = assertProblem(await api('POST', '/actions', { body }), 'validation_failed');
        assert.equal(issues?.[0]?.path, 'editable.1');
      }
    }
    await admin.createAction(proposal({ editable: ['payload.my__proto__', 'payload.constructors'] }));
  });

  test('as a key of an edit they are 422, and the action stays pending', async () => {
    const payload = { a: { b: 1 } };
    const { id } = await admin.createAction(proposal({ payload, editable: ['preview.body', 'payload.a.b'] }));
    for (const name of NAMES) {
      for (const edited of [
        `{"${name}":{"polluted":true}}`,
        `{"payload.${name}.polluted":true}`,
        `{"payload":{"${name}":{"polluted":true}}}`,
        `{"payload":{"a":{"${name}":{"b":true}}}}`,
        `{"preview.body":"x","preview.${name}":"x"}`,
      ]) {
        const body = `{"decision":"approve","edited":${edited}}`;
        const refused = assertProblem(await api('POST', `/actions/${id}/decision`, { body }), 'not_editable');
        assert.ok(
          refused.invalid_keys?.every((key) => key.includes(name)),
          JSON.stringify(refused.invalid_keys),
        );
      }
    }
    const { status, payload: kept } = await admin.getAction(id);
    assert.deepEqual([status, kept], ['pending', payload]);
  });

  test('in a payload, and in what replaces one, they are plain data', async () => {
    const payload = '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}';
    const create = `{"kind":"x","title":"Plain data","preview":{"body":"x"},"payload":${payload},"editable":["payload"]}`;
    const { text } = await api('POST', '/actions', { body: create });
    assert.ok(text.includes(`"payload":${payload}`));
    const { id } = JSON.parse(text) as { id: string };
    const body = `{"decision":"approve","edited":{"payload":[${payload}]}}`;
    assert.equal((await api('POST', `/actions/${id}/decision`, { body })).status, 200);
    assert.ok((await api('GET', `/actions/${id}`)).text.includes(`"payload":[${payload}]`));
  });
});
