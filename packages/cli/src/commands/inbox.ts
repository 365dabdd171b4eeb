// `countersign inbox`: what is waiting for a decision.

import type { ActionStatus } from '@countersign/sdk';
import { command } from '../command.ts';
import { connect } from '../connection.ts';
import { oneOf, UsageError } from '../failure.ts';
import { nowSeconds, paintStatus, printJson, printTable } from '../output.ts';
import { isTerminal, paint, tell } from '../terminal.ts';
import { ago, longDuration } from '../text.ts';
import { isSuspicious } from '../warnings.ts';

const STATUSES: readonly ActionStatus[] = ['pending', 'approved', 'rejected', 'expired', 'executed', 'execute_failed'];

export const inbox = command({
  name: 'inbox',
  summary: 'List what is waiting for a decision',
  options: {
    status: {
      type: 'string',
      value: 'STATUS',
      says: `One of ${STATUSES.join(', ')}, or all; the default is pending`,
    },
    kind: { type: 'string', says: 'Only this kind' },
    search: { type: 'string', short: 's', says: 'Only with this text in title, kind or preview' },
    limit: { type: 'string', short: 'n', value: 'N', says: 'At most so many: 1 to 100; the default is 50' },
    cursor: { type: 'string', says: 'Go on after a page: next_cursor of the one before' },
  },
  examples: [
    ['countersign inbox', 'What is waiting'],
    ['countersign inbox --kind refund --json | jq -r ".items[].id"', 'Ids for a script'],
    ['countersign inbox --status all --search "order 1042"', 'Look back'],
  ],
  async run({ values }) {
    const { kind, search, cursor } = values;
    const status = oneOf([...STATUSES, 'all'], values.status ?? 'pending', '--status');
    const limit = values.limit === undefined ? undefined : Number(values.limit);
    if (limit !== undefined && !(Number.isInteger(limit) && limit >= 1 && limit <= 100))
      throw new UsageError('--limit is 1 to 100.');
    const client = await connect(values);
    const page = await client.listActions({
      ...(status === 'all' ? {} : { status }),
      ...(kind === undefined ? {} : { kind }),
      ...(search === undefined ? {} : { q: search }),
      ...(limit === undefined ? {} : { limit }),
      ...(cursor === undefined ? {} : { cursor }),
    });
    if (values.json) {
      printJson(page);
      return 0;
    }
    if (page.items.length === 0) {
      tell(status === 'pending' ? 'Nothing is waiting.' : 'Nothing found.');
      return 0;
    }
    const now = nowSeconds();
    const heads = [
      { title: 'ID' },
      { title: 'KIND' },
      { title: 'TITLE', shrinks: true as const },
      { title: 'FROM' },
      { title: 'ASKED' },
    ];
    const isPending = status === 'pending';
    const rows = page.items.map((action) => [
      action.id,
      action.kind,
      `${action.untrusted || isSuspicious(action) ? '⚠ ' : ''}${action.title}`,
      action.created_by.name,
      ago(action.created_at, now),
      isPending ? `in ${longDuration(Math.max(0, action.expires_at - now))}` : action.status,
    ]);
    printTable([...heads, { title: isPending ? 'EXPIRES' : 'STATUS' }], rows, (line, row) =>
      isPending ? line : paintStatus(page.items[row]?.status ?? '', line),
    );
    if (isTerminal) tell(paint('dim', `\n${footer(page.items.length, page.next_cursor)}`, process.stderr));
    return 0;
  },
});

function footer(count: number, next: string | null): string {
  const more = next === null ? '' : ` More: --cursor ${next}`;
  return `${count} shown.${more} countersign show|approve|reject ID`;
}
