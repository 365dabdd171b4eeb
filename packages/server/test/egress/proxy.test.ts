// Variables that tell programs to use a proxy tell us nothing: a proxy would connect for us, past the guard.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';

const OUTGOING = new URL('../../src/world/outgoing.ts', import.meta.url).href;

/** Sends from a process of its own, for Node reads such variables when it starts. */
async function sendWith(environment: Readonly<Record<string, string>>, url: string, allowPrivate: boolean) {
  const request = { url, allowPrivate, method: 'POST', headers: {}, body: '{}', deadlineMs: 30_000, maxBytes: 100 };
  const program = `
    const { sendOut } = await import(${JSON.stringify(OUTGOING)});
    const { status, error } = await sendOut(${JSON.stringify(request)}, async () => ['127.0.0.1']);
    process.stdout.write(JSON.stringify({ status, error }));`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk;
  });
  await once(child, 'close');
  return JSON.parse(output) as { status?: number; error?: string };
}

async function counting(t: TestContext): Promise<{ readonly url: string; hits(): number }> {
  let hits = 0;
  const server: Server = createServer((_, response) => response.end('ok'));
  server.on('connection', () => hits++);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, hits: () => hits };
}

test('proxy variables in the environment are passed over, for what is allowed and for what is blocked', async (t) => {
  const proxy = await counting(t);
  const receiver = await counting(t);
  const environment = {
    NODE_USE_ENV_PROXY: '1',
    ...Object.fromEntries(
      ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'http_proxy', 'https_proxy', 'all_proxy'].map((name) => [
        name,
        proxy.url,
      ]),
    ),
    NO_PROXY: '',
    no_proxy: '',
  };
  const named = receiver.url.replace('127.0.0.1', 'receiver.test');
  assert.deepEqual(await sendWith(environment, named, true), { status: 200 });
  assert.equal(receiver.hits(), 1);
  assert.deepEqual(await sendWith(environment, named, false), { error: 'target_blocked' });
  assert.deepEqual(await sendWith(environment, 'http://169.254.169.254/', true), { error: 'target_blocked' });
  assert.deepEqual(await sendWith(environment, 'https://10.0.0.1/', false), { error: 'target_blocked' });
  assert.equal(receiver.hits(), 1);
  assert.equal(proxy.hits(), 0);
});
