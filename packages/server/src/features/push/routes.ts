// Operations on push.

import type { pushOperations } from '@countersign/contract';
import type { Handlers } from '../../app.ts';
import {
  type DemandStillIn,
  listMyDevices,
  removeMyDevice,
  subscribe,
  testPush,
  unsubscribe,
  updateMyDevice,
} from './manage-subscriptions.ts';
import type { VapidKeys } from './vapid.ts';

const DONE = { status: 204, body: null } as const;

/** Deciding is of a room above. */
export const pushRoutes = ({ public_key }: Pick<VapidKeys, 'public_key'>, demandStillIn: DemandStillIn) =>
  ({
    getVapidPublicKey: async (app) => {
      const enabled = app.config.pushEnabled;
      return { status: 200, body: { enabled, public_key: enabled ? public_key : null } };
    },
    subscribePush: async (app, caller, { body, visit }) => {
      await subscribe(app, caller, body, { visit: visit(), demandStillIn });
      return { status: 201, body: { subscribed: true } };
    },
    unsubscribePush: async (app, caller, { body }) => {
      await unsubscribe(app, caller, body.endpoint);
      return DONE;
    },
    testPush: async (app, person) => ({ status: 202, body: { devices: await testPush(app, person) } }),
    listMyDevices: async (app, person) => ({ status: 200, body: { items: await listMyDevices(app, person) } }),
    updateMyDevice: async (app, person, { params, body }) => ({
      status: 200,
      body: await updateMyDevice(app, person, params.id, body),
    }),
    removeMyDevice: async (app, person, { params }) => {
      await removeMyDevice(app, person, params.id);
      return DONE;
    },
  }) satisfies Omit<Handlers<typeof pushOperations>, 'decideFromPush'>;
