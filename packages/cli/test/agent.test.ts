// What scripts do: push, await, result. Their exit codes and output are a contract.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { answered, givenScript, type Line } from '../../sdk/test/scripted-server.ts';
import { proposal } from '../../server/test/support/given.ts';
import { call } from '../../server/test/support/wire.ts';
import { givenShell } from './run.ts';

describe('push', () => {
  test('proposes what its words say, and prints the id', async (t) => {
    const { run, admin } = await givenShell(t);
    const words = ['--kind', 'mail.send', '--title', 'Mail to Ana', '--format', 'markdown', '--body', '**Hi**'];
    const more = ['--payload', '{"to":"ana"}', '--editable', 'preview.body', '--editable', 'payload.to'];
    const rest = ['--target-url', 'https://a.example/', '--expires-in', '2h', '--idempotent', 'no', '--undo', 'Call'];
    const { code, stdout } = await run(['push', ...words, ...more, ...rest, '--idempotency-key', 'k']);
    assert.equal(code, 0);
    assert.match(stdout, /^act_\w+\n$/);
    assert.partialDeepStrictEqual(await admin.getAction(stdout.trim()), {
      kind: 'mail.send',
      title: 'Mail to Ana',
      preview: { format: 'markdown', body: '**Hi**' },
      payload: { to: 'ana' },
      editable: ['preview.body', 'payload.to'],
      target_url: 'https://a.example/',
      expires_in: 7200,
      idempotent: false,
      undo: 'Call',
      idempotency_key: 'k',
    });
  });

  test('takes the preview from standard input or a file, and the payload to the digit', async (t) => {
    const { run, service, admin, folder } = await givenShell(t);
    const piped = await run(['push', '--kind', 'k', '--title', 't'], { input: 'from a pipe\n' });
    assert.equal((await admin.getAction(piped.stdout.trim())).preview.body, 'from a pipe\n');

    writeFileSync(join(folder, 'body.txt'), 'from a file');
    const payload = '{"n":12345678901234567890,"f":1.0}';
    const words = ['push', '--kind', 'k', '--title', 't', '--body-file', 'body.txt', '--payload-file', '-'];
    const { stdout } = await run(words, { input: payload });
    const { text } = await call('GET', `${service.baseUrl}/actions/${stdout.trim()}`, { key: service.adminKey });
    assert.ok(text.includes(`"payload":${payload},`), text);
    assert.ok(text.includes('"body":"from a file"'));
    assert.ok((await run(['show', stdout.trim(), '--json'])).stdout.includes(`"payload":${payload},`));
  });

  test('takes the whole request as JSON', async (t) => {
    const { run } = await givenShell(t);
    const input = '{"kind":"k","title":"t","preview":{"body":"b"},"payload":{"n":12345678901234567890}}';
    for (const text of [input, `\ufeff${input}\r\n`]) {
      const { stdout } = await run(['push', '--from', '-', '--json'], { input: text });
      assert.ok(stdout.includes('"payload":{"n":12345678901234567890}'));
    }
  });

  const wrong: Record<string, [string[], RegExp]> = {
    'without a title': [['push', '--kind', 'k'], /--kind and --title/],
    'with a payload that is not JSON': [
      ['push', '--kind', 'k', '--title', 't', '--body', 'b', '--payload', '{'],
      /JSON/,
    ],
    'with a file that is not there': [
      ['push', '--kind', 'k', '--title', 't', '--body-file', 'no'],
      /no cannot be read/,
    ],
    'with nothing to show, not even on standard input': [['push', '--kind', 'k', '--title', 't'], /needs a preview/],
    'with two things on standard input': [['push', '--from', '-', '--body-file', '-'], /only one thing/],
    'with a format that is none': [
      ['push', '--kind', 'k', '--title', 't', '--body', 'b', '--format', 'html'],
      /markdown/,
    ],
    // Passed over, the key would not be there when the job is started again, and two would be proposed.
    'with words beside the whole request': [
      ['push', '--from', '-', '--idempotency-key', 'deploy-1.4'],
      /write what --idempotency-key says into it/,
    ],
    'with two previews': [
      ['push', '--kind', 'k', '--title', 't', '--body', 'b', '--body-file', '-'],
      /either --body or --body-file/,
    ],
    'with two payloads': [
      ['push', '--kind', 'k', '--title', 't', '--body', 'b', '--payload', '1', '--payload-file', '-'],
      /either --payload or --payload-file/,
    ],
    'with an unknown option': [['push', '--colour', 'red'], /countersign push has no option --colour\./],
    'with a strange time': [['push', '--kind', 'k', '--title', 't', '--body', 'b', '--expires-in', 'soon'], /30m/],
    'with a strange time to wait': [
      ['push', '--kind', 'k', '--title', 't', '--body', 'b', '--wait', '--timeout', 'soon'],
      /--timeout is a time/,
    ],
    'with something to print that is none': [
      ['push', '--kind', 'k', '--title', 't', '--body', 'b', '--wait', '--print', 'everything'],
      /--print is one of/,
    ],
    // In `push … --timeout 1h && ./deploy` it would end well before anyone has decided.
    'with the words of a wait, and none': [
      ['push', '--kind', 'k', '--title', 't', '--body', 'b', '--timeout', '1h'],
      /say --wait/,
    ],
  };
  for (const [what, [words, message]] of Object.entries(wrong)) {
    test(`${what} is refused with 64, and proposes nothing`, async (t) => {
      const { run, admin } = await givenShell(t);
      const { code, stderr, stdout } = await run(words);
      assert.deepEqual([code, stdout], [64, '']);
      assert.match(stderr, message);
      assert.match(stderr, /countersign push --help/);
      assert.deepEqual((await admin.listActions()).items, []);
    });
  }

  test('is refused what is not UTF-8, which would be approved with other characters in it', async (t) => {
    const { run, admin, folder } = await givenShell(t);
    const latin = Buffer.from('Grüße', 'latin1');
    writeFileSync(join(folder, 'latin.txt'), latin);
    const words = ['push', '--kind', 'k', '--title', 't'];
    for (const [more, input] of [
      [['--body-file', 'latin.txt'], ''],
      [['--body-file', '-'], latin],
      [[], latin],
      [['--body', 'b', '--payload-file', '-'], Buffer.concat([Buffer.from('"'), latin, Buffer.from('"')])],
    ] as const) {
      const { code, stdout, stderr } = await run([...words, ...more], { input });
      assert.deepEqual([code, stdout], [64, '']);
      assert.match(stderr, /^countersign: (?:latin\.txt|Standard input) is not UTF-8\. Convert it first/);
    }
    assert.deepEqual((await admin.listActions()).items, []);
  });

  test('under a key that was used for something else says so, and not where in the program that was', async (t) => {
    const { run } = await givenShell(t);
    const words = ['push', '--kind', 'deploy', '--title', 't', '--idempotency-key', 'deploy-1.4', '--body'];
    const id = (await run([...words, './deploy'])).stdout.trim();
    const { code, stdout, stderr } = await run([...words, './other']);
    assert.deepEqual([code, stdout], [1, '']);
    assert.equal(
      stderr,
      `countersign: The idempotency key "deploy-1.4" belongs to ${id}, which proposes something else.\n` +
        `Look at it with \`countersign show ${id}\`, or use another key.\n`,
    );
  });

  test('says what the service refused, and on --json says it as JSON', async (t) => {
    const { run } = await givenShell(t);
    const words = ['push', '--kind', '', '--title', 't', '--body', 'b'];
    const told = await run(words);
    assert.equal(told.code, 64);
    assert.match(told.stderr, /^countersign: The request is not valid: kind /);
    const { stderr } = await run([...words, '--json']);
    assert.partialDeepStrictEqual(JSON.parse(stderr), { error: 'validation_failed' });
  });
});

