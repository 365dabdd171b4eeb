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

function preparedFor<Handle extends Reader, P extends object, Row>(
  build: (q: Kysely<Schema>, p: Parameters<P>) => Compilable<Row>,
): (handle: Handle, values: P) => Promise<Row[]> {
  const compiled = new WeakMap<object, CompiledQuery<Row>>();
  const placeholders = new Proxy({} as Parameters<P>, { get: (_, name) => new Parameter(String(name)) });

  return (handle, values) => {
    let query = compiled.get(handle.builder);
    if (!query) {
      query = build(handle.builder, placeholders).compile();
      compiled.set(handle.builder, query);
    }
    const parameters = query.parameters.map((value) =>
      value instanceof Parameter ? (values as Record<string, unknown>)[value.name] : value,
    );
    return handle.run({ ...query, parameters });
  };
}

export const preparedRead = <P extends object, Row>(
  build: (q: Pick<Kysely<Schema>, 'selectFrom'>, p: Parameters<P>) => Compilable<Row>,
) => preparedFor<Reader, P, Row>(build);

export const preparedWrite = <P extends object, Row>(build: (q: Kysely<Schema>, p: Parameters<P>) => Compilable<Row>) =>
  preparedFor<Tx, P, Row>(build);
