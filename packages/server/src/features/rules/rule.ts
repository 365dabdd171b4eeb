// What the rules of a project make of a new action. Pure: the rules, and what is asked about, are values.

import type { OutcomeParams, RuleAction } from '@countersign/contract';
import type { AppliedRule, AppliedRules, Proposed } from '../../app.ts';
import { fits } from '../../base/glob.ts';
import { type Guard, guarding, readGuard } from '../../base/guarded-kind.ts';
import { pick, type Wanted, wantedPaths } from '../../base/json-pick.ts';
import { readTree } from '../../base/json-tree.ts';
import type { RuleRow } from '../../storage/schema.ts';
import { meets, type Test } from './condition.ts';

/** A rule, read. */
export interface Rule extends AppliedRule {
  readonly action: RuleAction;
  readonly kind_pattern: string;
  readonly guard: Guard;
  readonly tests: readonly Test[];
  readonly hosts: readonly string[];
  readonly creators: readonly string[];
}

/** The enabled rules in the order in which they are asked, and what they look at in a payload. */
export interface RuleSet {
  readonly rules: readonly Rule[];
  readonly wanted: Wanted;
}

export function parseRule(row: RuleRow): Rule {
  return {
    id: row.id,
    name: row.name,
    action: row.rule_action,
    kind_pattern: row.kind_pattern,
    guard: readGuard(row.kind_pattern),
    tests: testsIn(row.payload_conditions),
    hosts: (JSON.parse(row.target_url_hosts) as string[]).map(asInUrl),
    creators: JSON.parse(row.created_by) as string[],
    params: JSON.parse(row.outcome_params) as OutcomeParams,
  };
}

export function ruleSet(rules: readonly Rule[]): RuleSet {
  return { rules, wanted: wantedPaths(rules.flatMap(({ tests }) => tests.map(({ path }) => path))) };
}

/** As a parsed address has it: small letters, other scripts in ASCII. */
function asInUrl(host: string): string {
  const [below, name] = host.startsWith('*.') ? ['*.', host.slice(2)] : ['', host];
  return below + (URL.parse(`http://${name}`)?.hostname ?? name);
}

/** From the source text, so that a limit of twenty digits is one. */
function testsIn(conditions: string): Test[] {
  const tree = readTree(conditions);
  const sources = tree.items ?? [];
  return (JSON.parse(conditions) as Test[]).map(({ path, op }, index) => {
    const source = sources[index];
    return { path, op, value: source?.entries?.find(({ key }) => key === 'value')?.value };
  });
}

export function whichApply({ rules, wanted }: RuleSet, subject: Proposed): AppliedRules {
  let picked: Map<string, string> | undefined;
  const values = () => {
    picked ??= subject.payload === null ? new Map<string, string>() : pick(subject.payload, wanted);
    return picked;
  };
  const isGuarded = guarding(subject.kind);
  const fitsKind = ({ action, guard }: Rule) =>
    action === 'auto_approve' ? fits(guard.written, subject.kind) : isGuarded(guard);
  const applied: { [A in RuleAction]?: Rule } = {};
  for (const rule of rules) {
    if (applied[rule.action] || isOutranked(rule, applied)) continue;
    if (!fitsKind(rule) || !matches(rule, subject, values)) continue;
    applied[rule.action] = rule;
    if (deciding(applied)) break; // it is decided: nothing that comes later is of use
  }
  return applied;
}

/** People who were asked for before are not passed over. A rejection may: it lets nothing happen. */
function isOutranked({ action }: Rule, { require_n_approvers, require_step_up }: AppliedRules): boolean {
  return action === 'auto_approve' && (require_n_approvers ?? require_step_up) !== undefined;
}

/** The rule that decides by itself. */
export function deciding({ auto_approve, auto_reject }: AppliedRules): AppliedRule | undefined {
  return auto_approve ?? auto_reject;
}

/** All but its kind. */
function matches(rule: Rule, subject: Proposed, values: () => ReadonlyMap<string, string>): boolean {
  return (
    (rule.creators.length === 0 || rule.creators.includes(subject.creator_id)) &&
    (rule.hosts.length === 0 || leadsTo(rule, subject.target_url)) &&
    rule.tests.every((test) => meets(test, values().get(test.path), rule.action !== 'auto_approve')) &&
    mayApply(rule, subject)
  );
}

/** What came from outside is approved unseen only where the rule names its kind. */
function mayApply({ action, kind_pattern }: Rule, { untrusted }: Proposed): boolean {
  return action !== 'auto_approve' || !untrusted || !/[*?]/.test(kind_pattern);
}

function leadsTo({ action, hosts }: Rule, target_url: string | null): boolean {
  const written = target_url === null ? undefined : URL.parse(target_url)?.hostname;
  if (target_url === null || !written) return false;
  const isClear = CLEAR.test(target_url);
  if (action === 'auto_approve' && !isClear) return false;
  const otherwise =
    action === 'auto_approve' ? [] : [otherwiseWritten(written), ...(isClear ? [] : hostsIn(target_url))];
  const meant = [written, ...otherwise];
  return meant.map((host) => host.replace(/\.$/, '')).some((host) => hosts.some((wanted) => isWanted(wanted, host)));
}

/** Every program finds the same host in it. */
const CLEAR = /^[a-z][a-z\d+.-]*:\/\/(?:[^/?#\\@]*@)?[^/?#\\@]+(?:[/?#]|$)/i;
/** Of an address with very many of them: no program takes one from the middle. */
const AT_EITHER_END = 8;

/**
 * What one program or another takes for the host: `https://a.example\@b.example` leads a browser to the first, and most other
 * programs to the second.
 */
function hostsIn(target_url: string): string[] {
  const [, authority = ''] = /^[^:/?#]*:[/\\]*([^/?#]*)/.exec(target_url) ?? [];
  const parts = authority.split(/[@\\]/);
  return [...parts.slice(0, AT_EITHER_END), ...parts.slice(-AT_EITHER_END)].map(asInUrl);
}

function isWanted(wanted: string, host: string): boolean {
  return wanted.startsWith('*.') ? host.endsWith(wanted.slice(1)) : host === wanted;
}

/** Only in addresses of the web has a host one form: `ssh://PROD.example` leads to the same as `ssh://prod%2Eexample`. */
function otherwiseWritten(host: string): string {
  try {
    return asInUrl(decodeURIComponent(host));
  } catch {
    return host; // a percent sign that stands for itself
  }
}
