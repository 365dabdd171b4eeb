// Deciding: who may, on what, with which edits; and what everyone sees afterwards.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CountersignProblem } from '@countersign/sdk';
import { decided, givenAgent, givenApproved, givenService, problem, proposal } from '../support/given.ts';
import type { Service } from '../support/start-service.ts';
import { until } from '../support/until.ts';

test('a second decision gets 409 with the true status and changes nothing', async (t) => {
  const { admin } = await givenService(t);
  const { id } = await admin.createAction(proposal());
  await admin.decideAction(id, { decision: 'reject' });
  const before = await admin.getAction(id);
  await assert.rejects(admin.decideAction(id, { decision: 'approve' }), (error: unknown) => {
    assert.ok(error instanceof CountersignProblem);
    assert.deepEqual([error.code, error.problem.current_status], ['already_decided', 'rejected']);
    assert.match(
      error.problem.detail ?? '',
      new RegExp(`^Action ${id} was rejected \\d+ s ago by First admin key\\.$`),
    );
    return true;
  });
  assert.deepEqual(await admin.getAction(id), before);
});

test('whoever decides the same again, because the answer was lost, is told that it was them; nobody else is', async (t) => {
  const given = await givenService(t);
  const { admin } = given;
  const other = await givenAgent(given);
  const { id } = await admin.createAction(proposal());
  const saysYou = (client: typeof admin, decision: 'approve' | 'reject') =>
    client.decideAction(id, { decision }).catch((error: unknown) => {
      assert.ok(error instanceof CountersignProblem && error.code === 'already_decided', String(error));
      return error.problem.decided_by_you;
    });
  const both = await Promise.all([saysYou(admin, 'approve'), saysYou(admin, 'approve')]);
  assert.deepEqual(
    both.filter((answer) => typeof answer !== 'object'),
    [true],
    'of two at once, too',
  );
  assert.equal(await saysYou(admin, 'approve'), true);
  assert.equal(await saysYou(admin, 'reject'), undefined);
  assert.equal(await saysYou(other, 'approve'), undefined);
});

test('whoever reports the same again, because the answer was lost, is told that it was them; nobody else is', async (t) => {
  const given = await givenService(t);
  const { admin } = given;
  const other = await givenAgent(given);
  const { id } = await givenApproved(admin);
  const result = { status: 'executed', detail: 'done', payload: { n: 1 } } as const;
  const saysYou = (client: typeof admin, report: Parameters<typeof admin.reportResult>[1]) =>
    client.reportResult(id, report).catch((error: unknown) => {
      assert.ok(error instanceof CountersignProblem && error.code === 'not_approved', String(error));
      assert.equal(error.problem.current_status, 'executed');
      return error.problem.reported_by_you;
    });
  const both = await Promise.all([saysYou(admin, result), saysYou(admin, result)]);
  assert.deepEqual(
    both.filter((answer) => typeof answer !== 'object'),
    [true],
    'of two at once, too',
  );
  assert.equal(await saysYou(admin, result), true);
  assert.equal(await saysYou(other, result), undefined);
  for (const change of [{ status: 'execute_failed' }, { detail: 'Done' }, { detail: undefined }, { payload: { n: 2 } }])
    assert.equal(await saysYou(admin, { ...result, ...change } as typeof result), undefined, JSON.stringify(change));
});

test('expiry is a fact at read, in lists and at decision, whether or not anything has noticed', async (t) => {
  const { service, admin } = await givenService(t);
  const { id, expires_at } = await admin.createAction(proposal({ expires_in: 300 }));
  service.wind(301);
  const read = await admin.getAction(id);
  assert.deepEqual([read.status, read.decision, read.updated_at], ['expired', null, expires_at]);
  assert.equal((await admin.listActions({ status: 'pending' })).items.length, 0);
  assert.equal((await admin.listActions({ status: 'expired' })).items[0]?.id, id);
  await assert.rejects(admin.decideAction(id, { decision: 'approve' }), problem('expired'));
  await assert.rejects(admin.reportResult(id, { status: 'executed' }), problem('not_approved'));
});

