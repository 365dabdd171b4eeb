// What an operation says about itself, once. Validator, types, OpenAPI, docs, SDK and tests read it from here.

import { type TObject, type TSchema, Type } from 'typebox';
import type { ProblemCode } from './problems.ts';

export const SCOPES = ['actions', 'watch', 'admin'] as const;
export type Scope = (typeof SCOPES)[number];

/** The token buckets; an operation without one is not limited. */
export type LimitName = 'create' | 'decide' | 'bulk' | 'list' | 'watchers' | 'run' | 'preview';

export interface Operation {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly tag: string;
  /** `public`: no credential is asked for. */
  readonly scope: Scope | 'public';
  readonly summary: string;
  readonly params?: TObject;
  readonly query?: TObject;
  readonly headers?: TObject;
  readonly body?: TSchema;
  /** Its body carries content: up to 4 MiB, where others may have 64 KiB. */
  readonly large?: true;
  readonly limit?: LimitName;
  /** With this in its query it is another kind of work, and counts as that. */
  readonly limitWith?: { readonly query: string; readonly limit: LimitName };
  /** A POST that a client may send again when no answer came: the second is refused, or answered like the first. */
  readonly repeatable?: true;
  readonly replies: Readonly<Record<number, TSchema>>;
  /** Media types of the 200 reply when it is a stream of text rather than one JSON value. */
  readonly streams?: readonly string[];
  /** The codes this operation adds to those every operation may answer. */
  readonly problems: readonly ProblemCode[];
}

/** The reply of a 204. */
export const NoContent = Type.Null({ description: 'No body' });

/** The path parameter of everything that has an identifier. */
export const ById = Type.Object({ id: Type.String() });

const ALWAYS: readonly ProblemCode[] = [
  'validation_failed',
  'timeout',
  'uri_too_long',
  'headers_too_large',
  'internal',
  'unavailable',
];
const WITH_KEY: readonly ProblemCode[] = ['unauthenticated', 'insufficient_scope'];
const WITH_BODY: readonly ProblemCode[] = ['malformed_json', 'too_large', 'unsupported_media_type'];

/** Every code the operation may answer: its own, and those that come with having a key, a body or a limit. */
export function problemsOf(operation: Operation): readonly ProblemCode[] {
  return [
    ...ALWAYS,
    ...(operation.scope === 'public' ? [] : WITH_KEY),
    ...(operation.method === 'GET' ? [] : WITH_BODY),
    ...(operation.limit ? (['rate_limited'] as const) : []),
    ...operation.problems,
  ];
}

/** `admin` implies the others. Spec 5. */
export function grants(scopes: readonly Scope[], needed: Scope): boolean {
  return scopes.includes('admin') || scopes.includes(needed);
}
