// The floor's PostgreSQL: a pool as large as the server's, named prepared statements, BEGIN, work, COMMIT.

import pg from 'pg';
import type { FloorStorage, Statement } from './storage.ts';

/** As in packages/server/src/storage/postgres.ts. */
const POOL_SIZE = 20;

pg.types.setTypeParser(pg.types.builtins.INT8, Number);

export function openFloorPostgres(url: string): FloorStorage {
  const pool = new pg.Pool({ connectionString: url, max: POOL_SIZE });
  return {
    read: async ({ sql, values }) => (await pool.query({ ...preparedOf(sql), values: [...values] })).rows,
    async write(guard, ...others) {
      const client = await pool.connect();
      const run = async ({ sql, values }: Statement) =>
        (await client.query({ ...preparedOf(sql), values: [...values] })).rows;
      try {
        await client.query('BEGIN');
        const [row] = await run(guard);
        if (row !== undefined) for (const statement of others) await run(statement);
        await client.query('COMMIT');
        client.release();
        return row;
      } catch (error) {
        client.release(true); // whatever was begun goes with the connection
        throw error;
      }
    },
  };
}

const prepared = new Map<string, { name: string; text: string }>();

function preparedOf(sql: string): { name: string; text: string } {
  const known = prepared.get(sql);
  if (known) return known;
  let count = 0;
  const made = { name: `floor_${prepared.size}`, text: sql.replaceAll('?', () => `$${++count}`) };
  prepared.set(sql, made);
  return made;
}
