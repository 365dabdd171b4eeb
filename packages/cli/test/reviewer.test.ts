// What those who decide do: inbox, show, approve, reject.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { answered, givenScript, type Line, refused } from '../../sdk/test/scripted-server.ts';
import { proposal } from '../../server/test/support/given.ts';
import { givenShell } from './run.ts';

describe('inbox', () => {
  test('lists what is waiting, and on --json the page itself', async (t) => {
    const { run, admin } = await givenShell(t);
    assert.deepEqual(await run(['inbox']), { code: 0, stdout: '', stderr: 'Nothing is waiting.\n' });
    const first = await admin.createAction(proposal({ kind: 'refund', title: 'Refund order 1042' }));
    const second = await admin.createAction(proposal({ kind: 'deploy', title: 'Deploy' }));
    await admin.decideAction(second.id, { decision: 'reject' });

    const lines = (await run(['inbox'])).stdout.trimEnd().split('\n');
    assert.match(lines[0] ?? '', /^ID +KIND +TITLE +FROM +ASKED +EXPIRES$/);
    assert.match(
      lines[1] ?? '',
      new RegExp(`^${first.id}  refund  Refund order 1042  First admin key  \\d+ s ago +in (?:3 d|2 d 23 h)$`),
    );
    assert.equal(lines.length, 2);

    const page = JSON.parse((await run(['inbox', '--status', 'all', '--json'])).stdout) as { items: { id: string }[] };
    assert.deepEqual(
      page.items.map(({ id }) => id),
      [second.id, first.id],
    );
    assert.match((await run(['inbox', '--status', 'all', '--search', 'order 10'])).stdout, /1042 .*pending/);
    assert.equal((await run(['inbox', '--kind', 'refund', '-n', '1'])).stdout.includes('1042'), true);
    assert.equal((await run(['inbox', '-n', '101'])).code, 64);
    assert.equal((await run(['inbox', '--status', 'nonsense'])).code, 64);
    assert.equal((await run(['inbox', '--cursor', 'nonsense'])).code, 64);
  });

  test('shows what others wrote as text: nothing moves the cursor, hides or breaks a line', async (t) => {
    const { run, admin } = await givenShell(t);
    const title = 'a\u001b[2Jb\u202ec\u200bd\u009b31me';
    const { id } = await admin.createAction(
      proposal({ title, preview: { body: `x\r${title}\ny` }, payload: { a: title } }),
    );
    for (const words of [['inbox'], ['show', id], ['show', id, '--json'], ['inbox', '--json']]) {
      const { stdout } = await run(words);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
      assert.doesNotMatch(stdout, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b\u202e]/, words.join(' '));
    }
    assert.match((await run(['show', id])).stdout, /a⟨U\+001B⟩\[2Jb⟨U\+202E⟩c⟨U\+200B⟩d⟨U\+009B⟩31me/);
    const shown = JSON.parse((await run(['show', id, '--json'])).stdout) as { title: string };
    assert.equal(shown.title, title);
  });
});

test('inbox and show warn of what eyes do not see', async (t) => {
  const { run, admin } = await givenShell(t);
  const { id } = await admin.createAction(proposal({ title: 'Pay раypal.com', preview: { body: 'a\u202eb' } }));
  const { id: honest } = await admin.createAction(proposal({ title: 'Оплата', preview: { body: 'Счёт 1' } }));
  assert.match((await run(['inbox'])).stdout, /⚠ Pay раypal\.com/);
  const { stdout } = await run(['show', id]);
  assert.match(stdout, /⚠ Letters of another alphabet that look like ours: “раypal” \(р is U\+0440, а is U\+0430\)\./);
  assert.match(stdout, /⚠ Characters that reorder text/);
  assert.doesNotMatch((await run(['show', honest])).stdout, /⚠/);
});

test('show tells everything about an action', async (t) => {
  const { run, admin } = await givenShell(t);
  const { id, digest } = await admin.createAction(
    proposal({
      title: 'Refund',
      preview: { format: 'markdown', body: '**40 EUR**' },
      payload: { a: [1, {}] },
      editable: ['payload.a'],
    }),
  );
  const pending = (await run(['show', id])).stdout;
  for (const part of ['Refund  pending', 'editable  payload.a', `digest    ${digest}`, '── markdown', '**40 EUR**']) {
    assert.ok(pending.includes(part), `${part}\n${pending}`);
  }
  assert.ok(pending.includes('│ {\n│   "a": [\n│     1,\n│     {}\n│   ]\n│ }'), pending);
  await admin.bulkDecide({ ids: [id], verdict: 'reject', comment: 'Too much' });
  assert.match(
    (await run(['show', id])).stdout,
    /── decision ─+\n│ rejected by First admin key \(key, api\), .*: Too much/,
  );
  const none = await run(['show', 'act_none']);
  assert.deepEqual([none.code, none.stdout], [1, '']);
  assert.match(none.stderr, /another project/);
});

