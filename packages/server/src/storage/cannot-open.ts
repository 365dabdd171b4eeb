// Why the database cannot be opened, in words for whoever starts the server: what is wrong, and what to do next.

import { codeOf, isFull } from './sqlite-errors.ts';

interface EngineError extends Error {
  readonly code?: string;
  /** Of PostgreSQL. */
  readonly hint?: string;
  /** Of an attempt at several addresses, whose own message is empty. */
  readonly errors?: readonly Error[];
}

/** Of SQLite. */
const [NOT_PERMITTED, READ_ONLY, CORRUPT, NOT_OPENED, NO_DATABASE] = [3, 8, 11, 14, 26] as const;

const REFUSED: ReadonlySet<number | string | undefined> = new Set([
  ...[NOT_PERMITTED, READ_ONLY, NOT_OPENED],
  ...['EACCES', 'EPERM', 'EROFS', 'EEXIST', 'ENOTDIR', 'EISDIR', 'ENOENT'],
]);

/** What says nothing of the file or its folder is a fault of ours, and given back as it is. */
export function whyNoFile(file: string, error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error;
  const { code, message } = error as EngineError;
  const kind = codeOf(error);
  if (kind === NO_DATABASE)
    return new Error(`${file} is not a database. Is DATABASE_URL right? If it was one, restore a backup.`);
  if (kind === CORRUPT)
    return new Error(`${file} is damaged (${message}). Restore a backup: countersign admin restore FILE`);
  const noRoom = noRoomFor(file, error);
  if (noRoom) return noRoom;
  if (!REFUSED.has(code) && !REFUSED.has(kind)) return error;
  return new Error(
    `${file} cannot be opened: ${message}. Whoever runs the server must be able to write it and its folder; ` +
      'DATABASE_URL=file:/another/folder/countersign.db puts it elsewhere.',
  );
}

/** Undefined when there is. */
export function noRoomFor(file: string, error: unknown): Error | undefined {
  const hasNoRoom = isFull(error) || (error as EngineError).code === 'ENOSPC';
  return hasNoRoom ? new Error(`There is no room left for ${file}.`) : undefined;
}

/** Of a server that was not reached, or did not let us in. The address without its password. */
export function whyNoServer(url: string, error: Error): Error {
  const reason = (error as EngineError).errors?.[0]?.message ?? error.message;
  const [, advice] = ADVICE.find(([pattern]) => pattern.test(reason)) ?? [];
  const where = URL.parse(url)?.host || 'localhost';
  return new Error(`Cannot reach PostgreSQL at ${where}: ${reason}. ${advice}`, { cause: error });
}

const ADVICE: readonly (readonly [RegExp, string])[] = [
  [
    /password must be a string/,
    'It asks for a password, and DATABASE_URL has none: postgres://user:password@host/name',
  ],
  [
    /certificate/i,
    'With TLS its certificate must be good for its name: ?sslmode=verify-full&sslrootcert=FILE at the end of DATABASE_URL ' +
      'names whom to believe, ?sslmode=no-verify believes anyone.',
  ],
  [
    /too many (clients|connections)|connection slots/,
    'A server takes about 20 connections, and others have theirs: raise max_connections, or let go of some.',
  ],
  [/does not support SSL/, 'It takes no TLS: ?sslmode=disable at the end of DATABASE_URL goes without.'],
  [/(?:)/, 'DATABASE_URL says where it is, and who we are there.'],
];

/** What another encoding has no letter for would be refused one day, as a fault of ours. */
export function notInUtf8(encoding: string): Error {
  return new Error(
    `The database is in ${encoding}, and must be in UTF-8: CREATE DATABASE name ENCODING 'UTF8' TEMPLATE template0, ` +
      'and DATABASE_URL says its name.',
  );
}

const DENIED = '42501';
const ONLY_READS = '25006';
const UNDEFINED_OBJECT = '42704';

/** Of tables that could not be made. */
export function whyNoTables(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { code, message, hint } = error as EngineError;
  if (code === UNDEFINED_OBJECT && /gin_trgm_ops/.test(message)) {
    return new Error(
      'The extension pg_trgm is in a schema where this role does not look: ALTER EXTENSION pg_trgm SET SCHEMA public, ' +
        'or ALTER ROLE … SET search_path.',
    );
  }
  if (code === ONLY_READS) {
    return new Error(`PostgreSQL only reads here: ${message}. DATABASE_URL must lead to the one that is written to.`, {
      cause: error,
    });
  }
  if (code !== DENIED) return error;
  return new Error(
    `PostgreSQL does not let this role make its tables: ${message}.${hint ? ` ${hint}` : ''} ` +
      'It needs CREATE on the database and on the schema public.',
  );
}
