// The simulated service: one opened database, several instances on it. An instance can end and be replaced; when all of them
// end at once, the next start from what the file holds at that moment.

import type { App } from '../../src/app.ts';
import { ABOVE_CHANNELS, findDecider, forgetCallback, WATCHER_EVENTS } from '../../src/boot/handed-down.ts';
import { readConfig } from '../../src/config.ts';
import { makeHoldSweep } from '../../src/features/actions/holding/commit-holds.ts';
import { makeIndexer } from '../../src/features/actions/searching/index-actions.ts';
import { type ChannelSender, makeChannelSender } from '../../src/features/channels/send-due.ts';
import { openSenders } from '../../src/features/channels/senders/senders.ts';
import { type Deliverer, makeDeliverer } from '../../src/features/deliveries/deliver-due.ts';
import { openCalls } from '../../src/features/live/calls.ts';
import { openHub } from '../../src/features/live/hub.ts';
import { openWaits } from '../../src/features/live/waits.ts';
import { passOpenWishes } from '../../src/features/project/resume-erasures.ts';
import { openRulebook } from '../../src/features/rules/rulebook.ts';
import { makeRunner, type Runner } from '../../src/features/watchers/running/run-due.ts';
import { vetTarget } from '../../src/world/target.ts';
import type { World } from '../../src/world/world.ts';
import type { Base } from './base.ts';
import { faultyStorage, type Surroundings } from './faulty-storage.ts';
import { type Life, startLife } from './life.ts';
import type { Names } from './names.ts';
import type { Plant } from './planted-bugs.ts';
import type { Random } from './random.ts';
import type { Receivers } from './receivers.ts';
import { InstanceEnded } from './scheduler.ts';
import type { Sites } from './sites.ts';
import type { Time } from './time.ts';
import { simulatedWorld, worldOf } from './world.ts';

/** What an instance does by itself, and keeps in memory. */
export interface Workers {
  readonly deliverer: Deliverer;
  readonly teller: ChannelSender;
  readonly runner: Runner;
  readonly indexActions: ReturnType<typeof makeIndexer>;
}

export interface Service {
  lives(): readonly Life[];
  /** The app of one instance, as one request sees it: `label` names the request wherever it waits. */
  appFor(label: string, instance: number): App;
  workersOf(instance: number): Workers;
  /** Whatever this instance had under way is over, and another is in its place. */
  crashOne(instance: number): void;
  /** After it nobody who waited hears anything. Returns the service that runs on what was committed. */
  crash(): Promise<Service>;
  close(): Promise<void>;
}

export interface Ground {
  readonly base: Base;
  readonly time: Time;
  readonly random: Random;
  /** One for each instance: how far its clock is off. */
  readonly skewsMs: readonly number[];
  readonly plant: Plant;
  readonly surroundings: Surroundings;
  readonly receivers: Receivers;
  readonly sites: Sites;
  readonly names: Names;
  readonly log: World['log'];
}

const publicUrl = () => 'http://simulated';
const ourselves = () => ({ publicUrl: publicUrl(), sockets: [] });
/** Nobody here verifies a receipt; a real one would not come from the seed. */
const signer = {
  receipt: async () => 'receipt',
  checkpoint: () => 'checkpoint',
  publicKeys: async () => [],
  reload: async () => undefined,
};

/** Nobody here presses a button. */
const SECRET = Buffer.alloc(32, 's');

/** Keeps the word of those who decided. The same for all instances: it remembers nothing. */
export const commitHolds = makeHoldSweep(findDecider);

export async function startService(ground: Ground): Promise<Service> {
  const { base, time, skewsMs, plant, surroundings, receivers, sites, names, log } = ground;
  const machine = startLife(0);
  const world: World = {
    ...simulatedWorld(time, ground.random.fork()),
    async flush() {
      if (!machine.alive()) return; // what an ended process still does is in a file of its own
      const pause = () => surroundings.scheduler.pauseInside('the disk is slow', machine);
      const flushed = surroundings.flushed(pause).catch((error: unknown) => {
        if (!(error instanceof InstanceEnded)) throw error;
      });
      if (plant.awaitsDisk) await flushed;
    },
  };
  const engine = plant.storage(await base.open(world));
  await passOpenWishes({ reader: engine.reader, world });
  const config = readConfig({ DATABASE_URL: 'file:simulated.db' });

  const start = (instance: number) => {
    const life = startLife(instance);
    const skewMs = skewsMs[instance] ?? 0;
    const { resolve } = names;
    const request: World['request'] = async (outgoing) => {
      const { allowPrivate, deadlineMs: timeoutMs } = outgoing;
      const vetted = await vetTarget(new URL(outgoing.url), { resolve, timeoutMs, allowPrivate });
      if (!('error' in vetted)) return (outgoing.method === 'GET' ? sites : receivers).answer(outgoing, life);
      await surroundings.scheduler.pause(`${outgoing.url} is not asked: ${vetted.error}`, life);
      return vetted;
    };
    const own = worldOf(world, { skewMs, life, log, request, resolve });
    const hub = openHub();
    const deliverer = makeDeliverer({ onGone: forgetCallback, onFree: () => undefined });
    const given = { senders: openSenders(SECRET), secret: SECRET };
    const teller = makeChannelSender(given, ABOVE_CHANNELS, () => undefined);
    const runner = makeRunner(WATCHER_EVENTS, () => undefined);
    const calls = openCalls({ config, world: own, hub }, async () => false);
    const parts = { world: own, hub, waits: openWaits(own, hub), calls, rulebook: openRulebook() };
    return { life, workers: { deliverer, teller, runner, indexActions: makeIndexer() }, parts };
  };
  const instances = skewsMs.map((_, instance) => start(instance));
  const at = (instance: number) => {
    const found = instances[instance];
    if (!found) throw new Error(`There is no instance ${instance}.`);
    return found;
  };
  engine.hear((topics) => {
    for (const { parts } of instances) for (const topic of topics ?? []) parts.hub.wake(topic);
  });
  const endAll = () => {
    machine.end();
    for (const { life } of instances) life.end();
    surroundings.scheduler.abandonEnded();
  };

  return {
    lives: () => instances.map(({ life }) => life),
    appFor(label, instance) {
      const { life, parts } = at(instance);
      const storage = faultyStorage(engine, { label, life }, surroundings);
      return {
        ...parts,
        config,
        storage,
        reader: storage.reader,
        signer,
        wake: () => undefined,
        publicUrl,
        ourselves,
      };
    },
    workersOf: (instance) => at(instance).workers,
    crashOne(instance) {
      at(instance).life.end();
      surroundings.scheduler.abandonEnded();
      instances[instance] = start(instance);
    },
    async crash() {
      base.crash(plant.keepsLog);
      endAll();
      time.forgetSleepers();
      await engine.close();
      base.tidy();
      time.flow(50 + ground.random.below(5000)); // a start takes a while
      return startService(ground);
    },
    async close() {
      endAll();
      await engine.close();
    },
  };
}
