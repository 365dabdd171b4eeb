// Chats in tests: platforms that keep the messages they are sent, and people in them who press buttons, signed the way each
// platform signs.

import assert from 'node:assert/strict';
import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import type { ChannelCreate } from '@countersign/contract';
import { type Heard, type Platform, type PlatformAnswer, startPlatform } from './platform.ts';
import { type Answer, call } from './wire.ts';

export type Press = 'approve' | 'reject' | 'why';

export interface Pressing {
  /** The channel through whose address it comes. */
  readonly channel: { readonly id: string };
  readonly button: string;
  readonly user: string;
  readonly reason?: string;
  /** Who wrote the question that the reason replies to, where that is said: our bot, unless told otherwise. */
  readonly askedBy?: number;
  /** How the request is spoiled on its way. */
  readonly forged?: 'signature' | 'body' | 'old' | 'unsigned';
}

export interface Chat {
  readonly type: 'slack' | 'discord' | 'telegram';
  channel(approvers: NonNullable<ChannelCreate['config']['approvers']>): ChannelCreate;
  /** The messages of ours, as they are now. */
  messages(): readonly Heard[];
  /** The buttons under a message; empty when there are none. */
  buttons(message: Heard | undefined): Partial<Record<Press, string>>;
  textOf(message: Heard | undefined): string;
  press(pressing: Pressing): Promise<Answer>;
  /** The button that the question for a reason will bring back. */
  asked(answer: Answer): unknown;
  /** What whoever pressed was told; empty when nothing. */
  told(answer: Answer): string;
}

export interface Chats {
  readonly environment: Readonly<Record<string, string>>;
  readonly all: readonly Chat[];
  readonly platform: Platform;
  /** Where the service is, and what time it is there. */
  reach(service: { readonly baseUrl: string; readonly world: { nowMs(): number } }): void;
  /** Somebody removes the messages that were sent: whoever would change one is told that it is not there. */
  removeMessages(): void;
  /** What is done before the next request is answered. */
  hold(first: () => Promise<void>): void;
  close(): void;
}

/** Requests that change a message, and what each platform says when there is none. */
const CHANGES = /^PATCH |\/chat\.update$|\/editMessageText$/;
const NOT_THERE: Readonly<Record<string, PlatformAnswer>> = {
  slack: { body: { ok: false, error: 'message_not_found' } },
  discord: { status: 404, body: { message: 'Unknown Message', code: 10_008 } },
  telegram: {
    status: 400,
    body: { ok: false, error_code: 400, description: 'Bad Request: message to edit not found' },
  },
};

const SIGNING_SECRET = '8f742231b10e8888abcd99yyyzzz85a5';
const keys = generateKeyPairSync('ed25519');
const PUBLIC_KEY = keys.publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('hex');
const BOT_TOKEN = '123456:ABC-DEF1234ghIkl-zyx57W2v1u123ew11';

