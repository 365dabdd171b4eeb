// A fresh database of the engine under test. `npm test` runs the suites once per engine: TEST_POSTGRES names the
// cluster it has started, and without it the engine is SQLite.

import { randomUUID } from 'node:crypto';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { openPostgres } from '../../src/storage/postgres.ts';
import { openSqlite } from '../../src/storage/sqlite.ts';
import { fakeWorld } from './fake-world.ts';
import { memoryFolder } from './memory-folder.ts';

export type Engine = 'sqlite' | 'postgres';

export const engine: Engine = process.env.TEST_POSTGRES ? 'postgres' : 'sqlite';

const TEMPLATE = 'countersign_template';

export interface TestDatabase {
  /** For DATABASE_URL. */
  readonly url: string;
  /** Only on SQLite. */
  readonly file: string;
  drop(): Promise<void>;
}

/** Migrated already, unless it is to be `empty`: then a file is made by the first who opens it. */
export async function newDatabase(wanted: Engine = engine, { empty = false } = {}): Promise<TestDatabase> {
  if (wanted === 'postgres') {
    return newPostgresDatabase(process.env.TEST_POSTGRES ?? '', empty ? 'template0' : TEMPLATE);
  }
  const folder = mkdtempSync(join(memoryFolder() ?? tmpdir(), 'countersign-test-'));
  const file = join(folder, 'countersign.db');
  if (!empty) copyFileSync(await migratedFile(), file);
  return { url: `file:${file}`, file, drop: async () => rmSync(folder, { recursive: true, force: true }) };
}

async function newPostgresDatabase(cluster: string, template: string): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await command(cluster, copyOf(template, name));
  return {
    url: databaseIn(cluster, name),
    file: '',
    drop: () => command(cluster, `DROP DATABASE ${name} WITH (FORCE)`),
  };
}

/** File by file: to copy it through the log, as is usual, takes five times as long. */
export function copyOf(template: string, name: string): string {
  return `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`;
}

let migrated: Promise<string> | undefined;

/** One for the process. */
function migratedFile(): Promise<string> {
  migrated ??= (async () => {
    const folder = mkdtempSync(join(memoryFolder() ?? tmpdir(), 'countersign-template-'));
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
    const file = join(folder, 'template.db');
    await openSqlite(file, fakeWorld(), { exclusive: true }).close();
    return file;
  })();
  return migrated;
}

/** Migrated once; every test database is a copy. */
export async function makeTemplate(cluster: string): Promise<void> {
  await command(cluster, `CREATE DATABASE ${TEMPLATE}`);
  const storage = await openPostgres(databaseIn(cluster, TEMPLATE), fakeWorld());
  await storage.close();
}

export function databaseIn(cluster: string, name: string): string {
  return cluster.replace(/\/postgres$/, `/${name}`);
}

async function command(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(sql);
  await client.end();
}
