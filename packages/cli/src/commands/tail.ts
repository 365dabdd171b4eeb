// `countersign tail`: what happens, as it happens.

import type { LiveEvent } from '@countersign/sdk';
import { command } from '../command.ts';
import { connect } from '../connection.ts';
import { countOf } from '../count.ts';
import { safeJson } from '../json-source.ts';
import { paintStatus } from '../output.ts';
import { columns, flowsUntilNobodyReads, paint, print, tell } from '../terminal.ts';
import { cut, moment, oneLine } from '../text.ts';

export const tail = command({
  name: 'tail',
  summary: 'Follow what happens: proposals, decisions, results',
  about:
    'Ends with Ctrl-C, or after --count events. Lost connections are opened again, and nothing is missed in between.',
  options: {
    kind: { type: 'string', says: 'Only actions of this kind' },
    after: {
      type: 'string',
      value: 'ID',
      says: 'Begin after this event (the id that --json prints); up to 10 minutes ago',
    },
    count: { type: 'string', short: 'n', value: 'N', says: 'End after so many events' },
  },
  examples: [
    ['countersign tail', 'Watch'],
    ['countersign tail --kind refund --json | jq -r .data.id', 'For a program: one JSON object a line'],
  ],
  async run({ values }) {
    let left = countOf(values.count);
    const client = await connect(values);
    flowsUntilNobodyReads();
    if (!values.json) tell(paint('dim', 'Following what happens; Ctrl-C ends it.', process.stderr));
    for await (const live of client.events({ lastEventId: values.after })) {
      if (values.kind !== undefined && live.event !== 'reset' && live.data.kind !== values.kind) continue;
      if (values.json) print(safeJson(JSON.stringify(live)));
      else printEvent(live);
      if (--left <= 0) break;
    }
    return 0;
  },
});

function printEvent(live: LiveEvent): void {
  if (live.event === 'reset') {
    tell(`Some events were missed (${live.data.reason}): \`countersign inbox\` shows how things stand.`);
    return;
  }
  const { id, kind, title, status, updated_at } = live.data;
  const ours = [moment(updated_at), status.padEnd(14), id].join('  ').length + 2;
  const theirs = cut(
    `${oneLine(kind)}  ${oneLine(title)}`,
    Math.max(1, (columns() ?? Number.POSITIVE_INFINITY) - ours),
  );
  print(`${paint('dim', moment(updated_at))}  ${paintStatus(status, status.padEnd(14))}  ${id}  ${theirs}`);
}
