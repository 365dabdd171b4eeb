// PostgreSQL: a pool, named prepared statements, and the database's clock for every transaction.

import { hash } from 'node:crypto';
import { type CompiledQuery, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import pg from 'pg';
import { Problem } from '../base/problem.ts';
import type { World } from '../world/world.ts';
import { notInUtf8, whyNoServer, whyNoTables } from './cannot-open.ts';
import { LIFE, lifeOf, outcomeUnknown, wasCommitted } from './commit-outcome.ts';
import type { Ear, Handle, Last, Reader, Storage, Tx } from './database.ts';
import { type DatabaseClock, openDatabaseClock } from './database-clock.ts';
import { emptyRows } from './empty-rows.ts';
import { gatherWrites } from './gather-writes.ts';
import { builderOn, kyselyOn } from './kysely-on.ts';
import { markOfSnapshot } from './mark.ts';
import { pendingMigrations, tellMigrated } from './migrate.ts';
import { openOtherInstances } from './other-instances.ts';
import { withPatience } from './patience.ts';
import { surveyTables } from './postgres-survey.ts';
import { postgresSearch } from './search-postgres.ts';

/** Who reads has connections that no transaction holds: else one project's writes would make everybody else's reads wait. */
const POOL_SIZES = { writing: 12, reading: 8 };
const CONNECT_MS = 5000;
/** The server's own bounds; the client's, a little longer, is for a connection that has gone silent. */
const TIMEOUTS = { statement_timeout: 10_000, lock_timeout: 5000, idle_in_transaction_session_timeout: 15_000 };
const SILENCE_MS = 15_000;
const QUERY_CANCELED = '57014';
/** Of every statement after the one that failed. */
const FAILED_BEFORE = '25P02';
const MAX_TRIES = 3;
/**
 * A statement was prepared before its table got another column, or is known by that name no more. Each connection holds to what it
 * has prepared; a new one prepares anew.
 */
const OUTDATED = /^(?:0A000|26000)$/;
const MAX_NAMED_PARAMETERS = 40;
/** Any number, as long as every instance takes the same: they migrate one at a time. */
const MIGRATION_LOCK = 7_226_481;
/** A large database takes its time to be changed, and the others wait for who changes it. So it does to be vacuumed. */
const PATIENCE_MS = 86_400_000;
const NO_TIMEOUTS = 'SET lock_timeout = 0; SET statement_timeout = 0';

/** One round trip: begins, asks the database's clock, and takes the number under which its outcome can be asked for. */
const BEGIN =
  'BEGIN; SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now_ms, pg_current_xact_id()::text AS xid';

/**
 * A plan is kept for as long as PostgreSQL takes the table for what it was, a minute at least: one that reads all of a table, made
 * while there was little in it, would be kept while it fills. What has no index is read all the same, and is not compiled for it.
 */
const READING = 'SET enable_seqscan = off; SET jit = off';
/**
 * Whoever writes finds rows by their keys, and guards them by what they must still be. Planned for the values, a guard may look like
 * the shorter way to a row, by an index on all that waits. (A search is better planned for what is searched.)
 */
const WRITING = `${READING}; SET plan_cache_mode = force_generic_plan`;

/** Of two names that share a hash one waits for nothing. */
const TAKE_TURN = 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))';

/** Changes nothing, and is written all the same: a commit of nothing would not meet a database that only reads. */
const REWRITE_A_ROW = { sql: 'UPDATE migrations SET applied_at = applied_at WHERE version = 1', parameters: [] };

export const FOR_POSTGRES = {
  createAdapter: () => new PostgresAdapter(),
  createIntrospector: (database: never) => new PostgresIntrospector(database),
  createQueryCompiler: () => new PostgresQueryCompiler(),
};

const builder = builderOn(FOR_POSTGRES);

