// Rules: what an admin has decided beforehand about actions of some sort. Asked once, when an action is created.

import { Type } from 'typebox';
import { Decision } from './actions.ts';
import { ById, NoContent, type Operation } from './operation.ts';

export const RULE_ACTIONS = [
  'auto_approve',
  'auto_reject',
  'require_n_approvers',
  'set_expiry',
  'escalate',
  'require_step_up',
] as const;
const RuleAction = Type.Enum(RULE_ACTIONS);
export type RuleAction = Type.Static<typeof RuleAction>;

export const CONDITION_OPS = ['eq', 'ne', 'lt', 'lte', 'gt', 'gte', 'contains', 'in', 'not_in', 'exists'] as const;
export type ConditionOp = (typeof CONDITION_OPS)[number];

export const MOST_RULES = 50;

const closed = { additionalProperties: false } as const;

const Text = Type.String({ maxLength: 1000 });
const Scalar = Type.Union([Text, Type.Number(), Type.Boolean(), Type.Null()]);

export const Condition = Type.Object(
  {
    path: Type.String({
      minLength: 1,
      maxLength: 512,
      description: 'A dot path inside the payload: amount, items.0.sku. What is not there meets only `exists: false`',
    }),
    op: Type.Enum(CONDITION_OPS),
    value: Type.Optional(
      Type.Union([Scalar, Type.Array(Scalar, { maxItems: 100 })], {
        description: 'A list for `in` and `not_in`, a number for lt to gte, yes or no for `exists` (default yes)',
      }),
    ),
  },
  closed,
);
export type Condition = Type.Static<typeof Condition>;

const OutcomeParams = Type.Object(
  {
    reason: Type.Optional(Type.String({ maxLength: 2000, description: 'auto_reject: told to the agent' })),
    n: Type.Optional(Type.Integer({ minimum: 2, maximum: 10, description: 'require_n_approvers: so many people' })),
    expires_in: Type.Optional(Type.Integer({ minimum: 300, maximum: 2_592_000, description: 'set_expiry' })),
    channel_id: Type.Optional(Type.String({ maxLength: 100, description: 'escalate: where to' })),
    after_s: Type.Optional(
      Type.Integer({
        minimum: 60,
        maximum: 2_592_000,
        description: 'escalate: when it is still pending after so long',
      }),
    ),
  },
  closed,
);
export type OutcomeParams = Type.Static<typeof OutcomeParams>;

/** What a rule looks at; every part that is given must fit. */
const selection = {
  kind_pattern: Type.String({ minLength: 1, maxLength: 100, description: 'A glob: `*` any characters, `?` one' }),
  payload_conditions: Type.Array(Condition, { maxItems: 20 }),
  target_url_hosts: Type.Array(Type.String({ minLength: 1, maxLength: 253, pattern: '^(\\*\\.)?[^*/:@\\s]+$' }), {
    maxItems: 50,
    description: 'Host names; `*.example.com` means every name below it. An action without a target never fits',
  }),
  created_by: Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
    maxItems: 50,
    description: 'Ids of keys or watchers that created it',
  }),
};

const members = {
  name: Type.String({ minLength: 1, maxLength: 200, pattern: '^[^\\r\\n]*$' }),
  priority: Type.Integer({ minimum: 1, maximum: 9999, description: 'Lower comes first' }),
  enabled: Type.Boolean(),
  ...selection,
  rule_action: RuleAction,
  outcome_params: OutcomeParams,
};

export const RuleCreate = Type.Object(
  {
    ...Type.Partial(Type.Object(members)).properties,
    name: members.name,
    rule_action: members.rule_action,
  },
  closed,
);
export type RuleCreate = Type.Static<typeof RuleCreate>;

export const RuleUpdate = Type.Partial(Type.Object(members), { ...closed, minProperties: 1 });
export type RuleUpdate = Type.Static<typeof RuleUpdate>;

export const Rule = Type.Object({
  id: Type.String(),
  project_id: Type.String(),
  ...members,
  created_at: Type.Integer(),
  updated_at: Type.Integer(),
  hits: Type.Integer({ description: 'Actions it was applied to' }),
  last_hit_at: Type.Optional(Type.Integer()),
});
export type Rule = Type.Static<typeof Rule>;

export const RuleList = Type.Object({ items: Type.Array(Rule, { description: 'By priority' }) });

export const Backtest = Type.Object(
  {
    rule: RuleCreate,
    since: Type.Optional(Type.Integer({ minimum: 0, description: 'Unix seconds; seven days ago by default' })),
  },
  closed,
);

const Disagreement = Type.Object({
  id: Type.String(),
  kind: Type.String(),
  title: Type.String(),
  created_at: Type.Integer(),
  verdict: Decision.properties.verdict,
  decided_by: Decision.properties.decided_by,
});

export const BacktestOutcome = Type.Object({
  since: Type.Integer(),
  examined: Type.Integer({ description: 'Actions looked at, the newest first' }),
  complete: Type.Boolean({ description: 'Whether that was all of them since then' }),
  matched: Type.Integer({ description: 'What the rule would have applied to' }),
  by_status: Type.Record(Type.String(), Type.Integer(), { description: 'What became of those' }),
  edited: Type.Integer({ description: 'Of those, approved after a person changed something' }),
  decided_otherwise: Type.Integer({ description: 'Of those, decided by a person against what the rule says' }),
  examples: Type.Array(Disagreement, { description: 'Some of them, the newest first' }),
});
export type BacktestOutcome = Type.Static<typeof BacktestOutcome>;

export const ruleOperations = {
  createRule: {
    method: 'POST',
    path: '/rules',
    tag: 'Rules',
    scope: 'admin',
    fresh: true,
    summary: 'Make a rule; it applies to actions created from now on',
    body: RuleCreate,
    replies: { 201: Rule },
    problems: ['rule_limit'],
  },
  listRules: {
    method: 'GET',
    path: '/rules',
    tag: 'Rules',
    scope: 'admin',
    summary: 'List the rules in the order in which they are asked',
    replies: { 200: RuleList },
    problems: [],
  },
  getRule: {
    method: 'GET',
    path: '/rules/{id}',
    tag: 'Rules',
    scope: 'admin',
    summary: 'Read a rule',
    params: ById,
    replies: { 200: Rule },
    problems: ['not_found'],
  },
  updateRule: {
    method: 'PATCH',
    path: '/rules/{id}',
    tag: 'Rules',
    scope: 'admin',
    fresh: true,
    summary: 'Change a rule; actions that exist are not touched',
    params: ById,
    body: RuleUpdate,
    replies: { 200: Rule },
    problems: ['not_found'],
  },
  deleteRule: {
    method: 'DELETE',
    path: '/rules/{id}',
    tag: 'Rules',
    scope: 'admin',
    fresh: true,
    summary: 'Remove a rule',
    params: ById,
    replies: { 204: NoContent },
    problems: ['not_found'],
  },
  backtestRule: {
    method: 'POST',
    path: '/rules/backtest',
    tag: 'Rules',
    scope: 'admin',
    summary: 'Say what a rule would have done to the actions of the last days',
    body: Backtest,
    limit: 'run',
    replies: { 200: BacktestOutcome },
    problems: [],
  },
} as const satisfies Record<string, Operation>;
