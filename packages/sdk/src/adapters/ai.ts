// Vercel AI SDK: tools that run only when a person approves the call, as approved.

import { asSchema, type Tool, type ToolApprovalStatus } from 'ai';
import { exactPayload } from '../arguments.ts';
import { type Approved, Conflict } from '../index.ts';
import { leaseSeconds } from '../spans.ts';
import {
  type ApprovalSettings,
  type Describe,
  decisionOn,
  eitherOf,
  PATIENT,
  refusalOf,
  requestFor,
} from './tool-call.ts';

export interface ToolApprovalSettings<Input> extends Omit<ApprovalSettings, 'describe'> {
  /** What the tool is called: its key among the tools. */
  readonly name: string;
  readonly describe?: (...call: [input: Input, ...Parameters<Describe>[1][]]) => ReturnType<Describe>;
}

type InputOf<T> = T extends Tool<infer Input, infer _> ? Input : never;

/**
 * The same tool behind the inbox. Its call waits for the decision; edits change its input; a no is the error that the model
 * reads, with the reviewer's reason.
 */
export function withApproval<T extends Tool>(tool: T, settings: ToolApprovalSettings<InputOf<T>>): T {
  const { client, name, describe, run: runName, ...options } = settings;
  const { execute } = tool as Tool<unknown, unknown>;
  if (!execute) throw new TypeError(`${name} has no execute that could be approved.`);
  leaseSeconds(options.lease);
  const gated: typeof execute = async (input, call) => {
    const asked = { name, id: call.toolCallId, run: runName, input };
    const request = await requestFor(asked, describe as Describe | undefined);
    const run = async (approved: Approved) => {
      const payload = exactPayload(approved);
      return lastOf(await execute(approved.edited ? await readAgain(tool, input, payload) : payload, call));
    };
    return client.whenApproved(request, run, { ...options, signal: eitherOf(call.abortSignal, options.signal) });
  };
  return { ...tool, execute: gated };
}

/**
 * Of a reviewer the tool takes only what it would take of the model. A schema that makes something else of what it has made
 * before cannot say what that is.
 */
async function readAgain({ inputSchema }: Tool, before: unknown, edited: unknown): Promise<unknown> {
  const { validate } = asSchema(inputSchema);
  const same = await validate?.(before);
  if (!validate || !same?.success || JSON.stringify(same.value) !== JSON.stringify(before)) return edited;
  const read = await validate(edited);
  if (read.success) return read.value;
  throw new TypeError(`What was approved does not fit the tool, and nothing was run: ${read.error.message}`);
}

/** A tool may give its output piece by piece; the last is the whole. */
async function lastOf(output: unknown): Promise<unknown> {
  if (typeof output !== 'object' || output === null || !(Symbol.asyncIterator in output)) return output;
  let last: unknown;
  for await (const part of output as AsyncIterable<unknown>) last = part;
  return last;
}

/** Nobody says when the tool has run: its turn is kept for as long as there is. */
export interface PolicySettings extends ApprovalSettings {
  /** The names of the tools that need approval; all of them when there are none here. */
  readonly tools?: readonly string[];
}

interface Asked {
  readonly toolCall: { readonly toolName: string; readonly toolCallId: string; readonly input: unknown };
}

/**
 * For `toolApproval`: the decision alone, which is good for one run of the tool. Nothing can be edited or is reported;
 * `withApproval` does both.
 */
export function approvalPolicy(settings: PolicySettings) {
  const { client, tools, run, signal } = settings;
  const lease = leaseSeconds(settings.lease);
  return async ({ toolCall: { toolName: name, toolCallId: id, input } }: Asked): Promise<ToolApprovalStatus> => {
    if (tools && !tools.includes(name)) return 'not-applicable';
    const decided = await decisionOn({ name, id, run, input }, settings, false);
    if (decided.status !== 'approved') return { type: 'denied', reason: refusalOf(decided) };
    const denied = (why: string) => ({ type: 'denied', reason: `${decided.action.title}: ${why}` }) as const;
    try {
      const { lease_until } = await client.claimAction(decided.id, { lease_s: lease }, { signal, ...PATIENT });
      // Nobody reports: once a claim could have come and gone since the decision, nobody knows whether one has.
      const ageS = lease_until - lease - (decided.action.decision?.decided_at ?? 0);
      if (ageS >= lease) return denied('its approval is too old: it may have been used. Ask again');
    } catch (error) {
      if (!(error instanceof Conflict)) throw error;
      return denied('the same was let run before; it was not let run now');
    }
    return { type: 'approved', ...(decided.comment ? { reason: decided.comment } : {}) };
  };
}
