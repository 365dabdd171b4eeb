// The simulated process: one opened database, several instances on it. A crash throws all of them away and starts anew
// from what the file holds at that moment.

import { copyFileSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { App } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import { openCalls } from '../../src/features/live/calls.ts';
import { openHub } from '../../src/features/live/hub.ts';
import { openWaits } from '../../src/features/live/waits.ts';
import { openSqlite } from '../../src/storage/sqlite.ts';
import { faultyStorage, type Surroundings } from './faulty-storage.ts';
import type { Plant } from './planted-bugs.ts';
import type { Random } from './random.ts';
import type { Time } from './time.ts';
import { simulatedWorld, skewed } from './world.ts';

export interface Service {
  readonly file: string;
  /** The app of one instance, as one request sees it: `label` names the request wherever it waits. */
  appFor(label: string, instance: number): App;
  /** After it nobody who waited hears anything. Returns the service that runs on what was committed. */
  crash(): Promise<Service>;
  close(): Promise<void>;
}

export interface Ground {
  readonly folder: string;
  readonly time: Time;
  readonly random: Random;
  /** One for each instance: how far its clock is off. */
  readonly skewsMs: readonly number[];
  readonly plant: Plant;
  readonly surroundings: Omit<Surroundings, 'alive'>;
}

const publicUrl = () => 'http://simulated';
const ourselves = () => ({ publicUrl: publicUrl(), sockets: [] });
/** Nobody here verifies a receipt; a real one would not come from the seed. */
const signer = {
  receipt: () => 'receipt',
  checkpoint: () => 'checkpoint',
  publicKeys: async () => [],
  reload: async () => undefined,
};

/** `template` is what the first process finds. */
export function startService(ground: Ground, template: string): Service {
  const first = join(ground.folder, '0.db');
  copyFileSync(template, first);
  return open(ground, first, 0);
}

function open(ground: Ground, file: string, generation: number): Service {
  const { folder, time, skewsMs, plant, surroundings } = ground;
  const world = simulatedWorld(time, ground.random.fork());
  const engine = plant.storage(openSqlite(file, world, { exclusive: true }));
  const config = readConfig({ DATABASE_URL: `file:${file}` });
  const instances = skewsMs.map((skewMs) => {
    const own = skewed(world, skewMs);
    const hub = openHub();
    return {
      world: own,
      hub,
      waits: openWaits(own, hub),
      calls: openCalls({ config, world: own, hub }, async () => false),
    };
  });
  engine.hear((topics) => {
    for (const { hub } of instances) for (const topic of topics ?? []) hub.wake(topic);
  });
  let living = true;
  const around = { ...surroundings, alive: () => living };

  return {
    file,
    appFor(label, instance) {
      const storage = faultyStorage(engine, label, around);
      const own = instances[instance];
      if (!own) throw new Error(`There is no instance ${instance}.`);
      return { ...own, config, storage, reader: storage.reader, signer, wake: () => undefined, publicUrl, ourselves };
    },
    async crash() {
      living = false;
      const next = join(folder, `${generation + 1}.db`);
      copyFileSync(file, next);
      // The log without its index, as a killed process leaves it. Whatever the old process still does stays in its own file.
      if (existsSync(`${file}-wal`) && plant.keepsLog) copyFileSync(`${file}-wal`, `${next}-wal`);
      surroundings.scheduler.abandonAll();
      time.forgetSleepers();
      await engine.close();
      remove(file);
      time.flow(50 + ground.random.below(5000)); // a start takes a while
      return open(ground, next, generation + 1);
    },
    async close() {
      living = false;
      surroundings.scheduler.abandonAll();
      await engine.close();
      remove(file);
    },
  };
}

function remove(file: string): void {
  for (const companion of ['', '-wal', '-shm', '.lock']) rmSync(`${file}${companion}`, { force: true });
}
