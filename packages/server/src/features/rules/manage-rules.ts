// Make, change and remove rules.

import { MOST_RULES, type OutcomeParams, type Rule, type RuleAction, type RuleCreate } from '@countersign/contract';
import type { App, Caller } from '../../app.ts';
import { JsonText } from '../../base/json-text.ts';
import { invalid, Problem } from '../../base/problem.ts';
import { inTransaction, type Reader, type Tx } from '../../storage/database.ts';
import type { RuleRow } from '../../storage/schema.ts';
import { recordAudit } from '../audit/record.ts';
import { deleteRules, findRule, insertRule, listRuleRows, type RuleText, renewSet, saveRule } from './store.ts';

/** As sent; `conditions` by their source text, for a limit may have more digits than a double. */
export type Draft = Partial<Omit<RuleCreate, 'payload_conditions'>> & {
  readonly payload_conditions?: RuleCreate['payload_conditions'] | undefined;
  readonly conditions?: string | undefined;
};

/** Whether a channel is there to escalate to: they live above. */
export type FindChannel = (tx: Tx, project_id: string, id: string) => Promise<boolean>;

const DEFAULTS = {
  priority: 100,
  enabled: 1,
  kind_pattern: '*',
  payload_conditions: '[]',
  target_url_hosts: '[]',
  created_by: '[]',
  outcome_params: '{}',
} as const;

/** What each outcome needs, and what it may have. */
const PARAMS: Readonly<Record<RuleAction, { needs: readonly string[]; may: readonly string[] }>> = {
  auto_approve: { needs: [], may: [] },
  auto_reject: { needs: [], may: ['reason'] },
  require_n_approvers: { needs: ['n'], may: [] },
  set_expiry: { needs: ['expires_in'], may: [] },
  escalate: { needs: ['channel_id', 'after_s'], may: [] },
  require_step_up: { needs: [], may: [] },
};

export async function createRule(app: App, caller: Caller, draft: Draft, findChannel: FindChannel): Promise<Rule> {
  const text = textOf(draft);
  return inTransaction(app, async (tx) => {
    const { project_id } = caller;
    await renewSet(tx, project_id);
    if ((await listRuleRows(tx, project_id)).length >= MOST_RULES) {
      throw new Problem('rule_limit', { detail: `A project has at most ${MOST_RULES} rules.` });
    }
    await checkChannel(tx, project_id, text, findChannel);
    const row: RuleRow = {
      project_id,
      id: tx.newId('rul'),
      ...text,
      created_at: tx.now,
      updated_at: tx.now,
      hits: 0,
      last_hit_at: null,
    };
    await insertRule(tx, row);
    await recordAudit(tx, caller, { event: 'rule.created', entity_id: row.id, ...told(text) });
    return viewRule(row);
  });
}

export async function updateRule(
  app: App,
  caller: Caller,
  { id, ...changes }: Draft & { readonly id: string },
  findChannel: FindChannel,
): Promise<Rule> {
  return inTransaction(app, async (tx) => {
    const { project_id } = caller;
    await renewSet(tx, project_id); // first: whoever changes a rule at the same time waits here
    const rule = await findRule(tx, project_id, id);
    if (!rule) throw new Problem('not_found');
    const text = textOf(changes, rule);
    await checkChannel(tx, project_id, text, findChannel);
    await saveRule(tx, rule, { ...text, updated_at: tx.now });
    await recordAudit(tx, caller, { event: 'rule.updated', entity_id: id, ...told(text) });
    return viewRule({ ...rule, ...text, updated_at: tx.now });
  });
}

export async function deleteRule(app: App, caller: Caller, id: string): Promise<void> {
  await inTransaction(app, async (tx) => {
    await renewSet(tx, caller.project_id);
    if ((await deleteRules(tx, caller.project_id, { id })) === 0) throw new Problem('not_found');
    await recordAudit(tx, caller, { event: 'rule.deleted', entity_id: id });
  });
}

export async function readRule(app: App, project_id: string, id: string): Promise<Rule> {
  const rule = await findRule(app.reader, project_id, id);
  if (!rule) throw new Problem('not_found');
  return viewRule(rule);
}

export async function listRules(app: App, project_id: string): Promise<Rule[]> {
  return (await listRuleRows(app.reader, project_id)).map(viewRule);
}

/** The names of those that escalate to a channel, on or off: one that is off may be turned on. */
export async function escalatingTo(reader: Reader, project_id: string, channel_id: string): Promise<string[]> {
  const rules = await listRuleRows(reader, project_id);
  return rules.filter((rule) => channelOf(rule) === channel_id).map(({ name }) => name);
}

