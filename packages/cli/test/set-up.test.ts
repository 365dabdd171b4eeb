// Where address and key come from, and the commands that look after them.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { givenScript } from '../../sdk/test/scripted-server.ts';
import { proposal } from '../../server/test/support/given.ts';
import { givenShell, type Shell } from './run.ts';

const COMMAND = join(import.meta.dirname, '../bin/countersign.mjs');
const bare = { COUNTERSIGN_URL: '', COUNTERSIGN_API_KEY: '' };
const configOf = ({ folder }: Shell) => join(folder, '.config/countersign/config.json');

describe('init', () => {
  test('saves address and key, for the owner alone, once they work', async (t) => {
    const shell = await givenShell(t);
    const { run, service } = shell;
    const url = service.baseUrl.replace('/v1', '');
    const wrong = await run(['init', '--url', url], { input: 'csk_wrong', env: bare });
    assert.equal(wrong.code, 1);
    assert.equal(existsSync(configOf(shell)), false);

    const { code, stdout } = await run(['init', '--url', `${url}/`], { input: `${service.adminKey}\n`, env: bare });
    assert.equal(code, 0);
    assert.match(stdout, /✔ Connected to http.*: project “.+”, which the key may administer\.\n {2}Saved in /);
    assert.equal(stdout.includes(service.adminKey), false);
    assert.equal(statSync(configOf(shell)).mode & 0o777, 0o600);
    assert.deepEqual(JSON.parse(readFileSync(configOf(shell), 'utf8')), { url, key: service.adminKey });
    assert.equal((await run(['inbox'], { env: bare })).code, 0);

    chmodSync(configOf(shell), 0o644);
    assert.match((await run(['inbox'], { env: bare })).stderr, /others can read your key.*chmod 600/);
    assert.equal((await run(['doctor'], { env: bare })).code, 1);
  });

  test('keeps it under XDG_CONFIG_HOME when that is set', async (t) => {
    const { run, service, folder } = await givenShell(t);
    const env = { ...bare, COUNTERSIGN_URL: service.baseUrl, XDG_CONFIG_HOME: join(folder, 'xdg') };
    assert.equal((await run(['init', '--json'], { input: service.adminKey, env })).code, 0);
    assert.ok(existsSync(join(folder, 'xdg/countersign/config.json')));
  });

  test('does not stumble over what it is to write anew, and says what to do where nothing can be written', async (t) => {
    const shell = await givenShell(t);
    const { run, service } = shell;
    await run(['init'], { input: service.adminKey });
    const env = { XDG_CONFIG_HOME: configOf(shell) };
    const unsaved = await run(['init'], { input: service.adminKey, env });
    assert.equal(unsaved.code, 1);
    assert.match(unsaved.stderr, /^countersign: .*config\.json cannot be written: .*\n.*XDG_CONFIG_HOME/);
    const tooLong = 'x'.repeat(254); // for a draft beside it
    const unwritten = await run(['mcp', 'install', 'cursor', '--file', tooLong]);
    assert.deepEqual([unwritten.code, unwritten.stderr.split('\n').length], [1, 2], unwritten.stderr);

    const saved = readFileSync(configOf(shell), 'utf8');
    writeFileSync(configOf(shell), `\ufeff${saved.replaceAll('\n', '\r\n')}`); // by an editor of Windows
    assert.equal((await run(['inbox'], { env: bare })).code, 0);

    writeFileSync(configOf(shell), '{ not JSON');
    assert.match((await run(['inbox'], { env: bare })).stderr, /write it anew with `countersign init`/);
    assert.match((await run(['init'], { env: bare })).stderr, /^countersign: init needs an API key/);
  });

  test('says that it waits for its input, where somebody holds that open', async (t) => {
    const shell = await givenShell(t);
    const env = { ...process.env, HOME: shell.folder, COUNTERSIGN_URL: shell.service.baseUrl };
    const child = spawn(process.execPath, [COMMAND, 'init'], {
      env: { ...env, COUNTERSIGN_API_KEY: shell.service.adminKey },
      stdio: 'pipe',
    });
    const [said] = (await once(child.stderr.setEncoding('utf8'), 'data')) as [string];
    assert.match(said, /^Waiting for the key on standard input.*COUNTERSIGN_API_KEY/);
    child.stdin.end();
    assert.deepEqual(await once(child, 'exit'), [0, null]);
  });

  test('without a key says where one comes from', async (t) => {
    const { run } = await givenShell(t);
    const { code, stderr } = await run(['init'], { env: { COUNTERSIGN_API_KEY: '' } });
    assert.equal(code, 1);
    assert.match(stderr, /first start of a server prints one/);
  });
});

