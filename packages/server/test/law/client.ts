// The HTTP client of the law suite: one request function and readers that find things in answers by structure.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Service } from '../support/start-service.ts';

export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

export interface JsonObject {
  readonly [name: string]: Json;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: Json;
}

export interface CallOptions {
  /** The bearer key: the bootstrap admin key unless told, none at all for null. */
  readonly key?: string | null | undefined;
  readonly body?: Json | undefined;
  /** A body sent as written, for what JSON.stringify cannot produce. */
  readonly rawBody?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Start options under which the rate limit of POST /actions stays out of the way. */
export const unhurried = { createActionsPerMinute: 100_000 };

export async function call(service: Service, method: string, path: string, options: CallOptions = {}): Promise<Answer> {
  const headers = new Headers(options.headers);
  const key = options.key === undefined ? service.adminKey : options.key;
  if (key !== null) {
    headers.set('authorization', `Bearer ${key}`);
  }
  const init: RequestInit = { method, headers };
  const body = options.rawBody ?? (options.body === undefined ? undefined : JSON.stringify(options.body));
  if (body !== undefined) {
    headers.set('content-type', 'application/json');
    init.body = body;
  }
  const response = await fetch(`${service.baseUrl}${path}`, init);
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: text === '' ? null : (JSON.parse(text) as Json),
  };
}

/** A refusal whose exact status the specification does not state. */
export function assertRefused(answer: Answer): void {
  assert.ok(
    answer.status >= 400 && answer.status < 500,
    `expected a 4xx refusal, got ${answer.status}: ${answer.text}`,
  );
}

export function assertStatus(answer: Answer, status: number): void {
  assert.equal(answer.status, status, `expected ${status}, got ${answer.status}: ${answer.text.slice(0, 500)}`);
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function asObject(value: Json | undefined): JsonObject {
  assert.ok(isObject(value), `expected a JSON object, got ${JSON.stringify(value)}`);
  return value;
}

function childrenOf(value: Json): readonly Json[] {
  if (Array.isArray(value)) {
    return value as readonly Json[];
  }
  return isObject(value) ? Object.values(value) : [];
}

/** The outermost object that has all the named properties, wherever the answer keeps it. */
export function objectWith(body: Json, names: readonly string[]): JsonObject {
  let level: readonly Json[] = [body];
  while (level.length > 0) {
    for (const value of level) {
      if (isObject(value) && names.every((name) => Object.hasOwn(value, name))) {
        return value;
      }
    }
    level = level.flatMap(childrenOf);
  }
  return assert.fail(`no object with ${names.join(', ')} in ${JSON.stringify(body)}`);
}

/** Every string in the answer, at any depth. */
export function stringsIn(body: Json): readonly string[] {
  return typeof body === 'string' ? [body] : childrenOf(body).flatMap(stringsIn);
}

/** The items of a paginated list: the one array-valued property of the body. */
export function itemsOf(body: Json): readonly Json[] {
  const arrays = Object.values(asObject(body)).filter((value) => Array.isArray(value)) as (readonly Json[])[];
  assert.equal(arrays.length, 1, 'a paginated list has one array-valued property');
  return arrays[0] ?? [];
}

/** Text of exactly that many characters, different at every call (as far as the length allows). */
export function text(length: number): string {
  const seed = randomUUID().replaceAll('-', '');
  return seed.repeat(Math.ceil(length / seed.length)).slice(0, length);
}

export function without(body: JsonObject, name: string): JsonObject {
  return Object.fromEntries(Object.entries(body).filter(([each]) => each !== name));
}
