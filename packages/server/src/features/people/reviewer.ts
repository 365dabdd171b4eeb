// What a reviewer is: role, login, preferences; and how a record of one is shown.

import type { MeUpdate, Preferences, Reviewer, Role, Scope } from '@countersign/contract';
import { normalized } from '../../base/normalize.ts';
import type { ReviewerRow } from '../../storage/schema.ts';

const DEFAULT_PREFERENCES: Preferences = {
  locale: 'auto',
  theme: 'auto',
  density: 'comfortable',
  undo_s: 5,
  single_keys: true,
  keys: {},
  splits: [],
  push_digest_s: 0,
};

const SCOPES_OF: Readonly<Record<Role, readonly Scope[]>> = { viewer: [], reviewer: ['actions'], admin: ['admin'] };

export function scopesOf(role: Role): readonly Scope[] {
  return SCOPES_OF[role];
}

export function preferencesOf({ preferences }: Pick<ReviewerRow, 'preferences'>): Preferences {
  return { ...DEFAULT_PREFERENCES, ...(JSON.parse(preferences) as Partial<Preferences>) };
}

/** What is kept after the change: only what is not as it would be anyway. */
export function changedPreferences(row: Pick<ReviewerRow, 'preferences'>, changes: MeUpdate): string {
  const { name, email, login, ...chosen } = changes;
  const all = { ...preferencesOf(row), ...chosen };
  const differing = Object.entries(all).filter(
    ([key, value]) =>
      value !== null && JSON.stringify(value) !== JSON.stringify(DEFAULT_PREFERENCES[key as keyof Preferences]),
  );
  return JSON.stringify(Object.fromEntries(differing));
}

/** A first login made from the name: `Dana Novák` is `dana.novak`. The `attempt` makes it another one. */
export function loginFrom(name: string, attempt: number): string {
  const plain = normalized(name, 'NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '.')
    .replace(/^\.|\.$/g, '')
    .slice(0, 40);
  const login = plain === '' ? 'reviewer' : plain;
  return attempt === 0 ? login : `${login}-${attempt + 1}`;
}

/** How someone can sign in, whatever the address. */
export function methodsOf(
  { id, password }: Pick<ReviewerRow, 'id' | 'password'>,
  owners: Readonly<Record<'passkey' | 'recovery_code' | 'oidc', ReadonlySet<string>>>,
): Reviewer['methods'] {
  return [
    ...(owners.passkey.has(id) ? (['passkey'] as const) : []),
    ...(password === null ? [] : (['password'] as const)),
    ...(owners.recovery_code.has(id) ? (['recovery_code'] as const) : []),
    ...(owners.oidc.has(id) ? (['oidc'] as const) : []),
  ];
}

export function viewReviewer(row: ReviewerRow, methods: Reviewer['methods']): Reviewer {
  return {
    id: row.id,
    name: row.name,
    ...(row.email === null ? {} : { email: row.email }),
    role: row.role,
    status: row.status === 'invited' ? 'invited' : 'active',
    methods,
    ...(row.last_seen_at === null ? {} : { last_seen_at: row.last_seen_at }),
    created_at: row.created_at,
  };
}