test('an approved action does not expire', async (t) => {
  const { service, admin } = await givenService(t);
  const { id } = await admin.createAction(proposal({ expires_in: 300 }));
  await admin.decideAction(id, { decision: 'approve' });
  service.wind(3_000_000);
  assert.equal((await admin.getAction(id)).status, 'approved');
});

test('a decision on another digest is refused and nothing is approved', async (t) => {
  const { admin } = await givenService(t);
  const { id, digest } = await admin.createAction(proposal());
  await assert.rejects(
    admin.decideAction(id, { decision: 'approve' }, { digest: 'f'.repeat(64) }),
    problem('stale_digest'),
  );
  assert.equal((await admin.getAction(id)).status, 'pending');
  await admin.decideAction(id, { decision: 'approve' }, { digest });
});

test('an edit outside editable is refused, named, and the action stays pending', async (t) => {
  const { admin } = await givenService(t);
  const { id } = await admin.createAction(proposal({ editable: ['preview.body', 'title'], payload: { a: 1 } }));
  const wrong: Record<string, unknown>[] = [
    { 'payload.a': 2 },
    { kind: 'x' },
    { 'preview.body': 7 },
    { 'preview.body': 'x'.repeat(262_145) },
    { title: 'two\nlines' },
    { title: '' },
    { preview: { format: 'diff' } },
    { preview: {} },
    { constructor: 1 },
  ];
  for (const edited of wrong) {
    await assert.rejects(admin.decideAction(id, { decision: 'approve', edited }), (error: unknown) => {
      assert.ok(error instanceof CountersignProblem, String(error));
      assert.equal(error.code, 'not_editable');
      assert.equal(error.problem.invalid_keys?.length, 1, JSON.stringify(error.problem));
      assert.deepEqual(error.problem.editable, ['preview.body', 'title']);
      return true;
    });
  }
  assert.equal((await admin.getAction(id)).status, 'pending');
});

test('edits sent with a rejection are ignored', async (t) => {
  const { admin } = await givenService(t);
  const { id } = await admin.createAction(proposal());
  const decided = await admin.decideAction(id, { decision: 'reject', edited: { nonsense: 1 } });
  assert.equal(decided.status, 'rejected');
  assert.equal(decided.final_preview, undefined);
  assert.equal('diff' in decided, false);
});

test('an edited title and link reach the agent; the original stays', async (t) => {
  const { admin } = await givenService(t);
  const { id } = await admin.createAction(
    proposal({ title: 'Old', target_url: 'https://a.example/', editable: ['title', 'target_url', 'preview.format'] }),
  );
  const edited = { title: 'New', target_url: 'https://b.example/', 'preview.format': 'markdown' };
  const { decision, diff } = await decided(admin, id, { decision: 'approve', edited });
  assert.deepEqual([decision.final_title, decision.final_target_url], ['New', 'https://b.example/']);
  assert.equal(decision.final_preview?.format, 'markdown');
  assert.match(diff ?? '', /^--- title\n\+\+\+ title\n@@ -1,1 \+1,1 @@\n-Old\n/);
  const read = await admin.getAction(id);
  assert.deepEqual([read.title, read.target_url, read.preview.format], ['Old', 'https://a.example/', 'plain']);
});

test('a long list of a payload can be edited whole', async (t) => {
  const { admin } = await givenService(t);
  const rows = Array.from({ length: 20_000 }, (_, n) => n);
  const { id } = await admin.createAction(proposal({ payload: { rows }, editable: ['payload.rows'] }));
  const changed = [...rows.slice(1), 7];
  await admin.decideAction(id, { decision: 'approve', edited: { 'payload.rows': changed } });
  assert.equal(JSON.stringify((await admin.getAction(id)).payload), JSON.stringify({ rows: changed }));
});

test('an edit to the same value is no edit', async (t) => {
  const { admin } = await givenService(t);
  const { id } = await admin.createAction(proposal({ editable: ['preview.body'] }));
  const { diff, decision } = await decided(admin, id, {
    decision: 'approve',
    edited: { 'preview.body': 'Do it.' },
  });
  assert.deepEqual([diff, decision.edited_fields], [null, []]);
});

