// What each role may do, and how people sign in, in words.

import type { Reviewer, Role } from '@countersign/contract';
import type { Plain } from '../i18n/translate.ts';

export const ROLES: readonly (readonly [Role, Plain])[] = [
  ['viewer', 'Sees everything that waits and was decided'],
  ['reviewer', 'Also approves, rejects and edits'],
  ['admin', 'Also changes keys, people and settings'],
];

/** How someone signs in. */
export const METHODS = {
  passkey: 'passkey',
  password: 'password',
  recovery_code: 'recovery code',
  mail: 'mailed link',
  oidc: 'company account',
} as const satisfies Record<Reviewer['methods'][number], Plain>;
