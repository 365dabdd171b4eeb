// Browser push: the key that browsers subscribe with, subscriptions, and a decision made on a notification. Spec 4.

import { Type } from 'typebox';
import { ById, NoContent, type Operation } from './operation.ts';

const closed = { additionalProperties: false } as const;

export const PUSH_ENDPOINT_MAX_CHARACTERS = 2048;
/** How long a decision made on a notification can be undone. */
export const PUSH_HOLD_SECONDS = 20;

const Encoded = Type.String({ minLength: 1, maxLength: 200, pattern: '^[A-Za-z0-9_+/-]+={0,2}$' });
const Endpoint = Type.String({ minLength: 1, maxLength: PUSH_ENDPOINT_MAX_CHARACTERS });

/** `PushSubscription.toJSON()`, and how to speak to whoever uses the browser; what browsers add to it is ignored. */
export const PushSubscription = Type.Object({
  endpoint: Type.String({ ...Endpoint, description: 'The https address the browser got from its push service' }),
  expirationTime: Type.Optional(
    Type.Union([Type.Number({ description: 'Unix milliseconds' }), Type.Null()], {
      description: 'When the push service will end it, if it says so',
    }),
  ),
  keys: Type.Object({
    p256dh: Type.String({ ...Encoded, description: 'The browser’s public key, base64url' }),
    auth: Type.String({ ...Encoded, description: 'The browser’s secret of 16 bytes, base64url' }),
  }),
  language: Type.Optional(
    Type.String({
      maxLength: 35,
      description: 'Of the notifications, such as `de`; English without it, and where we do not speak it',
    }),
  ),
});
export type PushSubscription = Type.Static<typeof PushSubscription>;

export const PUSH_EVENTS = ['action.pending', 'action.expiring', 'decision.lost', 'inbox.waiting', 'test'] as const;

/** What a notification is made from, once decrypted. Other browsers read Declarative Web Push as ordinary data. */
export const PushMessage = Type.Object({
  web_push: Type.Literal(8030, { description: 'Declarative Web Push: Safari shows it without a worker' }),
  notification: Type.Object({
    title: Type.String(),
    body: Type.String(),
    navigate: Type.String({ description: 'What a click opens' }),
    tag: Type.String({ description: 'A later message with the same tag takes the place of this one' }),
    actions: Type.Array(
      Type.Object({
        action: Type.Enum(['approve', 'reject', 'review'] as const),
        title: Type.String(),
        navigate: Type.String(),
      }),
      { maxItems: 2, description: 'The buttons, in order' },
    ),
    data: Type.Object({
      event: Type.Enum(PUSH_EVENTS),
      action_id: Type.Optional(Type.String()),
      tokens: Type.Optional(
        Type.Object(
          { approve: Type.Optional(Type.String()), reject: Type.Optional(Type.String()) },
          { description: 'For `POST /push/decide`, each for one decision of this action, once' },
        ),
      ),
    }),
  }),
});
export type PushMessage = Type.Static<typeof PushMessage>;

export const Device = Type.Object({
  id: Type.String(),
  name: Type.String(),
  show_content: Type.Boolean({ description: 'Whether notifications show what is proposed, also on a locked screen' }),
  created_at: Type.Integer(),
  last_sent_at: Type.Optional(Type.Integer()),
  endpoint_sha256: Type.String({ description: 'Of the endpoint, in hex: by it a page knows its own browser' }),
});
export type Device = Type.Static<typeof Device>;

export const DeviceUpdate = Type.Partial(
  Type.Object({
    name: Type.String({ minLength: 1, maxLength: 100, pattern: '^[^\\r\\n]*[^\\s][^\\r\\n]*$' }),
    show_content: Type.Boolean(),
  }),
  closed,
);
export type DeviceUpdate = Type.Static<typeof DeviceUpdate>;

export const PushDecision = Type.Object(
  {
    action_id: Type.String({ maxLength: 128 }),
    decision: Type.Enum(['approve', 'reject'] as const),
    token: Type.String({
      maxLength: 200,
      pattern: '^[A-Za-z0-9_.-]*$',
      description: 'From the notification; it works once',
    }),
  },
  closed,
);
export type PushDecision = Type.Static<typeof PushDecision>;

export const pushOperations = {
  getVapidPublicKey: {
    method: 'GET',
    path: '/push/vapid-public-key',
    tag: 'Push',
    scope: 'public',
    summary: 'Whether push is on, and the key that a browser subscribes with',
    replies: {
      200: Type.Object({
        enabled: Type.Boolean(),
        public_key: Type.Union([Type.String(), Type.Null()], { description: 'base64url; null when push is off' }),
      }),
    },
    problems: [],
  },
  subscribePush: {
    method: 'POST',
    path: '/push/subscribe',
    tag: 'Push',
    scope: 'actions',
    repeatable: true,
    summary: 'Send notifications to this browser; the same endpoint again changes what is known of it',
    body: PushSubscription,
    replies: { 201: Type.Object({ subscribed: Type.Literal(true) }) },
    problems: ['push_disabled', 'private_target'],
  },
  unsubscribePush: {
    method: 'DELETE',
    path: '/push/subscribe',
    tag: 'Push',
    scope: 'actions',
    summary: 'Send no more to this browser; without `endpoint`, to none of the caller’s',
    body: Type.Object({ endpoint: Type.Optional(Endpoint) }),
    replies: { 204: NoContent },
    problems: [],
  },
  testPush: {
    method: 'POST',
    path: '/push/test',
    tag: 'Push',
    scope: 'person',
    role: 'reviewer',
    limit: 'test',
    summary: 'Send a notification to every device of mine, at once',
    replies: { 202: Type.Object({ devices: Type.Integer({ description: 'How many it goes to' }) }) },
    problems: ['push_disabled'],
  },
  decideFromPush: {
    method: 'POST',
    path: '/push/decide',
    tag: 'Push',
    scope: 'person',
    role: 'reviewer',
    limit: 'decide',
    summary: 'Decide on a notification; it can be undone for twenty seconds',
    body: PushDecision,
    replies: {
      202: Type.Object({
        commits_at: Type.Integer(),
        undo_s: Type.Integer({ description: 'For how long it can be undone; 0: it was decided at once' }),
      }),
    },
    problems: [
      'not_found',
      'self_decision_forbidden',
      'people_only',
      'step_up_required',
      'already_decided',
      'expired',
      'stale_digest',
    ],
  },
  listMyDevices: {
    method: 'GET',
    path: '/me/devices',
    tag: 'Me',
    scope: 'person',
    summary: 'The browsers that get notifications for me',
    replies: { 200: Type.Object({ items: Type.Array(Device) }) },
    problems: [],
  },
  updateMyDevice: {
    method: 'PATCH',
    path: '/me/devices/{id}',
    tag: 'Me',
    scope: 'person',
    summary: 'Name a device, or say whether its notifications show content',
    params: ById,
    body: DeviceUpdate,
    replies: { 200: Device },
    problems: ['not_found'],
  },
  removeMyDevice: {
    method: 'DELETE',
    path: '/me/devices/{id}',
    tag: 'Me',
    scope: 'person',
    summary: 'Send no more to a device',
    params: ById,
    replies: { 204: NoContent },
    problems: ['not_found'],
  },
} as const satisfies Record<string, Operation>;
