// What was taken away since a backup was made is taken away again from what is restored: a backup knows nothing of it, and
// would let in again whoever was put out.

import type { App } from '../app.ts';
import { isRefusal } from '../base/problem.ts';
import { ABOVE_PEOPLE } from '../boot/handed-down.ts';
import { operatorOf, recordAudit } from '../features/audit/record.ts';
import { listDemos } from '../features/demo/store.ts';
import { withdrawKey } from '../features/keys/manage-keys.ts';
import { listKeyRows } from '../features/keys/store.ts';
import { listCodes, takeCode } from '../features/people/credential-store.ts';
import { listLinks, takeLink } from '../features/people/link-store.ts';
import { removeReviewer } from '../features/people/manage-reviewers.ts';
import { deleteSessions, listSessionRows } from '../features/people/session-store.ts';
import { findReviewer, listReviewerRows } from '../features/people/store.ts';
import { listProjects } from '../features/project/store.ts';
import { inTransaction } from '../storage/database.ts';
import type { Withdrawn } from '../storage/restore.ts';

interface Again {
  readonly keys: number;
  readonly reviewers: number;
  readonly sessions: number;
  readonly links: number;
  readonly codes: number;
  /** Keys that work and people who are in, of whom the database says nothing: it is not the one that came after the backup. */
  readonly unknown: { readonly keys: number; readonly reviewers: number };
  /** Who was removed, and is the only admin that the backup has. */
  readonly stays: readonly string[];
}

export async function withdrawAgain(copy: App, withdrawn: Withdrawn): Promise<Again> {
  const { projects, keys, reviewers, sessions } = withdrawn;
  const unknown = await unknownTo(copy, withdrawn);
  const again = {
    unknown,
    keys: 0,
    reviewers: 0,
    sessions: 0,
    links: await voidUsed(copy, withdrawn),
    codes: 0,
    stays: [] as string[],
  };
  for (const { project_id, id } of keys) {
    if (await inTransaction(copy, (tx) => withdrawKey(tx, operatorOf(project_id), id))) again.keys++;
  }
  for (const { project_id, id } of reviewers) {
    if (!(await findReviewer(copy.reader, project_id, id))) continue; // came, and went, after the backup
    if (await isRemoved(copy, project_id, id)) again.reviewers++;
    else again.stays.push(id);
  }
  for (const project_id of projects) {
    again.sessions += await endSessions(copy, project_id, sessions);
    again.codes += await takeUsedCodes(copy, project_id, withdrawn);
  }
  return again;
}

/** A key of the demo is removed with it, and opens nothing. */
async function unknownTo(copy: App, { known }: Withdrawn): Promise<Again['unknown']> {
  const demos = new Set((await listDemos(copy.reader)).map(({ key_id }) => key_id));
  const unknown = { keys: 0, reviewers: 0 };
  for (const { id: project_id } of await listProjects(copy.reader)) {
    const keys = await listKeyRows(copy.reader, project_id);
    const reviewers = await listReviewerRows(copy.reader, project_id);
    unknown.keys += keys.filter(({ id, revoked_at }) => revoked_at === null && !known.has(id) && !demos.has(id)).length;
    unknown.reviewers += reviewers.filter(({ id }) => !known.has(id)).length;
  }
  return unknown;
}

async function isRemoved(copy: App, project_id: string, id: string): Promise<boolean> {
  try {
    await removeReviewer(copy, operatorOf(project_id), id, ABOVE_PEOPLE);
    return true;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return false; // the last admin is not removed
  }
}

async function endSessions(copy: App, project_id: string, open: ReadonlySet<string>): Promise<number> {
  let ended = 0;
  for (const reviewer of await listReviewerRows(copy.reader, project_id)) {
    const over = (await listSessionRows(copy.reader, reviewer)).filter(({ id }) => !open.has(id));
    if (over.length === 0) continue;
    await inTransaction(copy, async (tx) => {
      for (const { id: only } of over) await deleteSessions(tx, { project_id, reviewer_id: reviewer.id, only });
      const facts = { sessions: over.length };
      await recordAudit(tx, operatorOf(project_id), { event: 'reviewer.signed_out', entity_id: reviewer.id, facts });
    });
    ended += over.length;
  }
  return ended;
}

/** Recovery codes that were used since, or replaced: of people whom the database knew, those that it no longer had. */
async function takeUsedCodes(copy: App, project_id: string, { known, codes }: Withdrawn): Promise<number> {
  let taken = 0;
  for (const reviewer of await listReviewerRows(copy.reader, project_id)) {
    if (!known.has(reviewer.id)) continue;
    const used = (await listCodes(copy.reader, reviewer)).filter((hash) => !codes.has(hash));
    if (used.length === 0) continue;
    await inTransaction(copy, async (tx) => {
      for (const hash of used) await takeCode(tx, reviewer, hash);
      const facts = { credential: 'recovery_codes', change: 'removed' };
      await recordAudit(tx, operatorOf(project_id), {
        event: 'reviewer.credential_changed',
        entity_id: reviewer.id,
        facts,
      });
    });
    taken += used.length;
  }
  return taken;
}

/** One-time links that were used since, or made void: of those that the database no longer had. */
async function voidUsed(copy: App, { projects, links }: Withdrawn): Promise<number> {
  return inTransaction(copy, async (tx) => {
    const over = (await listLinks(tx)).filter(({ id, project_id }) => projects.includes(project_id) && !links.has(id));
    const taken = await Promise.all(over.map(({ hash }) => takeLink(tx, hash)));
    return taken.filter((link) => link !== undefined).length; // the others are too old anyway
  });
}
