// What only PostgreSQL must show: lost connections, restarts, unanswered commits, migrations one at a time.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Problem } from '../../src/base/problem.ts';
import { createProject } from '../../src/features/project/manage-project.ts';
import { listProjects } from '../../src/features/project/store.ts';
import type { Storage } from '../../src/storage/database.ts';
import { openPostgres } from '../../src/storage/postgres.ts';
import { realWorld } from '../../src/world/world.ts';
import { fakeWorld } from '../support/fake-world.ts';
import { openProxy } from '../support/faulty-proxy.ts';
import { type Cluster, startCluster } from '../support/postgres-cluster.ts';
import { runCommand } from '../support/run-command.ts';
import { until } from '../support/until.ts';

let cluster: Cluster;
before(async () => {
  cluster = await startCluster({ durable: true }); // it is crashed below
});
after(() => cluster.stop());

const namesOf = async (storage: Storage) => (await listProjects(storage.reader)).map(({ name }) => name);

test('ten instances that migrate at once leave one schema', async () => {
  const opened = await Promise.all(Array.from({ length: 10 }, () => openPostgres(cluster.url, fakeWorld())));
  await Promise.all(opened.map((storage) => storage.close()));
});

test('who waits for another that migrates waits for longer than for any other answer', async (t) => {
  const other = new pg.Client({ connectionString: cluster.url });
  await other.connect();
  t.after(() => other.end());
  await other.query('SELECT pg_advisory_lock(7226481)');
  const opening = openPostgres(`${cluster.url}?query_timeout=300`, fakeWorld()); // the usual is 15 seconds
  const waits = "SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted";
  await until(async () => (await other.query(waits)).rows.length > 0, 'it waits');
  await delay(600);
  await other.query('SELECT pg_advisory_unlock(7226481)');
  await (await opening).close();
});

test('the moment of a transaction is the database clock, not ours', async () => {
  const skewed = { ...realWorld('silent'), nowMs: (databaseMs?: number) => databaseMs ?? 0 };
  const storage = await openPostgres(cluster.url, skewed);
  const now = await storage.transaction(async (tx) => tx.now);
  assert.ok(Math.abs(now - Date.now() / 1000) < 5);
  await storage.close();
});

test('who reads does not wait for those who write, however many they are', async () => {
  const storage = await openPostgres(cluster.url, fakeWorld());
  const end = Promise.withResolvers<void>();
  const writing = Array.from({ length: 40 }, () => storage.transaction(() => end.promise));
  await namesOf(storage); // or it would be refused after five seconds, with no connection left for it
  assert.equal((await storage.describe()).engine, 'postgres');
  end.resolve();
  await Promise.all(writing);
  await storage.close();
});

test('a column that a newer version adds stops nobody who goes on with the old one', async (t) => {
  const operator = new pg.Client({ connectionString: cluster.url });
  await operator.connect();
  const storage = await openPostgres(cluster.url, fakeWorld());
  t.after(async () => {
    await operator.query('ALTER TABLE projects DROP COLUMN later');
    await Promise.all([operator.end(), storage.close()]);
  });
  /** On every connection that there can be: who writes waits until all have read. */
  const onAll = async () => {
    const [read, all] = [Promise.withResolvers<void>(), Array.from({ length: 12 })];
    let left = all.length;
    const writing = all.map(() =>
      storage.transaction(async (tx) => {
        await listProjects(tx);
        if (--left === 0) read.resolve();
        await read.promise;
      }),
    );
    await Promise.all([...writing, ...all.map(() => namesOf(storage))]);
  };
  await onAll();
  await operator.query('ALTER TABLE projects ADD COLUMN later BIGINT');
  await namesOf(storage);
  await storage.transaction((tx) => createProject(tx, 'after the migration'));
  await onAll();
  assert.ok((await namesOf(storage)).includes('after the migration'));
});

