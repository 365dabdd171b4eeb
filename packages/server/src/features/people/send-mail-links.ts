// The sweep that answers requests for links by mail: finds who has the address, makes their links, sends them. The tokens
// exist in the mail alone; a second attempt makes new ones.

import { type App, nowOf } from '../../app.ts';
import { inTransaction, type Tx } from '../../storage/database.ts';
import type { MailRequestRow } from '../../storage/schema.ts';
import { recordAudit } from '../audit/record.ts';
import { findProject } from '../project/store.ts';
import { voidMailedLinks } from './link-store.ts';
import { deleteMailRequest, leaseMailRequests, nextMailRequestAt, putOffMailRequest } from './mail-request-store.ts';
import { type Door, signInMail } from './mail-texts.ts';
import { JOIN_PAGE, makeLink, pageBase } from './make-link.ts';
import { preferencesOf } from './reviewer.ts';
import { listByEmail, lockReviewer } from './store.ts';

const AT_ONCE = 8;
/** Longer than a mail may take. */
const LEASE_SECONDS = 60;
const RETRY_SECONDS = [15, 60, 180];
/** Who asked has given up by then, or asked again. */
const OVER_AFTER_SECONDS = 600;
/** Of one address: as many as one mail can hold and still be read. */
const MOST_DOORS = 100;

/** What is broken off by `stopping` is tried again by the next instance. */
export async function sendMailLinks(app: App, stopping: AbortSignal): Promise<number> {
  const leased = await inTransaction(app, (tx) => leaseMailRequests(tx, AT_ONCE, LEASE_SECONDS));
  await Promise.all(leased.map((request) => answer(app, request, stopping)));
  if (leased.length === AT_ONCE) return 0;
  const next = await nextMailRequestAt(app.reader);
  return next === undefined ? Number.POSITIVE_INFINITY : Math.max(1, next - nowOf(app)) * 1000;
}

async function answer(app: App, request: MailRequestRow, signal: AbortSignal): Promise<void> {
  const doors = await inTransaction(app, async (tx) => {
    if (tx.now >= request.created_at + OVER_AFTER_SECONDS) return [];
    return openDoors(tx, pageBase(app), request);
  });
  if (doors.length === 0) return inTransaction(app, (tx) => deleteMailRequest(tx, request));
  const mailed = await app.world.sendMail({ ...signInMail(doors), to: request.email, id: request.id, signal });
  if (!mailed.ok) app.world.log('warn', 'mail.failed', { request: request.id, error: mailed.error });
  const isOver = mailed.ok || mailed.error === 'address' || mailed.error === 'refused';
  const wait = RETRY_SECONDS[request.attempt - 1];
  await inTransaction(app, (tx) =>
    isOver || wait === undefined ? deleteMailRequest(tx, request) : putOffMailRequest(tx, request, tx.now + wait),
  );
}

/** The address under which people know us, never the one that a request claims: the link goes to someone else. */
async function openDoors(tx: Tx, base: string, { email, attempt }: MailRequestRow): Promise<Door[]> {
  const doors: Door[] = [];
  for (const found of await listByEmail(tx, email, MOST_DOORS)) {
    const reviewer = await lockReviewer(tx, found);
    if (reviewer?.email !== email) continue; // given another address while we looked: this one is not theirs any more
    const { project_id, id, name, status } = reviewer;
    // What was tried before may have arrived, though we did not hear so; and someone who asked again since may have another mail.
    if (attempt === 1) await voidMailedLinks(tx, project_id, id);
    const page = status === 'invited' ? { page: JOIN_PAGE } : {};
    const link = await makeLink(tx, project_id, { purpose: 'mail', reviewer_id: id, base, ...page });
    await recordAudit(
      tx,
      { project_id, type: 'visitor', id: 'unknown' },
      { event: 'reviewer.link_made', entity_id: id, facts: { purpose: 'mail', expires_at: link.expires_at } },
    );
    const project = (await findProject(tx, project_id))?.name ?? '';
    doors.push({ ...link, name, project, locale: preferencesOf(reviewer).locale });
  }
  return doors;
}
