// Operations on many actions at once, and on what someone has looked at.

import type { bulkOperations } from '@countersign/contract';
import type { Handlers } from '../../../app.ts';
import type { FindDecider } from '../may-decide.ts';
import { holdBulk, undoBulk } from './hold-bulk.ts';
import { lookAt, snooze, unsnooze } from './look-at.ts';

export const bulkRoutes = (findDecider: FindDecider) =>
  ({
    holdBulk: async (app, person, { body }) => ({ status: 202, body: await holdBulk(app, person, body, findDecider) }),
    undoBulk: async (app, person, { body }) => ({ status: 200, body: await undoBulk(app, person, body.ids) }),
    markSeen: async (app, person, { params, body }) => {
      await lookAt(app, person, params.id, body);
      return { status: 204, body: null };
    },
    snooze: async (app, person, { params, body }) => {
      await snooze(app, person, params.id, body.until);
      return { status: 204, body: null };
    },
    unsnooze: async (app, person, { params }) => {
      await unsnooze(app, person, params.id);
      return { status: 204, body: null };
    },
  }) satisfies Handlers<typeof bulkOperations>;
