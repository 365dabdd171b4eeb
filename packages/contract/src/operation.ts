// What an operation says about itself, once. Validator, types, OpenAPI, docs, SDK and tests read it from here.

import { type TObject, type TSchema, Type } from 'typebox';
import type { ProblemCode } from './problems.ts';

export const SCOPES = ['actions', 'watch', 'admin'] as const;
export type Scope = (typeof SCOPES)[number];

/** What a signed-in person may do; each role may all that the ones before it may. */
export const ROLES = ['viewer', 'reviewer', 'admin'] as const;
export type Role = (typeof ROLES)[number];

/** The token buckets; an operation without one is not limited. */
export type LimitName = 'create' | 'decide' | 'bulk' | 'list' | 'watchers' | 'run' | 'preview' | 'test' | 'verify';

export interface Operation {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly tag: string;
  /** What a key needs. `person`: no key will do, only someone signed in. `public`: no credential is asked for. */
  readonly scope: Scope | 'person' | 'public';
  /** The least role of someone signed in; without it, what the scope stands for: see `roleOf`. */
  readonly role?: Role;
  /** Someone signed in must have done so within the last ten minutes. */
  readonly fresh?: true;
  /** Made for our own pages: a request that a browser sends from elsewhere is refused. Always so when it has a session. */
  readonly sameOrigin?: true;
  readonly summary: string;
  readonly params?: TObject;
  readonly query?: TObject;
  /** Its query is somebody else's: whatever else is in it is passed over. */
  readonly openQuery?: true;
  readonly headers?: TObject;
  readonly body?: TSchema;
  /** Its body is somebody else's: handed on as the bytes that came, whatever they are. */
  readonly raw?: true;
  /** Its body carries content: up to 4 MiB, where others may have 64 KiB. */
  readonly large?: true;
  readonly limit?: LimitName;
  /** With this in its query it is another kind of work, and counts as that. */
  readonly limitWith?: { readonly query: string; readonly limit: LimitName };
  /** A POST that a client may send again when no answer came: the second is refused, or answered like the first. */
  readonly repeatable?: true;
  /**
   * Whoever calls it does what they asked about when the answer is an error: a refusal is a reply like any other, and says
   * no. Not with this word in the query, for those who know what an error means.
   */
  readonly failsClosed?: { readonly unless: string };
  readonly replies: Readonly<Record<number, TSchema>>;
  /** Media types of the 200 reply when it is a stream of text rather than one JSON value. */
  readonly streams?: readonly string[];
  /** May take minutes: its status is then sent ahead, and blanks until the JSON is there. */
  readonly slow?: true;
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
const WITH_CREDENTIAL: readonly ProblemCode[] = ['unauthenticated', 'insufficient_scope', 'cross_site'];
const WITH_BODY: readonly ProblemCode[] = ['malformed_json', 'too_large', 'unsupported_media_type'];

/** Every code the operation may answer: its own, and those that come with a credential, a body or a limit. */
export function problemsOf(operation: Operation): readonly ProblemCode[] {
  return [
    ...ALWAYS,
    ...(operation.scope === 'public' ? [] : WITH_CREDENTIAL),
    ...(operation.scope === 'public' && operation.sameOrigin ? (['cross_site'] as const) : []),
    ...(operation.fresh ? (['step_up_required'] as const) : []),
    ...(operation.method === 'GET' ? [] : WITH_BODY),
    ...(operation.limit ? (['rate_limited'] as const) : []),
    ...operation.problems,
  ];
}

/** `admin` implies the others. Spec 5. */
export function grants(scopes: readonly Scope[], needed: Scope): boolean {
  return scopes.includes('admin') || scopes.includes(needed);
}

/** The least role that may call it. Viewers read actions and watchers, reviewers also decide, admins do the rest. */
export function roleOf({ role, scope, method }: Operation): Role {
  if (role !== undefined) return role;
  if (scope === 'person' || (method === 'GET' && scope !== 'admin')) return 'viewer';
  return scope === 'actions' ? 'reviewer' : 'admin';
}

/** Whether someone of this role may do what needs that one. */
export function covers(role: Role, needed: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(needed);
}