export async function startChats(): Promise<Chats> {
  let served = 0;
  let tokenOfHook = '';
  const platform = await startPlatform(answer);
  let service: Parameters<Chats['reach']>[0];
  const now = () => Math.floor(service.world.nowMs() / 1000);

  let first: (() => Promise<void>) | undefined;
  let areRemoved = false;

  async function answer(heard: Heard): Promise<PlatformAnswer> {
    const held = first;
    first = undefined;
    await held?.();
    if (!CHANGES.test(`${heard.method} ${heard.path}`)) areRemoved = false;
    else if (areRemoved) return NOT_THERE[heard.path.split('/')[1] ?? ''] ?? {};
    if (heard.path === '/slack/chat.postMessage')
      return { body: { ok: true, channel: 'C1', ts: `${++served}.000100` } };
    if (heard.path.startsWith('/slack/')) return { body: { ok: true } };
    if (heard.path.startsWith('/discord/')) return { body: { id: String(9000 + ++served) } };
    if (heard.path.endsWith('/setWebhook')) tokenOfHook = String(heard.get('secret_token'));
    return { body: { ok: true, result: { message_id: ++served } } };
  }

  const post = (type: string, { id }: { id: string }, body: string, headers: Record<string, string>) =>
    call('POST', `${service.baseUrl}/interactions/${type}/${id}`, { body, headers });
  const spoiled = (body: string, { forged }: Pressing) => (forged === 'body' ? body.replace('U1', 'U2') : body);
  const at = ({ forged }: Pressing) => String(now() - (forged === 'old' ? 301 : 0));
  const heardAt = (...paths: string[]) => platform.heard.filter(({ path }) => paths.some((one) => path.endsWith(one)));

  const slack: Chat = {
    type: 'slack',
    channel: (approvers) => ({
      name: 'Slack',
      type: 'slack',
      config: { bot_token: 'xoxb-17653672481', channel_id: 'C1', signing_secret: SIGNING_SECRET, approvers },
    }),
    messages: () => heardAt('/chat.postMessage', '/chat.update'),
    buttons: (message) => {
      const blocks = (message?.get('blocks') ?? []) as {
        type: string;
        elements?: { action_id: string; value?: string }[];
      }[];
      const elements = blocks.find(({ type }) => type === 'actions')?.elements ?? [];
      return Object.fromEntries(elements.flatMap(({ action_id, value }) => (value ? [[action_id, value]] : [])));
    },
    textOf: (message) => `${message?.text}`,
    press(pressing) {
      const { button, user, reason, channel } = pressing;
      const person = { id: user, username: `name-of-${user}`, name: `name-of-${user}` };
      const view = { private_metadata: button, state: { values: { reason: { reason: { value: reason } } } } };
      const payload =
        reason === undefined
          ? {
              type: 'block_actions',
              user: person,
              trigger_id: '13345224609.738474920.8088930838d88f008e0',
              channel: { id: 'C1' },
              actions: [{ type: 'button', block_id: 'b', action_id: 'x', value: button }],
            }
          : { type: 'view_submission', user: person, view };
      const body = `payload=${encodeURIComponent(JSON.stringify(payload))}`;
      const timestamp = at(pressing);
      const key = pressing.forged === 'signature' ? 'another secret' : SIGNING_SECRET;
      const signature = `v0=${createHmac('sha256', key).update(`v0:${timestamp}:${body}`).digest('hex')}`;
      return post('slack', channel, spoiled(body, pressing), {
        'content-type': 'application/x-www-form-urlencoded',
        'x-slack-request-timestamp': timestamp,
        ...(pressing.forged === 'unsigned' ? {} : { 'x-slack-signature': signature }),
      });
    },
    asked: () => heardAt('/views.open').at(-1)?.get('view.private_metadata'),
    told: (answer) => {
      const { errors } = JSON.parse(answer.text) as { errors?: { reason: string } };
      return errors?.reason ?? String(heardAt('/chat.postEphemeral').at(-1)?.get('text') ?? '');
    },
  };

  const discord: Chat = {
    type: 'discord',
    channel: (approvers) => ({
      name: 'Discord',
      type: 'discord',
      config: {
        bot_token: 'MTk4NjIy.Cl2FMQ.ZnCjm1XVW7vRze4b7Cq4se7kKWs',
        channel_id: '55',
        public_key: PUBLIC_KEY,
        approvers,
      },
    }),
    messages: () => platform.heard.filter(({ path }) => path.startsWith('/discord/channels/55/messages')),
    buttons: (message) => {
      const components = (message?.get('components.0.components') ?? []) as { label: string; custom_id: string }[];
      const names: Record<string, Press> = { Approve: 'approve', Reject: 'reject', 'Reject with a reason…': 'why' };
      return Object.fromEntries(components.map(({ label, custom_id }) => [names[label], custom_id]));
    },
    textOf: (message) => String(message?.get('embeds.0.description')),
    press(pressing) {
      const { button, user, reason, channel } = pressing;
      const input = { type: 1, components: [{ type: 4, custom_id: 'reason', value: reason }] };
      const body = JSON.stringify({
        type: reason === undefined ? 3 : 5,
        member: { user: { id: user, username: `name-of-${user}` } },
        data: { custom_id: button, ...(reason === undefined ? { component_type: 2 } : { components: [input] }) },
      });
      const timestamp = at(pressing);
      const key = pressing.forged === 'signature' ? generateKeyPairSync('ed25519').privateKey : keys.privateKey;
      const signature = sign(null, Buffer.from(timestamp + body), key).toString('hex');
      return post('discord', channel, spoiled(body, pressing), {
        'content-type': 'application/json',
        'x-signature-timestamp': timestamp,
        ...(pressing.forged === 'unsigned' ? {} : { 'x-signature-ed25519': signature }),
      });
    },
    asked: (answer) => {
      const { type, data } = JSON.parse(answer.text) as { type: number; data: { custom_id: string } };
      assert.equal(type, 9, 'a form');
      return data.custom_id;
    },
    told: (answer) => {
      const { data } = JSON.parse(answer.text) as { data?: { content?: string; flags: number } };
      if (data?.content !== undefined) assert.equal(data.flags, 64, 'only whoever pressed sees it');
      return data?.content ?? '';
    },
  };

  const telegram: Chat = {
    type: 'telegram',
    channel: (approvers) => ({
      name: 'Telegram',
      type: 'telegram',
      config: { bot_token: BOT_TOKEN, chat_id: '-1001', approvers },
    }),
    messages: () => heardAt('/sendMessage', '/editMessageText'),
    buttons: (message) => {
      const rows = (message?.get('reply_markup.inline_keyboard') ?? []) as { text: string; callback_data: string }[][];
      const names: Record<string, Press> = { Approve: 'approve', Reject: 'reject', 'Reject with a reason…': 'why' };
      return Object.fromEntries(rows.flat().map(({ text, callback_data }) => [names[text], callback_data]));
    },
    textOf: (message) => String(message?.get('text')),
    press(pressing) {
      const { button, user, reason, channel, forged, askedBy = 123456 } = pressing;
      assert.ok(Buffer.byteLength(button) <= 64, 'Telegram takes no more');
      const from = { id: user, is_bot: false, first_name: `name-of-${user}` };
      const chat = { id: -1001, type: 'supergroup' };
      const url = `https://inbox.example/a/act_1#${button}`;
      const update =
        reason === undefined
          ? { update_id: 1, callback_query: { id: '4382', from, message: { message_id: 5, chat }, data: button } }
          : {
              update_id: 2,
              message: {
                message_id: 7,
                from,
                chat,
                text: reason,
                reply_to_message: {
                  message_id: 6,
                  from: { id: askedBy, is_bot: true },
                  chat,
                  entities: [{ type: 'text_link', offset: 0, length: 1, url }],
                },
              },
            };
      const token = forged === 'signature' || forged === 'body' || forged === 'old' ? 'x'.repeat(43) : tokenOfHook;
      return post('telegram', channel, JSON.stringify(update), {
        'content-type': 'application/json',
        ...(forged === 'unsigned' ? {} : { 'x-telegram-bot-api-secret-token': token }),
      });
    },
    asked: () => {
      const question = heardAt('/sendMessage').findLast((one) => one.get('reply_markup.force_reply') === true);
      return String(question?.get('entities.0.url')).split('#')[1];
    },
    told: () => String(heardAt('/answerCallbackQuery').at(-1)?.get('text') ?? ''),
  };

  return {
    environment: {
      SLACK_API_BASE: `${platform.url}/slack`,
      DISCORD_API_BASE: `${platform.url}/discord`,
      TELEGRAM_API_BASE: `${platform.url}/telegram`,
      PUBLIC_URL: 'https://inbox.example',
    },
    all: [slack, discord, telegram],
    platform,
    reach: (reached) => {
      service = reached;
    },
    removeMessages: () => {
      areRemoved = true;
    },
    hold: (next) => {
      first = next;
    },
    close: platform.close,
  };
}
