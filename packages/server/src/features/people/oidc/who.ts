// Who the company's word makes someone here: known already, invited under their address, or new by their groups.

import type { Role } from '@countersign/contract';
import { inSmallLetters } from '../../../base/small-letters.ts';
import type { OidcSettings } from '../../../config.ts';
import type { Tx } from '../../../storage/database.ts';
import type { ReviewerRow } from '../../../storage/schema.ts';
import { recordAudit } from '../../audit/record.ts';
import { listProjects, lockProject } from '../../project/store.ts';
import type { Above } from '../above.ts';
import { takeLink, voidLinks } from '../link-store.ts';
import { endOfRight } from '../manage-reviewers.ts';
import { claimFirstLogin, welcome } from '../redeem-link.ts';
import { deleteSessions, staleSessions } from '../session-store.ts';
import { findReviewer, listAdmins, listByEmailIn, lockReviewer, saveReviewer } from '../store.ts';
import { findIdentity, hasIdentity, insertIdentity, resumeIdentity } from './identity-store.ts';
import type { Claims } from './provider.ts';
import { roleOf } from './role-of.ts';

/** A person at the company, and nobody here. */
export class NotHere extends Error {
  readonly why: 'unknown' | 'no_role' | 'taken' | 'expired' | 'other_address' | 'in_already';
  constructor(why: NotHere['why']) {
    super(why);
    this.why = why;
  }
}

interface Recognised {
  readonly reviewer: ReviewerRow;
  readonly joined: boolean;
}

/** `invitation`: the hash of the link by which they came, where they came by one. */
export async function recogniseClaims(
  tx: Tx,
  { settings, above }: { readonly settings: OidcSettings; readonly above: Pick<Above, 'withdrawApprovals'> },
  claims: Claims,
  invitation?: string,
): Promise<Recognised> {
  const mapped = roleOf(settings, claims);
  if (settings.roles.length > 0 && mapped === undefined) throw new NotHere('no_role');
  const identity = await findIdentity(tx, claims);
  const known = identity && (await findReviewer(tx, identity.project_id, identity.reviewer_id));
  // One account at the company is one person here, also when they forgot it.
  if (known && (invitation !== undefined || identity.ended_at !== null)) throw new NotHere('taken');
  if (known?.status === 'active') return { reviewer: await withRole(tx, known, mapped, above), joined: false };
  const expected = invitation === undefined ? await expectedHere(tx, claims) : await invitedBy(tx, invitation, claims);
  const reviewer = expected ? await join(tx, expected, claims, mapped) : await newcomer(tx, claims, mapped);
  if (!(await insertIdentity(tx, reviewer, claims))) throw new NotHere('taken');
  return { reviewer, joined: true };
}

/**
 * By the company's word they have no business here any more: where they are signed in, that ends. One admin always stays. An account
 * that they forgot says nothing of them: it may be in wrong hands.
 */
export async function putOut(tx: Tx, claims: Claims): Promise<void> {
  const identity = await findIdentity(tx, claims);
  if (!identity || identity.ended_at !== null) return;
  const { project_id, reviewer_id } = identity;
  await lockProject(tx, project_id);
  const known = await findReviewer(tx, project_id, reviewer_id);
  if (!known || (await isLastAdmin(tx, known))) return;
  const sessions = await deleteSessions(tx, { project_id, reviewer_id });
  if (sessions === 0) return;
  await recordAudit(tx, actorOf(known), {
    event: 'reviewer.signed_out',
    entity_id: reviewer_id,
    facts: { sessions, by: 'oidc' },
  });
}

/** The project is locked. */
async function isLastAdmin(tx: Tx, { project_id, id }: ReviewerRow): Promise<boolean> {
  const admins = await listAdmins(tx, project_id);
  return admins.length === 1 && admins[0]?.id === id;
}

/** Someone signed in says: this is me, too. */
export async function connect(tx: Tx, who: Pick<ReviewerRow, 'project_id' | 'id'>, claims: Claims): Promise<void> {
  const reviewer = await findReviewer(tx, who.project_id, who.id);
  if (reviewer?.status !== 'active') throw new NotHere('unknown');
  const owner = await findIdentity(tx, claims);
  if (owner && owner.reviewer_id !== reviewer.id) throw new NotHere('taken');
  if (owner) await resumeIdentity(tx, owner);
  else if (!(await insertIdentity(tx, reviewer, claims))) throw new NotHere('taken');
  await recordAudit(tx, actorOf(reviewer), {
    event: 'reviewer.credential_changed',
    entity_id: reviewer.id,
    facts: { credential: 'oidc', change: 'added' },
  });
}

