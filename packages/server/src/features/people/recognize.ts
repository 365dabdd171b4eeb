// Who has this session? Looked up anew for every request, so that what is revoked is over at once, on every instance.

import { type App, nowOf, type Person } from '../../app.ts';
import { unauthenticated } from '../../base/problem.ts';
import { inTransaction, type Tx } from '../../storage/database.ts';
import { scopesOf } from './reviewer.ts';
import { freshUntil, isLive } from './session.ts';
import { type FoundSession, findSession, listSessionRows, lookAtSession, saveSeen } from './session-store.ts';
import { lockReviewer } from './store.ts';
import { hashToken } from './token.ts';

/** When a session was last seen is written this often at most, and never on the request's path. */
const WRITE_EVERY_SECONDS = 60;

export async function recognize(app: App, token: string): Promise<Person | undefined> {
  const session = await findSession(app.reader, hashToken(token));
  const now = nowOf(app);
  if (!session || !isLive(session, now)) return undefined;
  if (now - session.last_seen_at >= WRITE_EVERY_SECONDS) noteSeen(app, session);
  return personOf(session, now);
}

/** For someone who was let in a while ago and is still here. */
export async function isSignedOut(app: Pick<App, 'reader' | 'storage'>, person: Person): Promise<boolean> {
  const session = await lookAtSession(app.reader, person.project_id, person.session_id);
  return !session || !isLive(session, nowOf(app)) || session.role !== person.role;
}

/** For what would let them in again, or keep others out: whoever was signed out since the door let them pass must not come back by it. */
export function whileStillIn<T>(app: App, person: Person, work: (tx: Tx) => Promise<T>): Promise<T> {
  return inTransaction(app, async (tx) => {
    await demandStillIn(tx, person);
    return work(tx);
  });
}

export async function demandStillIn(tx: Tx, person: Person): Promise<void> {
  await lockReviewer(tx, person); // whoever is signing them out now is waited for
  if (!(await listSessionRows(tx, person)).some(({ id }) => id === person.session_id)) throw unauthenticated();
}

export function personOf(session: FoundSession, now: number): Person {
  return {
    type: 'reviewer',
    id: session.reviewer_id,
    name: session.name,
    project_id: session.project_id,
    role: session.role,
    scopes: scopesOf(session.role),
    session_id: session.id,
    fresh_until: freshUntil(session, now),
  };
}

function noteSeen(app: App, session: FoundSession): void {
  inTransaction(app, (tx) => saveSeen(tx, session)).catch((error: unknown) => {
    app.world.log('warn', 'sessions.use_not_written', { session_id: session.id, reason: String(error) });
  });
}
