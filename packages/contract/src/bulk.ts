// Many decided at once, with time to take all of it back; and what shows that someone has looked before.

import { Type } from 'typebox';
import { COMMENT_MAX_CHARACTERS, HOLD_MAX_SECONDS, Viewed } from './inbox.ts';
import { ById, NoContent, type Operation } from './operation.ts';
import { LEFT_OUT } from './shown/bulk-guard.ts';

const closed = { additionalProperties: false } as const;

export const BULK_MOST = 50;
export const BULK_SECONDS = 10;

const Id = Type.String({ maxLength: 128 });
const Ids = Type.Array(Id);

export const BulkHeld = Type.Object({
  commits_at: Type.Integer({ description: 'Until then it can be undone; earlier for what expires earlier' }),
  held: Ids,
  left_out: Type.Array(
    Type.Object({
      id: Type.String(),
      why: Type.Enum([
        ...LEFT_OUT,
        'already_decided',
        'expired',
        'not_found',
        'self_decision_forbidden',
        'stale_digest',
        'unavailable',
      ] as const),
    }),
  ),
});
export type BulkHeld = Type.Static<typeof BulkHeld>;

export const BulkUndone = Type.Object({
  undone: Ids,
  too_late: Ids,
  failed: Type.Array(Id, { description: 'The service could not: ask again for these' }),
});
export type BulkUndone = Type.Static<typeof BulkUndone>;

export const bulkOperations = {
  holdBulk: {
    method: 'POST',
    path: '/actions/bulk-decision-hold',
    tag: 'Actions',
    scope: 'person',
    role: 'reviewer',
    summary:
      'Decide several in a few seconds, unless it is undone before; what should be looked at by itself is left out of an approval',
    body: Type.Object(
      {
        items: Type.Array(Type.Object({ id: Id, digest: Type.String({ maxLength: 200 }) }, closed), {
          minItems: 1,
          maxItems: BULK_MOST,
        }),
        decision: Type.Enum(['approve', 'reject'] as const),
        comment: Type.Optional(Type.String({ maxLength: COMMENT_MAX_CHARACTERS })),
        seconds: Type.Optional(Type.Integer({ minimum: 0, maximum: HOLD_MAX_SECONDS, default: BULK_SECONDS })),
      },
      closed,
    ),
    limit: 'bulk',
    repeatable: true,
    replies: { 202: BulkHeld },
    problems: [],
  },
  undoBulk: {
    method: 'DELETE',
    path: '/actions/bulk-decision-hold',
    tag: 'Actions',
    scope: 'person',
    role: 'reviewer',
    summary: 'Take my held decisions back; those that are made already are named',
    body: Type.Object({ ids: Type.Array(Id, { minItems: 1, maxItems: BULK_MOST }) }, closed),
    replies: { 200: BulkUndone },
    problems: [],
  },
  markSeen: {
    method: 'POST',
    path: '/actions/{id}/seen',
    tag: 'Inbox',
    scope: 'person',
    summary: 'I begin to look at it (`ms` is 0), or have looked so long: colleagues see who is looking',
    params: ById,
    body: Viewed,
    replies: { 204: NoContent },
    problems: ['not_found'],
  },
  snooze: {
    method: 'POST',
    path: '/actions/{id}/snooze',
    tag: 'Inbox',
    scope: 'person',
    role: 'reviewer',
    summary: 'Do not show it to me until then; never past its expiry',
    params: ById,
    body: Type.Object({ until: Type.Integer({ minimum: 0, maximum: 9_999_999_999 }) }, closed),
    replies: { 204: NoContent },
    problems: ['not_found', 'already_decided', 'expired'],
  },
  unsnooze: {
    method: 'DELETE',
    path: '/actions/{id}/snooze',
    tag: 'Inbox',
    scope: 'person',
    role: 'reviewer',
    summary: 'Show it to me again',
    params: ById,
    replies: { 204: NoContent },
    problems: ['not_found'],
  },
} as const satisfies Record<string, Operation>;
