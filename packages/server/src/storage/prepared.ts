// Queries of the hot paths: built and compiled once per engine, then run with new parameters.

import type { Compilable, CompiledQuery, Kysely } from 'kysely';
import type { Reader, Tx } from './database.ts';
import type { Schema } from './schema.ts';

class Parameter {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** Stands for a value that comes later; typed as that value, so that the builder checks it. */
type Parameters<P> = { readonly [K in keyof P]: P[K] };

type Build<P, Row> = (q: Kysely<Schema>, p: Parameters<P>) => Compilable<Row>;

/** What is to be run, with these values in their places. */
function preparing<P extends object, Row>(build: Build<P, Row>) {
  const compiled = new WeakMap<object, CompiledQuery<Row>>();
  const placeholders = new Proxy({} as Parameters<P>, { get: (_, name) => new Parameter(String(name)) });

  return ({ builder }: Pick<Reader, 'builder'>, values: P): Pick<CompiledQuery<Row>, 'sql' | 'parameters'> => {
    let query = compiled.get(builder);
    if (!query) {
      query = build(builder, placeholders).compile();
      compiled.set(builder, query);
    }
    const parameters = query.parameters.map((value) =>
      value instanceof Parameter ? (values as Record<string, unknown>)[value.name] : value,
    );
    return { sql: query.sql, parameters };
  };
}

export function preparedRead<P extends object, Row>(
  build: (q: Pick<Kysely<Schema>, 'selectFrom'>, p: Parameters<P>) => Compilable<Row>,
): (reader: Reader, values: P) => Promise<Row[]> {
  const query = preparing(build);
  return (reader, values) => reader.run<Row>(query(reader, values));
}

export function preparedWrite<P extends object, Row>(build: Build<P, Row>): (tx: Tx, values: P) => Promise<Row[]> {
  const query = preparing(build);
  return (tx, values) => tx.run<Row>(query(tx, values));
}

/**
 * A write that tells how many rows it changed. It must return nothing: for a statement that does SQLite keeps a copy of every page
 * that it touches, in case it fails after a row was returned.
 */
export function preparedChange<P extends object>(build: Build<P, unknown>): (tx: Tx, values: P) => Promise<number> {
  const query = preparing(build);
  return async (tx, values) => (await tx.run(query(tx, values))).length;
}

/** A write that answers nothing: nobody waits for it before the commit. */
export function preparedSend<P extends object>(build: Build<P, unknown>): (tx: Tx, values: P) => Promise<void> {
  const query = preparing(build);
  return (tx, values) => tx.send(query(tx, values));
}
