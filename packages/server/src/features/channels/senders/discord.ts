// To Discord: by an incoming webhook or by a bot. What is written is an embed in which every mark is escaped, and nobody is
// ever mentioned.

import type { App } from '../../../app.ts';
import type { Incoming } from '../../../world/outgoing.ts';
import type { Text } from '../message.ts';
import { type Channel, exchange, jsonOf, type Sender, type Sent, sentOf, waitOf } from './sender.ts';

export const DISCORD_API = 'https://discord.com/api/v10';

const DESCRIPTION_CHARACTERS = 4096;

export const discord: Sender = {
  send: async (app, channel, { text }, signal) => sentByDiscord(await call(app, channel, text, { signal })),
  update: async (app, channel, { text, ref }, signal) => sentByDiscord(await call(app, channel, text, { signal, ref })),
};

/** A new message, or with a `ref` a change to that one. */
function call(app: App, { config }: Channel, text: Text, { signal, ref }: { signal: AbortSignal; ref?: string }) {
  const body = JSON.stringify(messageOf(text));
  const method = ref === undefined ? 'POST' : 'PATCH';
  if (config.url !== undefined) {
    const url = new URL(config.url);
    if (ref === undefined)
      url.searchParams.set('wait', 'true'); // else there is no id to change it by
    else url.pathname += `/messages/${encodeURIComponent(ref)}`;
    return exchange(app, { url: url.href, method, body, signal });
  }
  const { discordApiBase } = app.config;
  return exchange(app, {
    url: `${discordApiBase}/channels/${config.channel_id}/messages${ref === undefined ? '' : `/${encodeURIComponent(ref)}`}`,
    method,
    headers: { authorization: `Bot ${config.bot_token}` },
    body,
    trusted: discordApiBase !== DISCORD_API,
    signal,
  });
}

function sentByDiscord(answer: Incoming): Sent {
  const sent = sentOf(answer);
  const { id, retry_after } = jsonOf(answer);
  if (sent.is === 'later' && retry_after !== undefined) return { ...sent, seconds: waitOf(retry_after) };
  return sent.is === 'sent' && typeof id === 'string' ? { is: 'sent', ref: id } : sent;
}

const STYLES = { primary: 1, secondary: 2, success: 3, danger: 4 } as const;

export function messageOf({ headline, lines, blocks, url, buttons }: Text): object {
  const parts = [
    `**${escaped(headline)}**`,
    ...lines.map(escaped),
    ...blocks.flatMap(({ label, text }) => ['', ...(label === undefined ? [] : [`**${label}**`]), escaped(text)]),
    '',
    `Open in the inbox: ${url}`,
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
    embeds: [{ description: parts.join('\n').slice(0, DESCRIPTION_CHARACTERS).toWellFormed() }],
    components: answers ? [{ type: 1, components: answers }] : [],
    allowed_mentions: { parse: [] },
  };
}

/** A backslash takes the meaning from any mark. */
export function escaped(text: string): string {
  return text.replace(/[!-/:-@[-`{-~]/g, '\\$&');
}
