// What approve and reject share: the decision, and what is said when a key may not make it.

import { type ActionRead, Conflict, type Countersign, type DecisionRecorded, Forbidden } from '@countersign/sdk';
import { areMade, type Edits } from '../edits.ts';
import { Failure, isUnknown } from '../failure.ts';
import { decisionOf, printJson } from '../output.ts';
import { print, tell } from '../terminal.ts';

export interface Verdict {
  readonly decision: 'approve' | 'reject';
  readonly edited?: Edits;
  readonly comment?: string | undefined;
  /** Of what was shown. */
  readonly digest?: string | undefined;
}

export async function decide(client: Countersign, id: string, verdict: Verdict, json?: boolean): Promise<number> {
  const recorded = await send(client, id, verdict).catch(async (error: unknown) => {
    const before = await recordedBefore(client, id, verdict, error);
    if (!before) throw (await refusal(client, id, error)) ?? error;
    tell(`${id} was decided so before, with this key: it stands, and nothing was done now.`);
    return before;
  });
  if (json) printJson(recorded);
  else print(`${id} ${recorded.decision ? decisionOf(recorded.decision) : countOf(recorded)}`);
  return 0;
}

/** Of a decision whose answer was lost, the second attempt finds that it is made: by us, and word for word. */
async function recordedBefore(
  client: Countersign,
  id: string,
  verdict: Verdict,
  error: unknown,
): Promise<DecisionRecorded | undefined> {
  if (!(error instanceof Conflict) || error.problem.decided_by_you !== true) return undefined;
  const action = await client.getAction(id);
  const { decision } = action;
  if (!decision || !isOf(action, verdict)) return undefined;
  const { decided_at, final_preview, diff } = decision;
  const status = decision.verdict === 'approve' ? 'approved' : 'rejected';
  const content = { ...(final_preview ? { final_preview } : {}), ...(diff === undefined ? {} : { diff }) };
  return { id, status, verdict: decision.verdict, decided_at, ...content, decision };
}

function isOf(action: ActionRead, { decision: wanted, edited = {}, comment = '', digest }: Verdict): boolean {
  const { verdict, comment: said = '' } = action.decision ?? {};
  const isSame = verdict === wanted && said === comment && (digest ?? action.digest) === action.digest;
  return isSame && (wanted === 'reject' || areMade(action, edited));
}

function countOf({ approvals }: DecisionRecorded): string {
  return `approved by ${approvals?.given} of ${approvals?.required}; it waits for the others`;
}

/** A reason travels by another door, which decides at once when it is to hold for no time. */
async function send(client: Countersign, id: string, verdict: Verdict): Promise<DecisionRecorded> {
  const { decision, edited = {}, comment, digest } = verdict;
  const edits = Object.keys(edited).length > 0 ? { edited } : {};
  const bound = digest === undefined ? {} : { digest };
  if (comment === undefined) return client.decideAction(id, { decision, channel: 'cli', ...edits }, bound);
  return (await client.holdDecision(id, {
    decision,
    comment,
    seconds: 0,
    channel: 'cli',
    ...edits,
    ...bound,
  })) as DecisionRecorded;
}

/** Under `deciders: "people"` no key decides: then the person is shown the way. What is not known is not called undone. */
async function refusal(client: Countersign, id: string, error: unknown): Promise<Failure | undefined> {
  if (isUnknown(error)) {
    const advice = `Look before you decide anew: \`countersign show ${id}\`. (${error.message})`;
    return new Failure(`No answer came: ${id} may be decided, or not.`, advice, error.code);
  }
  const why = error instanceof Forbidden ? WHY[error.code] : undefined;
  if (why === undefined) return undefined;
  return new Failure(why, `Decide it here: ${(await client.getAction(id)).inbox_url}`);
}

const WHY: Readonly<Record<string, string>> = {
  people_only: 'In this project only people decide, signed in to the inbox; a key may not.',
  step_up_required: 'A rule asks for a passkey with this approval; a key cannot give it.',
  self_decision_forbidden: 'In this project whoever proposes an action may not decide it.',
};
