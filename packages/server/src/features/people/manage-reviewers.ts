// Who is in: invite, change, remove. At least one admin always stays.

import {
  covers,
  type Invitation,
  type OneTimeLink,
  type Reviewer,
  type ReviewerInvited,
  type ReviewerUpdate,
  type Role,
} from '@countersign/contract';
import type { App, Caller, Visit } from '../../app.ts';
import { invalid, Problem } from '../../base/problem.ts';
import { inSmallLetters } from '../../base/small-letters.ts';
import { inTransaction, type Tx } from '../../storage/database.ts';
import type { ReviewerRow } from '../../storage/schema.ts';
import { type Actor, recordAudit } from '../audit/record.ts';
import { findProject, lockProject } from '../project/store.ts';
import { dropSubscriptions } from '../push/store.ts';
import type { Above } from './above.ts';
import { deletePasskeys, listMethodOwners, replaceCodes } from './credential-store.ts';
import { voidLinks, voidMailedLinks } from './link-store.ts';
import { invitationMail } from './mail-texts.ts';
import { baseFor, makeLink, makeSignInLink } from './make-link.ts';
import { deleteIdentities } from './oidc/identity-store.ts';
import { demandMayMakeLinks } from './only-oidc.ts';
import { methodsOf, preferencesOf, viewReviewer } from './reviewer.ts';
import { deleteSessions, staleSessions } from './session-store.ts';
import {
  findReviewer,
  freeLogin,
  insertReviewer,
  listAdmins,
  listByEmailIn,
  listReviewerRows,
  lockReviewer,
  saveReviewer,
} from './store.ts';
import { deleteTotp } from './totp-store.ts';

export async function listReviewers(app: App, project_id: string): Promise<Reviewer[]> {
  const rows = await listReviewerRows(app.reader, project_id);
  const owners = await listMethodOwners(app.reader, project_id);
  return rows.map((row) => viewReviewer(row, methodsOf(row, owners)));
}

export async function inviteReviewer(
  app: App,
  caller: Caller,
  { role, name = '', email: given, send_mail = false }: Invitation,
  visit: Visit,
): Promise<ReviewerInvited> {
  const base = baseFor(app, caller, visit);
  const email = given === undefined ? undefined : inSmallLetters(given);
  if (send_mail && email === undefined) throw invalid('email', 'is needed to send a mail');
  const { invited, project, locale } = await inTransaction(app, async (tx) => {
    const reviewer: ReviewerRow = {
      project_id: caller.project_id,
      id: tx.newId('rev'),
      name,
      email: email ?? null,
      role,
      status: 'invited',
      preferences: '{}',
      password: null,
      created_at: tx.now,
      last_seen_at: null,
    };
    await insertReviewer(tx, reviewer);
    const link = await makeLink(tx, reviewer.project_id, { purpose: 'invite', reviewer_id: reviewer.id, base });
    await recordAudit(tx, caller, {
      event: 'reviewer.invited',
      entity_id: reviewer.id,
      facts: { role, expires_at: link.expires_at },
      values: { name: reviewer.name, email },
    });
    return {
      invited: { ...viewReviewer(reviewer, []), ...link },
      project: (await findProject(tx, reviewer.project_id))?.name ?? '',
      locale: await localeOf(tx, caller),
    };
  });
  if (!send_mail || email === undefined) return invited;
  const inviter = caller.type === 'reviewer' ? caller.name : undefined;
  const mail = invitationMail({ project, inviter, locale, ...invited });
  const mailed = await app.world.sendMail({ ...mail, to: email, id: `${invited.id}.invited` });
  if (!mailed.ok) app.world.log('warn', 'mail.failed', { reviewer_id: invited.id, error: mailed.error });
  return { ...invited, mailed: mailed.ok };
}

async function localeOf(tx: Tx, { project_id, type, id }: Caller): Promise<string> {
  const inviter = type === 'reviewer' ? await findReviewer(tx, project_id, id) : undefined;
  return inviter ? preferencesOf(inviter).locale : 'auto';
}

export async function updateReviewer(
  app: App,
  caller: Caller,
  { id, ...changes }: ReviewerUpdate & { readonly id: string },
  above: Above,
): Promise<Reviewer> {
  return inTransaction(app, async (tx) => {
    const reviewer = await lockedReviewer(tx, caller.project_id, id);
    const changed: ReviewerRow = {
      ...reviewer,
      role: changes.role ?? reviewer.role,
      name: changes.name ?? reviewer.name,
      email: changes.email === undefined ? reviewer.email : inSmallLetters(changes.email),
    };
    if (changed.role !== reviewer.role) {
      if (changed.role !== 'admin') await keepAnAdmin(tx, reviewer, 'role');
      await staleSessions(tx, reviewer.project_id, id); // new powers are used after a new sign-in, under a new token
    }
    if (changed.email !== reviewer.email) await voidLinksTo(tx, reviewer);
    await saveReviewer(tx, reviewer, { role: changed.role, name: changed.name, email: changed.email });
    await recordAudit(tx, caller, {
      event: 'reviewer.updated',
      entity_id: id,
      facts: {
        changed: Object.keys(changes),
        role: changed.role,
        ...(await endOfRight(tx, caller, { reviewer, role: changed.role }, above)),
      },
      values: { name: changes.name, email: changes.email },
    });
    if (changed.email !== reviewer.email) await leaveAddress(tx, reviewer, 'address_left', above);
    return viewReviewer(changed, methodsOf(changed, await listMethodOwners(tx, caller.project_id)));
  });
}

