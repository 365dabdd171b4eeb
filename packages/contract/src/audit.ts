// The audit log: one row for every change of state, saved with the change it tells. Spec 6.4.

import { Type } from 'typebox';
import type { Operation } from './operation.ts';

/** Every event there is; a filter ending in a dot means all that begin with it. */
export const AUDIT_EVENTS = [
  'action.created',
  'action.rule_applied',
  'action.held',
  'action.hold_undone',
  'action.hold_lost',
  'action.approval_given',
  'action.approval_withdrawn',
  'action.approved',
  'action.rejected',
  'action.expired',
  'action.claimed',
  'action.executed',
  'action.execute_failed',
  'action.redelivered',
  'key.created',
  'key.revoked',
  'watcher.created',
  'watcher.updated',
  'watcher.deleted',
  'watcher.hit',
  'watcher.run',
  'watcher.degraded',
  'watcher.recovered',
  'watcher.paused',
  'rule.created',
  'rule.updated',
  'rule.deleted',
  'channel.created',
  'channel.updated',
  'channel.deleted',
  'channel.tested',
  'channel.disabled',
  'billing.updated',
  'push.subscribed',
  'push.updated',
  'push.unsubscribed',
  'project.created',
  'project.updated',
  'project.secret_rotated',
  'project.exported',
  'project.erased',
  'project.pruned',
  'reviewer.invited',
  'reviewer.link_made',
  'reviewer.joined',
  'reviewer.signed_in',
  'reviewer.sign_in_failed',
  'reviewer.signed_out',
  'reviewer.credential_changed',
  'reviewer.updated',
  'reviewer.removed',
  'demo.started',
  'demo.removed',
] as const;
export type AuditEvent = (typeof AUDIT_EVENTS)[number];

export const AuditRow = Type.Object({
  id: Type.String(),
  seq: Type.Optional(Type.Integer({ description: 'Place in the chain, once sealed' })),
  event: Type.Enum(AUDIT_EVENTS),
  entity_id: Type.String({ description: 'What was changed' }),
  action_id: Type.Optional(Type.String({ description: 'The same, when it is an action' })),
  actor: Type.Optional(Type.Object({ type: Type.String(), id: Type.String(), name: Type.String() })),
  channel: Type.Optional(Type.String()),
  data: Type.Optional(Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true })),
  created_at: Type.Integer(),
  hash: Type.Optional(Type.String()),
});
export type AuditRow = Type.Static<typeof AuditRow>;

export const AuditVerification = Type.Object({
  ok: Type.Boolean(),
  rows: Type.Integer({ description: 'Sealed rows that hold, from the first on' }),
  unsealed: Type.Integer({
    description: 'Rows that have no place in the chain yet; there are some for less than a second',
  }),
  head: Type.Union([Type.String(), Type.Null()], { description: 'The hash of the last of those rows' }),
  first_bad_seq: Type.Optional(Type.Integer({ description: 'From this row on nothing is vouched for' })),
});
export type AuditVerification = Type.Static<typeof AuditVerification>;

const filters = {
  type: Type.Optional(Type.String({ description: 'An event, or a beginning that ends in a dot: `key.`' })),
  actor: Type.Optional(Type.String({ description: 'The id of a key or person' })),
  entity_id: Type.Optional(Type.String()),
  since: Type.Optional(Type.Integer({ minimum: 0 })),
  until: Type.Optional(Type.Integer({ minimum: 0 })),
};

const closed = { additionalProperties: false } as const;

export const auditOperations = {
  listAudit: {
    method: 'GET',
    path: '/audit',
    tag: 'Audit',
    scope: 'admin',
    summary: 'Read the audit log, newest first',
    query: Type.Object(
      {
        ...filters,
        limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
        cursor: Type.Optional(Type.String()),
      },
      closed,
    ),
    replies: {
      200: Type.Object({
        items: Type.Array(AuditRow),
        has_more: Type.Boolean(),
        next_cursor: Type.Union([Type.String(), Type.Null()]),
      }),
    },
    problems: ['invalid_cursor'],
  },
  exportAudit: {
    method: 'GET',
    path: '/audit/export',
    tag: 'Audit',
    scope: 'admin',
    summary: 'Stream the audit log, oldest first: NDJSON, whole and verifiable when nothing is filtered, or CSV',
    query: Type.Object({ ...filters, format: Type.Optional(Type.Enum(['json', 'csv'] as const)) }, closed),
    replies: { 200: Type.Unsafe<AsyncIterable<string>>({ type: 'string' }) },
    streams: ['application/x-ndjson', 'text/csv'],
    problems: [],
  },
  verifyAudit: {
    method: 'GET',
    path: '/audit/verify',
    tag: 'Audit',
    scope: 'admin',
    summary: 'Follow the chain of the audit log from its first row, with every hash, value and signature',
    limit: 'verify',
    replies: { 200: AuditVerification },
    slow: true,
    problems: [],
  },
} as const satisfies Record<string, Operation>;
