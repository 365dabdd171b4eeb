// What comes in from elsewhere: buttons pressed in a chat, which the platform signs (members we do not know are ignored), and
// links in mails, which we have signed.

import { Type } from 'typebox';
import { ActionStatus, DECISION_PROBLEMS } from './actions.ts';
import { ById, type Operation } from './operation.ts';

/** In the words of each platform. */
const PlatformAnswer = Type.Unsafe<Readonly<Record<string, unknown>>>({ type: 'object', additionalProperties: true });

const text = Type.Optional(Type.String());

const Token = Type.String({ minLength: 1, maxLength: 200, description: 'What follows the # of the link in the mail' });

export const MailLink = Type.Object({ token: Token }, { additionalProperties: false });

export const MailDecision = Type.Object(
  {
    token: Token,
    decision: Type.Enum(['approve', 'reject'] as const),
    digest: Type.String({ maxLength: 100, description: 'Of what was shown' }),
    comment: Type.Optional(Type.String({ maxLength: 2000, description: 'Told to the agent' })),
  },
  { additionalProperties: false },
);
export type MailDecision = Type.Static<typeof MailDecision>;

export const MailShown = Type.Object({
  id: Type.String(),
  kind: Type.String(),
  title: Type.String(),
  agent: Type.String(),
  body: Type.String(),
  payload: Type.Optional(
    Type.String({ description: 'Its text, without escapes of letters, where the project reveals payloads' }),
  ),
  target_url: Type.Optional(Type.String()),
  undo: Type.Optional(Type.String()),
  repeatable: Type.Boolean(),
  untrusted: Type.Boolean(),
  status: ActionStatus,
  expires_at: Type.Integer(),
  approvals: Type.Object({ required: Type.Integer(), given: Type.Integer() }),
  inbox_url: Type.String(),
  digest: Type.String(),
  address: Type.String({ description: 'Whom the mail was sent to' }),
  may_approve: Type.Boolean({ description: 'Whether all that would be approved is shown here' }),
  decided: Type.Optional(
    Type.Object({ verdict: MailDecision.properties.decision, by: Type.String(), at: Type.Integer() }),
  ),
});
export type MailShown = Type.Static<typeof MailShown>;

export const interactionOperations = {
  lookAtMail: {
    method: 'POST',
    path: '/interactions/email/look',
    tag: 'Channels',
    scope: 'public',
    sameOrigin: true,
    summary: 'What a link in a mail asks to decide; decides nothing',
    body: MailLink,
    replies: { 200: MailShown },
    problems: ['insufficient_scope'],
  },
  decideByMail: {
    method: 'POST',
    path: '/interactions/email',
    tag: 'Channels',
    scope: 'public',
    sameOrigin: true,
    summary: 'Decide what a link in a mail asks, once',
    body: MailDecision,
    replies: { 200: MailShown },
    problems: ['insufficient_scope', ...DECISION_PROBLEMS],
  },
  receiveSlack: {
    method: 'POST',
    path: '/interactions/slack/{id}',
    tag: 'Channels',
    scope: 'public',
    summary: 'For Slack: what was pressed under a message of this channel',
    params: ById,
    headers: Type.Object({ 'x-slack-signature': text, 'x-slack-request-timestamp': text }),
    raw: true,
    large: true,
    replies: { 200: PlatformAnswer },
    problems: ['not_found', 'bad_signature'],
  },
  receiveDiscord: {
    method: 'POST',
    path: '/interactions/discord/{id}',
    tag: 'Channels',
    scope: 'public',
    summary: 'For Discord: what was pressed under a message of this channel',
    params: ById,
    headers: Type.Object({ 'x-signature-ed25519': text, 'x-signature-timestamp': text }),
    raw: true,
    large: true,
    replies: { 200: PlatformAnswer },
    problems: ['not_found', 'unauthenticated'],
  },
  receiveTelegram: {
    method: 'POST',
    path: '/interactions/telegram/{id}',
    tag: 'Channels',
    scope: 'public',
    summary: 'For Telegram: what was pressed under a message of this channel',
    params: ById,
    headers: Type.Object({ 'x-telegram-bot-api-secret-token': text }),
    raw: true,
    large: true,
    replies: { 200: PlatformAnswer },
    problems: ['not_found', 'bad_signature'],
  },
} as const satisfies Record<string, Operation>;
