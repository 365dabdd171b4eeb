// What happens, as it happens: tail, and listen for those who develop a receiver.

import assert from 'node:assert/strict';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { verifyWebhook } from '@countersign/sdk';
import { proposal } from '../../server/test/support/given.ts';
import { givenPerson } from '../../server/test/support/people.ts';
import { givenReceiver } from '../../server/test/support/receiver.ts';
import { givenShell, type Shell } from './run.ts';

/** The id of the event that happened last: whoever begins after it misses nothing, however late it starts. */
async function nowIn({ admin }: Shell): Promise<string> {
  let isOpen = false;
  let last = '';
  const making = (async () => {
    while (!isOpen) {
      last = (await admin.createAction(proposal({ kind: 'marker' }))).id;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  })();
  for await (const { id, data } of admin.events()) {
    isOpen = true;
    await making;
    if ('id' in data && data.id === last) return id;
  }
  throw new Error('The stream ended.');
}

/** The address of one that passes everything on, but for what is at this path. */
async function givenGateway(t: TestContext, to: string, refused: string): Promise<string> {
  const gateway = createServer((asked, answer) => {
    if (asked.url?.split('?')[0] === refused) return void answer.writeHead(502).end();
    const { method = 'GET', url = '/', headers } = asked;
    const onward = request(new URL(url, to), { method, headers }, (answered) => {
      answer.writeHead(answered.statusCode ?? 500, answered.headers);
      answered.pipe(answer);
    });
    asked.pipe(onward);
    answer.on('close', () => onward.destroy());
    onward.on('error', () => answer.destroy());
  });
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
  t.after(() => gateway.close().closeAllConnections());
  return `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`;
}

test('tail tells what happens, and ends after so many', async (t) => {
  const shell = await givenShell(t);
  const after = ['--after', await nowIn(shell)];
  const text = shell.run(['tail', ...after, '-n', '2']);
  const json = shell.run(['tail', ...after, '--kind', 'refund', '-n', '1', '--json']);
  const { id } = await shell.admin.createAction(proposal({ kind: 'deploy', title: 'Deploy\u202e' }));
  await shell.admin.decideAction(id, { decision: 'reject' });
  const refund = await shell.admin.createAction(proposal({ kind: 'refund' }));
  const { code, stdout } = await text;
  assert.equal(code, 0);
  const [created, decided] = stdout.trimEnd().split('\n');
  assert.match(created ?? '', new RegExp(`Z {2}pending +${id} {2}deploy {2}Deploy⟨U\\+202E⟩$`));
  assert.match(decided ?? '', new RegExp(`rejected +${id}`));
  assert.partialDeepStrictEqual(JSON.parse((await json).stdout), { event: 'action.created', data: { id: refund.id } });
});

test('listen forwards decisions, signed as the service signs', async (t) => {
  const shell = await givenShell(t);
  const receiver = await givenReceiver(t);
  const running = shell.run(['listen', '--forward-to', receiver.url, '--after', await nowIn(shell), '-n', '2']);
  const { id } = await shell.admin.createAction(proposal({ title: 'Pay', editable: ['preview.body'] }));
  await shell.admin.decideAction(id, { decision: 'approve', edited: { 'preview.body': 'Pay 35.' } });
  await receiver.count(1);
  const { webhook_secret = '' } = await shell.admin.getProject();
  const [{ headers, body } = { headers: {}, body: '' }] = receiver.received;
  const { event, receipt } = await verifyWebhook({ headers, rawBody: body, secrets: webhook_secret });
  assert.deepEqual([event.action_id, event.status, event.final_preview?.body], [id, 'approved', 'Pay 35.']);
  assert.ok(receipt);

  receiver.answerWith(500);
  const other = await shell.admin.createAction(proposal());
  await shell.admin.bulkDecide({ ids: [other.id], verdict: 'reject', comment: 'No' });
  const { code, stdout, stderr } = await running;
  assert.equal(code, 0);
  assert.match(stderr, /signed with the secret of the project/);
  assert.match(stdout, new RegExp(`^${id} {2}approved {2}→ 200 {2}\\d+ ms {2}Pay\n${other.id} {2}rejected {2}→ 500`));
  assert.deepEqual(JSON.parse(receiver.received[1]?.body ?? ''), {
    event: 'action.updated',
    action_id: other.id,
    status: 'rejected',
    decided_at: (await shell.admin.getAction(other.id)).decision?.decided_at,
    verdict: 'reject',
    comment: 'No',
  });
});

test('listen signs with the secret as it is, also when it is rotated meanwhile', async (t) => {
  const shell = await givenShell(t);
  const receiver = await givenReceiver(t);
  const running = shell.run(['listen', '--forward-to', receiver.url, '--after', await nowIn(shell), '-n', '2']);
  const decide = async () => {
    const { id } = await shell.admin.createAction(proposal());
    await shell.admin.decideAction(id, { decision: 'approve' });
  };
  const { webhook_secret: before = '' } = await shell.admin.getProject();
  await decide();
  await receiver.count(1);
  const { webhook_secret: now } = await shell.admin.rotateWebhookSecret();
  await decide();
  await running;
  const [first, second] = receiver.received;
  assert.ok(first && second);
  const ours = Object.entries(second.headers).filter(([name]) => !name.startsWith('webhook-'));
  await verifyWebhook({ headers: first.headers, rawBody: first.body, secrets: before });
  await verifyWebhook({ headers: Object.fromEntries(ours), rawBody: second.body, secrets: now });
  assert.equal(
    String(second.headers['webhook-signature']).split(' ').length,
    2,
    'one for a receiver that has the old one',
  );
});

test('listen tells of a decision, not of each of the approvals it needs', async (t) => {
  const shell = await givenShell(t);
  const receiver = await givenReceiver(t);
  const two = { rule_action: 'require_n_approvers', outcome_params: { n: 2 } } as const;
  await shell.admin.createRule({ name: 'Two', kind_pattern: 'pay', ...two });
  const [ana, sam] = [await givenPerson(shell.service, 'reviewer'), await givenPerson(shell.service, 'reviewer')];
  const words = ['listen', '--forward-to', receiver.url, '--after', await nowIn(shell), '-n', '2'];
  const running = shell.run(words);
  const { id } = await shell.admin.createAction(proposal({ kind: 'pay' }));
  const other = await shell.admin.createAction(proposal());
  await ana.ask('POST', `/actions/${id}/decision`, { decision: 'approve' });
  await shell.admin.decideAction(other.id, { decision: 'reject' });
  await receiver.count(1);
  await sam.ask('POST', `/actions/${id}/decision`, { decision: 'approve' });
  await running;
  const told = receiver.received.map(({ body }) => JSON.parse(body) as { action_id: string; status: string });
  assert.deepEqual(
    told.map(({ action_id, status }) => [action_id, status]),
    [
      [other.id, 'rejected'],
      [id, 'approved'],
    ],
  );
});

test('listen says that it may have missed decisions', async (t) => {
  const shell = await givenShell(t);
  const receiver = await givenReceiver(t);
  const running = shell.run(['listen', '--forward-to', receiver.url, '--after', 'long-ago', '-n', '1']);
  let isOver = false;
  const ended = running.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    const { id } = await shell.admin.createAction(proposal()); // again and again: it begins when it begins
    await shell.admin.decideAction(id, { decision: 'approve' });
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const { code, stderr } = await ended;
  assert.equal(code, 0);
  assert.match(stderr, /missed \(unknown_id\): decisions among them are not forwarded/);
});

test('listen goes on after a decision that it could not read', async (t) => {
  const shell = await givenShell(t);
  const receiver = await givenReceiver(t);
  const after = await nowIn(shell);
  const lost = await shell.admin.createAction(proposal());
  const gateway = await givenGateway(t, shell.service.baseUrl, `/v1/actions/${lost.id}`);
  const words = ['listen', '--forward-to', receiver.url, '--after', after, '-n', '2', '--json', '--url', gateway];
  const running = shell.run(words);
  await shell.admin.decideAction(lost.id, { decision: 'approve' });
  const { id } = await shell.admin.createAction(proposal({ title: 'Another' }));
  await shell.admin.decideAction(id, { decision: 'approve' });
  const { code, stdout } = await running;
  const [first, second] = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  assert.equal(code, 0);
  assert.partialDeepStrictEqual(first, { action_id: lost.id, status: 'approved' });
  assert.match(String(first?.error), /^not forwarded: .*answered 502/);
  assert.partialDeepStrictEqual(second, { action_id: id, answer: 200 });
});

test('listen says it when nothing listens where it forwards to', async (t) => {
  const shell = await givenShell(t);
  const stops: (() => unknown)[] = [];
  const { url } = await givenReceiver({ after: (stop) => void stops.push(stop) });
  for (const stop of stops) stop();
  const words = ['listen', '--forward-to', url, '--after', await nowIn(shell), '-n', '1'];
  const running = shell.run(words);
  const { id } = await shell.admin.createAction(proposal());
  await shell.admin.decideAction(id, { decision: 'approve' });
  assert.match((await running).stdout, /→ http:\S+ could not be reached: nothing listens there/);
});

test('listen signs with a secret of its own where the key may not read the project’s', async (t) => {
  const shell = await givenShell(t);
  const receiver = await givenReceiver(t);
  const { key } = await shell.admin.createKey({ name: 'agent', scopes: ['actions'] });
  const words = ['listen', '--forward-to', receiver.url, '--after', await nowIn(shell), '-n', '1', '--json'];
  const running = shell.run(words, { env: { COUNTERSIGN_API_KEY: key } });
  const { id } = await shell.admin.createAction(proposal());
  await shell.admin.decideAction(id, { decision: 'approve' });
  const { stdout, stderr } = await running;
  assert.partialDeepStrictEqual(JSON.parse(stdout), { action_id: id, status: 'approved', answer: 200 });
  const secret = /whsec_\S+(?=\. Ctrl)/.exec(stderr)?.[0] ?? '';
  const [{ headers, body } = { headers: {}, body: '' }] = receiver.received;
  assert.equal((await verifyWebhook({ headers, rawBody: body, secrets: secret })).event.action_id, id);
  for (const wrong of [[], ['--forward-to', 'localhost:3000/hook'], ['--forward-to', 'ftp://localhost/']])
    assert.equal((await shell.run(['listen', ...wrong])).code, 64, wrong.join(' '));
  for (const count of ['x', '0', '-1']) assert.equal((await shell.run(['tail', `-n=${count}`])).code, 64, count);
});
