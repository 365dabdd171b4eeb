// Operations on people and their sessions.

import type { meOperations, reviewerOperations, sessionOperations } from '@countersign/contract';
import type { App, Handlers, Visit } from '../../app.ts';
import { inTransaction } from '../../storage/database.ts';
import { baseFor, makeSignInLink, pairDevice } from './make-link.ts';
import { endMySessions, listMySessions, readMe, updateMe } from './manage-me.ts';
import {
  endReviewerSessions,
  inviteReviewer,
  listReviewers,
  makeReviewerLink,
  removeReviewer,
  updateReviewer,
} from './manage-reviewers.ts';
import { type AboutServer, readSession, viewSession } from './read-session.ts';
import { redeemLink } from './redeem-link.ts';
import type { SignedIn } from './start-session.ts';

const DONE = { status: 204, body: null } as const;

export const sessionRoutes = (about: AboutServer) => {
  const entered = async (app: App, visit: Visit, { person, token }: SignedIn) => ({
    status: 200 as const,
    body: await viewSession(app, about, person),
    headers: { 'set-cookie': visit.cookie(token) },
  });

  return {
    getSession: async (app, _, { visit }) => ({ status: 200, body: await readSession(app, about, visit()) }),
    redeemLink: async (app, _, { body, visit }) => entered(app, visit(), await redeemLink(app, visit(), body)),
    makeSetupLink: async (app, caller, { body, visit }) => {
      const base = baseFor(app, caller, visit());
      const { reviewer_id } = body;
      const link = await inTransaction(app, (tx) => makeSignInLink(tx, caller, { reviewer_id, base }));
      return { status: 201, body: link };
    },
    pairDevice: async (app, person, { visit }) => ({ status: 201, body: await pairDevice(app, person, visit()) }),
    signOut: async (app, person, { visit }) => {
      await endMySessions(app, person, person.session_id);
      return { ...DONE, headers: { 'set-cookie': visit().cookie(undefined) } };
    },
  } satisfies Handlers<typeof sessionOperations>;
};

export const meRoutes = {
  getMe: async (app, person) => ({ status: 200, body: await readMe(app, person) }),
  updateMe: async (app, person, { body }) => ({ status: 200, body: await updateMe(app, person, body) }),
  listMySessions: async (app, person) => ({ status: 200, body: { items: await listMySessions(app, person) } }),
  endMyOtherSessions: async (app, person) => {
    await endMySessions(app, person);
    return DONE;
  },
  endMySession: async (app, person, { params }) => {
    await endMySessions(app, person, params.id);
    return DONE;
  },
} satisfies Handlers<typeof meOperations>;

export const reviewerRoutes = {
  inviteReviewer: async (app, caller, { body, visit }) => ({
    status: 201,
    body: await inviteReviewer(app, caller, body, visit()),
  }),
  listReviewers: async (app, caller) => ({ status: 200, body: { items: await listReviewers(app, caller.project_id) } }),
  updateReviewer: async (app, caller, { params, body }) => ({
    status: 200,
    body: await updateReviewer(app, caller, params.id, body),
  }),
  removeReviewer: async (app, caller, { params }) => {
    await removeReviewer(app, caller, params.id);
    return DONE;
  },
  makeReviewerLink: async (app, caller, { params, visit }) => ({
    status: 201,
    body: await makeReviewerLink(app, caller, params.id, visit()),
  }),
  endReviewerSessions: async (app, caller, { params }) => {
    await endReviewerSessions(app, caller, params.id);
    return DONE;
  },
} satisfies Handlers<typeof reviewerOperations>;
