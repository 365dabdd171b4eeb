// `countersign reject`: says no, and why.

import { command } from '../command.ts';
import { connect } from '../connection.ts';
import { decide } from './decide.ts';

export const reject = command({
  name: 'reject',
  summary: 'Reject an action, with a reason for the agent',
  takes: ['ID'],
  options: {
    reason: { type: 'string', short: 'r', says: 'Told to the agent; up to 2000 characters' },
    digest: { type: 'string', says: 'Refuse unless this is the digest of the action, as `show` gave it' },
  },
  examples: [
    ['countersign reject act_…', 'No'],
    ['countersign reject act_… --reason "The amount is wrong: see order 1042"', 'No, and why'],
  ],
  async run({ values, positionals: [id = ''] }) {
    const { reason: comment, digest, json } = values;
    return decide(await connect(values), id, { decision: 'reject', comment, digest }, json);
  },
});
