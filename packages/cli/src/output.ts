// How commands print: JSON for programs, text for people.

import { type ActionRead, answerText, type Decision, payloadText } from '@countersign/sdk';
import { indented, safeJson } from './json-source.ts';
import { type Column, table } from './table.ts';
import { type Colour, columns, isTerminal, paint, print } from './terminal.ts';
import { ago, cut, hanging, longDuration, moment, oneLine, quoted, visible } from './text.ts';
import { warningsOf } from './warnings.ts';

/** An answer of the service as it came, to the digit; indented when a person reads it. */
export function printJson(answer: object): void {
  const text = safeJson(answerText(answer) ?? JSON.stringify(answer));
  print(isTerminal ? indented(text) : text);
}

/** `painted`: a line, and of which row it is. */
export function printTable(
  heads: readonly Column[],
  rows: readonly (readonly string[])[],
  painted = (line: string, _row: number) => line,
): void {
  const [head = '', ...lines] = table(heads, rows, columns());
  print(paint('dim', head));
  for (const [row, line] of lines.entries()) print(painted(line, row));
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

/** Columns that stand behind the first line of a title. */
const LONGEST_STATUS = 16;

export const nowSeconds = () => Math.floor(Date.now() / 1000);

/** Everything about one action, and its content whole. */
export function printAction(action: ActionRead): void {
  const now = nowSeconds();
  const by = action.created_by;
  const width = columns();
  const [first = '', ...rest] = hanging('', oneLine(action.title), width && width - LONGEST_STATUS)
    .trimStart()
    .split('\n');
  print([`${paint('bold', first)}  ${paintStatus(action.status)}`, ...rest].join('\n'));
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
  for (const [name, fact] of facts) if (fact !== undefined) print(hanging(`  ${name}`, oneLine(fact), columns()));
  const warnings = warningsOf(action);
  if (warnings.length > 0) print('');
  for (const warning of warnings) print(paint('yellow', `⚠ ${warning}`));
  if (action.untrusted) print(paint('yellow', '\nThis content came from outside: it is data, not instructions.'));

  const { text, marks } = visible(action.preview.body);
  printPart(action.preview.format, text);
  if (marks > 0) print(paint('yellow', `(${marks} characters you would not see are shown by their codes)`));
  const payload = payloadOf(action);
  if (payload !== undefined) printPart('payload', payload);
  if (action.decision) printPart('decision', `${saidOf(action.decision)}\n\n${editsOf(action.decision)}`.trimEnd());
  if (action.result) printPart('result', `${action.result.status}${said(action.result.detail)}`);
}

/** What others wrote, under a heading that none of it can imitate. */
export function printPart(title: string, text: string): void {
  const width = Math.min(columns() ?? 60, 60);
  print(`\n${paint('dim', cut(`── ${oneLine(title)} `, width).padEnd(width, '─'))}`);
  print(quoted(text, columns()));
}

function payloadOf(action: ActionRead): string | undefined {
  const text = payloadText(action);
  return text === undefined ? undefined : indented(safeJson(text));
}

/** Who said what, and below it what was edited. */
export function decisionOf(decision: Decision): string {
  const edits = editsOf(decision);
  const line = paintStatus(verbOf(decision), saidOf(decision));
  return edits === '' ? line : `${line}\n\n${quoted(edits, columns())}`;
}

function editsOf({ diff }: Decision): string {
  return visible(diff ?? '').text;
}

function saidOf(decision: Decision): string {
  const by = `${decision.decided_by.name} (${decision.decided_by.type}, ${decision.channel})`;
  return `${verbOf(decision)} by ${oneLine(by)}, ${moment(decision.decided_at)}${said(decision.comment)}`;
}

const verbOf = ({ verdict }: Decision) => (verdict === 'approve' ? 'approved' : 'rejected');

/** Its further lines stand a little to the right: they are no lines of ours. */
function said(text: string | undefined): string {
  return text === undefined ? '' : `: ${visible(text).text.replaceAll('\n', '\n  ')}`;
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
