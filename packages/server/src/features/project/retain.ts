// Takes out what a project keeps no longer than it wants to: finished actions past `retention_days`, with all that belongs
// to them, in steps that nobody has to wait for. What somebody still has in hand stays until he is done: a claim that runs, a
// webhook that is yet to be sent (a server that was down for days has not told of anything). The audit log stays, without their
// values.

import type { App } from '../../app.ts';
import { firstIdAt } from '../../base/id.ts';
import { inTransaction, type Tx } from '../../storage/database.ts';
import { recordAudit } from '../audit/record.ts';
import { deleteActions, deleteValuesAbout, oldActions, withOpenWebhook } from './data-store.ts';
import { ERASED_TABLES } from './manifest.ts';
import { inSteps, tidySearch } from './pace.ts';
import { settingsOf } from './project.ts';
import { findProject, listProjects } from './store.ts';

/** A look that takes anything ends with a row in the log for ever, and on SQLite may write the file anew. */
export const LOOK_EVERY_MS = 3_600_000;
const DAY_SECONDS = 86_400;
/** In one transaction, with one row in the audit log. */
const MOST = 100;

/** `stopping`: given when the process ends. There may be years to take out; the next one goes on. */
export async function applyRetention(app: App, stopping?: AbortSignal): Promise<number> {
  let gone = 0;
  for (const project of await listProjects(app.reader)) {
    if (settingsOf(project).retention_days !== undefined) gone += await prune(app, project.id, stopping);
  }
  if (gone > 0 && !stopping?.aborted) {
    await app.storage.scrub(ERASED_TABLES, stopping).catch((error: unknown) => {
      if (!stopping?.aborted) throw error;
    });
  }
  return LOOK_EVERY_MS;
}

async function prune(app: App, project_id: string, stopping?: AbortSignal): Promise<number> {
  let [gone, after] = [0, ''];
  await inSteps(app, async (most) => {
    if (stopping?.aborted) return 0;
    const limit = Math.min(MOST, most);
    const step = await inTransaction(app, (tx) => pruneSome(tx, project_id, { after, limit }));
    gone += step.gone;
    after = step.last ?? after;
    if (step.gone > 0) await tidySearch(app);
    return step.last === undefined ? 0 : limit;
  });
  return gone;
}

/** A page of the oldest; what is still open, in hand, or was settled of late, is passed over. */
async function pruneSome(tx: Tx, project_id: string, { after, limit }: { after: string; limit: number }) {
  const project = await findProject(tx, project_id);
  const { retention_days } = project ? settingsOf(project) : {}; // as it is now: it may have been changed since the last step
  if (retention_days === undefined) return { gone: 0, last: undefined };
  const before = tx.now - retention_days * DAY_SECONDS;
  const page = await oldActions(tx, project_id, { after, before: firstIdAt('act', before), limit });
  const finished = page.filter(
    ({ status, updated_at, claim_until }) =>
      status !== 'pending' && updated_at < before && (claim_until === null || claim_until <= tx.now),
  );
  const untold = await withOpenWebhook(
    tx,
    project_id,
    finished.map(({ id }) => id),
  );
  const ids = finished.flatMap(({ id }) => (untold.has(id) ? [] : [id]));
  if (ids.length > 0) {
    const audit_values = await deleteValuesAbout(tx, project_id, ids);
    const counts = { ...(await deleteActions(tx, project_id, ids)), audit_values };
    for (const id of ids) tx.announce(id);
    const clock = { project_id, type: 'system', id: 'clock' };
    await recordAudit(tx, clock, { event: 'project.pruned', entity_id: project_id, facts: counts });
  }
  return { gone: ids.length, last: page.at(-1)?.id };
}
