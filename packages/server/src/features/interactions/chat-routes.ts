// What comes in from chats and mails.

import type { interactionOperations } from '@countersign/contract';
import type { Handlers } from '../../app.ts';
import { receiveDiscord } from './discord.ts';
import { decideByMail, lookAtMail } from './mail.ts';
import { receiveSlack } from './slack.ts';
import { receiveTelegram } from './telegram.ts';

/** `secret`: what buttons are signed with. */
export const chatRoutes = (secret: Buffer) =>
  ({
    lookAtMail: async (app, _caller, { body }) => ({ status: 200, body: await lookAtMail(app, secret, body.token) }),
    decideByMail: async (app, _caller, { body }) => ({ status: 200, body: await decideByMail(app, secret, body) }),
    receiveSlack: async (app, _caller, { params, raw, headers, signal }) => ({
      status: 200,
      body: await receiveSlack(app, secret, {
        id: params.id,
        raw: raw(),
        signature: headers['x-slack-signature'],
        timestamp: headers['x-slack-request-timestamp'],
        signal: signal(),
      }),
    }),
    receiveDiscord: async (app, _caller, { params, raw, headers }) => ({
      status: 200,
      body: await receiveDiscord(app, secret, {
        id: params.id,
        raw: raw(),
        signature: headers['x-signature-ed25519'],
        timestamp: headers['x-signature-timestamp'],
      }),
    }),
    receiveTelegram: async (app, _caller, { params, raw, headers, signal }) => ({
      status: 200,
      body: {
        ...(await receiveTelegram(app, secret, {
          id: params.id,
          raw: raw(),
          token: headers['x-telegram-bot-api-secret-token'],
          signal: signal(),
        })),
      },
    }),
  }) satisfies Handlers<typeof interactionOperations>;
