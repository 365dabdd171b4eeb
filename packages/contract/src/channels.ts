// Notification channels: where people and programs are told what happens, beside the inbox; some of them can answer.

import { Type } from 'typebox';
import { ById, NoContent, type Operation } from './operation.ts';

export const CHANNEL_TYPES = ['slack', 'discord', 'telegram', 'ntfy', 'email', 'webhook'] as const;
export type ChannelType = (typeof CHANNEL_TYPES)[number];

/** What a channel may listen to; `watcher.degraded` also brings `watcher.recovered` and `watcher.paused`. */
export const CHANNEL_EVENTS = [
  'action.pending',
  'action.expiring',
  'action.decided',
  'watcher.matched',
  'watcher.degraded',
] as const;
export type ChannelEvent = (typeof CHANNEL_EVENTS)[number];

export const MOST_CHANNELS = 50;

const closed = { additionalProperties: false } as const;
/** Goes into a header, a path or a signature: one line without blanks. */
const Word = (maxLength: number, description: string) =>
  Type.String({ minLength: 1, maxLength, pattern: '^[\\x21-\\x7e]+$', description });

const LinkedApprover = Type.Object(
  { id: Word(64, 'Their id on the platform'), reviewer_id: Type.String({ minLength: 1, maxLength: 100 }) },
  closed,
);

const Approvers = Type.Array(Type.Union([Word(64, 'An id on the platform'), LinkedApprover]), {
  maxItems: 100,
  description: 'Who may decide there: ids of the platform, or `{id, reviewer_id}` where it is one of our reviewers',
});

export const ChannelConfig = Type.Object(
  {
    url: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 2048,
        description: 'slack, discord: the incoming webhook; ntfy, webhook',
      }),
    ),
    bot_token: Type.Optional(Word(256, 'slack, discord, telegram: with it, messages can be answered')),
    channel_id: Type.Optional(Word(64, 'slack, discord: the channel the bot writes to')),
    signing_secret: Type.Optional(Word(128, 'slack: what interactions are signed with')),
    public_key: Type.Optional(
      Type.String({ pattern: '^[0-9a-fA-F]{64}$', description: 'discord: what interactions are signed with' }),
    ),
    chat_id: Type.Optional(
      Type.String({ pattern: '^(-?\\d{1,20}|@[A-Za-z0-9_]{3,64})$', description: 'telegram: the chat' }),
    ),
    approvers: Type.Optional(Approvers),
    topic: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$', description: 'ntfy' })),
    token: Type.Optional(Word(256, 'ntfy: an access token')),
    address: Type.Optional(
      Type.String({
        maxLength: 254,
        pattern: '^[^\\s@<>",;:()\\[\\]\\\\]{1,64}@[^\\s@<>",;:()\\[\\]\\\\]+$',
        description: 'email',
      }),
    ),
    secret: Type.Optional(Word(256, 'webhook: what it is signed with; without it, the secret of the project')),
  },
  closed,
);
export type ChannelConfig = Type.Static<typeof ChannelConfig>;

const Patterns = Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
  maxItems: 50,
  description: 'Globs over the kind; none: every kind. Of events of actions alone',
});

const members = {
  name: Type.String({ minLength: 1, maxLength: 200, pattern: '^[^\\r\\n]*$' }),
  type: Type.Enum(CHANNEL_TYPES),
  config: ChannelConfig,
  enabled: Type.Boolean(),
  digest_window_sec: Type.Integer({
    minimum: 0,
    maximum: 3600,
    description: 'So long is gathered for one message; 0: one message for each',
  }),
  events: Type.Array(Type.Enum(CHANNEL_EVENTS), { minItems: 1, uniqueItems: true }),
  kinds: Patterns,
  watcher_ids: Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
    maxItems: 50,
    description: 'Of events of watchers: only these; none: all',
  }),
  inbox: Type.Enum(['also', 'instead'] as const, {
    description: '`watcher.matched`: `instead` makes no action for the watchers it covers',
  }),
};

export const ChannelCreate = Type.Object(
  {
    ...Type.Partial(Type.Object(members)).properties,
    name: members.name,
    type: members.type,
    config: members.config,
  },
  closed,
);
export type ChannelCreate = Type.Static<typeof ChannelCreate>;

const { type: _fixed, ...changeable } = members;
export const ChannelUpdate = Type.Partial(Type.Object(changeable), { ...closed, minProperties: 1 });
export type ChannelUpdate = Type.Static<typeof ChannelUpdate>;

export const Channel = Type.Object({
  id: Type.String(),
  project_id: Type.String(),
  ...members,
  config: Type.Object(ChannelConfig.properties, {
    ...closed,
    description: 'What is secret reads as `****` and its last four characters; sent back like that, it stays as it is',
  }),
  interactions_url: Type.Optional(
    Type.String({ description: 'Where the platform sends what is pressed, for those that can answer' }),
  ),
  last_fired_at: Type.Optional(Type.Integer()),
  fail_count: Type.Integer({ description: 'Attempts in a row that failed' }),
  last_error: Type.Optional(Type.String()),
  disabled_at: Type.Optional(Type.Integer({ description: 'When it turned itself off' })),
  created_at: Type.Integer(),
  updated_at: Type.Integer(),
});
export type Channel = Type.Static<typeof Channel>;

export const ChannelList = Type.Object({ items: Type.Array(Channel, { description: 'The oldest first' }) });
export type ChannelList = Type.Static<typeof ChannelList>;

export const ChannelTested = Type.Object({ ok: Type.Boolean(), error: Type.Optional(Type.String()) });
export type ChannelTested = Type.Static<typeof ChannelTested>;

export const channelOperations = {
  createChannel: {
    method: 'POST',
    path: '/notification-channels',
    tag: 'Channels',
    scope: 'admin',
    fresh: true,
    summary: 'Add a notification channel',
    body: ChannelCreate,
    replies: { 201: Channel },
    problems: ['channel_limit', 'private_target'],
  },
  listChannels: {
    method: 'GET',
    path: '/notification-channels',
    tag: 'Channels',
    scope: 'admin',
    summary: 'List the notification channels',
    replies: { 200: ChannelList },
    problems: [],
  },
  getChannel: {
    method: 'GET',
    path: '/notification-channels/{id}',
    tag: 'Channels',
    scope: 'admin',
    summary: 'Read a notification channel',
    params: ById,
    replies: { 200: Channel },
    problems: ['not_found'],
  },
  updateChannel: {
    method: 'PATCH',
    path: '/notification-channels/{id}',
    tag: 'Channels',
    scope: 'admin',
    fresh: true,
    summary: 'Change a notification channel, or turn it on again; `config` is replaced as a whole',
    params: ById,
    body: ChannelUpdate,
    replies: { 200: Channel },
    problems: ['not_found', 'private_target'],
  },
  deleteChannel: {
    method: 'DELETE',
    path: '/notification-channels/{id}',
    tag: 'Channels',
    scope: 'admin',
    fresh: true,
    summary: 'Remove a notification channel; what waits for it is not sent',
    params: ById,
    replies: { 204: NoContent },
    problems: ['not_found', 'channel_in_use'],
  },
  testChannel: {
    method: 'POST',
    path: '/notification-channels/{id}/test',
    tag: 'Channels',
    scope: 'admin',
    summary: 'Send a test message now, and say how it went',
    params: ById,
    limit: 'test',
    replies: { 200: ChannelTested },
    problems: ['not_found'],
  },
} as const satisfies Record<string, Operation>;
