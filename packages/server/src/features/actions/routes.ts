// Operations on actions.

import type { ActionCreated, actionOperations } from '@countersign/contract';
import type { App, Handlers } from '../../app.ts';
import { viewDelivery } from '../deliveries/view.ts';
import { bulkDecide } from './bulk-decide.ts';
import { channelOf } from './channel-claim.ts';
import { claimAction } from './claim-action.ts';
import { type Created, createAction } from './create-action.ts';
import { decideAction } from './decide-action.ts';
import { type FindDecider, onceEdited } from './may-decide.ts';
import { listActions, mayOpenPayload, readAction, readDeliveries } from './read-actions.ts';
import { redeliverAction } from './redeliver-action.ts';
import { reportResult } from './report-result.ts';
import { viewAction, viewDecided, withoutPayload } from './view.ts';

export const actionRoutes = (findDecider: FindDecider) =>
  ({
    createAction: async (app, caller, { body, sourceOf }) => {
      const mayOpen = await mayOpenPayload(app, caller); // before: to fail after the commit would look as if nothing was made
      const created = await createAction(app, caller, { ...body, payload: sourceOf('payload') });
      const view = viewCreated(app, created);
      return { status: created.is === 'new' ? 201 : 200, body: mayOpen ? view : withoutPayload(view) };
    },
    listActions: async (app, caller, { query }) => ({ status: 200, body: await listActions(app, caller, query) }),
    getAction: async (app, caller, { params, query, signal }) => ({
      status: 200,
      body: await readAction(app, caller, params.id, { seconds: query.wait ?? 0, signal }),
    }),
    decideAction: async (app, caller, { params, body, headers, sourceOf }) => {
      const edited = sourceOf('edited');
      const decided = await decideAction(app, caller, params.id, {
        verdict: body.decision,
        edited,
        ...onceEdited(caller, edited, findDecider),
        channel: channelOf(caller, body.channel),
        digest: headers['if-match']?.replaceAll('"', ''),
      });
      return { status: 200, body: viewDecided(decided) };
    },
    bulkDecide: async (app, caller, { body }) => ({
      status: 200,
      body: await bulkDecide(app, caller, body, findDecider),
    }),
    reportResult: async (app, caller, { params, body, sourceOf }) => {
      const result = await reportResult(app, caller, params.id, { ...body, payload: sourceOf('payload') });
      return {
        status: 200,
        body: {
          id: params.id,
          status: result.status,
          updated_at: result.reported_at,
          ...(result.detail === null ? {} : { detail: result.detail }),
        },
      };
    },
    claimAction: async (app, caller, { params, body }) => {
      const { claim_id, claim_until, receipt } = await claimAction(app, caller, params.id, body);
      return { status: 200, body: { claim_id, lease_until: claim_until, receipt } };
    },
    listDeliveries: async (app, caller, { params }) => ({
      status: 200,
      body: await readDeliveries(app, caller, params.id),
    }),
    redeliverAction: async (app, caller, { params, body }) => ({
      status: 202,
      body: { webhook_delivery: viewDelivery(await redeliverAction(app, caller, params.id, body.callback_url)) },
    }),
  }) satisfies Handlers<typeof actionOperations>;

const LIKENESS = {
  new: () => ({}),
  replay: () => ({ replayed: true }),
  changed_replay: () => ({ replayed: true, content_differs: true }),
  duplicate: (id: string) => ({ duplicate_of: id }),
};

function viewCreated(app: App, { action, is, at }: Created): ActionCreated {
  return { ...viewAction(app, action, at), ...LIKENESS[is](action.id) };
}
