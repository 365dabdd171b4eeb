// Rules: made by admins, asked once when an action is created, enforced on every way to a decision.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { ActionRead, AuditRow, BulkOutcome, InboxAction, RuleCreate } from '@countersign/contract';
import type { Countersign } from '@countersign/sdk';
import { clientOf, type Given, givenAgent, problem, proposal } from '../support/given.ts';
import { type Browser, givenPerson } from '../support/people.ts';
import { givenReceiver } from '../support/receiver.ts';
import { runSql } from '../support/sql.ts';
import { startService } from '../support/start-service.ts';
import { until } from '../support/until.ts';
import { assertProblem, call } from '../support/wire.ts';

let given: Given;
let admin: Countersign;
before(async () => {
  const service = await startService({ allowPrivateTargets: true });
  admin = clientOf(service, service.adminKey);
  given = { service, admin };
});
after(() => given.service.stop());

let kinds = 0;
/** No two tests share one. */
const newKind = () => `kind${kinds++}.do`;

const events = async (entity_id: string): Promise<AuditRow[]> =>
  (await admin.listAudit({ entity_id })).items.toReversed();

async function rule(
  t: { after(clean: () => unknown): void },
  body: Partial<RuleCreate> & Pick<RuleCreate, 'rule_action'>,
) {
  const made = await admin.createRule({ name: 'A rule', ...body });
  t.after(() => admin.deleteRule(made.id));
  return made;
}

describe('a rule', () => {
  test('has the defaults, is changed, read, listed by priority and removed', async () => {
    const late = await admin.createRule({ name: 'Late', rule_action: 'auto_reject', enabled: false });
    assert.partialDeepStrictEqual(late, {
      priority: 100,
      kind_pattern: '*',
      payload_conditions: [],
      target_url_hosts: [],
      created_by: [],
      outcome_params: {},
      hits: 0,
    });
    const early = await admin.createRule({
      name: 'Early',
      rule_action: 'require_n_approvers',
      outcome_params: { n: 2 },
      priority: 5,
      enabled: false,
    });
    const { items } = await admin.listRules();
    assert.deepEqual(
      items.map(({ id }) => id),
      [early.id, late.id],
    );
    const changed = await admin.updateRule(late.id, { name: 'Later', outcome_params: { reason: 'No.' } });
    assert.partialDeepStrictEqual(changed, { name: 'Later', outcome_params: { reason: 'No.' }, enabled: false });
    assert.deepEqual(await admin.getRule(late.id), changed);
    await admin.deleteRule(late.id);
    await admin.deleteRule(early.id);
    await assert.rejects(admin.getRule(late.id), problem('not_found'));
    await assert.rejects(admin.deleteRule(late.id), problem('not_found'));
    const names = (await events(late.id)).map(({ event }) => event);
    assert.deepEqual(names, ['rule.created', 'rule.updated', 'rule.deleted']);
  });

  test('keeps every digit of its conditions', async (t) => {
    const { service } = given;
    const body = `{"name":"x","enabled":false,"rule_action":"auto_approve","payload_conditions":[{"path":"a","op":"lt","value":12345678901234567890.5}]}`;
    const answer = await call('POST', `${service.baseUrl}/rules`, { key: service.adminKey, body });
    assert.equal(answer.status, 201, answer.text);
    assert.match(answer.text, /"value":12345678901234567890\.5/);
    t.after(() => admin.deleteRule((JSON.parse(answer.text) as { id: string }).id));
  });

  test('that makes no sense is refused, and nothing is saved', async () => {
    const before = (await admin.listRules()).items.length;
    const wrong: [string, Partial<RuleCreate> & Pick<RuleCreate, 'rule_action'>][] = [
      ['outcome_params.n', { rule_action: 'require_n_approvers' }],
      ['outcome_params.reason', { rule_action: 'auto_approve', outcome_params: { reason: 'x' } }],
      ['outcome_params.expires_in', { rule_action: 'set_expiry' }],
      ['outcome_params.channel_id', { rule_action: 'escalate', outcome_params: { channel_id: 'nch_1', after_s: 60 } }],
      ['payload_conditions.0.value', { rule_action: 'auto_approve', payload_conditions: [{ path: 'a', op: 'eq' }] }],
      [
        'payload_conditions.0.value',
        { rule_action: 'auto_approve', payload_conditions: [{ path: 'a', op: 'lt', value: '5' }] },
      ],
      [
        'payload_conditions.0.value',
        { rule_action: 'auto_approve', payload_conditions: [{ path: 'a', op: 'in', value: 5 }] },
      ],
      [
        'payload_conditions.0.value',
        { rule_action: 'auto_approve', payload_conditions: [{ path: 'a', op: 'eq', value: [5] }] },
      ],
      [
        'payload_conditions.0.value',
        { rule_action: 'auto_approve', payload_conditions: [{ path: 'a', op: 'exists', value: 'no' }] },
      ],
      ['target_url_hosts.0', { rule_action: 'auto_approve', target_url_hosts: ['https://shop.example/'] }],
    ];
    for (const [path, body] of wrong) {
      const { service } = given;
      const sent = { key: service.adminKey, body: JSON.stringify({ name: 'x', ...body }) };
      const answer = await call('POST', `${service.baseUrl}/rules`, sent);
      assertProblem(answer, 'validation_failed');
      assert.match(answer.text, new RegExp(path.replaceAll('.', '\\.')), answer.text);
    }
    assert.equal((await admin.listRules()).items.length, before);
  });

  test('is one of fifty at most, also when many are made at once', async () => {
    const { items } = await admin.listRules();
    const tries = await Promise.allSettled(
      Array.from({ length: 55 }, (_, n) =>
        admin.createRule({ name: `r${n}`, rule_action: 'auto_reject', enabled: false }),
      ),
    );
    const made = tries.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    assert.equal(made.length, 50 - items.length);
    await assert.rejects(admin.createRule({ name: 'x', rule_action: 'auto_reject' }), problem('rule_limit'));
    await Promise.all(made.map(({ id }) => admin.deleteRule(id)));
  });
});

