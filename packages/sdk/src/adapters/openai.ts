// OpenAI Agents SDK: a run that stops at tools which need approval goes on with what people decide.

import { type Agent, type AgentInputItem, type Runner, RunState, type RunToolApprovalItem } from '@openai/agents';
import type { Decided } from '../index.ts';
import { leaseSeconds } from '../spans.ts';
import {
  type ApprovalSettings,
  carryOut,
  type Due,
  decisionOn,
  refusalOf,
  type ToolCall,
  together,
  type Unshown,
} from './tool-call.ts';

/** Where a run is kept while people decide, so that another process can go on with it. */
export interface RunStore {
  load(id: string): Promise<string | undefined> | string | undefined;
  save(id: string, state: string): Promise<void> | void;
  remove(id: string): Promise<void> | void;
}

export interface RunSettings extends Omit<ApprovalSettings, 'run'> {
  /** What this run is called, in the store and in the inbox: the same after a restart, and no other run's. */
  readonly id?: string;
  readonly store?: RunStore;
}

type AnyAgent = Agent<unknown, 'text'>;
type Result<A extends AnyAgent> = Awaited<ReturnType<typeof Runner.prototype.run<A>>>;

/**
 * `runner.run(agent, input)`, but what needs approval is asked for in the inbox. Edits change the arguments; a no is what the
 * model reads as the tool's answer. With `store` and `id`, the same call in a new process goes on from there.
 */
export async function runWithApprovals<A extends AnyAgent>(
  runner: Runner,
  agent: A,
  input: string | AgentInputItem[],
  settings: RunSettings,
): Promise<Result<A>> {
  const { store, id = '' } = settings;
  if (store && id === '') throw new TypeError('A run that is stored needs an id.');
  leaseSeconds(settings.lease);
  const kept = await store?.load(id);
  let result: Result<A> | undefined;
  let state: RunState<unknown, A>;
  if (kept === undefined) {
    result = (await runner.run(agent, input)) as Result<A>;
    state = result.state as RunState<unknown, A>;
  } else state = await RunState.fromString<unknown, A>(agent, kept);

  for (;;) {
    const stops = state.getInterruptions();
    if (!stops[0] && result) {
      await store?.remove(id);
      return result;
    }
    await store?.save(id, state.toString());
    const decided = await together(settings, (all) => Promise.all(stops.map((stop) => ask(stop, all))));
    const approved = decided.flatMap(({ due }) => due);
    state = await withDecisions(agent, state, decided);
    const going = state;
    const run = () => runner.run(agent, going) as Promise<Result<A>>;
    result = await carryOut(settings, approved, run, failureIn);
    state = result.state as RunState<unknown, A>;
  }
}

type Called = Due & { readonly callId?: string | undefined };

/** What the framework has the model read of a tool that threw or took too long, unless the tool says otherwise. */
const FAILED = /^(An error occurred while running the tool|Tool '.*' timed out after )/;

interface Item {
  readonly rawItem?: { readonly callId?: string };
  readonly output?: unknown;
}

interface Rejection {
  readonly message?: string;
}

interface Ended {
  readonly newItems: readonly object[];
  readonly toolInputGuardrailResults: readonly { readonly output: { readonly behavior: object } }[];
}

function failureIn({ newItems, toolInputGuardrailResults }: Ended, { callId }: Called): string | undefined {
  const items = newItems as readonly Item[];
  const said = items.find(
    ({ rawItem, output = null }) => callId && output !== null && rawItem?.callId === callId,
  )?.output;
  // Nothing but its words tells which call a guardrail kept back.
  const isKeptBack = toolInputGuardrailResults.some(({ output }) => (output.behavior as Rejection).message === said);
  if (typeof said !== 'string' || !(isKeptBack || FAILED.test(said))) return undefined;
  return said || 'A guardrail kept it back.'; // whatever it says
}

