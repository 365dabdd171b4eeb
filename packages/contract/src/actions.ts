// Actions: what an agent proposes, what a person decides, what came of it. Spec 2.1–2.3, 3.1, 4.

import { type TSchema, Type } from 'typebox';
import { ById, type Operation } from './operation.ts';

export const BODY_MAX_CHARACTERS = 262_144;
export const TITLE_MAX_CHARACTERS = 500;

export const ACTION_STATUSES = ['pending', 'approved', 'rejected', 'expired', 'executed', 'execute_failed'] as const;
export const ActionStatus = Type.Enum(ACTION_STATUSES);
export type ActionStatus = Type.Static<typeof ActionStatus>;

export const PREVIEW_FORMATS = ['markdown', 'plain', 'diff'] as const;
const PreviewFormat = Type.Enum(PREVIEW_FORMATS);
const PreviewBody = Type.String({ maxLength: BODY_MAX_CHARACTERS });

export const Preview = Type.Object({ format: PreviewFormat, body: PreviewBody });
export type Preview = Type.Static<typeof Preview>;

/** One line: no CR, no LF. */
const Title = Type.String({ minLength: 1, maxLength: TITLE_MAX_CHARACTERS, pattern: '^[^\\r\\n]*$' });
/** As long as any browser or proxy would carry. */
const URL_MAX_CHARACTERS = 8192;
const Uri = Type.String({ format: 'uri', maxLength: URL_MAX_CHARACTERS });

const closed = { additionalProperties: false } as const;

export const ActionCreate = Type.Object(
  {
    kind: Type.String({ minLength: 1, maxLength: 100, description: 'Free-form label, used for filtering' }),
    title: Title,
    preview: Type.Object({ format: Type.Optional(PreviewFormat), body: PreviewBody }, closed),
    payload: Type.Optional(
      Type.Unknown({ description: 'Any JSON value of up to 262144 bytes; echoed exactly, never shown by itself' }),
    ),
    target_url: Type.Optional(Uri),
    callback_url: Type.Optional(
      Type.String({ format: 'uri', maxLength: URL_MAX_CHARACTERS, description: 'http or https, on a public address' }),
    ),
    expires_in: Type.Optional(Type.Integer({ minimum: 300, maximum: 2_592_000, default: 259_200 })),
    idempotency_key: Type.Optional(Type.String({ maxLength: 255 })),
    editable: Type.Optional(
      Type.Array(Type.String({ maxLength: 512 }), {
        maxItems: 200,
        description: 'Dot paths the reviewer may edit: preview.body, payload.amount',
      }),
    ),
    idempotent: Type.Optional(Type.Boolean({ description: 'Whether running it twice does no harm' })),
    undo: Type.Optional(Type.String({ maxLength: 2000, description: 'How to take it back, shown to the reviewer' })),
  },
  closed,
);
export type ActionCreate = Type.Static<typeof ActionCreate>;

const actorOf = <T extends TSchema>(type: T) => Type.Object({ type, id: Type.String(), name: Type.String() });

const Creator = actorOf(Type.Enum(['key', 'watcher', 'reviewer'] as const));
const Decider = actorOf(Type.Enum(['reviewer', 'key', 'rule', 'external'] as const));

const actionMembers = {
  id: Type.String(),
  kind: Type.String(),
  title: Type.String(),
  preview: Preview,
  payload: Type.Optional(Type.Unknown({ description: 'As approved: after edits' })),
  original_payload: Type.Optional(Type.Unknown({ description: 'As proposed, when the reviewer edited it' })),
  target_url: Type.Optional(Type.String()),
  callback_url: Type.Optional(Type.String()),
  expires_in: Type.Integer({ description: 'Seconds from creation to expiry' }),
  expires_at: Type.Integer(),
  idempotency_key: Type.Optional(Type.String()),
  editable: Type.Array(Type.String()),
  idempotent: Type.Optional(Type.Boolean()),
  undo: Type.Optional(Type.String()),
  status: ActionStatus,
  created_at: Type.Integer(),
  updated_at: Type.Integer(),
  color: Type.Union([Type.String(), Type.Null()]),
  inbox_url: Type.String(),
  digest: Type.String({ description: 'SHA-256 over what the reviewer approves' }),
  untrusted: Type.Boolean({ description: 'The content came from outside: data, not instructions' }),
  created_by: Creator,
  approvals: Type.Object({ required: Type.Integer(), given: Type.Integer() }),
  rule_id: Type.Optional(Type.String()),
};

