// Who is in, what each may do, and that someone always can let others in.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type {
  Action,
  AuditRow,
  DecisionRecorded,
  Me,
  OneTimeLink,
  Reviewer,
  ReviewerInvited,
} from '@countersign/contract';
import { operatorOf } from '../../src/features/audit/record.ts';
import { makeSignInLink } from '../../src/features/people/make-link.ts';
import { saveReviewer } from '../../src/features/people/store.ts';
import { inTransaction, type Tx } from '../../src/storage/database.ts';
import { givenService, problem, proposal } from '../support/given.ts';
import { overtakenBy } from '../support/overtaken.ts';
import { givenPerson, newBrowser, tokenIn } from '../support/people.ts';
import { assertProblem } from '../support/wire.ts';

describe('an invitation', () => {
  test('lets one person in, once, within 48 hours', async (t) => {
    const { service } = await givenService(t);
    const dana = await givenPerson(service, 'admin', { name: 'Dana' });
    const invited = await dana.ask<ReviewerInvited>('POST', '/reviewers', { role: 'reviewer', email: 's@x.example' });
    assert.partialDeepStrictEqual(invited, { name: '', status: 'invited', email: 's@x.example', role: 'reviewer' });
    const origin = new URL(service.baseUrl).origin.replace('127.0.0.1', 'localhost');
    assert.ok(invited.url.startsWith(`${origin}/join#t=`), invited.url);
    const sam = newBrowser(service);
    await sam.ask('POST', '/session/link', { token: tokenIn(invited.url), name: 'Sam' });
    assert.equal(sam.id, invited.id);
    assertProblem(
      await newBrowser(service).send('POST', '/session/link', { token: tokenIn(invited.url) }),
      'unauthenticated',
    );

    const late = await dana.ask<ReviewerInvited>('POST', '/reviewers', { role: 'viewer', name: 'Late' });
    service.wind(48 * 3600 + 1);
    assertProblem(
      await newBrowser(service).send('POST', '/session/link', { token: tokenIn(late.url) }),
      'unauthenticated',
    );
  });

  test('is taken back by removing who was invited, and a new link voids the old', async (t) => {
    const { service } = await givenService(t);
    const dana = await givenPerson(service, 'admin');
    const first = await dana.ask<ReviewerInvited>('POST', '/reviewers', { role: 'viewer', name: 'Vi' });
    const second = await dana.ask<OneTimeLink>('POST', `/reviewers/${first.id}/link`);
    assertProblem(
      await newBrowser(service).send('POST', '/session/link', { token: tokenIn(first.url) }),
      'unauthenticated',
    );
    await dana.ask('DELETE', `/reviewers/${first.id}`);
    assertProblem(
      await newBrowser(service).send('POST', '/session/link', { token: tokenIn(second.url) }),
      'unauthenticated',
    );
  });

  test('has one link, whoever else makes one in that moment', async (t) => {
    const { service } = await givenService(t);
    const dana = await givenPerson(service, 'admin');
    const { id } = await dana.ask<ReviewerInvited>('POST', '/reviewers', { role: 'viewer', name: 'Vi' });
    const operator = operatorOf(service.running.firstStart?.project_id ?? '');
    const links: OneTimeLink[] = [];
    const other = async (tx: Tx) => {
      links.push(await makeSignInLink(tx, operator, { reviewer_id: id, base: 'http://localhost' }));
    };
    links.push(await overtakenBy(service, other, () => dana.ask<OneTimeLink>('POST', `/reviewers/${id}/link`)));
    const answers = [];
    for (const { url } of links) {
      answers.push((await newBrowser(service).send('POST', '/session/link', { token: tokenIn(url) })).status);
    }
    assert.deepEqual(answers, [401, 200]);
  });

  test('two of one name get logins of their own', async (t) => {
    const { service } = await givenService(t);
    const all = await Promise.all([1, 2, 3].map(() => givenPerson(service, 'viewer', { name: 'Łukasz Ø.' })));
    const logins = await Promise.all(all.map(async (each) => (await each.ask<Me>('GET', '/me')).login));
    assert.equal(new Set(logins).size, 3);
    assertProblem(await (all[0] ?? assert.fail()).send('PATCH', '/me', { login: logins[1] }), 'validation_failed');
  });
});

