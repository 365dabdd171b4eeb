// Decisions that can be undone for a few seconds: the server keeps them, and commits each once or not at all.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ActionRead, AuditRow, DecisionRecorded, InboxAction, InboxPage } from '@countersign/contract';
import { commitTime } from '../../src/features/actions/holding/hold-decision.ts';
import { saveDecision } from '../../src/features/actions/save-decision.ts';
import { findAction } from '../../src/features/actions/store.ts';
import { NO_EDITS } from '../../src/features/actions/work-out-edits.ts';
import type { Tx } from '../../src/storage/database.ts';
import { fakeWorld } from '../support/fake-world.ts';
import { clientOf, type Given, givenAgent, givenService, proposal } from '../support/given.ts';
import { overtakenBy } from '../support/overtaken.ts';
import { type Browser, givenPerson } from '../support/people.ts';
import { givenReceiver } from '../support/receiver.ts';
import { until } from '../support/until.ts';
import { assertProblem, call } from '../support/wire.ts';

type Changes = Parameters<typeof proposal>[0];

async function given(t: Parameters<typeof givenService>[0], changes: Changes = {}) {
  const all = await givenService(t, { allowPrivateTargets: true, world: stoppedClock() });
  const sam = await givenPerson(all.service, 'reviewer', { name: 'Sam' });
  const action = await all.admin.createAction(proposal({ editable: ['preview.body'], ...changes }));
  return { ...all, sam, action };
}

/** It goes on only when it is wound: a hold is not over because a machine was slow. */
const stoppedClock = () => fakeWorld({ frozenAtMs: Date.now() });

const hold = (person: Browser, { id, digest }: { id: string; digest: string }, body: object = {}) =>
  person.send('POST', `/actions/${id}/decision-hold`, { decision: 'approve', digest, ...body });

async function settled({ admin }: Pick<Given, 'admin'>, id: string): Promise<ActionRead> {
  return until(async () => {
    const action = await admin.getAction(id);
    return action.status !== 'pending' && action;
  }, 'it is decided');
}

/** The first of its kind in the log of an action. */
function logged(of: Pick<Given, 'admin'>, id: string, event: string): Promise<AuditRow> {
  return until(async () => (await events(of, id)).find((row) => row.event === event), event);
}

const events = async ({ admin }: Pick<Given, 'admin'>, entity_id: string): Promise<AuditRow[]> =>
  (await admin.listAudit({ entity_id })).items.toReversed();

