// The requests of the simulated clients: each is an op of the model, from the asking to the answer, if there is one.

import type { App, Caller } from '../../src/app.ts';
import { Problem } from '../../src/base/problem.ts';
import type { Faults } from './faults.ts';
import type { Life } from './life.ts';
import type { Model, Op } from './model.ts';
import type { Random } from './random.ts';
import type { Scheduler } from './scheduler.ts';
import type { Answer, Sim } from './sim.ts';
import type { Time } from './time.ts';

export interface Requests {
  readonly ask: Sim['ask'];
  /** Instances have ended: nobody gets an answer of theirs. Returns how many were under way. */
  loseEnded(): number;
}

export interface Setting {
  readonly random: Random;
  readonly time: Time;
  readonly model: Model;
  readonly scheduler: Scheduler;
  readonly faults: () => Faults;
  readonly step: () => number;
  readonly lives: () => readonly Life[];
  readonly appFor: (label: string, instance: number) => App;
  /** Brings the model up to date with what is committed. */
  readonly look: () => Promise<void>;
  readonly note: (line: string) => void;
}

export function makeRequests({ random, time, model, scheduler, faults, ...setting }: Setting): Requests {
  const open = new Set<Op>();
  time.watch((flowedMs, setByMs) => {
    for (const op of open) {
      op.earliestMs = Math.min(op.earliestMs, time.wallMs());
      op.latestMs = Math.max(op.latestMs, time.wallMs());
      op.leapMs = Math.max(op.leapMs, flowedMs);
      op.setBackMs += Math.max(0, -setByMs);
    }
  });

  const begin = (what: string, caller: Caller, life: Op['life']): Op => {
    const nowMs = time.wallMs();
    const op: Op = {
      n: model.ops.length + 1,
      what,
      caller,
      life,
      sinceStep: setting.step(),
      sinceFlowedMs: time.flowedMs(),
      answer: 'open',
      earliestMs: nowMs,
      latestMs: nowMs,
      setBackMs: 0,
      leapMs: 0,
    };
    model.ops.push(op);
    open.add(op);
    return op;
  };

  return {
    async ask<T>(what: string, caller: Caller, work: (app: App, op: Op) => Promise<T>): Promise<Answer<T>> {
      const life = random.pick(setting.lives());
      const { instance } = life;
      const op = begin(what, caller, life);
      setting.note(`op ${op.n} by ${caller.name} at ${instance}: ${what}`);
      const answer = await answerOf(op, work(setting.appFor(`op ${op.n}`, instance), op));
      await scheduler.pause(`op ${op.n} is answered`, life);
      await setting.look();
      open.delete(op);
      const lost = random.chance(faults().lostAnswer);
      op.answer = lost ? 'unknown' : answer.is;
      setting.note(`op ${op.n}: ${lost ? 'answer lost' : answer.is === 'ok' ? 'ok' : answer.problem.code}`);
      return lost ? { is: 'lost' } : answer;
    },
    loseEnded() {
      const lost = [...open].filter(({ life }) => !life.alive());
      for (const op of lost) {
        op.answer = 'unknown';
        open.delete(op);
      }
      return lost.length;
    },
  };
}

/** Anything but a Problem is a fault of the service, and ends the run. */
async function answerOf<T>(op: Op, work: Promise<T>): Promise<Exclude<Answer<T>, { is: 'lost' }>> {
  try {
    return { is: 'ok', op, value: await work };
  } catch (error) {
    if (error instanceof Problem) return { is: 'refused', op, problem: error };
    if (!op.life.alive()) return new Promise(() => undefined); // an instance that has ended has nothing to say
    throw error;
  }
}
