// What a person decided, as the agent that asked needs it; and the wait for it.

import { momentMs } from './answers.ts';
import type { CallOptions } from './calls.ts';
import { CountersignError } from './errors.ts';
import { payloadText } from './json-text.ts';
import type { ActionCreated, ActionRead, OperationMethods, Preview, Result } from './operations.ts';
import { isAway, pause } from './retry.ts';
import { timeoutMs } from './spans.ts';

interface Outcome {
  readonly id: string;
  /** The whole record. */
  readonly action: ActionRead;
}

/** Go ahead with exactly this. */
export interface Approved extends Outcome {
  readonly status: 'approved';
  readonly title: string;
  readonly preview: Preview;
  readonly payload: unknown;
  /** The same by its source text, for numbers beyond a double; undefined when there is no payload. */
  readonly payloadText: string | undefined;
  readonly targetUrl: string | undefined;
  /** Whether the reviewer changed anything of what was proposed. */
  readonly edited: boolean;
  readonly diff: string | null;
  readonly comment: string | undefined;
  /** A signed statement of the decision; `verifyReceipt` checks it. */
  readonly receipt: string;
}

/** Do not do it. */
export interface Rejected extends Outcome {
  readonly status: 'rejected';
  readonly comment: string | undefined;
}

/** Nobody decided in time. Ask anew if it still matters. */
export interface Expired extends Outcome {
  readonly status: 'expired';
}

/** It was approved, and has been carried out already: do not do it again. */
export interface CarriedOut extends Outcome {
  readonly status: 'executed' | 'execute_failed';
  readonly result: Result | null;
}

export type Decided = Approved | Rejected | Expired | CarriedOut;

export interface WaitOptions extends CallOptions {
  /** Seconds. Without it, until the action is decided or expires. */
  readonly timeout?: number | undefined;
}

/** The timeout ended before anyone decided. The action is still pending; wait again when you like. */
export class StillPending extends CountersignError {
  override readonly name = 'StillPending';
  readonly action: ActionRead;

  constructor(action: ActionRead) {
    super('still_pending', `Nobody has decided ${action.id} yet. It can be decided at ${action.inbox_url}`);
    this.action = action;
  }
}

/** One request is held no longer: proxies cut those of a minute. */
const LONGEST_POLL_S = 50;
/** Where requests are not let wait at all, no more than one in this time. */
const SHORTEST_POLL_MS = 1000;
const LONGEST_PAUSE_MS = 15_000;
/** After the expiry, for a service that comes back just then. */
const GRACE_MS = 60_000;

/** Who hardly waits, or not at all, wants an answer all the same: so long the first one may take. */
const LEAST_MS = 5000;

/** By when what comes before the wait is answered. */
export function firstEndMs(endMs: number): number {
  return Math.max(endMs, performance.now() + LEAST_MS);
}

/**
 * The first contact must succeed; after that, a server that is away for a while is waited for. Whoever has just made the
 * action (`created`) has had the first.
 */
export async function waitForDecision(
  client: Pick<OperationMethods, 'getAction'>,
  id: string,
  { timeout, signal }: WaitOptions,
  created?: ActionCreated,
): Promise<Decided> {
  const endMs = performance.now() + timeoutMs(timeout);
  const look = () => {
    const options = { signal, endMs: firstEndMs(endMs) };
    return client.getAction(id, {}, options); // short: what comes after it is waited for
  };
  const poll = async () => {
    const startMs = performance.now();
    const leftS = Math.max(0, Math.ceil((endMs - startMs) / 1000));
    const options = { signal, endMs };
    const action = await client.getAction(id, { wait: Math.min(LONGEST_POLL_S, leftS) }, options);
    const restMs = Math.min(startMs + SHORTEST_POLL_MS, endMs) - performance.now();
    if (action.status === 'pending' && restMs > 0) await pause(restMs, signal);
    return action;
  };
  let action = created ? undefined : await look();
  for (let failures = 0; !action || action.status === 'pending'; ) {
    const known: ActionRead | ActionCreated = action ?? (created as ActionCreated);
    const isPending = known.status === 'pending';
    if (isPending && performance.now() >= endMs) throw new StillPending(asRead(known));
    try {
      action = await (isPending ? poll() : look());
      failures = 0;
    } catch (failure) {
      const leftMs = Math.max(0, endMs - performance.now()); // of a connection that was dead, nothing
      const isOver = performance.now() > momentMs(known, known.expires_at) + GRACE_MS;
      if (!isAway(failure) || isOver || (!isPending && leftMs === 0)) throw failure;
      await pause(Math.min(LONGEST_PAUSE_MS, 1000 * 2 ** failures++, leftMs), signal);
    }
  }
  return decidedOf(action);
}

/** What was just made has none of these yet. */
function asRead(known: ActionRead | ActionCreated): ActionRead {
  return 'decision' in known ? known : { ...known, decision: null, webhook_delivery: null, result: null };
}

function decidedOf(action: ActionRead): Decided {
  const { id, status, decision } = action;
  const comment = decision?.comment;
  if (status === 'rejected') return { id, status, comment, action };
  if (status === 'executed' || status === 'execute_failed') return { id, status, result: action.result, action };
  if (status !== 'approved' || !decision) return { id, status: 'expired', action };
  return {
    id,
    status,
    title: decision.final_title ?? action.title,
    preview: decision.final_preview ?? action.preview,
    payload: action.payload,
    payloadText: payloadText(action),
    targetUrl: decision.final_target_url ?? action.target_url,
    edited: decision.edited_fields.length > 0,
    diff: decision.diff ?? null,
    comment,
    receipt: decision.receipt,
    action,
  };
}