test('the default channel is api, an empty one too, and the decider is named', async (t) => {
  const given = await givenService(t);
  const agent = await givenAgent(given, 'Buying agent');
  const { id } = await agent.createAction(proposal());
  const { decision } = await decided(agent, id, { decision: 'approve', channel: '' });
  assert.deepEqual([decision.channel, decision.decided_by.name, decision.self_decided], ['api', 'Buying agent', true]);
  const other = await agent.createAction(proposal());
  assert.equal(
    (await decided(given.admin, other.id, { decision: 'approve', channel: 'cli' })).decision.self_decided,
    false,
  );
});

test('a key may name where it stands, but not one of our own channels', async (t) => {
  const given = await givenService(t);
  const agent = await givenAgent(given);
  const recorded: Record<string, string | undefined> = {};
  for (const channel of [
    'web',
    'push',
    'email',
    'slack',
    'discord',
    'telegram',
    'rule',
    'Slack',
    'WEB',
    'cli',
    'tool',
    'mcp',
    'my-bot',
  ]) {
    const { id } = await agent.createAction(proposal());
    recorded[channel] = (await decided(agent, id, { decision: 'reject', channel })).decision.channel;
    const other = await agent.createAction(proposal());
    await agent.holdDecision(other.id, { decision: 'reject', seconds: 0, channel });
    assert.equal((await agent.getAction(other.id)).decision?.channel, recorded[channel], channel);
    const { items } = await given.admin.listAudit({ entity_id: id, type: 'action.rejected' });
    assert.equal(items[0]?.channel, recorded[channel], channel);
  }
  const { cli, tool, mcp, 'my-bot': named, ...ours } = recorded;
  assert.deepEqual([cli, tool, mcp, named], ['cli', 'tool', 'mcp', 'my-bot']);
  assert.deepEqual(new Set(Object.values(ours)), new Set(['api']));
});

test('deciders: not_creator keeps the creator out, people keeps every key out, everywhere', async (t) => {
  const given = await givenService(t);
  const { admin } = given;
  const agent = await givenAgent(given);
  const { id } = await agent.createAction(proposal());

  await admin.updateProject({ settings: { deciders: 'not_creator' } });
  await assert.rejects(agent.decideAction(id, { decision: 'approve' }), problem('self_decision_forbidden'));
  const bulk = await agent.bulkDecide({ ids: [id], verdict: 'approve' });
  assert.deepEqual(bulk.results, [{ id, ok: false, error: 'self_decision_forbidden' }]);

  await admin.updateProject({ settings: { deciders: 'people' } });
  await assert.rejects(admin.decideAction(id, { decision: 'reject' }), problem('people_only'));
  assert.equal((await admin.getAction(id)).status, 'pending');

  await admin.updateProject({ settings: { deciders: 'not_creator' } });
  await admin.decideAction(id, { decision: 'approve' });
});

test('a bulk decision decides each item by itself, once, and tells the truth about each', async (t) => {
  const { service, admin } = await givenService(t);
  const late = await admin.createAction(proposal({ expires_in: 300 }));
  service.wind(301);
  const [one, two, gone] = await Promise.all([1, 2, 3].map(() => admin.createAction(proposal())));
  assert.ok(one && two && gone);
  await admin.decideAction(gone.id, { decision: 'reject' });
  const ids = [two.id, one.id, two.id, gone.id, late.id, 'act_nothing', 'x y'];
  const { results, succeeded, failed } = await admin.bulkDecide({ ids, decision: 'approve', comment: 'Fine.' });
  assert.deepEqual([succeeded, failed], [2, 4]);
  assert.deepEqual(
    results.map(({ id }) => id),
    [...new Set(ids)],
  );
  const byId = Object.fromEntries(results.map(({ id, ...rest }) => [id, rest]));
  assert.deepEqual(byId[one.id], { ok: true, status: 'approved' });
  assert.deepEqual(byId[gone.id], { ok: false, error: 'already_decided', current_status: 'rejected' });
  assert.deepEqual(byId[late.id], { ok: false, error: 'expired', current_status: 'expired' });
  assert.deepEqual(byId.act_nothing, { ok: false, error: 'not_found' });
  assert.equal((await admin.getAction(one.id)).decision?.comment, 'Fine.');

  await assert.rejects(admin.bulkDecide({ ids: [one.id] }), problem('validation_failed'));
  await assert.rejects(
    admin.bulkDecide({ ids: [one.id], verdict: 'approve', decision: 'reject' }),
    problem('validation_failed'),
  );
  await assert.rejects(admin.bulkDecide({ ids: [], verdict: 'approve' }), problem('validation_failed'));
});