describe('await', () => {
  test('ends with 0 approved, 2 rejected, 3 expired, 4 timeout, 5 carried out, 6 tried and failed, 1 failed', async (t) => {
    const { run, admin, service } = await givenShell(t);
    const ids = await Promise.all(
      ['approved', 'rejected', 'pending', 'executed', 'expired', 'failed'].map(
        async (title) =>
          (await admin.createAction(proposal({ title, expires_in: title === 'expired' ? 300 : 600 }))).id,
      ),
    );
    const [approved = '', rejected = '', pending = '', executed = '', expired = '', failed = ''] = ids;
    await admin.decideAction(approved, { decision: 'approve' });
    await admin.bulkDecide({ ids: [rejected], verdict: 'reject', comment: 'Not today' });
    await admin.decideAction(executed, { decision: 'approve' });
    await admin.reportResult(executed, { status: 'executed' });
    await admin.decideAction(failed, { decision: 'approve' });
    await admin.reportResult(failed, { status: 'execute_failed' });
    service.wind(301);

    const ended = async (id: string, ...more: string[]) => (await run(['await', id, ...more])).code;
    assert.equal(await ended(approved), 0);
    assert.equal(await ended(rejected), 2);
    assert.equal(await ended(expired), 3);
    assert.equal(await ended(pending, '--timeout', '1'), 4);
    assert.equal(await ended(executed), 5);
    assert.equal(await ended(failed), 6);
    assert.equal(await ended('act_none'), 1);
    for (const none of ['', '.', '..']) assert.equal(await ended(none), 64, 'a variable that is not set');
    assert.equal(await ended(approved, '--timeout', 'soon'), 64);
    assert.match((await run(['await', rejected])).stdout, /rejected by First admin key.*: Not today/);
    assert.match((await run(['await', pending, '--timeout', '0'])).stderr, /Nobody has decided .*http/);
  });

  test('ends when the decision is made', async (t) => {
    const { run, admin } = await givenShell(t);
    const { id, inbox_url } = await admin.createAction(proposal({ editable: ['preview.body'] }));
    const waiting = run(['await', id, '--print', 'body'], {
      onStderr: () => void admin.decideAction(id, { decision: 'approve', edited: { 'preview.body': 'Edited.' } }),
    });
    const where = `Waiting for a decision on ${id}: ${inbox_url}\n`;
    assert.deepEqual(await waiting, { code: 0, stdout: 'Edited.', stderr: where });
  });

  test('prints the approved payload to the digit, and nothing of what was not approved', async (t) => {
    const { run, admin } = await givenShell(t);
    const input = '{"kind":"k","title":"t","preview":{"body":"b"},"payload":{"n":12345678901234567890}}';
    const id = (await run(['push', '-q', '--from', '-'], { input })).stdout.trim();
    const before = await run(['await', id, '--timeout', '0', '--print', 'payload']);
    assert.deepEqual([before.code, before.stdout], [4, '']);
    await admin.decideAction(id, { decision: 'approve' });
    assert.equal((await run(['await', id, '--print', 'payload'])).stdout, '{"n":12345678901234567890}\n');

    const { id: other } = await admin.createAction(proposal());
    await admin.decideAction(other, { decision: 'reject' });
    const rejected = await run(['await', other, '--print', 'body']);
    assert.deepEqual([rejected.code, rejected.stdout], [2, '']);
  });

  test('after push waits in one go', async (t) => {
    const { run, admin } = await givenShell(t);
    const waiting = run(['push', '--kind', 'k', '--title', 'both', '--body', 'b', '--wait', '--json']);
    for (;;) {
      const [action] = (await admin.listActions({ status: 'pending' })).items;
      if (action) {
        await admin.decideAction(action.id, { decision: 'reject' });
        break;
      }
    }
    const { code, stdout } = await waiting;
    assert.equal(code, 2);
    assert.equal((JSON.parse(stdout) as { status: string }).status, 'rejected');
  });

  test('takes no longer than its timeout where the connection stays silent', async (t) => {
    const script = await givenScript(t, ['silence']);
    const { run } = await givenShell(t);
    const startMs = performance.now();
    const { code, stderr } = await run(['await', 'act_1', '--timeout', '2'], { env: { COUNTERSIGN_URL: script.url } });
    assert.deepEqual([code, /could not be reached/.test(stderr)], [1, true], stderr);
    assert.ok(performance.now() - startMs < 25_000);
  });

  test('after push outlasts a server that is gone the next moment', async (t) => {
    const pending = { id: 'act_1', status: 'pending', inbox_url: 'http://inbox/a/act_1', expires_at: 4_000_000_000 };
    const approved = {
      ...{ ...pending, status: 'approved', preview: { format: 'plain', body: 'As approved.' } },
      decision: { edited_fields: [], receipt: 'r', final_preview: { format: 'plain', body: 'As approved.' } },
    };
    const gone = Array<Line>(4).fill('hang-up');
    const script = await givenScript(t, [answered(pending, 201), ...gone, answered(approved)]);
    const { run } = await givenShell(t);
    const words = ['push', '--kind', 'k', '--title', 't', '--body', 'b', '--wait', '--print', 'body'];
    const { code, stdout, stderr } = await run(words, { env: { COUNTERSIGN_URL: script.url } });
    assert.deepEqual([code, stdout], [0, 'As approved.'], stderr);
    assert.equal(stderr, 'Waiting for a decision on act_1: http://inbox/a/act_1\n');
    assert.equal(script.seen.filter(({ method }) => method === 'POST').length, 1);
  });
});

