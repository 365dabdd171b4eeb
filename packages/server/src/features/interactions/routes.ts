// Decisions that come in from outside the inbox.

import type { pushOperations } from '@countersign/contract';
import type { Handlers } from '../../app.ts';
import { decideFromPush } from './decide-from-push.ts';

/** `secret`: what the tokens on notifications are made with. */
export const interactionRoutes = (secret: Buffer) =>
  ({
    decideFromPush: async (app, person, { body }) => ({
      status: 202,
      body: await decideFromPush(app, person, secret, body),
    }),
  }) satisfies Pick<Handlers<typeof pushOperations>, 'decideFromPush'>;