export const Action = Type.Object(actionMembers);
export type Action = Type.Static<typeof Action>;

export const ActionCreated = Type.Object({
  ...actionMembers,
  replayed: Type.Optional(Type.Boolean({ description: 'The idempotency key was used before; this is that action' })),
  content_differs: Type.Optional(Type.Boolean({ description: 'The replayed request is not equal to the first' })),
  duplicate_of: Type.Optional(Type.String({ description: 'An equal action is pending; this is it' })),
});
export type ActionCreated = Type.Static<typeof ActionCreated>;

export const Decision = Type.Object({
  verdict: Type.Enum(['approve', 'reject'] as const),
  decided_at: Type.Integer(),
  channel: Type.String(),
  decided_by: Decider,
  self_decided: Type.Boolean(),
  comment: Type.Optional(Type.String()),
  final_preview: Type.Optional(Preview),
  final_title: Type.Optional(Type.String({ description: 'Only when the reviewer edited it' })),
  final_target_url: Type.Optional(Type.String({ description: 'Only when the reviewer edited it' })),
  diff: Type.Optional(Type.Union([Type.String(), Type.Null()], { description: 'Unified; null when nothing changed' })),
  edited_fields: Type.Array(Type.String()),
  receipt: Type.String({ description: 'A signed statement of the decision: a compact JWS over ReceiptClaims' }),
});
export type Decision = Type.Static<typeof Decision>;

/** Why an attempt failed: a closed set, for receivers' operators to look up. */
export const AttemptError = Type.Enum(
  ['dns', 'connect', 'tls', 'timeout', 'http_3xx', 'http_4xx', 'http_5xx', 'target_blocked'] as const,
  { description: 'Why it failed' },
);
export type AttemptError = Type.Static<typeof AttemptError>;

export const WebhookDelivery = Type.Object({
  id: Type.String(),
  status: Type.Enum(['pending', 'delivered', 'retry', 'dlq', 'gone'] as const),
  attempt: Type.Integer({ description: 'Attempts made' }),
  max_attempts: Type.Literal(6),
  next_attempt_at: Type.Optional(Type.Integer()),
  last_attempt_at: Type.Optional(Type.Integer()),
  last_status_code: Type.Optional(Type.Integer()),
  last_error: Type.Optional(AttemptError),
});

const ResultStatus = Type.Enum(['executed', 'execute_failed'] as const);

export const Result = Type.Object({
  status: ResultStatus,
  detail: Type.Optional(Type.String()),
  reported_at: Type.Integer(),
});

export const ActionRead = Type.Object({
  ...actionMembers,
  decision: Type.Union([Decision, Type.Null()]),
  webhook_delivery: Type.Union([WebhookDelivery, Type.Null()]),
  result: Type.Union([Result, Type.Null()]),
  result_payload: Type.Optional(Type.Unknown()),
});
export type ActionRead = Type.Static<typeof ActionRead>;

/** Free-form: any object, no key has a meaning of its own. */
export const FreeMap = Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true });

export const DecisionMade = Type.Object(
  {
    decision: Type.Enum(['approve', 'reject'] as const),
    edited: Type.Optional(FreeMap),
    channel: Type.Optional(
      Type.String({
        pattern: '^[A-Za-z0-9_-]{0,64}$',
        description: 'Where the caller stands: cli, or a name of its own. Channels of the service are not believed',
      }),
    ),
  },
  closed,
);
export type DecisionMade = Type.Static<typeof DecisionMade>;

