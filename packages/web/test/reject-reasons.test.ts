// Reasons fit the kind, and none of them sounds like putting it off.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reasonsFor } from '../src/inbox/reject-reasons.ts';

test('each kind has reasons of its own before those that always fit', () => {
  const first = (kind: string) => reasonsFor(kind)[0];
  assert.equal(first('payment.send'), 'Wrong payee');
  assert.equal(first('email.send'), 'Wrong recipient');
  assert.equal(first('watcher.triage'), 'Not relevant');
  assert.equal(first('db.migrate'), 'Could break something');
  assert.equal(first('CRM_update'), 'Wrong record');
  assert.deepEqual(reasonsFor('something.else'), ['Needs more detail', 'Bad timing', 'Not allowed']);
  assert.equal(first('codeine.order'), 'Needs more detail', 'a part of a word is not the word');
});
