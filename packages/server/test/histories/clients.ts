// Clients that do things to one action at once, on servers that may be in trouble, and write down what they were told.

import { setTimeout as rest } from 'node:timers/promises';
import type { Target } from '../crash/load.ts';
import type { Call, Operation, Outcome, Status } from './history.ts';

/** Whoever hears nothing for so long does not know. What it asked for may still happen. */
const PATIENCE_MS = 3000;
const CALLS: readonly Call[] = [
  { do: 'read' },
  { do: 'read' },
  { do: 'decide', verdict: 'approve' },
  { do: 'decide', verdict: 'approve' },
  { do: 'decide', verdict: 'reject' },
  { do: 'claim' },
  { do: 'report', status: 'executed' },
  { do: 'report', status: 'execute_failed' },
];
const CLIENTS = 4;
const CALLS_EACH = 5;
const LONGEST_PAUSE_MS = 60;

export class WrongAnswer extends Error {}

/** The servers of the moment: one that was killed is at another address when it is back. */
export type Targets = () => readonly Target[];

export type Chance = (below: number) => number;

/** The new action's id, from whoever is well enough to make one. */
export async function createOne(targets: Targets, chance: Chance): Promise<string> {
  for (;;) {
    const target = pickFrom(targets(), chance);
    const body = { kind: 'history', title: `Action ${chance(2 ** 30)}`, preview: { body: 'x' }, expires_in: 86_400 };
    const answer = await ask(target, 'POST', '/v1/actions', body);
    if (answer?.status === 201) return (JSON.parse(answer.text) as { id: string }).id;
    await rest(100);
  }
}

/** Everything that was done to it, by several at once. */
export async function workOn(id: string, targets: Targets, chance: Chance): Promise<Operation[]> {
  const operations: Operation[] = [];
  const client = async () => {
    for (let n = 0; n < CALLS_EACH; n++) {
      const operation = await perform(pickFrom(targets(), chance), id, pickFrom(CALLS, chance));
      if (operation) operations.push(operation);
      await rest(chance(LONGEST_PAUSE_MS));
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return operations;
}

/** Undefined when it certainly did not happen. */
export async function perform(target: Target, id: string, call: Call): Promise<Operation | undefined> {
  const invokedMs = performance.now();
  const { method, path, body } = requestOf(call);
  const answer = await ask(target, method, `/v1/actions/${id}${path}`, body);
  const returnedMs = performance.now();
  const outcome = answer ? outcomeOf(call, answer) : UNKNOWN;
  if (outcome === undefined || (call.do === 'read' && outcome.was === 'unknown')) return undefined;
  return { call, outcome, invokedMs, returnedMs: outcome.was === 'unknown' ? Number.POSITIVE_INFINITY : returnedMs };
}

function requestOf(call: Call): { method: string; path: string; body?: object } {
  if (call.do === 'read') return { method: 'GET', path: '' };
  if (call.do === 'decide') return { method: 'POST', path: '/decision', body: { decision: call.verdict } };
  if (call.do === 'claim') return { method: 'POST', path: '/claim', body: { lease_s: 3600 } };
  return { method: 'POST', path: '/result', body: { status: call.status } };
}

interface Answered {
  readonly status: number;
  readonly text: string;
}

/** Undefined when no answer came. */
async function ask({ url, key }: Target, method: string, path: string, body?: object): Promise<Answered | undefined> {
  try {
    const response = await fetch(`${url}${path}`, {
      method,
      signal: AbortSignal.timeout(PATIENCE_MS),
      headers: { authorization: `Bearer ${key}`, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return { status: response.status, text: await response.text() };
  } catch {
    return undefined; // killed, frozen, or too slow
  }
}

const UNKNOWN: Outcome = { was: 'unknown' };

/** Undefined: 503, by which the service promises that nothing was changed. */
function outcomeOf(call: Call, { status, text }: Answered): Outcome | undefined {
  if (status === 503) return undefined;
  if (status === 500) return UNKNOWN;
  const body = JSON.parse(text) as Answer;
  if (status === 200 && call.do === 'read') return { was: 'done', status: whole(body) };
  if (status === 200 && call.do === 'claim') return { was: 'done', status: 'approved', claimed: true };
  if (status === 200 && body.status) return { was: 'done', status: body.status };
  if (status === 409 && body.error === 'already_claimed') return { was: 'refused', status: 'approved', claimed: true };
  if (status === 409 && body.current_status) return { was: 'refused', status: body.current_status };
  throw new WrongAnswer(`${call.do}: ${status} ${text}`);
}

interface Answer {
  readonly status?: Status;
  readonly error?: string;
  readonly current_status?: Status;
  readonly decision?: { readonly verdict: string } | null;
  readonly result?: { readonly status: string } | null;
}

/** A read shows one moment: its parts agree. */
function whole({ status = 'pending', decision, result }: Answer): Status {
  const verdict = status === 'pending' ? undefined : status === 'rejected' ? 'reject' : 'approve';
  const reported = status === 'executed' || status === 'execute_failed' ? status : undefined;
  if (decision?.verdict !== verdict || result?.status !== reported) {
    throw new WrongAnswer(`a read of two moments: ${JSON.stringify({ status, decision, result })}`);
  }
  return status;
}

export function pickFrom<T>(all: readonly T[], chance: Chance): T {
  const one = all[chance(all.length)];
  if (one === undefined) throw new Error('There is nothing to choose from.');
  return one;
}