describe('a key', () => {
  test('is read from standard input when asked, and never from the command line', async (t) => {
    const { run, service } = await givenShell(t);
    const env = { COUNTERSIGN_API_KEY: '' };
    assert.equal((await run(['inbox', '--key-stdin'], { input: `${service.adminKey}\n`, env })).code, 0);
    assert.equal((await run(['inbox', '--key', service.adminKey], { env })).code, 64);
    const none = await run(['inbox'], { env });
    assert.equal(none.code, 1);
    assert.match(none.stderr, /There is no API key for http/);
  });

  test('of the config file is not sent to another server', async (t) => {
    const shell = await givenShell(t);
    const { run, service } = shell;
    assert.equal((await run(['init'], { input: service.adminKey })).code, 0);
    const { key } = JSON.parse(readFileSync(configOf(shell), 'utf8')) as { key: string };
    writeFileSync(configOf(shell), JSON.stringify({ url: 'https://other.example', key }));
    for (const words of [['inbox'], ['inbox', '--url', service.baseUrl]]) {
      const { code, stderr } = await run(words, { env: { ...bare, COUNTERSIGN_URL: service.baseUrl } });
      assert.equal(code, 1);
      assert.match(stderr, /no API key for/);
    }
  });

  test('is made, listed and revoked', async (t) => {
    const { run, admin } = await givenShell(t);
    const made = await run(['keys', 'create', '--name', 'billing agent', '--scopes', 'actions,watch']);
    assert.match(made.stdout, /^csk_[\w-]{49}\n$/);
    const [, id = ''] = /^(key_\w+), for actions, watch\./.exec(made.stderr) ?? [];
    const listed = await run(['keys', 'list']);
    assert.match(listed.stdout, new RegExp(`${id} +csk_\\S+… +billing agent +actions,watch +never`));
    assert.equal((await run(['keys', 'revoke', id])).stdout, `${id} is revoked.\n`);
    assert.equal((await admin.listKeys()).items.find((key) => key.id === id)?.revoked, true);
    assert.equal((await run(['keys', 'revoke', id])).code, 1);
    for (const words of [
      ['keys'],
      ['keys', 'create', '--name', 'x', '--scopes', 'all'],
      ['keys', 'burn'],
      ['keys', 'revoke'],
    ]) {
      assert.equal((await run(words)).code, 64, words.join(' '));
    }
    const weak = await run(['keys', 'list'], {
      env: { COUNTERSIGN_API_KEY: (await admin.createKey({ name: 'a', scopes: ['actions'] })).key },
    });
    assert.match(weak.stderr, /Use a key that has the scope/);
  });
});

describe('doctor', () => {
  test('finds everything well', async (t) => {
    const { run } = await givenShell(t);
    const { code, stdout } = await run(['doctor']);
    assert.equal(code, 0, stdout);
    assert.deepEqual(
      [...stdout.matchAll(/^✔ (\w+)/gm)].map(([, check]) => check),
      ['config', 'server', 'clock', 'version', 'key'],
    );
  });

  test('says what to mend', async (t) => {
    const { run, service } = await givenShell(t);
    const lineEnd = { COUNTERSIGN_URL: `${service.baseUrl}\r`, COUNTERSIGN_API_KEY: `${service.adminKey}\r` };
    assert.equal((await run(['doctor'], { env: lineEnd })).code, 0, 'not the ends of lines, which Windows leaves');
    const badKey = await run(['doctor', '--json'], { env: { COUNTERSIGN_API_KEY: 'csk_wrong' } });
    assert.equal(badKey.code, 1);
    const { findings } = JSON.parse(badKey.stdout) as { findings: { check: string; ok: boolean; advice?: string }[] };
    const key = findings.find(({ check }) => check === 'key');
    assert.equal(key?.ok, false);
    assert.match(key?.advice ?? '', /countersign init/);

    const wrongKey = await run(['inbox'], { env: { COUNTERSIGN_API_KEY: 'csk_wrong' } });
    assert.match(wrongKey.stderr, /^countersign: The server does not accept this key/);
    const noScheme = await run(['inbox'], { env: { COUNTERSIGN_URL: 'localhost:8790' } });
    assert.equal(noScheme.code, 64);
    assert.match(
      noScheme.stderr,
      /^countersign: COUNTERSIGN_URL is an address .*http:\/\/localhost:8790; not localhost:8790/,
    );
    const tls = await run(['inbox'], { env: { COUNTERSIGN_URL: service.baseUrl.replace('http:', 'https:') } });
    assert.match(tls.stderr, /does not speak TLS/);

    const proxy = { NODE_USE_ENV_PROXY: '1', HTTP_PROXY: 'http://127.0.0.1:9' };
    for (const words of [['inbox'], ['doctor']]) {
      const { code, stdout, stderr } = await run(words, { env: proxy });
      assert.equal(code, 1);
      assert.match(
        `${stdout}${stderr}`,
        /could not be reached: there is nothing at 127\.0\.0\.1:9, the proxy .*\n.*NO_PROXY/,
      );
    }

    const { url } = await givenScript(t, [{ status: 200, body: '{"status":"maintenance"}' }]);
    const stranger = await run(['doctor', '--url', url]);
    assert.equal(stranger.code, 1);
    assert.match(
      stranger.stdout,
      /✖ server .*\/readyz answers as no Countersign server does\n.*Is this a Countersign server/,
    );

    await service.running.close();
    const gone = await run(['doctor']);
    assert.equal(gone.code, 1);
    assert.match(gone.stdout, /✖ server .*could not be reached[\s\S]*countersign serve/);
    await service.restart();
  });
});

