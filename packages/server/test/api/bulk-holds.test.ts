// Many decided at once: what is left out and why, what can be taken back; who has looked, and who wants to see it later.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { BulkHeld, BulkUndone, InboxPage, InboxRow, TimelineItem } from '@countersign/contract';
import type { Countersign } from '@countersign/sdk';
import { inTransaction } from '../../src/storage/database.ts';
import { clientOf, proposal } from '../support/given.ts';
import { type Browser, givenPerson } from '../support/people.ts';
import { type Service, startService } from '../support/start-service.ts';
import { assertProblem } from '../support/wire.ts';

let service: Service;
let admin: Countersign;
let sam: Browser;
let ana: Browser;

before(async () => {
  service = await startService();
  admin = clientOf(service, service.adminKey);
  await admin.createRule({ name: 'Ledger', rule_action: 'require_step_up', kind_pattern: 'ledger.*' });
  await admin.updateProject({ settings: { must_read_kinds: ['contract.*'] } });
  sam = await givenPerson(service, 'reviewer', { name: 'Sam' });
  ana = await givenPerson(service, 'reviewer', { name: 'Ana' });
});
after(() => service.stop());

const ask = async (changes = {}) => {
  const { id, digest } = await admin.createAction(proposal(changes));
  return { id, digest };
};
const hold = (items: readonly object[], more: object = {}, who = sam) =>
  who.ask<BulkHeld>('POST', '/actions/bulk-decision-hold', { items, decision: 'approve', ...more });
const undo = (ids: readonly string[], who = sam) =>
  who.ask<BulkUndone>('DELETE', '/actions/bulk-decision-hold', { ids });
const statusOf = async (id: string) => (await admin.getAction(id)).status;
const seen = (id: string, view: object, who = sam) => who.ask('POST', `/actions/${id}/seen`, view);
const rowOf = async (id: string, who = sam) =>
  (await who.ask<InboxPage>('GET', '/inbox?limit=200')).items.find((row) => row.id === id) as InboxRow;
const now = () => Math.floor(service.world.nowMs() / 1000);

