// LangChain and LangGraph: tool calls that a person approves, waited for in place or resumed from an interrupt.

import { ToolMessage } from '@langchain/core/messages';
import { Command } from '@langchain/langgraph';
import { type AgentMiddleware, createMiddleware, type HITLRequest, type HITLResponse } from 'langchain';
import { exactPayload } from '../arguments.ts';
import { type Approved, type Decided, GateClosed } from '../index.ts';
import { leaseSeconds } from '../spans.ts';
import {
  type ApprovalSettings,
  carryOut,
  type Describe,
  decisionOn,
  eitherOf,
  refusalOf,
  requestFor,
  together,
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
  leaseSeconds(options.lease);
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
  leaseSeconds(settings.lease);
  let last = result;
  for (;;) {
    const stops = (last as Interrupted).__interrupt__?.filter(({ value }) => (value as Asking)?.actionRequests);
    if (!stops?.[0]) return last;
    const answered = await together(settings, (all) =>
      Promise.all(
        stops.map(async ({ id = '', value }) => ({ id, decided: await decisionsIn(id, value as HITLRequest, all) })),
      ),
    );
    const resume = Object.fromEntries(
      answered.map(({ id, decided }) => [id, { decisions: decided.map(decisionOf) } satisfies HITLResponse]),
    );
    const heard = new Set(messagesIn(last).map(({ id }) => id));
    const goOn = () => agent.invoke(new Command({ resume }), config) as Promise<Result>;
    last = await carryOut(settings, answered.flatMap(calledIn), goOn, (went, call) => failureIn(went, call, heard));
  }
}

/** On all that one stop asks for. */
function decisionsIn(
  stop: string,
  { actionRequests, reviewConfigs }: HITLRequest,
  settings: ApprovalSettings,
): Promise<Answered[]> {
  const mayEdit = (name: string) =>
    reviewConfigs.find(({ actionName }) => actionName === name)?.allowedDecisions.includes('edit') ?? true;
  const answers = actionRequests.map(async ({ name, args }, index) => {
    const call = { name, id: stop && `${stop}:${index}`, run: settings.run, input: args };
    return { ...(await decisionOn(call, settings, mayEdit(name))), name };
  });
  return Promise.all(answers);
}

type Answered = (Decided | Unshown) & { readonly name: string };

/** Unless all that it stopped with is approved, the framework runs none of it. */
type Called = Approved & { readonly name: string; readonly isRun: boolean };

function calledIn({ decided }: { readonly decided: readonly Answered[] }): Called[] {
  const approved = decided.filter((one) => one.status === 'approved');
  return approved.map((one) => ({ ...one, isRun: approved.length === decided.length }));
}

interface Message {
  readonly id?: string;
  readonly tool_calls?: readonly { readonly id?: string; readonly name: string; readonly args: unknown }[];
  readonly tool_call_id?: string;
  readonly status?: string;
  readonly content?: unknown;
}

function messagesIn(result: unknown): readonly Message[] {
  return (Object(result) as { messages?: readonly Message[] }).messages ?? [];
}

/**
 * A stop has no id of the call: it is known by what was called with what. The same may have been called before, and twice at
 * once: an answer counts when it is new, and once, which `heard` remembers.
 */
function failureIn(result: unknown, { name, payload, isRun }: Called, heard: Set<unknown>): string | undefined {
  const messages = messagesIn(result);
  const calls = messages
    .flatMap(({ tool_calls = [] }) => tool_calls)
    .filter((call) => call.name === name && JSON.stringify(call.args) === JSON.stringify(payload));
  const answersTo = ({ id }: { readonly id?: string }) => messages.filter((one) => id && id === one.tool_call_id);
  const said = calls.flatMap(answersTo).find(({ id }) => !heard.has(id));
  heard.add(said?.id);
  if (!isRun && said?.status !== 'success') return 'Not run: a call beside it was not approved.';
  if (said) return said.status === 'error' ? String(said.content) : undefined;
  const isOpen = (result as Interrupted).__interrupt__ && calls.some((call) => !answersTo(call)[0]);
  return isOpen ? 'The run stopped to ask something before this answered, and may have done it or not.' : undefined;
}

function decisionOf(decided: Answered): HITLResponse['decisions'][number] {
  if (decided.status !== 'approved') return { type: 'reject', message: refusalOf(decided) };
  if (!decided.edited) return { type: 'approve' };
  return { type: 'edit', editedAction: { name: decided.name, args: decided.payload as Record<string, unknown> } };
}
