// Fresh databases for the bench, each with the server's schema, a project and a key; gone when the bench ends.

import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openApp } from '../packages/server/src/boot/open-app.ts';
import { readConfig } from '../packages/server/src/config.ts';
import { firstStart } from '../packages/server/src/features/keys/first-start.ts';
import { inTransaction } from '../packages/server/src/storage/database.ts';
import { realWorld } from '../packages/server/src/world/world.ts';
import { databaseIn } from '../packages/server/test/support/databases.ts';
import { startCluster } from '../packages/server/test/support/postgres-cluster.ts';
import { openBulk } from './fill/open-bulk.ts';
import type { EngineName } from './options.ts';

export interface BenchDatabase {
  /** For DATABASE_URL. */
  readonly url: string;
  readonly key: string;
  drop(): Promise<void>;
}

export interface Engine {
  readonly name: EngineName;
  /** For DATABASE_URL, with nothing in it. */
  emptyDatabase(): Promise<Pick<BenchDatabase, 'url' | 'drop'>>;
}

/** Everything it makes goes with `ending`. */
export async function openEngine(name: EngineName, ending: AsyncDisposableStack): Promise<Engine> {
  return name === 'sqlite' ? sqliteFiles(ending) : postgresCluster(ending);
}

export async function newDatabase(engine: Engine): Promise<BenchDatabase> {
  const database = await engine.emptyDatabase();
  const app = await openBenchApp(database.url);
  const first = await inTransaction(app, firstStart);
  await app.storage.close();
  if (!first) throw new Error('The database is not new.');
  return { ...database, key: first.key };
}

/** The server without its doors, for what is measured or made in this process; no other may be on the database. */
export function openBenchApp(databaseUrl: string) {
  const config = readConfig({ DATABASE_URL: databaseUrl });
  return openApp(config, realWorld('warn'), { exclusive: true, publicUrl: () => 'http://bench' });
}

function sqliteFiles(ending: AsyncDisposableStack): Engine {
  const root = mkdtempSync(join(tmpdir(), 'countersign-bench-'));
  ending.defer(() => rmSync(root, { recursive: true, force: true }));
  return {
    name: 'sqlite',
    async emptyDatabase() {
      const folder = mkdtempSync(join(root, 'database-'));
      return {
        url: `file:${join(folder, 'countersign.db')}`,
        drop: async () => rmSync(folder, { recursive: true, force: true }),
      };
    },
  };
}

async function postgresCluster(ending: AsyncDisposableStack): Promise<Engine> {
  const cluster = await startCluster({ durable: true });
  ending.defer(() => cluster.stop());
  const command = async (sql: string) => {
    const bulk = await openBulk(cluster.url);
    await bulk.all(sql);
    await bulk.close();
  };
  return {
    name: 'postgres',
    async emptyDatabase() {
      const name = `bench_${randomUUID().replaceAll('-', '')}`;
      await command(`CREATE DATABASE ${name}`);
      return {
        url: databaseIn(cluster.url, name),
        drop: () => command(`DROP DATABASE ${name} WITH (FORCE)`),
      };
    },
  };
}