describe('an automatic decision', () => {
  test('is made with the action: decision, receipt, log and webhook name the rule', async (t) => {
    const kind = newKind();
    const hook = await givenReceiver(t);
    const { id: rule_id, name } = await rule(t, {
      rule_action: 'auto_approve',
      kind_pattern: kind,
      payload_conditions: [{ path: 'amount', op: 'lt', value: 50 }],
    });
    const created = await admin.createAction(proposal({ kind, payload: { amount: 49.5 }, callback_url: hook.url }));
    assert.partialDeepStrictEqual(created, { status: 'approved', rule_id, approvals: { required: 1, given: 1 } });
    const { decision } = await admin.getAction(created.id);
    assert.partialDeepStrictEqual(decision, {
      verdict: 'approve',
      channel: 'rule',
      decided_by: { type: 'rule', id: rule_id, name },
      self_decided: false,
      edited_fields: [],
      diff: null,
    });
    assert.match(decision?.receipt ?? '', /^[\w-]+\.[\w-]+\.[\w-]+$/);
    await hook.count(1);
    assert.equal(hook.received[0]?.headers['x-service-receipt'], decision?.receipt);
    const log = await events(created.id);
    assert.deepEqual(
      log.map(({ event }) => event),
      ['action.created', 'action.rule_applied', 'action.approved'],
    );
    assert.partialDeepStrictEqual(log[2], { actor: { type: 'rule', id: rule_id, name }, channel: 'rule' });
    await assert.rejects(admin.decideAction(created.id, { decision: 'reject' }), problem('already_decided'));

    const dear = await admin.createAction(proposal({ kind, payload: { amount: 50 } }));
    assert.equal(dear.status, 'pending');
    assert.equal(dear.rule_id, undefined);
  });

  test('to reject gives the agent the reason', async (t) => {
    const kind = newKind();
    await rule(t, { rule_action: 'auto_reject', kind_pattern: kind, outcome_params: { reason: 'Never on Sundays.' } });
    const { id, status } = await admin.createAction(proposal({ kind }));
    assert.equal(status, 'rejected');
    assert.equal((await admin.getAction(id)).decision?.comment, 'Never on Sundays.');
  });

  test('is made where only people decide, for an admin wrote it; a replay finds it', async (t) => {
    const kind = newKind();
    await admin.updateProject({ settings: { deciders: 'people' } });
    t.after(() => admin.updateProject({ settings: { deciders: 'anyone' } }));
    await rule(t, { rule_action: 'auto_approve', kind_pattern: kind });
    const body = proposal({ kind, idempotency_key: 'once' });
    const first = await admin.createAction(body);
    assert.equal(first.status, 'approved');
    const again = await admin.createAction(body);
    assert.partialDeepStrictEqual(again, { id: first.id, status: 'approved', replayed: true });
  });

  test('stops with the rule: at once, off or gone', async (t) => {
    const kind = newKind();
    const { id } = await admin.createRule({ name: 'x', rule_action: 'auto_approve', kind_pattern: kind });
    const status = async () => (await admin.createAction(proposal({ kind }))).status;
    assert.equal(await status(), 'approved');
    await admin.updateRule(id, { enabled: false });
    assert.equal(await status(), 'pending');
    await admin.updateRule(id, { enabled: true });
    assert.equal(await status(), 'approved');
    await admin.deleteRule(id);
    assert.equal(await status(), 'pending');
    t.diagnostic('four creates');
  });

  test('counts as a hit of the rule', async (t) => {
    const kind = newKind();
    const { id } = await rule(t, { rule_action: 'auto_approve', kind_pattern: kind });
    for (let n = 0; n < 3; n++) await admin.createAction(proposal({ kind }));
    given.service.wind(2);
    await until(async () => {
      const { hits, last_hit_at } = await admin.getRule(id);
      return hits === 3 && last_hit_at;
    }, 'the hits are counted');
  });
});

