// The steps the law suite takes with API keys: create, list, revoke, and read the service's clock through one.
import assert from 'node:assert/strict';
import type { Service } from '../support/start-service.ts';
import { type Answer, asObject, assertStatus, call, type JsonObject } from './client.ts';

export interface CreatedKey {
  readonly id: string;
  readonly key: string;
  readonly record: JsonObject;
}

export async function createKey(
  service: Service,
  scopes: readonly string[],
  options: { readonly name?: string; readonly key?: string } = {},
): Promise<CreatedKey> {
  const body = { name: options.name ?? 'law key', scopes };
  const answer = await call(service, 'POST', '/keys', { key: options.key, body });
  assertStatus(answer, 201);
  const record = asObject(answer.body);
  const { id, key } = record;
  assert.ok(typeof id === 'string' && typeof key === 'string', 'a created key carries id and key');
  return { id, key, record };
}

export async function listKeys(service: Service, key?: string): Promise<readonly JsonObject[]> {
  const answer = await call(service, 'GET', '/keys', { key });
  assertStatus(answer, 200);
  const items = asObject(answer.body)['items'];
  assert.ok(Array.isArray(items), 'GET /keys answers {items: [...]}');
  return items.map(asObject);
}

export async function keyRecord(service: Service, id: string, key?: string): Promise<JsonObject> {
  const record = (await listKeys(service, key)).find((each) => each['id'] === id);
  return record ?? assert.fail(`key ${id} is not listed`);
}

export async function revokeKey(service: Service, id: string, key?: string): Promise<Answer> {
  return call(service, 'DELETE', `/keys/${id}`, { key });
}

/** The service's present time in Unix seconds, read from the creation time of a new key. */
export async function serviceTime(service: Service): Promise<number> {
  const { record } = await createKey(service, ['actions'], { name: 'clock' });
  const createdAt = record['created_at'];
  assert.ok(typeof createdAt === 'number', 'created_at is a number');
  return createdAt;
}
