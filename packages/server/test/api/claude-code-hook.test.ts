// A hook of Claude Code gets the answer a person gives, in the words of the client; and never a yes by mistake.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type ActionRead, type Countersign, JsonText } from '@countersign/sdk';
import { clientOf, givenService, proposal } from '../support/given.ts';
import { goneAfter } from '../support/gone-after.ts';
import { type Service, startService } from '../support/start-service.ts';
import { until } from '../support/until.ts';
import { type Answer, assertProblem, call } from '../support/wire.ts';

let service: Service;
let admin: Countersign;
let agent: Countersign;
let agentKey: string;

before(async () => {
  service = await startService();
  admin = clientOf(service, service.adminKey);
  agentKey = (await admin.createKey({ name: 'Claude Code', scopes: ['actions'] })).key;
  agent = clientOf(service, agentKey);
});
after(() => service.stop());

let uses = 0;

/** As the client sends it, with more than we read. */
const event = (changes: object = {}) => ({
  session_id: 'abc123',
  transcript_path: '/home/user/.claude/projects/x.jsonl',
  cwd: '/home/user/shop',
  permission_mode: 'default',
  hook_event_name: 'PreToolUse',
  tool_name: 'Bash',
  tool_input: { command: 'npm publish\n--access public', description: 'Publish', timeout: 120000 },
  tool_use_id: `toolu_${++uses}`,
  ...changes,
});

async function answer(body: object | string, query = '') {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const answered = await call('POST', `${service.baseUrl}/hooks/claude-code${query}`, { key: agentKey, body: text });
  assert.equal(answered.status, 200, answered.text);
  return { text: answered.text, says: JSON.parse(answered.text).hookSpecificOutput };
}

async function pending(): Promise<ActionRead> {
  const { id } = await until(
    async () => (await admin.listActions({ status: 'pending' })).items[0],
    'something is pending',
  );
  return admin.getAction(id);
}

async function rejected(id: string, comment: string): Promise<void> {
  await admin.holdDecision(id, { decision: 'reject', comment, seconds: 0 });
}

