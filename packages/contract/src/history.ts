// The history: what was decided or ran out of time, who did it, how, and whether the answer arrived.

import { Type } from 'typebox';
import { ActionRead, Decision, Result, WebhookDelivery } from './actions.ts';
import type { Operation } from './operation.ts';

const closed = { additionalProperties: false } as const;

export const SETTLED_STATUSES = ['approved', 'rejected', 'expired', 'executed', 'execute_failed'] as const;
export const REDELIVERED_AT_ONCE = 100;

const { verdict, decided_at, decided_by, channel, self_decided, comment } = Decision.properties;
const { id, kind, title, expires_at, created_by, untrusted } = ActionRead.properties;

export const HistoryRow = Type.Object({
  id,
  kind,
  title,
  status: Type.Enum(SETTLED_STATUSES),
  created_by,
  untrusted,
  settled_at: Type.Integer({ description: 'When it was decided, or found expired' }),
  decided_at: Type.Optional(decided_at),
  verdict: Type.Optional(verdict),
  decided_by: Type.Optional(decided_by),
  channel: Type.Optional(channel),
  self_decided: Type.Optional(self_decided),
  edited: Type.Boolean(),
  signed: Type.Boolean({ description: 'With a passkey: `GET /actions/{id}/proof`' }),
  comment,
  webhook_delivery: Type.Optional(WebhookDelivery),
  result: Type.Optional(Result),
  expires_at,
});
export type HistoryRow = Type.Static<typeof HistoryRow>;

export const HistoryPage = Type.Object({
  items: Type.Array(HistoryRow),
  has_more: Type.Boolean(),
  next_cursor: Type.Union([Type.String(), Type.Null()]),
});
export type HistoryPage = Type.Static<typeof HistoryPage>;

export const historyOperations = {
  listHistory: {
    method: 'GET',
    path: '/history',
    tag: 'Inbox',
    scope: 'person',
    summary: 'What is no longer waiting, the newest decision first; a page may be short and still have a next one',
    query: Type.Object(
      {
        status: Type.Optional(Type.Enum(SETTLED_STATUSES)),
        verdict: Type.Optional(verdict),
        decided_by: Type.Optional(Type.String({ maxLength: 128, description: 'The id of a person, key or rule' })),
        kind: Type.Optional(Type.String({ maxLength: 100 })),
        created_by: Type.Optional(Type.String({ maxLength: 128, description: 'The id of a key, watcher or person' })),
        delivery: Type.Optional(WebhookDelivery.properties.status),
        unread: Type.Optional(
          Type.Integer({
            minimum: 1,
            maximum: 1,
            description:
              'Approved in the inbox in under 2 s, or not read to the end; someone who is not an admin sees only their own',
          }),
        ),
        since: Type.Optional(
          Type.Integer({ minimum: 0, maximum: 9_999_999_999, description: 'Settled then or later' }),
        ),
        until: Type.Optional(Type.Integer({ minimum: 0, maximum: 9_999_999_999, description: 'Settled before then' })),
        q: Type.Optional(
          Type.String({ maxLength: 200, description: 'Text in title, kind or preview; the newest action first' }),
        ),
        limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
        cursor: Type.Optional(Type.String()),
      },
      closed,
    ),
    limit: 'list',
    replies: { 200: HistoryPage },
    problems: ['invalid_cursor'],
  },
  redeliverAll: {
    method: 'POST',
    path: '/deliveries/redeliver',
    tag: 'Actions',
    scope: 'admin',
    summary: 'Send webhooks that gave up once more, now; those that were tried within the last minute are passed over',
    body: Type.Object(
      {
        status: Type.Literal('dlq'),
        limit: Type.Optional(Type.Integer({ minimum: 1, maximum: REDELIVERED_AT_ONCE, default: REDELIVERED_AT_ONCE })),
      },
      closed,
    ),
    limit: 'bulk',
    replies: { 202: Type.Object({ queued: Type.Integer() }) },
    problems: [],
  },
} as const satisfies Record<string, Operation>;