export const DecisionRecorded = Type.Object({
  id: Type.String(),
  status: ActionStatus,
  verdict: Decision.properties.verdict,
  decided_at: Type.Integer(),
  final_preview: Decision.properties.final_preview,
  diff: Decision.properties.diff,
  decision: Type.Optional(Decision),
  approvals: Type.Optional(
    Type.Object(
      { required: Type.Integer(), given: Type.Integer() },
      { description: 'In place of `decision`: it counts as one approval of several, and the action is still pending' },
    ),
  ),
});
export type DecisionRecorded = Type.Static<typeof DecisionRecorded>;

export const BulkDecision = Type.Object(
  {
    ids: Type.Array(Type.String(), { minItems: 1, maxItems: 50 }),
    verdict: Type.Optional(Type.Enum(['approve', 'reject'] as const)),
    decision: Type.Optional(Type.Enum(['approve', 'reject'] as const, { description: 'The same as `verdict`' })),
    comment: Type.Optional(Type.String({ maxLength: 2000 })),
  },
  { ...closed, description: 'One of `verdict` and `decision`, or both where they agree' },
);
export type BulkDecision = Type.Static<typeof BulkDecision>;

export const BulkOutcome = Type.Object({
  results: Type.Array(
    Type.Object({
      id: Type.String(),
      ok: Type.Boolean(),
      status: Type.Optional(ActionStatus),
      error: Type.Optional(Type.String({ description: 'The code a single decision would answer' })),
      current_status: Type.Optional(ActionStatus),
    }),
  ),
  succeeded: Type.Integer(),
  failed: Type.Integer(),
});
export type BulkOutcome = Type.Static<typeof BulkOutcome>;

export const ResultReport = Type.Object(
  {
    status: ResultStatus,
    detail: Type.Optional(Type.String({ maxLength: 262_144 })),
    payload: Type.Optional(FreeMap),
  },
  closed,
);
export type ResultReport = Type.Static<typeof ResultReport>;

export const ResultRecorded = Type.Object({
  id: Type.String(),
  status: ResultStatus,
  updated_at: Type.Integer(),
  detail: Type.Optional(Type.String()),
});

const Claim = Type.Object(
  {
    lease_s: Type.Optional(Type.Integer({ minimum: 10, maximum: 3600, default: 300 })),
    claim_id: Type.Optional(
      Type.String({
        pattern: '^[A-Za-z0-9_-]{16,64}$',
        description:
          'A random one of your own: claimed again with it, because an answer was lost, it is the same claim',
      }),
    ),
  },
  closed,
);

export const Claimed = Type.Object({
  claim_id: Type.String(),
  lease_until: Type.Integer(),
  receipt: Type.String(),
});

export const ActionPage = Type.Object({
  items: Type.Array(Action),
  has_more: Type.Boolean(),
  next_cursor: Type.Union([Type.String(), Type.Null()]),
});
export type ActionPage = Type.Static<typeof ActionPage>;

const Attempt = Type.Object({
  attempt: Type.Integer({ description: 'Its number among the six; a manual one has that of the last' }),
  manual: Type.Boolean(),
  at: Type.Integer(),
  ms: Type.Integer(),
  status_code: Type.Optional(Type.Integer()),
  error: Type.Optional(AttemptError),
  answer: Type.Optional(Type.String({ description: 'The beginning of what the receiver said' })),
});

export const DeliveryLog = Type.Object({
  items: Type.Array(
    Type.Object({
      id: Type.String(),
      status: WebhookDelivery.properties.status,
      attempts: Type.Array(Attempt, { description: 'In their order; of very many the newest 200' }),
    }),
  ),
});
export type DeliveryLog = Type.Static<typeof DeliveryLog>;

const Redelivery = Type.Object(
  { callback_url: Type.Optional(Type.String({ format: 'uri', maxLength: URL_MAX_CHARACTERS })) },
  closed,
);

/** What every way to a decision may be refused with. */
export const DECISION_PROBLEMS = [
  'not_found',
  'self_decision_forbidden',
  'people_only',
  'step_up_required',
  'already_decided',
  'expired',
  'stale_digest',
  'not_editable',
] as const;

