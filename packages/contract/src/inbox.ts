// The inbox: what is waiting for people, in the light form a list needs, and one action in the form a decision needs.

import { Type } from 'typebox';
import { Action, ActionRead, DECISION_PROBLEMS, DecisionMade, DecisionRecorded, FreeMap } from './actions.ts';
import { ById, NoContent, type Operation } from './operation.ts';
import { FLAGS } from './shown/flags.ts';

const closed = { additionalProperties: false } as const;

export const SNIPPET_MAX_CHARACTERS = 160;
export const COMMENT_MAX_CHARACTERS = 2000;
/** For so long can a decision be undone, at most. */
export const HOLD_MAX_SECONDS = 30;

const HeldBy = Type.Object({
  type: Type.Enum(['reviewer', 'key'] as const),
  id: Type.String(),
  name: Type.String(),
  decision: Type.Enum(['approve', 'reject'] as const),
  commits_at: Type.Integer(),
});

const rowMembers = {
  id: Type.String(),
  kind: Type.String(),
  title: Type.String(),
  snippet: Type.String({
    description: 'The beginning of the preview, without markdown marks; ends with … when it is not all of it',
  }),
  created_at: Type.Integer(),
  expires_at: Type.Integer(),
  created_by: Action.properties.created_by,
  digest: Type.String(),
  editable: Type.Array(Type.String()),
  untrusted: Type.Boolean(),
  flags: Type.Array(Type.Enum(FLAGS), { description: 'Warnings about the content' }),
  step_up: Type.Boolean({ description: 'Approving needs a passkey' }),
  must_read: Type.Boolean({ description: 'Approving needs the end to have been on screen' }),
  approvals: Action.properties.approvals,
  payload_bytes: Type.Optional(Type.Integer({ description: 'Absent when there is no payload' })),
  more: Type.Boolean({
    description: 'It has a target or a way to undo it, or cannot be safely repeated: no row says so',
  }),
  color: Action.properties.color,
  snoozed_until: Type.Optional(Type.Integer({ description: 'I do not want to see it before then' })),
  held_by: Type.Optional(HeldBy),
  looking: Type.Array(Type.Object({ id: Type.String(), name: Type.String() }), {
    description: 'Colleagues who look at it now',
  }),
};

export const InboxRow = Type.Object(rowMembers);
export type InboxRow = Type.Static<typeof InboxRow>;

const { payload, original_payload, result_payload, ...shown } = ActionRead.properties;

export const InboxAction = Type.Object({
  ...shown,
  ...rowMembers,
  approved_by_me: Type.Boolean({
    description: 'One of the approvals that are given is mine, where several are needed',
  }),
  payload_sha256: Type.Optional(Type.String()),
  looks_like: Type.Optional(
    Type.String({ description: 'An action that waits, looks the same and differs; absent when there is none' }),
  ),
  reveal_payload: Type.Boolean({ description: 'Whether the payload can be opened' }),
  editable_values: Type.Record(Type.String(), Type.String(), {
    description: 'Path → JSON text, for each editable path into the payload',
  }),
});
export type InboxAction = Type.Static<typeof InboxAction>;

export const SPLITS = ['all', 'urgent', 'warnings', 'external'] as const;

export const InboxPage = Type.Object({
  items: Type.Array(InboxRow),
  total: Type.Optional(Type.Integer({ description: 'All that match, on every page; absent with `q` or `created_by`' })),
  has_more: Type.Boolean(),
  next_cursor: Type.Union([Type.String(), Type.Null()]),
});
export type InboxPage = Type.Static<typeof InboxPage>;

export const InboxCounts = Type.Object({
  pending: Type.Integer(),
  urgent: Type.Integer(),
  warnings: Type.Integer(),
  external: Type.Integer(),
  by_kind: Type.Record(Type.String(), Type.Integer()),
});
export type InboxCounts = Type.Static<typeof InboxCounts>;

/** Of a split of one's own are counted so many. */
export const SPLIT_COUNT_MAX = 99;

export const SplitCount = Type.Object({
  name: Type.String(),
  count: Type.Integer({ description: `Up to ${SPLIT_COUNT_MAX}, without what I snoozed or am about to decide` }),
  more: Type.Boolean({ description: 'There may be more' }),
});
export type SplitCount = Type.Static<typeof SplitCount>;

export const TimelineItem = Type.Object({
  at: Type.Integer(),
  event: Type.String({ description: 'An event of the audit log, `action.seen` or `delivery.attempted`' }),
  actor: Type.Optional(Type.Object({ type: Type.String(), id: Type.String(), name: Type.String() })),
  channel: Type.Optional(Type.String()),
  data: Type.Optional(Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true })),
});
export type TimelineItem = Type.Static<typeof TimelineItem>;

