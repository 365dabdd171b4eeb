// Someone has shown who they are: a new session begins, under a new token, and the one it replaces ends.

import type { Person, Visit } from '../../app.ts';
import type { Tx } from '../../storage/database.ts';
import type { ProjectRow, ReviewerRow, SessionRow } from '../../storage/schema.ts';
import { recordAudit } from '../audit/record.ts';
import { findProject } from '../project/store.ts';
import { dropSubscriptions, moveSubscriptions } from '../push/store.ts';
import { personOf } from './recognize.ts';
import { insertSession, pruneSessions, takeSessionByHash } from './session-store.ts';
import { saveReviewer } from './store.ts';
import { hashToken, tokenOf } from './token.ts';

export interface SignedIn {
  readonly person: Person;
  /** Theirs. Read with the rest: were it to fail afterwards, the link would be used up and the token lost. */
  readonly project: ProjectRow | undefined;
  /** For the cookie; it is kept nowhere. */
  readonly token: string;
}

export type SignInMethod = 'link' | 'passkey' | 'password' | 'recovery_code' | 'oidc';

interface How {
  readonly visit: Visit;
  readonly method: SignInMethod;
  readonly joined?: boolean;
  /** When they last showed who they are, where that was before. */
  readonly proved_at?: number;
}

/** `joined`: this is their first time, which the log tells in one row. */
export async function startSession(
  tx: Tx,
  reviewer: ReviewerRow,
  { visit, method, joined = false, proved_at = tx.now }: How,
): Promise<SignedIn> {
  const { project_id, id: reviewer_id } = reviewer;
  await saveReviewer(tx, reviewer, { last_seen_at: tx.now }); // first: whoever ends their sessions begins with the person, too
  const replaced = visit.token === undefined ? undefined : await takeSessionByHash(tx, hashToken(visit.token));
  await pruneSessions(tx, project_id, reviewer_id);
  const token = tokenOf(tx.randomBytes(32));
  const session = {
    project_id,
    id: tx.newId('ses'),
    hash: hashToken(token),
    reviewer_id,
    created_at: tx.now,
    signed_in_at: Math.min(proved_at, tx.now),
    last_seen_at: tx.now,
    user_agent: visit.user_agent,
  };
  await insertSession(tx, session);
  if (replaced) await handOn(tx, replaced, session);
  const person = personOf({ ...session, name: reviewer.name, role: reviewer.role }, tx.now);
  await recordAudit(tx, person, {
    event: joined ? 'reviewer.joined' : 'reviewer.signed_in',
    entity_id: reviewer_id,
    facts: { method, session_id: session.id, ...(joined ? { role: reviewer.role } : {}) },
    ...(joined ? { values: { name: reviewer.name } } : {}),
  });
  return { person, project: await findProject(tx, project_id), token };
}

/** What the browser is told goes on with the same person, and ends with another: it was to be told to who was signed in. */
async function handOn(tx: Tx, from: SessionRow, to: SessionRow): Promise<void> {
  const owner = { project_id: from.project_id, owner_id: from.reviewer_id };
  if (from.reviewer_id === to.reviewer_id) await moveSubscriptions(tx, owner, { from: from.id, to: to.id });
  else await dropSubscriptions(tx, owner, { only: from.id });
}
