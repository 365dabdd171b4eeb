// The floor as a process: `node bench/floor/main.ts` with DATABASE_URL, on a database that is migrated already.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answering } from './door.ts';
import { openFloorPostgres } from './postgres.ts';
import { openFloorSqlite } from './sqlite.ts';

const url = process.env.DATABASE_URL ?? '';
const storage = url.startsWith('file:') ? openFloorSqlite(url.slice('file:'.length)) : openFloorPostgres(url);

const server = createServer({ keepAliveTimeout: 600_000 }, answering(storage));
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`The floor is listening on http://127.0.0.1:${port}\n`);
});

process.once('SIGTERM', () => process.exit(0));
