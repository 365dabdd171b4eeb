// To Slack: by an incoming webhook, which can only be written to, or by a bot, whose messages can be answered and changed.
// Words of others are plain text and rich text, which Slack does not read for markup.

import type { App } from '../../../app.ts';
import { cut } from '../../../base/shown-text.ts';
import { isNamed } from '../../../config.ts';
import type { Incoming } from '../../../world/outgoing.ts';
import type { Text } from '../message.ts';
import { type Channel, exchange, forWords, jsonOf, type Sender, type Sent, sentOf, waitOf } from './sender.ts';

const TEXT_CHARACTERS = 3000;

export const slack: Sender = {
  async send(app, channel, { text }, signal) {
    const { url, channel_id } = channel.config;
    const message = { text: escaped(text.headline), blocks: blocksOf(text) };
    if (url !== undefined) return sentByHook(await exchange(app, { url, body: JSON.stringify(message), signal }));
    const body = { channel: channel_id, ...message, unfurl_links: false, unfurl_media: false };
    return sentBySlack(await callSlack(app, channel, 'chat.postMessage', body, signal));
  },
  async update(app, channel, { text, ref }, signal) {
    const [id = '', ts = ''] = ref.split(' ');
    const body = { channel: id, ts, text: escaped(text.headline), blocks: blocksOf(text) };
    const sent = sentBySlack(await callSlack(app, channel, 'chat.update', body, signal));
    return sent.is === 'refused' && NOT_THERE.includes(sent.error) ? { is: 'sent' } : sent;
  },
};

/** One call of the Web API. */
export function callSlack(
  app: App,
  { config }: Channel,
  method: string,
  body: object,
  signal: AbortSignal,
): Promise<Incoming> {
  return exchange(app, {
    url: `${app.config.slackApiBase}/${method}`,
    headers: { authorization: `Bearer ${config.bot_token}` },
    body: JSON.stringify(body),
    trusted: isNamed(app.config, 'slackApiBase'),
    signal,
  });
}

const NOT_THERE: readonly string[] = ['message_not_found', 'cant_update_message', 'edit_window_closed'];
/** Said of what a message holds, whatever place it goes to. */
const OF_WORDS: readonly string[] = [
  'invalid_blocks',
  'invalid_blocks_format',
  'msg_blocks_too_long',
  'msg_too_long',
  'no_text',
];
const PASSING: readonly unknown[] = ['fatal_error', 'internal_error', 'service_unavailable', 'request_timeout'];

/** Slack answers 200 to everything it has understood, and says in the body whether it did it. */
function sentBySlack(answer: Incoming): Sent {
  const plain = sentOf(answer);
  if (plain.is !== 'sent') return plain;
  const { ok, error, channel, ts } = jsonOf(answer);
  if (ok === true) return { is: 'sent', ref: `${channel} ${ts}` };
  if (error === 'ratelimited') return { is: 'later', seconds: waitOf(undefined), error };
  const said = typeof error === 'string' && /^[a-z_]{1,64}$/.test(error) ? error : 'not accepted';
  return forWords({ is: PASSING.includes(error) ? 'failed' : 'refused', error: said }, OF_WORDS.includes(said));
}

/** An incoming webhook says why in one word, which is all there is. */
function sentByHook(answer: Incoming): Sent {
  return forWords(sentOf(answer), 'body' in answer && OF_WORDS.includes(answer.body.trim()));
}

const plain = (text: string) => ({ type: 'plain_text', text: cut(text, TEXT_CHARACTERS), emoji: false });

function blocksOf({ headline, lines, blocks, url, buttons }: Text): object[] {
  const button = (id: string, label: string, more: object) => ({
    type: 'button',
    action_id: id,
    text: plain(label),
    ...more,
  });
  const answers = buttons
    ? [
        button('approve', 'Approve', { style: 'primary', value: buttons.approve }),
        button('reject', 'Reject', { style: 'danger', value: buttons.reject }),
        button('why', 'Reject with a reason…', { value: buttons.why }),
      ]
    : [];
  return [
    { type: 'section', text: plain(headline) },
    ...(lines.length > 0 ? [{ type: 'context', elements: [plain(lines.join('\n'))] }] : []),
    ...blocks
      .filter(({ text }) => text !== '')
      .map(({ label, text }) => ({
        type: 'rich_text',
        elements: [
          ...(label === undefined ? [] : [{ type: 'rich_text_section', elements: [{ type: 'text', text: label }] }]),
          { type: 'rich_text_preformatted', elements: [{ type: 'text', text }] },
        ],
      })),
    { type: 'actions', elements: [...answers, button('open', 'Open in the inbox', { url })] },
  ];
}

/** For the one field that is read as markup: what a notification on a screen shows. */
export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
