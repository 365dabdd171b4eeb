// Many runs, one after the other, up to the first that fails.

import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NO_PLANT, type Plant } from './planted-bugs.ts';
import { type Run, runSeed } from './run-seed.ts';
import type { Kind } from './simulation.ts';
import { makeTemplate } from './template.ts';

const MEMORY = '/dev/shm';
const LAST_LINES = 30;

export interface Seeds extends Partial<Kind> {
  readonly from: number;
  readonly seeds: number;
}

/** `failed` is the last of the runs, when it did. */
export async function runSeeds(seeds: Seeds): Promise<{ runs: Run[]; failed: Run | undefined }> {
  const runs = await Array.fromAsync(runsOf(seeds));
  return { runs, failed: runs.find(({ failure }) => failure !== undefined) };
}

/** One by one: of many nobody can keep what happened in each. */
export async function* runsOf({ from, seeds, plant = NO_PLANT, cluster, ...kind }: Seeds): AsyncGenerator<Run> {
  const folder = mkdtempSync(join(existsSync(MEMORY) ? MEMORY : tmpdir(), 'countersign-simulation-'));
  const template = await makeTemplate(folder, cluster);
  try {
    for (let seed = from; seed < from + seeds; seed++) {
      const run = await runSeed(template, seed, { plant, cluster, ...worldOf(plant), ...kind });
      yield run;
      if (run.failure !== undefined) return;
    }
  } finally {
    await template.drop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The world that a bug needs to show. */
const worldOf = ({ watched, erasing, retaining }: Plant): Partial<Kind> => ({
  ...(watched ? { watched } : {}),
  ...(erasing ? { erasing } : {}),
  ...(retaining ? { retaining } : {}),
});

export function report({ seed, kind, failure, log }: Run): string {
  const reason = failure instanceof Error ? (failure.stack ?? failure.message) : String(failure);
  return [
    `Seed ${seed} failed: ${reason}`,
    `The last of ${log.length} lines:`,
    ...log.slice(-LAST_LINES).map((line) => `  ${line}`),
    `Replay: npm run simulate -- --seeds 1 --from ${seed}${kind.cluster === undefined ? '' : ' --engine postgres'}${kind.tornReads === undefined ? '' : ` --torn-reads ${kind.tornReads ? 'always' : 'never'}`}`,
  ].join('\n');
}
