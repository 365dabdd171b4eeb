// Makes one-time links: to set up, to join, to get back in, to sign in a second device.

import type { OneTimeLink } from '@countersign/contract';
import type { App, Caller, Person, Visit } from '../../app.ts';
import { Problem } from '../../base/problem.ts';
import type { Tx } from '../../storage/database.ts';
import type { LinkRow, ReviewerRow } from '../../storage/schema.ts';
import { type Actor, recordAudit } from '../audit/record.ts';
import { insertLink, pruneLinks, voidLinks } from './link-store.ts';
import { whileStillIn } from './recognize.ts';
import { lockReviewer } from './store.ts';
import { hashToken, tokenOf } from './token.ts';

/** Where someone joins, by whatever link. */
export const JOIN_PAGE = '/join';

const PURPOSES: Readonly<Record<LinkRow['purpose'], { readonly page: string; readonly seconds: number }>> = {
  setup: { page: '/setup', seconds: 15 * 60 },
  invite: { page: JOIN_PAGE, seconds: 48 * 3600 },
  sign_in: { page: '/signin', seconds: 15 * 60 },
  pair: { page: '/signin', seconds: 2 * 60 },
  mail: { page: '/signin', seconds: 15 * 60 },
};

interface Wanted {
  readonly purpose: LinkRow['purpose'];
  readonly reviewer_id: string | null;
  /** Where the page is: an origin. */
  readonly base: string;
  /** Another page than most links of this purpose lead to. */
  readonly page?: string;
}

/** The token exists here and in the answer, nowhere else; in a fragment it is part of no request and no log. */
export async function makeLink(
  tx: Tx,
  project_id: string,
  { purpose, reviewer_id, base, page = PURPOSES[purpose].page }: Wanted,
): Promise<OneTimeLink> {
  const { seconds } = PURPOSES[purpose];
  const token = tokenOf(tx.randomBytes(32));
  const expires_at = tx.now + seconds;
  await pruneLinks(tx);
  const id = tx.newId('lnk');
  await insertLink(tx, {
    project_id,
    id,
    hash: hashToken(token),
    purpose,
    reviewer_id,
    created_at: tx.now,
    expires_at,
  });
  return { url: `${base}${page}#t=${token}`, expires_at };
}

/** For someone who is in or invited, or, without a reviewer, for a new admin. */
export async function makeSignInLink(
  tx: Tx,
  actor: Actor,
  { reviewer_id, base }: { reviewer_id: string | undefined; base: string },
): Promise<OneTimeLink> {
  const { project_id } = actor;
  const reviewer = reviewer_id === undefined ? undefined : await lockedReviewer(tx, { project_id, id: reviewer_id });
  if (reviewer) await voidLinks(tx, project_id, reviewer.id);
  const purpose = reviewer === undefined ? 'setup' : reviewer.status === 'invited' ? 'invite' : 'sign_in';
  const link = await makeLink(tx, project_id, { purpose, reviewer_id: reviewer?.id ?? null, base });
  await recordAudit(tx, actor, {
    event: 'reviewer.link_made',
    entity_id: reviewer?.id ?? project_id,
    facts: { purpose, expires_at: link.expires_at },
  });
  return link;
}

/** Another link for them, made in the same moment, would not see this one, and both would be open. */
async function lockedReviewer(tx: Tx, who: Pick<ReviewerRow, 'project_id' | 'id'>): Promise<ReviewerRow> {
  const reviewer = await lockReviewer(tx, who);
  if (!reviewer || reviewer.status === 'removed') throw new Problem('not_found');
  return reviewer;
}

/** A second device of one's own. */
export async function pairDevice(app: App, person: Person, visit: Visit): Promise<OneTimeLink> {
  const base = baseFor(app, person, visit);
  return whileStillIn(app, person, async (tx) => {
    const link = await makeLink(tx, person.project_id, { purpose: 'pair', reviewer_id: person.id, base });
    const facts = { purpose: 'pair', expires_at: link.expires_at };
    await recordAudit(tx, person, { event: 'reviewer.link_made', entity_id: person.id, facts });
    return link;
  });
}

/** The address people use. The Host of a request with a key may be anything; a person's was checked at the door. */
export function baseFor(app: App, caller: Caller, visit: Visit): string {
  return app.config.publicUrl ?? (caller.type === 'reviewer' ? visit.origin : pageBase(app));
}

/** Passkeys work on `localhost`, not on the address it stands for. */
export function pageBase(app: Pick<App, 'publicUrl'>): string {
  return app.publicUrl().replace(/^http:\/\/(127\.0\.0\.1|\[::1\])(?=:|$)/, 'http://localhost');
}
