// Takes content and personal data out of a project, in steps that nobody has to wait for. The project, its keys and its
// reviewers stay; the audit log stays too, without its values: the chain holds commitments, and still verifies.

import type { ProjectErased } from '@countersign/contract';
import type { App, Caller } from '../../app.ts';
import { firstIdAt } from '../../base/id.ts';
import { inTransaction, type Tx } from '../../storage/database.ts';
import { recordAudit } from '../audit/record.ts';
import { deleteActions, deleteAuditValues, oldestActions } from './data-store.ts';

const ACTIONS_A_STEP = 100;
const VALUES_A_STEP = 1000;

/** What the rooms above keep of a project, each erased in steps of its own; how many rows went. */
export type Erasers = Readonly<Partial<Record<Exclude<keyof ProjectErased, 'erased'>, Eraser>>>;
export type Eraser = (app: App, project_id: string) => Promise<number>;

type Counts = Record<Exclude<keyof ProjectErased, 'erased'>, number>;

const NOTHING: Counts = {
  actions: 0,
  decisions: 0,
  watchers: 0,
  watcher_items: 0,
  deliveries: 0,
  rules: 0,
  notification_channels: 0,
  push_subscriptions: 0,
  audit_values: 0,
};

/** What is created meanwhile is left alone: it came after the wish. */
export async function eraseProject(
  app: App,
  caller: Caller,
  { erasers, erased }: { erasers: Erasers; erased(app: App, project_id: string): Promise<void> },
): Promise<ProjectErased> {
  const { project_id } = caller;
  const until = await inTransaction(app, async (tx) => tx.now + 1);
  const counts = { ...NOTHING };
  for (const [name, erase] of Object.entries(erasers)) counts[name as keyof Counts] += await erase(app, project_id);
  for (let left = true; left; ) {
    const gone = await inTransaction(app, (tx) => eraseActions(tx, project_id, firstIdAt('act', until)));
    counts.actions += gone.actions;
    counts.decisions += gone.decisions;
    counts.deliveries += gone.deliveries;
    left = gone.actions > 0;
  }
  await erased(app, project_id);
  for (let left = true; left; ) {
    const before = firstIdAt('evt', until);
    const gone = await inTransaction(app, (tx) => deleteAuditValues(tx, project_id, before, VALUES_A_STEP));
    counts.audit_values += gone;
    left = gone > 0;
  }
  await inTransaction(app, (tx) =>
    recordAudit(tx, caller, { event: 'project.erased', entity_id: project_id, facts: { ...counts } }),
  );
  await app.storage.scrub();
  return { erased: true, ...counts };
}

/** Some of the oldest; none when there are no more. */
async function eraseActions(tx: Tx, project_id: string, before: string) {
  const ids = await oldestActions(tx, project_id, before, ACTIONS_A_STEP);
  if (ids.length === 0) return { actions: 0, decisions: 0, deliveries: 0 };
  for (const id of ids) tx.announce(id);
  return deleteActions(tx, project_id, ids);
}