describe('many at once', () => {
  test('decided at once by someone signed in are decided on the web, as one by itself is; by a key through the API', async () => {
    const [mine, theirs] = [await ask(), await ask()];
    const bulk = (id: string) => ({ ids: [id], decision: 'approve' as const });
    await sam.ask('POST', '/actions/bulk-decision', bulk(mine.id));
    await admin.bulkDecide(bulk(theirs.id));
    const channels = [mine, theirs].map(async ({ id }) => (await admin.getAction(id)).decision?.channel);
    assert.deepEqual(await Promise.all(channels), ['web', 'api']);
  });

  test('are held together, agents see nothing of it, and then all are decided with the same reason', async () => {
    const items = [await ask(), await ask(), await ask()];
    const ids = items.map(({ id }) => id);
    const answer = await hold(items, { decision: 'reject', comment: 'Not now' });
    assert.deepEqual([answer.held, answer.left_out], [ids, []]);
    assert.ok(answer.commits_at >= now() + 9 && answer.commits_at <= now() + 11);
    for (const id of ids) assert.equal(await statusOf(id), 'pending');
    service.wind(11);
    for (const id of ids) {
      assert.equal((await admin.waitForDecision(id)).status, 'rejected');
      assert.partialDeepStrictEqual((await admin.getAction(id)).decision, { comment: 'Not now', channel: 'web' });
    }
  });

  test('an approval leaves out what should be looked at by itself, and says why', async () => {
    const external = await ask();
    await inTransaction(service.running.app, (tx) =>
      tx.q.updateTable('actions').set({ untrusted: 1 }).where('id', '=', external.id).execute(),
    );
    const decided = await ask();
    await admin.decideAction(decided.id, { decision: 'reject' });
    const expired = await ask({ expires_in: 300 });
    service.wind(301);
    const fine = await ask();
    const items = {
      warning: await ask({ title: 'Pay раypal.com' }),
      external,
      step_up: await ask({ kind: 'ledger.close' }),
      must_read: await ask({ kind: 'contract.sign' }),
      unopened: await ask({ editable: ['title'] }),
      already_decided: decided,
      expired,
      not_found: { id: 'act_nowhere', digest: 'x' },
      stale_digest: { ...(await ask()), digest: 'another' },
    };
    const long = await ask({ preview: { body: 'word '.repeat(60) } });
    const patch = await ask({ preview: { format: 'diff', body: '--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n' } });
    const answer = await hold([...Object.values(items), long, patch, fine, fine]);
    assert.deepEqual(answer.held, [fine.id]);
    assert.deepEqual(answer.left_out, [
      ...Object.entries(items).map(([why, { id }]) => ({ id, why })),
      { id: long.id, why: 'unopened' },
      { id: patch.id, why: 'unopened' },
    ]);
    await undo([fine.id]);

    await seen(items.unopened.id, { ms: 0, end: false }, ana);
    assert.deepEqual((await hold([items.unopened])).held, [], 'someone else has opened it');
    await seen(items.unopened.id, { ms: 0, end: false });
    assert.deepEqual((await hold([items.unopened])).held, [items.unopened.id]);
    await undo([items.unopened.id]);
  });

  test('nothing is approved unopened of which the line does not tell every word', async () => {
    const rules = '\n---'.repeat(700);
    const gap = ' '.repeat(150);
    const hiding = {
      'past what the line was made of': {
        preview: { format: 'markdown', body: `Tidy up.${rules}\n\nThen drop the database.` },
      },
      'behind wide gaps': { preview: { body: `${`Tidy${gap}`.repeat(14)}then drop the database.` } },
      'in the address of a link': {
        preview: { format: 'markdown', body: 'Pay [the invoice](https://evil.example/all).' },
      },
      'in a line that looks like a rule': { preview: { format: 'markdown', body: 'Tidy up.\n---drop the database' } },
      'after the mark of a fence': { preview: { format: 'markdown', body: 'Tidy up.\n```drop the database\n```' } },
      'in the number of a list': { preview: { format: 'markdown', body: '1000. refunds for Ana' } },
      'in a mark that is a word': { preview: { format: 'markdown', body: 'rm -rf ~/tmp' } },
      'in a payload': { payload: { amount: 9999 } },
      'in a target': { target_url: 'https://evil.example/all' },
      'in how to undo it': { undo: 'Nobody can.' },
      'in that it cannot be safely repeated': { idempotent: false },
    } as const;
    for (const [where, changes] of Object.entries(hiding)) {
      const item = await ask(changes);
      assert.deepEqual((await hold([item])).left_out, [{ id: item.id, why: 'unopened' }], where);
      await seen(item.id, { ms: 0, end: false });
      assert.deepEqual((await hold([item])).held, [item.id], where);
      await undo([item.id]);
    }
    const told = await ask({ preview: { format: 'markdown', body: '# Tidy up\n\n- the `logs`\n- the **old** ones' } });
    assert.deepEqual((await hold([told])).held, [told.id]);
    assert.equal((await rowOf(told.id)).snippet, 'Tidy up the logs the old ones');
    await undo([told.id]);
  });

  test('a rejection leaves out only what cannot be decided any more', async () => {
    const items = [
      await ask({ title: 'Pay раypal.com' }),
      await ask({ kind: 'ledger.close' }),
      await ask({ kind: 'contract.sign' }),
      await ask({ editable: ['title'] }),
    ];
    const answer = await hold(items, { decision: 'reject', seconds: 0 });
    assert.equal(answer.held.length, 4);
    for (const { id } of items) assert.equal((await admin.waitForDecision(id)).status, 'rejected');
  });

  test('one undo covers them all, and names what is too late; nobody undoes for another', async () => {
    const items = [await ask(), await ask()];
    const [first, second] = items.map(({ id }) => id) as [string, string];
    await hold(items);
    await undo([first, second], ana);
    for (const id of [first, second]) assert.equal((await rowOf(id)).held_by?.name, 'Sam');
    await admin.decideAction(first, { decision: 'reject' });
    assert.deepEqual(await undo([first, second, 'act_nowhere']), {
      undone: [second],
      too_late: [first, 'act_nowhere'], // somebody else has decided it
      failed: [],
    });
    service.wind(11);
    assert.deepEqual([await statusOf(first), await statusOf(second)], ['rejected', 'pending']);
  });

  test('asked once more for want of an answer, what was taken back is named so again; what counts is too late', async () => {
    const { id: rule } = await admin.createRule({
      name: 'Two',
      rule_action: 'require_n_approvers',
      outcome_params: { n: 2 },
      kind_pattern: 'deploy.*',
    });
    const [given, taken] = [await ask({ kind: 'deploy.web' }), await ask()];
    await hold([given], { seconds: 0 });
    await hold([taken]);
    const ids = [given.id, taken.id];
    const answer = { undone: [taken.id], too_late: [given.id], failed: [] };
    assert.deepEqual([await undo(ids), await undo(ids)], [answer, answer]);
    service.wind(11);
    assert.equal(await statusOf(taken.id), 'pending');
    await admin.deleteRule(rule);
  });

  test('at least one and at most fifty, by reviewers', async () => {
    const item = await ask();
    const viewer = await givenPerson(service, 'viewer');
    const send = (body: object, who = sam) => who.send('POST', '/actions/bulk-decision-hold', body);
    assertProblem(await send({ items: [item], decision: 'approve' }, viewer), 'insufficient_scope');
    assertProblem(await send({ items: [], decision: 'approve' }), 'validation_failed');
    assertProblem(await send({ items: Array(51).fill(item), decision: 'approve' }), 'validation_failed');
    assertProblem(await send({ items: [item], decision: 'approve', seconds: 31 }), 'validation_failed');
    assert.equal(await statusOf(item.id), 'pending');
  });
});

