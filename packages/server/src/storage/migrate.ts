// Brings a database to the newest schema: one numbered SQL text after the other, each in its own transaction.

import { readdirSync, readFileSync } from 'node:fs';
import type { World } from '../world/world.ts';

export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly sql: string;
}

export type Engine = 'sqlite' | 'postgres';

/** `0010_by_engine.sqlite.sql` is for one engine only; a name without an engine is for both. */
function readMigrations(engine: Engine): readonly Migration[] {
  const folder = new URL('./migrations/', import.meta.url);
  return readdirSync(folder)
    .filter((name) => new RegExp(`^\\d{4}_\\w+(\\.${engine})?\\.sql$`).test(name))
    .toSorted()
    .map((name) => ({
      version: Number(name.slice(0, 4)),
      name: name.slice(0, -'.sql'.length),
      sql: readFileSync(new URL(name, folder), 'utf8'),
    }));
}

/** What is still to be done. Throws when the database is newer than this program: it must not touch what it does not know. */
export function pendingMigrations(
  applied: readonly number[],
  engine: Engine,
  known = readMigrations(engine),
): readonly Migration[] {
  const newest = known.at(-1)?.version ?? 0;
  const stranger = applied.find((version) => version > newest);
  if (stranger !== undefined) {
    throw new Error(
      `The database has schema ${stranger}; this version of Countersign knows ${newest}. Use a newer one.`,
    );
  }
  return known.filter(({ version }) => !applied.includes(version));
}

/** One line, however many there were. */
export function tellMigrated(world: Pick<World, 'log'>, applied: readonly Migration[]): void {
  const [first, last] = [applied.at(0), applied.at(-1)];
  if (first && last) {
    world.log('info', 'storage.migrated', { count: applied.length, first: first.name, last: last.name });
  }
}