describe('verify', () => {
  test('tells a genuine receipt from another, online and offline', async (t) => {
    const { run, admin, folder } = await givenShell(t);
    const asked = proposal({ payload: { a: 1.5 } });
    const { id } = await admin.createAction(asked);
    await run(['approve', id]);
    const receipt = (await run(['await', id, '--print', 'receipt'])).stdout;
    const { id: twin } = await admin.createAction(asked);
    const replayed = await run(['verify', '--action', twin], { input: receipt });
    assert.deepEqual([replayed.code, replayed.stdout], [1, ''], 'nobody approved it, though it says the same');
    assert.match(replayed.stderr, /another action/);
    const neither = await run(['verify', '--action', id, '--digest', '0'.repeat(64)], { input: receipt });
    assert.equal(neither.code, 1, 'what is given twice must hold twice');
    const genuine = await run(['verify', '--action', id], { input: receipt });
    assert.equal(genuine.code, 0);
    assert.match(genuine.stdout, new RegExp(`^✔ Genuine\\. ${id} was approved by First admin key`));

    writeFileSync(join(folder, 'jwks.json'), JSON.stringify(await admin.getJwks()));
    const offline = { ...bare, COUNTERSIGN_URL: 'http://127.0.0.1:1' };
    const claims = await run(['verify', receipt.trim(), '--jwks', 'jwks.json', '--json'], { env: offline });
    assert.equal((JSON.parse(claims.stdout) as { action_id: string }).action_id, id);
    const other = await run(['verify', '--jwks', 'jwks.json', '--digest', '0'.repeat(64)], {
      input: receipt,
      env: offline,
    });
    assert.deepEqual([other.code, other.stdout], [1, '']);
    assert.match(other.stderr, /something else[\s\S]*Do not act on it/);
    assert.equal((await run(['verify', '--jwks', 'jwks.json'], { input: `${receipt.trim()}x`, env: offline })).code, 1);
    assert.equal((await run(['verify', 'x', '--jwks', 'none.json'], { env: offline })).code, 64);
  });
});

describe('help', () => {
  test('lists the commands, and each command explains itself with examples', async (t) => {
    const { run } = await givenShell(t);
    const { stdout } = await run(['--help']);
    const names = [...stdout.matchAll(/^ {2}(\w+) {2,}/gm)].map(([, name = '']) => name);
    assert.ok(names.length >= 13, names.join());
    for (const name of names.filter((each) => each !== 'serve')) {
      const help = await run([name, '--help']);
      assert.equal(help.code, 0, name);
      if (name !== 'admin')
        assert.match(help.stdout, new RegExp(`countersign ${name}[\\s\\S]*Examples\\n {2}# .+\\n {2}.*countersign `));
      if (name !== 'admin') assert.equal((await run(['help', name])).stdout, help.stdout);
    }
    assert.equal((await run([])).code, 64);
    assert.equal((await run(['nonsense'])).code, 64);
    assert.match((await run(['--version'])).stdout, /^\d+\.\d+\.\d+\n$/);
  });

  test('serve and admin are the server’s own', async (t) => {
    const { run } = await givenShell(t);
    assert.match((await run(['admin', '--help'])).stdout, /^Operator commands/);
  });
});
