// Brings a database to the newest schema: one numbered SQL text after the other, each in its own transaction.

import { readdirSync, readFileSync } from 'node:fs';

export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly sql: string;
}

export function readMigrations(): readonly Migration[] {
  const folder = new URL('./migrations/', import.meta.url);
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
    .map((name) => ({
      version: Number(name.slice(0, 4)),
      name: name.slice(0, -'.sql'.length),
      sql: readFileSync(new URL(name, folder), 'utf8'),
    }));
}

/** What is still to be done. Throws when the database is newer than this program: it must not touch what it does not know. */
export function pendingMigrations(applied: readonly number[], known = readMigrations()): readonly Migration[] {
  const newest = known.at(-1)?.version ?? 0;
  const stranger = applied.find((version) => version > newest);
  if (stranger !== undefined) {
    throw new Error(
      `The database has schema ${stranger}; this version of Countersign knows ${newest}. Use a newer one.`,
    );
  }
  return known.filter(({ version }) => !applied.includes(version));
}
