// A database of so many actions, with our server and the floor on it.

import { type BenchDatabase, newDatabase } from '../databases.ts';
import { fillActions } from '../fill/fill-actions.ts';
import { type Child, startFloor, startOurs } from '../servers.ts';
import type { Bench } from './bench-case.ts';

export interface Site {
  readonly rows: number;
  readonly database: BenchDatabase;
  readonly floor: Child;
  readonly ours: Child;
}

export async function openSite({ engine, options, say }: Bench, rows: number): Promise<Site> {
  const database = await newDatabase(engine);
  say(`filling ${rows} actions`);
  const startedMs = performance.now();
  await fillActions(database.url, rows);
  say(`filled in ${Math.round((performance.now() - startedMs) / 1000)} s`);
  return {
    rows,
    database,
    floor: await startFloor(database.url),
    ours: await startOurs(database.url, { profile: options.profile }),
  };
}
