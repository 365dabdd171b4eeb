// A rule asks three people. Up to fifty answers come at once: by few and by many, by one person again and again, with and
// without a rejection among them. Three different people approve it, or one rejection came in time; never half of either.

import type { App, Caller, Person } from '../../src/app.ts';
import { Problem } from '../../src/base/problem.ts';
import { createAction } from '../../src/features/actions/create-action.ts';
import { decideAction } from '../../src/features/actions/decide-action.ts';
import { createProject } from '../../src/features/project/manage-project.ts';
import { createRule } from '../../src/features/rules/manage-rules.ts';
import { inTransaction } from '../../src/storage/database.ts';
import { type Random, randomOf } from '../simulation/random.ts';
import { judgeApprovals, type Said } from './judge-approvals.ts';
import type { Tally } from './race-trials.ts';

const PEOPLE = 12;
/** Mostly few, of whom each counts; now and then a crowd. */
const [FEW, CROWD] = [8, 48];
const NEEDED = 3;
/** An address that needs no look-up. Nobody sends here: the row is what counts. */
const HOOK = 'https://93.184.216.34/hook';

export async function raceApprovals(apps: readonly [App, ...App[]], trials: number): Promise<Tally> {
  const [first] = apps;
  const { id: project_id } = await inTransaction(first, (tx) => createProject(tx, 'Approvals'));
  const agent: Caller = { type: 'key', id: 'key_agent', name: 'agent', project_id, scopes: ['actions'] };
  const three = { name: 'Three', rule_action: 'require_n_approvers', outcome_params: { n: NEEDED } } as const;
  await createRule(first, agent, three, async () => false);
  const people = Array.from({ length: PEOPLE }, (_, n) => person(project_id, n));
  const counts = { approved: 0, rejected: 0, pending: 0 };
  let wrong = 0;
  for (let trial = 0; trial < trials; trial++) {
    const random = randomOf(trial);
    const proposal = { kind: 'race', title: `Trial ${trial}`, preview: { body: 'x' }, callback_url: HOOK };
    const { action } = await createAction(first, agent, { ...proposal, payload: undefined });
    const racers = chooseRacers(random, people);
    const said = await Promise.all(racers.map((racer, n) => run(apps[n % apps.length] ?? first, action.id, racer)));
    const { status, faults } = await judgeApprovals(first, action, said, NEEDED);
    if (faults.length > 0 && wrong++ < 5) process.stderr.write(`trial ${trial}: ${faults.join('; ')}\n`);
    counts[status]++;
  }
  return { wrong, counts };
}

type Racer = Pick<Said, 'verdict' | 'by'>;

/** Some trials have too few people for an approval, half of them a rejection or two. */
function chooseRacers(random: Random, people: readonly Person[]): Racer[] {
  const some = people.slice(0, 1 + random.below(people.length));
  const approvals = Array.from({ length: 2 + random.below(random.chance(0.1) ? CROWD - 2 : FEW) }, (): Racer => {
    return { by: random.pick(some), verdict: 'approve' };
  });
  const rejections = random.chance(0.5) ? 1 + random.below(2) : 0;
  for (let n = 0; n < rejections; n++) {
    // Mostly among the first, where it can still be in time.
    const place = random.chance(0.7) ? random.below(5) : random.below(approvals.length);
    approvals.splice(place, 0, { by: random.pick(people), verdict: 'reject' });
  }
  return approvals;
}

async function run(app: App, id: string, { by, verdict }: Racer): Promise<Said> {
  try {
    const { action, decision } = await decideAction(app, by, id, { verdict });
    return { by, verdict, is: decision ? 'decided' : 'counted', status: action.status };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { by, verdict, is: error.code, status: error.facts.current_status };
  }
}

function person(project_id: string, n: number): Person {
  return {
    type: 'reviewer',
    id: `rev_${n}`,
    name: `Reviewer ${n}`,
    project_id,
    role: 'reviewer',
    scopes: ['actions'],
    session_id: `ses_${n}`,
    fresh_until: 0,
  };
}