test('a deadline by rule replaces the agent’s', async (t) => {
  const kind = newKind();
  const { id: rule_id } = await rule(t, {
    rule_action: 'set_expiry',
    kind_pattern: kind,
    outcome_params: { expires_in: 900 },
  });
  const action = await admin.createAction(proposal({ kind, expires_in: 86_400 }));
  assert.deepEqual([action.expires_in, action.expires_at - action.created_at, action.rule_id], [900, 900, rule_id]);
});

describe('several approvers', () => {
  const people: Browser[] = [];
  before(async () => {
    for (const name of ['Ana', 'Ben', 'Cleo', 'Dan'])
      people.push(await givenPerson(given.service, 'reviewer', { name }));
  });

  const approve = (person: Browser | undefined, id: string, body: object = {}) => {
    assert.ok(person);
    return person.send('POST', `/actions/${id}/decision`, { decision: 'approve', ...body });
  };

  async function givenThree(t: { after(clean: () => unknown): void }) {
    const kind = newKind();
    await rule(t, { rule_action: 'require_n_approvers', kind_pattern: kind, outcome_params: { n: 3 } });
    return admin.createAction(proposal({ kind, editable: ['preview.body'] }));
  }

  test('are distinct: one person three times is one approval (A21)', async (t) => {
    const { id, approvals } = await givenThree(t);
    assert.deepEqual(approvals, { required: 3, given: 0 });
    const [ana, ben, cleo, dan] = people;
    const first = JSON.parse((await approve(ana, id)).text) as object;
    assert.partialDeepStrictEqual(first, {
      status: 'pending',
      verdict: 'approve',
      approvals: { required: 3, given: 1 },
    });
    assert.equal('decision' in first, false);
    for (let again = 0; again < 2; again++) assertProblem(await approve(ana, id), 'already_decided');
    assertProblem(await approve(ben, id, { edited: { 'preview.body': 'Other.' } }), 'not_editable');
    assert.equal((await approve(ben, id)).status, 200);
    assert.partialDeepStrictEqual(await admin.getAction(id), {
      status: 'pending',
      approvals: { required: 3, given: 2 },
      decision: null,
    });
    const last = JSON.parse((await approve(cleo, id)).text) as ActionRead;
    assert.partialDeepStrictEqual(last, { status: 'approved', decision: { decided_by: { name: 'Cleo' } } });
    assertProblem(await approve(dan, id), 'already_decided');
    const log = (await events(id)).map(({ event }) => event);
    assert.equal(log.filter((event) => event === 'action.approval_given').length, 3);
    assert.equal(log.filter((event) => event === 'action.approved').length, 1);
  });

  test('who was removed since, or may only look, is none of them', async (t) => {
    const { id } = await givenThree(t);
    const [ana, ben, cleo] = people;
    const removed = await givenPerson(given.service, 'reviewer', { name: 'Gone' });
    const viewer = await givenPerson(given.service, 'reviewer', { name: 'Looker' });
    const isMine = async (person: Browser) => (await person.ask<InboxAction>('GET', `/inbox/${id}`)).approved_by_me;
    await approve(removed, id);
    await approve(viewer, id);
    assert.equal(await isMine(viewer), true);
    await admin.removeReviewer(removed.id);
    assert.deepEqual((await admin.getAction(id)).approvals, { required: 3, given: 1 });
    await admin.updateReviewer(viewer.id, { role: 'viewer' });
    assert.deepEqual((await admin.getAction(id)).approvals, { required: 3, given: 0 });
    for (const { id: whose } of [removed, viewer]) {
      const { items } = await admin.listAudit({ entity_id: whose, limit: 1 });
      assert.equal(items[0]?.data?.['approvals_withdrawn'], 1);
    }
    const withdrawn = (await events(id)).filter(({ event }) => event === 'action.approval_withdrawn');
    assert.deepEqual(
      withdrawn.map(({ data }) => data),
      [
        { reviewer_id: removed.id, given: 1, required: 3 },
        { reviewer_id: viewer.id, given: 0, required: 3 },
      ],
    );
    // Whoever may decide again has not approved: it may not have been them.
    await admin.updateReviewer(viewer.id, { role: 'reviewer' });
    assert.partialDeepStrictEqual(JSON.parse((await approve(ana, id)).text), {
      status: 'pending',
      approvals: { required: 3, given: 1 },
    });
    assert.equal(await isMine(viewer), false);
    await approve(ben, id);
    assert.equal((await admin.getAction(id)).status, 'pending');
    assert.partialDeepStrictEqual(JSON.parse((await approve(cleo, id)).text), { status: 'approved' });
    assert.deepEqual((await admin.getAction(id)).approvals, { required: 3, given: 3 });
  });

  test('whose approval and removal meet is none of them once the next is given', async (t) => {
    const { id } = await givenThree(t);
    const [ana] = people;
    const gone = await givenPerson(given.service, 'reviewer', { name: 'Gone' });
    await approve(gone, id);
    // As it is when the removal did not see the approval yet, and the approval not the removal.
    const { databaseUrl: url, databaseFile: file } = given.service;
    await runSql({ url, file }, `UPDATE reviewers SET status = 'removed' WHERE id = '${gone.id}'`);
    assert.partialDeepStrictEqual(JSON.parse((await approve(ana, id)).text), { approvals: { required: 3, given: 1 } });
    const [last] = (await events(id)).filter(({ event }) => event === 'action.approval_given').slice(-1);
    assert.partialDeepStrictEqual(last?.data, { given: 1, required: 3, taken_back: 1 });
  });

  test('whoever proposed it is none of them', async (t) => {
    const { id } = await givenThree(t);
    await assert.rejects(admin.decideAction(id, { decision: 'approve' }), problem('self_decision_forbidden'));
    assert.equal((await admin.getAction(id)).approvals.given, 0);
  });

  test('are people: whoever may make keys could be as many as are asked for', async (t) => {
    const { id } = await givenThree(t);
    const { key } = await admin.createKey({ name: 'Another', scopes: ['admin'] });
    await assert.rejects(
      clientOf(given.service, key).decideAction(id, { decision: 'approve' }),
      problem('people_only'),
    );
    assert.equal((await admin.getAction(id)).approvals.given, 0);
  });

  test('one rejection rejects, whenever it comes', async (t) => {
    const { id } = await givenThree(t);
    const [ana, ben, cleo] = people;
    await approve(ana, id);
    await approve(ben, id);
    assert.ok(cleo);
    assert.equal((await cleo.send('POST', `/actions/${id}/decision`, { decision: 'reject' })).status, 200);
    assert.equal((await admin.getAction(id)).status, 'rejected');
  });

  test('in bulk and by hold it is one approval, too', async (t) => {
    const [one, two] = [await givenThree(t), await givenThree(t)];
    const [ana, ben] = people;
    assert.ok(ana && ben);
    const bulk = await ana.ask<BulkOutcome>('POST', '/actions/bulk-decision', {
      ids: [one.id, two.id],
      decision: 'approve',
    });
    assert.deepEqual(
      bulk.results.map(({ ok, status }) => [ok, status]),
      [
        [true, 'pending'],
        [true, 'pending'],
      ],
    );
    const held = await ben.send('POST', `/actions/${one.id}/decision-hold`, {
      decision: 'approve',
      digest: one.digest,
      seconds: 0,
    });
    assert.equal(held.status, 200, held.text);
    assert.deepEqual((await admin.getAction(one.id)).approvals, { required: 3, given: 2 });
  });

  test('a second one is refused when it is held, not when it would count', async (t) => {
    const { id, digest } = await givenThree(t);
    const [ana, ben] = people;
    assert.ok(ana && ben);
    const hold = (person: Browser, body: object = {}) =>
      person.send('POST', `/actions/${id}/decision-hold`, { decision: 'approve', digest, ...body });
    assert.equal((await approve(ana, id)).status, 200);
    assertProblem(await hold(ana), 'already_decided');
    assertProblem(await hold(ben, { edited: { 'preview.body': 'Other.' } }), 'not_editable');
    assert.equal((await hold(ana, { decision: 'reject' })).status, 202);
  });

  test('who takes theirs back when it counts already is told so, and not that there is none', async (t) => {
    const { id, digest } = await givenThree(t);
    const [ana, ben] = people;
    assert.ok(ana && ben);
    const body = { decision: 'approve', digest, seconds: 0 };
    assert.equal((await ana.send('POST', `/actions/${id}/decision-hold`, body)).status, 200);
    const refused = assertProblem(await ana.send('DELETE', `/actions/${id}/decision-hold`), 'already_decided');
    assert.match(String(refused['detail']), /You have approved it already; 1 of 3 approvals are given/);
    assertProblem(await ben.send('DELETE', `/actions/${id}/decision-hold`), 'not_found');
  });

  test('under races exactly three decide, and a rejection among them wins or comes too late', async (t) => {
    for (let round = 0; round < 12; round++) {
      const { id } = await givenThree(t);
      const rejects = round % 3 === 0;
      const answers = await Promise.all([
        ...people.map((person) => approve(person, id)),
        ...people.slice(0, 2).map((person) => approve(person, id)),
        ...(rejects ? [people[3]?.send('POST', `/actions/${id}/decision`, { decision: 'reject' })] : []),
      ]);
      const { status, approvals, decision } = await admin.getAction(id);
      const log = (await events(id)).map(({ event }) => event);
      const given = log.filter((event) => event === 'action.approval_given').length;
      const moves = log.filter((event) => event === 'action.approved' || event === 'action.rejected').length;
      assert.equal(moves, 1, log.join());
      if (status === 'approved') assert.deepEqual([given, approvals.given, decision?.verdict], [3, 3, 'approve']);
      else assert.deepEqual([status, given < 3], ['rejected', true]);
      for (const answer of answers) assert.ok([200, 409].includes(answer?.status ?? 0));
    }
  });
});

