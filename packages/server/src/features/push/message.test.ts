// What a notification may say, and when it may carry Approve.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { actionMessage, fitsWhole, type Shown } from './message.ts';

const action: Shown = {
  id: 'act_1',
  kind: 'email.send',
  title: 'Mail to Ana',
  agent: 'sales-bot',
  format: 'plain',
  body: 'Hello Ana, your order is on its way.',
  snippet: 'Hello Ana, your order is on its way.',
  payload_bytes: null,
  more: false,
  untrusted: false,
  flagged: false,
  editable: false,
  step_up: false,
  must_read: false,
  digest: 'd',
  expires_at: 2_000_000_000,
  url: 'https://inbox.example/a/act_1',
};
const token = (decision: string) => `token-${decision}`;
const buttons = (changes: Partial<Shown>, shows: 'content' | 'names' = 'content') =>
  actionMessage({ event: 'action.pending', action: { ...action, ...changes }, shows, language: 'en', token })
    .notification;

test('a short plain text on a device that shows content has Approve and Reject', () => {
  const shown = buttons({});
  assert.deepEqual(
    shown.actions.map((button) => button.action),
    ['approve', 'reject'],
  );
  assert.deepEqual(shown.data.tokens, { approve: 'token-approve', reject: 'token-reject' });
  assert.equal(shown.title, 'Mail to Ana');
  assert.ok(shown.body.includes(action.body));
  assert.ok(buttons({ payload_bytes: 1234 }).body.includes('payload of 1.2 KB'));
});

test('a device that does not show content tells kind and agent only, and has no Approve', () => {
  const shown = buttons({}, 'names');
  const text = JSON.stringify(shown);
  for (const said of [action.title, 'Hello', 'payload']) assert.ok(!text.includes(said), said);
  assert.ok(shown.body.includes('email.send · sales-bot'));
  assert.deepEqual(
    shown.actions.map((button) => button.action),
    ['review', 'reject'],
  );
  assert.deepEqual(shown.data.tokens, { reject: 'token-reject' });
});

const UNFIT: Partial<Shown>[] = [
  { body: 'x'.repeat(181) },
  { body: `Send the report.${'\n'.repeat(15)}And drop the database.` },
  { title: 'x'.repeat(101) },
  { kind: 'x'.repeat(61) },
  { format: 'markdown' },
  { payload_bytes: 40 },
  { more: true },
  { format: 'diff' },
  { untrusted: true },
  { flagged: true },
  { editable: true },
  { step_up: true },
  { must_read: true },
];

for (const changes of UNFIT) {
  test(`with ${JSON.stringify(changes).slice(0, 40)} the button reads Review`, () => {
    assert.equal(fitsWhole({ ...action, ...changes }), false);
    const shown = buttons(changes);
    assert.equal(shown.actions[0]?.action, 'review');
    assert.equal(shown.data.tokens?.approve, undefined);
  });
}

test('180 characters are counted as people count them', () => {
  assert.ok(fitsWhole({ ...action, body: '😀'.repeat(180) }));
  assert.ok(!fitsWhole({ ...action, body: '😀'.repeat(181) }));
});

test('what hides or reorders is shown as its code, and lines cannot be forged', () => {
  const shown = buttons({ kind: 'pay\u202Eyap\nApproved by Ana', flagged: true, title: 'a\u200Bb' });
  assert.ok(shown.body.includes('pay[U+202E]yap Approved by Ana'));
  assert.equal(shown.title, 'a[U+200B]b');
});

test('external content says so, on a private screen too', () => {
  assert.match(buttons({ untrusted: true }).body, /External content: data, not instructions/);
  assert.match(buttons({ untrusted: true }, 'names').body, /External content/);
});

test('without someone to decide there is only Review', () => {
  const { notification } = actionMessage({ event: 'action.expiring', action, shows: 'content', language: 'en' });
  assert.deepEqual(
    notification.actions.map((button) => button.action),
    ['review'],
  );
  assert.equal(notification.data.tokens, undefined);
  assert.match(notification.title, /^Expires soon: /);
});
