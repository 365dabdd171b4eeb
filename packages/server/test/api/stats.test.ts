// Figures: what there is, what was used, how decisions went; the same whether they were counted a moment ago or long since.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Countersign } from '@countersign/sdk';
import { countAudit } from '../../src/features/stats/count-audit.ts';
import { inTransaction } from '../../src/storage/database.ts';
import { clientOf, givenAgent, proposal } from '../support/given.ts';
import { type Browser, givenPerson } from '../support/people.ts';
import { type Service, startService } from '../support/start-service.ts';
import { until } from '../support/until.ts';
import { assertProblem, call } from '../support/wire.ts';

let service: Service;
let admin: Countersign;
let dana: Browser;

before(async () => {
  service = await startService();
  admin = clientOf(service, service.adminKey);
  dana = await givenPerson(service, 'reviewer', { name: 'Dana' });
});
after(() => service.stop());

/** Everything that is committed is sealed and counted. */
async function counted(): Promise<void> {
  const { app } = service.running;
  await until(async () => {
    await countAudit(app);
    const open = await app.reader.q.selectFrom('audit').select('id').where('seq', 'is', null).executeTakeFirst();
    const behind = await app.reader.q
      .selectFrom('audit_heads')
      .innerJoin('stats_heads', 'stats_heads.project_id', 'audit_heads.project_id')
      .select('audit_heads.project_id')
      .whereRef('audit_heads.seq', '>', 'stats_heads.seq')
      .executeTakeFirst();
    return !open && !behind;
  }, 'the log is counted');
}

async function decide(id: string, decision: 'approve' | 'reject', view?: { ms: number; end: boolean }): Promise<void> {
  const { digest } = await admin.getAction(id);
  await dana.ask('POST', `/actions/${id}/decision-hold`, { decision, digest, seconds: 0, ...(view ? { view } : {}) });
}

test('usage counts actions by status, at once and after they were counted, and what goes is taken off', async () => {
  const [one, two, three] = [
    await admin.createAction(proposal()),
    await admin.createAction(proposal()),
    await admin.createAction(proposal()),
  ];
  await admin.decideAction(one.id, { decision: 'approve' });
  await admin.reportResult(one.id, { status: 'executed' });
  await admin.decideAction(two.id, { decision: 'reject' });
  assert.equal(three.status, 'pending');
  const expected = { pending: 1, approved: 0, rejected: 1, expired: 0, executed: 1, execute_failed: 0 };
  const usage = await admin.getUsage();
  assert.deepEqual(usage.actions, expected);
  assert.deepEqual(usage.approvals, { used: 3, limit: null });
  assert.ok(usage.period.start <= three.created_at && three.created_at < usage.period.end);
  await counted();
  assert.deepEqual((await admin.getUsage()).actions, expected);
  const { body } = await answer('/billing');
  assert.equal((body as { usage: { approvals: { used: number } } }).usage.approvals.used, 3);

  await admin.eraseProject();
  await counted();
  const after = await admin.getUsage();
  assert.deepEqual(new Set(Object.values(after.actions)), new Set([0]));
  assert.equal(after.approvals.used, 3, 'what was used stays used');
});

test('usage counts what each key decided, at once and for ever, and neither what people nor what rules did', async () => {
  const agent = await givenAgent({ service, admin }, 'deciding-bot');
  const asking = await givenAgent({ service, admin }, 'asking-bot');
  const { items } = await admin.listKeys();
  const idOf = (name: string) => items.find((key) => key.name === name)?.id ?? '';
  const made = [];
  for (let n = 0; n < 4; n++) made.push(await asking.createAction(proposal()));
  const [one, two, three, four] = made.map(({ id }) => id) as [string, string, string, string];
  await agent.decideAction(one, { decision: 'approve' });
  await agent.reportResult(one, { status: 'executed' });
  await agent.decideAction(two, { decision: 'reject' });
  await decide(three, 'approve');
  await assert.rejects(agent.decideAction(three, { decision: 'reject' }));
  await agent.holdDecision(four, { decision: 'approve', seconds: 0 });

  const check = async () => {
    const { decisions_by_key: decided } = await admin.getUsage();
    assert.deepEqual([decided[idOf('deciding-bot')], decided[idOf('asking-bot')]], [3, undefined]);
    assert.equal(decided[dana.id], undefined);
  };
  await check();
  await counted();
  await check();
  await admin.eraseProject();
  await counted();
  await check();
});

async function answer(path: string) {
  const { status, text } = await call('GET', `${service.baseUrl}${path}`, { key: service.adminKey });
  return { status, body: JSON.parse(text) as unknown };
}

