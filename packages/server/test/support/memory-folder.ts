// Where databases lie that nobody needs after their test: in memory.

import { existsSync, statfsSync } from 'node:fs';
import { freemem } from 'node:os';

const FOLDER = '/dev/shm';
/** The log of PostgreSQL, and what is open at a time. */
const ENOUGH_BYTES = 6 * 2 ** 30;

/** Thousands of databases are copied and dropped in a test run: where there is room for that in memory, no disk has to bear it. */
export function memoryFolder(): string | undefined {
  if (!existsSync(FOLDER)) return undefined;
  const { bavail, bsize } = statfsSync(FOLDER);
  return Math.min(bavail * bsize, freemem()) >= ENOUGH_BYTES ? FOLDER : undefined;
}