describe('PreToolUse', () => {
  test('the reviewer sees all of the call, and a yes lets it run', async () => {
    const running = answer(event(), '?wait=60');
    const action = await pending();
    assert.equal(action.kind, 'claude-code.Bash');
    assert.equal(action.title, 'Bash: npm publish --access public');
    assert.equal(
      action.preview.body,
      'command:\n  npm publish\n  --access public\n\ndescription: Publish\n\ntimeout: 120000\n\nin /home/user/shop',
    );
    assert.deepEqual(action.editable, ['payload.command', 'payload.description', 'payload.timeout']);
    await admin.decideAction(action.id, { decision: 'approve' });
    assert.deepEqual((await running).says, {
      hookEventName: 'PreToolUse',
      permissionDecision: 'allow',
      permissionDecisionReason: 'First admin key approved this.',
    });
  });

  test('a no keeps it from running, and the reason reaches the model', async () => {
    const running = answer(event(), '?wait=60');
    await rejected((await pending()).id, 'Not on a Friday');
    assert.deepEqual((await running).says, {
      hookEventName: 'PreToolUse',
      permissionDecision: 'deny',
      permissionDecisionReason: 'First admin key rejected this: Not on a Friday',
    });
  });

  test('an edit becomes the input, to the digit', async () => {
    const body = JSON.stringify(event({ tool_input: { a: 0 } })).replace(
      '{"a":0}',
      '{"n": 12345678901234567890, "x": 1.0, "command": "rm -r build"}',
    );
    const running = answer(body, '?wait=60');
    await admin.decideAction((await pending()).id, {
      decision: 'approve',
      edited: { 'payload.command': 'rm -r dist' },
    });
    const { text, says } = await running;
    assert.match(says.permissionDecisionReason, /approved this, edited\./);
    assert.ok(text.includes('"updatedInput":{"n":12345678901234567890,"x":1.0,"command":"rm -r dist"}'), text);
  });

  test('an edit into a number that no double holds is a no: the client would run it with another', async () => {
    for (const [written, says] of [
      ['12345678901234567890', 'deny'],
      ['35.00000000000000001', 'deny'],
      ['1e400', 'deny'],
      ['35.10', 'allow'],
      ['1E3', 'allow'],
    ] as const) {
      const running = answer(event({ tool_name: 'mcp__shop__refund', tool_input: { amount: 40 } }), '?wait=60');
      const edited = { 'payload.amount': new JsonText(written) };
      await admin.decideAction((await pending()).id, { decision: 'approve', edited });
      const answered = (await running).says;
      assert.equal(answered.permissionDecision, says, written);
      assert.equal('updatedInput' in answered, says === 'allow', written);
      if (says === 'deny') assert.ok(answered.permissionDecisionReason.includes(`holds ${written}, `));
    }
  });

  test('numbers are shown as they were written, and words as they read', async () => {
    const body = JSON.stringify(event({ tool_input: { a: 0 } })).replace(
      '{"a":0}',
      '{"n": 9007199254740993, "most": 1e400, "list": [-0, {"to": "\\u0065ve", "sum": 1.10}]}',
    );
    await answer(body);
    const { id, preview } = await pending();
    for (const part of ['n: 9007199254740993', 'most: 1e400', '-0,', '"sum": 1.10', '"to": "eve"'])
      assert.ok(preview.body.includes(part), `${part} in ${preview.body}`);
    await admin.decideAction(id, { decision: 'reject' });
  });

  test('when nobody has decided, it says what it was told to say, and asked again it is the same action', async () => {
    const same = event();
    assert.equal((await answer(same)).says.permissionDecision, 'deny');
    assert.equal((await answer(same, '?undecided=ask')).says.permissionDecision, 'ask');
    const { says } = await answer(same, '?wait=0&undecided=defer');
    assert.equal(says.permissionDecision, 'defer');
    const { items } = await admin.listActions({ status: 'pending' });
    assert.equal(items.length, 1);
    assert.ok(says.permissionDecisionReason.endsWith(items[0]?.inbox_url));
    await admin.decideAction(items[0]?.id ?? '', { decision: 'approve' });
    assert.equal((await answer(same)).says.permissionDecision, 'allow'); // the run is resumed
  });

  test('what was reported as done, or as failed, is not allowed once more by the same approval', async () => {
    for (const status of ['executed', 'execute_failed'] as const) {
      const same = event();
      await answer(same);
      const { id } = await pending();
      await admin.decideAction(id, { decision: 'approve' });
      await agent.reportResult(id, { status });
      const { says } = await answer(same, '?undecided=ask');
      assert.equal(says.permissionDecision, 'deny', status);
      assert.match(says.permissionDecisionReason, /carried out already/);
    }
  });

  test('nobody decides in time: no', async () => {
    const same = event();
    await answer(same);
    service.wind(43_201);
    const { says } = await answer(same, '?undecided=ask');
    assert.equal(says.permissionDecision, 'deny');
    assert.match(says.permissionDecisionReason, /in time/);
  });

  test('what cannot be shown or proposed is a no, not an error that lets it run', async () => {
    const large = await answer(event({ tool_name: 'Write', tool_input: { content: 'x'.repeat(262_145) } }));
    assert.equal(large.says.permissionDecision, 'deny');
    assert.match(large.says.permissionDecisionReason, /too large/);
    const same = event();
    await answer(same, '?undecided=ask');
    const other = await answer({ ...same, tool_input: { command: 'something else' } }, '?undecided=ask');
    assert.equal(other.says.permissionDecision, 'deny');
    await rejected((await pending()).id, 'clean up');
  });

  test('no line of a value looks like another member', async () => {
    const tool_input = {
      'a\n\ncommand: true': 1,
      'command: ls': '',
      description: 'Look\n\ncommand: ls\n\nin /tmp',
      command: 'rm -r /',
    };
    await answer(event({ tool_input, cwd: '/home/user/shop\n\ncommand: pwd' }));
    const { id, preview } = await pending();
    const flush = preview.body.split('\n').filter((line) => /^(command|in)\b/.test(line));
    assert.deepEqual(flush, ['command: rm -r /', 'in /home/user/shop']);
    await rejected(id, 'clean up');
  });

  test('names that are no paths, and a tool without input, do no harm', async () => {
    const odd = { 'a.b': 1, constructor: 2, '': 3, ok: 4 };
    const running = answer(event({ tool_name: 'x'.repeat(150), tool_input: odd }), '?wait=60');
    const { id, editable, kind } = await pending();
    assert.deepEqual([editable, kind.length], [['payload.ok'], 100]);
    await admin.decideAction(id, { decision: 'approve' });
    assert.equal((await running).says.permissionDecision, 'allow');
  });
});