test('what was erased is vacuumed for as long as it takes, unless the server ends', async (t) => {
  const operator = new pg.Client({ connectionString: cluster.url });
  await operator.connect();
  await operator.query(`CREATE TABLE large AS SELECT n, repeat('x', 1000) AS text FROM generate_series(1, 100) AS n`);
  const slow = 'options=-c%20vacuum_cost_delay%3D20%20-c%20vacuum_cost_limit%3D1';
  const world = fakeWorld();
  const storage = await openPostgres(`${cluster.url}?statement_timeout=300&query_timeout=400&${slow}`, world);
  t.after(async () => {
    await operator.query('DROP TABLE large');
    await Promise.all([operator.end(), storage.close()]);
  });
  const vacuums = async () => {
    const sql = "SELECT vacuum_count AS count FROM pg_stat_user_tables WHERE relname = 'large'";
    return (await operator.query<{ count: string }>(sql)).rows[0]?.count;
  };
  await operator.query('DELETE FROM large WHERE n % 2 = 0');
  const begunAt = performance.now();
  await storage.scrub(['large']);
  assert.ok(performance.now() - begunAt > 400, 'it takes longer than any other answer may');
  assert.doesNotMatch(world.lines.join(''), /not_vacuumed/);
  await until(async () => (await vacuums()) === '1', 'it is vacuumed');

  await operator.query('DELETE FROM large');
  const stopping = new AbortController();
  const cut = storage.scrub(['large'], stopping.signal);
  await until(async () => {
    const under = await operator.query("SELECT 1 FROM pg_stat_progress_vacuum WHERE relid = 'large'::regclass");
    return under.rows.length > 0;
  }, 'it is under way');
  stopping.abort();
  await assert.rejects(cut, { code: 'unavailable' });
  await assert.rejects(storage.scrub(['large'], stopping.signal), { code: 'unavailable' });
});

test('a server that ends waits for no connection that a vacuum is still opening', async (t) => {
  const storage = await openPostgres(cluster.url, fakeWorld());
  t.after(() => storage.close());
  for (const waitMs of [0, 1, 5]) {
    const stopping = new AbortController();
    const cut = storage.scrub(['projects'], stopping.signal).catch((error: Problem) => error.code);
    if (waitMs > 0) await delay(waitMs);
    stopping.abort();
    const ended = await Promise.race([cut.then(() => true), delay(3000, false)]);
    assert.ok(ended, `after ${waitMs} ms`);
  }
});

test('TLS that is asked for is demanded, and the driver has nothing to warn of', async (t) => {
  const warnings: string[] = [];
  const heard = ({ message }: Error) => warnings.push(message);
  process.on('warning', heard);
  t.after(() => process.off('warning', heard));
  for (const mode of ['prefer', 'require', 'verify-ca', 'verify-full']) {
    const opening = openPostgres(`${cluster.url}?sslmode=${mode}`, fakeWorld());
    await assert.rejects(opening, /takes no TLS: \?sslmode=disable/, mode);
  }
  assert.deepEqual(warnings, []);
});

test('a database that cannot be used is named as that, before anything is in it', async (t) => {
  const operator = new pg.Client({ connectionString: cluster.url });
  await operator.connect();
  t.after(() => operator.end());
  await operator.query("CREATE DATABASE latin ENCODING 'LATIN1' LOCALE_PROVIDER libc LOCALE 'C' TEMPLATE template0");
  const named = (name: string) => cluster.url.replace(/[^/]*$/, name);
  await assert.rejects(openPostgres(named('latin'), fakeWorld()), /is in LATIN1, and must be in UTF-8/);

  await operator.query('CREATE DATABASE apart TEMPLATE template0');
  const apart = new pg.Client({ connectionString: named('apart') });
  await apart.connect();
  await apart.query('CREATE SCHEMA elsewhere; CREATE EXTENSION pg_trgm SCHEMA elsewhere');
  await apart.end();
  await assert.rejects(
    openPostgres(named('apart'), fakeWorld()),
    /pg_trgm is in a schema where this role does not look/,
  );
});

test('a database that only reads, for want of room, say, is not ready', async (t) => {
  const operator = new pg.Client({ connectionString: cluster.url });
  await operator.connect();
  const storage = await openPostgres(cluster.url, fakeWorld());
  const name = operator.escapeIdentifier(operator.database ?? '');
  t.after(async () => {
    await operator.query(`ALTER DATABASE ${name} RESET default_transaction_read_only`);
    await Promise.all([operator.end(), storage.close()]);
  });
  await operator.query(`ALTER DATABASE ${name} SET default_transaction_read_only = on`); // of connections that come
  await assert.rejects(storage.probe(), { code: 'unavailable' });
});

test('a restart of the database fails what was under way and nothing after it', async () => {
  const storage = await openPostgres(cluster.url, fakeWorld());
  await storage.transaction((tx) => createProject(tx, 'before the restart'));
  await cluster.restart();
  await Promise.allSettled([namesOf(storage), storage.probe()]); // these may meet a dead connection
  await storage.transaction((tx) => createProject(tx, 'after the restart'));
  assert.ok((await namesOf(storage)).includes('after the restart'));
  await storage.close();
});

