// A hook asks: the tool call becomes an action, and the answer is what a person says to it. What is refused is thrown as
// anywhere else: the door makes a no of it, since clients run a tool when a hook answers with an error, but for whoever asks for
// the error itself, which says whether to try again.

import type { ClaudeCodeAnswer, ClaudeCodeEvent, WhenUndecided } from '@countersign/contract';
import type { App, Caller } from '../../app.ts';
import { butSaved, isRefusal, type Problem } from '../../base/problem.ts';
import { claimAction } from '../actions/claim-action.ts';
import { createAction } from '../actions/create-action.ts';
import { readAction, type Wait } from '../actions/read-actions.ts';
import { answerOf, proposalOf, verdictOn } from './tool-use.ts';

const TAKEN = 'Another call that equals this one runs with that approval: ask again for this one.';
const NOT_READ = 'What becomes of it could not be read: ask again.';

interface Asked {
  readonly event: ClaudeCodeEvent;
  /** Source text. */
  readonly input: string;
  readonly wait: Wait;
  readonly undecided: WhenUndecided;
}

export async function askForTool(app: App, caller: Caller, asked: Asked): Promise<ClaudeCodeAnswer> {
  const { event, input, wait, undecided } = asked;
  const { hook_event_name } = event;
  // One wait too many is refused before anything is proposed: it could be approved with nobody there to hear of it.
  const call = wait.seconds > 0 ? app.calls.begin(caller, 'wait', wait.signal()) : undefined;
  try {
    const { action, is } = await createAction(app, caller, proposalOf(event, input));
    if (is === 'changed_replay') {
      return answerOf(hook_event_name, { says: 'deny', why: `Another call was proposed under this id: ${action.id}.` });
    }
    const reading = readAction(app, caller, action.id, { ...wait, call });
    const read = await reading.catch(butSaved(`${action.id} was proposed. ${NOT_READ}`));
    const verdict = verdictOn(read, undecided);
    const mayRun = event.tool_use_id || verdict.says !== 'allow' || (await isFirst(app, caller, action.id));
    return answerOf(hook_event_name, mayRun ? verdict : { says: 'deny', why: TAKEN });
  } finally {
    call?.end();
  }
}

/** Equal calls without a name are one action while it is open. What is approved is one call: who claims it first. */
async function isFirst(app: App, caller: Caller, id: string): Promise<boolean> {
  try {
    await claimAction(app, caller, id, {});
    return true;
  } catch (error) {
    if (isRefusal(error)) return false;
    return butSaved(`${id} was approved. ${NOT_READ}`)(error);
  }
}

/** Where the event is not known, it is the one that can let a tool run. */
export function refuseTool({ code, message }: Problem, body: unknown): ClaudeCodeAnswer {
  const asked = (body as Partial<ClaudeCodeEvent> | null | undefined)?.hook_event_name;
  const event = asked === 'PermissionRequest' ? asked : 'PreToolUse';
  const why = code === 'internal' ? message : `It could not be proposed: ${message}`; // with `internal` it may have been
  return answerOf(event, { says: 'deny', why });
}
