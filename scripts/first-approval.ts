// `npm run first-approval`: how long a newcomer takes from a fresh clone to the first approved action. Clones this repository as
// it is committed, starts it as the README says, proposes, approves, and says the seconds; more than 60 is a failure.

import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';

const MOST_SECONDS = 60;
const root = resolve(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'countersign-newcomer-'));
/** Without the Node that this repository brings: a newcomer has none of it. */
const PATH = (process.env.PATH ?? '')
  .split(delimiter)
  .filter((each) => !each.includes('node_modules'))
  .join(delimiter);

const startMs = performance.now();
const seconds = () => ((performance.now() - startMs) / 1000).toFixed(1);
const say = (what: string) => process.stdout.write(`${seconds().padStart(6)} s  ${what}\n`);

execFileSync('git', ['clone', '--quiet', '--depth', '1', `file://${root}`, folder]);
say('cloned');
const env = { ...process.env, PATH, PORT: '0', OPEN_BROWSER: '0', LOG_LEVEL: 'warn' };
const child = spawn('npm', ['start'], { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'], detached: true });
try {
  let told = '';
  for await (const line of createInterface({ input: child.stdout })) {
    told += `${line}\n`;
    if (/csk_/.test(line)) break;
  }
  const [url = ''] = /http:\/\/localhost:\d+/.exec(told) ?? [];
  const [key = ''] = /csk_[\w-]{49}/.exec(told) ?? [];
  say(`started at ${url}`);
  const post = async (path: string, body: object) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const answer = await fetch(`${url}/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(await answer.text());
    return (await answer.json()) as { id: string; status: string };
  };
  const { id } = await post('/actions', { kind: 'refund', title: 'Refund order 1042', preview: { body: '40 EUR' } });
  const { status } = await post(`/actions/${id}/decision`, { decision: 'approve' });
  say(`the first action is ${status}`);
  if (Number(seconds()) > MOST_SECONDS) process.exitCode = 1;
} finally {
  if (child.pid) process.kill(-child.pid, 'SIGTERM'); // npm and what it started
  await new Promise((resolve) => child.once('close', resolve));
  rmSync(folder, { recursive: true, force: true });
}
