// What most API tests begin with: a service, a client with some scope, an action in some state.

import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import {
  type ActionCreate,
  type ActionCreated,
  Countersign,
  CountersignProblem,
  type Decision,
  type DecisionMade,
  type DecisionRecorded,
  type ProblemCode,
} from '@countersign/sdk';
import { fetchListed } from './fetch-listed.ts';
import { type Service, type ServiceOptions, startService } from './start-service.ts';

export interface Given {
  readonly service: Service;
  readonly admin: Countersign;
}

export async function givenService(t: Pick<TestContext, 'after'>, options?: ServiceOptions): Promise<Given> {
  const service = await startService(options);
  t.after(() => service.stop());
  return { service, admin: clientOf(service, service.adminKey) };
}

/** Tries nothing again, and sends what it is given: a test sees the first answer. */
export function clientOf(service: Service, apiKey: string): Countersign {
  return new Countersign({ baseUrl: service.baseUrl, apiKey, retries: 0, fetch: fetchListed });
}

/** A client with a key of its own. */
export async function givenAgent({ service, admin }: Given, name = 'agent'): Promise<Countersign> {
  const { key } = await admin.createKey({ name, scopes: ['actions'] });
  return clientOf(service, key);
}

let made = 0;

/** No two alike, unless the test says so. */
export function proposal(changes: Partial<ActionCreate> = {}): ActionCreate {
  return { kind: 'test', title: `Action ${made++}`, preview: { body: 'Do it.' }, ...changes };
}

export async function givenApproved(client: Countersign, changes: Partial<ActionCreate> = {}): Promise<ActionCreated> {
  const action = await client.createAction(proposal(changes));
  await client.decideAction(action.id, { decision: 'approve' });
  return action;
}

/** Decides something that needs nobody else. */
export async function decided(client: Countersign, id: string, made: DecisionMade) {
  const answer = await client.decideAction(id, made);
  assert.ok(answer.decision, 'it is not decided');
  return answer as DecisionRecorded & { readonly decision: Decision };
}

/** For assert.rejects: a problem with this code. */
export function problem(code: ProblemCode): (error: unknown) => boolean {
  return (error) => {
    if (error instanceof CountersignProblem && error.code === code) return true;
    throw error;
  };
}

/** The code a call was refused with; undefined when it was not. */
export async function codeOf(asked: Promise<unknown>): Promise<ProblemCode | undefined> {
  try {
    await asked;
    return undefined;
  } catch (error) {
    if (error instanceof CountersignProblem) return error.code;
    throw error;
  }
}
