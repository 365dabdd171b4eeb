// The command as strangers get it: packed, installed in an empty project, run by the Node of this machine; and the server
// that comes with it, run by ours.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, describe, test } from 'node:test';
import { buildCommand } from '../../../scripts/build.ts';
import { installed, machineNode } from '../../sdk/test/machine-node.ts';
import { type Service, startService } from '../../server/test/support/start-service.ts';
import { runNode } from './run.ts';

let folder: string;
let service: Service;

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-cli-'));
  await buildCommand(join(folder, 'built'));
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
  const first = join(folder, 'first-of-20.cjs');
  writeFileSync(first, LATER.map((name) => `delete ${name};\n`).join(''));
  return runNode(['--require', first, command, ...words], { input: '', cwd: project, env, node: machineNode.path });
}

/** What the first Node 20 has not, and those after it have: whichever is on this machine, it is to do without. */
const LATER = [
  'URL.parse',
  'AbortSignal.any',
  'Promise.withResolvers',
  'Promise.try',
  'Object.groupBy',
  'Map.groupBy',
  'Array.fromAsync',
  'Set.prototype.union',
  'Set.prototype.difference',
  'Set.prototype.intersection',
  'RegExp.escape',
  'JSON.rawJSON',
  'Uint8Array.fromBase64',
  'Uint8Array.prototype.toHex',
  'Uint8Array.prototype.toBase64',
  'globalThis.Iterator',
];

describe(`on ${machineNode.version}, with what the first Node 20 has`, () => {
  test('it proposes, shows, decides, waits and verifies', async () => {
    const body = ['--format', 'markdown', '--body', '[here.example](https://there.example)', '--payload', '[1.0]'];
    const { stdout: id, stderr } = await run('push', '--kind', 'k', '--title', 't', ...body);
    assert.equal(stderr, '');
    assert.match((await run('show', id.trim())).stdout, /A link that leads elsewhere/);
    assert.equal((await run('approve', id.trim())).code, 0);
    const decided = await run('await', id.trim(), '--print', 'receipt');
    assert.equal(decided.code, 0);
    const verified = await run('verify', decided.stdout.trim(), '--action', id.trim());
    assert.match(verified.stdout, /^✔ Genuine/);
    assert.equal((await run('doctor')).code, 0);
    assert.match((await run('--help')).stdout, /^Countersign/);
  });

  test('the server needs a newer Node, and it says so', { skip: machineNode.path === process.execPath }, async () => {
    const { code, stderr } = await run('serve');
    assert.equal(code, 1);
    assert.match(stderr, /needs Node 26/);
  });
});

/** A server from the package, in a folder where nothing else is. */
async function serve(cwd: string) {
  const { project } = await installed([join(folder, 'built')], folder);
  const words = [join(project, 'node_modules/.bin/countersign'), 'serve'];
  const env = { PATH: process.env.PATH ?? '', PORT: '0', OPEN_BROWSER: '0', LOG_LEVEL: 'warn' };
  const child = spawn(process.execPath, words, { cwd, env, stdio: ['ignore', 'pipe', 'inherit'] });
  let told = '';
  for await (const line of createInterface({ input: child.stdout })) {
    told += `${line}\n`;
    if (/csk_/.test(line)) break;
  }
  const [url = ''] = /http:\/\/localhost:\d+/.exec(told) ?? [];
  const [key = ''] = /csk_[\w-]{49}/.exec(told) ?? [];
  return { child, url, key, words };
}

test('its server runs as built: API, inbox, reference, tools, threads, operator commands; and ends when it is told', async (t) => {
  const cwd = mkdtempSync(join(folder, 'empty-'));
  const { child, url, key, words } = await serve(cwd);
  t.after(() => child.kill('SIGKILL'));
  const env = { PATH: process.env.PATH ?? '', HOME: cwd, COUNTERSIGN_URL: url, COUNTERSIGN_API_KEY: key };
  const command = (...more: string[]) => runNode([words[0] ?? '', ...more], { input: '', cwd, env });
  const pushed = await command('push', '--kind', 'k', '--title', 't', '--body', 'b');
  assert.equal((await command('approve', pushed.stdout.trim())).code, 0);
  for (const path of ['/', '/docs', '/docs/quickstart', '/readyz', '/v1/openapi.json']) {
    assert.equal((await fetch(`${url}${path}`)).status, 200, path);
  }
  assert.match(await (await fetch(`${url}/`)).text(), /<script type="module"/);
  const tools = await command('mcp');
  assert.equal(tools.code, 0, tools.stderr);
  const feed = ['watchers', 'create', '--feed', 'https://feed.invalid/'];
  const watcher = /wat_\w+/.exec((await command(...feed)).stdout)?.[0] ?? '';
  assert.match((await command('watchers', 'run', watcher)).stdout, /cannot be found/);
  const backup = await command('admin', 'backup', 'copy.db');
  assert.equal(backup.code, 0, backup.stderr);
  assert.ok(existsSync(join(cwd, 'copy.db')) && existsSync(join(cwd, 'data/countersign.db')));
  child.kill('SIGTERM');
  assert.deepEqual(await once(child, 'exit'), [0, null]);
});

test('where it was built, its server starts without a warning of Node: a plain `npm install -g` of a folder is a link', async () => {
  const { code, stderr } = await runNode([join(folder, 'built/countersign.mjs'), 'admin', '--help'], {
    input: '',
    cwd: folder,
    env: {},
  });
  assert.deepEqual([code, stderr], [0, '']);
});

test('it says what it is, for those who check where it comes from', async () => {
  const { project } = await installed([join(folder, 'built')], folder);
  const text = readFileSync(join(project, 'node_modules/countersign/package.json'), 'utf8');
  const manifest = JSON.parse(text) as Record<string, unknown>;
  assert.partialDeepStrictEqual(manifest, {
    name: 'countersign',
    license: 'MIT',
    publishConfig: { access: 'public', provenance: true },
  });
  assert.deepEqual([manifest.private, manifest.dependencies], [undefined, undefined]);
});
