// People: who reviews, how they sign in, what they prefer, and who may invite whom.

import { Type } from 'typebox';
import { ById, NoContent, type Operation, ROLES } from './operation.ts';

const closed = { additionalProperties: false } as const;

export const PASSWORD_MIN_CHARACTERS = 12;
export const UNDO_SECONDS = [0, 5, 10, 20, 30] as const;

/** One line, and not of spaces only. */
const Name = Type.String({ minLength: 1, maxLength: 100, pattern: '^[^\\r\\n]*[^\\s][^\\r\\n]*$' });
/** One plain address: nothing in it begins another one or ends a header. */
const Email = Type.String({
  maxLength: 254,
  pattern: '^[^\\s@<>()\\[\\]\\\\,;:"]{1,64}@[^\\s@<>()\\[\\]\\\\,;:"]+$',
  description: 'Kept in small letters',
});
const Login = Type.String({
  minLength: 1,
  maxLength: 64,
  pattern: '^[a-z0-9][a-z0-9._@+-]*$',
  description: 'What is typed to sign in with a password or a recovery code; unique on the server',
});
const RoleName = Type.Enum(ROLES);

export const SIGN_IN_METHODS = ['passkey', 'password', 'recovery_code', 'mail', 'oidc'] as const;
const MethodList = Type.Array(Type.Enum(SIGN_IN_METHODS));

export const Session = Type.Object({
  reviewer: Type.Optional(
    Type.Object({ id: Type.String(), name: Type.String(), role: RoleName }, { description: 'Absent when signed out' }),
  ),
  project: Type.Optional(Type.Object({ id: Type.String(), name: Type.String() })),
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

const TotpCode = Type.String({ minLength: 6, maxLength: 12, pattern: '^[0-9]( ?[0-9])*$' });

export const TotpOffer = Type.Object({
  secret: Type.String({ description: 'Base32, for those who type it' }),
  uri: Type.String({ description: 'For the QR code: otpauth://totp/…' }),
});
export type TotpOffer = Type.Static<typeof TotpOffer>;

export const OneTimeLink = Type.Object({
  url: Type.String({ description: 'The token is in its fragment; it works once' }),
  expires_at: Type.Integer(),
});
export type OneTimeLink = Type.Static<typeof OneTimeLink>;

const Encoded = Type.String({ maxLength: 65_536, pattern: '^[A-Za-z0-9_-]*$', description: 'base64url' });
/** What browsers add to their answers is ignored. */
const CredentialId = Type.String({ minLength: 1, maxLength: 1400, pattern: '^[A-Za-z0-9_-]*$' });

/** `PublicKeyCredential.toJSON()` of `navigator.credentials.get`. */
export const PasskeyAssertion = Type.Object({
  id: CredentialId,
  rawId: CredentialId,
  type: Type.Literal('public-key'),
  response: Type.Object({
    clientDataJSON: Encoded,
    authenticatorData: Encoded,
    signature: Encoded,
    userHandle: Type.Optional(Encoded),
  }),
});
export type PasskeyAssertion = Type.Static<typeof PasskeyAssertion>;

/** `PublicKeyCredential.toJSON()` of `navigator.credentials.create`, and what to call it. */
export const PasskeyAttestation = Type.Object({
  name: Type.Optional(Name),
  id: CredentialId,
  rawId: CredentialId,
  type: Type.Literal('public-key'),
  response: Type.Object({
    clientDataJSON: Encoded,
    attestationObject: Encoded,
    transports: Type.Optional(Type.Array(Type.String({ maxLength: 40 }), { maxItems: 10 })),
  }),
});
export type PasskeyAttestation = Type.Static<typeof PasskeyAttestation>;

/** For `PublicKeyCredential.parseRequestOptionsFromJSON`. */
export const PasskeyRequest = Type.Object({
  challenge: Encoded,
  rpId: Type.String(),
  timeout: Type.Integer(),
  userVerification: Type.String(),
});

/** For `PublicKeyCredential.parseCreationOptionsFromJSON`. */
export const PasskeyCreation = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  additionalProperties: true,
  description: 'PublicKeyCredentialCreationOptionsJSON',
});

export const Passkey = Type.Object({
  id: Type.String(),
  name: Type.String(),
  created_at: Type.Integer(),
  last_used_at: Type.Optional(Type.Integer()),
  synced: Type.Boolean({ description: 'Kept in a vault, and so on several devices' }),
});
export type Passkey = Type.Static<typeof Passkey>;

