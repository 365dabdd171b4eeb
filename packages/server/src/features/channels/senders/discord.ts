// To Discord: by an incoming webhook or by a bot. What is written is an embed in which every mark is escaped, and nobody is
// ever mentioned.

import type { App } from '../../../app.ts';
import { isNamed } from '../../../config.ts';
import { VERSION } from '../../../version.ts';
import type { Incoming } from '../../../world/outgoing.ts';
import type { Text } from '../message.ts';
import { withLink } from './plain.ts';
import { type Channel, exchange, forWords, jsonOf, type Sender, type Sent, sentOf, waitOf } from './sender.ts';

const DESCRIPTION_CHARACTERS = 4096;
/** As Discord numbers its errors. */
const UNKNOWN_MESSAGE = 10_008;
/** Explicit content, rules of the server, harmful links. */
const OF_WORDS: readonly unknown[] = [20_009, 200_000, 240_000];

/** How a message by a webhook is referred to; one by a bot is, with the place that it was written to. */
const BY_WEBHOOK = 'webhook';

export const discord: Sender = {
  async send(app, channel, { text }, signal) {
    const place = channel.config.channel_id ?? BY_WEBHOOK;
    const sent = sentByDiscord(await call(app, channel, text, { place, signal }));
    return 'ref' in sent ? { ...sent, ref: `${place} ${sent.ref}` } : sent;
  },
  async update(app, channel, { text, ref }, signal) {
    const [place = '', id] = ref.split(' ');
    const answer = await call(app, channel, text, { place, id, signal });
    return jsonOf(answer)['code'] === UNKNOWN_MESSAGE ? { is: 'sent' } : sentByDiscord(answer);
  },
};

interface Where {
  readonly place: string;
  /** Of the message that is changed; a new one has none. */
  readonly id?: string | undefined;
  readonly signal: AbortSignal;
}

function call(app: App, { config }: Channel, text: Text, { place, id, signal }: Where) {
  const body = JSON.stringify(messageOf(text));
  const method = id === undefined ? 'POST' : 'PATCH';
  const below = id === undefined ? '' : `/${encodeURIComponent(id)}`;
  const named = { 'user-agent': `DiscordBot (${app.publicUrl()}, ${VERSION})` }; // under other names it turns requests away
  if (config.url !== undefined) {
    const url = new URL(config.url);
    if (id === undefined)
      url.searchParams.set('wait', 'true'); // else there is no id to change it by
    else url.pathname += `/messages${below}`;
    return exchange(app, { url: url.href, method, headers: named, body, signal });
  }
  const { discordApiBase } = app.config;
  return exchange(app, {
    url: `${discordApiBase}/channels/${encodeURIComponent(place)}/messages${below}`,
    method,
    headers: { ...named, authorization: `Bot ${config.bot_token}` },
    body,
    trusted: isNamed(app.config, 'discordApiBase'),
    signal,
  });
}

function sentByDiscord(answer: Incoming): Sent {
  const sent = sentOf(answer);
  const { id, retry_after, code, errors } = jsonOf(answer);
  const isOfWords = OF_WORDS.includes(code) || (errors as { embeds?: unknown } | undefined)?.embeds !== undefined;
  if (sent.is === 'refused') return forWords(sent, isOfWords);
  if (sent.is === 'later' && retry_after !== undefined) return { ...sent, seconds: waitOf(retry_after) };
  return sent.is === 'sent' && typeof id === 'string' ? { is: 'sent', ref: id } : sent;
}

const STYLES = { primary: 1, secondary: 2, success: 3, danger: 4 } as const;

export function messageOf({ headline, lines, blocks, url, buttons }: Text): object {
  const parts = [
    `**${escaped(headline)}**`,
    ...lines.map(escaped),
    ...blocks.flatMap(({ label, text }) => ['', ...(label === undefined ? [] : [`**${label}**`]), escaped(text)]),
  ];
  const button = (style: keyof typeof STYLES, label: string, custom_id: string) => ({
    type: 2,
    style: STYLES[style],
    label,
    custom_id,
  });
  const answers = buttons && [
    button('success', 'Approve', buttons.approve),
    button('danger', 'Reject', buttons.reject),
    button('secondary', 'Reject with a reason…', buttons.why),
  ];
  return {
    embeds: [{ description: withLink(parts.join('\n'), url, DESCRIPTION_CHARACTERS) }],
    components: answers ? [{ type: 1, components: answers }] : [],
    allowed_mentions: { parse: [] },
  };
}

/** A backslash takes the meaning from any mark. */
export function escaped(text: string): string {
  return text.replace(/[!-/:-@[-`{-~]/g, '\\$&');
}
