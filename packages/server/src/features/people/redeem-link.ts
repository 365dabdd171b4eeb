// A one-time link is used up: someone sets the inbox up, joins, gets back in, or signs a second device in.

import type { App, Visit } from '../../app.ts';
import { invalid, unauthenticated } from '../../base/problem.ts';
import { inTransaction, type Reader, type Tx } from '../../storage/database.ts';
import type { LinkRow, ReviewerRow } from '../../storage/schema.ts';
import { findLink, takeLink, voidLinks } from './link-store.ts';
import { demandOpenLink } from './only-oidc.ts';
import { loginFrom } from './reviewer.ts';
import { takeSecond } from './second-factor.ts';
import { refusal } from './sign-in.ts';
import { type SignedIn, startSession } from './start-session.ts';
import { claimLogin, findReviewer, insertReviewer, lockReviewer, saveReviewer } from './store.ts';
import { forgive, takeTry } from './take-try.ts';
import { hashToken } from './token.ts';
import { findTotp } from './totp-store.ts';

class WrongCode extends Error {}

/** Whatever is refused leaves the link as it was. */
export async function redeemLink(
  app: App,
  visit: Visit,
  { token, name, totp }: { token: string; name?: string | undefined; totp?: string | undefined },
): Promise<SignedIn | 'totp_required'> {
  const hash = hashToken(token);
  const guarded = await guardOf(app.reader, hash);
  if (guarded && totp === undefined) return 'totp_required';
  const counted = guarded ? await takeTry(app, guarded.id, visit) : [];
  return inTransaction(app, async (tx) => {
    const link = await takeInTurn(tx, hash);
    if (!link) throw unauthenticated();
    demandOpenLink(app, link);
    if (guarded) {
      if ((await takeSecond(tx, guarded, totp)) !== 'right') throw new WrongCode();
      await forgive(tx, counted);
    }
    if (link.purpose === 'setup') {
      const reviewer = await newAdmin(tx, link, name);
      await voidLinks(tx, link.project_id, null); // what an earlier start printed opens nothing any more
      return startSession(tx, reviewer, { visit, method: 'link', joined: true });
    }
    const reviewer = await findReviewer(tx, link.project_id, link.reviewer_id ?? '');
    if (!reviewer) throw unauthenticated();
    if (reviewer.status === 'active') return startSession(tx, reviewer, { visit, method: 'link' });
    return startSession(tx, await join(tx, reviewer, name), { visit, method: 'link', joined: true });
  }).catch(async (error: unknown) => {
    throw error instanceof WrongCode ? await refusal(app, guarded, 'link') : error;
  });
}

/** Whoever ends their sessions, or removes them, in this moment takes the same turns: the person first, then their links. */
async function takeInTurn(tx: Tx, hash: string): Promise<LinkRow | undefined> {
  const link = await findLink(tx, hash);
  if (link && link.reviewer_id !== null) await lockReviewer(tx, { ...link, id: link.reviewer_id });
  return takeLink(tx, hash);
}

/** A mailbox alone is one factor: who set up an app shows a code of it, too. Links from people and the server ask nothing. */
async function guardOf(reader: Reader, hash: string): Promise<ReviewerRow | undefined> {
  const link = await findLink(reader, hash);
  if (link?.purpose !== 'mail') return undefined;
  const reviewer = await findReviewer(reader, link.project_id, link.reviewer_id ?? '');
  return reviewer && (await findTotp(reader, reviewer))?.secret ? reviewer : undefined;
}

async function newAdmin(tx: Tx, { project_id }: LinkRow, name: string | undefined): Promise<ReviewerRow> {
  return welcome(tx, { project_id, name: nameOf(name), email: null, role: 'admin' });
}

/** Someone nobody invited: the first, or whom the company sends. */
export async function welcome(
  tx: Tx,
  person: Pick<ReviewerRow, 'project_id' | 'name' | 'email' | 'role'>,
): Promise<ReviewerRow> {
  const reviewer: ReviewerRow = {
    ...person,
    id: tx.newId('rev'),
    status: 'active',
    preferences: '{}',
    password: null,
    created_at: tx.now,
    last_seen_at: tx.now,
  };
  await insertReviewer(tx, reviewer);
  await claimFirstLogin(tx, reviewer);
  return reviewer;
}

async function join(tx: Tx, invited: ReviewerRow, name: string | undefined): Promise<ReviewerRow> {
  const named = nameOf(name ?? (invited.name === '' ? undefined : invited.name));
  const joined = { ...invited, name: named, status: 'active' as const };
  await saveReviewer(tx, joined, { name: joined.name, status: joined.status });
  await voidLinks(tx, joined.project_id, joined.id); // an older invitation would open their account to whoever finds it
  await claimFirstLogin(tx, joined);
  return joined;
}

function nameOf(name: string | undefined): string {
  if (name === undefined) throw invalid('name', 'is required: who are you?');
  return name;
}

export async function claimFirstLogin(tx: Tx, reviewer: ReviewerRow): Promise<void> {
  for (let attempt = 0; !(await claimLogin(tx, reviewer, loginFrom(reviewer.name, attempt))); attempt++);
}
