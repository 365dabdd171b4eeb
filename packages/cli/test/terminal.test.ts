// Between the command and whoever sits before it: output that nobody reads, questions that nobody answers, text of others.

import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { proposal } from '../../server/test/support/given.ts';
import { givenShell, type Shell } from './run.ts';

const COMMAND = join(import.meta.dirname, '../bin/countersign.mjs');

describe('output that nobody reads', () => {
  test('does not change what the exit code says', async (t) => {
    const { run, admin } = await givenShell(t);
    const unread = { unread: true };
    const { id } = await admin.createAction(proposal());
    assert.equal((await run(['await', id, '--timeout', '0', '--json'], unread)).code, 4);
    await admin.decideAction(id, { decision: 'reject' });
    for (const more of [[], ['--json']]) assert.equal((await run(['await', id, ...more], unread)).code, 2);
    const down = { ...unread, env: { COUNTERSIGN_URL: 'http://127.0.0.1:9' } };
    assert.equal((await run(['doctor'], down)).code, 1);
    assert.equal((await run(['audit', 'verify', '-'], { ...unread, input: 'no log\n' })).code, 1);
    for (const words of [
      ['inbox', '--status', 'all'],
      ['audit', 'export'],
      ['show', id],
    ])
      assert.equal((await run(words, unread)).code, 0, words.join(' '));
  });

  test('nor does what is said beside it: who waits goes on waiting', async (t) => {
    const { run, admin } = await givenShell(t);
    const { id } = await admin.createAction(proposal());
    const unheard = { unheard: true };
    assert.equal((await run(['await', id, '--timeout', '1'], unheard)).code, 4);
    await admin.decideAction(id, { decision: 'reject' });
    assert.equal((await run(['await', id, '--print', 'body'], unheard)).code, 2);
    assert.equal((await run(['await', ''], unheard)).code, 64);
  });
});

/** As on a terminal of 60 columns. `typed` answers its question. */
async function onTerminal({ service, folder }: Shell, words: readonly string[], typed = '', TERM = 'dumb') {
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: folder,
    TERM,
    COUNTERSIGN_URL: service.baseUrl,
    COUNTERSIGN_API_KEY: service.adminKey,
  };
  const line = ['stty cols 60;', process.execPath, COMMAND, ...words].join(' ');
  const child = spawn('script', ['-qec', line, '/dev/null'], { cwd: folder, env, stdio: 'pipe' });
  let stdout = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
    if (text.includes('(y/N)')) child.stdin.write(typed);
  });
  const [code] = (await once(child, 'close')) as [number];
  return { code, stdout };
}

const NO_TERMINAL = spawnSync('script', ['--version']).status !== 0;

describe('on a terminal', { skip: NO_TERMINAL }, () => {
  test('who waits is told that it is tried again; a program is not', async (t) => {
    const shell = await givenShell(t);
    const baseUrl = 'http://127.0.0.1:9';
    const { stdout } = await onTerminal({ ...shell, service: { ...shell.service, baseUrl } }, ['inbox']);
    assert.equal(stdout.match(/could not be reached.* Trying again in 1 s …/g)?.length, 2, stdout);
    const { stderr } = await shell.run(['inbox'], { env: { COUNTERSIGN_URL: baseUrl } });
    assert.match(stderr, /could not be reached/);
    assert.doesNotMatch(stderr, /Trying again/);
  });

  test('nothing of what others wrote moves the cursor or begins where our lines do', async (t) => {
    const shell = await givenShell(t);
    const { admin } = shell;
    const code = '\u001b[2J\u009b31m';
    const far = `${' '.repeat(70)}── decision ──`;
    const title = `t${code}${far}`;
    const { id } = await admin.createAction(
      proposal({ kind: `k${far}`, title, preview: { body: `b${code}\n${far}` }, payload: [code] }),
    );
    await admin.decideAction(id, { decision: 'approve' });
    const prints = ['body', 'payload', 'title'].map((what) => ['await', id, '--print', what]);
    for (const words of [
      ['show', id],
      ['inbox', '--status', 'all'],
      ['audit', 'export'],
      ['audit', 'export', '--csv'],
      ...prints,
    ]) {
      const ran = await onTerminal(shell, words);
      assert.equal(ran.code, 0, words.join(' '));
      const stdout = ran.stdout.replaceAll('\r\u001b[K', ''); // the end of the line that tells how long it has waited
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
      assert.doesNotMatch(stdout, /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/, words.join(' '));
      if (words[0] === 'audit' || words.includes('--print')) continue;
      const lines = stdout.split(/\r?\n/);
      const theirs = lines.filter((line) => !/^[⚠(]/.test(line));
      for (const line of theirs) assert.ok(line.length <= 60, `${words.join(' ')}: ${line}`);
      assert.ok(lines.filter((line) => line.startsWith('── decision')).length <= 1);
    }
  });

  test('a question that is not answered is no yes', async (t) => {
    const shell = await givenShell(t);
    const { id } = await shell.admin.createAction(proposal());
    assert.equal((await onTerminal(shell, ['approve', id], '\u0004')).code, 1, 'the end of the input');
    const given = await onTerminal(shell, ['approve', id], '\u0004', 'xterm');
    assert.deepEqual([given.code, /Given up\.\s*$/.test(given.stdout)], [1, true], given.stdout);
    assert.equal((await onTerminal(shell, ['approve', id], 'n\n')).code, 1);
    assert.equal((await shell.admin.getAction(id)).status, 'pending');
    assert.equal((await onTerminal(shell, ['approve', id], 'y\n')).code, 0);
  });
});
