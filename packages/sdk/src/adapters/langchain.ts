// LangChain and LangGraph: tool calls that a person approves, waited for in place or resumed from an interrupt.

import { ToolMessage } from '@langchain/core/messages';
import { Command } from '@langchain/langgraph';
import { type AgentMiddleware, createMiddleware, type HITLRequest, type HITLResponse } from 'langchain';
import { exactPayload } from '../arguments.ts';
import { type Approved, type Decided, GateClosed } from '../index.ts';
import {
  type ApprovalSettings,
  carryOut,
  type Describe,
  decisionOn,
  eitherOf,
  refusalOf,
  requestFor,
  type Unshown,
  whyUnshown,
} from './tool-call.ts';

export interface MiddlewareSettings extends ApprovalSettings {
  /** The tools that need approval, each with how its calls are shown, or just `true`. */
  readonly interruptOn: Readonly<Record<string, boolean | Describe>>;
}

/** Waits inside the run. Edits change the arguments; a no is the tool message that the model reads. */
export function approvalInboxMiddleware(settings: MiddlewareSettings): AgentMiddleware {
  const { client, interruptOn, describe, run, ...options } = settings;
  return createMiddleware({
    name: 'ApprovalInbox',
    async wrapToolCall(request, handler) {
      const { toolCall } = request;
      const { name, id, args } = toolCall;
      const wanted = Object.hasOwn(interruptOn, name) && interruptOn[name];
      if (!wanted) return handler(request);
      const call = { name, id, run: run ?? request.runtime.configurable?.thread_id, input: args };
      let isRun = false;
      try {
        const asked = await requestFor(call, wanted === true ? describe : wanted);
        return await client.whenApproved(
          asked,
          async (approved) => {
            isRun = true;
            return handler({ ...request, toolCall: { ...toolCall, args: exactPayload(approved) as typeof args } });
          },
          { report: outcomeOf, ...options, signal: eitherOf(request.runtime.signal, options.signal) },
        );
      } catch (error) {
        if (isRun && !(error instanceof GateClosed)) throw error;
        const content = error instanceof GateClosed ? error.message : whyUnshown(error);
        return new ToolMessage({ content, tool_call_id: id ?? '', name, status: 'error' });
      }
    },
  });
}

/** A tool that threw gives a message of that status, or a command that holds none. */
function outcomeOf(message: object): { status: 'executed' | 'execute_failed' } {
  return { status: 'status' in message && message.status === 'error' ? 'execute_failed' : 'executed' };
}

interface Interrupted {
  readonly __interrupt__?: readonly { readonly id?: string; readonly value?: unknown }[];
}

/** A graph stops for other things, too, of which nobody here knows the answer. */
type Asking = Partial<HITLRequest> | null | undefined;

interface Resumable<Config> {
  invoke(input: unknown, config?: Config): Promise<unknown>;
}

/**
 * Takes what a run with `humanInTheLoopMiddleware` and a checkpointer gave back, asks for every call it stopped at, and goes
 * on with the decisions, until it stops for none. A program that is started again passes what
 * `agent.invoke(null, config)` gives: the questions are those asked before. What was approved is claimed first: of two programs
 * one does it.
 */
export async function resumeFromInbox<Result, Config>(
  agent: Resumable<Config>,
  result: Result,
  config: Config,
  settings: ApprovalSettings,
): Promise<Result> {
  const { run } = settings;
  let last = result;
  for (;;) {
    const stops = (last as Interrupted).__interrupt__?.filter(({ value }) => (value as Asking)?.actionRequests);
    if (!stops?.[0]) return last;
    const approved: Called[] = [];
    const answers = stops.map(async ({ id, value }): Promise<[string, HITLResponse]> => {
      const { actionRequests, reviewConfigs } = value as HITLRequest;
      const mayEdit = (name: string) =>
        reviewConfigs.find(({ actionName }) => actionName === name)?.allowedDecisions.includes('edit') ?? true;
      const stop = { isApproved: true };
      const decisions = actionRequests.map(async ({ name, args }, index) => {
        const call = { name, id: id === undefined ? undefined : `${id}:${index}`, run, input: args };
        const decided = await decisionOn(call, settings, mayEdit(name));
        if (decided.status === 'approved') approved.push({ ...decided, name, stop });
        else stop.isApproved = false;
        return decisionOf(name, decided);
      });
      return [id ?? '', { decisions: await Promise.all(decisions) }];
    });
    const resume = Object.fromEntries(await Promise.all(answers));
    const goOn = () => agent.invoke(new Command({ resume }), config) as Promise<Result>;
    last = await carryOut(settings, approved, goOn, failureIn);
  }
}

/** Unless all that it stopped with is approved, the framework runs none of it. */
type Called = Approved & { readonly name: string; readonly stop: { readonly isApproved: boolean } };

interface Message {
  readonly tool_calls?: readonly { readonly id?: string; readonly name: string; readonly args: unknown }[];
  readonly tool_call_id?: string;
  readonly status?: string;
  readonly content?: unknown;
}

/** A stop has no id of the call: it is known by what was called with what. */
function failureIn(result: unknown, { name, payload, stop }: Called): string | undefined {
  const { messages = [] } = Object(result) as { messages?: readonly Message[] };
  const calls = messages
    .flatMap(({ tool_calls = [] }) => tool_calls)
    .filter((call) => call.name === name && JSON.stringify(call.args) === JSON.stringify(payload));
  const said = messages.findLast(({ tool_call_id }) => calls.some(({ id }) => id && id === tool_call_id));
  if (!said && !stop.isApproved) return 'Not run: a call beside it was not approved.';
  return said?.status === 'error' ? String(said.content) : undefined;
}

function decisionOf(name: string, decided: Decided | Unshown): HITLResponse['decisions'][number] {
  if (decided.status !== 'approved') return { type: 'reject', message: refusalOf(decided) };
  if (!decided.edited) return { type: 'approve' };
  return { type: 'edit', editedAction: { name, args: decided.payload as Record<string, unknown> } };
}