/** How many went. */
export async function eraseRules(app: App, project_id: string, before: number): Promise<number> {
  return inTransaction(app, async (tx) => {
    await renewSet(tx, project_id);
    return deleteRules(tx, project_id, { before });
  });
}

/** The columns of a draft, over those of the rule it changes. */
export function textOf(draft: Draft, before?: RuleRow): Omit<RuleText, 'updated_at'> {
  const base = before ?? DEFAULTS;
  const rule_action = draft.rule_action ?? before?.rule_action;
  const name = draft.name ?? before?.name;
  if (rule_action === undefined || name === undefined) throw new Error('A rule has a name and an action.');
  checkConditions(draft.payload_conditions ?? []);
  // Parameters belong to the action: with another one the old ones mean nothing.
  const isOther = before !== undefined && rule_action !== before.rule_action;
  const params = draft.outcome_params ?? (isOther ? {} : (JSON.parse(base.outcome_params) as OutcomeParams));
  checkParams(rule_action, params);
  return {
    name,
    rule_action,
    priority: draft.priority ?? base.priority,
    enabled: draft.enabled === undefined ? base.enabled : draft.enabled ? 1 : 0,
    kind_pattern: draft.kind_pattern ?? base.kind_pattern,
    payload_conditions: draft.conditions ?? base.payload_conditions,
    target_url_hosts: draft.target_url_hosts ? JSON.stringify(draft.target_url_hosts) : base.target_url_hosts,
    created_by: draft.created_by ? JSON.stringify(draft.created_by) : base.created_by,
    outcome_params: JSON.stringify(params),
  };
}

function checkParams(action: RuleAction, params: OutcomeParams): void {
  const { needs, may } = PARAMS[action];
  const missing = needs.find((name) => !Object.hasOwn(params, name));
  if (missing) throw invalid(`outcome_params.${missing}`, `is required by ${action}`);
  const foreign = Object.keys(params).find((name) => !needs.includes(name) && !may.includes(name));
  if (foreign) throw invalid(`outcome_params.${foreign}`, `has no meaning for ${action}`);
}

const LISTS: readonly string[] = ['in', 'not_in'];
const NUMBERS: readonly string[] = ['lt', 'lte', 'gt', 'gte'];

function checkConditions(conditions: NonNullable<RuleCreate['payload_conditions']>): void {
  for (const [index, { op, value }] of conditions.entries()) {
    const wrong = (message: string) => invalid(`payload_conditions.${index}.value`, message);
    if (LISTS.includes(op) !== Array.isArray(value))
      throw wrong(LISTS.includes(op) ? 'must be a list' : 'must be one value');
    if (NUMBERS.includes(op) && typeof value !== 'number') throw wrong('must be a number');
    if (op === 'exists' && value !== undefined && typeof value !== 'boolean') throw wrong('must be true or false');
    if (op !== 'exists' && value === undefined) throw wrong('is required');
  }
}

async function checkChannel(tx: Tx, project_id: string, rule: Outcome, findChannel: FindChannel): Promise<void> {
  const channel_id = channelOf(rule);
  if (channel_id !== undefined && !(await findChannel(tx, project_id, channel_id))) {
    throw invalid('outcome_params.channel_id', 'must be a notification channel of this project');
  }
}

type Outcome = Pick<RuleRow, 'rule_action' | 'outcome_params'>;

function channelOf({ rule_action, outcome_params }: Outcome): string | undefined {
  return rule_action === 'escalate' ? (JSON.parse(outcome_params) as OutcomeParams).channel_id : undefined;
}

/** What the log keeps of a rule: what it does for ever, what it is about until the project is erased. */
function told({ rule_action, priority, enabled, name, ...about }: Omit<RuleText, 'updated_at'>) {
  return { facts: { rule_action, priority, enabled: enabled === 1 }, values: { name, ...about } };
}

function viewRule(row: RuleRow): Rule {
  return {
    id: row.id,
    project_id: row.project_id,
    name: row.name,
    priority: row.priority,
    enabled: row.enabled === 1,
    kind_pattern: row.kind_pattern,
    payload_conditions: new JsonText(row.payload_conditions) as unknown as Rule['payload_conditions'], // to the digit
    target_url_hosts: JSON.parse(row.target_url_hosts) as string[],
    created_by: JSON.parse(row.created_by) as string[],
    rule_action: row.rule_action,
    outcome_params: JSON.parse(row.outcome_params) as OutcomeParams,
    created_at: row.created_at,
    updated_at: row.updated_at,
    hits: row.hits,
    ...(row.last_hit_at === null ? {} : { last_hit_at: row.last_hit_at }),
  };
}
