// The examples run as they are written, against a real server.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, test } from 'node:test';
import type { ActionRead } from '@countersign/sdk';
import { signatureHeaders } from '../../server/src/features/deliveries/signature.ts';
import { type Given, proposal } from '../../server/test/support/given.ts';
import { until } from '../../server/test/support/until.ts';
import { call } from '../../server/test/support/wire.ts';
import { givenShell, runNode, type Shell } from './run.ts';

const root = join(import.meta.dirname, '../../..');
const example = (name: string) => join(root, 'examples', name);

const environment = ({ service, folder }: Shell, more: Record<string, string> = {}) => ({
  PATH: [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter),
  HOME: folder,
  COUNTERSIGN_URL: service.baseUrl,
  COUNTERSIGN_API_KEY: service.adminKey,
  ...more,
});

async function pending({ admin }: Given, title: string): Promise<ActionRead> {
  const { id } = await until(
    async () => (await admin.listActions({ status: 'pending' })).items.find((action) => action.title === title),
    `${title} is pending`,
  );
  return admin.getAction(id);
}

test('ask-before-acting.ts does what was approved, as approved, and nothing else', async (t) => {
  const shell = await givenShell(t);
  const { admin, folder } = shell;
  const ledger = join(folder, 'ledger.txt');
  const env = environment(shell, { LEDGER: ledger });
  const start = () => runNode([example('ask-before-acting.ts')], { input: '', cwd: folder, env });
  const running = start();
  const [ana, ben] = [await pending(shell, 'Refund order 1042'), await pending(shell, 'Refund order 1043')];
  await admin.bulkDecide({ ids: [ben.id], verdict: 'reject', comment: 'Far too much' });
  assert.equal(existsSync(ledger), false);
  await admin.decideAction(ana.id, { decision: 'approve', edited: { 'payload.0.amount': 35.5 } });

  const { code, stdout, stderr } = await running;
  assert.equal(code, 0, stderr);
  assert.match(stdout, /Order 1042: Refunded 35\.50 EUR/);
  assert.match(stdout, /Order 1043: not refunded, rejected: Far too much/);
  assert.equal(readFileSync(ledger, 'utf8'), 'order 1042: 35.50 EUR\n');
  assert.equal((await admin.getAction(ana.id)).result?.detail, 'Refunded 35.50 EUR');

  const again = await start();
  assert.match(again.stdout, /Order 1042: not refunded, executed/);
  assert.equal(readFileSync(ledger, 'utf8'), 'order 1042: 35.50 EUR\n');
});