/** `listens`: for `serve`, which others wait at, and which waits for its database; an operator command only speaks. */
export async function openPostgres(given: string, world: World, { listens = false } = {}): Promise<Storage> {
  const url = sayingVerify(given);
  const connecting = {
    connectionString: url,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: SILENCE_MS,
    keepAlive: true,
    application_name: 'countersign',
    types: { getTypeParser },
    ...TIMEOUTS,
  };
  const pool = openPool(connecting, { max: POOL_SIZES.writing, planning: WRITING }, world);
  const lives: Lives = new WeakMap();
  pool.on('connect', (client) => {
    const life = lifeOf(client).catch(() => undefined); // an outcome that must be asked for is then unknown
    lives.set(client, life);
  });
  const reading = openPool(
    { ...connecting, onConnect: refuseStandby },
    { max: POOL_SIZES.reading, planning: READING },
    world,
  );
  const endAll = () => Promise.all([pool.end(), reading.end()]);
  try {
    await withPatience(world, listens, async () => {
      await migrate(pool, url, world);
      // Whoever serves needs one of each at once, or the start ends a moment later, at a riddle.
      for (const one of listens ? [pool, reading] : []) await one.query('SELECT 1').catch(unreachable(url));
    });
  } catch (error) {
    await endAll();
    throw error;
  }

  let ear: Ear = () => undefined;
  const others = await openOtherInstances({ world, pool, connecting, ear: (topics) => ear(topics), listens });

  const clock = openDatabaseClock(world);
  const reader = handleOn(reading);
  const handles = new WeakMap<pg.PoolClient, Handle>();
  const handleOf = (client: pg.PoolClient): Handle => {
    const handle = handles.get(client) ?? handleOn(client);
    handles.set(client, handle);
    return handle;
  };

  const storage: Storage = {
    reader,
    async transaction(work) {
      for (let attempt = 1; ; attempt++) {
        const topics = new Set<string>();
        try {
          const announce = (topic: string) => void topics.add(topic);
          const value = await runOnce({ pool, lives, url, world, clock }, (client, moment, later) =>
            work(txOf(handleOf(client), moment, { world, announce, ...later })),
          );
          if (topics.size > 0) {
            ear(topics);
            others.tell(topics);
          }
          return value;
        } catch (error) {
          // The database took the whole transaction back, so doing it again is safe.
          if (attempt >= triesAt(error)) throw error;
        }
      }
    },
    nowMs: clock.nowMs,
    hear(listener) {
      ear = listener;
    },
    tellOthers: others.tellLater,
    async probe() {
      await storage.transaction((tx) => tx.run(REWRITE_A_ROW));
    },
    async scrub(tables, stopping) {
      try {
        await vacuum(connecting, [...tables, 'search_texts'], stopping);
      } catch (error) {
        if (stopping?.aborted) throw new Problem('unavailable'); // whoever comes next goes on with it
        world.log('warn', 'storage.not_vacuumed', { reason: (error as Error).message }); // autovacuum will come by
      }
    },
    survey: () => surveyTables(pool),
    async describe() {
      const { rows } = await reading
        .query("SELECT current_setting('server_version') AS version, pg_database_size(current_database()) AS bytes")
        .catch(refuse);
      return { engine: 'postgres', version: String(rows[0]?.version), bytes: Number(rows[0]?.bytes) };
    },
    noteErasure: async () => undefined, // see `countersign admin erasures`
    async backup() {
      throw new Error('Back up PostgreSQL with its own tools, such as pg_dump.');
    },
    async close() {
      await others.close();
      await endAll();
    },
  };
  return storage;
}