test('an edit that makes of it what a rule asks more for is refused, and the action stays pending', async (t) => {
  const kind = newKind();
  const large = { kind_pattern: kind, payload_conditions: [{ path: 'amount', op: 'gt' as const, value: 1000 }] };
  const small = () => admin.createAction(proposal({ kind, payload: { amount: 5 }, editable: ['payload.amount'] }));
  const edited = { 'payload.amount': 99_999 };
  const cases: Pick<RuleCreate, 'rule_action' | 'outcome_params'>[] = [
    { rule_action: 'require_n_approvers', outcome_params: { n: 3 } },
    { rule_action: 'require_step_up' },
    { rule_action: 'auto_reject' },
  ];
  for (const outcome of cases) {
    const { id: rule_id } = await admin.createRule({ name: 'Large', ...large, ...outcome });
    const { id } = await small();
    await assert.rejects(admin.decideAction(id, { decision: 'approve', edited }), problem('not_editable'));
    assert.equal((await admin.getAction(id)).status, 'pending');
    const other = await admin.decideAction(id, { decision: 'approve', edited: { 'payload.amount': 6 } });
    assert.equal(other.status, 'approved');
    await admin.deleteRule(rule_id);
  }
  t.diagnostic('three rules');
});

test('what must be read to its end is approved in no other way', async (t) => {
  const kind = newKind();
  await admin.updateProject({ settings: { must_read_kinds: [kind] } });
  t.after(() => admin.updateProject({ settings: { must_read_kinds: [] } }));
  const ana = await givenPerson(given.service, 'reviewer');
  const { id } = await admin.createAction(proposal({ kind }));
  assertProblem(await ana.send('POST', `/actions/${id}/decision`, { decision: 'approve' }), 'validation_failed');
  const bulk = await ana.ask<BulkOutcome>('POST', '/actions/bulk-decision', { ids: [id], decision: 'approve' });
  assert.equal(bulk.results[0]?.error, 'validation_failed');
  assert.equal((await ana.send('POST', `/actions/${id}/decision`, { decision: 'reject' })).status, 200);
});

