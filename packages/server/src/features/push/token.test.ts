// The button on a notification: one text for one decision, so that whoever remembers that text knows that it was used.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newToken, readToken } from './token.ts';

const secret = Buffer.alloc(32, 7);
const now = 1_800_000_000;
const about = {
  project_id: 'prj_1',
  owner_id: 'rev_1',
  action_id: 'act_1',
  digest: 'd',
  decision: 'approve',
} as const;

test('a token is read as it was written, until its time is over, and for nothing else', () => {
  const token = newToken(secret, { ...about, subscription_id: 'psh_1', now, expires_at: now + 300 });
  const opened = { subscription_id: 'psh_1', expires_at: now + 300 };
  assert.deepEqual(readToken(secret, token, { ...about, now }), opened);
  assert.equal(readToken(secret, token, { ...about, now: now + 300 }), undefined);
  assert.equal(readToken(secret, token, { ...about, decision: 'reject', now }), undefined);
});

test('the same token written otherwise is none: it would count as another, and work once more', () => {
  const token = newToken(secret, { ...about, subscription_id: 'psh_1', now, expires_at: now + 300 });
  const [subscription, until, mark] = token.split('.');
  for (const other of [`0${until}`, `00${until}`, `+${until}`, ` ${until}`, `${until}e0`]) {
    assert.equal(readToken(secret, `${subscription}.${other}.${mark}`, { ...about, now }), undefined, other);
  }
});
