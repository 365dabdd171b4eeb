// A rule while it is being written: every field as it stands in the form.

import type { Condition, OutcomeParams, Rule, RuleCreate, RuleUpdate } from '@countersign/contract';
import { JsonText } from '@countersign/sdk';
import type { OUTCOMES } from './words.ts';

export interface DraftCondition {
  readonly path: string;
  readonly op: Condition['op'];
  /** As typed: `20`, `EUR`, `EUR, CHF`. */
  readonly text: string;
}

export interface RuleDraft {
  readonly name: string;
  readonly kind: string;
  readonly created_by: string;
  readonly hosts: string;
  readonly conditions: readonly DraftCondition[];
  readonly outcome: keyof typeof OUTCOMES;
  readonly n: number;
  readonly minutes: number;
  readonly reason: string;
  readonly channel_id: string;
  readonly priority: number;
}

export const NEW_RULE: RuleDraft = {
  name: '',
  kind: '*',
  created_by: '',
  hosts: '',
  conditions: [],
  outcome: 'require_n_approvers',
  n: 2,
  minutes: 60,
  reason: '',
  channel_id: '',
  priority: 100,
};

export function draftOf(rule: Rule): RuleDraft {
  return {
    name: rule.name,
    kind: rule.kind_pattern,
    created_by: rule.created_by.join(' '),
    hosts: rule.target_url_hosts.join(' '),
    conditions: rule.payload_conditions.map(({ path, op, value }) => ({ path, op, text: textOf(value) })),
    outcome: rule.rule_action,
    n: rule.outcome_params.n ?? NEW_RULE.n,
    minutes: Math.round((rule.outcome_params.expires_in ?? rule.outcome_params.after_s ?? NEW_RULE.minutes * 60) / 60),
    reason: rule.outcome_params.reason ?? '',
    channel_id: rule.outcome_params.channel_id ?? '',
    priority: rule.priority,
  };
}

/** A number with more digits than JavaScript's hold. */
const isText = (value: unknown): value is JsonText => value instanceof JsonText;

function textOf(value: Condition['value']): string {
  if (Array.isArray(value)) return value.map(itemText).join(', ');
  if (isText(value)) return value.text;
  if (value === undefined) return '';
  return typeof value === 'string' && meaningOf(value) === value ? value : JSON.stringify(value);
}

/** A comma of its own is none between two. */
function itemText(item: Exclude<Condition['value'], readonly unknown[]>): string {
  return typeof item === 'string' && item.includes(',') ? JSON.stringify(item) : textOf(item);
}

const QUOTED = /^\s*"(?:[^"\\]|\\.)*"\s*(?=,|$)/;

function itemsOf(text: string): string[] {
  const end = text.indexOf(',', QUOTED.exec(text)?.[0].length);
  return end < 0 ? [text] : [text.slice(0, end), ...itemsOf(text.slice(end + 1))];
}

/** Numbers, yes, no and nothing are themselves, a number to the digit; anything else is text, as it is in quotes. */
function meaningOf(text: string): string | number | boolean | null {
  const trimmed = text.trim();
  try {
    const value: unknown = JSON.parse(trimmed);
    if (typeof value === 'number' && String(value) !== trimmed) return new JsonText(trimmed) as unknown as number;
    if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) return value as string;
  } catch {
    // text without quotes
  }
  return trimmed;
}

const words = (text: string) => text.split(/[\s,]+/).filter((word) => word !== '');

type Value = NonNullable<Condition['value']> | null;

const VALUES: Partial<Record<Condition['op'], (text: string) => Value>> = {
  in: (text) => itemsOf(text).map(meaningOf),
  not_in: (text) => itemsOf(text).map(meaningOf),
  exists: (text) => meaningOf(text) !== false,
};

/** Whether it says all that the server needs to try it. */
export function isWhole({ kind, conditions, outcome, channel_id }: RuleDraft): boolean {
  return (
    kind.trim() !== '' &&
    (outcome !== 'escalate' || channel_id !== '') &&
    conditions.every(({ path, op, text }) => path.trim() !== '' && (op === 'exists' || text !== ''))
  );
}

export function ruleOf(draft: RuleDraft): RuleCreate {
  return {
    name: draft.name.trim(),
    kind_pattern: draft.kind.trim() || '*',
    created_by: words(draft.created_by),
    target_url_hosts: words(draft.hosts),
    payload_conditions: draft.conditions.map(({ path, op, text }) => ({
      path: path.trim(),
      op,
      value: (VALUES[op] ?? meaningOf)(text),
    })),
    rule_action: draft.outcome,
    outcome_params: paramsOf(draft),
    priority: draft.priority,
  };
}

/**
 * Only what was changed in the form. It rounds what it cannot show, a deadline to minutes, and what nobody touched must stay as it is.
 */
export function changesOf(rule: Rule, draft: RuleDraft): RuleUpdate {
  const before: RuleUpdate = ruleOf(draftOf(rule));
  const after = ruleOf(draft);
  const isChanged = ([name, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(before[name as keyof RuleUpdate]);
  return { name: after.name, ...Object.fromEntries(Object.entries(after).filter(isChanged)) };
}

function paramsOf({ outcome, n, minutes, reason, channel_id }: RuleDraft): OutcomeParams {
  if (outcome === 'require_n_approvers') return { n };
  if (outcome === 'set_expiry') return { expires_in: minutes * 60 };
  if (outcome === 'escalate') return { channel_id, after_s: minutes * 60 };
  return outcome === 'auto_reject' && reason.trim() !== '' ? { reason: reason.trim() } : {};
}