test('a standby in the place of the database is not read from', async (t) => {
  const storage = await openPostgres(cluster.url, fakeWorld());
  await storage.transaction((tx) => createProject(tx, 'before the failover'));
  t.after(async () => {
    await cluster.restart();
    await storage.close();
  });
  await cluster.restart('standby');
  await assert.rejects(storage.probe());
  await namesOf(storage).catch(() => undefined); // this may meet a dead connection
  await assert.rejects(namesOf(storage), (error: Problem) => error.code === 'unavailable');
  await assert.rejects(storage.describe(), (error: Problem) => error.code === 'unavailable');
  await cluster.restart();
  await storage.probe();
  assert.ok((await namesOf(storage)).includes('before the failover'));
});

test('whoever loses the connection in the middle is told that it is unavailable, however late they notice', async () => {
  const storage = await openPostgres(cluster.url, fakeWorld());
  const killed = { sql: 'SELECT pg_terminate_backend(pg_backend_pid())', parameters: [] };
  for (const goOn of [true, false]) {
    const lost = storage.transaction(async (tx) => {
      await tx.run(killed).catch(() => undefined);
      if (goOn) await new Promise((resolve) => setTimeout(resolve, 50)); // by now the driver knows, too
      await createProject(tx, 'never');
    });
    await assert.rejects(lost, (error: Problem) => error.code === 'unavailable');
  }
  assert.ok(!(await namesOf(storage)).includes('never'));
  await storage.close();
});

test('a database that is gone is unavailable, not an error of ours', async () => {
  const storage = await openPostgres(cluster.url, fakeWorld());
  await storage.close();
  await assert.rejects(openPostgres('postgres://postgres@127.0.0.1:1/none', fakeWorld()), /Cannot reach PostgreSQL/);
});

test('who serves waits for a database that is not there a minute, and not for one that has another name', async () => {
  const NOWHERE = 'postgres://postgres@127.0.0.1:1/none';
  const world = fakeWorld();
  let waitedMs = 0;
  const sleep = async (ms: number) => {
    waitedMs += ms;
  };
  await assert.rejects(openPostgres(NOWHERE, { ...world, sleep }, { listens: true }), /Cannot reach PostgreSQL/);
  assert.ok(waitedMs >= 60_000 && waitedMs < 70_000, `${waitedMs} ms`);
  assert.match(world.lines.join(''), /storage\.not_reached.*ECONNREFUSED/);

  const nameless = cluster.url.replace(/[^/]*$/, 'nobody');
  const waitsForNothing = { ...fakeWorld(), sleep: () => assert.fail('there is nothing to wait for') };
  await assert.rejects(openPostgres(nameless, waitsForNothing, { listens: true }), /"nobody" does not exist/);
});

test('who serves waits until a standby is written to', async (t) => {
  const operator = new pg.Client({ connectionString: cluster.url });
  await operator.connect();
  const only = async (reads: 'on' | 'off') =>
    void (await operator.query(`ALTER DATABASE standby SET default_transaction_read_only = ${reads}`));
  await operator.query('CREATE DATABASE standby TEMPLATE template0');
  await only('on');
  t.after(() => operator.end());
  const standby = cluster.url.replace(/[^/]*$/, 'standby');
  await assert.rejects(openPostgres(standby, fakeWorld()), /PostgreSQL only reads here: .* DATABASE_URL must lead/);
  const storage = await openPostgres(standby, { ...fakeWorld(), sleep: () => only('off') }, { listens: true });
  await storage.close();
});

test('who serves waits until there are connections enough, and says what is wanting', async (t) => {
  const operator = new pg.Client({ connectionString: cluster.url });
  await operator.connect();
  t.after(() => operator.end());
  const allow = async (connections: number) =>
    void (await operator.query(`ALTER ROLE few CONNECTION LIMIT ${connections}`));
  await operator.query('CREATE ROLE few LOGIN');
  await operator.query('CREATE DATABASE few OWNER few TEMPLATE template0');
  await allow(1);
  const few = new URL(cluster.url.replace(/[^/]*$/, 'few'));
  few.username = 'few';
  const world = fakeWorld();
  const storage = await openPostgres(few.href, { ...world, sleep: () => allow(-1) }, { listens: true });
  assert.match(world.lines.join(''), /storage\.not_reached.*too many connections.*raise max_connections/);
  await storage.probe();
  await storage.close();
});

