// To Telegram, by a bot. Without a parse mode nothing is markup; and what is code is not searched for names, links and
// commands, so that words of others mention nobody.

import { createHmac } from 'node:crypto';
import { type App, nowOf } from '../../../app.ts';
import { isNamed } from '../../../config.ts';
import type { Incoming } from '../../../world/outgoing.ts';
import { interactionsUrl, wholeConfig } from '../channel.ts';
import type { Text } from '../message.ts';
import { listChannelRows } from '../store.ts';
import { withLink } from './plain.ts';
import { type Channel, exchange, forWords, jsonOf, type Sender, type Sent, sentOf, waitOf } from './sender.ts';

const TEXT_CHARACTERS = 4096;
/** It says so already, or is not there any more. */
const NOTHING_TO_CHANGE = /message (is not modified|to edit not found|can't be edited)|MESSAGE_ID_INVALID/;
/** By its description, which is all that tells. */
const OF_WORDS = /message (text is empty|is too long)|text must be|can't parse|ENTIT|BUTTON_/;
/** Bots that know where to send what is pressed, as far as this process has told them. */
const MOST_CONNECTED = 1000;
/** An address that is refused may be one whose name is not known everywhere yet: it is told again after so long. */
const TOLD_AGAIN_SECONDS = 600;
/** It comes before the message itself: both together must end before the lease does. */
const CONNECT_MS = 5000;

/** `secret`: what the token is made of that Telegram proves itself with. */
export function telegramSender(secret: Buffer): Sender {
  const connected = new Map<string, { readonly is: boolean; readonly asked_at: number }>();

  /** Whether this bot's buttons come back to us; told once, and again after every change, and after a while when refused. */
  const isConnected = async (app: App, channel: Channel, signal: AbortSignal): Promise<boolean> => {
    const hearing = await hearingFor(app, channel);
    const key = `${hearing.id} ${hearing.updated_at} ${app.publicUrl()}`;
    const now = nowOf(app);
    const known = connected.get(key);
    if (known && (known.is || now - known.asked_at < TOLD_AGAIN_SECONDS)) return known.is;
    const answer = await callTelegram(
      app,
      channel,
      'setWebhook',
      {
        url: interactionsUrl(app.publicUrl(), hearing),
        secret_token: telegramToken(secret, hearing.id),
        allowed_updates: ['callback_query', 'message'],
      },
      { signal, deadlineMs: CONNECT_MS },
    );
    const sent = sentByTelegram(answer);
    if (sent.is !== 'sent' && sent.is !== 'refused') return false; // asked again with the next message
    if (connected.size >= MOST_CONNECTED) connected.clear();
    connected.set(key, { is: sent.is === 'sent', asked_at: now });
    return sent.is === 'sent';
  };

  /** Without buttons where what is pressed would come to nobody. */
  const message = async (app: App, channel: Channel, text: Text, signal: AbortSignal) => {
    const { buttons, ...plain } = text;
    return messageOf(buttons && (await isConnected(app, channel, signal)) ? text : plain);
  };

  return {
    async send(app, channel, { text }, signal) {
      const { chat_id } = channel.config;
      const body = { chat_id, ...(await message(app, channel, text, signal)) };
      const sent = sentByTelegram(await callTelegram(app, channel, 'sendMessage', body, { signal }));
      return 'ref' in sent ? { ...sent, ref: `${chat_id} ${sent.ref}` } : sent;
    },
    async update(app, channel, { text, ref }, signal) {
      // Where it was sent to: in another chat the number is that of some other message.
      const [chat_id, message_id] = ref.split(' ');
      const body = { chat_id, message_id: Number(message_id), ...(await message(app, channel, text, signal)) };
      const sent = sentByTelegram(await callTelegram(app, channel, 'editMessageText', body, { signal }));
      return sent.is === 'refused' && NOTHING_TO_CHANGE.test(sent.error) ? { is: 'sent' } : sent;
    },
  };
}

/** A bot has one address, whichever channel writes: that of the oldest of its channels that is there. */
async function hearingFor(app: App, { row, config }: Channel): Promise<Channel['row']> {
  const all = await listChannelRows(app.reader, row.project_id);
  return all.find((one) => one.type === row.type && wholeConfig(one).bot_token === config.bot_token) ?? row;
}

/** What comes with everything Telegram sends to this channel. */
export function telegramToken(secret: Buffer, channel_id: string): string {
  return createHmac('sha256', secret)
    .update(JSON.stringify(['telegram', channel_id]))
    .digest('base64url');
}

/** One call of the Bot API. The token is part of the address, which is why no address is ever logged. */
export function callTelegram(
  app: App,
  { config }: Channel,
  method: string,
  body: object,
  { signal, deadlineMs }: { readonly signal: AbortSignal; readonly deadlineMs?: number },
): Promise<Incoming> {
  const { telegramApiBase } = app.config;
  return exchange(app, {
    url: `${telegramApiBase}/bot${encodeURIComponent(config.bot_token ?? '').replaceAll('%3A', ':')}/${method}`,
    body: JSON.stringify(body),
    trusted: isNamed(app.config, 'telegramApiBase'),
    deadlineMs,
    signal,
  });
}

function sentByTelegram(answer: Incoming): Sent {
  const sent = sentOf(answer);
  const { ok, description, parameters, result } = jsonOf(answer);
  // Whatever else is at the address that the operator named says 200 to anything.
  if (sent.is === 'sent' && ok !== true) return { is: 'refused', error: 'not accepted' };
  if (sent.is === 'later') return { ...sent, seconds: waitOf((parameters as { retry_after?: unknown })?.retry_after) };
  if (sent.is === 'sent') {
    const id = (result as { message_id?: unknown } | undefined)?.message_id;
    return typeof id === 'number' ? { is: 'sent', ref: String(id) } : sent;
  }
  if (typeof description !== 'string') return sent;
  return forWords({ ...sent, error: description.slice(0, 200).toWellFormed() }, OF_WORDS.test(description));
}

interface Entity {
  readonly type: 'code' | 'pre';
  readonly offset: number;
  readonly length: number;
}

/** Of a text with words that are not ours, from one place to another. */
export function verbatim(text: string, offset = 0): Entity {
  return { type: 'code', offset, length: text.length };
}

export function messageOf({ headline, lines, blocks, url, buttons }: Text) {
  const entities: Entity[] = [];
  let text = '';
  for (const line of [headline, ...lines]) {
    if (text !== '') text += '\n';
    entities.push(verbatim(line, text.length));
    text += line;
  }
  for (const block of blocks.filter((block) => block.text !== '')) {
    text += `\n\n${block.label === undefined ? '' : `${block.label}:\n`}`;
    entities.push({ ...verbatim(block.text, text.length), type: 'pre' });
    text += block.text;
  }
  const whole = withLink(text, url, TEXT_CHARACTERS);
  const room = whole.length - withLink('', url, TEXT_CHARACTERS).length;
  const inline_keyboard = buttons
    ? [
        [
          { text: 'Approve', callback_data: buttons.approve },
          { text: 'Reject', callback_data: buttons.reject },
        ],
        [{ text: 'Reject with a reason…', callback_data: buttons.why }],
      ]
    : [];
  return {
    text: whole,
    entities: entities
      .map((entity) => ({ ...entity, length: Math.min(entity.length, room - entity.offset) }))
      .filter(({ length }) => length > 0),
    link_preview_options: { is_disabled: true },
    reply_markup: { inline_keyboard },
  };
}
