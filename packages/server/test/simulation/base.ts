// What a simulated service stands on: a database that outlives its processes, and a way to look at what is committed in it.

import { copyFileSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Storage } from '../../src/storage/database.ts';
import { openSqlite } from '../../src/storage/sqlite.ts';
import type { World } from '../../src/world/world.ts';
import { type Committed, openCommitted } from './committed.ts';

export interface Base {
  readonly engine: 'sqlite' | 'postgres';
  /** Opens it for a process. */
  open(world: World): Promise<Storage>;
  /** The process ends in this moment; `keepsLog`: the next finds the write-ahead log. */
  crash(keepsLog: boolean): void;
  /** After the process has ended. */
  tidy(): void;
  /** As it is now. A crash may need another look. */
  committed(): Promise<Committed>;
  /** Brings what is looked at up to date. */
  refresh(): Promise<void>;
  /** Until everybody waits at a pause, sleeps, or is done. */
  standstill(): Promise<void>;
  /** Whether someone still waits for the database. */
  busy(): boolean;
  /** Nobody waits and nobody sleeps: whether that may change by itself. */
  mayStillMove(): Promise<boolean>;
  remove(): Promise<void>;
}

/** A file; after a crash a copy of it as it was in that moment, so that whatever the old process still does stays in its own. */
export function sqliteBase(folder: string, template: string): Base {
  let generation = 0;
  const fileOf = (number: number) => join(folder, `${number}.db`);
  copyFileSync(template, fileOf(0));
  const removeFile = (file: string) => {
    for (const companion of ['', '-wal', '-shm', '.lock']) rmSync(`${file}${companion}`, { force: true });
  };
  return {
    engine: 'sqlite',
    open: async (world) => openSqlite(fileOf(generation), world, { exclusive: true }),
    crash(keepsLog) {
      const [file, next] = [fileOf(generation), fileOf(generation + 1)];
      generation++;
      copyFileSync(file, next);
      // The log without its index, as a killed process leaves it.
      if (existsSync(`${file}-wal`) && keepsLog) copyFileSync(`${file}-wal`, `${next}-wal`);
    },
    tidy: () => removeFile(fileOf(generation - 1)),
    committed: async () => openCommitted(fileOf(generation)),
    refresh: async () => undefined,
    standstill,
    busy: () => false,
    mayStillMove: async () => false,
    remove: async () => removeFile(fileOf(generation)),
  };
}

/** One to start a batch, one for whoever joins it, one that it may give to others when the clock has moved; and one. */
const TURNS = 4;

/**
 * Promises settle before the next turn of the event loop, and storage starts a batch in one of the next; so after these turns
 * everybody waits at a pause, sleeps, or is done. Nothing else runs in between, which is why a seed replays.
 */
async function standstill(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn++) await new Promise(setImmediate);
}