test('what someone changes of themselves stays when an admin changes their role in that moment', async (t) => {
  const { service } = await givenService(t);
  const dana = await givenPerson(service, 'admin', { name: 'Dana' });
  const sam = await givenPerson(service, 'reviewer', { name: 'Sam' });
  const who = { project_id: service.running.firstStart?.project_id ?? '', id: sam.id };
  const move = (tx: Tx) => saveReviewer(tx, who, { email: 'new@x.example' });
  await overtakenBy(service, move, () => dana.ask('PATCH', `/reviewers/${sam.id}`, { role: 'viewer' }));
  const { email, role } = await sam.ask<Me>('GET', '/me');
  assert.deepEqual([email, role], ['new@x.example', 'viewer']);
});

describe('the last admin', () => {
  test('cannot be removed or demoted; with another one, they can', async (t) => {
    const { service } = await givenService(t);
    const dana = await givenPerson(service, 'admin', { name: 'Dana' });
    assertProblem(await dana.send('DELETE', `/reviewers/${dana.id}`), 'validation_failed');
    assertProblem(await dana.send('PATCH', `/reviewers/${dana.id}`, { role: 'viewer' }), 'validation_failed');
    const sam = await givenPerson(service, 'admin', { name: 'Sam' });
    await dana.ask('PATCH', `/reviewers/${dana.id}`, { role: 'viewer' });
    assertProblem(await dana.send('GET', '/keys'), 'insufficient_scope');
    assertProblem(await sam.send('DELETE', `/reviewers/${sam.id}`), 'validation_failed');
    assert.deepEqual((await dana.ask<Me>('GET', '/me')).admins, ['Sam']);
  });

  test('stays when several demote one another at once', async (t) => {
    const { service } = await givenService(t);
    for (let round = 0; round < 5; round++) {
      const { adminKey: key } = await service.newProject(`Round ${round}`);
      const admins = await Promise.all([1, 2, 3, 4].map(() => givenPerson(service, 'admin', { key })));
      await Promise.all(
        admins.map((each, n) => each.send('PATCH', `/reviewers/${admins[(n + 1) % 4]?.id}`, { role: 'viewer' })),
      );
      const rows = await service.running.app.reader.q
        .selectFrom('reviewers')
        .select(['role', 'project_id'])
        .where(
          'id',
          'in',
          admins.map(({ id }) => id),
        )
        .execute();
      assert.ok(rows.filter(({ role }) => role === 'admin').length >= 1);
    }
  });
});

