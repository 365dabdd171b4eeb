// Oneself: name and address, how the inbox behaves, and where one is signed in.

import { Type } from 'typebox';
import { ById, NoContent, type Operation } from './operation.ts';
import { closed, Email, Login, listOf, MethodList, Name, RoleName } from './person-fields.ts';

export const UNDO_SECONDS = [0, 5, 10, 20, 30] as const;

const preferenceMembers = {
  locale: Type.String({
    minLength: 2,
    maxLength: 35,
    pattern: '^[A-Za-z0-9-]+$',
    description: 'The language of the pages; `auto`: as the browser has it',
  }),
  theme: Type.Enum(['auto', 'light', 'dark'] as const),
  density: Type.Enum(['comfortable', 'compact'] as const),
  undo_s: Type.Enum(UNDO_SECONDS, { description: 'How long a decision can be undone, in seconds' }),
  single_keys: Type.Boolean({ description: 'Whether single letters are shortcuts' }),
  keys: Type.Record(Type.String({ pattern: '^[a-z_]{1,40}$' }), Type.String({ maxLength: 40 }), {
    maxProperties: 100,
    description: 'Command → keys, where they are not the usual ones',
  }),
  splits: Type.Array(
    Type.Object(
      {
        name: Type.String({ minLength: 1, maxLength: 40 }),
        kind: Type.Optional(Type.String({ maxLength: 100 })),
        created_by: Type.Optional(Type.String({ maxLength: 128 })),
        flag: Type.Optional(Type.String({ maxLength: 40 })),
        q: Type.Optional(Type.String({ maxLength: 200 })),
      },
      closed,
    ),
    { maxItems: 20, description: 'Saved searches of the inbox' },
  ),
  push_digest_s: Type.Integer({
    minimum: 0,
    maximum: 3600,
    description: 'For so long notifications are gathered into one; 0: each comes by itself',
  }),
};

export const QuietHours = Type.Object(
  {
    from: Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$', description: 'HH:MM' }),
    to: Type.String({
      pattern: '^([01]\\d|2[0-3]):[0-5]\\d$',
      description: 'HH:MM; earlier than `from`: of the next day',
    }),
    timezone: Type.Optional(Type.String({ maxLength: 64, description: 'An IANA name; without it, the project’s' })),
  },
  { ...closed, description: 'No notification comes then; afterwards one tells what waits' },
);
export type QuietHours = Type.Static<typeof QuietHours>;

export const Preferences = Type.Object({ ...preferenceMembers, quiet_hours: Type.Optional(QuietHours) });
export type Preferences = Type.Static<typeof Preferences>;

export const Me = Type.Object({
  id: Type.String(),
  name: Type.String(),
  role: RoleName,
  email: Type.Optional(Type.String()),
  login: Type.String(),
  methods: MethodList,
  totp: Type.Boolean({ description: 'Whether signing in with a password or a mailed link asks for a code' }),
  recovery_codes_left: Type.Integer(),
  ...preferenceMembers,
  quiet_hours: Type.Optional(QuietHours),
  admins: Type.Array(Type.String(), { description: 'The names of those who can change what this person may do' }),
});
export type Me = Type.Static<typeof Me>;

export const MeUpdate = Type.Partial(
  Type.Object({
    name: Name,
    email: Type.Union([Email, Type.Null()]),
    login: Login,
    ...preferenceMembers,
    quiet_hours: Type.Union([QuietHours, Type.Null()]),
  }),
  closed,
);
export type MeUpdate = Type.Static<typeof MeUpdate>;

export const SessionRecord = Type.Object({
  id: Type.String(),
  created_at: Type.Integer(),
  last_seen_at: Type.Integer(),
  user_agent: Type.String(),
  current: Type.Boolean(),
});
export type SessionRecord = Type.Static<typeof SessionRecord>;

export const meOperations = {
  getMe: {
    method: 'GET',
    path: '/me',
    tag: 'Me',
    scope: 'person',
    summary: 'Who I am and what I prefer',
    replies: { 200: Me },
    problems: [],
  },
  updateMe: {
    method: 'PATCH',
    path: '/me',
    tag: 'Me',
    scope: 'person',
    summary: 'Change my name, login or preferences; another address needs a recent sign-in',
    body: MeUpdate,
    replies: { 200: Me },
    problems: ['step_up_required', 'invalid_timezone'],
  },
  listMySessions: {
    method: 'GET',
    path: '/me/sessions',
    tag: 'Me',
    scope: 'person',
    summary: 'Where I am signed in',
    replies: { 200: listOf(SessionRecord) },
    problems: [],
  },
  endMyOtherSessions: {
    method: 'DELETE',
    path: '/me/sessions',
    tag: 'Me',
    scope: 'person',
    summary: 'Sign out everywhere but here',
    replies: { 204: NoContent },
    problems: [],
  },
  endMySession: {
    method: 'DELETE',
    path: '/me/sessions/{id}',
    tag: 'Me',
    scope: 'person',
    summary: 'Sign out one device',
    params: ById,
    replies: { 204: NoContent },
    problems: ['not_found'],
  },
} as const satisfies Record<string, Operation>;
