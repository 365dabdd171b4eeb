// A channel while it is being written: every field as it stands in the form.

import type { Channel, ChannelConfig, ChannelCreate, ChannelEvent, ChannelType } from '@countersign/contract';
import type { Plain } from '../i18n/translate.ts';

type FieldName = Exclude<keyof ChannelConfig, 'approvers'>;

export interface ChannelDraft {
  readonly name: string;
  readonly type: ChannelType;
  /** Slack and Discord: by a bot, which can be answered. */
  readonly bot: boolean;
  readonly fields: Readonly<Partial<Record<FieldName, string>>>;
  /** A line each: `U012AB3CD`, or `U012AB3CD = rev_…`. */
  readonly approvers: string;
  readonly events: readonly ChannelEvent[];
  readonly kinds: string;
  readonly digest_window_sec: number;
  readonly instead: boolean;
}

export const NEW_CHANNEL: ChannelDraft = {
  name: '',
  type: 'slack',
  bot: false,
  fields: {},
  approvers: '',
  events: ['action.pending', 'action.expiring'],
  kinds: '',
  digest_window_sec: 0,
  instead: false,
};

interface FormField {
  readonly name: FieldName;
  readonly label: Plain;
  readonly hint?: Plain;
  readonly secret?: true;
  readonly optional?: true;
}

const URL_FIELD = (hint: Plain): FormField => ({ name: 'url', label: 'Webhook address', hint, secret: true });
const BOT_TOKEN: FormField = { name: 'bot_token', label: 'Bot token', secret: true };

/** What each type asks for. */
export function fieldsOf({ type, bot }: Pick<ChannelDraft, 'type' | 'bot'>): readonly FormField[] {
  switch (type) {
    case 'slack':
      return bot
        ? [
            BOT_TOKEN,
            { name: 'channel_id', label: 'Channel id', hint: 'C0123456789: in the channel’s details' },
            { name: 'signing_secret', label: 'Signing secret', secret: true },
          ]
        : [URL_FIELD('https://hooks.slack.com/services/…')];
    case 'discord':
      return bot
        ? [
            BOT_TOKEN,
            { name: 'channel_id', label: 'Channel id', hint: 'Developer mode, then “Copy channel ID”' },
            { name: 'public_key', label: 'Public key of the application' },
          ]
        : [URL_FIELD('https://discord.com/api/webhooks/…')];
    case 'telegram':
      return [BOT_TOKEN, { name: 'chat_id', label: 'Chat id', hint: 'A number, or @name of a public channel' }];
    case 'ntfy':
      return [
        { name: 'url', label: 'Server', hint: 'https://ntfy.sh, or your own' },
        { name: 'topic', label: 'Topic', hint: 'Whoever knows it can read it: choose one that nobody guesses' },
        { name: 'token', label: 'Access token', secret: true, optional: true },
      ];
    case 'email':
      return [{ name: 'address', label: 'Address' }];
    default:
      return [
        { name: 'url', label: 'Address' },
        {
          name: 'secret',
          label: 'Secret',
          hint: 'What it is signed with; without one, the secret of the project',
          secret: true,
          optional: true,
        },
      ];
  }
}

export function canAnswer({ type, bot }: Pick<ChannelDraft, 'type' | 'bot'>): boolean {
  return type === 'telegram' || (bot && (type === 'slack' || type === 'discord'));
}

export function draftOf(channel: Channel): ChannelDraft {
  const { approvers = [], ...fields } = channel.config;
  return {
    name: channel.name,
    type: channel.type,
    bot: fields.bot_token !== undefined,
    fields,
    approvers: approvers.map((one) => (typeof one === 'string' ? one : `${one.id} = ${one.reviewer_id}`)).join('\n'),
    events: channel.events,
    kinds: channel.kinds.join(' '),
    digest_window_sec: channel.digest_window_sec,
    instead: channel.inbox === 'instead',
  };
}

export function channelOf(draft: ChannelDraft): ChannelCreate {
  const given = fieldsOf(draft).flatMap(({ name }) => {
    const value = draft.fields[name]?.trim();
    return value ? [[name, value]] : [];
  });
  const approvers = canAnswer(draft) ? { approvers: approversOf(draft.approvers) } : {};
  return {
    name: draft.name.trim(),
    type: draft.type,
    config: { ...Object.fromEntries(given), ...approvers },
    events: [...draft.events],
    kinds: draft.kinds.split(/[\s,]+/).filter((word) => word !== ''),
    digest_window_sec: draft.digest_window_sec,
    inbox: draft.instead && draft.events.includes('watcher.matched') ? 'instead' : 'also',
  };
}

function approversOf(text: string): NonNullable<ChannelConfig['approvers']> {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const [id = '', reviewer_id = ''] = line.split('=').map((part) => part.trim());
      return reviewer_id === '' ? id : { id, reviewer_id };
    });
}
