// What the shapes of people, sessions and credentials have in common.

import { Type } from 'typebox';
import { ROLES } from './operation.ts';

export const closed = { additionalProperties: false } as const;

/** One line, and not of spaces only. */
export const Name = Type.String({ minLength: 1, maxLength: 100, pattern: '^[^\\r\\n]*[^\\s][^\\r\\n]*$' });
/** One plain address: nothing in it begins another one or ends a header. */
export const Email = Type.String({
  maxLength: 254,
  pattern: '^[^\\s@<>()\\[\\]\\\\,;:"]{1,64}@[^\\s@<>()\\[\\]\\\\,;:"]+$',
  description: 'Kept in small letters',
});
export const Login = Type.String({
  minLength: 1,
  maxLength: 64,
  pattern: '^[a-z0-9][a-z0-9._@+-]*$',
  description: 'What is typed to sign in with a password or a recovery code; unique on the server',
});
export const RoleName = Type.Enum(ROLES);

export const SIGN_IN_METHODS = ['passkey', 'password', 'recovery_code', 'mail', 'oidc'] as const;
export const MethodList = Type.Array(Type.Enum(SIGN_IN_METHODS));

export const TotpCode = Type.String({ minLength: 6, maxLength: 12, pattern: '^[0-9]( ?[0-9])*$' });

export const listOf = <T extends Type.TSchema>(item: T) => Type.Object({ items: Type.Array(item) });
