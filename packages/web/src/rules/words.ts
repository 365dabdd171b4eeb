// A rule as a sentence.

import type { Condition, Rule, RuleAction } from '@countersign/contract';
import { JsonText } from '@countersign/sdk';
import { type Plain, quoted, t } from '../i18n/translate.ts';

export const OUTCOMES: Readonly<Record<RuleAction, Plain>> = {
  auto_approve: 'approve',
  auto_reject: 'reject',
  require_n_approvers: 'ask for several approvers',
  require_step_up: 'ask for a passkey',
  set_expiry: 'set the deadline',
  escalate: 'tell a channel when nobody decides',
};

export const OPS: Readonly<Record<Condition['op'], Plain>> = {
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
    ...(rule.kind_pattern === '*' ? [] : [t('kind is {kind}', { kind: rule.kind_pattern })]),
    ...(rule.created_by.length === 0
      ? []
      : [t('agent is {names}', { names: anyOf(rule.created_by.map((id) => names.get(id) ?? id)) })]),
    ...(rule.target_url_hosts.length === 0 ? [] : [t('target is on {hosts}', { hosts: anyOf(rule.target_url_hosts) })]),
    ...rule.payload_conditions.map(conditionWords),
  ];
  return parts.length === 0 ? t('Always') : t('When {conditions}', { conditions: parts.join(` ${t('and')} `) });
}

function conditionWords({ path, op, value }: Condition): string {
  if (op === 'exists') return `${path} ${value === false ? t('is not there') : t('is there')}`;
  return `${path} ${t(OPS[op])} ${Array.isArray(value) ? value.map(valueWords).join(', ') : valueWords(value)}`;
}

const valueWords = (value: unknown): string => (value instanceof JsonText ? value.text : String(value));

type Outcome = Pick<Rule, 'rule_action' | 'outcome_params'>;

/** `channels`: their names, by their ids. */
export function thenWords({ rule_action, outcome_params }: Outcome, channels: ReadonlyMap<string, string>): string {
  const { n, expires_in, reason, channel_id = '', after_s } = outcome_params;
  switch (rule_action) {
    case 'require_n_approvers':
      return t('{n} people must approve', { n: n ?? 2 });
    case 'set_expiry':
      return t('it expires after {time}', { time: lengthWords(expires_in ?? 0) });
    case 'auto_reject':
      return reason ? `${t('reject')}: ${quoted(reason)}` : t('reject');
    case 'require_step_up':
      return t('an approval needs a passkey');
    case 'escalate':
      return t('tell {channel} when it still waits after {time}', {
        channel: channels.get(channel_id) ?? t('a channel that is gone'),
        time: lengthWords(after_s ?? 0),
      });
    default:
      return t('approve');
  }
}

function lengthWords(seconds: number): string {
  if (seconds % 86_400 === 0) return t('{d} d', { d: seconds / 86_400 });
  return seconds % 3600 === 0 ? t('{h} h', { h: seconds / 3600 }) : t('{m} m', { m: Math.round(seconds / 60) });
}

function anyOf(words: readonly string[]): string {
  return words.join(` ${t('or')} `);
}
