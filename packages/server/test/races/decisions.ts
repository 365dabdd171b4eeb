// 2 to 50 decisions at once on one action. Exactly one must win; the others must be told its status; one decision row, one
// audit row.

import type { App, Caller } from '../../src/app.ts';
import { Problem } from '../../src/base/problem.ts';
import { createAction } from '../../src/features/actions/create-action.ts';
import { decideAction } from '../../src/features/actions/decide-action.ts';
import { createProject } from '../../src/features/project/manage-project.ts';
import { inTransaction } from '../../src/storage/database.ts';
import type { Tally } from './race-trials.ts';

export async function raceDecisions(apps: readonly [App, ...App[]], trials: number): Promise<Tally> {
  const [first] = apps;
  const project = await inTransaction(first, (tx) => createProject(tx, 'Races'));
  const caller: Caller = { type: 'key', id: 'key_races', name: 'races', project_id: project.id, scopes: ['actions'] };
  let wrong = 0;
  for (let trial = 0; trial < trials; trial++) {
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
  wrong += Math.abs(rows.decisions - trials) + Math.abs(rows.audit - trials);
  return { wrong, counts: rows };
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
