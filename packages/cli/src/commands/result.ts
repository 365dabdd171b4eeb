// `countersign result`: reports what came of an approved action.

import { JsonText } from '@countersign/sdk';
import { command } from '../command.ts';
import { connect } from '../connection.ts';
import { UsageError } from '../failure.ts';
import { printJson } from '../output.ts';
import { print } from '../terminal.ts';

const STATUSES = { executed: 'executed', failed: 'execute_failed', execute_failed: 'execute_failed' } as const;

export const result = command({
  name: 'result',
  summary: 'Report what came of an approved action',
  takes: ['ID', 'executed|failed'],
  options: {
    detail: { type: 'string', says: 'What happened: a confirmation, or the error' },
    payload: { type: 'string', value: 'JSON', says: 'An object to keep with it' },
  },
  examples: [
    ['countersign result act_… executed --detail "Sent as message 4711"', 'It worked'],
    ['countersign result act_… failed --detail="$(tail -1 deploy.log)"', 'It did not'],
  ],
  async run({ values, positionals: [id = '', said = ''] }) {
    const status = Object.hasOwn(STATUSES, said) ? STATUSES[said as keyof typeof STATUSES] : undefined;
    if (!status) throw new UsageError('The result is `executed` or `failed`.');
    const { detail, payload } = values;
    const client = await connect(values);
    const recorded = await client.reportResult(id, {
      status,
      ...(detail === undefined ? {} : { detail }),
      ...(payload === undefined ? {} : { payload: objectOf(payload) }),
    });
    if (values.json) printJson(recorded);
    else print(`${id} is ${recorded.status}.`);
    return 0;
  },
});

/** Written as it stands, so that its digits stay; a list or a scalar the service would refuse. */
function objectOf(text: string): Record<string, unknown> {
  try {
    return new JsonText(text) as unknown as Record<string, unknown>;
  } catch (error) {
    throw new UsageError(`--payload is not JSON: ${(error as Error).message}`);
  }
}
