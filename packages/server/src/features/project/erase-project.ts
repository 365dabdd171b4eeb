// Takes content and personal data out of a project, in steps that nobody has to wait for. The wish is written down first and
// every step says how far it came, so that whoever finds it cut short can go on (`resume-erasures.ts`). The project, its keys
// and its reviewers stay; the audit log stays too, without its values: the chain holds commitments, and still verifies.

import type { ProjectErased } from '@countersign/contract';
import { type App, sweepTopic } from '../../app.ts';
import { firstIdAt, passSecond } from '../../base/id.ts';
import { butSaved, Problem } from '../../base/problem.ts';
import { inTransaction, type Tx } from '../../storage/database.ts';
import type { ErasureRow } from '../../storage/schema.ts';
import { type Actor, recordAudit } from '../audit/record.ts';
import { deleteActions, deleteAuditValues, oldestActions } from './data-store.ts';
import { addCounts, findErasure, insertErasure, newestMoment, saveFinished } from './erasure-store.ts';
import { LEASE_SECONDS, whileLeased } from './keep-erasure.ts';
import { ERASED_TABLES } from './manifest.ts';
import { inSteps, tidySearch } from './pace.ts';

type Counts = Record<Exclude<keyof ProjectErased, 'erased'>, number>;

/** What the rooms above keep of a project since before that second, each erased in steps of its own; how many rows went. */
export type Eraser = (app: App, project_id: string, before: number) => Promise<number>;
export type Erasers = Readonly<Partial<Record<keyof Counts, Eraser>>>;

/** What goes beside the actions. */
export interface Erasing {
  readonly erasers: Erasers;
  /** After the actions are gone: what was made of them. */
  erased(app: App, project_id: string): Promise<void>;
  /** Given when the process ends: the next one goes on. */
  readonly stopping?: AbortSignal;
}

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

/** The counts of a wish that nobody has begun with, as they are stored. */
const NOTHING_YET = '{}';

const GOES_ON =
  'The erasure has begun, and goes on by itself as soon as it can. To ask for it again is another one, of what came since.';

/** What is created meanwhile is left alone: it came after the wish. */
export async function eraseProject(app: App, actor: Actor, erasing: Erasing): Promise<ProjectErased> {
  const erasure = await writeDown(app, actor);
  return finishErasure(app, erasure, erasing).catch(butSaved(GOES_ON));
}

/** Before anything goes: whoever starts after a crash must know. */
export async function writeDown(app: App, { project_id, type, id: actor_id }: Actor): Promise<ErasureRow> {
  return inTransaction(app, async (tx) => {
    const row: ErasureRow = {
      project_id,
      id: tx.newId('ers'),
      // Were the clock set back since, what is there would else look as if it came after the wish.
      erased_at: Math.max(tx.now, await newestMoment(tx, project_id)),
      actor_type: type,
      actor_id,
      counts: NOTHING_YET,
      leased_until: tx.now + LEASE_SECONDS,
      finished_at: null,
      forgotten_at: null,
    };
    await insertErasure(tx, row);
    passSecond(app.world.newId, row.erased_at + 1); // what this server makes from here on came after the wish, and says so
    tx.announce(sweepTopic('erasures')); // so that the others do the same
    return row;
  });
}

/**
 * Apart from the database as well: whoever restores a backup from before must know. Not sooner than the wish is committed: one that
 * came to nothing is known to no backup, and would be done to every one that is ever restored.
 */
async function noteApart(app: App, { project_id, id, erased_at, counts }: ErasureRow): Promise<void> {
  if (counts !== NOTHING_YET) return; // whoever began it did
  await app.storage.noteErasure(JSON.stringify({ project_id, id, erased_at }));
}

/** From wherever it is. Two at once do each other no harm: what one took the other does not find. */
export async function finishErasure(app: App, erasure: ErasureRow, erasing: Erasing): Promise<ProjectErased> {
  await noteApart(app, erasure);
  await whileLeased(app, erasure, () => eraseAll(app, erasure, erasing));
  await inTransaction(app, (tx) => finish(tx, erasure));
  app.wake('erasures');
  const { counts } = (await findErasure(app.reader, erasure)) ?? erasure;
  return { erased: true, ...NOTHING, ...(JSON.parse(counts) as Partial<Counts>) };
}

async function eraseAll(app: App, erasure: ErasureRow, erasing: Erasing): Promise<void> {
  const { project_id } = erasure;
  const before = erasure.erased_at + 1;
  const step = async <T extends Partial<Counts>>(work: (tx: Tx) => Promise<T>): Promise<T> => {
    if (erasing.stopping?.aborted) throw new Problem('unavailable');
    return inTransaction(app, async (tx) => {
      const gone = await work(tx);
      await addCounts(tx, erasure, { gone, leaseSeconds: LEASE_SECONDS });
      return gone;
    });
  };

  const done = JSON.parse(erasure.counts) as Partial<Counts>;
  for (const [name, erase] of Object.entries(erasing.erasers)) {
    if (done[name as keyof Counts] !== undefined) continue;
    const gone = await erase(app, project_id, before);
    await step(async () => ({ [name]: gone }));
  }
  await inSteps(app, async (most) => {
    const gone = await step((tx) => eraseActions(tx, project_id, firstIdAt('act', before), most));
    await tidySearch(app);
    return gone.actions;
  });
  await erasing.erased(app, project_id);
  await inSteps(app, async (most) => {
    const firstKept = firstIdAt('evt', before);
    return (await step(async (tx) => ({ audit_values: await deleteAuditValues(tx, project_id, firstKept, most) })))
      .audit_values;
  });
  // Before it is called finished: what is left in files beside the tables counts too.
  await app.storage.scrub(ERASED_TABLES, erasing.stopping);
}

/** Told once, whoever was the last to work on it. */
async function finish(tx: Tx, erasure: ErasureRow): Promise<void> {
  const finished = await saveFinished(tx, erasure);
  if (!finished) return;
  const { project_id, actor_type: type, actor_id: id } = finished;
  const facts = { ...NOTHING, ...(JSON.parse(finished.counts) as Partial<Counts>) };
  await recordAudit(tx, { project_id, type, id }, { event: 'project.erased', entity_id: project_id, facts });
}

/** Some of the oldest; none when there are no more. */
async function eraseActions(tx: Tx, project_id: string, before: string, most: number) {
  const ids = await oldestActions(tx, project_id, before, most);
  if (ids.length === 0) return { actions: 0, decisions: 0, deliveries: 0 };
  for (const id of ids) tx.announce(id);
  return deleteActions(tx, project_id, ids);
}
