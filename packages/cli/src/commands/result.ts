// `countersign result`: reports what came of an approved action.

import { Conflict, JsonText } from '@countersign/sdk';
import { command } from '../command.ts';
import { connect } from '../connection.ts';
import { Failure, isUnknown, UsageError } from '../failure.ts';
import { printJson } from '../output.ts';
import { print, tell } from '../terminal.ts';

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
  async run({ values, positionals: [id = '', word = ''] }) {
    const status = Object.hasOwn(STATUSES, word) ? STATUSES[word as keyof typeof STATUSES] : undefined;
    if (!status) throw new UsageError('The result is `executed` or `failed`.');
    const { detail, payload } = values;
    const client = await connect(values);
    const said = { status, ...(detail === undefined ? {} : { detail }) };
    const report = { ...said, ...(payload === undefined ? {} : { payload: objectOf(payload) }) };
    const recorded = await client.reportResult(id, report).catch(async (error: unknown) => {
      if (!wasReported(error)) throw refusal(id, error) ?? error;
      tell(`${id} was reported so before, with this key: it stands, and nothing was done now.`);
      return { id, ...said, updated_at: (await client.getAction(id)).updated_at };
    });
    if (values.json) printJson(recorded);
    else print(`${id} is ${recorded.status}.`);
    return 0;
  },
});

/** Of a report whose answer was lost, the second finds that it is known: from us, and word for word. */
function wasReported(error: unknown): boolean {
  return error instanceof Conflict && error.problem.reported_by_you === true;
}

function refusal(id: string, error: unknown): Failure | undefined {
  if (!isUnknown(error)) return undefined;
  const advice = `Give the same command once more: if it was reported, that changes nothing. (${error.message})`;
  return new Failure(`No answer came: the result of ${id} may be reported, or not.`, advice, error.code);
}

/** Written as it stands, so that its digits stay; a list or a scalar the service would refuse. */
function objectOf(text: string): Record<string, unknown> {
  try {
    return new JsonText(text) as unknown as Record<string, unknown>;
  } catch (error) {
    throw new UsageError(`--payload is not JSON: ${(error as Error).message}`);
  }
}