describe('a held decision', () => {
  test('is nobody else’s business until its time has come; then it is the decision', async (t) => {
    const all = await given(t);
    const { service, admin, sam, action } = all;
    const hook = await givenReceiver(t);
    const heard = await admin.createAction(proposal({ callback_url: hook.url, editable: ['preview.body'] }));
    const edited = { 'preview.body': 'Changed.' };
    const answer = await hold(sam, heard, { edited, comment: 'Shorter.', view: { ms: 4200, end: false } });
    assert.equal(answer.status, 202, answer.text);
    const { commits_at } = JSON.parse(answer.text) as { commits_at: number };
    const leftMs = commits_at * 1000 - service.world.nowMs();
    assert.ok(leftMs > 4000 && leftMs <= 6000, String(leftMs));
    assert.partialDeepStrictEqual(await admin.getAction(heard.id), { status: 'pending', decision: null });
    const { items } = await sam.ask<InboxPage>('GET', '/inbox?sort=newest&limit=1');
    assert.deepEqual(items[0]?.held_by, { type: 'reviewer', id: sam.id, name: 'Sam', decision: 'approve', commits_at });

    service.wind(6);
    const { decision, status } = await settled(all, heard.id);
    assert.equal(status, 'approved');
    assert.partialDeepStrictEqual(decision, {
      comment: 'Shorter.',
      channel: 'web',
      final_preview: { body: 'Changed.' },
      decided_by: { type: 'reviewer', name: 'Sam' },
    });
    assert.ok((decision?.decided_at ?? 0) >= commits_at);
    await hook.count(1);
    assert.partialDeepStrictEqual(JSON.parse(hook.received[0]?.body ?? ''), {
      verdict: 'approve',
      comment: 'Shorter.',
    });
    assert.deepEqual(
      (await events(all, heard.id)).map(({ event, data }) => [event, data?.['read_to_end']]),
      [
        ['action.created', undefined],
        ['action.held', undefined],
        ['action.approved', false],
      ],
    );
    assert.equal((await admin.getAction(action.id)).status, 'pending');
  });

  test('undone, it never happened', async (t) => {
    const all = await given(t);
    const { service, admin, sam, action } = all;
    await hold(sam, action);
    await sam.ask('DELETE', `/actions/${action.id}/decision-hold`);
    service.wind(60);
    assert.equal((await admin.getAction(action.id)).status, 'pending');
    assertProblem(await sam.send('DELETE', `/actions/${action.id}/decision-hold`), 'not_found');
    assert.deepEqual(
      (await events(all, action.id)).map(({ event }) => event),
      ['action.created', 'action.held', 'action.hold_undone'],
    );
    const { items } = await sam.ask<InboxPage>('GET', '/inbox');
    assert.equal('held_by' in (items[0] ?? {}), false);
  });

  test('undone too late, it says what was decided', async (t) => {
    const all = await given(t);
    await hold(all.sam, all.action);
    all.service.wind(6);
    await settled(all, all.action.id);
    const { current_status } = assertProblem(
      await all.sam.send('DELETE', `/actions/${all.action.id}/decision-hold`),
      'already_decided',
    );
    assert.equal(current_status, 'approved');
  });

  test('is kept over a restart, and committed at the start when it is overdue', async (t) => {
    const all = await given(t);
    await hold(all.sam, all.action);
    await all.service.restart(() => all.service.wind(3600));
    const admin = clientOf(all.service, all.service.adminKey);
    assert.equal((await settled({ admin }, all.action.id)).status, 'approved');
  });

  test('overdue after the expiry, it is lost, and the log tells its holder', async (t) => {
    const all = await given(t, { expires_in: 300 });
    await hold(all.sam, all.action);
    await all.service.restart(() => all.service.wind(3600));
    const admin = clientOf(all.service, all.service.adminKey);
    const lost = await logged({ admin }, all.action.id, 'action.hold_lost');
    assert.partialDeepStrictEqual(lost, { actor: { id: all.sam.id }, data: { why: 'expired' } });
    assert.equal((await admin.getAction(all.action.id)).status, 'expired');
  });

  test('replaced by its holder, it is the second one, and its time begins anew', async (t) => {
    const all = await given(t);
    const { sam, action, service } = all;
    await hold(sam, action, { seconds: 20 });
    service.wind(10);
    await hold(sam, action, { decision: 'reject', seconds: 20, comment: 'No.' });
    service.wind(12);
    assert.equal((await all.admin.getAction(action.id)).status, 'pending');
    service.wind(10);
    assert.partialDeepStrictEqual(await settled(all, action.id), { status: 'rejected', decision: { comment: 'No.' } });
  });

  test('replaced by a decision of its holder at once, it is no more', async (t) => {
    const all = await given(t);
    const { admin, sam, action, service } = all;
    await hold(sam, action, { seconds: 20 });
    await hold(sam, action, { decision: 'reject', seconds: 0 });
    service.wind(30);
    const other = await admin.createAction(proposal({ title: 'After it' }));
    await hold(sam, other, { seconds: 1 });
    service.wind(2);
    await settled(all, other.id); // whatever was due before has been looked at
    const told = (await events(all, action.id)).map(({ event }) => event);
    assert.deepEqual(told, ['action.created', 'action.held', 'action.hold_undone', 'action.rejected']);
  });

  test('of the same person does not reject what they approved afterwards, as one of two', async (t) => {
    const all = await given(t);
    const { admin, sam, service } = all;
    await admin.createRule({
      name: 'Two of us',
      kind_pattern: 'pair',
      rule_action: 'require_n_approvers',
      outcome_params: { n: 2 },
    });
    const action = await admin.createAction(proposal({ kind: 'pair' }));
    await hold(sam, action, { decision: 'reject', seconds: 20 });
    const { text } = await hold(sam, action, { seconds: 0 });
    assert.partialDeepStrictEqual(JSON.parse(text), { approvals: { given: 1, required: 2 } });
    assertProblem(await sam.send('DELETE', `/actions/${action.id}/decision-hold`), 'already_decided');
    service.wind(30);
    const kim = await givenPerson(service, 'reviewer');
    await hold(kim, action, { seconds: 0 });
    assert.equal((await admin.getAction(action.id)).status, 'approved');
  });

  test('of two people, the first to commit wins and the other is told', async (t) => {
    const all = await given(t);
    const { sam, action, service } = all;
    const kim = await givenPerson(service, 'reviewer', { name: 'Kim' });
    await hold(sam, action, { seconds: 10 });
    await hold(kim, action, { decision: 'reject', seconds: 5 });
    service.wind(20);
    assert.partialDeepStrictEqual(await settled(all, action.id), { decision: { decided_by: { name: 'Kim' } } });
    const lost = await logged(all, action.id, 'action.hold_lost');
    assert.deepEqual([lost.actor?.name, lost.data?.['why']], ['Sam', 'already_decided']);
  });

  test('is what its holder is shown, who may undo it, though another’s ends sooner', async (t) => {
    const all = await given(t);
    const { sam, action, service } = all;
    const [kim, lou] = [await givenPerson(service, 'reviewer'), await givenPerson(service, 'viewer')];
    await hold(sam, action, { seconds: 20 });
    await hold(kim, action, { seconds: 10 });
    const shownTo = async (person: Browser) => {
      const { held_by } = await person.ask<InboxAction>('GET', `/inbox/${action.id}`);
      const { items } = await person.ask<InboxPage>('GET', '/inbox');
      assert.deepEqual(items[0]?.held_by, held_by);
      return held_by?.id;
    };
    assert.deepEqual([await shownTo(sam), await shownTo(kim), await shownTo(lou)], [sam.id, kim.id, kim.id]);
  });

  test('loses against an immediate decision', async (t) => {
    const all = await given(t);
    await hold(all.sam, all.action);
    await all.admin.decideAction(all.action.id, { decision: 'reject' });
    all.service.wind(6);
    assert.partialDeepStrictEqual(await all.admin.getAction(all.action.id), {
      status: 'rejected',
      decision: { decided_by: { type: 'key' } },
    });
  });

  test('is not called undone when a colleague has decided meanwhile', async (t) => {
    const all = await given(t);
    const { admin, sam, action, service } = all;
    const kim = await givenPerson(service, 'reviewer', { name: 'Kim' });
    await hold(sam, action, { decision: 'reject' });
    await hold(kim, action, { seconds: 0 });
    const refused = assertProblem(await sam.send('DELETE', `/actions/${action.id}/decision-hold`), 'already_decided');
    assert.equal(refused['current_status'], 'approved');
    const many = await sam.ask('DELETE', '/actions/bulk-decision-hold', { ids: [action.id] });
    assert.deepEqual(many, { undone: [], too_late: [action.id], failed: [] });
    service.wind(6);
    const lost = await logged(all, action.id, 'action.hold_lost');
    assert.deepEqual([lost.actor?.name, lost.data?.['why']], ['Sam', 'already_decided']);
    assert.equal((await admin.getAction(action.id)).status, 'approved');
  });

  test('of someone removed meanwhile, demoted, or of a revoked key, is not kept', async (t) => {
    const all = await given(t);
    const { admin, service, sam } = all;
    const kim = await givenPerson(service, 'reviewer');
    const { id: key_id, key } = await admin.createKey({ name: 'hasty', scopes: ['actions'] });
    const others = [await admin.createAction(proposal()), await admin.createAction(proposal())];
    await hold(sam, all.action);
    await hold(kim, others[0] ?? assert.fail());
    const held = await call('POST', `${service.baseUrl}/actions/${others[1]?.id}/decision-hold`, {
      key,
      body: '{"decision":"approve"}',
    });
    assert.equal(held.status, 202);
    const dana = await givenPerson(service, 'admin');
    await dana.ask('DELETE', `/reviewers/${sam.id}`);
    await dana.ask('PATCH', `/reviewers/${kim.id}`, { role: 'viewer' });
    await admin.revokeKey(key_id);
    service.wind(6);
    for (const { id } of [all.action, ...others]) {
      await logged(all, id, 'action.hold_lost');
      assert.equal((await admin.getAction(id)).status, 'pending');
    }
  });
});

