// `npm run races [trials]`: 2 to 50 decisions at once on one action, again and again, on SQLite, on PostgreSQL, and through
// two instances on one PostgreSQL. Exactly one must win; the others must be told its status; one decision row, one audit row.

import type { App, Caller } from '../../src/app.ts';
import { Problem } from '../../src/base/problem.ts';
import { openApp } from '../../src/boot.ts';
import { readConfig } from '../../src/config.ts';
import { createAction } from '../../src/features/actions/create-action.ts';
import { decideAction } from '../../src/features/actions/decide-action.ts';
import { createProject } from '../../src/features/project/manage-project.ts';
import { inTransaction } from '../../src/storage/database.ts';
import { realWorld } from '../../src/world/world.ts';
import { makeTemplate, newDatabase } from '../support/databases.ts';
import { startCluster } from '../support/postgres-cluster.ts';

const TRIALS = Number(process.argv[2] ?? 10_000);

const open = (url: string): Promise<App> =>
  openApp(readConfig({ DATABASE_URL: url, LOG_LEVEL: 'error' }), realWorld('error'), {
    exclusive: true,
    publicUrl: () => '',
  });

async function runTrials(title: string, apps: readonly App[]): Promise<number> {
  const [first] = apps;
  if (!first) return 0;
  const project = await inTransaction(first, (tx) => createProject(tx, 'Races'));
  const caller: Caller = { type: 'key', id: 'key_races', name: 'races', project_id: project.id, scopes: ['actions'] };
  let wrong = 0;
  for (let trial = 0; trial < TRIALS; trial++) {
    const proposal = { kind: 'race', title: `Trial ${trial}`, preview: { body: 'x' }, payload: undefined };
    const { action } = await createAction(first, caller, proposal);
    const racers = 2 + (trial % 49);
    const outcomes = await Promise.all(
      Array.from({ length: racers }, (_, n) => {
        const app = apps[n % apps.length] ?? first;
        return decideAction(app, caller, action.id, { verdict: (n + trial) % 2 ? 'approve' : 'reject' }).then(
          ({ action: { status } }) => ({ won: true, status }),
          (error: unknown) => ({
            won: false,
            status: error instanceof Problem ? error.facts.current_status : String(error),
          }),
        );
      }),
    );
    const [winner] = outcomes.filter(({ won }) => won);
    const agreed = outcomes.every(({ status }) => status === winner?.status);
    if (outcomes.filter(({ won }) => won).length !== 1 || !agreed) wrong++;
  }
  const rows = await countRows(first, project.id);
  process.stdout.write(`${title}: ${TRIALS} trials, ${wrong} wrong; ${JSON.stringify(rows)}\n`);
  return wrong + Math.abs(rows.decisions - TRIALS) + Math.abs(rows.audit - TRIALS);
}

async function countRows(app: App, project_id: string) {
  const count = async (table: 'decisions' | 'audit') => {
    let query = app.reader.q.selectFrom(table).select(({ fn }) => fn.countAll<number>().as('rows'));
    query = query.where('project_id', '=', project_id);
    if (table === 'audit') query = query.where('event', 'in', ['action.approved', 'action.rejected']);
    return Number((await query.executeTakeFirst())?.rows);
  };
  return { decisions: await count('decisions'), audit: await count('audit') };
}

async function onOneDatabase(title: string, url: string, instances: number): Promise<number> {
  const apps = await Promise.all(Array.from({ length: instances }, () => open(url)));
  const wrong = await runTrials(title, apps);
  await Promise.all(apps.map(({ storage }) => storage.close()));
  return wrong;
}

const file = await newDatabase('sqlite');
let wrong = await onOneDatabase('SQLite', file.url, 1);
await file.drop();

const cluster = await startCluster({ durable: false });
await makeTemplate(cluster.url);
process.env.TEST_POSTGRES = cluster.url;
for (const instances of [1, 2]) {
  const database = await newDatabase('postgres');
  wrong += await onOneDatabase(`PostgreSQL, ${instances} instance(s)`, database.url, instances);
  await database.drop();
}
await cluster.stop();
process.exitCode = wrong === 0 ? 0 : 1;
