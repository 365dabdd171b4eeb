// A real server on a real port for one test file, with a database of its own and a clock to wind.

import { sweepTopic } from '../../src/app.ts';
import { boot, type Running } from '../../src/boot.ts';
import { readConfig } from '../../src/config.ts';
import { operatorOf } from '../../src/features/audit/record.ts';
import { createKey } from '../../src/features/keys/manage-keys.ts';
import { createProject } from '../../src/features/project/manage-project.ts';
import { inTransaction } from '../../src/storage/database.ts';
import { type Engine, newDatabase } from './databases.ts';
import { type FakeWorld, fakeWorld } from './fake-world.ts';

export interface ServiceOptions {
  readonly createActionsPerMinute?: number;
  readonly allowPrivateTargets?: boolean;
  readonly environment?: Readonly<Record<string, string>>;
  readonly engine?: Engine;
  readonly world?: FakeWorld;
}

export interface Service {
  readonly baseUrl: string;
  readonly adminKey: string;
  wind(seconds: number): void;
  newProject(name: string): Promise<{ adminKey: string }>;
  resolves(host: string, addresses: readonly string[]): void;
  stop(): Promise<void>;
  /** Ends the server and starts another on the same database and world. */
  restart(meanwhile?: () => void): Promise<void>;
  readonly running: Running;
  readonly world: FakeWorld;
  /** Only on SQLite. */
  readonly databaseFile: string;
  readonly databaseUrl: string;
}

/** Wound between its look at the clock and its sleep, each of them would sleep for up to half a minute. */
const TIMED = [
  'expiry',
  'deliveries',
  'holds',
  'watchers',
  'push',
  'channels',
  'mail',
  'seal',
  'retention',
  'erasures',
];

const open = new Set<Service>();

/** Those of this process that have not been stopped. */
export function openServices(): readonly Service[] {
  return [...open];
}

export async function startService(options: ServiceOptions = {}): Promise<Service> {
  const database = await newDatabase(options.engine);
  const world = options.world ?? fakeWorld();
  const config = readConfig({
    HOST: '127.0.0.1',
    LOG_LEVEL: 'debug',
    PORT: '0',
    DATABASE_URL: database.url,
    SERVICE_ALLOW_PRIVATE_TARGETS: options.allowPrivateTargets ? '1' : '0',
    RATE_LIMIT_CREATE: String(options.createActionsPerMinute ?? 0),
    RATE_LIMIT_WATCHERS: '0',
    RATE_LIMIT_RUN: '0',
    RATE_LIMIT_PREVIEW: '0',
    RATE_LIMIT_TEST: '0',
    ...options.environment,
  });
  let running = await boot(config, world);
  const adminKey = running.firstStart?.key ?? '';

  const service: Service = {
    get baseUrl() {
      return `${running.url}/v1`;
    },
    get running() {
      return running;
    },
    adminKey,
    world,
    databaseFile: database.file,
    databaseUrl: database.url,
    wind(seconds) {
      world.wind(seconds);
      for (const sweep of TIMED) running.app.hub.wake(sweepTopic(sweep));
    },
    resolves: world.resolves,
    newProject: (name) =>
      inTransaction(running.app, async (tx) => {
        const project = await createProject(tx, name);
        const { key } = await createKey(tx, operatorOf(project.id), { name: 'Admin', scopes: ['admin'] });
        return { adminKey: key };
      }),
    async restart(meanwhile) {
      await running.close();
      meanwhile?.();
      running = await boot(config, world);
    },
    async stop() {
      open.delete(service);
      await running.close();
      await database.drop();
    },
  };
  open.add(service);
  return service;
}
