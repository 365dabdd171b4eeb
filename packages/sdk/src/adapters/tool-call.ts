// A tool call as an action, whichever framework makes it.

import { assertJson, assertOfPayload, exactPayload, numbersIn, TooDeep } from '../arguments.ts';
import { failureText } from '../failure-text.ts';
import {
  type ActionCreate,
  type Approved,
  type CallOptions,
  type Countersign,
  type Decided,
  type Description,
  GateClosed,
  type GateOptions,
  InvalidRequest,
  JsonText,
  type ResultReport,
} from '../index.ts';
import { leaseSeconds } from '../spans.ts';
import { tellUnreported } from '../unreported.ts';

export interface ToolCall {
  readonly name: string;
  /**
   * As the framework knows it. By it a program that starts again finds the action of the same call; with another input it is
   * another.
   */
  readonly id: string | undefined;
  readonly run?: string | undefined;
  readonly input: unknown;
  /** The input by its source text, where the call is made with that. */
  readonly text?: string;
}

/** How calls look to the reviewer. What is left out is made from the call: its name, its input, all of it editable. */
export type Describe = (input: never, call: ToolCall) => Promise<Partial<Description>> | Partial<Description>;

export interface ApprovalSettings
  extends Pick<GateOptions<unknown>, 'lease' | 'onPending' | 'signal' | 'onUnreported'> {
  readonly client: Countersign;
  /**
   * What this run is called: the same after a restart, and no other run's. For models that count their calls anew with every
   * run, so that the first call of one is not taken for the first of another.
   */
  readonly run?: string | undefined;
  readonly describe?: Describe | undefined;
}

interface Patience extends CallOptions {
  readonly retries: number;
}

/** As of a gate: for what was approved, and for what was done. */
export const PATIENT: Patience = { retries: 6 };

const KIND_MAX = 100;
const EDITABLE_MAX = 200;
/** What the service takes behind `payload.`: its paths have 512 characters at most, and no text holds half a pair. */
const PATH_PART = /^(?!(__proto__|constructor|prototype)$)[^.\0\p{Cs}]{1,504}$/u;

export async function requestFor(call: ToolCall, describe?: Describe): Promise<ActionCreate> {
  const { name, id, input, text } = call;
  if (input !== undefined) assertJson(input, 'the input');
  const members = typeof input === 'object' && input !== null ? Object.keys(input) : [];
  const request: ActionCreate = {
    kind: name.slice(0, KIND_MAX),
    title: `Call ${name}`,
    preview: { format: 'plain', body: text && !isHeld(text) ? text : (JSON.stringify(input, undefined, 2) ?? '') },
    editable: members
      .filter((member) => PATH_PART.test(member))
      .slice(0, EDITABLE_MAX)
      .map((member) => `payload.${member}`),
    ...(id ? { idempotency_key: await keyOf({ ...call, id }) } : {}),
    ...(await describe?.(input as never, call)),
    payload: text === undefined ? input : new JsonText(text),
  };
  assertOfPayload(request.editable);
  return request;
}

/** A call that the service will not show to anyone is not made: `why` is for the model, which can make another of it. */
export interface Unshown {
  readonly status: 'unshown';
  readonly why: string;
}

export async function decisionOn(
  call: ToolCall,
  { client, describe, onPending, signal }: ApprovalSettings,
  mayEdit: boolean,
): Promise<Decided | Unshown> {
  try {
    const request = await requestFor(call, describe);
    return await client.requestApproval(mayEdit ? request : { ...request, editable: [] }, { onPending, signal });
  } catch (failure) {
    return { status: 'unshown', why: whyUnshown(failure) };
  }
}

/**
 * What is asked for together is waited for together: once one of it has failed the run has, and nobody hears of the others. They
 * would keep a program from ending for as long as they are pending.
 */
export async function together<S extends Pick<ApprovalSettings, 'signal'>, T>(
  settings: S,
  ask: (settings: S) => Promise<T>,
): Promise<T> {
  const over = new AbortController();
  try {
    return await ask({ ...settings, signal: eitherOf(over.signal, settings.signal) });
  } finally {
    over.abort();
  }
}

