// Work behind a gate: it is done only when a person has approved it, as approved, once, and its outcome is reported.

import { assertJson, assertOfPayload, exactPayload } from './arguments.ts';
import type { CallOptions } from './calls.ts';
import type { Approved, CarriedOut, Decided, WaitOptions } from './decision.ts';
import { Conflict, CountersignError, InvalidRequest } from './errors.ts';
import { failureText } from './failure-text.ts';
import type { ActionCreate, ActionCreated, ActionRead, OperationMethods, ResultReport } from './operations.ts';
import { leaseSeconds } from './spans.ts';
import { type OnUnreported, tellUnreported } from './unreported.ts';

/** How a call looks to the reviewer. Its arguments are the payload: `payload.0.amount` is `amount` of the first. */
export type Description = Omit<ActionCreate, 'payload'>;

export interface ApprovalOptions extends WaitOptions {
  /** Told once the action is in the inbox: the moment to show `inbox_url`, or to save the id. What it promises is waited for. */
  readonly onPending?: ((action: ActionCreated) => Promise<unknown> | unknown) | undefined;
}

export interface GateOptions<R> extends ApprovalOptions {
  /** Seconds in which nobody else may run it, 10 to 3600 (the default): longer than the function takes. */
  readonly lease?: number | undefined;
  /** What to report once it has run; without it, that it was executed. */
  readonly report?: ((value: R) => Partial<ResultReport>) | undefined;
  /** The function succeeded but its outcome could not be reported. Without it, a line on the console. */
  readonly onUnreported?: OnUnreported | undefined;
}

/** The gated function was not run. */
export class GateClosed extends CountersignError {
  override readonly name = 'GateClosed';
  readonly status: Exclude<Decided['status'], 'approved'>;
  /** The reviewer's reason. */
  readonly comment: string | undefined;
  readonly action: ActionRead;

  constructor(decided: Exclude<Decided, { status: 'approved' }>) {
    const { status, action } = decided;
    const comment = status === 'rejected' ? decided.comment : undefined;
    const why = 'result' in decided ? whyNotAgain(decided) : WHY_CLOSED[decided.status];
    super(status, `${action.title}: ${why}${comment ? ` (${comment})` : ''}`);
    this.status = status;
    this.comment = comment;
    this.action = action;
  }
}

const WHY_CLOSED = {
  rejected: 'a reviewer rejected it',
  expired: 'nobody decided in time',
} as const;

/** Says when, so that nobody takes what was done before for what is asked now. */
function whyNotAgain({ status, result }: CarriedOut): string {
  const when = result ? `, at ${new Date(result.reported_at * 1000).toISOString()},` : '';
  return status === 'executed'
    ? `the same was asked before${when} and carried out then; nothing was done now`
    : `the same was asked before${when} and failed then; nothing was tried now`;
}

/**
 * A server that is away is waited for, half a minute: what was approved would have to be asked again, and what was done and is not
 * told may be done again.
 */
const PATIENT: CallOptions & { readonly retries: number } = { retries: 6 };

interface Gatekeeper extends Pick<OperationMethods, 'claimAction' | 'reportResult'> {
  requestApproval(request: ActionCreate, options: ApprovalOptions): Promise<Decided>;
  waitForDecision(id: string, options: WaitOptions): Promise<Decided>;
}

export async function whenApproved<R>(
  client: Gatekeeper,
  request: ActionCreate,
  run: (approved: Approved) => Promise<R> | R,
  options: GateOptions<R>,
): Promise<R> {
  const { signal } = options;
  const lease_s = leaseSeconds(options.lease);
  const decided = await client.requestApproval(request, options);
  if (decided.status !== 'approved') throw new GateClosed(decided);
  const { id } = decided;
  await client.claimAction(id, { lease_s }, { signal, ...PATIENT }).catch(async (failure: unknown) => {
    // Somebody else, who asked the same, was quicker: then it is done, or is being done.
    const now = failure instanceof Conflict ? await client.waitForDecision(id, { signal }) : decided;
    throw now.status === 'approved' ? failure : new GateClosed(now);
  });

  let value: R;
  try {
    value = await run(decided);
  } catch (failure) {
    await attemptReport(
      client,
      id,
      { status: 'execute_failed', more: () => ({ detail: failureText(failure) }) },
      options,
    );
    throw failure;
  }
  await attemptReport(client, id, { status: 'executed', more: () => options.report?.(value) }, options);
  return value;
}

export function gate<Args extends unknown[], R>(
  client: Gatekeeper,
  run: (...args: Args) => Promise<R> | R,
  describe: (...args: Args) => Promise<Description> | Description,
  options: GateOptions<R>,
): (...args: Args) => Promise<R> {
  leaseSeconds(options.lease);
  return async (...args) => {
    for (const [index, arg] of args.entries()) assertJson(arg, `argument ${index}`);
    const request = { ...(await describe(...args)), payload: args };
    assertOfPayload(request.editable);
    return whenApproved(client, request, (approved) => run(...argumentsIn<Args>(exactPayload(approved))), options);
  };
}

/** Where all of the payload may be edited, anything may have become of it. */
function argumentsIn<Args extends unknown[]>(payload: unknown): Args {
  if (!Array.isArray(payload)) throw new TypeError('What was approved is no list of arguments.');
  return payload as Args;
}

interface Outcome {
  readonly status: ResultReport['status'];
  readonly more: () => Partial<ResultReport> | undefined;
}

/**
 * What was done is done: a report that fails must not look like a failure of the deed. Where only its words are at fault it is
 * made without them, for what is not reported may be done again.
 */
async function attemptReport<R>(
  client: Gatekeeper,
  id: string,
  { status, more }: Outcome,
  { onUnreported }: GateOptions<R>,
): Promise<void> {
  let report: ResultReport = { status };
  const send = () => client.reportResult(id, report, PATIENT);
  try {
    report = { status, ...(await more()) };
    await send();
  } catch (failure) {
    const isOfWords = !(failure instanceof CountersignError) || failure instanceof InvalidRequest;
    report = { status: report.status };
    if (isOfWords) await send().catch(() => undefined); // why is told below
    await tellUnreported(onUnreported, failure, id);
  }
}
