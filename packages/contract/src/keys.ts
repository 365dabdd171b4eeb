// API keys. The raw key leaves the service once, in the answer that makes it. Spec 2.4, 3.2, 5.

import { Type } from 'typebox';
import { ById, NoContent, type Operation, SCOPES } from './operation.ts';

/** What a secret scanner looks for. The last six characters are a checksum of the rest. */
export const KEY_PATTERN = 'csk_[A-Za-z0-9_-]{49}';

const ScopeList = Type.Array(Type.Enum(SCOPES), { minItems: 1 });

export const KeyCreate = Type.Object(
  { name: Type.String({ minLength: 1, maxLength: 100 }), scopes: ScopeList },
  { additionalProperties: false },
);
export type KeyCreate = Type.Static<typeof KeyCreate>;

const keyMembers = {
  id: Type.String(),
  project_id: Type.String(),
  prefix: Type.String({ description: 'The first 16 characters, for display' }),
  name: Type.String(),
  scopes: ScopeList,
  created_at: Type.Integer(),
};

export const Key = Type.Object({
  ...keyMembers,
  last_used_at: Type.Union([Type.Integer(), Type.Null()]),
  revoked: Type.Boolean(),
});
export type Key = Type.Static<typeof Key>;

export const KeyCreated = Type.Object({
  ...keyMembers,
  key: Type.String({ description: 'The raw key; it is never shown again' }),
  note: Type.String(),
});
export type KeyCreated = Type.Static<typeof KeyCreated>;

export const KeyList = Type.Object({ items: Type.Array(Key) });

export const keyOperations = {
  createKey: {
    method: 'POST',
    path: '/keys',
    tag: 'Keys',
    scope: 'admin',
    fresh: true,
    summary: 'Make a key; its raw form is in this answer only',
    body: KeyCreate,
    replies: { 201: KeyCreated },
    problems: [],
  },
  listKeys: {
    method: 'GET',
    path: '/keys',
    tag: 'Keys',
    scope: 'admin',
    summary: 'List the keys of the project, revoked ones too',
    replies: { 200: KeyList },
    problems: [],
  },
  revokeKey: {
    method: 'DELETE',
    path: '/keys/{id}',
    tag: 'Keys',
    scope: 'admin',
    fresh: true,
    summary: 'Revoke a key for good',
    params: ById,
    replies: { 204: NoContent },
    problems: ['not_found'],
  },
} as const satisfies Record<string, Operation>;
