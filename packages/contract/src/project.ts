// The project: its name, zone, settings and webhook secret. Spec 2.6, 4.

import { Type } from 'typebox';
import type { Operation } from './operation.ts';

const closed = { additionalProperties: false } as const;

const settingsMembers = {
  deciders: Type.Enum(['anyone', 'not_creator', 'people'] as const, {
    description: 'Who may decide: any key or person; all but the creator; people only',
  }),
  reveal_payload: Type.Boolean({ description: 'Whether reviewers may open the machine payload' }),
  must_read_kinds: Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
    maxItems: 50,
    description: 'Kinds that people must read to the end before they approve; `*` and `?` stand for other characters',
  }),
};
const RetentionDays = Type.Integer({
  minimum: 1,
  maximum: 36_500,
  description: 'How long finished actions are kept; without it, for ever',
});

export const Settings = Type.Object({ ...settingsMembers, retention_days: Type.Optional(RetentionDays) });
export type Settings = Type.Static<typeof Settings>;

export const Project = Type.Object({
  id: Type.String(),
  name: Type.String(),
  timezone: Type.String(),
  webhook_secret: Type.Optional(
    Type.String({
      description:
        'Someone signed in sees all of it only after a fresh sign-in. Absent while the project has none: then the server signs with its WEBHOOK_SECRET',
    }),
  ),
  created_at: Type.Integer(),
  settings: Settings,
});
export type Project = Type.Static<typeof Project>;

export const ProjectUpdate = Type.Object(
  {
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    timezone: Type.Optional(Type.String({ description: 'An IANA name, such as Europe/Prague' })),
    settings: Type.Optional(
      Type.Object(
        {
          deciders: Type.Optional(settingsMembers.deciders),
          reveal_payload: Type.Optional(settingsMembers.reveal_payload),
          must_read_kinds: Type.Optional(settingsMembers.must_read_kinds),
          retention_days: Type.Optional(Type.Union([RetentionDays, Type.Null()])),
        },
        closed,
      ),
    ),
  },
  closed,
);
export type ProjectUpdate = Type.Static<typeof ProjectUpdate>;

export const SecretRotated = Type.Object({
  webhook_secret: Type.String(),
  previous_valid_until: Type.Integer(),
  note: Type.String(),
});

/** How much went. */
export const ProjectErased = Type.Object({
  erased: Type.Boolean(),
  actions: Type.Integer(),
  decisions: Type.Integer(),
  watchers: Type.Integer(),
  watcher_items: Type.Integer(),
  deliveries: Type.Integer(),
  rules: Type.Integer(),
  notification_channels: Type.Integer(),
  push_subscriptions: Type.Integer(),
  audit_values: Type.Integer(),
});
export type ProjectErased = Type.Static<typeof ProjectErased>;

export const projectOperations = {
  getProject: {
    method: 'GET',
    path: '/project',
    tag: 'Project',
    scope: 'admin',
    summary: 'Read the project, its webhook secret included',
    replies: { 200: Project },
    problems: ['not_found'],
  },
  updateProject: {
    method: 'PATCH',
    path: '/project',
    tag: 'Project',
    scope: 'admin',
    summary: 'Change name, time zone or settings',
    body: ProjectUpdate,
    replies: { 200: Project },
    problems: ['not_found', 'invalid_timezone', 'step_up_required'],
  },
  rotateWebhookSecret: {
    method: 'POST',
    path: '/project/rotate-webhook-secret',
    tag: 'Project',
    scope: 'admin',
    fresh: true,
    summary: 'Replace the webhook secret; the old one stays valid beside it for 24 hours',
    replies: { 200: SecretRotated },
    problems: ['not_found'],
  },
  exportProject: {
    method: 'GET',
    path: '/project/export',
    tag: 'Project',
    scope: 'admin',
    summary: 'Everything there is of the project, secrets left out: one JSON value, written as it is read',
    limit: 'list',
    replies: { 200: Type.Unsafe<AsyncIterable<string>>({ type: 'object' }) },
    streams: ['application/json'],
    problems: ['not_found'],
  },
  eraseProject: {
    method: 'DELETE',
    path: '/project/data',
    tag: 'Project',
    scope: 'admin',
    fresh: true,
    summary: 'Remove content and personal data for good; the project, its keys and its reviewers stay',
    replies: { 200: ProjectErased },
    slow: true,
    problems: [],
  },
} as const satisfies Record<string, Operation>;
