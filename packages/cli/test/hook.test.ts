// Claude Code's tools behind the inbox: the hook it runs, the settings it is given, and the clients that are told of the tools.

import assert from 'node:assert/strict';
import { existsSync, lstatSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { answered, givenScript, refused } from '../../sdk/test/scripted-server.ts';
import { until } from '../../server/test/support/until.ts';
import { givenShell, type Shell } from './run.ts';

const COMMAND = join(import.meta.dirname, '../bin/countersign.mjs');

let uses = 0;
const event = (more: object = {}) => ({
  hook_event_name: 'PreToolUse',
  tool_name: 'Bash',
  tool_input: { command: 'npm publish' },
  tool_use_id: `toolu_${++uses}`,
  ...more,
});

async function pending({ admin }: Shell): Promise<string> {
  const { id } = await until(
    async () => (await admin.listActions({ status: 'pending' })).items[0],
    'something is pending',
  );
  return id;
}

const decisionIn = (stdout: string) => JSON.parse(stdout).hookSpecificOutput;

describe('as the hook', () => {
  test('yes, yes with an edit to the digit, no with the reason, nobody there', async (t) => {
    const shell = await givenShell(t);
    const run = (input: string, ...more: string[]) => shell.run(['hook', 'claude-code', ...more], { input });

    const yes = run(JSON.stringify(event()));
    await shell.admin.decideAction(await pending(shell), { decision: 'approve' });
    assert.equal(decisionIn((await yes).stdout).permissionDecision, 'allow');

    const edited = run(JSON.stringify(event()).replace('"npm publish"', '"npm publish","n":12345678901234567890'));
    const edits = { 'payload.command': 'npm pack' };
    await shell.admin.decideAction(await pending(shell), { decision: 'approve', edited: edits });
    const ran = await edited;
    assert.deepEqual([ran.code, ran.stderr], [0, '']);
    assert.ok(ran.stdout.includes('"updatedInput":{"command":"npm pack","n":12345678901234567890}'), ran.stdout);

    const no = run(JSON.stringify(event()));
    await shell.admin.holdDecision(await pending(shell), { decision: 'reject', comment: 'Not today', seconds: 0 });
    assert.match(decisionIn((await no).stdout).permissionDecisionReason, /Not today$/);

    const deferred = await run(JSON.stringify(event()), '--wait', '0', '--undecided', 'defer');
    assert.equal(decisionIn(deferred.stdout).permissionDecision, 'defer');
  });

  test('an event that does not name its call is one action, however often it is asked about', async (t) => {
    const allowed = { hookEventName: 'PermissionRequest', decision: { behavior: 'allow' } };
    const script = await givenScript(t, [answered({}), answered({ hookSpecificOutput: allowed })]);
    const { tool_use_id: _, ...input } = event({ hook_event_name: 'PermissionRequest' });
    const { run } = await givenShell(t);
    const words = ['hook', 'claude-code', '--wait', '2m'];
    const ran = await run(words, { input: JSON.stringify(input), env: { COUNTERSIGN_URL: script.url } });
    assert.equal(decisionIn(ran.stdout).decision.behavior, 'allow');
    const [first, second] = script.seen.map(({ body }) => JSON.parse(body).tool_use_id);
    assert.ok(first);
    assert.equal(second, first);
  });

  test('a server that is started anew is waited for, also behind a proxy that says so in its own words', async (t) => {
    const away = { status: 502, headers: { 'content-type': 'text/html' }, body: '<h1>Bad gateway</h1>' };
    const lost = { status: 404, headers: { 'content-type': 'text/plain' }, body: '404 page not found' };
    const allowed = { hookEventName: 'PreToolUse', permissionDecision: 'allow' };
    const open = { hookEventName: 'PreToolUse', permissionDecision: 'ask' };
    const script = await givenScript(t, [
      ...[
        answered({ hookSpecificOutput: open }),
        lost,
        answered({ status: 'maintenance' }),
        away,
        away,
        away,
        refused('rate_limited'),
        refused('rate_limited'),
        refused('rate_limited'),
      ],
      answered({ hookSpecificOutput: allowed }),
    ]);
    const { run } = await givenShell(t);
    const env = { COUNTERSIGN_URL: script.url };
    const ran = await run(['hook', 'claude-code', '--wait', '5m'], { input: JSON.stringify(event()), env });
    assert.deepEqual([ran.code, ran.stderr], [0, '']);
    assert.equal(decisionIn(ran.stdout).permissionDecision, 'allow');
  });

  test('it fails closed: whatever goes wrong ends with 2, which the client takes for a no', async (t) => {
    const { run } = await givenShell(t);
    const input = JSON.stringify(event());
    const other = await givenScript(t, [answered({ ok: true })]);
    const nothing = await givenScript(t, [answered(null)]);
    const empty = await givenScript(t, [answered({})]);
    const wrong = {
      'no server': run(['hook', 'claude-code', '--wait', '0'], {
        input,
        env: { COUNTERSIGN_URL: 'http://127.0.0.1:9' },
      }),
      'no key': run(['hook', 'claude-code'], { input, env: { COUNTERSIGN_API_KEY: '' } }),
      'a key that is not valid': run(['hook', 'claude-code'], { input, env: { COUNTERSIGN_API_KEY: 'csk_no' } }),
      'no event': run(['hook', 'claude-code'], { input: 'hello' }),
      'a wait that is too long': run(['hook', 'claude-code', '--wait', '10m'], { input }),
      'an option that is not known': run(['hook', 'claude-code', '--matchers', 'Bash'], { input }),
      'another client': run(['hook', 'claude'], { input }),
      'an answer of something else': run(['hook', 'claude-code'], { input, env: { COUNTERSIGN_URL: other.url } }),
      'no answer': run(['hook', 'claude-code', '--wait', '0'], { input, env: { COUNTERSIGN_URL: nothing.url } }),
      'no word about a permission': run(['hook', 'claude-code', '--wait', '0'], {
        input: JSON.stringify(event({ hook_event_name: 'PermissionRequest' })),
        env: { COUNTERSIGN_URL: empty.url },
      }),
      'another event': run(['hook', 'claude-code'], { input: JSON.stringify(event({ hook_event_name: 'Stop' })) }),
    };
    for (const [what, running] of Object.entries(wrong)) {
      const { code, stdout, stderr } = await running;
      assert.deepEqual([code, stdout], [2, ''], what);
      assert.match(stderr, /^countersign: /, what);
      if (what === 'no key') assert.match(stderr, /may not run: There is no API key .*countersign init/);
    }
  });

  test('so it does where no answer comes at all, before the client would give it up and run the tool', async (t) => {
    const { run } = await givenShell(t);
    const script = await givenScript(t, ['silence']);
    // A minute is a second here.
    const hurry = 'globalThis.setTimeout=((later)=>(run,ms,...more)=>later(run,ms/60,...more))(setTimeout)';
    const env = { COUNTERSIGN_URL: script.url, NODE_OPTIONS: `--import=data:text/javascript,${hurry}` };
    const ran = await run(['hook', 'claude-code', '--wait', '0'], { input: JSON.stringify(event()), env });
    assert.deepEqual([ran.code, ran.stdout, script.seen.length], [2, '', 1]);
    assert.match(ran.stderr, /may not run: No answer came in time\./);
  });

  test('so it does where what it says cannot be written', async (t) => {
    const { run } = await givenShell(t);
    const input = JSON.stringify(event());
    const env = { COUNTERSIGN_URL: 'http://127.0.0.1:9' };
    const words = ['hook', 'claude-code', '--wait', '0'];
    assert.equal((await run(words, { input, env, unheard: true })).code, 2);
    assert.equal((await run(['hook', 'claude'], { input, unheard: true })).code, 2);
    assert.equal((await run(words, { input, unread: true })).code, 2, 'a no that nobody reads');
  });
});

test('its settings fail closed, and stand beside what was there', async (t) => {
  const shell = await givenShell(t);
  const { run, folder, service } = shell;
  const printed = JSON.parse((await run(['hook', 'claude-code', '--settings', '--http'])).stdout);
  assert.deepEqual(printed.hooks.PreToolUse[0].hooks, [
    {
      type: 'http',
      url: `${service.baseUrl}/hooks/claude-code?wait=540&undecided=deny`,
      headers: { Authorization: 'Bearer $COUNTERSIGN_API_KEY' },
      allowedEnvVars: ['COUNTERSIGN_API_KEY'],
      timeout: 600,
      onFailure: 'block',
    },
  ]);
  const isAsked = new RegExp(`^(?:${printed.hooks.PreToolUse[0].matcher})$`);
  const asked = ['Bash', 'PowerShell', 'Monitor', 'Edit', 'Artifact', 'RemoteTrigger', 'mcp__github__create_issue'];
  for (const tool of asked) assert.match(tool, isAsked);
  for (const tool of ['Read', 'mcp__countersign__service_push_action']) assert.doesNotMatch(tool, isAsked);

  mkdirSync(join(folder, '.claude'));
  const own = { matcher: 'Bash', hooks: [{ type: 'command', command: './own.sh' }] };
  const file = join(folder, '.claude/settings.local.json');
  writeFileSync(file, JSON.stringify({ model: 'opus', hooks: { PreToolUse: [own], Stop: [own] } }));
  for (const wait of ['5m', '8m']) {
    const ran = await run(['hook', 'claude-code', '--install', '--wait', wait]);
    assert.equal(ran.code, 0, ran.stderr);
  }
  const written = JSON.parse(readFileSync(file, 'utf8'));
  assert.deepEqual([written.model, written.hooks.Stop, written.hooks.PreToolUse.length], ['opus', [own], 2]);
  const [hook] = written.hooks.PreToolUse[1].hooks;
  assert.partialDeepStrictEqual(hook, { type: 'command', timeout: 600, onFailure: 'block' });
  assert.match(hook.command, /hook claude-code --wait 8m$/);

  const [mine, ours] = [own.hooks[0], hook];
  const shared = { matcher: 'Bash', hooks: [ours, mine] };
  writeFileSync(file, JSON.stringify({ hooks: { PreToolUse: [shared] } }));
  await run(['hook', 'claude-code', '--install']);
  const kept = JSON.parse(readFileSync(file, 'utf8')).hooks.PreToolUse;
  assert.deepEqual([kept.length, kept[0]], [2, own], 'what shares a group with ours stays');

  const guard = { matcher: 'Bash', hooks: [{ type: 'command', command: '.claude/hooks/claude-code-guard.sh' }] };
  const called = { matcher: 'Bash', hooks: [{ type: 'http', url: 'https://own.example/hooks/claude-code' }] };
  const before = [guard, called, printed.hooks.PreToolUse[0], { matcher: 'Bash', hooks: [ours] }];
  writeFileSync(file, JSON.stringify({ hooks: { PreToolUse: before } }));
  await run(['hook', 'claude-code', '--install']);
  const others = JSON.parse(readFileSync(file, 'utf8')).hooks.PreToolUse;
  assert.deepEqual([others.length, ...others.slice(0, 2)], [3, guard, called], 'what is only called alike stays, too');

  const json = await run(['hook', 'claude-code', '--install', '--matcher', 'Bash', '--json']);
  assert.deepEqual(JSON.parse(json.stdout), { file: '.claude/settings.local.json', matcher: 'Bash' });

  writeFileSync(file, '{ // mine\n}');
  const refused = await run(['hook', 'claude-code', '--install']);
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /by hand: --settings shows them/);
  assert.equal(readFileSync(file, 'utf8'), '{ // mine\n}');

  // Claude Code reads nothing of such a file: to say that tools ask first now would not be true.
  for (const hooks of [[], 'x', { PreToolUse: {} }, { PreToolUse: [null] }, { PreToolUse: [{ matcher: 'Bash' }] }]) {
    const odd = JSON.stringify({ hooks });
    writeFileSync(file, odd);
    const ran = await run(['hook', 'claude-code', '--install']);
    assert.deepEqual([ran.code, ran.stdout, readFileSync(file, 'utf8')], [1, '', odd]);
    assert.match(ran.stderr, /^countersign: .* has another form .*\nAdd the lines by hand: --settings shows them\.\n$/);
  }
});

