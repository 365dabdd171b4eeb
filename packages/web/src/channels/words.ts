// Channels in words.

import type { Channel, ChannelEvent, ChannelType } from '@countersign/contract';
import { leftIn } from '../clock.ts';
import { type Plain, t } from '../i18n/translate.ts';

export const TYPES: Readonly<Record<ChannelType, Plain>> = {
  slack: 'Slack',
  discord: 'Discord',
  telegram: 'Telegram',
  ntfy: 'ntfy',
  email: 'Mail',
  webhook: 'Webhook',
};

export const EVENTS: Readonly<Record<ChannelEvent, Plain>> = {
  'action.pending': 'a decision is wanted',
  'action.expiring': 'it is about to expire',
  'action.decided': 'it was decided',
  'watcher.matched': 'a watcher found something',
  'watcher.degraded': 'a watcher is unwell, or well again',
};

/** Where it leads, as far as that is no secret. */
export function targetOf({ type, config }: Channel): string {
  const { url, channel_id, chat_id, topic, address } = config;
  if (type === 'ntfy') return `${hostOf(url)}/${topic}`;
  if (type === 'email') return address ?? '';
  if (channel_id !== undefined) return t('channel {id}', { id: channel_id });
  if (chat_id !== undefined) return t('chat {id}', { id: chat_id });
  return type === 'webhook' ? (url ?? '') : t('incoming webhook {url}', { url: url ?? '' });
}

function hostOf(url = ''): string {
  return URL.parse(url)?.host ?? url;
}

export function sendsWords({ events, digest_window_sec, kinds }: Channel): string {
  const what = events.map((event) => t(EVENTS[event])).join('; ');
  return [
    t('Tells when {what}', { what }),
    ...(kinds.length === 0 ? [] : [t('only {kinds}', { kinds: kinds.join(', ') })]),
    digest_window_sec === 0 ? t('one message each') : t('gathered for {time}', { time: leftIn(digest_window_sec) }),
  ].join(' · ');
}

export const SENDING_ERRORS: Readonly<Record<string, Plain>> = {
  dns: 'no such host',
  connect: 'no connection',
  tls: 'no safe connection (its certificate)',
  timeout: 'no answer in time',
  target_blocked: 'the address is not one that this server may reach',
  off: 'this server sends no mail (SMTP_URL is not set)',
  auth: 'the mail server does not take the login',
  reviewer_removed: 'the reviewer with this address was removed',
  address_left: 'no reviewer has this address any more',
};

/** The server's own words where it has some; platforms' as they are. */
export function errorWords(error: string | undefined): string {
  const known = SENDING_ERRORS[error ?? ''];
  return known ? t(known) : (error ?? t('for no reason that is known'));
}