test('colleagues see who looks at an action until they have looked, and the timeline keeps for how long', async () => {
  const { id } = await ask();
  await seen(id, { ms: 0, end: false });
  assert.deepEqual((await rowOf(id, ana)).looking, [{ id: sam.id, name: 'Sam' }]);
  assert.deepEqual((await rowOf(id)).looking, [], 'not oneself');
  await seen(id, { ms: 4100, end: true });
  assert.deepEqual((await rowOf(id, ana)).looking, []);
  await seen(id, { ms: 0, end: false });
  service.wind(121);
  assert.deepEqual((await rowOf(id, ana)).looking, [], 'who left without a word is not looking for ever');
  const { items } = await sam.ask<{ items: TimelineItem[] }>('GET', `/actions/${id}/timeline`);
  assert.partialDeepStrictEqual(
    items.filter(({ event }) => event === 'action.seen'),
    [{ actor: { name: 'Sam' }, data: { ms: 4100, end: true } }],
  );
  assertProblem(await sam.send('POST', '/actions/act_nowhere/seen', { ms: 0, end: false }), 'not_found');
});

test('a snooze is for me alone, ends by itself, and never reaches past the expiry', async () => {
  const { id } = await ask({ expires_in: 3600 });
  const later = (until: number) => sam.send('POST', `/actions/${id}/snooze`, { until });
  assertProblem(await later(now() - 1), 'validation_failed');
  assertProblem(await later(now() + 3600), 'validation_failed');
  const until = now() + 1800;
  assert.equal((await later(until)).status, 204);
  assert.equal((await rowOf(id)).snoozed_until, until);
  assert.equal((await rowOf(id, ana)).snoozed_until, undefined);
  assert.equal((await sam.send('DELETE', `/actions/${id}/snooze`)).status, 204);
  assertProblem(await sam.send('DELETE', `/actions/${id}/snooze`), 'not_found');
  await later(now() + 60);
  service.wind(61);
  assert.equal((await rowOf(id)).snoozed_until, undefined);
  await admin.decideAction(id, { decision: 'reject' });
  assertProblem(await later(now() + 60), 'already_decided');
});
