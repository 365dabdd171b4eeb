// Queries on one SQLite connection, each prepared once.

import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import {
  type CompiledQuery,
  type LimitNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  ValueNode,
} from 'kysely';
import type { Handle, Reader } from './database.ts';
import { emptyRows } from './empty-rows.ts';
import { builderOn, kyselyOn } from './kysely-on.ts';
import { LIFE_FACT } from './life.ts';
import { sqliteSearch } from './search-sqlite.ts';

const MAX_STATEMENTS = 500;

/** One writer at a time: rows lie in the order of their commits, and the last one tells how far the numbers have come. */
export const NEWEST = 'SELECT txid FROM audit ORDER BY rowid DESC LIMIT 1';

/** With the life that the last restore began, if there ever was one. */
const MARK = `SELECT (${NEWEST}) AS txid, (SELECT value FROM server_facts WHERE name = '${LIFE_FACT}') AS life`;

export function numberIn(row: unknown): number {
  return (row as { txid: number } | undefined)?.txid ?? 0;
}

/** SQLite prepares a statement anew whenever its LIMIT is bound: five times the cost of the select. So it is written out. */
class LiteralLimits extends SqliteQueryCompiler {
  protected override visitLimit(node: LimitNode): void {
    const { limit } = node;
    if (ValueNode.is(limit) && Number.isSafeInteger(limit.value)) this.append(`limit ${limit.value}`);
    else super.visitLimit(node);
  }
}

export const FOR_SQLITE = {
  createAdapter: () => new SqliteAdapter(),
  createIntrospector: (database: never) => new SqliteIntrospector(database),
  createQueryCompiler: () => new LiteralLimits(),
};

const builder = builderOn(FOR_SQLITE);

type Run = (parameters: SQLInputValue[]) => object[];

interface Prepared {
  readonly run: Run;
  readonly writes: boolean;
  /** Its rows, or how many there are, say whether it has written. */
  readonly tells: boolean;
}

/** Whatever does not begin as a query is taken to write. */
function prepare(db: DatabaseSync, sql: string): Prepared {
  const statement = db.prepare(sql);
  const writes = !/^\s*select\b/i.test(sql);
  const tells = writes && !/^\s*(create|drop|alter|pragma|begin|commit|rollback|savepoint|release)\b/i.test(sql);
  const isSilent = tells && statement.columns().length === 0;
  return { run: isSilent ? prepareSilent(statement) : prepareRead(statement), writes, tells };
}

function prepareSilent(statement: StatementSync): Run {
  statement.setReadBigInts(true); // of the row that was inserted last, wherever that was: the search index has numbers beyond 2^53
  return (parameters) => emptyRows(Number(statement.run(...parameters).changes));
}

/**
 * node:sqlite makes of each row a dictionary, of which every look costs several times as much, and a copy as much as the query. These
 * are copies of one row instead, with its values in their places: all have one shape, and the engine knows it.
 */
function prepareRead(statement: StatementSync): Run {
  statement.setReturnArrays(true);
  const names = statement.columns().map(({ name }) => name);
  const blank: Record<string, unknown> = Object.fromEntries(names.map((name) => [name, null]));
  return (parameters) =>
    (statement.all(...parameters) as unknown as unknown[][]).map((values) => {
      const row = { ...blank };
      for (let column = 0; column < names.length; column++) row[names[column] as string] = values[column];
      return row;
    });
}

interface Options {
  /** Throws when what is read is not certain: see sqlite-batches.ts. */
  readonly vouch?: () => void;
  /** Something was written; or it was tried, and nobody knows. */
  readonly onWrite?: () => void;
}

export function handleOf(db: DatabaseSync, { vouch, onWrite }: Options = {}): Handle {
  const statements = new Map<string, Prepared>();
  const run: Reader['run'] = async <Row>({ sql, parameters }: Pick<CompiledQuery<Row>, 'sql' | 'parameters'>) => {
    let statement = statements.get(sql);
    if (!statement) {
      if (statements.size >= MAX_STATEMENTS) statements.clear();
      statement = prepare(db, sql);
      statements.set(sql, statement);
    }
    vouch?.();
    let isKnown = false;
    try {
      const rows = statement.run(parameters as SQLInputValue[]) as Row[];
      isKnown = statement.tells && rows.length === 0;
      return rows;
    } finally {
      if (statement.writes && !isKnown) onWrite?.();
    }
  };
  const q = kyselyOn(FOR_SQLITE, run);
  // Nothing here takes long enough to be cut short: what could is bounded in rows.
  const runWithin: Reader['runWithin'] = (_ms, query) => run(query);
  const mark: Reader['mark'] = async () => {
    const [row] = await run<{ life: string | null }>({ sql: MARK, parameters: [] });
    return { next: numberIn(row) + 1, open: [], life: row?.life ?? undefined };
  };
  return { q, builder, run, runWithin, search: sqliteSearch, mark };
}