interface Answer {
  /** Undefined: what stopped has no name of its own, and is known by its place. */
  readonly callId: string | undefined;
  /** What it was to be called with. */
  readonly text: string | undefined;
  readonly decided: Decided | Unshown;
  readonly due: readonly Called[];
}

/** A function's call has one; a tool that runs at the model's maker has the id of the request. */
function idOf({ rawItem }: RunToolApprovalItem): { readonly callId?: string; readonly id?: string } {
  const { callId, id, providerData } = rawItem as { callId?: string; id?: string; providerData?: { id?: string } };
  const known = callId ?? providerData?.id ?? id;
  return { ...(callId === undefined ? {} : { callId }), ...(known === undefined ? {} : { id: known }) };
}

/** All that is going to be done: a function has arguments; others have commands, patches, or whatever they were given. */
function doneBy({ rawItem, name = 'tool' }: RunToolApprovalItem): Pick<ToolCall, 'name' | 'input' | 'text'> {
  const { id, callId, status, providerData, caller, ...rest } = rawItem as Readonly<Record<string, unknown>>;
  if (rest.type === 'function_call') return written(name, String(rest.arguments || '{}'));
  if (rest.type !== 'hosted_tool_call') return { name, input: rest };
  const { server_label, arguments: given = rest.arguments } = (providerData ?? {}) as Readonly<Record<string, unknown>>;
  const whole = typeof server_label === 'string' ? `${server_label}.${name}` : name;
  return typeof given === 'string' ? written(whole, given || '{}') : { name: whole, input: { ...rest, providerData } };
}

function written(name: string, text: string): Pick<ToolCall, 'name' | 'input' | 'text'> {
  return { name, input: JSON.parse(text) as unknown, text };
}

async function ask(stop: RunToolApprovalItem, settings: RunSettings): Promise<Answer> {
  const { callId, id } = idOf(stop);
  const call = { ...doneBy(stop), id, run: settings.id };
  // Only the arguments of a function are ours to change.
  const isFunction = stop.rawItem.type === 'function_call';
  const decided = await decisionOn(call, settings, isFunction);
  // A function is called with what is read of its arguments, anything else with their text.
  const due = decided.status === 'approved' ? [isFunction ? { ...decided, callId } : { id: decided.id }] : [];
  return { callId, text: call.text, decided, due };
}

/** Edited arguments go into the state as it is written down: only there they are the run's own. */
async function withDecisions<A extends AnyAgent>(
  agent: A,
  before: RunState<unknown, A>,
  answers: readonly Answer[],
): Promise<RunState<unknown, A>> {
  const edited = new Map(
    answers.flatMap(({ callId, text, decided }) =>
      decided.status === 'approved' && decided.edited ? [[`${callId} ${text}`, decided.payloadText ?? '{}']] : [],
    ),
  );
  const state =
    edited.size === 0
      ? before
      : await RunState.fromString<unknown, A>(agent, JSON.stringify(JSON.parse(before.toString()), edits(edited)));
  for (const [place, stop] of state.getInterruptions().entries()) {
    const answer = answers[place];
    if (answer?.decided.status === 'approved') state.approve(stop);
    else if (answer) state.reject(stop, { message: refusalOf(answer.decided) });
  }
  return state;
}

/** In the run of an agent that is a tool of another, too, which is there as a text. An id alone may be that of two calls. */
function edits(edited: ReadonlyMap<string, string>) {
  return function edit(key: string, value: unknown): unknown {
    if (key === 'pendingAgentToolRuns')
      return Object.fromEntries(
        Object.entries(value as Record<string, string>).map(([name, run]) => [
          name,
          JSON.stringify(JSON.parse(run), edit),
        ]),
      );
    const { callId, arguments: given } = (value ?? {}) as { callId?: string; arguments?: unknown };
    const text = edited.get(`${callId} ${given}`);
    return text === undefined ? value : { ...(value as object), arguments: text };
  };
}
