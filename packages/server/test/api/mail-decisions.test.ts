// Decisions that begin with a mail: the link opens a page, and only a press there decides, once.

import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import type { MailShown } from '@countersign/contract';
import { checkAuditFile } from '@countersign/contract/audit-file';
import type { Action, ActionCreate, Countersign } from '@countersign/sdk';
import type { App } from '../../src/app.ts';
import type { Problem } from '../../src/base/problem.ts';
import { proving } from '../../src/base/proving.ts';
import { ABOVE_PEOPLE } from '../../src/boot/handed-down.ts';
import { countUnsealed } from '../../src/features/audit/chain-store.ts';
import { saveChannel } from '../../src/features/channels/store.ts';
import { decideByMail } from '../../src/features/interactions/mail.ts';
import { keepSecret } from '../../src/features/people/credential-store.ts';
import { leaveAddress } from '../../src/features/people/manage-reviewers.ts';
import { lockReviewer, saveReviewer } from '../../src/features/people/store.ts';
import { lockProject } from '../../src/features/project/store.ts';
import { inTransaction, type Tx } from '../../src/storage/database.ts';
import { forgetChannels, settleChannels } from '../support/channels.ts';
import { endOfFile } from '../support/end-of-file.ts';
import { clientOf, givenService, proposal } from '../support/given.ts';
import { goneAfter } from '../support/gone-after.ts';
import { givenMailBox, type MailBox } from '../support/mail-box.ts';
import { overtakenBy } from '../support/overtaken.ts';
import { givenPerson } from '../support/people.ts';
import type { Service } from '../support/start-service.ts';
import { until } from '../support/until.ts';
import { assertProblem, call } from '../support/wire.ts';

let service: Service;
let admin: Countersign;
let adminKey: string;
let box: MailBox;
const end = endOfFile();

before(async () => {
  box = await givenMailBox(end);
  const environment = { SMTP_URL: box.url, SMTP_FROM: 'inbox@example.com', PUBLIC_URL: 'https://inbox.example' };
  ({ service } = await givenService(end, { environment }));
});
beforeEach(async () => {
  await forgetChannels(service);
  adminKey = (await service.newProject('Mail')).adminKey;
  admin = clientOf(service, adminKey);
});

async function* linesOf(lines: readonly string[]): AsyncGenerator<string> {
  yield* lines;
}

const page = (path: string, body: object) =>
  call('POST', `${service.baseUrl}/interactions/email${path}`, {
    body: JSON.stringify(body),
    headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
  });

async function look(token: string): Promise<MailShown> {
  const answer = await page('/look', { token });
  assert.equal(answer.status, 200, answer.text);
  return JSON.parse(answer.text) as MailShown;
}

/** The newest with these words in its subject; invitations come by mail, too. */
const mailAbout = (words: string) => box.received.findLast(({ subject }) => subject.includes(words));

/** An action, and the mail about it. */
async function givenMail(
  changes: Partial<ActionCreate> = {},
  address = 'ana@example.com',
  create = (draft: ActionCreate): Promise<Action> => admin.createAction(draft),
) {
  await admin.createChannel({
    name: 'Mail',
    type: 'email',
    config: { address },
    events: ['action.pending', 'action.decided'],
  });
  const action = await create(proposal(changes));
  await settleChannels(service);
  const about = action.title.slice(0, 3);
  const mail =
    box.received.findLast(({ subject, to }) => subject.includes(about) && to.includes(address)) ??
    assert.fail('no mail came'); // other channels are told of it, too
  const [, link = '', token = ''] =
    /Decide: (\S+?)#(\S+)/.exec(mail.text.replace(/=\r?\n/g, '').replaceAll('=3D', '=')) ?? [];
  return { action, mail, link, token };
}

async function decideByPress(token: string, decision: 'approve' | 'reject'): Promise<void> {
  const answer = await page('', { token, decision, digest: (await look(token)).digest });
  assert.equal(answer.status, 200, answer.text);
}

const statusOf = async (id: string) => (await admin.getAction(id)).status;

test('a mail says what is wanted, on one line where it must; fetching its link decides nothing', async () => {
  const { action, mail, link, token } = await givenMail({
    title: 'Pay\u2028Bcc: eve@example.com',
    preview: { body: 'EUR 9' },
  });
  assert.deepEqual(mail.to, ['ana@example.com']);
  assert.equal(mail.subject, 'Pay[U+2028]Bcc: eve@example.com');
  assert.ok(mail.text.includes('EUR 9'));
  assert.equal(link, 'https://inbox.example/confirm');
  for (const method of ['GET', 'HEAD']) {
    const origin = new URL(service.baseUrl).origin;
    assert.ok((await fetch(`${origin}/confirm`, { method })).status < 500);
    assert.equal((await fetch(`${origin}/v1/interactions/email?token=${token}`, { method })).status, 405);
  }
  await look(token);
  assert.equal(await statusOf(action.id), 'pending');
});