test('where a passkey is asked for, nothing else approves; anyone may reject', async (t) => {
  const kind = newKind();
  await rule(t, { rule_action: 'require_step_up', kind_pattern: kind });
  const { id, digest } = await admin.createAction(proposal({ kind }));
  const agent = await givenAgent(given);
  await assert.rejects(agent.decideAction(id, { decision: 'approve' }), problem('step_up_required'));
  await assert.rejects(admin.holdDecision(id, { decision: 'approve' }), problem('step_up_required'));
  const ana = await givenPerson(given.service, 'reviewer');
  assertProblem(
    await ana.send('POST', `/actions/${id}/decision-hold`, { decision: 'approve', digest }),
    'step_up_required',
  );
  const bulk = await admin.bulkDecide({ ids: [id], decision: 'approve' });
  assert.equal(bulk.results[0]?.error, 'step_up_required');
  const { items } = await ana.ask<{ items: { id: string; step_up: boolean }[] }>('GET', '/inbox?sort=newest&limit=5');
  assert.equal(items.find((row) => row.id === id)?.step_up, true);
  assert.equal((await admin.getAction(id)).status, 'pending');
  assert.equal((await admin.decideAction(id, { decision: 'reject' })).status, 'rejected');
});

test('a dry run says what a rule would have done, and where people decided otherwise', async () => {
  const kind = newKind();
  const actions = await Promise.all(
    [10, 20, 30, 40].map((amount) =>
      admin.createAction(proposal({ kind, payload: { amount }, editable: ['payload.amount'] })),
    ),
  );
  const [a, b, c] = actions;
  assert.ok(a && b && c);
  await admin.decideAction(a.id, { decision: 'approve', edited: { 'payload.amount': 11 } });
  await admin.decideAction(b.id, { decision: 'reject' });
  const draft: RuleCreate = {
    name: 'Small',
    rule_action: 'auto_approve',
    kind_pattern: kind,
    payload_conditions: [{ path: 'amount', op: 'lte', value: 30 }],
  };
  const outcome = await admin.backtestRule({ rule: draft });
  assert.partialDeepStrictEqual(outcome, {
    complete: true,
    matched: 3,
    by_status: { approved: 1, rejected: 1, pending: 1 },
    edited: 1,
    decided_otherwise: 1,
    examples: [{ id: b.id, verdict: 'reject' }],
  });
  assert.equal((await admin.getAction(c.id)).status, 'pending');
  assert.equal((await admin.listRules()).items.length, 0);
});

test('a key without the scope cannot touch rules, and another project’s are not there', async (t) => {
  const { id } = await rule(t, { rule_action: 'auto_reject', enabled: false });
  const agent = await givenAgent(given);
  await assert.rejects(agent.createRule({ name: 'x', rule_action: 'auto_approve' }), problem('insufficient_scope'));
  await assert.rejects(agent.getRule(id), problem('insufficient_scope'));
});
