// Live updates: what happens, as it happens, as server-sent events.

import { Type } from 'typebox';
import { Action, ActionRead } from './actions.ts';
import type { Operation } from './operation.ts';

/** `reset`: events were missed that can no longer be told, or all that was is gone; read anew what you show. */
export const LIVE_EVENTS = [
  'action.created',
  'action.updated',
  'action.result',
  'reset',
  // To people who are signed in:
  'hold.started',
  'hold.undone',
  'hold.committed',
  'hold.lost',
  'watcher.updated',
  'delivery.updated',
  'presence',
  'counts',
  'version',
] as const;
export type LiveEventName = (typeof LIVE_EVENTS)[number];

const event_id = Type.String({ description: 'The same when the event is told again' });
const { webhook_delivery } = ActionRead.properties;
const { id, kind, title, status, created_at, updated_at, expires_at, created_by, untrusted } = Action.properties;

/** The data of `action.created`, `action.updated` and `action.result`. The rest is read with `GET /actions/{id}`. */
export const ActionEvent = Type.Object({
  event_id,
  id,
  kind,
  title,
  status,
  created_at,
  updated_at,
  expires_at,
  created_by,
  untrusted,
});
export type ActionEvent = Type.Static<typeof ActionEvent>;

/** The data of `reset`. */
export const ResetEvent = Type.Object({
  reason: Type.Enum(['unknown_id', 'too_long_ago', 'too_many', 'erased'] as const),
});
export type ResetEvent = Type.Static<typeof ResetEvent>;

/** The data of `hold.started`, `hold.undone`, `hold.committed` and `hold.lost`. */
export const HoldEvent = Type.Object({
  event_id,
  id: Type.String({ description: 'The action' }),
  hold_id: Type.String(),
  holder: Type.Object({ type: Type.String(), id: Type.String(), name: Type.String() }),
  verdict: Type.Enum(['approve', 'reject'] as const),
  commits_at: Type.Optional(Type.Integer({ description: 'Of a hold that started' })),
  why: Type.Optional(Type.String({ description: 'Of a hold that was lost: the code a decision would have got' })),
});
export type HoldEvent = Type.Static<typeof HoldEvent>;

/** The data of `watcher.updated`. */
export const WatcherEvent = Type.Object({
  event_id,
  id: Type.String(),
  change: Type.Enum(['created', 'updated', 'deleted', 'degraded', 'recovered', 'paused'] as const),
});
export type WatcherEvent = Type.Static<typeof WatcherEvent>;

/** The data of `delivery.updated`: an attempt has ended, or one was asked for. */
export const DeliveryEvent = Type.Object({
  id: Type.String({ description: 'The action' }),
  webhook_delivery,
});
export type DeliveryEvent = Type.Static<typeof DeliveryEvent>;

/** The data of `presence`: who looks at an action now. */
export const PresenceEvent = Type.Object({
  id: Type.String({ description: 'The action' }),
  looking: Type.Array(Type.Object({ id: Type.String(), name: Type.String() })),
});
export type PresenceEvent = Type.Static<typeof PresenceEvent>;

/** The data of `version`, the first thing that is said, and said again where nothing else is for a while. */
export const VersionEvent = Type.Object({
  version: Type.String(),
  server_time: Type.Integer({ description: 'Unix milliseconds' }),
});
export type VersionEvent = Type.Static<typeof VersionEvent>;

export const liveOperations = {
  streamEvents: {
    method: 'GET',
    path: '/events',
    tag: 'Live',
    scope: 'actions',
    summary: 'Follow what happens to actions, as server-sent events',
    headers: Type.Object({
      'last-event-id': Type.Optional(
        Type.String({ description: 'Go on after this event: at most 10 minutes and 1,000 events ago, else `reset`' }),
      ),
    }),
    replies: {
      200: Type.Unsafe<AsyncIterable<string>>({
        type: 'string',
        description:
          'Events `action.created`, `action.updated` and `action.result`, whose data is an ActionEvent, and `reset`, ' +
          'whose data is a ResetEvent. People who are signed in also get `hold.started`, `hold.undone`, ' +
          '`hold.committed`, `hold.lost` (HoldEvent), `watcher.updated` (WatcherEvent), `delivery.updated` ' +
          '(DeliveryEvent), `presence` (PresenceEvent), `counts` (InboxCounts) and `version` (VersionEvent)',
      }),
    },
    streams: ['text/event-stream'],
    problems: ['rate_limited'],
  },
} as const satisfies Record<string, Operation>;