describe('PermissionRequest', () => {
  const asked = () => {
    const { tool_use_id: _, ...rest } = event({ hook_event_name: 'PermissionRequest' });
    return rest;
  };

  test('yes with edits, no with a reason', async () => {
    const yes = answer(asked(), '?wait=60');
    await admin.decideAction((await pending()).id, { decision: 'approve', edited: { 'payload.command': 'npm pack' } });
    assert.deepEqual((await yes).says.decision, {
      behavior: 'allow',
      updatedInput: { command: 'npm pack', description: 'Publish', timeout: 120000 },
    });
    const no = answer(asked(), '?wait=60');
    await rejected((await pending()).id, 'No');
    assert.deepEqual((await no).says.decision, { behavior: 'deny', message: 'First admin key rejected this: No' });
  });

  test('of two equal calls that have no name one approval lets one run', async () => {
    const call = asked();
    const both = [answer(call, '?wait=60'), answer(call, '?wait=60')];
    await until(() => service.running.app.calls.count('wait') === 2, 'both wait');
    await admin.decideAction((await pending()).id, { decision: 'approve' });
    const [yes, no] = (await Promise.all(both))
      .map(({ says }) => says.decision)
      .toSorted((a, b) => a.behavior.localeCompare(b.behavior));
    assert.deepEqual([yes, no], [{ behavior: 'allow' }, { behavior: 'deny', message: no.message }]);
    assert.match(no.message, /Another call/);
    assert.equal((await agent.listActions({ status: 'pending' })).items.length, 0);
  });

  test('undecided, the terminal may ask instead', async () => {
    assert.equal((await answer(asked(), '?undecided=ask')).says, undefined);
    assert.equal((await answer(asked())).says.decision.behavior, 'deny');
    await rejected((await pending()).id, 'clean up');
  });
});

