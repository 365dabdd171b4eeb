// What an operator reads when PostgreSQL is not there; of files, test/engines/damage.test.ts.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { whyNoServer } from './cannot-open.ts';

const URL_WITH_PASSWORD = 'postgres://me:s3cret@db.example:5433/name';

test('an attempt at several addresses, which says nothing itself, is told by the first of them', () => {
  const refused = [new Error('connect ECONNREFUSED ::1:5432'), new Error('connect ECONNREFUSED 127.0.0.1:5432')];
  const { message } = whyNoServer('postgres://localhost/name', new AggregateError(refused, ''));
  assert.match(
    message,
    /^Cannot reach PostgreSQL at localhost: connect ECONNREFUSED ::1:5432\. DATABASE_URL says where/,
  );
});

test('where it is said, and never with what password', () => {
  const { message } = whyNoServer(URL_WITH_PASSWORD, new Error('password authentication failed for user "me"'));
  assert.match(message, /at db\.example:5433: password authentication failed for user "me"\. /);
  assert.doesNotMatch(message, /s3cret/);
});

test('where TLS is in the way, what to write is said', () => {
  const unknown = new Error(
    'self-signed certificate; if the root CA is installed locally, try running Node.js with --use-system-ca',
  );
  assert.match(whyNoServer(URL_WITH_PASSWORD, unknown).message, /sslmode=verify-full&sslrootcert=FILE/);
  const none = new Error('The server does not support SSL connections');
  assert.match(whyNoServer(URL_WITH_PASSWORD, none).message, /sslmode=disable/);
});

test('a password that is asked for and not given is named', () => {
  const error = new Error('SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string');
  assert.match(whyNoServer('postgres://me@db.example/name', error).message, /DATABASE_URL has none/);
});
