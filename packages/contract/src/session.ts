// Signing in and out: the session of a browser, one-time links, the company's sign-in.

import { Type } from 'typebox';
import { NoContent, type Operation } from './operation.ts';
import { closed, Email, Name, RoleName, SIGN_IN_METHODS, TotpCode } from './person-fields.ts';

export const Session = Type.Object({
  reviewer: Type.Optional(
    Type.Object({ id: Type.String(), name: Type.String(), role: RoleName }, { description: 'Absent when signed out' }),
  ),
  project: Type.Optional(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      timezone: Type.String({ description: 'In which times are shown' }),
    }),
  ),
  fresh_until: Type.Optional(
    Type.Integer({ description: 'Until then changes to keys, people and secrets need no new sign-in' }),
  ),
  methods: Type.Array(Type.Enum(SIGN_IN_METHODS), { description: 'The ways to sign in at this address' }),
  oidc_name: Type.Optional(Type.String({ description: 'What the company sign-in is called' })),
  setup_needed: Type.Boolean({ description: 'Nobody has made this inbox theirs yet' }),
  server_time: Type.Integer(),
  features: Type.Object({
    push: Type.Boolean(),
    smtp: Type.Boolean(),
    oidc: Type.Boolean(),
    billing: Type.Boolean(),
    demo: Type.Boolean({ description: 'Whether set-up should end with the demo agent' }),
  }),
  version: Type.String(),
});
export type Session = Type.Static<typeof Session>;

/** Signing in goes on with a code of the authenticator app. */
export const TotpRequired = Type.Object({ totp_required: Type.Literal(true) });
export type TotpRequired = Type.Static<typeof TotpRequired>;

export const OneTimeLink = Type.Object({
  url: Type.String({ description: 'The token is in its fragment; it works once' }),
  expires_at: Type.Integer(),
});
export type OneTimeLink = Type.Static<typeof OneTimeLink>;

export const sessionOperations = {
  getSession: {
    method: 'GET',
    path: '/session',
    tag: 'Session',
    scope: 'public',
    summary: 'Who is signed in, and how one can sign in; answers the same way when nobody is',
    replies: { 200: Session },
    problems: [],
  },
  redeemLink: {
    method: 'POST',
    path: '/session/link',
    tag: 'Session',
    scope: 'public',
    sameOrigin: true,
    summary: 'Sign in with a one-time link; its token is used up only here',
    body: Type.Object(
      {
        token: Type.String({ maxLength: 200 }),
        name: Type.Optional(Type.String({ ...Name, description: 'Needed by those who come for the first time' })),
        totp: Type.Optional(TotpCode),
      },
      closed,
    ),
    replies: { 200: Type.Union([Session, TotpRequired]) },
    problems: ['unauthenticated', 'rate_limited'],
  },
  mailLink: {
    method: 'POST',
    path: '/session/mail-link',
    tag: 'Session',
    scope: 'public',
    sameOrigin: true,
    summary: 'Ask for a sign-in link by mail; the answer is the same whether or not anyone has the address',
    body: Type.Object({ email: Email }, closed),
    replies: { 202: Type.Object({ asked: Type.Literal(true) }) },
    problems: ['unauthenticated', 'not_found', 'rate_limited'],
  },
  startOidc: {
    method: 'GET',
    path: '/session/oidc/start',
    tag: 'Session',
    scope: 'public',
    sameOrigin: true,
    summary: 'Go to the company to sign in; for browsers',
    query: Type.Object(
      {
        return_to: Type.Optional(Type.String({ maxLength: 1000, description: 'The page to come back to' })),
        fresh: Type.Optional(Type.Literal('1', { description: 'Ask for a new proof, not only for a session there' })),
      },
      closed,
    ),
    replies: { 303: NoContent },
    problems: ['not_found'],
  },
  joinByOidc: {
    method: 'POST',
    path: '/session/oidc/join',
    tag: 'Session',
    scope: 'public',
    sameOrigin: true,
    summary: 'Begin to join by an invitation, as whom the company knows: go to this address',
    body: Type.Object({ token: Type.String({ maxLength: 200 }) }, closed),
    replies: { 200: Type.Object({ url: Type.String() }) },
    problems: ['unauthenticated', 'not_found'],
  },
  finishOidc: {
    method: 'GET',
    path: '/session/oidc/callback',
    tag: 'Session',
    scope: 'public',
    sameOrigin: true,
    summary: 'Come back from the company; for browsers',
    query: Type.Object({
      code: Type.Optional(Type.String({ maxLength: 4000 })),
      state: Type.Optional(Type.String({ maxLength: 200 })),
      iss: Type.Optional(Type.String({ maxLength: 1000 })),
      error: Type.Optional(Type.String({ maxLength: 200 })),
    }),
    openQuery: true,
    replies: { 303: NoContent },
    problems: [],
  },
  makeSetupLink: {
    method: 'POST',
    path: '/session/setup-link',
    tag: 'Session',
    scope: 'admin',
    fresh: true,
    summary: 'Make a sign-in link: for someone, or for a new admin',
    body: Type.Object({ reviewer_id: Type.Optional(Type.String({ maxLength: 128 })) }, closed),
    replies: { 201: OneTimeLink },
    problems: ['not_found'],
  },
  pairDevice: {
    method: 'POST',
    path: '/session/pair',
    tag: 'Session',
    scope: 'person',
    fresh: true,
    summary: 'Make a link that signs my other device in; two minutes',
    replies: { 201: OneTimeLink },
    problems: [],
  },
  signOut: {
    method: 'DELETE',
    path: '/session',
    tag: 'Session',
    scope: 'person',
    summary: 'Sign out on this device',
    replies: { 204: NoContent },
    problems: [],
  },
} as const satisfies Record<string, Operation>;