test('an operator whose command finds no second connection is told so in a line', async (t) => {
  const operator = new pg.Client({ connectionString: cluster.url });
  await operator.connect();
  t.after(() => operator.end());
  await operator.query('CREATE ROLE single LOGIN CONNECTION LIMIT 1');
  await operator.query('CREATE DATABASE single OWNER single TEMPLATE template0');
  const single = new URL(cluster.url.replace(/[^/]*$/, 'single'));
  single.username = 'single';
  const { code, stderr } = await runCommand(['admin', 'projects', 'list'], {
    DATABASE_URL: single.href,
    LOG_LEVEL: 'warn',
  });
  assert.equal(code, 1);
  assert.match(stderr, /^countersign: The database takes nothing just now: .*no connection left.*\n$/);
});

test('a role that may not make tables is told what it needs', async () => {
  const owner = new pg.Client({ connectionString: cluster.url });
  await owner.connect();
  await owner.query('CREATE ROLE poor LOGIN');
  await owner.end();
  const poor = new URL(cluster.url);
  poor.username = 'poor';
  await assert.rejects(
    openPostgres(poor.href, fakeWorld()),
    (error: Error) =>
      /does not let this role.*permission denied.*needs CREATE/.test(error.message) && !('code' in error),
  );
});

test('when the answer to COMMIT is lost, the caller still learns what happened', async (t) => {
  const proxy = await openProxy(cluster.port);
  t.after(() => proxy.close());
  const storage = await openPostgres(cluster.url.replace(String(cluster.port), String(proxy.port)), fakeWorld());

  proxy.onCommit = 'forward, then cut';
  const committed = await storage.transaction((tx) => createProject(tx, 'committed unheard'));
  assert.equal(committed.name, 'committed unheard');
  proxy.onCommit = 'cut';
  await assert.rejects(
    storage.transaction((tx) => createProject(tx, 'never committed')),
    (error: Problem) => error.code === 'unavailable',
  );
  proxy.onCommit = 'forward';
  const names = await namesOf(storage);
  assert.deepEqual([names.includes('committed unheard'), names.includes('never committed')], [true, false]);
  await storage.close();
});

test('when nobody can say how a commit ended, the answer does not claim that nothing was changed', async (t) => {
  const proxy = await openProxy(cluster.port);
  t.after(() => proxy.close());
  const storage = await openPostgres(cluster.url.replace(String(cluster.port), String(proxy.port)), fakeWorld());
  const outcome = storage.transaction(async (tx) => {
    await createProject(tx, 'who knows');
    proxy.become('refuse');
  });
  await assert.rejects(outcome, (error: Problem) => error.code === 'internal' && /not known/.test(error.message));
  proxy.become('forward');
  await storage.probe();
  await storage.close();
});

test('what a crash took back is not said to be saved because another got its number since', async (t) => {
  const operator = new pg.Client({ connectionString: cluster.url });
  const storage = await openPostgres(cluster.url, fakeWorld());
  t.after(() => Promise.all([operator.end(), storage.close()]));
  const outcome = storage.transaction(async (tx) => {
    await createProject(tx, 'taken back');
    await cluster.restart();
    await operator.connect();
    for (let past = false; !past; ) {
      const { rows } = await operator.query<{ past: boolean }>('SELECT pg_current_xact_id() > $1::xid8 AS past', [
        String(tx.number),
      ]);
      past = rows[0]?.past === true;
    }
  });
  // Where its rows had come to the disk, its number is its own, and it is known to have been taken back.
  await assert.rejects(outcome, (error: Problem) => error.code === 'internal' || error.code === 'unavailable');
  const { rows } = await operator.query("SELECT name FROM projects WHERE name = 'taken back'");
  assert.deepEqual(rows, []);
});

test('a statement that fails in secret does not commit the rest', async () => {
  const storage = await openPostgres(cluster.url, fakeWorld());
  const outcome = storage.transaction(async (tx) => {
    await createProject(tx, 'half of it');
    await tx.run({ sql: 'SELECT 1 / 0', parameters: [] }).catch(() => undefined);
  });
  await assert.rejects(outcome, /its transaction went on/);
  assert.equal((await namesOf(storage)).includes('half of it'), false);
  await storage.close();
});
