// One simulated world, made from a seed, and the ways in which it can move on.

import { hash } from 'node:crypto';
import { PROBLEMS } from '@countersign/contract';
import type { World } from '../../src/world/world.ts';
import { turnsFor } from './actors/table.ts';
import type { Base } from './base.ts';
import { checkMessagePost, isMessage } from './channels.ts';
import { checkPost } from './deliveries.ts';
import { drawFaults, healed } from './faults.ts';
import { emptyModel, type Model, secondsOf } from './model.ts';
import { makeNames } from './names.ts';
import type { Plant } from './planted-bugs.ts';
import { randomOf } from './random.ts';
import { makeReceivers } from './receivers.ts';
import { makeRequests } from './requests.ts';
import { makeScheduler } from './scheduler.ts';
import { startService } from './service.ts';
import type { Sim, Step } from './sim.ts';
import { makeSites } from './sites.ts';
import { checkWhole, type Moment, takeIn } from './take-in.ts';
import type { Template } from './template.ts';
import { startTime } from './time.ts';
import { promise, Violation } from './violation.ts';

const MOST_AT_ONCE = 8;
/** Watchers take part in every so many worlds. */
const WATCHED_EVERY = 3;
/** And in so many a project is erased. */
const ERASING_EVERY = 7;
/** And in as many others things are kept for a while only. */
const RETAINING_EVERY = 7;
/** Per step, when somebody waits: he goes on, rather than that somebody else begins. */
const GO_ON = 0.7;

export interface Simulation {
  readonly model: Model;
  readonly log: readonly string[];
  counts(): Readonly<Record<'posts' | 'looks' | 'crashes' | 'freezes', number>>;
  /** Whatever the generator picks: somebody goes on, somebody begins, or the process ends. */
  move(): Promise<void>;
  /** From here on nothing goes wrong any more. */
  heal(): void;
  /** Until everybody has got through, and `last` too. */
  settle(last: Step): Promise<void>;
  /** Of the log and of everything in the database. */
  hash(): string;
  close(): Promise<void>;
}

export interface Kind {
  readonly plant: Plant;
  /** Others may commit between two reads of one request, as on PostgreSQL. Undefined: the seed decides. */
  readonly tornReads?: boolean | undefined;
  /** The address of a PostgreSQL, to run there. */
  readonly cluster?: string | undefined;
  /** Watchers take part. Undefined: the seed decides. */
  readonly watched?: boolean | undefined;
  /** Projects are erased. Undefined: the seed decides. */
  readonly erasing?: boolean | undefined;
  /** Things are kept for a while only. Undefined: the seed decides. */
  readonly retaining?: boolean | undefined;
  /** Undefined: the seed decides. */
  readonly steps?: number | undefined;
}

