// The app of a server without its doors and sweeps: what runs, runs because the test calls it.

import type { App } from '../../src/app.ts';
import { openApp } from '../../src/boot/open-app.ts';
import { readConfig } from '../../src/config.ts';
import { newDatabase, type TestDatabase } from './databases.ts';
import { type FakeWorld, fakeWorld } from './fake-world.ts';

export interface OpenedApp {
  readonly app: App;
  readonly world: FakeWorld;
  readonly database: TestDatabase;
}

export async function givenApp(t: { after(clean: () => unknown): void }, world = fakeWorld()): Promise<OpenedApp> {
  const database = await newDatabase();
  const config = readConfig({ DATABASE_URL: database.url });
  const app = await openApp(config, world, { exclusive: true, publicUrl: () => 'http://test' });
  t.after(async () => {
    await app.storage.close();
    await database.drop();
  });
  return { app, world, database };
}