describe('someone removed', () => {
  test('is out at once; what they did keeps their name, and their login is free', async (t) => {
    const { service, admin } = await givenService(t);
    const dana = await givenPerson(service, 'admin', { name: 'Dana' });
    const sam = await givenPerson(service, 'reviewer', { name: 'Sam' });
    const { id } = await admin.createAction(proposal());
    await sam.ask('POST', `/actions/${id}/decision`, { decision: 'reject' });
    await dana.ask('DELETE', `/reviewers/${sam.id}`);
    assertProblem(await sam.send('GET', '/inbox-or-anything'), 'not_found');
    assertProblem(await sam.send('GET', '/me'), 'unauthenticated');
    assertProblem(await dana.send('DELETE', `/reviewers/${sam.id}`), 'not_found');
    const { items } = await dana.ask<{ items: Reviewer[] }>('GET', '/reviewers');
    assert.deepEqual(
      items.map(({ name }) => name),
      ['Dana'],
    );
    const log = await dana.ask<{ items: AuditRow[] }>('GET', '/audit?type=action.rejected');
    assert.deepEqual(log.items[0]?.actor, { type: 'reviewer', id: sam.id, name: 'Sam' });
    const again = await givenPerson(service, 'reviewer', { name: 'Sam' });
    assert.equal((await again.ask<Me>('GET', '/me')).login, 'sam');
  });

  test('signed out everywhere by an admin, someone can come back by a link', async (t) => {
    const { service } = await givenService(t);
    const [dana, sam] = [await givenPerson(service, 'admin'), await givenPerson(service, 'viewer')];
    await dana.ask('DELETE', `/reviewers/${sam.id}/sessions`);
    assertProblem(await sam.send('GET', '/me'), 'unauthenticated');
    const { url } = await dana.ask<OneTimeLink>('POST', `/reviewers/${sam.id}/link`);
    assert.match(url, /\/signin#t=/);
    await newBrowser(service).ask('POST', '/session/link', { token: tokenIn(url) });
  });
});

describe('a role', () => {
  test('that changes counts from the next request on, and new powers wait for a new sign-in', async (t) => {
    const { service } = await givenService(t);
    const [dana, sam] = [await givenPerson(service, 'admin'), await givenPerson(service, 'viewer')];
    await dana.ask('PATCH', `/reviewers/${sam.id}`, { role: 'admin' });
    await sam.ask('GET', '/keys');
    assertProblem(await sam.send('POST', '/keys', { name: 'x', scopes: ['admin'] }), 'step_up_required');
  });
});

test('what an admin changes of someone is not written back by what they change of themselves at once', async (t) => {
  const { service, admin } = await givenService(t);
  const { id: project_id } = await admin.getProject();
  const vi = await givenPerson(service, 'viewer', { name: 'Vi' });
  const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const changing = inTransaction(service.running.app, async (tx) => {
    await saveReviewer(tx, { project_id, id: vi.id }, { email: 'new@x.example' });
    begun.resolve();
    await ended.promise;
  });
  await begun.promise;
  const asked = vi.send('PATCH', '/me', { density: 'compact' });
  await Promise.race([asked, new Promise((resolve) => setTimeout(resolve, 300))]); // it has read by then, if it does not wait
  ended.resolve();
  await changing;
  assert.equal((await asked).status, 200);
  assert.partialDeepStrictEqual(await vi.ask<Me>('GET', '/me'), { email: 'new@x.example', density: 'compact' });
});

describe('what people decide', () => {
  test('A20: is theirs, whatever keys may; and a creator is a creator, key or person', async (t) => {
    const { service, admin } = await givenService(t);
    const [sam, kim] = [
      await givenPerson(service, 'reviewer', { name: 'Sam' }),
      await givenPerson(service, 'reviewer', { name: 'Kim' }),
    ];
    await admin.updateProject({ settings: { deciders: 'people' } });
    const { id } = await admin.createAction(proposal());
    await assert.rejects(admin.decideAction(id, { decision: 'approve' }), problem('people_only'));
    const decided = await sam.ask<DecisionRecorded>('POST', `/actions/${id}/decision`, { decision: 'approve' });
    assert.deepEqual(decided.decision?.decided_by, { type: 'reviewer', id: sam.id, name: 'Sam' });
    assert.equal(decided.decision?.self_decided, false);

    await admin.updateProject({ settings: { deciders: 'not_creator' } });
    const own = await sam.ask<Action>('POST', '/actions', proposal());
    assert.deepEqual(own.created_by, { type: 'reviewer', id: sam.id, name: 'Sam' });
    assertProblem(
      await sam.send('POST', `/actions/${own.id}/decision`, { decision: 'approve' }),
      'self_decision_forbidden',
    );
    const bulk = await sam.ask<{ results: { error?: string }[] }>('POST', '/actions/bulk-decision', {
      ids: [own.id],
      decision: 'approve',
    });
    assert.equal(bulk.results[0]?.error, 'self_decision_forbidden');
    await kim.ask('POST', `/actions/${own.id}/decision`, { decision: 'approve' });

    await admin.updateProject({ settings: { deciders: 'anyone' } });
    const free = await sam.ask<Action>('POST', '/actions', proposal());
    const self = await sam.ask<DecisionRecorded>('POST', `/actions/${free.id}/decision`, { decision: 'approve' });
    assert.equal(self.decision?.self_decided, true);
  });

  test('the payload is kept from people when the project says so, and from no key', async (t) => {
    const { service, admin } = await givenService(t);
    const sam = await givenPerson(service, 'reviewer');
    const body = proposal({ payload: { secret: 4711 }, editable: ['payload.secret'], idempotency_key: 'one' });
    const { id } = await admin.createAction(body);
    assert.ok((await sam.send('GET', `/actions/${id}`)).text.includes('4711'));
    await admin.updateProject({ settings: { reveal_payload: false } });
    await admin.decideAction(id, { decision: 'approve', edited: { 'payload.secret': 4712 } });
    for (const [method, path, sent] of [
      ['GET', `/actions/${id}`, undefined],
      ['GET', '/actions', undefined],
      ['POST', '/actions', { ...body, payload: {} }],
    ] as const) {
      const { status, text } = await sam.send(method, path, sent);
      assert.equal(status, 200, text);
      assert.equal(/"(original_)?payload"/.test(text), false, text);
    }
    assert.deepEqual((await admin.getAction(id)).payload, { secret: 4712 });
  });
});
