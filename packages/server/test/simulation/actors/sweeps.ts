// Sweeps run whenever the generator says so, several at once. What they leave behind the invariants look at.

import type { App } from '../../../src/app.ts';
import { ERASING } from '../../../src/boot/handed-down.ts';
import { expireActions } from '../../../src/features/actions/expire-actions.ts';
import { sealAudit } from '../../../src/features/audit/seal-audit.ts';
import { makeErasureSweep } from '../../../src/features/project/resume-erasures.ts';
import { countHits } from '../../../src/features/rules/count-hits.ts';
import { judgeRefusal } from '../judge.ts';
import type { Op } from '../model.ts';
import { commitHolds } from '../service.ts';
import type { Sim, Step } from '../sim.ts';
import { chooseCaller } from './choose.ts';

export const sweeping =
  (what: string, run: (app: App, op: Op, sim: Sim) => Promise<unknown>): Step =>
  async (sim) => {
    const answer = await sim.ask(what, chooseCaller(sim), (app, op) => run(app, op, sim));
    if (answer.is === 'refused') judgeRefusal(sim, answer.op, { problem: answer.problem, allowed: [] });
  };

export const sweepSearch = sweeping('index for search', (app, { life }, sim) =>
  sim.workersOf(life.instance).indexActions(app),
);
export const sweepExpiry = sweeping('notice expiry', expireActions);
export const sweepSeals = sweeping('seal the audit log', sealAudit);
/** Ends when the webhooks are on their way; they go on by themselves. */
export const sweepDeliveries = sweeping('send what is due', (app, { life }, sim) =>
  sim.workersOf(life.instance).deliverer.run(app),
);
/** The same for what channels are told. */
export const sweepChannels = sweeping('tell channels', (app, { life }, sim) =>
  sim.workersOf(life.instance).teller.run(app),
);
/** Ends when the runs have begun; they go on by themselves. */
export const sweepWatchers = sweeping('run watchers', (app, { life }, sim) =>
  sim.workersOf(life.instance).runner.run(app),
);
export const sweepHolds = sweeping('commit holds', commitHolds);
export const sweepErasures = sweeping('go on with erasures', makeErasureSweep(ERASING));
export const sweepHits = sweeping('count hits', countHits);
