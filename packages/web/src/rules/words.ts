// A rule as a sentence.

import type { Condition, Rule, RuleAction } from '@countersign/contract';

export const OUTCOMES: Readonly<Record<RuleAction, string>> = {
  auto_approve: 'approve',
  auto_reject: 'reject',
  require_n_approvers: 'need several approvers',
  require_step_up: 'need a passkey',
  set_expiry: 'set the deadline',
  escalate: 'tell a channel when nobody decides',
};

export const OPS: Readonly<Record<Condition['op'], string>> = {
  eq: 'is',
  ne: 'is not',
  lt: 'is below',
  lte: 'is at most',
  gt: 'is above',
  gte: 'is at least',
  contains: 'contains',
  in: 'is one of',
  not_in: 'is none of',
  exists: 'is there',
};

type Selection = Pick<Rule, 'kind_pattern' | 'payload_conditions' | 'target_url_hosts' | 'created_by'>;

/** `names`: of keys, by their ids. */
export function whenWords(rule: Selection, names: ReadonlyMap<string, string>): string {
  const parts = [
    ...(rule.kind_pattern === '*' ? [] : [`kind is ${rule.kind_pattern}`]),
    ...(rule.created_by.length === 0
      ? []
      : [`agent is ${rule.created_by.map((id) => names.get(id) ?? id).join(' or ')}`]),
    ...(rule.target_url_hosts.length === 0 ? [] : [`target is on ${rule.target_url_hosts.join(' or ')}`]),
    ...rule.payload_conditions.map(conditionWords),
  ];
  return parts.length === 0 ? 'Always' : `When ${parts.join(' and ')}`;
}

function conditionWords({ path, op, value }: Condition): string {
  if (op === 'exists') return `${path} ${value === false ? 'is not there' : 'is there'}`;
  return `${path} ${OPS[op]} ${Array.isArray(value) ? value.join(', ') : String(value)}`;
}

type Outcome = Pick<Rule, 'rule_action' | 'outcome_params'>;

/** `channels`: their names, by their ids. */
export function thenWords({ rule_action, outcome_params }: Outcome, channels: ReadonlyMap<string, string>): string {
  const { n, expires_in, reason, channel_id = '', after_s } = outcome_params;
  switch (rule_action) {
    case 'require_n_approvers':
      return `${n} people must approve`;
    case 'set_expiry':
      return `it expires after ${lengthWords(expires_in ?? 0)}`;
    case 'auto_reject':
      return reason ? `reject: “${reason}”` : 'reject';
    case 'require_step_up':
      return 'an approval needs a passkey';
    case 'escalate':
      return `tell ${channels.get(channel_id) ?? 'a channel that is gone'} when it still waits after ${lengthWords(after_s ?? 0)}`;
    default:
      return 'approve';
  }
}

function lengthWords(seconds: number): string {
  if (seconds % 86_400 === 0) return `${seconds / 86_400} d`;
  return seconds % 3600 === 0 ? `${seconds / 3600} h` : `${Math.round(seconds / 60)} min`;
}