test('the log names whoever has the mailbox until they are to be forgotten, and holds before and after', async () => {
  const { action, token } = await givenMail();
  await decideByPress(token, 'reject');
  const actorOf = async () => {
    const { items } = await admin.listAudit({ entity_id: action.id, type: 'action.rejected' });
    return items[0]?.actor;
  };
  const keys = await service.running.app.signer.publicKeys();
  const { id: project_id } = await admin.getProject();
  const exported = async () => {
    await until(async () => (await countUnsealed(service.running.app.reader, project_id)) === 0, 'all rows are sealed');
    const text = (await Array.fromAsync(admin.exportAudit())).join('');
    const lines = text.trimEnd().split('\n');
    return { text, report: await checkAuditFile(linesOf(lines), proving, { keys }) };
  };
  const whole = 'email:ana@example.com';
  assert.deepEqual(await actorOf(), { type: 'external', id: whole, name: whole });
  const before = await exported();
  assert.partialDeepStrictEqual(before.report, { ok: true, unsealed: 0 });
  const other = before.text.replaceAll('email:ana@', 'email:eve@').trimEnd().split('\n');
  assert.equal(
    (await checkAuditFile(linesOf(other), proving, { keys })).ok,
    false,
    'another name is not what was sealed',
  );

  await admin.eraseProject();
  assert.deepEqual(await actorOf(), { type: 'external', id: 'email', name: 'email' });
  const after = await exported();
  assert.partialDeepStrictEqual(after.report, { ok: true, unsealed: 0 });
  assert.ok(!after.text.includes('ana@example.com'));
});

test('the page shows all of it, and a press decides, once, as whoever has the mailbox', async () => {
  const { action, token } = await givenMail({ payload: { amount: 9 }, target_url: 'https://shop.example/' });
  const shown = await look(token);
  assert.partialDeepStrictEqual(shown, {
    title: action.title,
    body: 'Do it.',
    payload: '{"amount":9}',
    target_url: 'https://shop.example/',
    may_approve: true,
    address: 'ana@example.com',
  });
  const body = { token, decision: 'approve', digest: shown.digest };
  const answers = await Promise.all(Array.from({ length: 20 }, () => page('', body)));
  assert.deepEqual(answers.map(({ status }) => status).filter((status) => status === 200).length, 1);
  assert.partialDeepStrictEqual((await admin.getAction(action.id)).decision, {
    verdict: 'approve',
    channel: 'email',
    decided_by: { type: 'external', id: 'email:ana@example.com' },
  });
  assert.partialDeepStrictEqual(await look(token), { status: 'approved', decided: { verdict: 'approve' } });
});

test('the press is answered by what it saved, also when nothing can be read after it', async () => {
  const { action, token } = await givenMail();
  const { digest } = await look(token);
  const press = () => page('', { token, decision: 'reject', digest });
  const answer = await goneAfter(service, /insert into "decisions"/, press);
  assert.equal(answer.status, 200, answer.text);
  assert.deepEqual(JSON.parse(answer.text), await look(token));
  assert.equal(await statusOf(action.id), 'rejected');
});

