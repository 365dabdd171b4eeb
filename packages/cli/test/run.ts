// Runs the command as a shell would, with a configuration folder of its own, and gives what came out.

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Given, givenService } from '../../server/test/support/given.ts';
import type { ServiceOptions } from '../../server/test/support/start-service.ts';

const COMMAND = join(import.meta.dirname, '../bin/countersign.mjs');

export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface More {
  readonly input?: string | Uint8Array;
  readonly env?: Readonly<Record<string, string>>;
  /** Called when it first says something beside its output. */
  readonly onStderr?: () => void;
  /** Whoever was to read the output is gone. */
  readonly unread?: boolean;
  /** The same of what it says beside its output. */
  readonly unheard?: boolean;
}

export interface Shell extends Given {
  /** A folder that goes with the test. */
  readonly folder: string;
  run(words: readonly string[], more?: More): Promise<Ran>;
}

interface Test {
  after(clean: () => unknown): void;
}

/** A server, and a shell that knows it by its environment. */
export async function givenShell(t: Test, options?: ServiceOptions): Promise<Shell> {
  const given = await givenService(t, options);
  const folder = mkdtempSync(join(tmpdir(), 'countersign-cli-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const environment = {
    PATH: process.env.PATH ?? '',
    HOME: folder,
    COUNTERSIGN_URL: given.service.baseUrl,
    COUNTERSIGN_API_KEY: given.service.adminKey,
  };
  return {
    ...given,
    folder,
    run: (words, { input = '', env = {}, ...more } = {}) =>
      runNode([COMMAND, ...words], { input, cwd: folder, env: { ...environment, ...env }, ...more }),
  };
}

interface Surroundings {
  readonly input: string | Uint8Array;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly node?: string;
  readonly onStderr?: () => void;
  readonly unread?: boolean;
  readonly unheard?: boolean;
}

export function runNode(
  words: readonly string[],
  { input, cwd, env, node = process.execPath, onStderr, unread, unheard }: Surroundings,
): Promise<Ran> {
  const child = spawn(node, words, { cwd, env, stdio: 'pipe' });
  if (unread) child.stdout.destroy();
  if (unheard) child.stderr.destroy();
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    if (stderr === '') onStderr?.();
    stderr += text;
  });
  child.stdin.on('error', () => undefined).end(input); // a command that does not read may be gone before it is fed
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, stdout, stderr })));
}
