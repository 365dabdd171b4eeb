// What each role may do, in words.

import type { Role } from '@countersign/contract';

export const ROLES: readonly (readonly [Role, string])[] = [
  ['viewer', 'Sees everything that waits and was decided'],
  ['reviewer', 'Also approves, rejects and edits'],
  ['admin', 'Also changes keys, people and settings'],
];
