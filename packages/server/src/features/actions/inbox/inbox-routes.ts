// Operations of the inbox.

import type { inboxOperations } from '@countersign/contract';
import type { App, Handlers, Person } from '../../../app.ts';
import { channelOf } from '../channel-claim.ts';
import { holdDecision, undoDecision } from '../holding/hold-decision.ts';
import { type FindDecider, onceEdited } from '../may-decide.ts';
import { viewDecided } from '../view.ts';
import {
  countInbox,
  countSplits,
  listInbox,
  readInboxAction,
  readInboxPayload,
  type SavedSplit,
} from './read-inbox.ts';
import { readTimeline } from './read-timeline.ts';

/** People are on a floor of their own: their splits are asked for at boot. */
type SplitsOf = (app: App, person: Person) => Promise<readonly SavedSplit[]>;

export const inboxRoutes = (findDecider: FindDecider, splitsOf: SplitsOf) =>
  ({
    listInbox: async (app, person, { query }) => ({ status: 200, body: await listInbox(app, person, query) }),
    countInbox: async (app, person) => ({ status: 200, body: await countInbox(app, person.project_id, person) }),
    countSplits: async (app, person) => ({
      status: 200,
      body: { items: await countSplits(app, person, await splitsOf(app, person)) },
    }),
    getInboxAction: async (app, person, { params }) => ({
      status: 200,
      body: await readInboxAction(app, person, params.id),
    }),
    getInboxPayload: async (app, person, { params }) => ({
      status: 200,
      body: await readInboxPayload(app, person, params.id),
    }),
    getTimeline: async (app, caller, { params }) => ({
      status: 200,
      body: { items: await readTimeline(app, caller, params.id) },
    }),
    holdDecision: async (app, caller, { params, body, sourceOf }) => {
      const { decision: verdict, digest, comment, seconds, view } = body;
      const channel = channelOf(caller, body.channel);
      const edited = sourceOf('edited');
      const held = await holdDecision(app, caller, params.id, {
        verdict,
        edited,
        digest,
        comment,
        seconds,
        view,
        channel,
        ...onceEdited(caller, edited, findDecider),
      });
      if ('commits_at' in held) return { status: 202, body: held };
      return { status: 200, body: viewDecided(held) };
    },
    undoDecision: async (app, caller, { params }) => {
      await undoDecision(app, caller, params.id);
      return { status: 204, body: null };
    },
  }) satisfies Handlers<typeof inboxOperations>;