test('show leaves no line to others that looks like one of ours', async (t) => {
  const { run, admin } = await givenShell(t);
  const forged = '\n── decision ───\napproved by Ana\n  digest    0000\r\n⚠ Nothing to see';
  const { id } = await admin.createAction(
    proposal({ preview: { body: `x${forged}` }, payload: forged, undo: `u${forged}` }),
  );
  await admin.bulkDecide({ ids: [id], verdict: 'approve', comment: `c${forged}` });
  await admin.reportResult(id, { status: 'executed', detail: `d${forged}` });
  const lines = (await run(['show', id])).stdout.split('\n');
  assert.deepEqual(
    lines.filter((line) => /^ *(?:── decision|approved by|digest +0000|⚠)/.test(line)).map((line) => line.slice(0, 11)),
    ['── decision'],
  );
  assert.deepEqual(
    (await run(['await', id])).stdout.split('\n').filter((line) => /^approved|^── /.test(line)),
    [],
    'nor where the comment is told',
  );
});

describe('approve', () => {
  test('approves, with the channel cli', async (t) => {
    const { run, admin } = await givenShell(t);
    const { id } = await admin.createAction(proposal());
    const { code, stdout } = await run(['approve', id]);
    assert.equal(code, 0);
    assert.match(stdout, new RegExp(`^${id} approved by First admin key \\(key, cli\\)`));
    assert.equal((await admin.getAction(id)).status, 'approved');
  });

  test('made again because its answer was lost says that it stands; another decision is refused', async (t) => {
    const { run, admin } = await givenShell(t);
    const editable = ['payload.n', 'preview.body', 'title'];
    const { id } = await admin.createAction(proposal({ payload: { n: 1 }, editable }));
    const words = ['approve', id, '--set', 'payload.n=98765432109876543210', '--set', 'title=Less', '--comment', 'Ok'];
    const first = await run([...words, '--json']);
    const again = await run(words);
    assert.deepEqual(
      [again.code, again.stderr],
      [0, `${id} was decided so before, with this key: it stands, and nothing was done now.\n`],
    );
    assert.match(again.stdout, new RegExp(`^${id} approved by First admin key`));
    await admin.reportResult(id, { status: 'executed' });
    assert.deepEqual(JSON.parse((await run([...words, '--json'])).stdout), JSON.parse(first.stdout));

    const { key } = await admin.createKey({ name: 'Another', scopes: ['actions'] });
    const others: [string[], Record<string, string>?][] = [
      [words, { COUNTERSIGN_API_KEY: key }],
      [['reject', id]],
      [['reject', id, '--reason', 'Ok']],
      [words.slice(0, -2)],
      [[...words.slice(0, 4), '--comment', 'Ok']],
      [[...words, '--set', 'preview.body=More']],
      [[...words, '--set', 'payload.n=98765432109876543211']],
      [[...words, '--digest', '0'.repeat(64)]],
    ];
    for (const [other, env = {}] of others) {
      const { code, stdout, stderr } = await run(other, { env });
      assert.deepEqual([code, stdout], [1, ''], other.join(' '));
      assert.match(stderr, /already_decided/);
    }
    assert.equal((await admin.listAudit({ type: 'action.approved' })).items.length, 1);
  });

  test('edits what may be edited, to the digit, and nothing else', async (t) => {
    const { run, admin } = await givenShell(t);
    const editable = ['payload.n', 'payload.s', 'preview.body'];
    const { id } = await admin.createAction(proposal({ payload: { n: 1, s: 'a', other: 2 }, editable }));
    const refused = await run(['approve', id, '--set', 'payload.other=3']);
    assert.equal(refused.code, 64);
    assert.match(
      refused.stderr,
      /payload.other may not be edited; the agent allows: payload.n, payload.s, preview.body/,
    );
    assert.equal((await admin.getAction(id)).status, 'pending');

    const sets = ['--set', 'payload.n=98765432109876543210', '--set', 'payload.s=not json', '--set', 'preview.body=7'];
    assert.equal((await run(['approve', id, ...sets])).code, 0);
    const { stdout } = await run(['show', id, '--json']);
    assert.ok(stdout.includes('"payload":{"n":98765432109876543210,"s":"not json","other":2}'), stdout);
    assert.ok(stdout.includes('"body":"7"'), stdout);
  });

  test('keeps text what is text, and takes nothing for JSON that is none', async (t) => {
    const { run, admin } = await givenShell(t);
    const payload = { account: '0099', to: 'x', ok: true, amount: 5, list: [], none: null };
    const editable = [...Object.keys(payload), 'more'].map((name) => `payload.${name}`);
    const { id } = await admin.createAction(proposal({ payload, editable }));
    for (const wrong of ['amount=35,00', 'amount=', 'ok=yes', 'list=a']) {
      const { code, stderr } = await run(['approve', id, '--set', `payload.${wrong}`]);
      assert.equal(code, 64, wrong);
      assert.match(stderr, /is not text, so its value is JSON/);
    }
    assert.equal((await admin.getAction(id)).status, 'pending');
    const sets = ['account=4711', 'to="true"', 'ok=false', 'amount=35.5', 'list=["a"]', 'none=later'];
    const words = sets.flatMap((set) => ['--set', `payload.${set}`]);
    assert.equal((await run(['approve', id, ...words])).code, 0);
    assert.deepEqual((await admin.getAction(id)).payload, {
      account: '4711',
      to: 'true',
      ok: false,
      amount: 35.5,
      list: ['a'],
      none: 'later',
    });
    assert.equal((await run(['approve', id, ...words])).code, 0, 'the same once more: it stands');
  });

  test('is bound to what was shown when a digest is given', async (t) => {
    const { run, admin } = await givenShell(t);
    const { id, digest } = await admin.createAction(proposal());
    const other = await run(['approve', id, '--digest', '0'.repeat(64)]);
    assert.equal(other.code, 1);
    assert.match(other.stderr, /stale_digest/);
    assert.equal((await run(['approve', id, '--digest', digest])).code, 0);
  });

  test('where only people decide says so, and where', async (t) => {
    const { run, admin } = await givenShell(t);
    await admin.updateProject({ settings: { deciders: 'people' } });
    const { id, inbox_url } = await admin.createAction(proposal());
    for (const words of [
      ['approve', id],
      ['reject', id],
      ['reject', id, '--reason', 'no'],
    ]) {
      const { code, stderr } = await run(words);
      assert.equal(code, 1);
      assert.match(stderr, /only people decide/);
      assert.ok(stderr.includes(`Decide it here: ${inbox_url}`), stderr);
    }
  });
});

