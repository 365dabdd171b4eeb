// Single look-ups that come at the same moment, made into few queries.

import type { Reader } from './database.ts';

/** Rows of one query: so few that it holds nobody up. */
const MAX_IDS = 200;

type Give<Row> = { resolve(row: Row | undefined): void; reject(error: unknown): void };

/** `find` gives the rows of a project that have these ids, in any order. */
export function readTogether<Row extends { readonly id: string }>(
  find: (reader: Reader, project_id: string, ids: readonly string[]) => Promise<Row[]>,
): (reader: Reader, project_id: string, id: string) => Promise<Row | undefined> {
  const waiting = new WeakMap<Reader, Map<string, Map<string, Give<Row>[]>>>();

  const findAll = async (reader: Reader) => {
    const projects = waiting.get(reader) ?? new Map<string, Map<string, Give<Row>[]>>();
    waiting.delete(reader);
    for (const [project_id, asked] of projects) {
      const ids = [...asked.keys()];
      for (let from = 0; from < ids.length; from += MAX_IDS) {
        await findSome(reader, project_id, ids.slice(from, from + MAX_IDS), asked);
      }
    }
  };

  const findSome = async (
    reader: Reader,
    project_id: string,
    ids: readonly string[],
    asked: ReadonlyMap<string, readonly Give<Row>[]>,
  ) => {
    try {
      const rows = new Map((await find(reader, project_id, ids)).map((row) => [row.id, row]));
      for (const id of ids) for (const { resolve } of asked.get(id) ?? []) resolve(rows.get(id));
    } catch (error) {
      for (const id of ids) for (const { reject } of asked.get(id) ?? []) reject(error);
    }
  };

  return (reader, project_id, id) =>
    new Promise((resolve, reject) => {
      let projects = waiting.get(reader);
      if (!projects) {
        projects = new Map();
        waiting.set(reader, projects);
        void Promise.resolve().then(() => findAll(reader)); // when everyone of this moment has asked
      }
      const asked = projects.get(project_id) ?? new Map<string, Give<Row>[]>();
      projects.set(project_id, asked);
      asked.set(id, [...(asked.get(id) ?? []), { resolve, reject }]);
    });
}
