// `countersign claim`: takes an approved action before it is carried out, so that nobody else does it, too.

import { randomBytes } from 'node:crypto';
import { Conflict } from '@countersign/sdk';
import { command } from '../command.ts';
import { connect } from '../connection.ts';
import { Failure, isUnknown, UsageError } from '../failure.ts';
import { printJson } from '../output.ts';
import { print } from '../terminal.ts';
import { moment, secondsOf } from '../text.ts';
import { EXITS } from './await.ts';

const EXIT_CLAIMED = 7;

export const claim = command({
  name: 'claim',
  summary: 'Take an approved action, so that nobody else carries it out; the exit code tells',
  takes: ['ID'],
  about: `Between the decision and the deed: of all that wait for one action, one gets it. The claim ends with the result, or with its
lease: then somebody else may take it. Exit codes: 0 it is yours, 7 somebody else has it; else as of \`countersign await\`: 2 rejected,
3 expired, 4 still pending, 5 carried out already, 6 tried already and failed, 1 something failed.`,
  options: {
    lease: {
      type: 'string',
      value: 'TIME',
      says: 'How long nobody else may take it: 10s to 1h, longer than the deed takes; the default is 5m',
    },
    'claim-id': {
      type: 'string',
      value: 'NAME',
      says: 'A name for the claim, 16 to 64 letters and digits: who has it already gets it again under the same name',
    },
  },
  examples: [
    ['countersign await "$id" && countersign claim "$id" && ./deploy', 'One of several that wait goes on'],
    ['countersign claim act_… --lease 1h --json | jq -r .receipt', 'For a deed that takes long, with its receipt'],
  ],
  async run({ values, positionals: [id = ''] }) {
    const lease_s = values.lease === undefined ? undefined : secondsOf(values.lease);
    if (values.lease !== undefined && lease_s === undefined)
      throw new UsageError('--lease is a time such as 90, 5m or 1h.');
    const { 'claim-id': claim_id = randomBytes(16).toString('hex'), json } = values;
    const client = await connect(values);
    const body = { claim_id, ...(lease_s === undefined ? {} : { lease_s }) };
    const claimed = await client.claimAction(id, body).catch((error: unknown) => {
      throw refusal(id, claim_id, error) ?? error;
    });
    if (json) printJson(claimed);
    else print(`${id} is yours until ${moment(claimed.lease_until)}.`);
    return 0;
  },
});

function refusal(id: string, claim_id: string, error: unknown): Failure | undefined {
  if (isUnknown(error)) {
    const advice = `Ask again under the same name: \`countersign claim ${id} --claim-id ${claim_id}\`. (${error.message})`;
    return new Failure(`No answer came: ${id} may be claimed by this, or not.`, advice, error.code);
  }
  if (!(error instanceof Conflict)) return undefined;
  if (error.code === 'already_claimed')
    return new Failure(`${id} is claimed: somebody else carries it out.`, error.message, error.code, EXIT_CLAIMED);
  const { currentStatus = '' } = error;
  return new Failure(error.message, undefined, error.code, EXITS[currentStatus as keyof typeof EXITS]);
}