describe('webhook-receiver.ts', () => {
  test('carries out what was approved, once, and believes only the service', async (t) => {
    const shell = await givenShell(t, { allowPrivateTargets: true });
    const { admin } = shell;
    const { webhook_secret = '' } = await admin.getProject();
    const env = environment(shell, { PORT: '0', COUNTERSIGN_WEBHOOK_SECRET: webhook_secret });
    const receiver = spawn(process.execPath, [example('webhook-receiver.ts')], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    t.after(() => receiver.kill());
    const lines: string[] = [];
    const reading = createInterface({ input: receiver.stdout }).on('line', (line) => lines.push(line));
    await once(reading, 'line');
    const callback_url = /http:\S+/.exec(lines[0] ?? '')?.[0] ?? '';

    const { id } = await admin.createAction(proposal({ title: 'Pay', callback_url, editable: ['preview.body'] }));
    await admin.decideAction(id, { decision: 'approve', edited: { 'preview.body': 'Pay 35.' } });
    const done = await until(async () => {
      const action = await admin.getAction(id);
      return action.webhook_delivery?.status === 'delivered' && action;
    }, 'it is delivered');
    assert.equal(done.status, 'executed');
    assert.deepEqual(lines.slice(1), ['Carrying out Pay: Pay 35.']);

    await admin.redeliverAction(id);
    const again = JSON.stringify({ event: 'action.updated', action_id: id, status: 'approved' });
    const timestamp = Math.floor(Date.now() / 1000);
    const signed = signatureHeaders({ id: 'dlv_x', timestamp, nonce: 'ff', body: again, secrets: [webhook_secret] });
    assert.equal((await call('POST', callback_url, { body: again, headers: signed })).status, 204);
    assert.equal(lines.length, 2, 'a second delivery finds it done');

    const forged = signatureHeaders({ id: 'dlv_x', timestamp, nonce: 'ff', body: again, secrets: ['whsec_guess'] });
    assert.equal((await call('POST', callback_url, { body: again, headers: forged })).status, 401);
    assert.equal((await call('POST', callback_url, { body: again })).status, 401);
  });
});

describe('deploy.sh', () => {
  const started = (shell: Shell, ...words: string[]) =>
    runNode([example('deploy.sh'), ...words], {
      input: '',
      cwd: shell.folder,
      env: environment(shell),
      node: '/bin/sh',
    });

  test('deploys once it is approved, and reports what it said', async (t) => {
    const shell = await givenShell(t);
    const running = started(shell, '1.4.2', 'sh', '-c', 'echo deployed > done.txt; echo all well');
    const { id, preview } = await pending(shell, 'Deploy 1.4.2');
    assert.equal(preview.body, 'Deploy version 1.4.2 with: sh -c echo deployed > done.txt; echo all well\n');
    assert.equal(existsSync(join(shell.folder, 'done.txt')), false);
    await shell.admin.decideAction(id, { decision: 'approve' });
    assert.equal((await running).code, 0);
    assert.equal(readFileSync(join(shell.folder, 'done.txt'), 'utf8'), 'deployed\n');
    assert.partialDeepStrictEqual(await shell.admin.getAction(id), {
      status: 'executed',
      result: { detail: 'all well' },
    });
    assert.match(
      (await started(shell, '1.4.2', 'sh', '-c', 'echo deployed > done.txt; echo all well')).stdout,
      /before/,
    );
  });

  test('deploys once, though two were started for one version', async (t) => {
    const shell = await givenShell(t);
    const deploy = () => started(shell, '5.0', 'sh', '-c', 'echo deployed >> done.txt; sleep 1');
    const running = [deploy(), deploy()];
    const { id } = await pending(shell, 'Deploy 5.0');
    await shell.admin.decideAction(id, { decision: 'approve' });
    const codes = (await Promise.all(running)).map(({ code }) => code);
    assert.ok(codes.includes(0), String(codes));
    assert.equal(readFileSync(join(shell.folder, 'done.txt'), 'utf8'), 'deployed\n');
  });

  test('does not when it is rejected, and reports a failure', async (t) => {
    const shell = await givenShell(t);
    const rejected = started(shell, '2.0', 'touch', 'done.txt');
    await shell.admin.decideAction((await pending(shell, 'Deploy 2.0')).id, { decision: 'reject' });
    assert.equal((await rejected).code, 2);
    assert.equal(existsSync(join(shell.folder, 'done.txt')), false);

    const failing = started(shell, '3.0', 'sh', '-c', 'echo no space; exit 7');
    const { id } = await pending(shell, 'Deploy 3.0');
    await shell.admin.decideAction(id, { decision: 'approve' });
    assert.equal((await failing).code, 1);
    assert.partialDeepStrictEqual(await shell.admin.getAction(id), {
      status: 'execute_failed',
      result: { detail: 'no space' },
    });
    const again = await started(shell, '3.0', 'sh', '-c', 'echo no space; exit 7');
    assert.deepEqual([again.code, /tried before, and failed/.test(again.stdout)], [1, true], 'it was never deployed');
  });

  test('reports the end of a long log, whatever it begins with', async (t) => {
    const shell = await givenShell(t);
    const log = 'echo --- a; head -c 300000 /dev/zero | tr "\\0" x; echo; echo -n --well';
    const running = started(shell, '4.0', 'sh', '-c', log);
    const { id } = await pending(shell, 'Deploy 4.0');
    await shell.admin.decideAction(id, { decision: 'approve' });
    assert.equal((await running).code, 0);
    const short = started(shell, '4.1', 'echo', '--- a');
    const other = await pending(shell, 'Deploy 4.1');
    await shell.admin.decideAction(other.id, { decision: 'approve' });
    assert.equal((await short).code, 0);
    assert.match((await shell.admin.getAction(id)).result?.detail ?? '', /x\n--well$/);
    assert.equal((await shell.admin.getAction(other.id)).result?.detail, '--- a');
  });
});
