// Operations on notification channels.

import type { channelOperations } from '@countersign/contract';
import type { Handlers } from '../../app.ts';
import {
  createChannel,
  deleteChannel,
  type EscalatingTo,
  type IsReviewer,
  listChannels,
  readChannel,
  updateChannel,
} from './manage-channels.ts';
import type { Senders } from './senders/senders.ts';
import { testChannel } from './test-channel.ts';

interface Asked {
  readonly isReviewer: IsReviewer;
  readonly escalatingTo: EscalatingTo;
}

export const channelRoutes = (senders: Senders, { isReviewer, escalatingTo }: Asked) =>
  ({
    createChannel: async (app, caller, { body }) => ({
      status: 201,
      body: await createChannel(app, caller, body, isReviewer),
    }),
    listChannels: async (app, { project_id }) => ({
      status: 200,
      body: { items: await listChannels(app, project_id) },
    }),
    getChannel: async (app, { project_id }, { params }) => ({
      status: 200,
      body: await readChannel(app, project_id, params.id),
    }),
    updateChannel: async (app, caller, { params, body }) => ({
      status: 200,
      body: await updateChannel(app, caller, { ...body, id: params.id }, isReviewer),
    }),
    deleteChannel: async (app, caller, { params }) => {
      await deleteChannel(app, caller, params.id, escalatingTo);
      return { status: 204, body: null };
    },
    testChannel: async (app, caller, { params }) => ({
      status: 200,
      body: await testChannel(app, caller, params.id, senders),
    }),
  }) satisfies Handlers<typeof channelOperations>;