/** How it was looked at before it was decided. */
export const Viewed = Type.Object(
  {
    ms: Type.Integer({ minimum: 0, maximum: 2_592_000_000, description: 'How long it was on screen' }),
    end: Type.Boolean({ description: 'Whether its end was on screen' }),
  },
  closed,
);

export const DecisionHeld = Type.Object(
  {
    decision: Type.Enum(['approve', 'reject'] as const),
    digest: Type.Optional(Type.String({ maxLength: 200, description: 'Of what was shown; required of a person' })),
    edited: Type.Optional(FreeMap),
    comment: Type.Optional(
      Type.String({ maxLength: COMMENT_MAX_CHARACTERS, description: 'A reason, which reaches the agent' }),
    ),
    seconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: HOLD_MAX_SECONDS,
        default: 5,
        description: 'How long it can be undone; 0: at once',
      }),
    ),
    channel: DecisionMade.properties.channel,
    view: Type.Optional(Viewed),
  },
  closed,
);
export type DecisionHeld = Type.Static<typeof DecisionHeld>;

export const inboxOperations = {
  listInbox: {
    method: 'GET',
    path: '/inbox',
    tag: 'Inbox',
    scope: 'person',
    summary: 'What is waiting for a decision: the most urgent first, and warnings first among the equally urgent',
    query: Type.Object(
      {
        split: Type.Optional(Type.Enum(SPLITS)),
        kind: Type.Optional(Type.String({ maxLength: 100 })),
        created_by: Type.Optional(Type.String({ maxLength: 128, description: 'The id of a key, watcher or person' })),
        flag: Type.Optional(Type.Enum(FLAGS)),
        q: Type.Optional(Type.String({ maxLength: 200, description: 'Text in title, kind or preview; newest first' })),
        sort: Type.Optional(Type.Enum(['expires_at', 'newest', 'oldest', 'kind'] as const)),
        limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
        cursor: Type.Optional(Type.String()),
      },
      closed,
    ),
    limit: 'list',
    replies: { 200: InboxPage },
    problems: ['invalid_cursor'],
  },
  countInbox: {
    method: 'GET',
    path: '/inbox/counts',
    tag: 'Inbox',
    scope: 'person',
    summary: 'How many are waiting, by split and kind, without what I snoozed',
    limit: 'list',
    replies: { 200: InboxCounts },
    problems: [],
  },
  countSplits: {
    method: 'GET',
    path: '/inbox/splits',
    tag: 'Inbox',
    scope: 'person',
    summary: 'How many are waiting in each split of mine',
    limit: 'list',
    replies: { 200: Type.Object({ items: Type.Array(SplitCount) }) },
    problems: [],
  },
  getInboxAction: {
    method: 'GET',
    path: '/inbox/{id}',
    tag: 'Inbox',
    scope: 'person',
    summary: 'One action as it is shown: everything but the payload, which is named by size and digest',
    params: ById,
    replies: { 200: InboxAction },
    problems: ['not_found'],
  },
  getInboxPayload: {
    method: 'GET',
    path: '/inbox/{id}/payload',
    tag: 'Inbox',
    scope: 'person',
    summary: 'The payload, by its source text; not found when there is none or the project hides it',
    params: ById,
    replies: { 200: Type.Unknown() },
    problems: ['not_found'],
  },
  getTimeline: {
    method: 'GET',
    path: '/actions/{id}/timeline',
    tag: 'Actions',
    scope: 'actions',
    summary: 'The story of an action: created, held, decided, delivered, executed',
    params: ById,
    replies: { 200: Type.Object({ items: Type.Array(TimelineItem) }) },
    problems: ['not_found'],
  },
  holdDecision: {
    method: 'POST',
    path: '/actions/{id}/decision-hold',
    tag: 'Actions',
    scope: 'actions',
    summary: 'Decide in a few seconds, unless it is undone before; also the way to give a reason',
    params: ById,
    body: DecisionHeld,
    large: true,
    limit: 'decide',
    repeatable: true,
    replies: { 200: DecisionRecorded, 202: Type.Object({ commits_at: Type.Integer() }) },
    problems: DECISION_PROBLEMS,
  },
  undoDecision: {
    method: 'DELETE',
    path: '/actions/{id}/decision-hold',
    tag: 'Actions',
    scope: 'actions',
    summary: 'Take my held decision back',
    params: ById,
    replies: { 204: NoContent },
    problems: ['not_found', 'already_decided', 'expired'],
  },
} as const satisfies Record<string, Operation>;
