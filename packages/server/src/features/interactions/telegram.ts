// Telegram sends what was pressed, and the reason as a reply to our question. It proves itself with the token that we gave it.

import { hash, timingSafeEqual } from 'node:crypto';
import { type App, nowOf } from '../../app.ts';
import { Problem } from '../../base/problem.ts';
import { shownTitle } from '../channels/message.ts';
import { callTelegram, telegramToken, verbatim } from '../channels/senders/telegram.ts';
import { channelAt, demandAsked, parsed, pick, pickText, reasonOf, type Through, textOf } from './chat.ts';
import { decideByPress, isOpen, type Valid, validPress, wordsOf } from './press.ts';

export interface FromTelegram {
  readonly id: string;
  readonly raw: Uint8Array;
  readonly token: string | undefined;
  readonly signal: AbortSignal;
}

const TITLE_CHARACTERS = 200;
/** What Telegram shows over the chat. */
const TOAST_CHARACTERS = 200;

export async function receiveTelegram(app: App, secret: Buffer, received: FromTelegram): Promise<object> {
  const through = await channelAt(app, 'telegram', received.id);
  const digest = (text: string) => hash('sha256', text, 'buffer');
  if (!timingSafeEqual(digest(received.token ?? ''), digest(telegramToken(secret, through.row.id)))) {
    throw new Problem('bad_signature');
  }
  const update = parsed(textOf(received.raw));
  const about = { app, secret, through, update, signal: received.signal };
  if (pick(update, 'callback_query') !== undefined) await pressed(about);
  else if (pick(update, 'message.reply_to_message') !== undefined) await replied(about);
  return {};
}

interface Update {
  readonly app: App;
  readonly secret: Buffer;
  readonly through: Through;
  readonly update: unknown;
  readonly signal: AbortSignal;
}

const whoIn = (from: unknown) => ({
  id: pickText(from, 'id'),
  name: [pickText(from, 'first_name'), pickText(from, 'last_name')].join(' ').trim() || pickText(from, 'username'),
});

async function pressed({ app, secret, through, update, signal }: Update): Promise<void> {
  const query = pick(update, 'callback_query');
  const who = whoIn(pick(query, 'from'));
  const button = pickText(query, 'data');
  let text: string;
  try {
    const valid = await validPress(app, secret, { through: through.row, button, who });
    text = valid.press === 'why' ? await ask(app, through, { valid, query, signal }) : await decideByPress(app, valid);
  } catch (error) {
    text = wordsOf(error);
  }
  const body = { callback_query_id: pickText(query, 'id'), text: text.slice(0, TOAST_CHARACTERS).toWellFormed() };
  await callTelegram(app, through, 'answerCallbackQuery', body, { signal });
}

interface Asking {
  readonly valid: Valid;
  readonly query: unknown;
  readonly signal: AbortSignal;
}

/** The button travels in the link of the question, and comes back with the reply to it. */
async function ask(app: App, through: Through, { valid, query, signal }: Asking): Promise<string> {
  if (!isOpen(valid, nowOf(app))) throw new Problem('already_decided');
  const title = shownTitle(valid.action, TITLE_CHARACTERS);
  const before = 'Why do you reject “';
  const answer = await callTelegram(
    app,
    through,
    'sendMessage',
    {
      chat_id: pickText(query, 'message.chat.id') || through.config.chat_id,
      text: `${before}${title}”? Reply to this message.`,
      entities: [
        {
          type: 'text_link',
          offset: before.length,
          length: title.length,
          url: `${app.publicUrl()}/a/${valid.action.id}#${valid.button}`,
        },
      ],
      link_preview_options: { is_disabled: true },
      reply_markup: { force_reply: true, selective: true },
      reply_parameters: {
        message_id: Number(pickText(query, 'message.message_id')),
        allow_sending_without_reply: true,
      },
    },
    { signal },
  );
  demandAsked(answer);
  return 'Reply to the question with your reason.';
}

/**
 * Whether the question was asked by our bot, whose id its token begins with. Everyone in a chat can see what a button holds,
 * and lay it into a message of their own for someone else to reply to.
 */
function isOurs({ config }: Through, message: unknown): boolean {
  return pickText(message, 'reply_to_message.from.id') === config.bot_token.split(':')[0];
}

async function replied({ app, secret, through, update, signal }: Update): Promise<void> {
  const message = pick(update, 'message');
  const button = pickText(message, 'reply_to_message.entities.0.url').split('#')[1] ?? '';
  if (button === '' || !isOurs(through, message)) return; // talk among people
  const reason = reasonOf(pickText(message, 'text'));
  let text: string;
  try {
    if (reason === '') throw new Problem('validation_failed', { detail: 'A reason is needed, in words.' });
    const valid = await validPress(app, secret, { through: through.row, button, who: whoIn(pick(message, 'from')) });
    text = await decideByPress(app, valid, reason);
  } catch (error) {
    text = wordsOf(error);
  }
  const reply_parameters = { message_id: Number(pickText(message, 'message_id')), allow_sending_without_reply: true };
  await callTelegram(
    app,
    through,
    'sendMessage',
    { chat_id: pickText(message, 'chat.id'), text, entities: [verbatim(text)], reply_parameters },
    { signal },
  );
}
