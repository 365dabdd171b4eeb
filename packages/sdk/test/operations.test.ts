// The printed types are those of the contract, and every operation has its method. The compiler checks most of it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type Operation,
  type OperationName,
  type Operations,
  operations,
  type PROBLEM_CODES,
} from '@countersign/contract';
import { Countersign, type OperationMethods, type ProblemCode } from '@countersign/sdk';
import type { Static, TSchema } from 'typebox';

/** What the contract says an operation takes and answers. */
type Asked<O> = O extends { readonly body: infer S extends TSchema }
  ? Static<S>
  : O extends { readonly query: infer S extends TSchema }
    ? Static<S>
    : never;
type Replies<O> = O extends { readonly replies: infer R } ? R[keyof R] : never;
type Answer<S> = S extends TSchema ? (Static<S> extends null ? Nothing : Static<S>) : never;
/** What a method without an answer is printed as. */
type Nothing = ReturnType<() => void>;
type Told<O> = O extends { readonly streams: unknown } ? string : Answer<Replies<O>>;

/** What the method takes, beside the path and the options, and what it gives. */
type Taken<M> = M extends (...args: infer A) => unknown
  ? Exclude<A[number], string | { signal?: AbortSignal | undefined } | undefined>
  : never;
type Given<M> = M extends (...args: never[]) => AsyncGenerator<infer T>
  ? T
  : M extends (...args: never[]) => Promise<infer T>
    ? T
    : never;

type Equal<A, B> = [A, B] extends [B, A] ? true : false;
type Misfits = {
  [N in OperationName as [Equal<Told<Operations[N]>, Given<OperationMethods[N]>>, TakesIts<N>] extends [true, true]
    ? never
    : N]: 'is printed with another type than the contract has';
};
/** Options and inputs with no required member look alike to the compiler; then only the answers are compared. */
type TakesIts<N extends OperationName> = [Taken<OperationMethods[N]>] extends [never]
  ? true
  : Equal<Asked<Operations[N]>, Taken<OperationMethods[N]>>;

/** Do not compile, and say where, when a printed type is not the contract's. */
const misfits: Omit<Misfits, 'getOpenApi'> = {};
const codes: Equal<ProblemCode, (typeof PROBLEM_CODES)[number]> = true;

test('every operation of the contract is a method of the client, with its types', () => {
  const client = new Countersign({ baseUrl: 'http://localhost', apiKey: 'k' });
  for (const name of Object.keys(operations)) assert.equal(typeof client[name as OperationName], 'function', name);
  assert.deepEqual([misfits, codes], [{}, true]);
});

/** The least that an answer of this shape holds. */
function leastOf(schema: TSchema): Record<string, unknown> {
  const { required = [], anyOf, allOf = [] } = schema as { required?: string[]; anyOf?: TSchema[]; allOf?: TSchema[] };
  if (anyOf?.[0]) return leastOf(anyOf[0]);
  return Object.assign(Object.fromEntries(required.map((name) => [name, 'x'])), ...allOf.map(leastOf));
}

test('what the contract says an operation answers is taken for an answer of the service, if it is the least of it', async () => {
  const all: [string, Operation][] = Object.entries(operations);
  const asked = all.filter(([, { streams, path }]) => !streams && !path.startsWith('/interactions/'));
  for (const [name, { path, replies }] of asked) {
    for (const [status, schema] of Object.entries(replies).filter(([code]) => /^2/.test(code))) {
      const body = status === '204' ? null : JSON.stringify(leastOf(schema as TSchema));
      const client = new Countersign({
        ...{ baseUrl: 'http://localhost', apiKey: 'k', retries: 0 },
        fetch: async () => new Response(body, { status: Number(status) }),
      });
      const call = client[name as OperationName] as (...given: unknown[]) => Promise<unknown>;
      const ids = (path.match(/\{\w+\}/g) ?? []).map(() => 'id_1');
      await assert.doesNotReject(async () => call.call(client, ...ids, {}), `${name} ${status}`);
    }
  }
});