test('a reviewer of that address decides as such, with a reason; and hears of what was decided', async () => {
  const invited = await admin.inviteReviewer({ role: 'reviewer', name: 'Dana', email: 'dana@example.com' });
  const { action, token } = await givenMail({}, 'dana@example.com');
  const { digest } = await look(token);
  // Not one who may decide before they have joined.
  assertProblem(await page('', { token, decision: 'reject', digest }), 'insufficient_scope');
  await call('POST', `${service.baseUrl}/session/link`, {
    body: JSON.stringify({ token: /#t=(.+)$/.exec(invited.url)?.[1] }),
    headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
  });
  assert.equal((await page('', { token, decision: 'reject', digest, comment: 'No.' })).status, 200);
  assert.partialDeepStrictEqual((await admin.getAction(action.id)).decision, {
    comment: 'No.',
    decided_by: { type: 'reviewer', id: invited.id, name: 'Dana' },
  });
  await settleChannels(service);
  assert.equal(mailAbout(action.title)?.subject, `Rejected: ${action.title}`);
});

test('one of several approvals that was withdrawn is given again by the same mail, and the mail rejects, too', async () => {
  const dana = await givenPerson(service, 'reviewer', { key: adminKey, name: 'Dana' });
  await admin.updateReviewer(dana.id, { email: 'two@example.com' });
  const two = { name: 'Two', rule_action: 'require_n_approvers', outcome_params: { n: 2 } } as const;
  await admin.createRule(two);
  const { action, token } = await givenMail({}, 'two@example.com');
  const { digest } = await look(token);
  const approve = () => page('', { token, decision: 'approve', digest });
  const first = await approve();
  assert.equal(first.status, 200);
  assert.deepEqual(JSON.parse(first.text), await look(token));
  assertProblem(await approve(), 'already_decided');
  for (const role of ['viewer', 'reviewer'] as const) await admin.updateReviewer(dana.id, { role });
  assert.equal((await approve()).status, 200);
  assert.deepEqual((await admin.getAction(action.id)).approvals, { required: 2, given: 1 });
  assert.equal((await page('', { token, decision: 'reject', digest })).status, 200);
  assert.equal(await statusOf(action.id), 'rejected');
});

test('whoever is removed decides nothing more by the mails they have, and is sent no more of them', async () => {
  const { id } = await admin.inviteReviewer({ role: 'reviewer', name: 'Ana', email: 'ana@example.com' });
  const { action, token } = await givenMail({}, 'Ana@example.com');
  const { digest } = await look(token);
  await admin.removeReviewer(id);
  for (const decision of ['approve', 'reject']) {
    assertProblem(await page('', { token, decision, digest }), 'insufficient_scope');
  }
  assertProblem(await page('/look', { token }), 'insufficient_scope');
  assert.equal(await statusOf(action.id), 'pending');
  const had = box.received.length;
  await admin.createAction(proposal());
  await settleChannels(service);
  assert.equal(box.received.length, had);
  const [channel] = (await admin.listChannels()).items;
  assert.partialDeepStrictEqual(channel, { enabled: false, last_error: 'reviewer_removed' });
  assert.equal((await admin.listAudit({ type: 'channel.disabled' })).items.length, 1);
  // An admin who means the mailbox says so.
  await admin.updateChannel(channel?.id ?? '', { enabled: true });
  assert.equal((await page('', { token, decision: 'approve', digest })).status, 200);
  assert.partialDeepStrictEqual((await admin.getAction(action.id)).decision?.decided_by, { type: 'external' });
});

test('so is whoever is removed whose address has the sign for kelvin in it, and nobody whose has a k', async () => {
  const [kelvin, kim] = ['\u212aim@example.com', 'kim@example.com'];
  const { id } = await admin.inviteReviewer({ role: 'reviewer', name: 'Kelvin', email: kelvin });
  const theirs = await givenMail({ title: 'For Kelvin' }, kelvin);
  const other = await givenMail({ title: 'For Kim' }, kim);
  const { digest } = await look(theirs.token);
  await admin.removeReviewer(id);
  assertProblem(await page('', { token: theirs.token, decision: 'approve', digest }), 'insufficient_scope');
  assert.equal((await look(other.token)).may_approve, true);
});

test('a mail decides nothing once its channel sends to another address: not as whoever has that one', async () => {
  const dana = await givenPerson(service, 'reviewer', { key: adminKey, name: 'Dana' });
  await dana.ask('PATCH', '/me', { email: 'dana@example.com' });
  const { action, token } = await givenMail({}, 'gone@example.com');
  const { digest } = await look(token);
  const [channel] = (await admin.listChannels()).items;
  await admin.updateChannel(channel?.id ?? '', { config: { address: 'dana@example.com' } });
  assertProblem(await page('/look', { token }), 'insufficient_scope');
  for (const decision of ['approve', 'reject']) {
    assertProblem(await page('', { token, decision, digest }), 'insufficient_scope');
  }
  assert.equal(await statusOf(action.id), 'pending');
  // What is sent from now on is theirs.
  const other = await admin.createAction(proposal({ title: 'Next one' }));
  await settleChannels(service);
  assert.deepEqual(mailAbout(other.title)?.to, ['dana@example.com']);
});

test('whoever is given another address decides nothing more by the old one, nor as a stranger once they are removed', async () => {
  type Move = () => Promise<unknown>;
  const changes: Readonly<Record<string, (email: string) => Promise<Move>>> = {
    'by an admin, of a viewer': async (email) => {
      const vic = await givenPerson(service, 'viewer', { key: adminKey, name: 'Vic' });
      await vic.ask('PATCH', '/me', { email });
      return () => admin.updateReviewer(vic.id, { email: 'elsewhere@example.com' });
    },
    'by an admin, of themselves': async (email) => {
      const ada = await givenPerson(service, 'admin', { key: adminKey, name: 'Ada' });
      await ada.ask('PATCH', '/me', { email });
      return () => ada.ask('PATCH', '/me', { email: null });
    },
  };
  for (const [index, given] of Object.values(changes).entries()) {
    const address = `old${index}@example.com`;
    const move = await given(address);
    const { action, token } = await givenMail({}, address);
    const { digest } = await look(token);
    await move();
    assertProblem(await page('', { token, decision: 'approve', digest }), 'insufficient_scope');
    assert.equal(await statusOf(action.id), 'pending');
    const channel = (await admin.listChannels()).items.at(-1);
    assert.partialDeepStrictEqual(channel, { enabled: false, last_error: 'address_left' });
  }
});

test('a channel that is turned on in the moment in which whoever has its address is removed is off', async () => {
  const { id } = await admin.inviteReviewer({ role: 'reviewer', name: 'Ana', email: 'ana@example.com' });
  const config = { address: 'ana@example.com' };
  const channel = await admin.createChannel({ name: 'Mail', type: 'email', config, enabled: false });
  const turnOn = (tx: Tx) => saveChannel(tx, channel, { enabled: 1 });
  await overtakenBy(service, turnOn, () => admin.removeReviewer(id));
  const found = await admin.getChannel(channel.id);
  assert.partialDeepStrictEqual(found, { enabled: false, last_error: 'reviewer_removed' });
});

test('two who leave one address in the same moment both leave its channel', async () => {
  const address = 'both@example.com';
  const [ada, vic] = [
    await givenPerson(service, 'admin', { key: adminKey, name: 'Ada' }),
    await givenPerson(service, 'viewer', { key: adminKey, name: 'Vic' }),
  ];
  for (const person of [ada, vic]) await person.ask('PATCH', '/me', { email: address });
  const channel = await admin.createChannel({ name: 'Mail', type: 'email', config: { address } });
  const { project_id } = channel;
  const leave = async (tx: Tx) => {
    await lockProject(tx, project_id); // as whoever changes others does
    const before = (await lockReviewer(tx, { project_id, id: vic.id })) ?? assert.fail();
    await saveReviewer(tx, before, { email: null });
    await leaveAddress(tx, before, 'address_left', ABOVE_PEOPLE);
  };
  await overtakenBy(service, leave, () => ada.ask('PATCH', '/me', { email: null }));
  assert.partialDeepStrictEqual(await admin.getChannel(channel.id), { enabled: false, last_error: 'address_left' });
});

test('whoever proposed it does not decide it as a mailbox that nobody knows to be theirs', async () => {
  await admin.updateProject({ settings: { deciders: 'not_creator' } });
  const ana = await givenPerson(service, 'reviewer', { key: adminKey, name: 'Ana' });
  const { action, token } = await givenMail({}, 'ana.private@example.com', (draft) =>
    ana.ask('POST', '/actions', draft),
  );
  const { digest } = await look(token);
  assertProblem(await page('', { token, decision: 'approve', digest }), 'self_decision_forbidden');
  assert.equal(await statusOf(action.id), 'pending');
  // What an agent proposed is decided there as ever.
  const other = await givenMail({ title: 'By an agent' }, 'ana.private@example.com');
  const shown = await look(other.token);
  assert.equal((await page('', { token: other.token, decision: 'approve', digest: shown.digest })).status, 200);
});

test('a removal, or a channel turned off, between the look at who decides and the decision: nothing is decided', async () => {
  const { app } = service.running;
  const secret = await inTransaction(app, keepSecret);
  const { id } = await admin.inviteReviewer({ role: 'reviewer', name: 'Ana', email: 'ana@example.com' });
  const { token } = await givenMail({}, 'ana@example.com');
  const { id: action_id, digest } = await look(token);
  const [channel] = (await admin.listChannels()).items;
  const meanwhile = [
    () => admin.updateChannel(channel?.id ?? '', { enabled: false }),
    async () => {
      await admin.updateChannel(channel?.id ?? '', { enabled: true });
      await admin.removeReviewer(id);
    },
  ];
  for (const happens of meanwhile) {
    const transaction: App['storage']['transaction'] = async (work) => {
      await happens();
      return app.storage.transaction(work);
    };
    const late = { ...app, storage: { ...app.storage, transaction } };
    const decided = decideByMail(late, secret, { token, decision: 'reject', digest });
    await assert.rejects(decided, (problem: Problem) => problem.code === 'insufficient_scope');
    assert.equal(await statusOf(action_id), 'pending');
  }
});

test('a mailbox that another reviewer has, too, stays a channel when one of them is removed', async () => {
  const { id } = await admin.inviteReviewer({ role: 'reviewer', name: 'Ana', email: 'desk@example.com' });
  await admin.inviteReviewer({ role: 'reviewer', name: 'Bo', email: 'desk@example.com' });
  await givenMail({}, 'desk@example.com');
  await admin.removeReviewer(id);
  assert.equal((await admin.listChannels()).items[0]?.enabled, true);
});

test('an address that someone else claims, too, makes nobody decide in their name', async () => {
  const eve = await givenPerson(service, 'viewer', { key: adminKey, name: 'Eve' });
  await eve.ask('PATCH', '/me', { email: 'boss@example.com' });
  const { action, token } = await givenMail({}, 'Boss@example.com');
  const { digest } = await look(token);
  assertProblem(await page('', { token, decision: 'approve', digest }), 'insufficient_scope'); // Eve's alone: a viewer
  const boss = await givenPerson(service, 'admin', { key: adminKey, name: 'Boss' });
  await boss.ask('PATCH', '/me', { email: 'boss@example.com' });
  assert.equal((await page('', { token, decision: 'approve', digest })).status, 200);
  const { decision } = await admin.getAction(action.id);
  assert.partialDeepStrictEqual(decision?.decided_by, { type: 'external', id: 'email:boss@example.com' });
});

test('nobody but an admin leaves or takes an address that a channel sends to', async () => {
  const vic = await givenPerson(service, 'viewer', { key: adminKey, name: 'Vic' });
  await vic.ask('PATCH', '/me', { email: 'vic@example.com' });
  const { action, token } = await givenMail({}, 'Vic@example.com');
  const { digest } = await look(token);
  for (const email of [null, 'elsewhere@example.com']) {
    assertProblem(await vic.send('PATCH', '/me', { email }), 'validation_failed');
  }
  const eve = await givenPerson(service, 'reviewer', { key: adminKey, name: 'Eve' });
  assertProblem(await eve.send('PATCH', '/me', { email: 'VIC@example.com' }), 'validation_failed');
  assertProblem(await page('', { token, decision: 'approve', digest }), 'insufficient_scope'); // a viewer's, still
  assert.equal(await statusOf(action.id), 'pending');
  const ada = await givenPerson(service, 'admin', { key: adminKey, name: 'Ada' });
  await ada.ask('PATCH', '/me', { email: 'vic@example.com' });
});

test('what is not ours, of another digest, of a channel that is off or expired is refused', async () => {
  const { action, token } = await givenMail({ expires_in: 300 });
  const { digest } = await look(token);
  for (const wrong of ['x', `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`, token.replace('.m.', '.a.')]) {
    assertProblem(await page('/look', { token: wrong }), 'insufficient_scope');
    assertProblem(await page('', { token: wrong, decision: 'approve', digest }), 'insufficient_scope');
  }
  assertProblem(await page('', { token, decision: 'approve', digest: '0'.repeat(64) }), 'stale_digest');
  const elsewhere = await call('POST', `${service.baseUrl}/interactions/email`, {
    body: JSON.stringify({ token, decision: 'approve', digest }),
    headers: { 'sec-fetch-site': 'cross-site', 'content-type': 'application/json' },
  });
  assertProblem(elsewhere, 'cross_site');
  const [channel] = (await admin.listChannels()).items;
  await admin.updateChannel(channel?.id ?? '', { enabled: false });
  assertProblem(await page('', { token, decision: 'approve', digest }), 'insufficient_scope');
  await admin.updateChannel(channel?.id ?? '', { enabled: true });
  assert.equal(await statusOf(action.id), 'pending');
  service.wind(301);
  assertProblem(await page('', { token, decision: 'approve', digest }), 'expired');
});

test('what needs a passkey, or to be read to its end, is rejected here but not approved', async () => {
  await admin.createRule({ name: 'P', rule_action: 'require_step_up' });
  const { action, token } = await givenMail();
  const { digest, may_approve } = await look(token);
  assert.equal(may_approve, false);
  assertProblem(await page('', { token, decision: 'approve', digest }), 'insufficient_scope');
  assert.equal((await page('', { token, decision: 'reject', digest })).status, 200);
  assert.equal(await statusOf(action.id), 'rejected');
});

test('a mail server that does not take it is tried again', async () => {
  box.answerWith(451);
  await admin.createChannel({ name: 'Mail', type: 'email', config: { address: 'ana@example.com' } });
  const had = box.received.length;
  await admin.createAction(proposal());
  await settleChannels(service);
  box.answerWith(0);
  service.wind(70);
  await settleChannels(service);
  assert.equal(box.received.length, had + 1);
});