describe('a hold is refused where a decision would be', () => {
  test('of another content, of no digest, with edits that are not allowed', async (t) => {
    const all = await given(t);
    const { sam, action, admin } = all;
    assertProblem(await hold(sam, { ...action, digest: '0'.repeat(64) }), 'stale_digest');
    assertProblem(
      await sam.send('POST', `/actions/${action.id}/decision-hold`, { decision: 'approve' }),
      'validation_failed',
    );
    assertProblem(await hold(sam, action, { edited: { title: 'x' } }), 'not_editable');
    assertProblem(await hold(sam, { ...action, id: 'act_none' }), 'not_found');
    assertProblem(await hold(sam, action, { seconds: 31 }), 'validation_failed');
    assertProblem(await hold(sam, action, { comment: 'x'.repeat(2001) }), 'validation_failed');
    assert.equal((await hold(sam, action, { decision: 'reject', edited: { title: 'x' } })).status, 202);
    await admin.decideAction(action.id, { decision: 'approve' });
    assertProblem(await hold(sam, action), 'already_decided');
  });

  test('A20: by those who may not decide', async (t) => {
    const all = await given(t);
    const { admin, service, sam, action } = all;
    await admin.updateProject({ settings: { deciders: 'not_creator' } });
    const own = await sam.ask<ActionRead>('POST', '/actions', proposal());
    assertProblem(await hold(sam, own), 'self_decision_forbidden');
    await admin.updateProject({ settings: { deciders: 'people' } });
    const url = `${service.baseUrl}/actions/${action.id}/decision-hold`;
    for (const seconds of [0, 5]) {
      const body = JSON.stringify({ decision: 'approve', seconds });
      assertProblem(await call('POST', url, { key: service.adminKey, body }), 'people_only');
    }
    const vi = await givenPerson(service, 'viewer');
    assertProblem(await hold(vi, action), 'insufficient_scope');
  });

  test('of kinds that must be read, when the end was not on screen', async (t) => {
    const all = await given(t, { kind: 'payment.send' });
    await all.admin.updateProject({ settings: { must_read_kinds: ['payment.*'] } });
    for (const view of [undefined, { ms: 10, end: false }]) {
      assertProblem(await hold(all.sam, all.action, { view, seconds: 0 }), 'validation_failed');
    }
    assert.equal((await hold(all.sam, all.action, { view: { ms: 10, end: true }, seconds: 30 })).status, 202);
    assert.equal((await hold(all.sam, all.action, { decision: 'reject', seconds: 0 })).status, 200);
  });

  test('the setting that changes while it waits counts when it ends', async (t) => {
    const all = await given(t);
    const agent = await givenAgent(all);
    const own = await agent.createAction(proposal());
    const { key } = await all.admin.createKey({ name: 'decider', scopes: ['actions'] });
    const url = `${all.service.baseUrl}/actions/${own.id}/decision-hold`;
    assert.equal((await call('POST', url, { key, body: '{"decision":"approve"}' })).status, 202);
    await all.admin.updateProject({ settings: { deciders: 'people' } });
    all.service.wind(6);
    assert.equal((await logged(all, own.id, 'action.hold_lost')).data?.['why'], 'people_only');
  });
});