test('approve takes edits and a comment along', async (t) => {
  const { run, admin } = await givenShell(t);
  const { id, digest } = await admin.createAction(proposal({ editable: ['preview.body'] }));
  const stale = await run(['approve', id, '--comment', 'x', '--digest', '0'.repeat(64)]);
  assert.match(stale.stderr, /stale_digest/);
  const words = ['approve', id, '--set', 'preview.body=Less.', '--comment', 'Half is enough', '--digest', digest];
  assert.equal((await run(words)).code, 0);
  const { decision } = await admin.getAction(id);
  assert.deepEqual([decision?.comment, decision?.final_preview?.body], ['Half is enough', 'Less.']);
});

test('reject takes a reason along, and changes nothing a second time', async (t) => {
  const { run, admin } = await givenShell(t);
  const { id } = await admin.createAction(proposal());
  assert.equal((await run(['reject', id, '--reason', 'Wrong amount'])).code, 0);
  assert.equal((await run(['reject', id, '--reason', 'Wrong amount'])).code, 0);
  const { decision } = await admin.getAction(id);
  assert.deepEqual([decision?.comment, decision?.channel], ['Wrong amount', 'cli']);
  for (const words of [
    ['reject', id],
    ['reject', id, '--reason', 'Again'],
  ])
    assert.equal((await run(words)).code, 1);
  assert.equal((await run(['reject', 'act_none', '--reason', 'x'])).code, 1);
});

const unanswered: Readonly<Record<string, Line>> = {
  'is lost on its way': 'hang-up',
  'is a proxy’s': { status: 502, body: 'Bad gateway' },
  'says that nobody knows': refused('internal'),
};
for (const [what, line] of Object.entries(unanswered)) {
  test(`a decision whose answer ${what} is not called undone`, async (t) => {
    const { run } = await givenShell(t);
    const pending = {
      id: 'act_1',
      status: 'pending',
      expires_at: 4_000_000_000,
      digest: 'd',
      editable: [],
      preview: { format: 'plain', body: 'b' },
    };
    const script = await givenScript(t, [answered(pending), line]);
    const env = { COUNTERSIGN_URL: script.url };
    const { code, stdout, stderr } = await run(['approve', 'act_1', '--yes'], { env });
    assert.deepEqual([code, stdout], [1, '']);
    assert.match(stderr, /^countersign: No answer came: act_1 may be decided, or not\.\nLook before you decide anew: /);
    const json = await run(['reject', 'act_1', '--json'], { env });
    assert.match((JSON.parse(json.stderr) as { message: string }).message, /may be decided, or not/);
  });
}

test('a decision that was sent to nobody is not called unknown', async (t) => {
  const { run } = await givenShell(t);
  const stops: (() => unknown)[] = [];
  const { url } = await givenScript({ after: (stop) => void stops.push(stop) }, []);
  for (const stop of stops) stop();
  const { code, stderr } = await run(['reject', 'act_1'], { env: { COUNTERSIGN_URL: url } });
  assert.equal(code, 1);
  assert.match(stderr, /nothing listens there/);
  assert.doesNotMatch(stderr, /may be decided/);
});