/** What the model reads instead of the tool's answer. */
export function refusalOf(no: Exclude<Decided, Approved> | Unshown): string {
  return no.status === 'unshown' ? no.why : new GateClosed(no).message;
}

/** Throws what is not of the call's making: that is for whoever wrote the program. */
export function whyUnshown(failure: unknown): string {
  if (!isOfCall(failure)) throw failure;
  return `Nobody could be asked, and nothing was run: ${failure.message}`;
}

function isOfCall(failure: unknown): failure is Error {
  if (!(failure instanceof InvalidRequest)) return failure instanceof TooDeep;
  const { code, issues } = failure;
  return code === 'validation_failed'
    ? issues.every(({ path }) => /^(payload|preview|title)\b/.test(path))
    : code === 'too_large' || code === 'malformed_json';
}

/** The one that the framework has for this run, and the one that was set for all of them: either ends the call. */
export function eitherOf(ofRun: AbortSignal | undefined, ofAll: AbortSignal | undefined): AbortSignal | undefined {
  return ofRun && ofAll ? AbortSignal.any([ofRun, ofAll]) : (ofRun ?? ofAll);
}

/** Models repeat ids: one alone does not say which call it is. */
async function keyOf({ run = '', id, name, input, text = JSON.stringify(input) }: ToolCall): Promise<string> {
  const whole = new TextEncoder().encode(JSON.stringify([run, id, name, text]));
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', whole));
  return `tool-call:${Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** Whether every number is the same again when it is written: what is shown must be what is done, to the digit. */
function isHeld(json: string): boolean {
  return numbersIn(json).every((number) => String(Number(number)) === number);
}

/** What was approved and is about to be done; with its payload where that is what it is done with. */
export type Due = Pick<Approved, 'id'> & Partial<Pick<Approved, 'payload' | 'payloadText'>>;

/**
 * Goes on with a run that carries out what was approved: nobody else may meanwhile, and the inbox learns how it ended. Claimed
 * in one order by all, so that of several programs one gets everything. Where a run fails nobody knows what of it was done:
 * it must not be done again unasked. Where something cannot be done as approved, only that has failed: the rest is still to be
 * had by a run that is started again. `failureIn`: what the model read of a tool that failed, after which the run went on.
 */
export async function carryOut<R, D extends Due>(
  { client, lease, signal, onUnreported }: ApprovalSettings,
  due: readonly D[],
  run: () => Promise<R>,
  failureIn: (value: R, one: D) => string | undefined,
): Promise<R> {
  const claim = ({ id }: Due) => client.claimAction(id, { lease_s: leaseSeconds(lease) }, { signal, ...PATIENT });
  // What was done is done: a report that fails must not look like a failure of the run, nor keep the others from being made.
  const report = ({ id }: Due, result: ResultReport) =>
    client.reportResult(id, result, PATIENT).catch((failure: unknown) => tellUnreported(onUnreported, failure, id));
  const inexact = due.filter((one) => inexactness(one));
  for (const one of inexact) {
    await claim(one);
    await report(one, { status: 'execute_failed', detail: failureText(inexactness(one)) });
  }
  if (inexact[0]) throw inexactness(inexact[0]);

  for (const one of due.toSorted((a, b) => (a.id < b.id ? -1 : 1))) await claim(one);
  let value: R;
  try {
    value = await run();
  } catch (failure) {
    const detail = `The run failed, and may have done it or not: ${failureText(failure)}`;
    for (const one of due) await report(one, { status: 'execute_failed', detail });
    throw failure;
  }
  for (const one of due) {
    const detail = failureIn(value, one);
    await report(one, detail ? { status: 'execute_failed', detail: failureText(detail) } : { status: 'executed' });
  }
  return value;
}

/** Why it cannot be done as approved; undefined when it can. */
function inexactness({ payload, payloadText }: Due): unknown {
  try {
    exactPayload({ payload, payloadText });
  } catch (failure) {
    return failure;
  }
  return undefined;
}
