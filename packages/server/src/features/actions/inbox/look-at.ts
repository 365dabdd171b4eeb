// Someone looks at an action, or wants to see it later. Neither changes it; colleagues are told in passing who is looking.

import type { App, Person } from '../../../app.ts';
import { invalid, Problem } from '../../../base/problem.ts';
import { inTransaction, type Tx } from '../../../storage/database.ts';
import { checkOpen } from '../may-decide.ts';
import { findAction, lockStatus } from '../store.ts';
import { deleteSnooze, saveLook, saveSnooze } from './looking-store.ts';

/** Who has begun to look counts as looking for so long, unless they say that they have looked. */
const LOOKS_FOR_SECONDS = 120;

export const presenceTopic = (project_id: string) => `presence/${project_id}`;

/** `ms` is 0 of a look that begins. */
export async function lookAt(
  app: App,
  { project_id, id: reviewer_id, name }: Person,
  action_id: string,
  { ms, end }: { readonly ms: number; readonly end: boolean },
): Promise<void> {
  await inTransaction(app, async (tx) => {
    await keepThere(tx, project_id, action_id);
    await saveLook(tx, {
      project_id,
      action_id,
      reviewer_id,
      id: tx.newId('lok'),
      reviewer_name: name,
      first_at: tx.now,
      ms,
      read_end: end ? 1 : 0,
      looking_until: ms === 0 ? tx.now + LOOKS_FOR_SECONDS : 0,
    });
    tx.announce(`${presenceTopic(project_id)} ${action_id}`);
  });
}

/** Until this transaction ends it is not erased: what is written of one that is gone goes with nothing, and would stay. */
async function keepThere(tx: Tx, project_id: string, action_id: string): Promise<void> {
  if (!(await lockStatus(tx, project_id, action_id))) throw new Problem('not_found');
}

export async function snooze(app: App, person: Person, action_id: string, until: number): Promise<void> {
  const { project_id, id: reviewer_id } = person;
  await inTransaction(app, async (tx) => {
    await keepThere(tx, project_id, action_id);
    const action = await findAction(tx, project_id, action_id);
    if (!action) throw new Problem('not_found');
    await checkOpen(tx, action);
    if (until <= tx.now) throw invalid('until', 'must be in the future');
    if (until >= action.expires_at) throw invalid('until', 'must be before the action expires');
    await saveSnooze(tx, { project_id, action_id, reviewer_id, until });
  });
}

export async function unsnooze(app: App, { project_id, id: reviewer_id }: Person, action_id: string): Promise<void> {
  const gone = await inTransaction(app, (tx) => deleteSnooze(tx, { project_id, action_id, reviewer_id }));
  if (!gone) throw new Problem('not_found');
}
