// Storage of the engine under test, without a server around it.

import type { Storage } from '../../src/storage/database.ts';
import { openPostgres } from '../../src/storage/postgres.ts';
import { openSqlite } from '../../src/storage/sqlite.ts';
import { newDatabase, type TestDatabase } from './databases.ts';
import { type FakeWorld, fakeWorld } from './fake-world.ts';

export interface OpenedStorage {
  readonly storage: Storage;
  readonly database: TestDatabase;
  readonly world: FakeWorld;
}

export async function givenStorage(t: { after(clean: () => unknown): void }): Promise<OpenedStorage> {
  const database = await newDatabase();
  const world = fakeWorld();
  const storage = await openStorage(database, world);
  t.after(async () => {
    await storage.close();
    await database.drop();
  });
  return { storage, database, world };
}

async function openStorage(database: TestDatabase, world: FakeWorld): Promise<Storage> {
  if (database.file === '') return openPostgres(database.url, world);
  return openSqlite(database.file, world, { exclusive: true });
}