describe('claim', () => {
  test('gives what was approved to one of those who ask, until its lease or the result ends it', async (t) => {
    const { run, admin, service } = await givenShell(t);
    const { id } = await admin.createAction(proposal());
    await admin.decideAction(id, { decision: 'approve' });
    const asked = await Promise.all([1, 2, 3].map(() => run(['claim', id, '--lease', '10m'])));
    assert.deepEqual(asked.map(({ code }) => code).sort(), [0, 7, 7]);
    const yours = asked.find(({ code }) => code === 0);
    assert.match(yours?.stdout ?? '', new RegExp(`^${id} is yours until \\d{4}-.*Z\\.\\n$`));
    const others = asked.find(({ code }) => code === 7);
    assert.deepEqual(
      [others?.stdout, others?.stderr.split('\n')[0]],
      ['', `countersign: ${id} is claimed: somebody else carries it out.`],
    );
    const [until = ''] = /\d{4}-\S*Z/.exec(yours?.stdout ?? '') ?? [];
    assert.match(others?.stderr ?? '', new RegExp(`claimed until ${until}\\.`));
    assert.equal(JSON.parse((await run(['claim', id, '--json'])).stderr).error, 'already_claimed');

    service.wind(601);
    const name = ['--claim-id', 'deploy-on-worker-1'];
    const again = JSON.parse((await run(['claim', id, ...name, '--json'])).stdout) as { receipt: string };
    assert.equal(again.receipt, (await admin.getAction(id)).decision?.receipt);
    assert.equal((await run(['claim', id, ...name])).code, 0, 'under its name it is the same claim');
    assert.equal((await run(['result', id, 'executed'])).code, 0);
    assert.equal((await run(['claim', id, ...name])).code, 5);
  });

  test('of what is not approved ends as a wait for it would', async (t) => {
    const { run, admin, service } = await givenShell(t);
    const [pending, rejected, failed] = await Promise.all(
      ['a', 'b', 'c'].map(async (title) => (await admin.createAction(proposal({ title }))).id),
    );
    await admin.decideAction(rejected ?? '', { decision: 'reject' });
    await admin.decideAction(failed ?? '', { decision: 'approve' });
    await admin.reportResult(failed ?? '', { status: 'execute_failed' });
    const codeOf = async (...words: string[]) => (await run(['claim', ...words])).code;
    assert.deepEqual(
      [await codeOf(rejected ?? ''), await codeOf(pending ?? ''), await codeOf(failed ?? '')],
      [2, 4, 6],
    );
    service.wind(259_201);
    assert.equal(await codeOf(pending ?? ''), 3);
    assert.deepEqual([await codeOf('act_none'), await codeOf(), await codeOf('act_1', '--lease', 'soon')], [1, 64, 64]);
    assert.deepEqual([await codeOf('act_1', '--lease', '2h'), await codeOf('act_1', '--claim-id', 'short')], [64, 64]);
  });

  test('whose answer is lost says under which name to ask again', async (t) => {
    const { run } = await givenShell(t);
    const script = await givenScript(t, ['hang-up']);
    const { code, stderr } = await run(['claim', 'act_1'], { env: { COUNTERSIGN_URL: script.url } });
    assert.equal(code, 1);
    const sent = script.seen.map(({ body }) => (JSON.parse(body) as { claim_id: string }).claim_id);
    assert.deepEqual(new Set(sent).size, 1);
    assert.ok(stderr.includes(`countersign claim act_1 --claim-id ${sent[0]}`), stderr);
  });
});

