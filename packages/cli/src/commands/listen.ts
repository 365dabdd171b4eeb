// `countersign listen`: brings decisions to a webhook receiver that is being developed on this machine, signed as the
// service signs, though the service could not reach it.

import { randomBytes } from 'node:crypto';
import {
  type ActionEvent,
  type ActionRead,
  ConnectionFailed,
  type Countersign,
  CountersignError,
  Forbidden,
  signWebhook,
  type WebhookEvent,
} from '@countersign/sdk';
import { command } from '../command.ts';
import { connect } from '../connection.ts';
import { countOf } from '../count.ts';
import { UsageError } from '../failure.ts';
import { columns, flowsUntilNobodyReads, paint, print, tell } from '../terminal.ts';
import { cut, oneLine } from '../text.ts';

/** As long as the service would wait. */
const DEADLINE_MS = 15_000;

export const listen = command({
  name: 'listen',
  summary: 'Forward decisions to a webhook receiver on this machine',
  about: `For developing a receiver: every decision and expiry of the project is POSTed to it as a webhook, once. It is signed with
COUNTERSIGN_WEBHOOK_SECRET, else with the project's secret when the key may read it, else with one that is made and printed.`,
  options: {
    'forward-to': { type: 'string', value: 'URL', says: 'The receiver, e.g. http://localhost:3000/hook' },
    kind: { type: 'string', says: 'Only actions of this kind' },
    after: {
      type: 'string',
      value: 'ID',
      says: 'Begin after this event, as `tail --json` printed it; up to 10 minutes ago',
    },
    count: { type: 'string', short: 'n', value: 'N', says: 'End after so many' },
  },
  examples: [
    ['countersign listen --forward-to http://localhost:3000/hook', 'Then decide something in the inbox'],
    ['countersign listen --forward-to http://localhost:3000/hook --kind refund --json', 'One JSON object a line'],
  ],
  async run({ values }) {
    const target = values['forward-to'];
    if (target === undefined || !/^https?:\/\//i.test(target) || !URL.canParse(target))
      throw new UsageError('listen needs --forward-to with an address, such as http://localhost:3000/hook.');
    let left = countOf(values.count);
    const client = await connect(values);
    const { secretsNow, says } = await signingFor(client);
    flowsUntilNobodyReads();
    tell(`Forwarding decisions to ${target}, signed with ${says}. Ctrl-C ends it.`);
    for await (const { event, data } of client.events({ lastEventId: values.after })) {
      if (event === 'reset' && data.reason !== 'erased')
        tell(`Some events were missed (${data.reason}): decisions among them are not forwarded.`);
      if (event !== 'action.updated' || (values.kind !== undefined && data.kind !== values.kind)) continue;
      if (data.status === 'pending') continue; // one approval of several: the service tells receivers of the decision alone
      const outcome = await client.getAction(data.id).then(
        async (action) => forward(target, action, await secretsNow()),
        (failure: unknown) => unread(data, failure),
      );
      if (values.json) print(JSON.stringify(outcome));
      else printOutcome(outcome, data.title);
      if (--left <= 0) break;
    }
    return 0;
  },
});

interface Signing {
  /** The newest first, as the service has them. */
  secretsNow(): Promise<readonly string[]>;
  readonly says: string;
}

async function signingFor(client: Countersign): Promise<Signing> {
  const given = process.env.COUNTERSIGN_WEBHOOK_SECRET;
  if (given) return { secretsNow: async () => [given], says: 'COUNTERSIGN_WEBHOOK_SECRET' };
  const first = await secretOf(client).catch((error: unknown) => {
    if (!(error instanceof Forbidden)) throw error;
    return undefined;
  });
  if (first !== undefined) return { secretsNow: secretsOf(client, first), says: 'the secret of the project' };
  const secret = `whsec_${randomBytes(32).toString('base64')}`;
  return { secretsNow: async () => [secret], says: `the secret ${secret}` };
}

async function secretOf(client: Countersign): Promise<string | undefined> {
  return (await client.getProject()).webhook_secret;
}

const MOST_SECRETS = 5;

/** It may be rotated while we listen: then the service signs with the new one, and beside it with the old. */
function secretsOf(client: Countersign, first: string): Signing['secretsNow'] {
  let known: readonly string[] = [first];
  return async () => {
    const now = await secretOf(client).catch((error: unknown) => {
      if (!(error instanceof CountersignError)) throw error;
      return undefined; // the one that we know will do
    });
    if (now !== undefined) known = [now, ...known.filter((one) => one !== now)].slice(0, MOST_SECRETS);
    return known;
  };
}

interface Outcome {
  readonly action_id: string;
  readonly status: string;
  readonly answer?: number;
  readonly error?: string;
  readonly ms: number;
}

async function forward(target: string, action: ActionRead, secrets: readonly string[]): Promise<Outcome> {
  const event = eventOf(action);
  const body = JSON.stringify(event);
  const deliveryId = `dlv_local_${randomBytes(8).toString('hex')}`;
  const receipt = action.decision ? { 'x-service-receipt': action.decision.receipt } : {};
  const headers = {
    'content-type': 'application/json',
    ...receipt,
    ...(await signWebhook({ body, secrets, deliveryId })),
  };
  const startMs = performance.now();
  const told = { action_id: action.id, status: event.status };
  const ms = () => Math.round(performance.now() - startMs);
  try {
    const signal = AbortSignal.timeout(DEADLINE_MS);
    const response = await fetch(target, { method: 'POST', headers, body, redirect: 'manual', signal });
    await response.arrayBuffer();
    return { ...told, answer: response.status, ms: ms() };
  } catch (error) {
    return { ...told, error: new ConnectionFailed(new URL(target).origin, error).message, ms: ms() };
  }
}

/** One that could not be read is no reason to bring none of those after it. */
function unread({ id, status }: ActionEvent, failure: unknown): Outcome {
  if (!(failure instanceof CountersignError)) throw failure;
  return { action_id: id, status, error: `not forwarded: ${failure.message}`, ms: 0 };
}

/** The body of the webhook, as the service writes it. */
function eventOf({ id, decision }: ActionRead): WebhookEvent {
  if (!decision) return { event: 'action.updated', action_id: id, status: 'expired' };
  const { verdict, decided_at, final_preview, diff, comment } = decision;
  return {
    event: 'action.updated',
    action_id: id,
    status: verdict === 'approve' ? 'approved' : 'rejected',
    decided_at,
    verdict,
    ...(final_preview === undefined ? {} : { final_preview }),
    ...(diff === undefined ? {} : { diff }),
    ...(comment === undefined ? {} : { comment }),
  };
}

function printOutcome({ action_id, status, answer, error, ms }: Outcome, title: string): void {
  const isGood = answer !== undefined && answer >= 200 && answer < 300;
  const said = oneLine(`${answer ?? error}`);
  const ours = `${action_id}  ${status.padEnd(8)}  → ${said}  ${ms} ms  `.length;
  const theirs = cut(oneLine(title), Math.max(1, (columns() ?? Number.POSITIVE_INFINITY) - ours));
  print(`${action_id}  ${status.padEnd(8)}  → ${paint(isGood ? 'green' : 'red', said)}  ${ms} ms  ${theirs}`);
}
