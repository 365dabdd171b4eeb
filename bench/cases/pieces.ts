// What a create and a decision are made of: their use-cases and the sweeps that follow them, called in this process without HTTP and
// without the check of a key, 64 at once. To compare two ways to do something, run it on both by turns.

import type { App, KeyCaller } from '../../packages/server/src/app.ts';
import { createAction } from '../../packages/server/src/features/actions/create-action.ts';
import { decideAction } from '../../packages/server/src/features/actions/decide-action.ts';
import { makeIndexer } from '../../packages/server/src/features/actions/searching/index-actions.ts';
import { sealAudit } from '../../packages/server/src/features/audit/seal-audit.ts';
import { listProjects } from '../../packages/server/src/features/project/store.ts';
import { countAudit } from '../../packages/server/src/features/stats/count-audit.ts';
import { newDatabase, openBenchApp } from '../databases.ts';
import { proposalSource } from '../fill/plausible.ts';
import { medianOf } from '../load/quantiles.ts';
import type { Report } from '../report.ts';
import type { Bench } from './bench-case.ts';

const AT_ONCE = 64;
const A_ROUND = 16 * AT_ONCE;
const ROUNDS = 8;
/** Begun with, so that indexes are as deep as those of a project in use; decided are any of them. */
const FILLED = 16 * A_ROUND;

const PIECES = [
  'the transaction of a create',
  'taking it into the search index',
  'the transaction of a decision, with its receipt',
  'sealing a row of the audit log',
  'counting a row in the figures',
] as const;

export async function measurePieces({ engine, say }: Bench): Promise<Report> {
  const database = await newDatabase(engine);
  const app = await openBenchApp(database.url);
  const [{ id: project_id } = { id: '' }] = await listProjects(app.reader);
  const caller: KeyCaller = { type: 'key', id: 'key_bench', name: 'Bench', project_id, scopes: ['actions'] };
  const next = proposalSource();
  const pending: string[] = [];
  const create = async () => {
    const { payload, ...proposal } = next();
    const text = payload === undefined ? undefined : JSON.stringify(payload);
    const { action } = await createAction(app, caller, { ...proposal, payload: text });
    pending.push(action.id);
  };
  let at = 0;
  const decide = async () => {
    at = (at + 7919) % pending.length; // neither the newest nor the oldest first
    const [id = ''] = pending.splice(at, 1);
    await decideAction(app, caller, id, { verdict: 'approve' });
  };

  say(`filling ${FILLED} pending actions`);
  await many(FILLED, create);
  await index(app);
  await untilDone(app, sealAudit);
  await untilDone(app, countAudit);
  say('pieces');
  const rounds: (readonly number[])[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const created = await cpuOf(() => many(A_ROUND, create));
    const indexed = await cpuOf(() => index(app));
    const decided = await cpuOf(() => many(A_ROUND, decide));
    const sealed = await cpuOf(() => untilDone(app, sealAudit));
    const counted = await cpuOf(() => untilDone(app, countAudit));
    rounds.push([created, indexed, decided, sealed / 2, counted / 2]); // a row for each create, and one for each decision
  }
  await app.storage.close();
  await database.drop();
  return {
    lines: [],
    facts: PIECES.map((what, piece) => ({
      engine: engine.name,
      what,
      value: `${(medianOf(rounds.map((round) => round[piece] ?? 0)) / A_ROUND).toFixed(0)} µs of processor time`,
    })),
  };
}

async function many(count: number, one: () => Promise<void>): Promise<void> {
  for (let done = 0; done < count; done += AT_ONCE) await Promise.all(Array.from({ length: AT_ONCE }, one));
}

/** Until there is nothing to index, nor to tidy. */
async function index(app: App): Promise<void> {
  const indexActions = makeIndexer();
  while ((await indexActions(app)) !== Number.POSITIVE_INFINITY);
}

/** Sweeps that say 0 while there is more. */
async function untilDone(app: App, sweep: (app: App) => Promise<number>): Promise<void> {
  while ((await sweep(app)) === 0);
}

/** Of all threads, in microseconds. */
async function cpuOf(work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}