describe('how long', () => {
  test('nothing at all is a decision at once, and so a way for keys to give a reason', async (t) => {
    const { admin, action, sam } = await given(t);
    const answer = await hold(sam, action, { decision: 'reject', comment: 'Wrong payee.', seconds: 0 });
    assert.equal(answer.status, 200);
    const { status, decision } = JSON.parse(answer.text) as DecisionRecorded;
    assert.deepEqual([status, decision?.comment, decision?.channel], ['rejected', 'Wrong payee.', 'web']);
    const other = await admin.createAction(proposal());
    const byKey = await admin.holdDecision(other.id, { decision: 'reject', comment: 'Because.', seconds: 0 });
    assert.partialDeepStrictEqual(byKey, {
      decision: { comment: 'Because.', channel: 'api', decided_by: { type: 'key' } },
    });
  });

  test('a hold ends two seconds before the expiry, and with less left there is none', () => {
    const at = (leftMs: number, seconds = 5) => commitTime({ expires_at: 1000 }, 1_000_000 - leftMs, seconds);
    assert.deepEqual(
      [at(60_000), at(60_000, 30), at(7000), at(6000), at(3000), at(2001)],
      [945, 970, 998, 998, 998, 998],
    );
    assert.deepEqual([at(2000), at(1000), at(0)], [undefined, undefined, undefined]);
    assert.equal(commitTime({ expires_at: 1000 }, 900_001, 5), 906, 'never less than promised');
  });

  test('close to the expiry the decision is made at once', async (t) => {
    const { service, action, sam } = await given(t, { expires_in: 300 });
    service.wind(action.expires_at - service.world.nowMs() / 1000 - 1.5);
    assert.equal((await hold(sam, action)).status, 200);
  });
});

