// One run: a seed, a fresh database, some hundred steps, then all is healed and everything acknowledged must be readable.

import { hash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { App, Caller } from '../../src/app.ts';
import { Problem } from '../../src/base/problem.ts';
import { TURNS } from './actors/table.ts';
import { openCommitted } from './committed.ts';
import { drawFaults, type Faults, NO_FAULTS } from './faults.ts';
import { checkEnd } from './healed.ts';
import { emptyModel, type Op } from './model.ts';
import { NO_PLANT, type Plant } from './planted-bugs.ts';
import { randomOf } from './random.ts';
import { makeScheduler, standstill } from './scheduler.ts';
import { startService } from './service.ts';
import type { Answer, Sim } from './sim.ts';
import { checkWhole, takeIn } from './take-in.ts';
import type { Template } from './template.ts';
import { startTime } from './time.ts';
import { promise } from './violation.ts';

export interface Run {
  readonly seed: number;
  /** What happened, line by line. */
  readonly log: readonly string[];
  /** Of the log and of everything in the database at the end. */
  readonly hash: string;
  readonly counts: { readonly ops: number; readonly actions: number; readonly crashes: number };
  readonly failure: unknown;
}

const STEPS = 500;
const MOST_AT_ONCE = 8;

export async function runSeed(template: Template, seed: number, plant: Plant = NO_PLANT): Promise<Run> {
  const folder = mkdtempSync(join(template.folder, `seed-${seed}-`));
  const random = randomOf(seed);
  const scheduler = makeScheduler(random.fork());
  const drawn = drawFaults(random.fork());
  const model = emptyModel();
  const log: string[] = [];
  let faults: Faults = drawn;
  let step = 0;
  let underWay = 0;
  let crashes = 0;
  let failure: unknown;

  const openOps = new Set<Op>();
  const seeClock = (change: (op: Op) => void) => {
    const nowMs = time.wallMs();
    for (const op of openOps) {
      op.earliestMs = Math.min(op.earliestMs, nowMs);
      op.latestMs = Math.max(op.latestMs, nowMs);
      change(op);
    }
  };
  const time = startTime({
    flowed: (ms) =>
      seeClock((op) => {
        op.leapMs = Math.max(op.leapMs, ms);
      }),
    set: (byMs) =>
      seeClock((op) => {
        op.setBackMs += Math.max(0, -byMs);
      }),
  });
  const note = (line: string) => void log.push(`${step} ${(time.wallMs() / 1000).toFixed(3)} ${line}`);
  const disk: Sim['disk'] = { state: 'well', lastTrouble: -1 };

  let service = startService(
    {
      folder,
      time,
      random: random.fork(),
      faults: drawn,
      plant,
      surroundings: { scheduler, disk: () => disk.state, isSlow: () => random.chance(faults.slowTransaction) },
    },
    template.file,
  );
  let committed = openCommitted(service.file);

  const look = () => {
    if (!committed.changed()) return;
    takeIn(model, committed, { step, clockWentBack: time.wentBack() });
  };

  async function ask<T>(what: string, caller: Caller, work: (app: App, op: Op) => Promise<T>): Promise<Answer<T>> {
    const instance = random.below(drawn.instances);
    const op: Op = {
      n: model.ops.length + 1,
      what,
      caller,
      skewMs: drawn.skewMs[instance] ?? 0,
      sinceStep: step,
      sinceFlowedMs: time.flowedMs(),
      answer: 'open',
      earliestMs: time.wallMs(),
      latestMs: time.wallMs(),
      setBackMs: 0,
      leapMs: 0,
    };
    model.ops.push(op);
    openOps.add(op);
    note(`op ${op.n} by ${caller.name} at ${instance}: ${what}`);
    const outcome = await work(service.appFor(`op ${op.n}`, instance), op).then(
      (value) => ({ is: 'ok', op, value }) as const,
      (error: unknown) => {
        if (error instanceof Problem) return { is: 'refused', op, problem: error } as const;
        throw error;
      },
    );
    await scheduler.pause(`op ${op.n} is answered`);
    look();
    openOps.delete(op);
    const lost = random.chance(faults.lostAnswer);
    op.answer = lost ? 'unknown' : outcome.is;
    note(`op ${op.n}: ${lost ? 'answer lost' : outcome.is === 'ok' ? 'ok' : outcome.problem.code}`);
    return lost ? { is: 'lost' } : outcome;
  }

  const sim: Sim = {
    random,
    time,
    model,
    callers: template.callers,
    drafts: [],
    disk,
    faults: () => faults,
    committed: () => committed,
    step: () => step,
    ask,
    note,
  };

  async function crash(): Promise<void> {
    note('crash');
    crashes++;
    underWay = 0;
    for (const op of openOps) op.answer = 'unknown';
    openOps.clear();
    committed.close();
    service = await service.crash();
    committed = openCommitted(service.file);
    checkWhole(model, committed);
  }

  function startStep(): void {
    const actor = random.pickFrom(TURNS);
    if (!actor) return;
    const process = service;
    underWay++;
    actor.step(sim).then(
      () => {
        if (process === service) underWay--;
      },
      (error: unknown) => {
        failure ??= error;
      },
    );
  }

  async function takeStep(): Promise<void> {
    step++;
    if (disk.state !== 'well') disk.lastTrouble = step;
    if (random.chance(faults.crash)) {
      await crash();
    } else if (scheduler.waiting() > 0 && (underWay >= MOST_AT_ONCE || random.chance(0.7))) {
      time.flow(random.below(20));
      note(await scheduler.resumeOne());
    } else if (underWay < MOST_AT_ONCE) {
      startStep();
      await standstill();
    } else {
      promise(time.flowToNextWake(), 'everybody waits for ever');
      await standstill();
    }
    look();
    if (failure !== undefined) throw failure;
  }

  /** No new faults, no new requests: whoever is still waiting gets through. */
  async function settle(): Promise<void> {
    faults = NO_FAULTS;
    disk.state = 'well';
    while (underWay > 0) {
      step++;
      if (scheduler.waiting() > 0) note(await scheduler.resumeOne());
      else promise(time.flowToNextWake(), 'somebody waits for ever');
      await standstill();
      look();
      if (failure !== undefined) throw failure;
    }
  }

  let database = '';
  try {
    while (step < STEPS) await takeStep();
    await settle();
    const end = checkEnd(sim);
    let ended = false;
    end.then(
      () => {
        ended = true;
      },
      (error: unknown) => {
        failure ??= error;
      },
    );
    while (!ended && failure === undefined) {
      step++;
      if (scheduler.waiting() > 0) await scheduler.resumeOne();
      await standstill();
    }
    look();
  } catch (error) {
    failure ??= error;
  }
  database = committed.dump();
  committed.close();
  await service.close();
  rmSync(folder, { recursive: true, force: true });
  return {
    seed,
    log,
    hash: hash('sha256', `${log.join('\n')}\n${database}`),
    counts: { ops: model.ops.length, actions: model.actions.size, crashes },
    failure,
  };
}
