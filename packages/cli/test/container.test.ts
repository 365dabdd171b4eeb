// The container without an engine: the last stage of the Dockerfile, step by step, in a bare root directory, run as its user.

import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, test } from 'node:test';
import { buildCommand } from '../../../scripts/build.ts';
import { SETTINGS } from '../../server/src/config.ts';

const repository = join(import.meta.dirname, '../../..');
const CHROOT = '/usr/sbin/chroot';
const isPossible = process.platform === 'linux' && process.getuid?.() === 0 && existsSync(CHROOT);

type Step = readonly [name: string, rest: string];

function lastStage(): Step[] {
  const text = readFileSync(join(repository, 'Dockerfile'), 'utf8').replaceAll(/\\\n\s*/g, '');
  const steps = text.split('\n').flatMap((line): Step[] => {
    const [, name, rest] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? [];
    return name === undefined || rest === undefined ? [] : [[name, rest]];
  });
  return steps.slice(steps.findLastIndex(([name]) => name === 'FROM') + 1);
}

const steps = lastStage();
const restOf = (name: string) => steps.find(([each]) => each === name)?.[1] ?? '';
const jsonOf = (name: string) => JSON.parse(restOf(name)) as string[];

let folder: string;
let root: string;

before(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-container-'));
  root = join(folder, 'root');
});
after(() => rmSync(folder, { recursive: true, force: true }));

/** A program of this machine, with the libraries it is linked to. */
function bring(program: string, as: string): void {
  const { stdout } = spawnSync('ldd', [program], { encoding: 'utf8' });
  for (const [library] of stdout.matchAll(/\/[^\s()]+/g)) place(library, library);
  place(program, as);
}

function place(from: string, at: string): void {
  mkdirSync(dirname(join(root, at)), { recursive: true });
  copyFileSync(realpathSync(from), join(root, at));
  chmodSync(join(root, at), 0o755);
}

const ACTIONS: Readonly<Record<string, (rest: string) => void>> = {
  COPY(rest) {
    const [, at = ''] = /^--from=build \/src\/packages\/cli\/dist (\S+)$/.exec(rest) ?? [];
    assert.notEqual(at, '', rest);
    cpSync(join(folder, 'dist'), join(root, at), { recursive: true });
  },
  RUN: (rest) => void execFileSync(CHROOT, [root, '/bin/sh', '-c', rest]),
};

test('it starts as an ordinary user, writes to /data and /tmp alone, is ready, and ends when it is told', {
  skip: !isPossible,
}, async (t) => {
  await buildCommand(join(folder, 'dist'));
  bring(process.execPath, '/usr/bin/node');
  for (const tool of ['sh', 'mkdir', 'chown', 'chmod']) bring(`/bin/${tool}`, `/bin/${tool}`);
  mkdirSync(join(root, 'usr/local/bin'), { recursive: true });
  for (const [name, rest] of steps) ACTIONS[name]?.(rest);
  mkdirSync(join(root, 'tmp'));
  chmodSync(join(root, 'tmp'), 0o1777);

  const env = Object.fromEntries(
    restOf('ENV')
      .split(/\s+/)
      .map((pair) => pair.split('=')),
  );
  const given = { ...env, PATH: '/usr/bin', HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'warn' }; // ours alone, on any port
  const user = restOf('USER');
  assert.match(user, /^[1-9]\d*:[1-9]\d*$/);
  const words = [`--userspec=${user}`, root, ...jsonOf('ENTRYPOINT'), ...jsonOf('CMD')];
  const child = spawn(CHROOT, words, { env: given, stdio: ['ignore', 'pipe', 'inherit'] });
  t.after(() => child.kill('SIGKILL'));
  let told = '';
  for await (const line of createInterface({ input: child.stdout })) {
    told += `${line}\n`;
    if (/csk_/.test(line)) break;
  }
  const [url = ''] = /http:\/\/127\.0\.0\.1:\d+/.exec(told) ?? [];
  const [, probe = ''] = /"http:\/\/127\.0\.0\.1:\$\{PORT\}(\/\w+)"/.exec(restOf('HEALTHCHECK')) ?? [];
  assert.equal((await fetch(`${url}${probe}`)).status, 200);
  assert.equal((await fetch(`${url}/`)).status, 200);
  const data = join(root, 'data/countersign.db');
  assert.ok(existsSync(data));
  // As the guides have it: the command by its name, beside the server, with the settings of the container.
  const beside = { env: { ...env, PATH: '/usr/local/bin:/usr/bin:/bin' }, encoding: 'utf8' } as const;
  const typed = (...command: string[]) =>
    spawnSync(CHROOT, [`--userspec=${user}`, root, 'countersign', ...command], beside);
  assert.match(typed('admin', 'keys', 'create', '--scopes', 'admin').stdout, /^csk_/);
  assert.equal(typed('admin', 'backup', '/data/backup.db').stdout, 'Saved to /data/backup.db\n');
  child.kill(restOf('STOPSIGNAL') as NodeJS.Signals);
  assert.deepEqual(await once(child, 'exit'), [0, null]);

  const uid = statSync(data).uid;
  assert.equal(uid, Number(user.split(':')[0]));
  const written = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && statSync(join(entry.parentPath, entry.name)).uid === uid)
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length));
  for (const file of written) assert.match(file, /^\/(?:data|tmp)\//);
});

test('what it says of itself fits together', () => {
  const [volume, port] = [restOf('VOLUME'), restOf('EXPOSE')];
  assert.match(restOf('ENV'), new RegExp(`PORT=${port}\\b`));
  assert.ok(join(restOf('WORKDIR'), SETTINGS.databaseUrl.fallback.replace('file:', '')).startsWith(`${volume}/`));
  assert.doesNotMatch(restOf('ENV'), /DATABASE_URL/); // or DATABASE_URL_FILE would be refused beside it
  const [flag = 'none'] = /--max-semi-space-size=\d+/.exec(restOf('ENTRYPOINT')) ?? [];
  const youngHeap = readFileSync(join(repository, 'packages/server/src/world/young-heap.ts'), 'utf8');
  assert.ok(youngHeap.includes(`MEGABYTES = ${flag.split('=')[1]};`), flag);
  const compose = readFileSync(join(repository, 'compose.yaml'), 'utf8');
  assert.ok(compose.includes(`:${port}:${port}"`) && compose.includes(`data:${volume}\n`));
  assert.match(compose, /read_only: true/);
  const kubernetes = readFileSync(join(repository, 'deploy/kubernetes/deployment.yaml'), 'utf8');
  assert.ok(kubernetes.includes(`containerPort: ${port}`) && kubernetes.includes('readOnlyRootFilesystem: true'));
  for (const path of ['/readyz', '/healthz']) assert.ok(kubernetes.includes(`path: ${path}`));
});