describe('result', () => {
  test('is reported once', async (t) => {
    const { run, admin } = await givenShell(t);
    const { id } = await admin.createAction(proposal());
    assert.equal((await run(['result', id, 'executed'])).code, 1);
    await admin.decideAction(id, { decision: 'approve' });
    const words = ['result', id, 'failed', '--detail', 'no route', '--payload', '{"n":12345678901234567890}', '--json'];
    assert.equal((await run(words)).code, 0);
    assert.partialDeepStrictEqual(await admin.getAction(id), {
      status: 'execute_failed',
      result: { detail: 'no route' },
    });
    for (const other of [
      ['result', id, 'executed'],
      ['result', id, 'failed', '--detail', 'no way'],
    ]) {
      const again = await run(other);
      assert.equal(again.code, 1);
      assert.match(again.stderr, /not_approved/);
    }
    const same = await run(words);
    assert.equal(same.code, 0, 'given once more, because no answer came: it stands');
    assert.match(
      same.stderr,
      /^act_\w+ was reported so before, with this key: it stands, and nothing was done now\.\n$/,
    );
    const { updated_at } = await admin.getAction(id);
    assert.deepEqual(JSON.parse(same.stdout), { id, status: 'execute_failed', detail: 'no route', updated_at });
    assert.equal((await run(['result', id, 'maybe'])).code, 64);
  });

  test('is not called unreported when its answer is lost', async (t) => {
    const { run } = await givenShell(t);
    const script = await givenScript(t, ['hang-up']);
    const { code, stderr } = await run(['result', 'act_1', 'executed'], { env: { COUNTERSIGN_URL: script.url } });
    assert.equal(code, 1);
    assert.match(
      stderr,
      /^countersign: No answer came: the result of act_1 may be reported, or not\.\nGive the same command/,
    );
  });
});
