// The two handles of storage: a Reader sees what is committed, a Tx may also write. A write without a Tx does not compile.

import type { CompiledQuery, Kysely, SelectQueryBuilder } from 'kysely';
import type { IdPrefix } from '../base/id.ts';
import type { Mark } from './mark.ts';
import type { Schema } from './schema.ts';
import type { Connection, SearchIndex, SearchReader } from './search.ts';

export interface Reader extends Pick<Connection, 'runWithin'> {
  readonly q: Pick<Kysely<Schema>, 'selectFrom'>;
  /**
   * Runs a query that was compiled before: see prepared.ts. A write that returns nothing gives a row without members for each that
   * it changed.
   */
  run<Row>(query: Pick<CompiledQuery<Row>, 'sql' | 'parameters'>): Promise<Row[]>;
  /** Builds without running: what prepared.ts compiles with. One per engine, so that a query is compiled once. */
  readonly builder: Kysely<Schema>;
  readonly search: SearchReader;
  /** Where someone stands who has seen all that is committed now. */
  mark(): Promise<Mark>;
}

/** A connection as storage itself sees it. */
export interface Handle extends Reader {
  readonly q: Kysely<Schema>;
}

declare const writing: unique symbol;

export interface Tx extends Reader {
  readonly [writing]: true;
  readonly q: Kysely<Schema>;
  readonly search: SearchIndex;
  /** The moment of the transaction, Unix seconds. */
  readonly now: number;
  /** The same to the millisecond. */
  readonly nowMs: number;
  /** Which transaction this is: what marks are made of. */
  readonly number: number;
  /** Says that something changed, once this is committed and only then: here, and to every other instance. */
  announce(topic: string): void;
  newId(prefix: IdPrefix): string;
  randomBytes(length: number): Buffer;
  /**
   * A write whose outcome nobody needs. On PostgreSQL it is on its way when this returns, before what comes after it: several
   * make one journey, the last of them with the commit. If one fails, so does the transaction.
   */
  send(query: Pick<CompiledQuery, 'sql' | 'parameters'>): Promise<void>;
  /**
   * What is left for the end of the transaction, when all else is done: for what waits there for something worked out beside the
   * event loop, while with SQLite the next transaction has its turn. If it fails, so does the transaction, and on SQLite all that
   * share its commit.
   */
  atLast(work: Last): void;
  /** For long work, between its pieces: with SQLite nobody is answered while it is done, so that now and then others have a turn. */
  letOthersIn(): Promise<void>;
  /** For read-modify-write: nobody changes the rows until this transaction ends. SQLite has one writer. */
  locked: Locking;
  /** For queues: locks the rows and passes over those that another instance has locked. SQLite has one writer. */
  skipLocked: Locking;
  /**
   * For what depends on rows that are not there yet: whoever names the same after us waits until this transaction ends. It is on
   * its way as a `send` is. SQLite has one writer.
   */
  inTurn(name: string): Promise<void>;
}

export type Last = () => Promise<void>;

type Locking = <DB, T extends keyof DB, O>(query: SelectQueryBuilder<DB, T, O>) => SelectQueryBuilder<DB, T, O>;

export interface Storage {
  /** Sees what is committed once the disk has it, not before; and does not wait for that. */
  readonly reader: Reader;
  /**
   * Runs the work whole or not at all, and answers when it is durable. No network inside: other transactions may be
   * waiting for this one.
   */
  transaction<T>(work: (tx: Tx) => Promise<T>, manner?: Manner): Promise<T>;
  /** Unix milliseconds by the clock that all instances share, read between transactions: never ahead of theirs. */
  nowMs(): number;
  /** Hears every announcement. One ear for each storage: the hub's. */
  hear(ear: Ear): void;
  /** Says something to the other instances alone, within about a second; where there can be none, to nobody. */
  tellOthers(topic: string): void;
  /** Throws when storage cannot take a write now. */
  probe(): Promise<void>;
  /**
   * After rows of these tables were deleted for good: gives their room back, and leaves nothing of them in files beside the
   * tables. That may take minutes; `unavailable` when it is cut short.
   */
  scrub(tables: readonly string[], stopping?: AbortSignal): Promise<void>;
  /** Looks at tables that have grown much, where the engine plans by what it last knew of them. Ends in milliseconds. */
  survey?(): Promise<void>;
  describe(): Promise<Described>;
  /** Writes down what was erased where a restore does not replace it; where that is the business of others, does nothing. */
  noteErasure(line: string): Promise<void>;
  /** A copy of the whole, consistent in itself, taken while others write. */
  backup(target: string): Promise<void>;
  close(): Promise<void>;
}

export interface Manner {
  /**
   * It does not wait for what others left for last, and may not see it; a failure, which may come of that, counts only once it was
   * tried again with all of it there. For what succeeds without having read any of it.
   */
  readonly ahead?: boolean;
}

/** Which engine, and how much it holds. */
export interface Described {
  readonly engine: 'sqlite' | 'postgres';
  readonly version: string;
  readonly bytes: number;
}

/** What was announced, by a transaction of ours or another instance's; undefined when some of it may have been missed. */
export type Ear = (topics: Iterable<string> | undefined) => void;

export function inTransaction<T>(
  app: { readonly storage: Storage },
  work: (tx: Tx) => Promise<T>,
  manner?: Manner,
): Promise<T> {
  return app.storage.transaction(work, manner);
}
