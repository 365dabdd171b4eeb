// The command as strangers get it: packed, installed in an empty project, run by the Node of this machine.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { buildCli } from '../../../scripts/build.ts';
import { installed, machineNode } from '../../sdk/test/machine-node.ts';
import { type Service, startService } from '../../server/test/support/start-service.ts';
import { runNode } from './run.ts';

let folder: string;
let service: Service;

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-cli-'));
  await buildCli(join(folder, 'built'));
  service = await startService();
});
after(async () => {
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function run(...words: string[]) {
  const { project } = await installed([join(folder, 'built')], folder);
  const env = {
    PATH: [dirname(machineNode.path), process.env.PATH].join(delimiter),
    HOME: folder,
    COUNTERSIGN_URL: service.baseUrl,
    COUNTERSIGN_API_KEY: service.adminKey,
  };
  const command = join(project, 'node_modules/.bin/countersign');
  return runNode([command, ...words], { input: '', cwd: project, env, node: machineNode.path });
}

describe(`on ${machineNode.version}`, () => {
  test('it proposes, decides, waits and verifies', async () => {
    const { stdout: id } = await run('push', '--kind', 'k', '--title', 't', '--body', 'b', '--payload', '[1.0]');
    assert.equal((await run('approve', id.trim())).code, 0);
    const decided = await run('await', id.trim(), '--print', 'receipt');
    assert.equal(decided.code, 0);
    const verified = await run('verify', decided.stdout.trim(), '--action', id.trim());
    assert.match(verified.stdout, /^✔ Genuine/);
    assert.equal((await run('doctor')).code, 0);
    assert.match((await run('--help')).stdout, /^Countersign/);
  });

  test('the server it does not have: it says so', async () => {
    const { code, stderr } = await run('serve');
    assert.equal(code, 1);
    assert.match(stderr, /needs Node 26|not installed/);
  });
});
