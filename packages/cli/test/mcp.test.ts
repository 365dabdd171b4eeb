// The bridge for clients that start a command: real clients, old and new, do their work through it.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, test } from 'node:test';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { givenScript } from '../../sdk/test/scripted-server.ts';
import { proposal } from '../../server/test/support/given.ts';
import { until } from '../../server/test/support/until.ts';
import { givenShell, type Shell } from './run.ts';

const COMMAND = join(import.meta.dirname, '../bin/countersign.mjs');
const info = { name: 'test', version: '1' };

const started = ({ service, folder }: Shell) => ({
  command: process.execPath,
  args: [COMMAND, 'mcp'],
  env: {
    PATH: process.env.PATH ?? '',
    HOME: folder,
    COUNTERSIGN_URL: service.baseUrl,
    COUNTERSIGN_API_KEY: service.adminKey,
  },
});

interface Agent {
  callTool(call: { name: string; arguments: Record<string, unknown> }): Promise<{ structuredContent?: unknown }>;
  close(): Promise<void>;
}

async function newClient(shell: Shell, mode: 'legacy' | 'auto' | { pin: string }): Promise<Agent> {
  const client = new Client(info, { versionNegotiation: { mode } });
  await client.connect(new StdioClientTransport(started(shell)));
  return client as Agent;
}

async function oldClient(shell: Shell): Promise<Agent> {
  const client = new OldClient(info);
  await client.connect(new OldTransport(started(shell)) as Parameters<typeof client.connect>[0]);
  return client as unknown as Agent;
}

const CLIENTS: Readonly<Record<string, (shell: Shell) => Promise<Agent>>> = {
  'the old client': oldClient,
  'the new client as an old one': (shell) => newClient(shell, 'legacy'),
  'the new client by itself': (shell) => newClient(shell, 'auto'),
  'the new client at 2026-07-28': (shell) => newClient(shell, { pin: '2026-07-28' }),
};

test('a key that is none is not repeated to the agent, nor called a server that is away', async (t) => {
  const { run, service } = await givenShell(t);
  const input = '{"jsonrpc":"2.0","id":1,"method":"ping"}\n';
  for (const key of [`${service.adminKey}\n${service.adminKey}`, `“${service.adminKey}”`]) {
    const { code, stdout, stderr } = await run(['mcp'], { input, env: { COUNTERSIGN_API_KEY: key } });
    assert.deepEqual([code, stdout], [64, '']);
    assert.match(stderr, /^countersign: The key is not a key/);
    assert.ok(!stderr.includes(service.adminKey));
  }
  const { stdout } = await run(['mcp'], { input, env: { COUNTERSIGN_URL: `${service.baseUrl}\r` } });
  assert.equal(stdout, '{"result":{},"jsonrpc":"2.0","id":1}\n', 'an address with the rest of a line from Windows');
});

for (const [name, connect] of Object.entries(CLIENTS)) {
  test(`${name} proposes, waits, and reports`, async (t) => {
    const shell = await givenShell(t);
    const agent = await connect(shell);
    t.after(() => agent.close());
    const given = { kind: 'mail', title: 'Mail', preview: { format: 'text', body: 'Hi' }, payload: { n: 1 } };
    const pushed = await agent.callTool({ name: 'service_push_action', arguments: given });
    const { action_id } = pushed.structuredContent as { action_id: string };
    const waiting = agent.callTool({ name: 'service_await_decision', arguments: { action_id, timeout_s: 30 } });
    await new Promise((resolve) => setTimeout(resolve, 200));
    await shell.admin.decideAction(action_id, { decision: 'approve' });
    assert.partialDeepStrictEqual((await waiting).structuredContent, { status: 'approved', payload: { n: 1 } });
    const done = { action_id, status: 'executed' };
    const reported = await agent.callTool({ name: 'service_report_result', arguments: done });
    assert.partialDeepStrictEqual(reported.structuredContent, done);
  });
}