test('a claim whose answer was lost is asked for again under its own id, and nobody else’s', async (t) => {
  const { service, admin } = await givenService(t);
  const { id } = await givenApproved(admin);
  const claim_id = 'worker-1-attempt-1';
  const first = await admin.claimAction(id, { lease_s: 60, claim_id });
  assert.equal(first.claim_id, claim_id);
  service.wind(5);
  const both = await Promise.all([1, 2].map(() => admin.claimAction(id, { lease_s: 60, claim_id })));
  assert.deepEqual(both, [first, first], 'and no longer than before');
  for (const other of [{}, { claim_id: 'worker-2-attempt-1' }])
    await assert.rejects(admin.claimAction(id, other), problem('already_claimed'));
  const { items } = await admin.listAudit({ entity_id: id, type: 'action.claimed' });
  assert.equal(items.length, 1);
  await assert.rejects(admin.claimAction(id, { claim_id: 'short' }), problem('validation_failed'));
});

test('a claim that a clock dated too far ahead blocks nobody; one whose clock was set by an hour holds', async (t) => {
  const { service, admin } = await givenService(t);
  const { id } = await givenApproved(admin);
  service.wind(86_400);
  const { claim_id } = await admin.claimAction(id, { lease_s: 10 });
  service.wind(-86_400); // and right again
  assert.notEqual((await admin.claimAction(id, { lease_s: 3600 })).claim_id, claim_id);
  service.wind(-3600);
  await assert.rejects(admin.claimAction(id), problem('already_claimed'));
});

test('a claim is for one worker at a time, and a result ends it', async (t) => {
  const { service, admin } = await givenService(t);
  const { id } = await admin.createAction(proposal());
  await assert.rejects(admin.claimAction(id), problem('not_approved'));
  await admin.decideAction(id, { decision: 'approve' });
  const { claim_id } = await admin.claimAction(id, { lease_s: 60 });
  await assert.rejects(admin.claimAction(id), problem('already_claimed'));
  service.wind(61);
  assert.notEqual((await admin.claimAction(id)).claim_id, claim_id);
  await admin.reportResult(id, { status: 'execute_failed', detail: 'no funds' });
  await assert.rejects(admin.claimAction(id), problem('not_approved'));
  await assert.rejects(admin.reportResult(id, { status: 'executed' }), problem('not_approved'));
  const read = await admin.getAction(id);
  assert.deepEqual([read.status, read.result?.detail, read.webhook_delivery], ['execute_failed', 'no funds', null]);
});

test('a long poll answers at the decision, at expiry, or when its time is up', async (t) => {
  const { service, admin } = await givenService(t);
  const soon = await admin.createAction(proposal({ expires_in: 300 }));
  const waiting = admin.getAction(soon.id, { wait: 60 });
  await underWay(service);
  service.wind(290);
  const stillPending = await admin.getAction(soon.id, { wait: 0 });
  assert.equal(stillPending.status, 'pending');
  assert.equal((await waiting).status, 'pending', 'sixty seconds were over');
  const last = admin.getAction(soon.id, { wait: 60 });
  await underWay(service);
  service.wind(11);
  assert.equal((await last).status, 'expired');
  const settled = await admin.getAction(soon.id, { wait: 60 }); // what is settled is not waited for
  assert.equal(settled.status, 'expired');
});

/** It has begun to wait. */
async function underWay({ running }: Service): Promise<void> {
  await until(() => running.app.calls.count('wait') === 1, 'it waits');
  await new Promise((resolve) => setTimeout(resolve, 50)); // its first look is over
}
