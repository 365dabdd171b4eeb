// Which role the company's word gives someone: the highest that any of their groups stands for.

import { covers, type Role } from '@countersign/contract';
import type { OidcSettings } from '../../../config.ts';

/** Undefined: none. Without a map nobody gets a role this way. */
export function roleOf(
  { roleClaim, roles }: Pick<OidcSettings, 'roleClaim' | 'roles'>,
  claims: Readonly<Record<string, unknown>>,
): Role | undefined {
  const groups = groupsIn(claims, roleClaim);
  const given = roles.filter(({ group }) => group === '*' || groups.includes(group)).map(({ role }) => role);
  return given.reduce<Role | undefined>((best, role) => (best && covers(best, role) ? best : role), undefined);
}

/** A claim by its name, or by a path into it: `realm_access.roles`. */
function groupsIn(claims: Readonly<Record<string, unknown>>, name: string): readonly string[] {
  const found = Object.hasOwn(claims, name) ? claims[name] : name.split('.').reduce<unknown>(step, claims);
  const list = Array.isArray(found) ? found : [found];
  return list.filter((group) => typeof group === 'string');
}

function step(value: unknown, part: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, part)
    ? (value as Record<string, unknown>)[part]
    : undefined;
}