describe('line by line', () => {
  const call = (id: number, tool: string, args: string) =>
    `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"${tool}","arguments":${args}}}\n`;

  /** With a note among them, which nobody answers. */
  const batchOf = (...ids: number[]) => {
    const calls = ids.map((id) => call(id, 'service_inbox_status', '{}').trimEnd());
    return `[${[...calls, '{"jsonrpc":"2.0","method":"notifications/initialized"}'].join(',')}]\n`;
  };

  test('no digit of a payload changes', async (t) => {
    const { run } = await givenShell(t);
    const payload = '{"n":12345678901234567890,"f":1.0}';
    const push = `{"kind":"k","title":"t","preview":{"format":"text","body":"b"},"payload":${payload}}`;
    const { code, stdout } = await run(['mcp'], { input: call(1, 'service_push_action', push) });
    assert.equal(code, 0);
    const id = /"action_id":"(act_\w+)"/.exec(stdout)?.[1] ?? '';
    const looked = await run(['mcp'], {
      input: call(2, 'service_await_decision', `{"action_id":"${id}","timeout_s":0}`),
    });
    assert.ok(looked.stdout.includes(`"payload":${payload}`), looked.stdout);
    for (const line of looked.stdout.trimEnd().split('\n')) JSON.parse(line);
  });

  test('a title that ends a line elsewhere is passed on whole', async (t) => {
    const { run, admin } = await givenShell(t);
    const { title } = await admin.createAction(proposal({ title: 'One\u2028data: two\u2029three' }));
    const { stdout } = await run(['mcp'], { input: call(1, 'service_inbox_status', '{}') });
    const { result } = JSON.parse(stdout) as { result?: { structuredContent: { pending: [{ title: string }] } } };
    assert.equal(result?.structuredContent.pending[0].title, title);
  });

  test('what cannot be answered is an error of that message', async (t) => {
    const { run, service } = await givenShell(t);
    const input = `nonsense\n${call(7, 'service_inbox_status', '{}')}`;
    const refused = await run(['mcp'], { input, env: { COUNTERSIGN_API_KEY: 'csk_wrong' } });
    const answers = refused.stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { id: unknown; error: { code: number; message: string } });
    assert.deepEqual(
      answers.map(({ id, error }) => [id, error.code]),
      [
        [null, -32700],
        [7, -32000],
      ],
    );
    assert.match(answers[1]?.error.message ?? '', /\/mcp: the server does not accept this key.*countersign init/);
    assert.equal((await run(['mcp'], { env: { COUNTERSIGN_API_KEY: '' } })).code, 1);

    await service.running.close();
    const nowhere = await run(['mcp'], { input: call(8, 'service_inbox_status', '{}') });
    assert.match(
      nowhere.stdout,
      /"id":8,"error":\{"code":-32000,"message":"http:\S+\/mcp could not be reached: nothing/,
    );
    await service.restart();
  });

  test('a line ends at a line feed and nowhere else', async (t) => {
    const { run, admin } = await givenShell(t);
    const push = '{"kind":"k","title":"a\u2028b\u2029c","preview":{"format":"text","body":"x\u0085y"}}';
    const { stdout } = await run(['mcp'], { input: call(1, 'service_push_action', push) });
    const id = /"action_id":"(act_\w+)"/.exec(stdout)?.[1] ?? '';
    assert.equal((await admin.getAction(id)).title, 'a\u2028b\u2029c');
  });

  test('a call whose stream ends without an answer is answered all the same; so is one that something else answers', async (t) => {
    const { run } = await givenShell(t);
    const progress = 'data: {"jsonrpc":"2.0","method":"notifications/progress","params":{"progress":1}}\n\n';
    const broken = { status: 200, headers: { 'content-type': 'text/event-stream' }, body: progress };
    const page = { status: 200, headers: { 'content-type': 'text/html' }, body: '<h1>Hello</h1>\n<p>' };
    const gateway = { status: 503, body: '{"message":"Service Unavailable"}' };
    const others = [{ status: 200, body: '{"ok":true}' }, { status: 202 }];
    for (const line of [broken, page, gateway, ...others]) {
      const { url } = await givenScript(t, [line]);
      const { stdout } = await run(['mcp'], {
        input: call(3, 'service_inbox_status', '{}'),
        env: { COUNTERSIGN_URL: url },
      });
      const said = stdout
        .trimEnd()
        .split('\n')
        .map((text) => JSON.parse(text) as { id?: number; error?: { code: number } });
      assert.partialDeepStrictEqual(said.at(-1), { id: 3, error: { code: -32000 } });
    }
  });

  test('what is refused before its id is read is answered under its id', async (t) => {
    const { run } = await givenShell(t);
    const twice = call(4, 'service_inbox_status', '{"a":1,"a":2}');
    const opening = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: info };
    const { stdout } = await run(['mcp'], { input: twice });
    assert.match(stdout, /^\{"jsonrpc":"2\.0","id":4,"error":\{"code":-32700,"message":"[^"]+"\}\}\n$/);

    const initialize = JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'initialize', params: opening });
    const shell = await givenShell(t);
    const { command, args, env } = started(shell);
    const bridge = spawn(command, args, { env, stdio: ['pipe', 'pipe', 'inherit'] });
    t.after(() => bridge.kill());
    const reading = createInterface({ input: bridge.stdout });
    const opened = once(reading, 'line');
    bridge.stdin.write(`${initialize}\n`);
    await opened;
    const lines: string[] = [];
    reading.on('line', (line) => lines.push(line));
    bridge.stdin.end(batchOf(5, 6));
    await once(bridge, 'exit');
    const said = lines.map((line) => JSON.parse(line) as { id: number; error: { message: string } });
    assert.deepEqual(
      said.map(({ id }) => id),
      [5, 6],
    );
    assert.match(said[0]?.error.message ?? '', /Batches ended/);
  });

  test('each call of a batch is answered, by the server or in its place', async (t) => {
    const { run } = await givenShell(t);
    const idsIn = (stdout: string) =>
      stdout
        .trimEnd()
        .split('\n')
        .flatMap((line) => [JSON.parse(line) as { id: number; error?: object }].flat())
        .map(({ id, error }) => [id, error !== undefined])
        .toSorted();
    const served = await run(['mcp'], { input: batchOf(5, 6) });
    assert.deepEqual(
      idsIn(served.stdout),
      [
        [5, false],
        [6, false],
      ],
      served.stdout,
    );
    const { url } = await givenScript(t, [{ status: 502, headers: { 'content-type': 'text/html' }, body: '<h1>' }]);
    const failed = await run(['mcp'], { input: batchOf(5, 6), env: { COUNTERSIGN_URL: url } });
    assert.deepEqual(
      idsIn(failed.stdout),
      [
        [5, true],
        [6, true],
      ],
      failed.stdout,
    );
  });

  test('a wait that is cut on the way is asked for again, and nothing else is', async (t) => {
    const stream = (...said: object[]) => ({
      status: 200,
      headers: { 'content-type': 'text/event-stream' },
      body: said.map((one) => `data: ${JSON.stringify({ jsonrpc: '2.0', ...one })}\n\n`).join(''),
    });
    const progress = (n: number) => ({ method: 'notifications/progress', params: { progressToken: 'p', progress: n } });
    const decided = { id: 1, result: { structuredContent: { status: 'approved' } } };
    const script = await givenScript(t, [
      stream({ id: 0, result: {} }),
      stream(progress(1), progress(2)),
      { status: 404, headers: { 'content-type': 'text/plain' }, body: '404 page not found' }, // a proxy's, meanwhile
      stream(progress(1), decided),
      stream(),
    ]);
    const shell = await givenShell(t);
    const { command, args, env } = started(shell);
    const bridge = spawn(command, args, {
      env: { ...env, COUNTERSIGN_URL: script.url },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    t.after(() => bridge.kill());
    const lines: string[] = [];
    createInterface({ input: bridge.stdout }).on('line', (line) => lines.push(line));
    const asked = async (line: string, answers: number) => {
      bridge.stdin.write(line);
      await until(() => lines.length === answers, `${answers} lines`);
      return lines.map((text) => JSON.parse(text) as Record<string, unknown>);
    };
    await asked('{"jsonrpc":"2.0","id":0,"method":"ping"}\n', 1);
    const wait = call(1, 'service_await_decision', '{"action_id":"act_1","timeout_s":300}');
    const heard = await asked(wait, 5);
    assert.deepEqual(
      heard.slice(1),
      [progress(1), progress(2), progress(3), decided].map((one) => ({ jsonrpc: '2.0', ...one })),
    );
    const waits = script.seen.slice(1).map(({ body }) => JSON.parse(body).params.arguments);
    assert.deepEqual(
      waits.map(({ action_id, timeout_s }) => [action_id, timeout_s > 0 && timeout_s <= 300]),
      waits.map(() => ['act_1', true]),
    );
    assert.ok(waits[2].timeout_s < 300, 'for what is left of its time');

    const [pushed] = (await asked(call(2, 'service_push_action', '{}'), 6)).slice(-1);
    assert.partialDeepStrictEqual(pushed, { id: 2, error: { code: -32000 } });
    assert.equal(script.seen.length, 5, 'what may have been done is not done again');
    bridge.stdin.end();
    assert.deepEqual(await once(bridge, 'exit'), [0, null]);
  });

  test('a wait that a server ends early, because it is started anew, is asked for again', async (t) => {
    const said = (status: string) => ({
      status: 200,
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, result: { structuredContent: { status } } }),
    });
    const lines = ['pending', 'approved', 'pending'].map(said);
    const script = await givenScript(t, lines);
    const { run } = await givenShell(t);
    const env = { COUNTERSIGN_URL: script.url };
    const ask = (args: string) => run(['mcp'], { input: call(1, 'service_await_decision', args), env });
    assert.match((await ask('{"action_id":"act_1","timeout_s":300}')).stdout, /^[^\n]*"approved"[^\n]*\n$/);
    assert.equal(script.seen.length, 2);
    // Without a time the server has its own, of which nobody here knows the end.
    assert.match((await ask('{"action_id":"act_1"}')).stdout, /"pending"/);
    assert.equal(script.seen.length, 3);
  });

  test('a wait that is longer or shorter than there is any is refused by the server, and not by a timer', async (t) => {
    const { run } = await givenShell(t);
    for (const timeout_s of [3_600_000, -3600]) {
      const wait = call(1, 'service_await_decision', `{"action_id":"act_1","timeout_s":${timeout_s}}`);
      const { stdout } = await run(['mcp'], { input: wait });
      assert.match(stdout, /^\{[^\n]*validation_failed[^\n]*\}\n$/, `${timeout_s} s`);
    }
  });

  test('a wait of which nothing is left is over, though the server is still away', async (t) => {
    const pong = { status: 200, body: '{"jsonrpc":"2.0","id":0,"result":{}}' };
    const script = await givenScript(t, [pong, 'hang-up']);
    const shell = await givenShell(t);
    const { command, args, env } = started(shell);
    const bridge = spawn(command, args, {
      env: { ...env, COUNTERSIGN_URL: script.url },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    t.after(() => bridge.kill());
    const reading = createInterface({ input: bridge.stdout });
    const asked = async (line: string) => {
      const answer = once(reading, 'line');
      bridge.stdin.write(line);
      return JSON.parse(String(await answer)) as unknown;
    };
    await asked('{"jsonrpc":"2.0","id":0,"method":"ping"}\n');
    const answer = await asked(call(1, 'service_await_decision', '{"action_id":"act_1","timeout_s":3}'));
    assert.partialDeepStrictEqual(answer, { id: 1, error: { code: -32000 } });
    const left = script.seen.slice(1).map(({ body }) => JSON.parse(body).params.arguments.timeout_s as number);
    assert.deepEqual([left[0], left.at(-1)], [3, 0]);
    assert.ok(left.length <= 3 && left.slice(1).every((seconds) => seconds < 3), left.join());
    bridge.stdin.end();
    await once(bridge, 'exit');
  });

  test('a call that is cancelled ends, and others go on', async (t) => {
    const shell = await givenShell(t);
    const { id } = await shell.admin.createAction({ kind: 'k', title: 't', preview: { body: 'b' } });
    const { command, args, env } = started(shell);
    const bridge = spawn(command, args, { env, stdio: ['pipe', 'pipe', 'inherit'] });
    t.after(() => bridge.kill());
    const lines: string[] = [];
    const reading = createInterface({ input: bridge.stdout }).on('line', (line) => lines.push(line));
    bridge.stdin.write(call(1, 'service_await_decision', `{"action_id":"${id}","timeout_s":300}`));
    await until(() => shell.service.running.app.calls.count('wait') === 1, 'it waits');
    bridge.stdin.write('{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}\n');
    const next = once(reading, 'line');
    bridge.stdin.write(call(2, 'service_inbox_status', '{}'));
    await next;
    assert.equal((JSON.parse(lines.at(-1) ?? '') as { id: number }).id, 2);
    bridge.stdin.end();
    const [code] = (await once(bridge, 'exit')) as [number];
    assert.equal(code, 0);
    assert.equal(
      lines.some((line) => line.includes('"id":1')),
      false,
    );
  });
});
