// Which operation a method and path lead to.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Problem } from '../base/problem.ts';
import { makeRouter } from './router.ts';

const at = (method: string, path: string) => ({ method, path });

const router = makeRouter([
  at('GET', '/actions'),
  at('POST', '/actions'),
  at('GET', '/actions/{id}'),
  at('POST', '/actions/bulk-decision'),
  at('POST', '/actions/{id}/decision'),
  at('DELETE', '/keys/{id}'),
  at('GET', '/a/{one}/b/{two}'),
]);

function assertProblem(method: string, path: string, code: string, allow?: string): void {
  assert.throws(
    () => router.find(method, path),
    (error) => error instanceof Problem && error.code === code && error.facts.headers?.allow === allow,
    `${method} ${path}`,
  );
}

test('a path leads to its operation, with its parameters', () => {
  assert.deepEqual(router.find('POST', '/actions'), { target: at('POST', '/actions'), params: {} });
  assert.deepEqual(router.find('GET', '/actions/act_1').params, { id: 'act_1' });
  assert.deepEqual(router.find('GET', '/a/1/b/2').params, { one: '1', two: '2' });
});

test('a fixed word goes before a parameter', () => {
  assert.deepEqual(router.find('POST', '/actions/bulk-decision').target.path, '/actions/bulk-decision');
});

test('HEAD is answered as GET', () => {
  assert.equal(router.find('HEAD', '/actions/act_1').target.method, 'GET');
});

test('trailing and double slashes say nothing', () => {
  for (const path of ['/actions/act_1/', '//actions//act_1', 'actions/act_1', '/actions/act_1///']) {
    assert.deepEqual(router.find('GET', path).params, { id: 'act_1' });
  }
});

test('a parameter is decoded once; what cannot be decoded stays as it is', () => {
  for (const [segment, id] of [
    ['a%20b', 'a b'],
    ['..%2Fproject', '../project'],
    ['%2525', '%25'],
    ['%E9', '%E9'],
    ['%', '%'],
    ['__proto__', '__proto__'],
  ]) {
    assert.deepEqual(router.find('GET', `/actions/${segment}`).params, { id });
  }
});

test('an unknown path is not_found, also where only longer paths exist', () => {
  for (const path of ['/', '', '/nothing', '/keys', '/a', '/a/1', '/a/1/b', '/actions/act_1/decision/x', '/Actions']) {
    assertProblem('GET', path, 'not_found');
  }
  for (const path of ['/constructor', '/__proto__', '/actions/act_1/toString']) assertProblem('GET', path, 'not_found');
});

test('of an unknown path it is said that the path is wrong, and where the others are', () => {
  assert.throws(() => router.find('POST', '/action'), /There is no such path\. .*\/v1.*\/docs/);
});

test('a method that the path does not have is method_not_allowed, and the answer names those it has', () => {
  assertProblem('PUT', '/actions', 'method_not_allowed', 'GET, HEAD, POST');
  assertProblem('GET', '/actions/act_1/decision', 'method_not_allowed', 'POST');
  assertProblem('HEAD', '/keys/key_1', 'method_not_allowed', 'DELETE');
  assertProblem('get', '/actions', 'method_not_allowed', 'GET, HEAD, POST');
  assertProblem('constructor', '/keys/key_1', 'method_not_allowed', 'DELETE');
});