export async function makeSimulation(
  template: Template,
  base: Base,
  seed: number,
  {
    plant,
    tornReads,
    watched = seed % WATCHED_EVERY === 0,
    erasing = seed % ERASING_EVERY === 2,
    retaining = seed % RETAINING_EVERY === 5,
  }: Kind,
): Promise<Simulation> {
  const random = randomOf(seed);
  const turns = turnsFor({ watched, erasing, retaining });
  const { standstill } = base;
  const scheduler = makeScheduler(random.fork(), standstill);
  const time = startTime();
  const model = emptyModel({ latest: () => secondsOf(time.latestMs()), wentBack: () => time.wentBack() });
  const log: string[] = [];
  const disk: Sim['disk'] = { state: 'well', lastTrouble: -1 };
  const drawn = drawFaults(random.fork());
  const asEngine =
    base.engine === 'postgres' ? { tornReads: true, fullDisk: 0 } : { tornReads: tornReads ?? drawn.tornReads };
  const asPlanted = plant.slow ? { slowTransaction: 0.6 } : {};
  let faults = { ...drawn, ...asEngine, ...asPlanted };
  let step = 0;
  let underWay = 0;
  let crashes = 0;
  let freezes = 0;
  let unflushed = false;
  const failures: unknown[] = [];
  const receivers = makeReceivers({
    random: random.fork(),
    scheduler,
    time,
    badness: () => faults.badReceiver,
    step: () => step,
    onPost(delivery_id) {
      try {
        if (isMessage(delivery_id)) checkMessagePost(committed, receivers.posts, delivery_id);
        else checkPost(model, committed, receivers.posts, delivery_id);
      } catch (error) {
        failures.push(error); // thrown here, it would be an answer
      }
    },
  });
  const sites = makeSites({
    random: random.fork(),
    scheduler,
    time,
    badness: () => faults.badSite,
    step: () => step,
  });
  const names = makeNames(random.fork());
  const logged: World['log'] = (level, event, facts) => {
    const isTrouble = String(facts?.reason).includes(PROBLEMS.unavailable.title);
    if (level === 'error' && !isTrouble) failures.push(new Violation(`${event}: ${JSON.stringify(facts)}`));
  };
  /** Of a commit that the disk has yet to take nobody is told, and nobody sees it: it counts from then on. */
  const flushed = async (pause: () => Promise<void>) => {
    if (!committed.changed()) return; // it is for a checkpoint
    unflushed = random.chance(faults.slowDisk);
    if (unflushed) await pause();
    unflushed = false;
    try {
      takeInAll();
    } catch (error) {
      failures.push(error); // thrown here, it would be the disk's
    }
  };
  let service = await startService({
    base,
    time,
    random: random.fork(),
    skewsMs: faults.skewsMs,
    plant,
    surroundings: {
      scheduler,
      disk: () => disk.state,
      commitFailed() {
        disk.lastTrouble = step;
      },
      isSlow: () => random.chance(faults.slowTransaction),
      flushed,
      tornReads: faults.tornReads,
    },
    receivers,
    sites,
    names,
    log: logged,
  });
  let committed = await base.committed();

  const note = (line: string) => void log.push(`${step} ${(time.wallMs() / 1000).toFixed(3)} ${line}`);
  const look = async () => {
    await base.refresh();
    if (!unflushed && committed.changed()) takeInAll();
  };
  const takeInAll = () => {
    const now = secondsOf(time.wallMs());
    const moment: Moment = {
      step,
      now,
      clockWentBack: time.wentBack() || base.engine === 'postgres',
      posts: receivers.posts,
      sites,
      watched,
    };
    committed.atOnce(() => takeIn(model, committed, moment));
  };
  const requests = makeRequests({
    random,
    time,
    model,
    scheduler,
    faults: () => faults,
    step: () => step,
    lives: () => service.lives(),
    appFor: (label, instance) => service.appFor(label, instance),
    look,
    note,
  });
  const sim: Sim = {
    random,
    time,
    model,
    callers: template.callers,
    people: template.people,
    drafts: [],
    disk,
    faults: () => faults,
    committed: () => committed,
    lives: () => service.lives(),
    freeze(life) {
      freezes++;
      life.freeze();
    },
    workersOf: (instance) => service.workersOf(instance),
    posts: receivers.posts,
    sites,
    names,
    watched,
    retaining,
    busy: () => scheduler.waiting() > 0 || receivers.underWay() > 0 || sites.underWay() > 0,
    ask: requests.ask,
    note,
  };

  const begin = async (work: Step) => {
    const process = service;
    underWay++;
    work(sim).then(
      () => {
        if (process === service) underWay--; // of a process that has ended nobody is under way
      },
      (error: unknown) => failures.push(error),
    );
    await standstill();
  };

  const goOn = async () => {
    if (scheduler.waiting() > 0) {
      time.flow(random.below(20));
      note(await scheduler.resumeOne());
      return;
    }
    if (base.busy()) return standstill();
    const frozen = random.pickAny(service.lives().filter((life) => life.frozen()));
    if (frozen) frozen.thaw();
    else promise(time.flowToNextWake() || (await base.mayStillMove()), 'somebody waits for ever');
    await standstill();
  };

  const crashOne = async () => {
    const { instance } = random.pick(service.lives());
    note(`instance ${instance} crashes`);
    crashes++;
    service.crashOne(instance);
    underWay -= requests.loseEnded();
    await standstill();
  };

  const crash = async () => {
    note('crash');
    crashes++;
    committed.close();
    service = await service.crash();
    unflushed = false;
    requests.loseEnded();
    underWay = 0;
    committed = await base.committed();
    await look();
    checkWhole(model, committed);
  };

  const one = async (way: () => Promise<void>) => {
    step++;
    // PostgreSQL's patience goes by the time of the machine, which may be slow: there a refusal proves nothing.
    if (disk.state !== 'well' || base.engine === 'postgres') disk.lastTrouble = step;
    await way();
    await look();
    for (const failure of failures) throw failure;
  };

  return {
    model,
    log,
    counts: () => ({
      posts: [...receivers.posts.values()].reduce((sum, posts) => sum + posts.length, 0),
      looks: sites.requests(),
      crashes,
      freezes,
    }),
    move: () =>
      one(async () => {
        if (random.chance(faults.crash)) return crash();
        if (random.chance(faults.oneCrash)) return crashOne();
        const full = underWay >= MOST_AT_ONCE;
        if (full || (scheduler.waiting() > 0 && random.chance(GO_ON))) return goOn();
        return begin(random.pick(turns));
      }),
    heal() {
      faults = { ...faults, ...healed, ...asPlanted };
      disk.state = 'well';
      names.heal();
      for (const life of service.lives()) life.thaw();
    },
    async settle(last) {
      await standstill(); // who stood still until it was healed goes on
      while (underWay > 0 || scheduler.waiting() > 0) await one(goOn);
      await one(() => begin(last));
      while (underWay > 0) await one(goOn);
    },
    hash: () => hash('sha256', `${log.join('\n')}\n${committed.dump()}`),
    async close() {
      committed.close();
      await service.close();
      await base.remove();
    },
  };
}