test('stats tell how decisions went, by day, kind, person and agent', async () => {
  await admin.eraseProject();
  const agent = await givenAgent({ service, admin }, 'sales-bot');
  const fast = await agent.createAction(proposal({ kind: 'crm.update' }));
  const slow = await agent.createAction(proposal({ kind: 'crm.update', editable: ['preview.body'] }));
  const mail = await agent.createAction(proposal({ kind: 'email.send' }));
  const late = await admin.createAction(proposal({ kind: 'email.send', expires_in: 300 }));
  service.wind(10);
  await decide(fast.id, 'approve', { ms: 900, end: true });
  service.wind(110);
  await admin.decideAction(slow.id, { decision: 'approve', edited: { 'preview.body': 'Better.' } });
  await decide(mail.id, 'reject');
  service.wind(200);
  await admin.getAction(late.id, { wait: 5 });

  const check = async () => {
    const stats = await admin.getStats({ days: 2 });
    const { totals } = stats;
    assert.partialDeepStrictEqual(totals, { created: 4, approved: 2, rejected: 1, edited: 1, unread: 1, by_rule: 0 });
    assert.partialDeepStrictEqual(totals, { expired: 1, expired_unseen: 1 });
    assert.ok(Math.abs((totals.median_s ?? 0) - 120) <= 2, JSON.stringify(totals));
    assert.equal(stats.series.length, 2);
    assert.equal(
      stats.series.reduce((sum, { created }) => sum + created, 0),
      4,
    );
    const crm = stats.kinds.find(({ kind }) => kind === 'crm.update');
    assert.partialDeepStrictEqual(crm, { created: 2, approved: 2, rejected: 0, edited: 1 });
    const [person] = stats.reviewers;
    assert.partialDeepStrictEqual(person, { id: dana.id, name: 'Dana', approved: 1, rejected: 1 });
    const bot = stats.keys.find(({ name }) => name === 'sales-bot');
    assert.partialDeepStrictEqual(bot, { type: 'key', created: 3, approved: 2, rejected: 1 });

    const filtered = await admin.getStats({ days: 2, kind: 'email.send', bucket: 'hour' });
    assert.equal(filtered.series.length, 48);
    assert.partialDeepStrictEqual(filtered.totals, { created: 2, rejected: 1, approved: 0 });
    const ofBot = await admin.getStats({ created_by: bot?.id ?? '' });
    assert.equal(ofBot.totals.created, 3);
  };
  await check();
  await counted();
  await check();
});

test('someone who is no admin sees figures of nobody else', async () => {
  const sam = await givenPerson(service, 'reviewer', { name: 'Sam' });
  const viewer = await givenPerson(service, 'viewer');
  const { reviewers: of } = await dana.ask<{ reviewers: { id: string }[] }>('GET', '/stats');
  assert.deepEqual(
    of.map(({ id }) => id),
    [dana.id],
  );
  for (const person of [sam, viewer]) {
    assert.deepEqual((await person.ask<{ reviewers: unknown[] }>('GET', '/stats')).reviewers, []);
  }
  const agent = await givenAgent({ service, admin });
  assert.deepEqual((await agent.getStats()).reviewers, []);
});

test('the figures of the demo are not counted', async () => {
  await admin.eraseProject();
  await admin.startDemo();
  await counted();
  assert.equal((await admin.getStats()).totals.created, 0);
  await admin.endDemo();
});

test('what expired after somebody had opened it, or begun to decide it, did not expire unseen', async () => {
  await admin.eraseProject();
  const [opened, taken, , ...others] = await Promise.all(
    ['opened', 'taken back', 'unseen'].map((title) => admin.createAction(proposal({ title, expires_in: 300 }))),
  );
  assert.ok(opened && taken && others.length === 0);
  await dana.ask('POST', `/actions/${opened.id}/seen`, { ms: 10, end: false });
  await dana.ask('POST', `/actions/${taken.id}/decision-hold`, {
    decision: 'approve',
    digest: taken.digest,
    seconds: 30,
  });
  await dana.send('DELETE', `/actions/${taken.id}/decision-hold`);
  service.wind(301);
  await admin.getAction(opened.id, { wait: 5 });
  await until(async () => (await admin.getStats()).totals.expired === 3, 'all have expired');
  const check = async () =>
    assert.partialDeepStrictEqual((await admin.getStats()).totals, { expired: 3, expired_unseen: 1 });
  await check();
  await counted();
  await check();
});

test('an agent that makes up kinds does not make the figures grow', async () => {
  await admin.eraseProject();
  for (let n = 0; n < 80; n++) await admin.createAction(proposal({ kind: `kind-${n}` }));
  await counted();
  const cells = await service.running.app.reader.q
    .selectFrom('stats_cells')
    .select('kind')
    .where('bucket', '=', 'day')
    .execute();
  assert.ok(cells.length <= 62, `${cells.length} cells`);
  assert.equal((await admin.getStats()).totals.created, 80);
});

test('a rule is suggested for what people always approve as it is', async () => {
  await admin.eraseProject();
  for (let n = 0; n < 30; n++) {
    for (const kind of ['always', 'mostly']) {
      const { id } = await admin.createAction(proposal({ kind }));
      await decide(id, kind === 'mostly' && n === 7 ? 'reject' : 'approve');
    }
  }
  const { items } = await admin.listSuggestions();
  assert.equal(items.length, 1);
  assert.partialDeepStrictEqual(items[0], {
    kind: 'always',
    approved: 30,
    rule: { kind_pattern: 'always', rule_action: 'auto_approve' },
  });
  await counted();
  await inTransaction(service.running.app, (tx) =>
    tx.q.updateTable('stats_cells').set({ created_by: 'watcher:wat_1' }).where('kind', '=', 'always').execute(),
  );
  assert.deepEqual((await admin.listSuggestions()).items, [], 'what comes from outside is looked at');
});

test('hours reach back seven days, days ninety', async () => {
  for (const query of ['?bucket=hour&days=8', '?days=91', '?days=0', '?bucket=week']) {
    assertProblem(
      await call('GET', `${service.baseUrl}/stats${query}`, { key: service.adminKey }),
      'validation_failed',
    );
  }
  assert.equal((await admin.getStats({ days: 90 })).series.length, 90);
});
