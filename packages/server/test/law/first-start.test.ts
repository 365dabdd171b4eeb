// Covers the first start of a server (5.6, 2.4): the bootstrap project, and its one key on standard output, once.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { after, before, test } from 'node:test';
import { engine, newDatabase, type TestDatabase } from '../support/databases.ts';
import { comesTrue } from './webhook-steps.ts';

interface Server {
  readonly child: ChildProcess;
  readonly url: string;
  /** What it has said so far on standard output, and on standard error. */
  readonly out: () => string;
  readonly err: () => string;
}

let database: TestDatabase;
let first: Server;
let firstKey: string;
let firstOut: string;
let firstErr: string;
let again: Server;

before(async () => {
  database = await newDatabase(engine, { empty: true });
  first = await start();
  firstKey = await keyIn(first.out(), first.url);
  assert.equal((await get(`${first.url}/v1/keys`, firstKey)).status, 200);
  await stop(first);
  firstOut = first.out();
  firstErr = first.err();
  again = await start();
});

after(async () => {
  await stop(again);
  await database.drop();
});

async function start(): Promise<Server> {
  const program = new URL('../../bin/countersign.mjs', import.meta.url).pathname;
  const env = { PATH: process.env['PATH'] ?? '', HOST: '127.0.0.1', PORT: '0', DATABASE_URL: database.url };
  const child = spawn(process.execPath, [program, 'serve'], { cwd: tmpdir(), env, stdio: ['ignore', 'pipe', 'pipe'] });
  const said = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    said.out += chunk;
  });
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    said.err += chunk;
  });
  const address = /http:\/\/127\.0\.0\.1:\d+/;
  const isUp = async (): Promise<boolean> => {
    const [url] = address.exec(said.out) ?? [];
    return url !== undefined && (await get(`${url}/v1/push/vapid-public-key`)).status === 200;
  };
  assert.ok(await comesTrue(isUp, 60_000), `the server is not up: ${said.err}`);
  return { child, url: address.exec(said.out)?.[0] ?? '', out: () => said.out, err: () => said.err };
}

async function stop({ child }: Server): Promise<void> {
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}

async function get(url: string, key?: string): Promise<Response> {
  return fetch(url, key === undefined ? {} : { headers: { authorization: `Bearer ${key}` } });
}

/** The words of an output that could be a key, each once. */
function wordsOf(output: string): readonly string[] {
  return [...new Set(output.match(/[\w-]{20,}/g))];
}

/** The one word of an output that opens the keys of the project. */
async function keyIn(output: string, url: string): Promise<string> {
  const open: string[] = [];
  for (const word of wordsOf(output)) {
    if ((await get(`${url}/v1/keys`, word)).status === 200) {
      open.push(word);
    }
  }
  assert.equal(open.length, 1, 'one admin key is on standard output');
  return open[0] ?? '';
}

test('5.6: on the first start the admin key is printed once, and to standard output only', () => {
  assert.equal(firstOut.split(firstKey).length, 2);
  assert.ok(!firstErr.includes(firstKey.slice(16)));
});

test('5.6, 2.4: it is the one key of the bootstrap project, with scope admin', async () => {
  const body = (await (await get(`${again.url}/v1/keys`, firstKey)).json()) as { items: Record<string, unknown>[] };
  assert.equal(body.items.length, 1);
  assert.deepEqual(body.items[0]?.['scopes'], ['admin']);
  assert.equal(body.items[0]?.['prefix'], firstKey.slice(0, 16));
  assert.equal((await get(`${again.url}/v1/project`, firstKey)).status, 200);
});

test('5.6: on a later start neither this key nor another is printed', async () => {
  assert.ok(!again.out().includes(firstKey) && !again.err().includes(firstKey));
  for (const word of wordsOf(`${again.out()}\n${again.err()}`)) {
    assert.equal((await get(`${again.url}/v1/actions`, word)).status, 401);
  }
});

test('2.4, 5.6: the key is not retrievable: no answer holds it', async () => {
  for (const path of ['keys', 'project', 'project/export']) {
    const text = await (await get(`${again.url}/v1/${path}`, firstKey)).text();
    assert.ok(!text.includes(firstKey.slice(16)), path);
  }
});

test('5.5: the raw key is not at rest in the database file', { skip: engine !== 'sqlite' }, () => {
  const files = [database.file, `${database.file}-wal`].filter((file) => existsSync(file));
  assert.ok(
    files.some((file) => readFileSync(file).includes(firstKey.slice(0, 16))),
    'the prefix is at rest',
  );
  for (const file of files) {
    assert.ok(!readFileSync(file).includes(firstKey.slice(16)), file);
  }
});