const Password = Type.String({ minLength: PASSWORD_MIN_CHARACTERS, maxLength: 1000 });

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

const reviewerMembers = {
  id: Type.String(),
  name: Type.String({ description: 'Empty until an invited person has given it' }),
  email: Type.Optional(Type.String()),
  role: RoleName,
  status: Type.Enum(['invited', 'active'] as const),
  methods: MethodList,
  last_seen_at: Type.Optional(Type.Integer()),
  created_at: Type.Integer(),
};

export const Reviewer = Type.Object(reviewerMembers);
export type Reviewer = Type.Static<typeof Reviewer>;

export const ReviewerInvited = Type.Object({
  ...reviewerMembers,
  ...OneTimeLink.properties,
  mailed: Type.Optional(
    Type.Boolean({ description: 'Whether the mail server took the invitation; absent when it was not to be sent' }),
  ),
});
export type ReviewerInvited = Type.Static<typeof ReviewerInvited>;

export const Invitation = Type.Object(
  {
    role: RoleName,
    name: Type.Optional(Name),
    email: Type.Optional(Email),
    send_mail: Type.Optional(Type.Boolean({ description: 'Send the link to `email`, where the server sends mail' })),
  },
  closed,
);
export type Invitation = Type.Static<typeof Invitation>;

export const ReviewerUpdate = Type.Object(
  {
    role: Type.Optional(RoleName),
    name: Type.Optional(Name),
    email: Type.Optional(Type.Union([Email, Type.Null()])),
  },
  closed,
);
export type ReviewerUpdate = Type.Static<typeof ReviewerUpdate>;

const listOf = <T extends Type.TSchema>(item: T) => Type.Object({ items: Type.Array(item) });

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

export const credentialOperations = {
  passkeyOptions: {
    method: 'POST',
    path: '/session/passkey/options',
    tag: 'Session',
    scope: 'public',
    sameOrigin: true,
    summary: 'Begin to sign in with a passkey',
    replies: { 200: PasskeyRequest },
    problems: [],
  },
  signInWithPasskey: {
    method: 'POST',
    path: '/session/passkey',
    tag: 'Session',
    scope: 'public',
    sameOrigin: true,
    summary: 'Sign in with a passkey',
    body: PasskeyAssertion,
    replies: { 200: Session },
    problems: ['unauthenticated'],
  },
  signInWithPassword: {
    method: 'POST',
    path: '/session/password',
    tag: 'Session',
    scope: 'public',
    sameOrigin: true,
    summary: 'Sign in with a password, and a code of the authenticator app where one is set up',
    body: Type.Object(
      {
        login: Type.String({ maxLength: 254 }),
        password: Type.String({ maxLength: 1000 }),
        totp: Type.Optional(TotpCode),
      },
      closed,
    ),
    replies: { 200: Type.Union([Session, TotpRequired]) },
    problems: ['unauthenticated', 'rate_limited'],
  },
  signInWithRecoveryCode: {
    method: 'POST',
    path: '/session/recovery-code',
    tag: 'Session',
    scope: 'public',
    sameOrigin: true,
    summary: 'Sign in with a recovery code; each works once',
    body: Type.Object({ login: Type.String({ maxLength: 254 }), code: Type.String({ maxLength: 100 }) }, closed),
    replies: { 200: Session },
    problems: ['unauthenticated', 'rate_limited'],
  },
  listMyPasskeys: {
    method: 'GET',
    path: '/me/passkeys',
    tag: 'Me',
    scope: 'person',
    summary: 'My passkeys',
    replies: { 200: listOf(Passkey) },
    problems: [],
  },
  myPasskeyOptions: {
    method: 'POST',
    path: '/me/passkeys/options',
    tag: 'Me',
    scope: 'person',
    fresh: true,
    summary: 'Begin to make a passkey',
    replies: { 200: PasskeyCreation },
    problems: [],
  },
  addMyPasskey: {
    method: 'POST',
    path: '/me/passkeys',
    tag: 'Me',
    scope: 'person',
    fresh: true,
    summary: 'Keep a passkey that was made',
    body: PasskeyAttestation,
    replies: { 201: Passkey },
    problems: [],
  },
  removeMyPasskey: {
    method: 'DELETE',
    path: '/me/passkeys/{id}',
    tag: 'Me',
    scope: 'person',
    fresh: true,
    summary: 'Forget a passkey',
    params: ById,
    replies: { 204: NoContent },
    problems: ['not_found'],
  },
  setMyPassword: {
    method: 'PUT',
    path: '/me/password',
    tag: 'Me',
    scope: 'person',
    fresh: true,
    summary: 'Set or change my password; every other session of mine ends',
    body: Type.Object({ password: Password }, closed),
    replies: { 204: NoContent },
    problems: ['rate_limited'],
  },
  removeMyPassword: {
    method: 'DELETE',
    path: '/me/password',
    tag: 'Me',
    scope: 'person',
    fresh: true,
    summary: 'Forget my password',
    replies: { 204: NoContent },
    problems: [],
  },
  offerTotp: {
    method: 'POST',
    path: '/me/totp',
    tag: 'Me',
    scope: 'person',
    fresh: true,
    summary: 'Begin to set up an authenticator app; the one in use, if any, stays in use until this is confirmed',
    replies: { 200: TotpOffer },
    problems: [],
  },
  confirmTotp: {
    method: 'PUT',
    path: '/me/totp',
    tag: 'Me',
    scope: 'person',
    fresh: true,
    summary: 'Show a code of the app; from then on signing in with a password or a mailed link asks for one',
    body: Type.Object({ code: TotpCode }, closed),
    replies: { 204: NoContent },
    problems: ['not_found'],
  },
  removeTotp: {
    method: 'DELETE',
    path: '/me/totp',
    tag: 'Me',
    scope: 'person',
    fresh: true,
    summary: 'Ask for no codes any more',
    replies: { 204: NoContent },
    problems: ['not_found'],
  },
  linkOidc: {
    method: 'POST',
    path: '/me/oidc',
    tag: 'Me',
    scope: 'person',
    fresh: true,
    summary: 'Begin to connect my account at the company: go to this address',
    replies: { 200: Type.Object({ url: Type.String() }) },
    problems: ['not_found'],
  },
  unlinkOidc: {
    method: 'DELETE',
    path: '/me/oidc',
    tag: 'Me',
    scope: 'person',
    fresh: true,
    summary: 'Forget my account at the company',
    replies: { 204: NoContent },
    problems: ['not_found'],
  },
  makeRecoveryCodes: {
    method: 'POST',
    path: '/me/recovery-codes',
    tag: 'Me',
    scope: 'person',
    fresh: true,
    summary: 'Make ten recovery codes, shown only now; older ones stop working',
    replies: { 201: Type.Object({ codes: Type.Array(Type.String()) }) },
    problems: [],
  },
} as const satisfies Record<string, Operation>;

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
    problems: ['step_up_required'],
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

