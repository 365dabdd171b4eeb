// Takes content and personal data out of a project, in steps that nobody has to wait for. The project, its keys and its
// reviewers stay; the audit log stays too, without its values: the chain holds commitments, and still verifies.

import type { ProjectErased } from '@countersign/contract';
import type { App } from '../../app.ts';
import { firstIdAt } from '../../base/id.ts';
import { inTransaction, type Tx } from '../../storage/database.ts';
import { type Actor, recordAudit } from '../audit/record.ts';
import { deleteActions, deleteAuditValues, insertErasure, oldestActions } from './data-store.ts';
import { inSteps } from './pace.ts';

const VALUES_A_STEP = 1000;

/** What the rooms above keep of a project, each erased in steps of its own; how many rows went. */
export type Erasers = Readonly<Partial<Record<Exclude<keyof ProjectErased, 'erased'>, Eraser>>>;
export type Eraser = (app: App, project_id: string) => Promise<number>;

/** What goes beside the actions. */
export interface Erasing {
  readonly erasers: Erasers;
  /** After the actions are gone: what was made of them. */
  erased(app: App, project_id: string): Promise<void>;
}

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
export async function eraseProject(app: App, actor: Actor, { erasers, erased }: Erasing): Promise<ProjectErased> {
  const { project_id } = actor;
  const until = (await writeDown(app, project_id)) + 1;
  const counts = { ...NOTHING };
  for (const [name, erase] of Object.entries(erasers)) counts[name as keyof Counts] += await erase(app, project_id);
  await inSteps(app, async (most) => {
    const gone = await inTransaction(app, (tx) => eraseActions(tx, project_id, firstIdAt('act', until), most));
    counts.actions += gone.actions;
    counts.decisions += gone.decisions;
    counts.deliveries += gone.deliveries;
    return gone.actions;
  });
  await erased(app, project_id);
  for (let left = true; left; ) {
    const before = firstIdAt('evt', until);
    const gone = await inTransaction(app, (tx) => deleteAuditValues(tx, project_id, before, VALUES_A_STEP));
    counts.audit_values += gone;
    left = gone > 0;
  }
  await inTransaction(app, (tx) =>
    recordAudit(tx, actor, { event: 'project.erased', entity_id: project_id, facts: { ...counts } }),
  );
  await app.storage.scrub();
  return { erased: true, ...counts };
}

/** Before anything goes: whoever restores a backup from before must know. The moment of it. */
async function writeDown(app: App, project_id: string): Promise<number> {
  const nowMs = app.world.nowMs();
  const erasure = { project_id, id: app.world.newId('ers', nowMs), erased_at: Math.floor(nowMs / 1000) };
  await app.storage.noteErasure(JSON.stringify(erasure));
  return inTransaction(app, async (tx) => {
    await insertErasure(tx, erasure);
    return tx.now;
  });
}

/** Some of the oldest; none when there are no more. */
async function eraseActions(tx: Tx, project_id: string, before: string, most: number) {
  const ids = await oldestActions(tx, project_id, before, most);
  if (ids.length === 0) return { actions: 0, decisions: 0, deliveries: 0 };
  for (const id of ids) tx.announce(id);
  return deleteActions(tx, project_id, ids);
}
