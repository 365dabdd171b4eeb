// Runs the conformance suite of the protocol against a server, as its own command does, and reads what it found.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Check {
  readonly id: string;
  readonly status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED' | 'INFO';
  readonly errorMessage?: string;
  readonly details?: { readonly untestable?: boolean };
}

export type Found = ReadonlyMap<string, readonly Check[]>;

/** By the name of the scenario. */
export async function runSuite(url: string, revision: string): Promise<Found> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-mcp-suite-'));
  try {
    const words = ['server', '--url', url, '--requirements', revision, '--output-dir', folder];
    const suite = spawn('conformance', words, { stdio: 'ignore' });
    await once(suite, 'exit'); // it fails when any scenario does; which may, is not for it to say
    return new Map(readdirSync(folder).map((name) => [scenarioOf(name), checksIn(join(folder, name))]));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** server-<scenario>-<moment> */
function scenarioOf(name: string): string {
  return name.replace(/^server-/, '').replace(/-\d{4}-\d{2}-\d{2}T[\d-]+Z$/, '');
}

function checksIn(folder: string): Check[] {
  return JSON.parse(readFileSync(join(folder, 'checks.json'), 'utf8')) as Check[];
}