export const reviewerOperations = {
  inviteReviewer: {
    method: 'POST',
    path: '/reviewers',
    tag: 'Reviewers',
    scope: 'admin',
    fresh: true,
    summary: 'Invite someone: the answer holds a link that works once, for 48 hours',
    body: Invitation,
    replies: { 201: ReviewerInvited },
    problems: [],
  },
  listReviewers: {
    method: 'GET',
    path: '/reviewers',
    tag: 'Reviewers',
    scope: 'admin',
    summary: 'Everyone who is in, or invited',
    replies: { 200: listOf(Reviewer) },
    problems: [],
  },
  updateReviewer: {
    method: 'PATCH',
    path: '/reviewers/{id}',
    tag: 'Reviewers',
    scope: 'admin',
    fresh: true,
    summary: 'Change the role, name or address of someone; the last admin stays one',
    params: ById,
    body: ReviewerUpdate,
    replies: { 200: Reviewer },
    problems: ['not_found'],
  },
  removeReviewer: {
    method: 'DELETE',
    path: '/reviewers/{id}',
    tag: 'Reviewers',
    scope: 'admin',
    fresh: true,
    summary: 'Remove someone, or take back an invitation; the last admin stays',
    params: ById,
    replies: { 204: NoContent },
    problems: ['not_found'],
  },
  makeReviewerLink: {
    method: 'POST',
    path: '/reviewers/{id}/link',
    tag: 'Reviewers',
    scope: 'admin',
    fresh: true,
    summary: 'Make a new link for someone: to join (48 hours) or to get back in (15 minutes); older ones stop working',
    params: ById,
    replies: { 201: OneTimeLink },
    problems: ['not_found'],
  },
  endReviewerSessions: {
    method: 'DELETE',
    path: '/reviewers/{id}/sessions',
    tag: 'Reviewers',
    scope: 'admin',
    fresh: true,
    summary: 'Sign someone out everywhere',
    params: ById,
    replies: { 204: NoContent },
    problems: ['not_found'],
  },
} as const satisfies Record<string, Operation>;
