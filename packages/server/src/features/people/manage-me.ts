// What people see and change about themselves.

import type { Me, MeUpdate, SessionRecord } from '@countersign/contract';
import { type App, demandFresh, nowOf, type Person, sweepTopic } from '../../app.ts';
import { invalid, Problem, unauthenticated } from '../../base/problem.ts';
import { inSmallLetters } from '../../base/small-letters.ts';
import { inTransaction, type Reader, type Tx } from '../../storage/database.ts';
import type { ReviewerRow } from '../../storage/schema.ts';
import { recordAudit } from '../audit/record.ts';
import { checkTimezone } from '../project/project.ts';
import { lockProject } from '../project/store.ts';
import { lookAgain } from '../push/store.ts';
import type { Above } from './above.ts';
import { countCodes, listMethodOwners } from './credential-store.ts';
import { voidMailedLinks } from './link-store.ts';
import { leaveAddress } from './manage-reviewers.ts';
import { hasIdentity } from './oidc/identity-store.ts';
import { demandStillIn } from './recognize.ts';
import { changedPreferences, methodsOf, preferencesOf } from './reviewer.ts';
import { isLive } from './session.ts';
import { deleteSessions, listSessionRows } from './session-store.ts';
import { claimLogin, findReviewer, freeLogin, listAdmins, lockReviewer, loginOf, saveReviewer } from './store.ts';
import { findTotp } from './totp-store.ts';

export async function readMe(app: App, person: Person): Promise<Me> {
  return viewMe(app.reader, await myself(app.reader, person));
}

async function viewMe(reader: Reader, row: ReviewerRow): Promise<Me> {
  const admins = await listAdmins(reader, row.project_id);
  return {
    id: row.id,
    name: row.name,
    role: row.role,
    ...(row.email === null ? {} : { email: row.email }),
    login: (await loginOf(reader, row)) ?? '',
    methods: methodsOf(row, await listMethodOwners(reader, row.project_id)),
    totp: Boolean((await findTotp(reader, row))?.secret),
    recovery_codes_left: await countCodes(reader, row),
    ...preferencesOf(row),
    admins: admins.map(({ name }) => name),
  };
}

/** Changes to oneself that open no door are nobody else's business: the log tells that there was one, and of what. */
export async function updateMe(app: App, person: Person, changes: MeUpdate, above: Above): Promise<Me> {
  if (changes.quiet_hours?.timezone !== undefined) checkTimezone(changes.quiet_hours.timezone);
  return inTransaction(app, async (tx) => {
    if (changes.email !== undefined) await lockProject(tx, person.project_id); // whoever else leaves the address now is waited for
    const row = await lockedMyself(tx, person);
    const changed: ReviewerRow = {
      ...row,
      name: changes.name ?? row.name,
      email: changes.email === undefined ? row.email : inSmallLetters(changes.email),
      preferences: changedPreferences(row, changes),
    };
    if (changed.email !== row.email) {
      demandFresh(app, person); // links that sign in are mailed to it
      await demandStillIn(tx, person);
      await checkMayMove(tx, row, changed.email, above);
      await checkAccount(tx, app, row);
      await voidMailedLinks(tx, row.project_id, row.id);
    }
    if (changes.login !== undefined) await changeLogin(tx, row, changes.login);
    await saveReviewer(tx, row, { name: changed.name, email: changed.email, preferences: changed.preferences });
    if (changes.quiet_hours !== undefined || changes.push_digest_s !== undefined) await tellAnew(tx, row);
    await recordAudit(tx, person, {
      event: 'reviewer.updated',
      entity_id: row.id,
      facts: { changed: Object.keys(changes) },
      values: { name: changes.name, email: changes.email, login: changes.login },
    });
    if (changed.email !== row.email) await leaveAddress(tx, row, 'address_left', above);
    return viewMe(tx, changed);
  });
}

/**
 * Who may decide by mail is said by who has the address: whoever left theirs would decide as a stranger who was never removed
 * and has no role, and whoever took another's would decide in their place.
 */
async function checkMayMove(tx: Tx, row: ReviewerRow, to: string | null, { isMailed }: Above): Promise<void> {
  if (row.role === 'admin') return;
  for (const address of [row.email, to]) {
    if (address !== null && (await isMailed(tx, row.project_id, address))) {
      throw invalid(
        'email',
        'cannot be changed: a channel of the project sends to it, or to the one you have; ask an admin',
      );
    }
  }
}

/** Where the company says who comes in, an address is how it knows who is in already: `oidc/who.ts`. */
async function checkAccount(tx: Tx, { config }: Pick<App, 'config'>, row: ReviewerRow): Promise<void> {
  if (row.role === 'admin' || config.oidcIssuer === undefined || config.oidcRoles.length === 0) return;
  if (await hasIdentity(tx, row)) return;
  throw invalid('email', 'cannot be changed before your account at the company is connected; or ask an admin');
}

/** What waits for a quiet hour to end may not have to. */
async function tellAnew(tx: Tx, { project_id, id }: ReviewerRow): Promise<void> {
  await lookAgain(tx, { project_id, owner_id: id });
  tx.announce(sweepTopic('push'));
}

async function changeLogin(tx: Tx, row: ReviewerRow, login: string): Promise<void> {
  if ((await loginOf(tx, row)) === login) return;
  await freeLogin(tx, row);
  if (!(await claimLogin(tx, row, login))) throw invalid('login', 'is taken');
}

export async function listMySessions(app: App, person: Person): Promise<SessionRecord[]> {
  const now = nowOf(app);
  const rows = await listSessionRows(app.reader, person);
  return rows
    .filter((row) => isLive(row, now))
    .map(({ id, created_at, last_seen_at, user_agent }) => ({
      id,
      created_at,
      last_seen_at,
      user_agent,
      current: id === person.session_id,
    }));
}

/** `only` one of them, or all but the one that asks. */
export async function endMySessions(app: App, person: Person, only?: string): Promise<void> {
  await inTransaction(app, async (tx) => {
    const whose = { project_id: person.project_id, reviewer_id: person.id };
    const sessions = await deleteSessions(
      tx,
      only === undefined ? { ...whose, except: person.session_id } : { ...whose, only },
    );
    if (only !== undefined && sessions === 0) throw new Problem('not_found');
    await recordAudit(tx, person, { event: 'reviewer.signed_out', entity_id: person.id, facts: { sessions } });
  });
}

export async function myself(reader: Reader, { project_id, id }: Person): Promise<ReviewerRow> {
  const row = await findReviewer(reader, project_id, id);
  if (!row) throw unauthenticated(); // removed since the door let them in
  return row;
}

/** An admin may change the same person at the same time: neither is to write back what the other has changed. */
async function lockedMyself(tx: Tx, person: Person): Promise<ReviewerRow> {
  const row = await lockReviewer(tx, person);
  if (!row || row.status === 'removed') throw unauthenticated();
  return row;
}
