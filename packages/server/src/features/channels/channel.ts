// What a channel is: which settings each type needs, which of them are secret, and which events it hears. Pure.

import type { Channel, ChannelConfig, ChannelEvent, ChannelType } from '@countersign/contract';
import { globMatches } from '../../base/glob.ts';
import { invalid } from '../../base/problem.ts';
import type { ChannelRow, SendEvent } from '../../storage/channel-rows.ts';

type Name = keyof ChannelConfig;

interface Form {
  readonly needs: readonly Name[];
  readonly may: readonly Name[];
}

const BY_URL: Form = { needs: ['url'], may: [] };
const botForm = (...needs: readonly Name[]): Form => ({ needs: ['bot_token', ...needs], may: ['approvers'] });

/** Where there are two, the one with a bot can be answered. */
const FORMS: Readonly<Record<ChannelType, readonly [Form, Form?]>> = {
  slack: [BY_URL, botForm('channel_id', 'signing_secret')],
  discord: [BY_URL, botForm('channel_id', 'public_key')],
  telegram: [botForm('chat_id')],
  ntfy: [{ needs: ['url', 'topic'], may: ['token'] }],
  email: [{ needs: ['address'], may: [] }],
  webhook: [{ needs: ['url'], may: ['secret'] }],
};

const ALWAYS_SECRET: readonly Name[] = ['bot_token', 'signing_secret', 'token', 'secret'];
/** Whoever knows the address of an incoming webhook can write there. */
const SECRET_URLS: readonly ChannelType[] = ['slack', 'discord'];
/** Fewer characters than this would show too much of the whole. */
const LONG_ENOUGH = 12;

export interface Parts {
  readonly config: ChannelConfig;
  readonly secrets: ChannelConfig;
}

/**
 * What is sent, taken apart; a secret that comes back as it was shown stays the one that is kept. `kept` is all of what was
 * there before.
 */
export function partsOf(type: ChannelType, given: ChannelConfig, kept: ChannelConfig = {}): Parts {
  checkForm(type, given);
  const config: Record<string, unknown> = {};
  const secrets: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(given) as [Name, unknown][]) {
    if (isSecret(type, name)) secrets[name] = unmasked(name, String(value), { kept, given });
    else config[name] = value;
  }
  return { config: config as ChannelConfig, secrets: secrets as ChannelConfig };
}

/** A token is sent along to the address: with another address, whoever may not read it would be given it. */
function unmasked(name: Name, value: string, { kept, given }: Record<'kept' | 'given', ChannelConfig>): string {
  if (!value.startsWith('****')) return value;
  if (name === 'token' && given.url !== kept.url) {
    throw invalid('config.token', 'is masked, and the address another one: send the whole of it');
  }
  const known = kept[name];
  if (typeof known === 'string' && masked(known) === value) return known;
  throw invalid(`config.${name}`, 'is masked, and not the one that is kept: send the whole of it');
}

function checkForm(type: ChannelType, given: ChannelConfig): void {
  const [first, second] = FORMS[type];
  const { needs, may } = second && given.bot_token !== undefined ? second : first;
  const missing = needs.find((name) => given[name] === undefined);
  if (missing) throw invalid(`config.${missing}`, `is required by ${type}`);
  const foreign = (Object.keys(given) as Name[]).find((name) => !needs.includes(name) && !may.includes(name));
  if (foreign) throw invalid(`config.${foreign}`, `has no meaning for ${type}${second ? ' like this' : ''}`);
}

function isSecret(type: ChannelType, name: Name): boolean {
  return ALWAYS_SECRET.includes(name) || (name === 'url' && SECRET_URLS.includes(type));
}

function masked(secret: string): string {
  return secret.length < LONG_ENOUGH ? '****' : `****${secret.slice(-4)}`;
}

/** All of it, for whoever sends. */
export function wholeConfig({ config, secrets }: Pick<ChannelRow, 'config' | 'secrets'>): ChannelConfig {
  return { ...(JSON.parse(config) as ChannelConfig), ...(JSON.parse(secrets) as ChannelConfig) };
}

/** Whether what it sends can be answered there by someone. */
export function canAnswer(config: ChannelConfig): boolean {
  return config.bot_token !== undefined && (config.approvers?.length ?? 0) > 0;
}

export type Listening = Pick<
  ChannelRow,
  'id' | 'type' | 'events' | 'kinds' | 'watcher_ids' | 'inbox' | 'digest_window_sec'
>;

const CARRIED_BY: Readonly<Partial<Record<SendEvent, ChannelEvent>>> = {
  'watcher.recovered': 'watcher.degraded',
  'watcher.paused': 'watcher.degraded',
};

function listens({ events }: Listening, event: SendEvent): boolean {
  return (JSON.parse(events) as string[]).includes(CARRIED_BY[event] ?? event);
}

export function hearsWatcher(channel: Listening, event: SendEvent, watcher_id: string): boolean {
  const only = JSON.parse(channel.watcher_ids) as string[];
  return listens(channel, event) && (only.length === 0 || only.includes(watcher_id));
}

interface OfAction {
  readonly kind: string;
  readonly created_by_type: string;
  readonly created_by_id: string;
}

/** A match that a channel hears of as such is not told there again as the action that was made of it. */
export function hearsAction(channel: Listening, event: SendEvent, action: OfAction): boolean {
  const { kind, created_by_type, created_by_id } = action;
  const kinds = JSON.parse(channel.kinds) as string[];
  if (!listens(channel, event) || (kinds.length > 0 && !kinds.some((glob) => globMatches(glob, kind)))) return false;
  const asMatch = created_by_type === 'watcher' && hearsWatcher(channel, 'watcher.matched', created_by_id);
  return event !== 'action.pending' || !asMatch;
}

const INTERACTIVE: readonly ChannelType[] = ['slack', 'discord', 'telegram'];

export function viewChannel(row: ChannelRow, publicUrl: string): Channel {
  const secrets = JSON.parse(row.secrets) as Record<string, string>;
  const shown = Object.fromEntries(Object.entries(secrets).map(([name, value]) => [name, masked(value)]));
  const config = JSON.parse(row.config) as ChannelConfig;
  const answers = INTERACTIVE.includes(row.type) && 'bot_token' in secrets;
  return {
    id: row.id,
    project_id: row.project_id,
    name: row.name,
    type: row.type,
    config: { ...config, ...shown },
    enabled: row.enabled === 1,
    digest_window_sec: row.digest_window_sec,
    events: JSON.parse(row.events) as Channel['events'],
    kinds: JSON.parse(row.kinds) as string[],
    watcher_ids: JSON.parse(row.watcher_ids) as string[],
    inbox: row.inbox,
    ...(answers ? { interactions_url: interactionsUrl(publicUrl, row) } : {}),
    ...(row.last_fired_at === null ? {} : { last_fired_at: row.last_fired_at }),
    fail_count: row.fail_count,
    ...(row.last_error === null ? {} : { last_error: row.last_error }),
    ...(row.disabled_at === null ? {} : { disabled_at: row.disabled_at }),
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
}

/** Where a platform sends what was pressed. */
export function interactionsUrl(publicUrl: string, { type, id }: Pick<ChannelRow, 'type' | 'id'>): string {
  return `${publicUrl}/v1/interactions/${type}/${id}`;
}
