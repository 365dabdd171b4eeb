// What rules cost: to ask fifty of them, written to be slow, and to create where they stand, by where there are none.

import { MOST_RULES, PAYLOAD_MAX_BYTES, type RuleCreate } from '../../packages/contract/src/index.ts';
import type { App, KeyCaller, Proposed } from '../../packages/server/src/app.ts';
import { createKey } from '../../packages/server/src/features/keys/manage-keys.ts';
import { createProject } from '../../packages/server/src/features/project/manage-project.ts';
import { createRule } from '../../packages/server/src/features/rules/manage-rules.ts';
import { parseRule, type RuleSet, ruleSet, whichApply } from '../../packages/server/src/features/rules/rule.ts';
import { listRuleRows } from '../../packages/server/src/features/rules/store.ts';
import { inTransaction } from '../../packages/server/src/storage/database.ts';
import { CREATE_WITH_RULES, RULES_ASKED_MS } from '../bars.ts';
import { newDatabase, openBenchApp } from '../databases.ts';
import { contest, ratioOf } from '../load/contest.ts';
import { requestsWith } from '../load/requests.ts';
import type { Fact, Line, Report } from '../report.ts';
import { startOurs } from '../servers.ts';
import { watchBacklog } from './backlog.ts';
import type { Bench } from './bench-case.ts';

const ROUNDS = 400;

/** They try every place of the longest kind again and again, and none of them applies. */
const SLOW = [`${'*a'.repeat(48)}*b`, `*${'a?'.repeat(48)}b*`, `*${'\u0627?'.repeat(48)}b*`, `*${'Aa'.repeat(48)}b`];

const HOSTILE: readonly RuleCreate[] = Array.from({ length: MOST_RULES }, (_, n) => ({
  name: `Hostile ${n}`,
  rule_action: n % 2 ? 'require_step_up' : 'auto_reject',
  kind_pattern: SLOW[n % SLOW.length] ?? '',
}));

/** The same, and each looks into the payload in twenty places first. */
const CURIOUS: readonly RuleCreate[] = HOSTILE.map((rule, n) => ({
  ...rule,
  kind_pattern: '*',
  payload_conditions: Array.from({ length: 20 }, (_, at) => ({
    path: `items.${n}.${at}`,
    op: 'exists' as const,
    value: at < 19,
  })),
}));

const LARGEST = JSON.stringify({
  items: Array.from({ length: MOST_RULES }, () =>
    Array.from({ length: 20 }, () => 'x'.repeat(PAYLOAD_MAX_BYTES / 1100)),
  ),
});

/** The last one applies to all that the bench creates. */
const APPLYING: readonly RuleCreate[] = [
  ...HOSTILE.slice(1),
  { name: 'Two', rule_action: 'require_n_approvers', outcome_params: { n: 2 } },
];

export async function measureRules({ engine, options, say }: Bench): Promise<Report> {
  const database = await newDatabase(engine);
  const app = await openBenchApp(database.url);
  const [none, idle, applying, curious] = await Promise.all(
    [[], HOSTILE, APPLYING, CURIOUS].map((rules) => projectWith(app, rules)),
  );
  if (!none || !idle || !applying || !curious) throw new Error('A project is missing.');
  say('asking rules');
  const facts: Fact[] = [
    asked(engine.name, `${MOST_RULES} hostile rules asked`, idle.set, KINDS.map(proposedAs), RULES_ASKED_MS),
    asked(engine.name, `${MOST_RULES} rules with 20 conditions asked about the largest payload`, curious.set, [
      { ...proposedAs('post'), payload: LARGEST },
    ]),
  ];
  await app.storage.close();

  const server = await startOurs(database.url, { profile: options.profile });
  say('create');
  const { drained } = watchBacklog(database);
  const targetOf = ({ key }: { key: string }) => ({
    server,
    next: requestsWith(key).create,
    expected: 201,
    rest: drained,
  });
  const [without, ...withRules] = await contest([none, idle, applying].map(targetOf), { seconds: options.seconds });
  const lines: Line[] = withRules.flatMap((measured, n) =>
    without === undefined
      ? []
      : {
          engine: engine.name,
          operation: n === 0 ? `create, ${MOST_RULES} rules` : 'create, one applies',
          floor: without,
          ours: measured,
          ratio: ratioOf(measured, without),
          bar: n === 0 ? CREATE_WITH_RULES : undefined, // what applies is two rows more, in the log and to be counted
          cpu: { floorMs: without.cpuMs, oursMs: measured.cpuMs },
          loadBusy: measured.loadBusy,
        },
  );
  await server.stop();
  await database.drop();
  return { lines, facts };
}

/** As long as a kind may be: every star tries every place; and letters of many scripts, which are to be made plain first. */
const KINDS = ['a'.repeat(100), 'Å'.repeat(100), 'ａ'.repeat(100), 'ﷺ'.repeat(100), 'ǅ'.repeat(100)];

function proposedAs(kind: string): Proposed {
  return { kind, target_url: null, payload: null, creator_id: 'key_bench', untrusted: false };
}

/** Processor time, for others on the machine must not count; of the slowest of the subjects. */
function asked(engine: string, what: string, set: RuleSet, subjects: readonly Proposed[], barMs?: number): Fact {
  const timesMs = subjects.map((subject) => {
    for (let round = 0; round < ROUNDS; round++) whichApply(set, subject);
    const before = process.cpuUsage();
    for (let round = 0; round < ROUNDS; round++) whichApply(set, subject);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000 / ROUNDS;
  });
  const mostMs = Math.max(...timesMs);
  const value = `${mostMs.toFixed(3)} ms of processor time${barMs === undefined ? '' : ` (bar ${barMs})`}`;
  return { engine, what, value, met: barMs === undefined ? undefined : mostMs < barMs };
}

async function projectWith(app: App, rules: readonly RuleCreate[]): Promise<{ key: string; set: RuleSet }> {
  const { admin, key } = await inTransaction(app, async (tx) => {
    const { id: project_id } = await createProject(tx, `With ${rules.length} rules`);
    const admin: KeyCaller = { type: 'key', id: 'key_bench', name: 'bench', project_id, scopes: ['admin'] };
    return { admin, ...(await createKey(tx, admin, { name: 'bench', scopes: ['actions'] })) };
  });
  for (const rule of rules) {
    const conditions = rule.payload_conditions && JSON.stringify(rule.payload_conditions);
    await createRule(app, admin, { ...rule, conditions }, async () => false);
  }
  return { key, set: ruleSet((await listRuleRows(app.reader, admin.project_id)).map(parseRule)) };
}
