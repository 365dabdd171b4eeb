// Operations of the history.

import type { historyOperations } from '@countersign/contract';
import type { Handlers } from '../../../app.ts';
import { listHistory } from './read-history.ts';
import { redeliverAll } from './redeliver-all.ts';

export const historyRoutes = {
  listHistory: async (app, person, { query }) => ({ status: 200, body: await listHistory(app, person, query) }),
  redeliverAll: async (app, caller, { body }) => ({
    status: 202,
    body: { queued: await redeliverAll(app, caller, body.limit) },
  }),
} satisfies Handlers<typeof historyOperations>;
