// `countersign serve` as a process of its own, and what it says.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { KEY_PATTERN } from '@countersign/contract';

const MAIN = fileURLToPath(new URL('../../bin/countersign.mjs', import.meta.url));

/** Halves the time of every start but the first. In `npm test` it is the one of all test processes. */
const compileCache = process.env.NODE_COMPILE_CACHE ?? ownCache();

function ownCache(): string {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-compiled-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export interface Served {
  readonly pid: number;
  /** Empty when the process ended before it listened. */
  readonly url: string;
  stdout(): string;
  stderr(): string;
  /** From now on nobody reads its log. */
  closeLog(): void;
  kill(signal: NodeJS.Signals): void;
  /** Null after a signal. */
  readonly exitCode: Promise<number | null>;
}

export interface ServeOptions {
  readonly databaseUrl: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** For Node itself, before the command. */
  readonly flags?: readonly string[];
  /** A command that runs it, in the same process. */
  readonly under?: readonly string[];
  /** Called at once, for whoever cannot wait until it listens. */
  readonly started?: (kill: Served['kill']) => void;
}

/** Settles when the server listens, or has given up. */
export async function serve({
  databaseUrl,
  environment,
  flags = [],
  under = [],
  started,
}: ServeOptions): Promise<Served> {
  const [command = '', ...words] = [...under, process.execPath, ...flags, MAIN, 'serve'];
  const child = spawn(command, words, {
    env: {
      HOST: '127.0.0.1',
      PORT: '0',
      DATABASE_URL: databaseUrl,
      LOG_LEVEL: 'debug',
      NODE_COMPILE_CACHE: compileCache,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const kill: Served['kill'] = (signal) => void child.kill(signal);
  started?.(kill);
  const killWithUs = () => child.kill('SIGKILL');
  process.once('exit', killWithUs);
  let stdout = '';
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk;
  });
  const exitCode = once(child, 'exit').then(([code]) => {
    process.off('exit', killWithUs);
    return code as number | null;
  });
  const url = await new Promise<string>((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => {
      stdout += chunk;
      const listening = /listening on (\S+)/.exec(stdout)?.[1];
      if (listening) resolve(listening);
    });
    child.on('close', () => resolve(''));
  });
  return {
    pid: child.pid ?? Number.NaN,
    url,
    stdout: () => stdout,
    stderr: () => stderr,
    closeLog: () => void child.stderr.destroy(),
    kill,
    exitCode,
  };
}

/** The key of a first start; empty on any other. */
export function keyIn(output: string): string {
  return new RegExp(KEY_PATTERN).exec(output)?.[0] ?? '';
}
