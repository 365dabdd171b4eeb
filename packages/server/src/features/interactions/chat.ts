// What the platforms have in common: a channel by its id, and JSON of others that may hold anything.

import type { ChannelConfig, ChannelType } from '@countersign/contract';
import type { App } from '../../app.ts';
import { Problem } from '../../base/problem.ts';
import type { ChannelRow } from '../../storage/channel-rows.ts';
import type { Incoming } from '../../world/outgoing.ts';
import { wholeConfig } from '../channels/channel.ts';
import { jsonOf } from '../channels/senders/sender.ts';
import { findChannelAnywhere } from '../channels/store.ts';

export interface Through {
  readonly row: ChannelRow;
  readonly config: ChannelConfig & { readonly bot_token: string };
}

/** The channel through whose address something came, when it is one that can be answered. */
export async function channelAt(app: App, type: ChannelType, id: string): Promise<Through> {
  const row = await findChannelAnywhere(app.reader, id);
  const config = row && wholeConfig(row);
  if (row?.type !== type || config?.bot_token === undefined) throw new Problem('not_found');
  return { row, config: { ...config, bot_token: config.bot_token } };
}

export function textOf(raw: Uint8Array): string {
  return Buffer.from(raw).toString('utf8');
}

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // signed, and yet no JSON: nothing we know
  }
}

/** What is there, or undefined: `member.user.id`. */
export function pick(value: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((from, name) => {
    return typeof from === 'object' && from !== null && Object.hasOwn(from, name)
      ? (from as Record<string, unknown>)[name]
      : undefined;
  }, value);
}

export function pickText(value: unknown, path: string): string {
  const found = pick(value, path);
  return typeof found === 'string' ? found : typeof found === 'number' ? String(found) : '';
}

/** Whoever waits for a question that was never asked would take their rejection for given. */
export function demandAsked(answer: Incoming): void {
  if (jsonOf(answer)['ok'] === true) return;
  throw new Problem('unavailable', { detail: 'The chat did not take the question for your reason. Press again.' });
}

export const REASON_CHARACTERS = 2000;

/** As the decision takes it. */
export function reasonOf(text: string): string {
  return [...text.toWellFormed().replaceAll('\0', '').trim()].slice(0, REASON_CHARACTERS).join('');
}
