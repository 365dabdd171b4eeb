// How the inbox is doing: what a project uses of its plan, and how decisions go, by day, kind, person and agent.

import { Type } from 'typebox';
import { TIERS } from './billing.ts';
import type { Operation } from './operation.ts';

const closed = { additionalProperties: false } as const;

export const STATS_MAX_DAYS = 90;
export const STATS_MAX_DAYS_BY_HOUR = 7;

const Limit = Type.Union([Type.Integer(), Type.Null()], { description: 'null: none' });

export const Usage = Type.Object({
  tier: Type.Enum(TIERS),
  period: Type.Object({ start: Type.Integer(), end: Type.Integer() }, { description: 'The month, UTC' }),
  approvals: Type.Object({ used: Type.Integer(), limit: Limit }, { description: 'Actions created this month' }),
  watchers: Type.Object({
    active: Type.Integer(),
    degraded: Type.Integer(),
    paused: Type.Integer(),
    limit: Limit,
  }),
  actions: Type.Object(
    {
      pending: Type.Integer(),
      approved: Type.Integer(),
      rejected: Type.Integer(),
      expired: Type.Integer(),
      executed: Type.Integer(),
      execute_failed: Type.Integer(),
    },
    { description: 'How many there are, by status' },
  ),
  deliveries: Type.Object(
    { pending: Type.Integer(), retry: Type.Integer(), dlq: Type.Integer() },
    { description: 'Webhooks that have not arrived; counted up to 10,000 of each' },
  ),
  decisions_by_key: Type.Record(Type.String(), Type.Integer(), {
    description: 'Key → how many actions it has decided since it was made; absent: none',
  }),
});
export type Usage = Type.Static<typeof Usage>;

const Seconds = Type.Union([Type.Integer(), Type.Null()], { description: 'null when nothing was decided' });

const figures = {
  created: Type.Integer(),
  approved: Type.Integer({ description: 'By people and keys' }),
  rejected: Type.Integer({ description: 'By people and keys' }),
  by_rule: Type.Integer({ description: 'Decided by a rule; not among the two above' }),
  expired: Type.Integer(),
  expired_unseen: Type.Integer({ description: 'Of those, the ones that nobody had looked at' }),
  edited: Type.Integer({ description: 'Approved with changes' }),
  unread: Type.Integer({ description: 'Approved in the inbox in under 2 s, or not read to the end' }),
  median_s: Seconds,
  p90_s: Seconds,
};

export const Figures = Type.Object(figures);
export type Figures = Type.Static<typeof Figures>;

const DeliveryCounts = Type.Object({
  pending: Type.Integer(),
  retry: Type.Integer(),
  delivered: Type.Integer(),
  dlq: Type.Integer(),
  gone: Type.Integer(),
});

export const Stats = Type.Object({
  since: Type.Integer(),
  until: Type.Integer(),
  bucket: Type.Enum(['day', 'hour'] as const),
  timezone: Type.String({ description: 'Where days begin' }),
  totals: Figures,
  waits: Type.Array(
    Type.Object({
      under_s: Type.Union([Type.Integer(), Type.Null()], { description: 'null: the rest' }),
      count: Type.Integer(),
    }),
    { description: 'How many decisions took so long, each under this and not under the one before' },
  ),
  series: Type.Array(Type.Object({ start: Type.Integer(), ...figures, deliveries: DeliveryCounts }), {
    description: 'One for each day or hour, the oldest first, the empty ones too',
  }),
  kinds: Type.Array(Type.Object({ kind: Type.String(), ...figures }), {
    description: 'The busiest first, at most 100',
  }),
  reviewers: Type.Array(Type.Object({ id: Type.String(), name: Type.String(), ...figures }), {
    description: 'What each decided; someone who is not an admin sees only their own',
  }),
  keys: Type.Array(Type.Object({ id: Type.String(), type: Type.String(), name: Type.String(), ...figures }), {
    description: 'What each agent, watcher or person asked for; at most 100',
  }),
  deliveries: Type.Object(
    { ...DeliveryCounts.properties, counted_since: Type.Integer() },
    {
      description:
        'Webhooks by how they stand; the newest 2,000 of the time, of one kind or agent as far as they are among the newest 5,000: since when `counted_since` says',
    },
  ),
});
export type Stats = Type.Static<typeof Stats>;

export const Suggestion = Type.Object({
  kind: Type.String(),
  approved: Type.Integer({ description: 'By people, in that time, and none rejected or edited' }),
  since: Type.Integer(),
  rule: Type.Object(
    {
      name: Type.String(),
      kind_pattern: Type.String(),
      rule_action: Type.Literal('auto_approve'),
      outcome_params: Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true }),
    },
    { description: 'A draft' },
  ),
});
export type Suggestion = Type.Static<typeof Suggestion>;

export const statsOperations = {
  getUsage: {
    method: 'GET',
    path: '/usage',
    tag: 'Stats',
    scope: 'admin',
    summary: 'What there is, and what was used of the plan',
    limit: 'list',
    replies: { 200: Usage },
    problems: [],
  },
  getStats: {
    method: 'GET',
    path: '/stats',
    tag: 'Stats',
    scope: 'actions',
    summary: 'How decisions went: by day or hour, by kind, by person and by agent; a few seconds behind',
    query: Type.Object(
      {
        days: Type.Optional(Type.Integer({ minimum: 1, maximum: STATS_MAX_DAYS, default: 7 })),
        bucket: Type.Optional(
          Type.Enum(['day', 'hour'] as const, { default: 'day', description: '`hour` reaches back 7 days at most' }),
        ),
        kind: Type.Optional(Type.String({ maxLength: 100 })),
        created_by: Type.Optional(Type.String({ maxLength: 128, description: 'The id of a key, watcher or person' })),
      },
      closed,
    ),
    limit: 'list',
    replies: { 200: Stats },
    problems: [],
  },
  listSuggestions: {
    method: 'GET',
    path: '/stats/suggestions',
    tag: 'Stats',
    scope: 'admin',
    summary: 'Kinds that people always approve as they are: drafts of rules',
    limit: 'list',
    replies: { 200: Type.Object({ items: Type.Array(Suggestion) }) },
    problems: [],
  },
} as const satisfies Record<string, Operation>;
