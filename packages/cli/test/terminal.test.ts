// Between the command and whoever sits before it: output that nobody reads, questions that nobody answers, text of others.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { proposal } from '../../server/test/support/given.ts';
import { givenShell, runNode, type Shell } from './run.ts';

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
});

/** As on a terminal of 60 columns: what is typed goes in, what is seen comes out. */
function onTerminal({ service, folder }: Shell, words: readonly string[], typed = '') {
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: folder,
    TERM: 'dumb',
    COUNTERSIGN_URL: service.baseUrl,
    COUNTERSIGN_API_KEY: service.adminKey,
  };
  const line = ['stty cols 60;', process.execPath, COMMAND, ...words].join(' ');
  return runNode(['-qec', line, '/dev/null'], { input: typed, cwd: folder, env, node: 'script' });
}

const NO_TERMINAL = spawnSync('script', ['--version']).status !== 0;

describe('on a terminal', { skip: NO_TERMINAL }, () => {
  test('a question that is not answered is no yes', async (t) => {
    const shell = await givenShell(t);
    const { id } = await shell.admin.createAction(proposal());
    assert.equal((await onTerminal(shell, ['approve', id])).code, 1, 'the end of the input');
    assert.equal((await onTerminal(shell, ['approve', id], 'n\n')).code, 1);
    assert.equal((await shell.admin.getAction(id)).status, 'pending');
    assert.equal((await onTerminal(shell, ['approve', id], 'y\n')).code, 0);
  });
});
