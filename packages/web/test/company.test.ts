// What is said to whoever comes back from the company without being signed in.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { companyFailure } from '../src/people/company.ts';

function after(hash: string): string | undefined {
  Object.defineProperty(globalThis, 'location', { value: { hash }, configurable: true });
  return companyFailure();
}

test('a reason that is known has its own words, any other the same', () => {
  assert.equal(after(''), undefined);
  assert.equal(after('#oidc=denied'), 'The company sign-in said no.');
  const others = ['#oidc=nothing_known', '#oidc=constructor', '#oidc=valueof', '#oidc=__proto__'].map(after);
  assert.deepEqual(new Set(others).size, 1);
  assert.match(String(others[0]), /^The answer of the company sign-in could not be trusted/);
});