describe('what cannot be served is a no in the words of the client, which would run the tool after an error', () => {
  const send = (body: string, { key = agentKey, query = '' } = {}) =>
    call('POST', `${service.baseUrl}/hooks/claude-code${query}`, { body, ...(key === '' ? {} : { key }) });
  const REFUSED: readonly (readonly [string, () => Promise<Answer>, RegExp])[] = [
    ['U+0000', () => send(JSON.stringify(event({ tool_input: { command: 'ls\0' } }))), /U\+0000/],
    ['half a character', () => send(JSON.stringify(event({ cwd: '\ud83d' }))), /cwd/],
    ['too many bytes', () => send(JSON.stringify(event({ tool_input: { a: 'x'.repeat(4_200_000) } }))), /bytes/],
    ['no JSON', () => send('{"hook_event_name":'), /JSON/],
    ['too deep', () => send(JSON.stringify(event()).replace('{"command"', `{"a":${'['.repeat(500)}`)), /./],
    ['another event', () => send(JSON.stringify(event({ hook_event_name: 'Stop' }))), /hook_event_name/],
    ['no input', () => send(JSON.stringify(event({ tool_input: 'ls' }))), /tool_input/],
    ['another query', () => send(JSON.stringify(event()), { query: '?x=1' }), /not a known parameter/],
    ['no key', () => send(JSON.stringify(event()), { key: '' }), /key/],
    ['a key of nobody', () => send(JSON.stringify(event()), { key: `csk_${'x'.repeat(49)}` }), /key/],
  ];
  for (const [what, refused, why] of REFUSED) {
    test(what, async () => {
      const { status, text, headers } = await refused();
      assert.deepEqual([status, headers.get('content-type')], [200, 'application/json']);
      const { hookSpecificOutput: says } = JSON.parse(text);
      assert.deepEqual([says.hookEventName, says.permissionDecision], ['PreToolUse', 'deny']);
      assert.match(says.permissionDecisionReason, why);
      assert.equal((await agent.listActions({ status: 'pending' })).items.length, 0);
    });
  }

  test('a key of another scope, and calls past the limit', async () => {
    const { key: watch } = await admin.createKey({ name: 'watch', scopes: ['watch'] });
    assert.match((await send(JSON.stringify(event()), { key: watch })).text, /"deny".*scope actions/);
    const strict = await startService({ createActionsPerMinute: 1 });
    const ask = () =>
      call('POST', `${strict.baseUrl}/hooks/claude-code?undecided=ask`, {
        key: strict.adminKey,
        body: JSON.stringify(event()),
      });
    const [first, second] = [await ask(), await ask()];
    await strict.stop();
    assert.match(first.text, /"ask"/);
    assert.equal(second.status, 200);
    assert.match(second.text, /"deny"/);
    assert.ok(Number(second.headers.get('retry-after')) > 0);
  });

  test('a request for permission is refused as such, where it can be read', async () => {
    const { text } = await send(JSON.stringify(event({ hook_event_name: 'PermissionRequest', tool_input: 1 })));
    const { hookSpecificOutput: says } = JSON.parse(text);
    assert.deepEqual([says.hookEventName, says.decision.behavior], ['PermissionRequest', 'deny']);
  });

  test('what was proposed is not said not to be, when nothing can be read after it', async () => {
    const asked = event();
    const lost = await goneAfter(service, /insert into "actions"/, () => answer(asked));
    assert.partialDeepStrictEqual(lost.says, { permissionDecision: 'deny' });
    assert.match(lost.says.permissionDecisionReason, /^act_\w+ was proposed\. /);
    assert.match((await answer(asked)).says.permissionDecisionReason, /Nobody has decided yet/);
    await rejected((await pending()).id, 'Done with.');
  });

  test('who asks for errors gets them', async () => {
    const query = '?refuse=problem';
    const large = { content: 'x'.repeat(262_145) };
    assertProblem(await send(JSON.stringify(event({ tool_input: 'ls' })), { query }), 'validation_failed');
    assertProblem(await send(JSON.stringify(event({ tool_input: large })), { query }), 'validation_failed');
    assertProblem(await send(JSON.stringify(event()), { query, key: '' }), 'unauthenticated');
  });

  test('a wait too many is a no, and to who asks for errors one that says when to try again', async (t) => {
    const crowded = await givenService(t, { environment: { MAX_WAITS: '1' } });
    const { id } = await crowded.admin.createAction(proposal());
    const leaving = new AbortController();
    const other = crowded.admin.getAction(id, { wait: 60 }, { signal: leaving.signal });
    await until(() => crowded.service.running.app.calls.count('wait') === 1, 'another waits');
    const ask = (more = '') =>
      call('POST', `${crowded.service.baseUrl}/hooks/claude-code?wait=60&undecided=ask${more}`, {
        key: crowded.service.adminKey,
        body: JSON.stringify(event()),
      });
    const refused = await ask('&refuse=problem');
    assertProblem(refused, 'rate_limited');
    assert.ok(Number(refused.headers.get('retry-after')) > 0);
    const denied = await ask();
    assert.equal(denied.status, 200);
    assert.match(denied.text, /"deny".*could not be proposed.*waits at once/);
    const { items } = await crowded.admin.listActions({ status: 'pending' });
    assert.deepEqual(
      items.map((one) => one.id),
      [id],
      'nothing is left to be approved for nobody',
    );
    leaving.abort();
    await assert.rejects(other, { name: 'AbortError' });
  });
});
