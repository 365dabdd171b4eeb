// The highest role that any group stands for, wherever the company keeps its groups.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { roleOf } from './role-of.ts';

const roles = [
  { group: 'boss', role: 'admin' },
  { group: 'desk', role: 'reviewer' },
] as const;

test('the highest of all groups counts; no group, no role', () => {
  const settings = { roleClaim: 'groups', roles };
  assert.equal(roleOf(settings, { groups: ['desk', 'boss', 'other'] }), 'admin');
  assert.equal(roleOf(settings, { groups: ['boss', 'desk'] }), 'admin');
  assert.equal(roleOf(settings, { groups: 'desk' }), 'reviewer');
  for (const claims of [{}, { groups: [] }, { groups: ['*', 'Boss'] }, { groups: [{ boss: 1 }] }, { groups: null }]) {
    assert.equal(roleOf(settings, claims), undefined);
  }
});

test('a star is for everyone, and no map is for nobody', () => {
  assert.equal(roleOf({ roleClaim: 'groups', roles: [...roles, { group: '*', role: 'viewer' }] }, {}), 'viewer');
  assert.equal(roleOf({ roleClaim: 'groups', roles: [] }, { groups: ['boss'] }), undefined);
});

test('a path leads into a claim, and never into what every object has', () => {
  assert.equal(roleOf({ roleClaim: 'realm_access.roles', roles }, { realm_access: { roles: ['boss'] } }), 'admin');
  assert.equal(
    roleOf({ roleClaim: 'https://x.example/roles', roles }, { 'https://x.example/roles': ['desk'] }),
    'reviewer',
  );
  assert.equal(roleOf({ roleClaim: 'constructor.name', roles: [{ group: 'Object', role: 'admin' }] }, {}), undefined);
});