/** Whoever has the address that was wrong, or is no longer theirs, must not come in by what was sent there. */
async function voidLinksTo(tx: Tx, { project_id, id, status, email }: ReviewerRow): Promise<void> {
  // An invitation is one link, whether it was mailed or handed over.
  if (status === 'invited' && email !== null) return voidLinks(tx, project_id, id);
  await voidMailedLinks(tx, project_id, id);
}

/** After the change: whoever had the address before it must not go on deciding there, as a stranger whom nobody can remove. */
export async function leaveAddress(
  tx: Tx,
  { project_id, email }: ReviewerRow,
  why: 'reviewer_removed' | 'address_left',
  { addressLeft }: Pick<Above, 'addressLeft'>,
): Promise<void> {
  if (email === null || (await listByEmailIn(tx, project_id, email)).length > 0) return;
  await addressLeft(tx, project_id, email, why);
}

interface Changed {
  readonly reviewer: ReviewerRow;
  /** The new one, if they have one. */
  readonly role?: Role;
}

/** What the log keeps of it when someone who could decide no longer may. */
export async function endOfRight(
  tx: Tx,
  actor: Actor,
  { reviewer, role }: Changed,
  { withdrawApprovals }: Pick<Above, 'withdrawApprovals'>,
): Promise<{ readonly approvals_withdrawn?: number }> {
  const mayStill = role !== undefined && covers(role, 'reviewer');
  if (mayStill || !covers(reviewer.role, 'reviewer')) return {};
  const approvals_withdrawn = await withdrawApprovals(tx, actor, reviewer.id);
  return approvals_withdrawn === 0 ? {} : { approvals_withdrawn };
}

/** Sessions, login and open links go; the name stays, for what they decided bears it. */
export async function removeReviewer(app: App, actor: Actor, id: string, above: Above): Promise<void> {
  await inTransaction(app, async (tx) => {
    const reviewer = await lockedReviewer(tx, actor.project_id, id);
    await keepAnAdmin(tx, reviewer, 'id');
    await endEverything(tx, reviewer);
    await saveReviewer(tx, reviewer, { status: 'removed', email: null, password: null, preferences: '{}' });
    const facts = { role: reviewer.role, ...(await endOfRight(tx, actor, { reviewer }, above)) };
    await recordAudit(tx, actor, { event: 'reviewer.removed', entity_id: id, facts });
    await leaveAddress(tx, reviewer, 'reviewer_removed', above);
  });
}

export async function makeReviewerLink(app: App, caller: Caller, id: string, visit: Visit): Promise<OneTimeLink> {
  demandMayMakeLinks(app, caller);
  const base = baseFor(app, caller, visit);
  return inTransaction(app, (tx) => makeSignInLink(tx, caller, { reviewer_id: id, base }));
}

export async function endReviewerSessions(app: App, caller: Caller, id: string): Promise<void> {
  await inTransaction(app, async (tx) => {
    const { project_id } = caller;
    if (!(await findReviewer(tx, project_id, id))) throw new Problem('not_found');
    const sessions = await deleteSessions(tx, { project_id, reviewer_id: id });
    await recordAudit(tx, caller, { event: 'reviewer.signed_out', entity_id: id, facts: { sessions } });
  });
}

/** Changes to who is an admin come one after another: two who demote each other at once must not both succeed. */
async function lockedReviewer(tx: Tx, project_id: string, id: string): Promise<ReviewerRow> {
  await lockProject(tx, project_id);
  const reviewer = await lockReviewer(tx, { project_id, id }); // they may be changing themselves
  if (!reviewer || reviewer.status === 'removed') throw new Problem('not_found');
  return reviewer;
}

async function keepAnAdmin(tx: Tx, reviewer: ReviewerRow, path: string): Promise<void> {
  const admins = await listAdmins(tx, reviewer.project_id);
  if (admins.some(({ id }) => id !== reviewer.id)) return;
  if (admins.length > 0) throw invalid(path, 'is that of the last admin, who stays one');
}

async function endEverything(tx: Tx, reviewer: ReviewerRow): Promise<void> {
  const { project_id, id: reviewer_id } = reviewer;
  await deleteSessions(tx, { project_id, reviewer_id });
  await dropSubscriptions(tx, { project_id, owner_id: reviewer_id });
  await voidLinks(tx, project_id, reviewer_id);
  await freeLogin(tx, reviewer);
  await deletePasskeys(tx, reviewer);
  await replaceCodes(tx, reviewer, []);
  await deleteTotp(tx, reviewer);
  await deleteIdentities(tx, reviewer);
}
