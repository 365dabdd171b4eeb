// The steps the law suite takes with actions: build, create, read, list, decide, report.
import assert from 'node:assert/strict';
import type { Service } from '../support/start-service.ts';
import {
  type Answer,
  asObject,
  assertStatus,
  call,
  itemsOf,
  type Json,
  type JsonObject,
  objectWith,
  stringsIn,
  text,
} from './client.ts';

/** A minimal valid create body, unlike any other one, so that no two are taken for duplicates. */
export function newAction(fields: JsonObject = {}): JsonObject {
  return { kind: 'law.check', title: `Title ${text(32)}`, preview: { body: `Body ${text(32)}` }, ...fields };
}

/** The one action identifier in an answer; identifiers begin with `act_`. */
export function actionIdIn(body: Json): string {
  const ids = [...new Set(stringsIn(body).filter((each) => /^act_\S+$/.test(each)))];
  assert.equal(ids.length, 1, `expected one action identifier in ${JSON.stringify(body)}`);
  return ids[0] ?? '';
}

export async function postAction(service: Service, body: Json, key?: string): Promise<Answer> {
  return call(service, 'POST', '/actions', { key, body });
}

/** Creates an action from a valid body with these fields and returns its identifier. */
export async function createAction(service: Service, fields: JsonObject = {}, key?: string): Promise<string> {
  const answer = await postAction(service, newAction(fields), key);
  assertStatus(answer, 201);
  return actionIdIn(answer.body);
}

/** The action record of a read, wherever the answer keeps it. */
export async function readAction(service: Service, id: string, key?: string): Promise<JsonObject> {
  const answer = await call(service, 'GET', `/actions/${id}`, { key });
  assertStatus(answer, 200);
  return objectWith(answer.body, ['status', 'kind', 'title', 'preview']);
}

export async function statusOf(service: Service, id: string, key?: string): Promise<Json> {
  return (await readAction(service, id, key))['status'] ?? null;
}

export async function decide(service: Service, id: string, body: Json, key?: string): Promise<Answer> {
  return call(service, 'POST', `/actions/${id}/decision`, { key, body });
}

export async function report(service: Service, id: string, body: Json, key?: string): Promise<Answer> {
  return call(service, 'POST', `/actions/${id}/result`, { key, body });
}

export async function listActions(
  service: Service,
  query: Readonly<Record<string, string>>,
  key?: string,
): Promise<Answer> {
  return call(service, 'GET', `/actions?${new URLSearchParams(query).toString()}`, { key });
}

/** The identifiers of a list's items, in the order listed. */
export function idsIn(answer: Answer): readonly string[] {
  assertStatus(answer, 200);
  return itemsOf(answer.body).map((item) => actionIdIn(item));
}

/** The identifiers of all actions of a project that has no more than a page of them. */
export async function allIds(service: Service, key?: string): Promise<readonly string[]> {
  const answer = await listActions(service, { limit: '100' }, key);
  const ids = idsIn(answer);
  assert.equal(asObject(answer.body)['has_more'], false, 'the test project outgrew one page');
  return ids.toSorted();
}

export type Status = 'pending' | 'approved' | 'rejected' | 'expired' | 'executed' | 'execute_failed';

/** Brings a new action into a state; `expired` winds the clock by 301 seconds. */
export async function actionIn(service: Service, status: Status, fields: JsonObject = {}): Promise<string> {
  const id = await createAction(service, status === 'expired' ? { ...fields, expires_in: 300 } : fields);
  if (status === 'expired') {
    service.wind(301);
  } else if (status === 'rejected') {
    assertStatus(await decide(service, id, { decision: 'reject' }), 200);
  } else if (status !== 'pending') {
    assertStatus(await decide(service, id, { decision: 'approve' }), 200);
    if (status !== 'approved') {
      assertStatus(await report(service, id, { status }), 200);
    }
  }
  assert.equal(await statusOf(service, id), status);
  return id;
}
