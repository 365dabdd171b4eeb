// Live updates: what happens, as it happens, as server-sent events.

import { Type } from 'typebox';
import { Action } from './actions.ts';
import type { Operation } from './operation.ts';

/** `reset`: events were missed that can no longer be told; read anew what you show. */
export const LIVE_EVENTS = ['action.created', 'action.updated', 'action.result', 'reset'] as const;
export type LiveEventName = (typeof LIVE_EVENTS)[number];

const { id, kind, title, status, created_at, updated_at, expires_at, created_by, untrusted } = Action.properties;

/** The data of `action.created`, `action.updated` and `action.result`. The rest is read with `GET /actions/{id}`. */
export const ActionEvent = Type.Object({
  event_id: Type.String({ description: 'The same when the event is told again' }),
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
  reason: Type.Enum(['unknown_id', 'too_long_ago', 'too_many'] as const),
});
export type ResetEvent = Type.Static<typeof ResetEvent>;

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
          'whose data is a ResetEvent',
      }),
    },
    streams: ['text/event-stream'],
    problems: ['rate_limited'],
  },
} as const satisfies Record<string, Operation>;
