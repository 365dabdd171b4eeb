// One run: a seed, a fresh database, some hundred steps, then all is healed and everything acknowledged must be readable.

import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { sqliteBase } from './base.ts';
import { checkEnd } from './healed.ts';
import { postgresBase } from './postgres-base.ts';
import { type Kind, makeSimulation } from './simulation.ts';
import type { Template } from './template.ts';

/** Most seeds are short, and some go deep. */
const STEPS = [100, 100, 100, 100, 400] as const;
export const DEEP = 400;

export interface Run {
  readonly seed: number;
  readonly kind: Kind;
  /** What happened, line by line. */
  readonly log: readonly string[];
  /** Of the log and the database at the end; empty after a failure. */
  readonly hash: string;
  readonly counts: Readonly<Record<'requests' | 'actions' | 'posts' | 'looks' | 'crashes' | 'freezes', number>>;
  /** Undefined when every promise held. */
  readonly failure: unknown;
}

export async function runSeed(template: Template, seed: number, kind: Kind): Promise<Run> {
  const folder = mkdtempSync(join(template.folder, `seed-${seed}-`));
  const { postgres } = template;
  const base = postgres ? await postgresBase(folder, postgres, seed) : sqliteBase(folder, template.file);
  const simulation = await makeSimulation(template, base, seed, kind);
  const { model, log } = simulation;
  let failure: unknown;
  try {
    const steps = kind.steps ?? STEPS[seed % STEPS.length] ?? DEEP;
    for (let step = 0; step < steps; step++) await simulation.move();
    simulation.heal();
    await simulation.settle(checkEnd);
  } catch (error) {
    failure = error;
  }
  const hash = failure === undefined ? simulation.hash() : '';
  await simulation.close();
  rmSync(folder, { recursive: true, force: true });
  const counts = { requests: model.ops.length, actions: model.actions.size, ...simulation.counts() };
  return { seed, kind, log, hash, counts, failure };
}
