// Operations on people and their sessions.

import type { credentialOperations, meOperations, reviewerOperations, sessionOperations } from '@countersign/contract';
import type { App, Handlers, Visit } from '../../app.ts';
import { inTransaction } from '../../storage/database.ts';
import type { Above } from './above.ts';
import { askForMail } from './mail-link.ts';
import { baseFor, makeSignInLink, pairDevice } from './make-link.ts';
import {
  addMyPasskey,
  listMyPasskeys,
  makeRecoveryCodes,
  myPasskeyOptions,
  removeMyPasskey,
  removeMyPassword,
  setMyPassword,
  unlinkOidc,
} from './manage-credentials.ts';
import { endMySessions, listMySessions, readMe, updateMe } from './manage-me.ts';
import {
  endReviewerSessions,
  inviteReviewer,
  listReviewers,
  makeReviewerLink,
  removeReviewer,
  updateReviewer,
} from './manage-reviewers.ts';
import { confirmMyTotp, offerTotp, removeMyTotp } from './manage-totp.ts';
import { finishOidc } from './oidc/finish-oidc.ts';
import { type Away, joinByOidc, linkOidc, type Oidc, startOidc } from './oidc/start-oidc.ts';
import { demandMayMakeLinks } from './only-oidc.ts';
import { type AboutServer, readSession, viewSession } from './read-session.ts';
import { redeemLink } from './redeem-link.ts';
import { signInWithPassword, signInWithRecoveryCode } from './sign-in.ts';
import { passkeyOptions, signInWithPasskey } from './sign-in-with-passkey.ts';
import type { SignedIn } from './start-session.ts';

const DONE = { status: 204, body: null } as const;

/** The answer to everyone who has signed in: as to `GET /session`, and the cookie. */
const entrance = (about: AboutServer) => async (app: App, visit: Visit, entering: Promise<SignedIn>) => {
  const entered = await entering;
  return {
    status: 200 as const,
    body: viewSession(app, about, visit, entered),
    headers: { 'set-cookie': visit.cookie(entered.token) },
  };
};

/** The same where a code may be asked for first. */
const entranceWithCode = (about: AboutServer) => {
  const enter = entrance(about);
  return async (app: App, visit: Visit, entering: Promise<SignedIn | 'totp_required'>) => {
    const entered = await entering;
    if (entered === 'totp_required') return { status: 200 as const, body: { totp_required: true as const } };
    return enter(app, visit, Promise.resolve(entered));
  };
};

/** A browser is sent elsewhere. */
function sentTo({ location, cookie }: Away) {
  return {
    status: 303 as const,
    body: null,
    headers: { location, ...(cookie === undefined ? {} : { 'set-cookie': cookie }) },
  };
}

/** A page of ours is told where to go. */
function toldWhere({ location, cookie }: Away) {
  return {
    status: 200 as const,
    body: { url: location },
    headers: { ...(cookie === undefined ? {} : { 'set-cookie': cookie }) },
  };
}

export const sessionRoutes = (about: AboutServer, oidc: Oidc) => {
  const enterWithCode = entranceWithCode(about);
  return {
    getSession: async (app, _, { visit }) => ({ status: 200, body: await readSession(app, about, visit()) }),
    redeemLink: async (app, _, { body, visit }) => enterWithCode(app, visit(), redeemLink(app, visit(), body)),
    mailLink: async (app, _, { body, visit }) => {
      await askForMail(app, visit(), body.email);
      return { status: 202, body: { asked: true } };
    },
    startOidc: async (app, _, { query, visit }) => sentTo(await startOidc(app, oidc, visit(), query)),
    joinByOidc: async (app, _, { body, visit }) => toldWhere(await joinByOidc(app, oidc, visit(), body.token)),
    finishOidc: async (app, _, { query, visit }) =>
      sentTo(await finishOidc(app, oidc, visit(), new URLSearchParams(query).toString())),
    makeSetupLink: async (app, caller, { body, visit }) => {
      demandMayMakeLinks(app, caller);
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

/** The secret also signs the challenges that passkeys answer. */
export const credentialRoutes = (about: AboutServer, oidc: Oidc) => {
  const { secret } = oidc;
  const enter = entrance(about);
  const enterWithCode = entranceWithCode(about);
  return {
    passkeyOptions: async (app, _, { visit }) => ({ status: 200, body: passkeyOptions(app, secret, visit()) }),
    signInWithPasskey: async (app, _, { body, visit }) =>
      enter(app, visit(), signInWithPasskey(app, secret, visit(), body)),
    signInWithPassword: async (app, _, { body, visit }) =>
      enterWithCode(app, visit(), signInWithPassword(app, visit(), body)),
    signInWithRecoveryCode: async (app, _, { body, visit }) =>
      enter(app, visit(), signInWithRecoveryCode(app, visit(), body)),
    listMyPasskeys: async (app, person) => ({ status: 200, body: { items: await listMyPasskeys(app, person) } }),
    myPasskeyOptions: async (app, person, { visit }) => ({
      status: 200,
      body: await myPasskeyOptions(app, secret, person, visit()),
    }),
    addMyPasskey: async (app, person, { body, visit }) => ({
      status: 201,
      body: await addMyPasskey(app, secret, person, { visit: visit(), answer: body }),
    }),
    removeMyPasskey: async (app, person, { params }) => {
      await removeMyPasskey(app, person, params.id);
      return DONE;
    },
    setMyPassword: async (app, person, { body }) => {
      await setMyPassword(app, person, body.password);
      return DONE;
    },
    removeMyPassword: async (app, person) => {
      await removeMyPassword(app, person);
      return DONE;
    },
    offerTotp: async (app, person) => ({ status: 200, body: await offerTotp(app, person) }),
    confirmTotp: async (app, person, { body }) => {
      await confirmMyTotp(app, person, body.code);
      return DONE;
    },
    removeTotp: async (app, person) => {
      await removeMyTotp(app, person);
      return DONE;
    },
    linkOidc: async (app, person, { visit }) => toldWhere(await linkOidc(app, oidc, person, visit())),
    unlinkOidc: async (app, person) => {
      await unlinkOidc(app, person);
      return DONE;
    },
    makeRecoveryCodes: async (app, person) => ({ status: 201, body: { codes: await makeRecoveryCodes(app, person) } }),
  } satisfies Handlers<typeof credentialOperations>;
};

export const meRoutes = (above: Above) =>
  ({
    getMe: async (app, person) => ({ status: 200, body: await readMe(app, person) }),
    updateMe: async (app, person, { body }) => ({ status: 200, body: await updateMe(app, person, body, above) }),
    listMySessions: async (app, person) => ({ status: 200, body: { items: await listMySessions(app, person) } }),
    endMyOtherSessions: async (app, person) => {
      await endMySessions(app, person);
      return DONE;
    },
    endMySession: async (app, person, { params }) => {
      await endMySessions(app, person, params.id);
      return DONE;
    },
  }) satisfies Handlers<typeof meOperations>;

export const reviewerRoutes = (above: Above) =>
  ({
    inviteReviewer: async (app, caller, { body, visit }) => ({
      status: 201,
      body: await inviteReviewer(app, caller, body, visit()),
    }),
    listReviewers: async (app, caller) => ({
      status: 200,
      body: { items: await listReviewers(app, caller.project_id) },
    }),
    updateReviewer: async (app, caller, { params, body }) => ({
      status: 200,
      body: await updateReviewer(app, caller, { ...body, id: params.id }, above),
    }),
    removeReviewer: async (app, caller, { params }) => {
      await removeReviewer(app, caller, params.id, above);
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
  }) satisfies Handlers<typeof reviewerOperations>;