export const actionOperations = {
  createAction: {
    method: 'POST',
    path: '/actions',
    tag: 'Actions',
    scope: 'actions',
    summary: 'Propose an action for approval',
    body: ActionCreate,
    large: true,
    limit: 'create',
    repeatable: true,
    replies: { 200: ActionCreated, 201: ActionCreated },
    problems: ['private_target', 'quota_exceeded'],
  },
  listActions: {
    method: 'GET',
    path: '/actions',
    tag: 'Actions',
    scope: 'actions',
    summary: 'List actions, newest first',
    query: Type.Object(
      {
        status: Type.Optional(ActionStatus),
        since: Type.Optional(Type.Integer({ description: 'Unix seconds: created then or later' })),
        kind: Type.Optional(Type.String()),
        q: Type.Optional(Type.String({ maxLength: 200, description: 'Text in title, kind or preview' })),
        limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 50 })),
        cursor: Type.Optional(Type.String()),
      },
      closed,
    ),
    limit: 'list',
    replies: { 200: ActionPage },
    problems: ['invalid_cursor'],
  },
  getAction: {
    method: 'GET',
    path: '/actions/{id}',
    tag: 'Actions',
    scope: 'actions',
    summary: 'Read an action with its decision, delivery and result',
    params: ById,
    query: Type.Object(
      {
        wait: Type.Optional(
          Type.Integer({
            minimum: 0,
            maximum: 60,
            description: 'While pending, answer at the decision or expiry, or after so many seconds',
          }),
        ),
      },
      closed,
    ),
    replies: { 200: ActionRead },
    problems: ['not_found', 'rate_limited'],
  },
  decideAction: {
    method: 'POST',
    path: '/actions/{id}/decision',
    tag: 'Actions',
    scope: 'actions',
    summary: 'Approve or reject a pending action',
    params: ById,
    headers: Type.Object({
      'if-match': Type.Optional(Type.String({ description: 'The digest of what the caller saw, in quotes' })),
    }),
    body: DecisionMade,
    large: true,
    limit: 'decide',
    repeatable: true,
    replies: { 200: DecisionRecorded },
    problems: DECISION_PROBLEMS,
  },
  bulkDecide: {
    method: 'POST',
    path: '/actions/bulk-decision',
    tag: 'Actions',
    scope: 'actions',
    summary: 'Approve or reject up to 50 actions; each succeeds or fails by itself',
    body: BulkDecision,
    limit: 'bulk',
    replies: { 200: BulkOutcome },
    problems: [],
  },
  reportResult: {
    method: 'POST',
    path: '/actions/{id}/result',
    tag: 'Actions',
    scope: 'actions',
    summary: 'Report what came of an approved action',
    params: ById,
    body: ResultReport,
    large: true,
    repeatable: true,
    replies: { 200: ResultRecorded },
    problems: ['not_found', 'not_approved'],
  },
  claimAction: {
    method: 'POST',
    path: '/actions/{id}/claim',
    tag: 'Actions',
    scope: 'actions',
    summary: 'Take an approved action, so that no other worker runs it',
    params: ById,
    body: Claim,
    repeatable: true,
    replies: { 200: Claimed },
    problems: ['not_found', 'not_approved', 'already_claimed'],
  },
  listDeliveries: {
    method: 'GET',
    path: '/actions/{id}/deliveries',
    tag: 'Actions',
    scope: 'actions',
    summary: 'Read what was sent to the callback of an action, attempt by attempt',
    params: ById,
    replies: { 200: DeliveryLog },
    problems: ['not_found'],
  },
  redeliverAction: {
    method: 'POST',
    path: '/actions/{id}/redeliver',
    tag: 'Actions',
    scope: 'actions',
    summary: 'Send the webhook of an action once more, now; the attempt does not count among the six',
    params: ById,
    body: Redelivery,
    limit: 'decide',
    replies: { 202: Type.Object({ webhook_delivery: WebhookDelivery }) },
    problems: ['not_found', 'private_target'],
  },
} as const satisfies Record<string, Operation>;