/**
 * An admin wrote the address into the invitation, and the company says that it is theirs. Who is in already connects
 * under Me instead: anyone can write any address into their own record. On a server with several projects an address
 * does not say which is meant, and no project's admins may take or block what is another's: there the link does.
 */
async function expectedHere(tx: Tx, claims: Claims): Promise<ReviewerRow | undefined> {
  const email = verifiedEmail(claims);
  const [only, another] = await listProjects(tx);
  if (email === undefined || !only || another) return undefined;
  return (await listByEmailIn(tx, only.id, email)).findLast(({ status }) => status === 'invited');
}

/** The link is theirs when it names their address, or none. */
async function invitedBy(tx: Tx, hash: string, claims: Claims): Promise<ReviewerRow> {
  const link = await takeLink(tx, hash);
  const reviewer = link && (await findReviewer(tx, link.project_id, link.reviewer_id ?? ''));
  if (reviewer?.status !== 'invited') throw new NotHere('expired');
  if (reviewer.email !== null && reviewer.email !== verifiedEmail(claims)) throw new NotHere('other_address');
  return reviewer;
}

async function join(tx: Tx, expected: ReviewerRow, claims: Claims, mapped: Role | undefined): Promise<ReviewerRow> {
  const invited = await lockReviewer(tx, expected);
  // Taken back, used, or meant for another address, while we looked.
  if (invited?.status !== 'invited' || invited.email !== expected.email) throw new NotHere('expired');
  const joined = {
    ...invited,
    name: invited.name === '' ? nameIn(claims) : invited.name,
    role: mapped ?? invited.role,
    status: 'active' as const,
  };
  await saveReviewer(tx, joined, { name: joined.name, role: joined.role, status: joined.status });
  await voidLinks(tx, joined.project_id, joined.id); // the invitation is used
  await claimFirstLogin(tx, joined);
  return joined;
}

async function newcomer(tx: Tx, claims: Claims, role: Role | undefined): Promise<ReviewerRow> {
  const [project] = await listProjects(tx);
  if (role === undefined || !project) throw new NotHere('unknown');
  const email = verifiedEmail(claims);
  const having = email === undefined ? [] : await listByEmailIn(tx, project.id, email);
  // With several projects nobody was looked for by the address: they come by the link, or would come by it as well.
  if (having.some(({ status }) => status === 'invited')) throw new NotHere('unknown');
  if (await isOneOf(tx, having)) throw new NotHere('in_already');
  return welcome(tx, { project_id: project.id, name: nameIn(claims), email: email ?? null, role });
}

/**
 * Someone who came by a link, and of whom the company has not said who they are, has the address: as someone new they would count
 * for two. What people of whom it has write into their records says nothing of who else comes; the others write none: `manage-me.ts`.
 */
async function isOneOf(tx: Tx, having: readonly ReviewerRow[]): Promise<boolean> {
  for (const reviewer of having) if (!(await hasIdentity(tx, reviewer))) return true;
  return false;
}

/** The company's word counts at every sign-in; but one admin always stays. */
async function withRole(
  tx: Tx,
  known: ReviewerRow,
  mapped: Role | undefined,
  above: Pick<Above, 'withdrawApprovals'>,
): Promise<ReviewerRow> {
  if (mapped === undefined || mapped === known.role) return known;
  await lockProject(tx, known.project_id);
  if (await isLastAdmin(tx, known)) return known;
  await saveReviewer(tx, known, { role: mapped });
  await staleSessions(tx, known.project_id, known.id);
  const actor = actorOf(known);
  const ended = await endOfRight(tx, actor, { reviewer: known, role: mapped }, above);
  await recordAudit(tx, actor, {
    event: 'reviewer.updated',
    entity_id: known.id,
    facts: { changed: ['role'], role: mapped, by: 'oidc', ...ended },
  });
  return { ...known, role: mapped };
}

function actorOf({ project_id, id }: ReviewerRow) {
  return { project_id, type: 'reviewer', id };
}

function verifiedEmail({ email, email_verified }: Claims): string | undefined {
  const fits = typeof email === 'string' && /^[^\s@<>()[\]\\,;:"]{1,64}@[^\s@<>()[\]\\,;:"]{1,189}$/.test(email);
  return fits && email_verified === true ? inSmallLetters(email) : undefined;
}

/** Others' words: one line of bounded length. */
function nameIn({ name, preferred_username, email }: Claims): string {
  const given = [name, preferred_username, email].find((text) => typeof text === 'string' && text.trim() !== '');
  const line = String(given ?? '')
    .replace(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .slice(0, 100)
    .toWellFormed();
  return line === '' ? 'Someone' : line;
}