test('mcp install tells each client, keeps what it knows, and writes no key', async (t) => {
  const shell = await givenShell(t);
  const { run, folder, service } = shell;
  const env = { COUNTERSIGN_API_KEY: '' };
  const files: Record<string, readonly [string, string]> = {
    'claude-code': ['.mcp.json', 'mcpServers'],
    'claude-desktop': ['.config/Claude/claude_desktop_config.json', 'mcpServers'],
    cursor: ['.cursor/mcp.json', 'mcpServers'],
    vscode: ['.config/Code/User/mcp.json', 'servers'],
    windsurf: ['.codeium/windsurf/mcp_config.json', 'mcpServers'],
  };
  assert.equal((await run(['mcp', 'install', 'cursor'], { env })).code, 1); // nothing is saved yet
  await run(['init'], { input: service.adminKey });
  mkdirSync(join(folder, '.cursor'));
  writeFileSync(join(folder, '.cursor/mcp.json'), '{"theme":1,"mcpServers":{"other":{"command":"x"}}}');
  for (const [client, [file, member]] of Object.entries(files)) {
    const ran = await run(['mcp', 'install', client], { env });
    assert.equal(ran.code, 0, ran.stderr);
    const text = readFileSync(join(folder, file), 'utf8');
    assert.ok(!text.includes('csk_'));
    const { command, args } = JSON.parse(text)[member].countersign;
    assert.deepEqual([command, args.at(-1)], [process.execPath, 'mcp']);
  }
  // Others keep keys there: who could not read it cannot now, and a link still leads to where it led.
  const kept = join(folder, 'kept.json');
  writeFileSync(kept, '{"mcpServers":{"other":{"env":{"TOKEN":"secret"}}}}', { mode: 0o600 });
  symlinkSync(kept, join(folder, 'link.json'));
  await run(['mcp', 'install', 'cursor', '--file', 'link.json'], { env });
  assert.deepEqual([statSync(kept).mode & 0o777, lstatSync(join(folder, 'link.json')).isSymbolicLink()], [0o600, true]);
  assert.match(readFileSync(kept, 'utf8'), /"countersign"/);
  // A server that is named is the one that the agent gets; of another than the saved one there is no key.
  await run(['mcp', 'install', 'cursor', '--file', 'link.json', '--url', service.baseUrl], { env });
  const { args: named } = JSON.parse(readFileSync(kept, 'utf8')).mcpServers.countersign;
  assert.deepEqual(named.slice(-3), ['mcp', '--url', service.baseUrl]);
  const foreign = await run(['mcp', 'install', 'claude-code', '--file', 'new.json', '--url', 'http://b.example'], {
    env,
  });
  assert.deepEqual([foreign.code, foreign.stdout, existsSync(join(folder, 'new.json'))], [1, '', false]);
  assert.match(foreign.stderr, /no saved key for http:\/\/b\.example.*\n.*countersign init --url http:\/\/b\.example/);
  assert.equal((await run(['mcp', 'install', 'cursor', '--print', '--url', 'b.example'], { env })).code, 64);
  // Where the shell knows the command, a file that others share names it so.
  mkdirSync(join(folder, 'bin'));
  symlinkSync(COMMAND, join(folder, 'bin/countersign'));
  await run(['mcp', 'install', 'claude-code'], { env: { ...env, PATH: join(folder, 'bin') } });
  const shared = JSON.parse(readFileSync(join(folder, '.mcp.json'), 'utf8'));
  assert.deepEqual(shared.mcpServers.countersign, { command: 'countersign', args: ['mcp'] });
  const cursor = JSON.parse(readFileSync(join(folder, '.cursor/mcp.json'), 'utf8'));
  assert.deepEqual([cursor.theme, cursor.mcpServers.other], [1, { command: 'x' }]);
  writeFileSync(kept, '{"mcpServers":["other"]}');
  const odd = await run(['mcp', 'install', 'cursor', '--file', 'kept.json'], { env });
  assert.deepEqual([odd.code, readFileSync(kept, 'utf8')], [1, '{"mcpServers":["other"]}']);
  assert.equal((await run(['mcp', 'install', 'emacs'])).code, 64);
  assert.equal((await run(['mcp', 'uninstall'])).code, 64);
});
