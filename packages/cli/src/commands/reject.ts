// `countersign reject`: says no, and why.

import { command } from '../command.ts';
import { connect } from '../connection.ts';
import { paintStatus, printJson } from '../output.ts';
import { print } from '../terminal.ts';
import { decided, refusal } from './decide.ts';

export const reject = command({
  name: 'reject',
  summary: 'Reject an action, with a reason for the agent',
  takes: ['ID'],
  options: {
    reason: { type: 'string', short: 'r', says: 'Told to the agent; up to 2000 characters' },
  },
  examples: [
    ['countersign reject act_…', 'No'],
    ['countersign reject act_… --reason "The amount is wrong: see order 1042"', 'No, and why'],
  ],
  async run({ values, positionals: [id = ''] }) {
    const { reason } = values;
    const client = await connect(values);
    if (reason === undefined) {
      const recorded = await decided(client, id, client.decideAction(id, { decision: 'reject', channel: 'cli' }));
      if (values.json) printJson(recorded);
    } else {
      const outcome = await client.bulkDecide({ ids: [id], verdict: 'reject', comment: reason });
      const [item] = outcome.results;
      if (!item?.ok) throw await refusal(client, id, item?.error ?? '', item?.current_status);
      if (values.json) printJson(outcome);
    }
    if (!values.json) print(paintStatus('rejected', `${id} is rejected.`));
    return 0;
  },
});
