// `npm run crash [loops]`: kills a real server under load with SIGKILL, again and again. After each restart every create,
// decision and result that was acknowledged must be there. Prints what it found; exits 1 when anything is missing.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Countersign, CountersignProblem } from '@countersign/sdk';

const LOOPS = Number(process.argv[2] ?? 50);
const AGENTS = 16;

const folder = mkdtempSync(join(tmpdir(), 'countersign-crash-'));
const main = new URL('../../bin/countersign.mjs', import.meta.url).pathname;

/** The furthest state of each action that the server has acknowledged. */
const acknowledged = new Map<string, string>();
const RANK = ['pending', 'approved', 'rejected', 'executed'];

let apiKey = '';

async function start(): Promise<{ server: ChildProcess; client: Countersign }> {
  const server = spawn(process.execPath, [main, 'serve'], {
    env: {
      HOST: '127.0.0.1',
      PORT: '0',
      DATABASE_URL: `file:${join(folder, 'c.db')}`,
      LOG_LEVEL: 'error',
      RATE_LIMIT_CREATE: '0',
      RATE_LIMIT_DECIDE: '0',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: server.stdout })) {
    apiKey = /csk_\S+/.exec(line)?.[0] ?? apiKey;
    const baseUrl = /listening on (\S+)/.exec(line)?.[1];
    if (baseUrl) return { server, client: new Countersign({ baseUrl, apiKey }) };
  }
  throw new Error('The server did not start.');
}

/** Works until the server is gone. A request without an answer may or may not have happened: it is not noted. */
async function work(client: Countersign, agent: number): Promise<void> {
  for (let n = 0; ; n++) {
    const { id } = await client.createAction({
      kind: 'crash',
      title: `${agent} ${n} ${Date.now()}`,
      preview: { body: 'x' },
    });
    acknowledged.set(id, 'pending');
    const decision = n % 3 === 0 ? 'reject' : 'approve';
    const { status } = await client.decideAction(id, { decision });
    acknowledged.set(id, status);
    if (status !== 'approved') continue;
    await client.reportResult(id, { status: 'executed' });
    acknowledged.set(id, 'executed');
  }
}

/** What the server says now, for actions of the last loop; a later state than the acknowledged one is fine. */
async function missing(client: Countersign, ids: readonly string[]): Promise<string[]> {
  const lost: string[] = [];
  for (const id of ids) {
    const wanted = acknowledged.get(id) ?? '';
    const found = await client.getAction(id).catch((error: unknown) => {
      if (error instanceof CountersignProblem) return undefined;
      throw error;
    });
    const consistent = found && (found.decision === null) === (found.status === 'pending');
    if (!found || !consistent || RANK.indexOf(found.status) < RANK.indexOf(wanted)) {
      lost.push(`${id}: ${wanted} was acknowledged, found ${found?.status}`);
    }
  }
  return lost;
}

const lost: string[] = [];
let { server, client } = await start();
for (let loop = 1; loop <= LOOPS; loop++) {
  const known = new Set(acknowledged.keys());
  const agents = Array.from({ length: AGENTS }, (_, agent) => work(client, agent).catch(() => 'the server is gone'));
  setTimeout(() => server.kill('SIGKILL'), 50 + Math.random() * 300);
  await once(server, 'exit');
  await Promise.all(agents);
  ({ server, client } = await start());
  lost.push(
    ...(await missing(
      client,
      [...acknowledged.keys()].filter((id) => !known.has(id)),
    )),
  );
  if (loop % 10 === 0)
    process.stdout.write(`${loop} kills, ${acknowledged.size} actions acknowledged, ${lost.length} lost\n`);
}
server.kill('SIGTERM');
await once(server, 'exit');
rmSync(folder, { recursive: true, force: true });
process.stdout.write(
  `${lost.join('\n')}\n${LOOPS} kills, ${acknowledged.size} actions acknowledged, ${lost.length} lost\n`,
);
process.exitCode = lost.length === 0 && acknowledged.size > LOOPS ? 0 : 1;