describe('races', () => {
  test('undo and commit at once: one of them, never both, never neither', async (t) => {
    const all = await given(t);
    const { admin, service, sam } = all;
    const made = await Promise.all(Array.from({ length: 20 }, () => admin.createAction(proposal())));
    await Promise.all(made.map((action) => hold(sam, action)));
    service.wind(6); // the sweep begins as the undoing does
    const undone = await Promise.all(made.map(({ id }) => sam.send('DELETE', `/actions/${id}/decision-hold`)));
    for (const [n, { id }] of made.entries()) {
      const answer = undone[n] ?? assert.fail();
      if (answer.status === 204) assert.equal((await admin.getAction(id)).status, 'pending');
      else {
        assertProblem(answer, 'already_decided');
        assert.equal((await admin.getAction(id)).status, 'approved');
      }
    }
  });

  test('a hold that comes while the action is being decided is refused, and there is none', async (t) => {
    const all = await given(t);
    const { service, admin, sam, action } = all;
    const { app } = service.running;
    const { id: project_id } = await admin.getProject();
    const reject = async (tx: Tx) => {
      const found = (await findAction(tx, project_id, action.id)) ?? assert.fail();
      const by = { project_id, type: 'key', id: 'key_other', name: 'Other' } as const;
      const ruling = { verdict: 'reject', channel: 'api', comment: null, approvals: 1, channels: false } as const;
      await saveDecision(tx, app, found, { by, ...ruling, edits: NO_EDITS });
    };
    assertProblem(await overtakenBy(service, reject, () => hold(sam, action)), 'already_decided');
    assert.deepEqual(await app.reader.q.selectFrom('holds').selectAll().execute(), []);
    const told = (await events(all, action.id)).map(({ event }) => event);
    assert.deepEqual(told, ['action.created', 'action.rejected']);
  });

  test('thirty people hold one action: one decision, and everyone else is told', async (t) => {
    const all = await given(t);
    const { service, action } = all;
    const people = await Promise.all(Array.from({ length: 30 }, () => givenPerson(service, 'reviewer')));
    const answers = await Promise.all(
      people.map((each, n) => hold(each, action, { decision: n % 2 ? 'approve' : 'reject' })),
    );
    assert.ok(answers.every(({ status }) => status === 202));
    service.wind(7);
    await settled(all, action.id);
    await until(async () => {
      const trail = (await all.admin.listAudit({ entity_id: action.id, limit: 200 })).items.map(({ event }) => event);
      const lost = trail.filter((event) => event === 'action.hold_lost').length;
      const decided = trail.filter((event) => event === 'action.approved' || event === 'action.rejected').length;
      assert.equal(decided, 1);
      return lost === 29;
    }, 'the 29 others are told');
  });
});
