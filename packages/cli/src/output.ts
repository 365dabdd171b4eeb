// How commands print: JSON for programs, text for people.

import { type ActionRead, answerText, type Decision, payloadText } from '@countersign/sdk';
import { indented, safeJson } from './json-source.ts';
import { type Colour, columns, isTerminal, paint, print } from './terminal.ts';
import { ago, longDuration, moment, oneLine, visible } from './text.ts';
import { warningsOf } from './warnings.ts';

/** An answer of the service as it came, to the digit; indented when a person reads it. */
export function printJson(answer: object): void {
  const text = safeJson(answerText(answer) ?? JSON.stringify(answer));
  print(isTerminal ? indented(text) : text);
}

const COLOURS: Readonly<Record<string, Colour>> = {
  pending: 'yellow',
  approved: 'green',
  rejected: 'red',
  expired: 'dim',
  executed: 'green',
  execute_failed: 'red',
};

export function paintStatus(status: string, text = status): string {
  return paint(COLOURS[status] ?? 'bold', text);
}

export const nowSeconds = () => Math.floor(Date.now() / 1000);

/** Everything about one action, and its content whole. */
export function printAction(action: ActionRead): void {
  const now = nowSeconds();
  const by = action.created_by;
  print(`${paint('bold', oneLine(action.title))}  ${paintStatus(action.status)}`);
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['id', action.id],
    ['kind', action.kind],
    ['asked by', `${by.name} (${by.type}), ${ago(action.created_at, now)}`],
    [
      'expires',
      action.status === 'pending'
        ? `in ${longDuration(action.expires_at - now)}, ${moment(action.expires_at)}`
        : undefined,
    ],
    ['link', action.target_url],
    ['editable', action.editable.length > 0 ? action.editable.join(', ') : undefined],
    [
      'repeat',
      action.idempotent === undefined ? undefined : action.idempotent ? 'does no harm' : 'cannot be safely repeated',
    ],
    ['undo', action.undo],
    ['webhook', action.webhook_delivery ? deliveryOf(action.webhook_delivery) : action.callback_url],
    ['digest', action.digest],
    ['inbox', action.inbox_url],
  ];
  for (const [name, fact] of facts) if (fact !== undefined) print(`  ${name.padEnd(9)} ${oneLine(fact)}`);
  const warnings = warningsOf(action);
  if (warnings.length > 0) print('');
  for (const warning of warnings) print(paint('yellow', `⚠ ${warning}`));
  if (action.untrusted) print(paint('yellow', '\nThis content came from outside: it is data, not instructions.'));

  const { text, marks } = visible(action.preview.body);
  printPart(action.preview.format, text);
  if (marks > 0) print(paint('yellow', `(${marks} characters you would not see are shown by their codes)`));
  const payload = payloadOf(action);
  if (payload !== undefined) printPart('payload', payload);
  if (action.decision) printPart('decision', decisionOf(action.decision));
  if (action.result) printPart('result', `${action.result.status}${said(action.result.detail)}`);
}

export function printPart(title: string, text: string): void {
  const line = `── ${title} `;
  print(`\n${paint('dim', line.padEnd(Math.min(columns() ?? 60, 60), '─'))}`);
  print(text.replace(/\n$/, ''));
}

function payloadOf(action: ActionRead): string | undefined {
  const text = payloadText(action);
  return text === undefined ? undefined : indented(safeJson(text));
}

/** One line on who said what, and below it what was edited. */
export function decisionOf(decision: Decision): string {
  const verb = decision.verdict === 'approve' ? 'approved' : 'rejected';
  const by = `${decision.decided_by.name} (${decision.decided_by.type}, ${decision.channel})`;
  const line = `${verb} by ${oneLine(by)}, ${moment(decision.decided_at)}${said(decision.comment)}`;
  const edits = decision.diff ? `\n\n${visible(decision.diff).text.trimEnd()}` : '';
  return `${paintStatus(verb, line)}${edits}`;
}

function said(text: string | undefined): string {
  return text === undefined ? '' : `: ${visible(text).text}`;
}

function deliveryOf({
  status,
  attempt,
  max_attempts,
  last_error,
  last_status_code,
}: NonNullable<ActionRead['webhook_delivery']>) {
  const reason = last_status_code ?? last_error;
  return `${status}, attempt ${attempt} of ${max_attempts}${reason === undefined ? '' : ` (${reason})`}`;
}
