// The servers that are measured, each in a process of its own.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export interface Child {
  readonly pid: number;
  readonly port: number;
  /** From the spawn to the line that says it listens. */
  readonly bootMs: number;
  /** The processor time it has used so far, where the system tells (Linux). */
  cpuMs(): number;
  stop(): Promise<void>;
}

const fileOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));

interface OurOptions {
  /** A folder for a CPU profile. */
  readonly profile?: string | undefined;
  readonly environment?: Readonly<Record<string, string>>;
}

/** The service as an operator would run it, but with no rate limits: those are not what is measured here. */
export function startOurs(databaseUrl: string, { profile, environment }: OurOptions = {}): Promise<Child> {
  const flags = profile === undefined ? [] : ['--max-semi-space-size=16', '--cpu-prof', `--cpu-prof-dir=${profile}`];
  return start([...flags, fileOf('../packages/server/bin/countersign.mjs'), 'serve'], {
    HOST: '127.0.0.1',
    PORT: '0',
    DATABASE_URL: databaseUrl,
    LOG_LEVEL: 'warn',
    RATE_LIMIT_CREATE: '0',
    RATE_LIMIT_DECIDE: '0',
    RATE_LIMIT_BULK: '0',
    RATE_LIMIT_LIST: '0',
    MAX_WAITS: '100000',
    ...environment,
  });
}

export function startFloor(databaseUrl: string): Promise<Child> {
  return start([fileOf('floor/main.ts')], { DATABASE_URL: databaseUrl });
}

export function startEmpty(): Promise<Child> {
  return start([fileOf('floor/empty.ts')], {});
}

async function start(words: readonly string[], environment: Readonly<Record<string, string>>): Promise<Child> {
  const spawnedMs = performance.now();
  const child = spawn(process.execPath, words, { env: environment, stdio: ['ignore', 'pipe', 'inherit'] });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const exited = once(child, 'exit').then(() => process.off('exit', kill));

  for await (const line of createInterface({ input: child.stdout })) {
    const port = /listening on http:\/\/\S+?:(\d+)/.exec(line)?.[1];
    if (port === undefined) continue;
    const bootMs = performance.now() - spawnedMs;
    child.stdout.resume();
    return {
      pid: child.pid ?? Number.NaN,
      port: Number(port),
      bootMs,
      cpuMs: () => cpuMsOf(child.pid),
      async stop() {
        child.kill('SIGTERM');
        await exited;
      },
    };
  }
  throw new Error(`${words.join(' ')} ended before it listened.`);
}

/** Linux counts in hundredths of a second. */
const TICK_MS = 10;

function cpuMsOf(pid: number | undefined): number {
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return Number.NaN;
  const fields = readFileSync(file, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}