/** The driver takes these for `verify-full`, and warns on every start that it will not do so for ever. Here it is meant. */
function sayingVerify(url: string): string {
  if (/[?&]uselibpqcompat=true(&|$)/.test(url)) return url; // asks for the weaker meaning by name
  return url.replace(/([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/, '$1verify-full');
}

function openPool(
  connecting: pg.PoolConfig,
  { max, planning }: { readonly max: number; readonly planning: string },
  world: World,
): pg.Pool {
  // What is asked at once on one connection leaves at once; the answers come in the same order.
  const pool = new pg.Pool({ ...connecting, max, pipeline: true });
  // A broken connection fails the query it carries and is replaced. Without a listener it would also end the process.
  const lost = (error: Error) => world.log('warn', 'storage.connection_lost', { reason: error.message });
  pool.on('error', lost);
  pool.on('connect', (client) => {
    client.on('error', lost);
    gatherWrites(client);
    client.query(planning).catch(lost);
  });
  return pool;
}

/**
 * After a failover the address may still lead to who was the primary before. To write there is refused; to read is not, and goes on
 * for as long as the connection is used, of what may never change any more.
 */
async function refuseStandby(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ standby: boolean }>('SELECT pg_is_in_recovery() AS standby');
  if (rows[0]?.standby)
    throw Object.assign(new Error('PostgreSQL only reads here: it is a standby.'), { code: '25006' });
}

/** As the database has it. */
interface Moment {
  readonly now_ms: number;
  readonly xid: string;
}

/** Writes that nobody has waited for. */
type Sent = Promise<unknown>[];

/** What a transaction did not wait for, and what it left for last. */
interface Later {
  readonly sent: Sent;
  readonly left: Last[];
}

/** In which life of the server a connection was made: it ends with that. */
type Lives = WeakMap<pg.PoolClient, Promise<string | undefined>>;

interface Connecting {
  readonly pool: pg.Pool;
  readonly lives: Lives;
  readonly url: string;
  readonly world: World;
  readonly clock: DatabaseClock;
}

async function runOnce<T>(
  { pool, lives, url, world, clock }: Connecting,
  work: (client: pg.PoolClient, moment: Moment, later: Later) => Promise<T>,
): Promise<T> {
  const client = await pool.connect().catch(refuse);
  const sent: Sent = [];
  const left: Last[] = [];
  let broken: Error | undefined;
  try {
    const askedMs = world.nowMs();
    const [, begun] = (await client.query(BEGIN).catch(refuse)) as unknown as pg.QueryResult<Moment>[];
    const moment = begun?.rows[0];
    if (!moment) throw new Error('PostgreSQL did not say what time it is.');
    clock.heard(askedMs, world.nowMs(moment.now_ms));
    const value = await work(client, moment, { sent, left });
    for (const last of left) await last();
    const ended = await client.query('COMMIT').catch(async (error: Error) => {
      broken = error;
      world.log('error', 'storage.commit_unanswered', { reason: error.message });
      const committed = await wasCommitted(url, world, { xid: moment.xid, life: await lives.get(client) });
      if (committed === undefined) throw outcomeUnknown();
      if (!committed) throw refusal(error);
    });
    const failure = ended && (await failureOf(sent)); // all are answered by now: in their order
    if (ended && ended.command !== 'COMMIT') {
      throw failure ?? new Error('A statement failed, and its transaction went on.');
    }
    if (failure) {
      broken = failure as Error; // the driver refused it, so it never left; what it thinks is prepared there may not be
      world.log('error', 'storage.write_lost', { reason: broken.message });
      throw outcomeUnknown();
    }
    return value;
  } catch (error) {
    const cause = codeOf(error) === FAILED_BEFORE ? ((await failureOf(sent)) ?? error) : error;
    broken ??= isOutdated(cause) ? (cause as Error) : await rollBack(client, cause);
    throw cause;
  } finally {
    client.release(broken);
  }
}

function triesAt(error: unknown): number {
  if (isOutdated(error)) return POOL_SIZES.writing + 1; // every connection may be, and each is given up
  const isConflict = codeOf(error).startsWith('40'); // deadlock, serialization
  return isConflict ? MAX_TRIES : 1;
}

function isOutdated(error: unknown): boolean {
  return OUTDATED.test(codeOf(error));
}

/** The first of them: the others were refused because of it. */
async function failureOf(sent: Sent): Promise<unknown> {
  const outcomes = await Promise.allSettled(sent);
  return outcomes.find((outcome) => outcome.status === 'rejected')?.reason;
}

/** The reason to give the connection up, if there is one. */
async function rollBack(client: pg.PoolClient, error: unknown): Promise<Error | undefined> {
  // It did not answer, or will not: to wait for it once more would double the time. Without it the transaction is void.
  if (error instanceof Problem && error.code === 'unavailable') return error;
  return client.query('ROLLBACK').then(
    () => undefined,
    (failure: Error) => failure,
  );
}

function txOf(
  handle: Handle,
  { now_ms, xid }: Moment,
  { world, announce, sent, left }: Later & Pick<Tx, 'announce'> & { readonly world: World },
): Tx {
  const atMs = world.nowMs(now_ms);
  const send: Tx['send'] = async (query) => {
    const answered = handle.run(query);
    answered.catch(() => undefined); // COMMIT tells whether all went well
    sent.push(answered);
  };
  return {
    ...handle,
    now: Math.floor(atMs / 1000),
    nowMs: atMs,
    number: safeInteger(xid),
    announce,
    atLast: (last) => void left.push(last),
    newId: (prefix) => world.newId(prefix, atMs),
    letOthersIn: async () => undefined,
    randomBytes: world.randomBytes,
    send,
    inTurn: (name) => send({ sql: TAKE_TURN, parameters: [name] }),
    locked: (query) => query.forUpdate(),
    skipLocked: (query) => query.forUpdate().skipLocked(),
  } as Tx;
}

function handleOn(connection: pg.Pool | pg.PoolClient): Handle {
  const run: Reader['run'] = async <Row>({ sql, parameters }: Pick<CompiledQuery<Row>, 'sql' | 'parameters'>) => {
    const values = [...parameters];
    // A list in the text makes a statement of its own for each length: not worth keeping.
    const query =
      values.length > MAX_NAMED_PARAMETERS ? { text: sql, values } : { name: nameOf(sql), text: sql, values };
    const asked = connection instanceof pg.Pool ? readOn(connection, query) : connection.query(query);
    const { rows, fields, rowCount } = await asked.catch(refuse);
    return (fields.length === 0 ? emptyRows(rowCount ?? 0) : rows) as Row[];
  };
  const runWithin: Reader['runWithin'] = async (ms, { sql, parameters }) => {
    if (!(connection instanceof pg.Pool)) throw new Error('Only a read may be cut short.');
    const client = await connection.connect().catch(refuse);
    let failure: unknown;
    try {
      await client.query(`BEGIN READ ONLY; SET LOCAL statement_timeout = ${ms}`);
      const { rows } = await client.query({ text: sql, values: [...parameters] });
      return rows;
    } catch (error) {
      if (codeOf(error) === QUERY_CANCELED) return undefined;
      failure = refusal(error);
      throw failure;
    } finally {
      client.release(await rollBack(client, failure));
    }
  };
  const q = kyselyOn(FOR_POSTGRES, run);
  const mark: Reader['mark'] = async () => {
    const [row] = await run<{ snapshot: string; life: string }>({
      sql: `SELECT pg_current_snapshot()::text AS snapshot, ${LIFE} AS life`,
      parameters: [],
    });
    return { ...markOfSnapshot(row?.snapshot ?? ''), life: row?.life };
  };
  return { q, builder, run, runWithin, search: postgresSearch, mark };
}

/** A pool gives up the connection that a question failed on: the next one knows better, or the one after all that are there. */
async function readOn(pool: pg.Pool, query: pg.QueryConfig): Promise<pg.QueryResult> {
  for (let left = POOL_SIZES.reading; ; left--) {
    try {
      return await pool.query(query);
    } catch (error) {
      if (left === 0 || !isOutdated(error)) throw error;
    }
  }
}

const names = new Map<string, string>();

/** Prepared once per connection under this name. The number of texts is bounded by the code that builds them. */
function nameOf(sql: string): string {
  const known = names.get(sql);
  if (known) return known;
  const name = hash('sha256', sql, 'base64url').slice(0, 24);
  names.set(sql, name);
  return name;
}

function unreachable(url: string) {
  return (error: Error): never => {
    throw whyNoServer(url, error);
  };
}

async function migrate(pool: pg.Pool, url: string, world: World): Promise<void> {
  const client = await pool.connect().catch(unreachable(url));
  const ask = askPatiently(client);
  try {
    await ask(NO_TIMEOUTS);
    await ask('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const [{ server_encoding = '' } = {}] = (await ask<{ server_encoding: string }>('SHOW server_encoding')).rows;
    if (server_encoding !== 'UTF8') throw notInUtf8(server_encoding);
    await ask('CREATE TABLE IF NOT EXISTS migrations (version BIGINT PRIMARY KEY, applied_at BIGINT NOT NULL)');
    const { rows } = await ask<{ version: number }>('SELECT version FROM migrations');
    const pending = pendingMigrations(
      rows.map((row) => row.version),
      'postgres',
    );
    for (const { version, sql } of pending) {
      await ask('BEGIN');
      await ask(sql.replaceAll(/\bTEXT\b/g, 'TEXT COLLATE "C"')); // ids and kinds in the order of their bytes
      await ask('INSERT INTO migrations VALUES ($1, $2)', [version, Math.floor(world.nowMs() / 1000)]);
      await ask('COMMIT');
    }
    tellMigrated(world, pending);
  } catch (error) {
    throw whyNoTables(error);
  } finally {
    client.release(true); // its settings and its lock go with it
  }
}

/**
 * The largest take minutes, in which nobody waits: so on a connection of its own. Whoever ends waits for none of it, not for the
 * connection either: the driver says nothing any more of one that is given up while it is opened.
 */
async function vacuum(connecting: pg.ClientConfig, tables: readonly string[], stopping?: AbortSignal): Promise<void> {
  stopping?.throwIfAborted();
  const client = new pg.Client(connecting);
  client.on('error', () => undefined); // whoever asks on it hears of it
  const ended = Promise.withResolvers<never>();
  const cutShort = () => ended.reject(stopping?.reason);
  stopping?.addEventListener('abort', cutShort);
  try {
    await Promise.race([vacuumEach(client, tables), ended.promise]);
  } finally {
    stopping?.removeEventListener('abort', cutShort);
    // A dead connection is not waited for; and of the table that it is at, PostgreSQL does the rest by itself.
    void client.end().catch(() => undefined);
  }
}

async function vacuumEach(client: pg.Client, tables: readonly string[]): Promise<void> {
  await client.connect();
  const ask = askPatiently(client);
  await ask(NO_TIMEOUTS);
  for (const table of tables) await ask(`VACUUM (SKIP_LOCKED) ${table}`);
}

function askPatiently(client: pg.ClientBase) {
  return <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) =>
    client.query<Row>({ text, ...(values ? { values } : {}), query_timeout: PATIENCE_MS } as pg.QueryConfig);
}

/** 64-bit integers arrive as text. Ours are times and counts: they fit, or something is very wrong. */
function getTypeParser(oid: number, format?: 'text' | 'binary') {
  return oid === pg.types.builtins.INT8 ? safeInteger : pg.types.getTypeParser(oid, format as 'text');
}

function safeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new Error(`${text} is beyond what a number can hold.`);
  return value;
}

function refuse(error: unknown): never {
  throw refusal(error);
}

/** A database that cannot be reached, or will not answer in time, is `unavailable`; anything else is our fault. */
function refusal(error: unknown): unknown {
  const { code, message } = error as { code?: string; message?: string };
  const isOurs = typeof code === 'string' && /^(?=.*\d)[0-9A-Z]{5}$/.test(code) && !UNAVAILABLE.test(code);
  if (isOurs) return error;
  const known = typeof code === 'string' || /timeout|terminated|closed|ended|not queryable/i.test(message ?? '');
  return known ? new Problem('unavailable') : error;
}

/** Connection, resources, operator intervention, lock not available, read-only. */
const UNAVAILABLE = /^(08|53|57|55P03|25006)/;

function codeOf(error: unknown): string {
  return String((error as { code?: unknown }).code ?? '');
}
