// Puts a backup in the place of the database, after looking whether it is one. In two steps, so that the copy can be
// looked at, and mended, before it is the database.

import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { erasuresFile, lockFile } from './sqlite.ts';

const COMPANIONS = ['', '-wal', '-shm'];

export interface Restoring {
  /** A copy of the backup, beside the database. */
  readonly incoming: string;
  /** What was erased, a line each: from the file beside the database, and from the database if it can be read. */
  readonly erasures: string;
  /** From now on it is the database. What was there, whole or broken, stays beside it with `.before-restore` on its name. */
  commit(): void;
  /** Always: lets the file go, and takes away what was not committed. */
  end(): void;
}

/** Refuses while a server runs. */
export function beginRestore(backupFile: string, name: string): Restoring {
  if (!existsSync(backupFile)) throw new Error(`There is no file ${backupFile}.`);
  checkBackup(backupFile);
  mkdirSync(dirname(name), { recursive: true });
  const file = existsSync(name) ? realpathSync(name) : name;
  const lock = lockFile(file);
  const incoming = `${file}.restoring`;
  const end = () => {
    for (const companion of [...COMPANIONS, '.lock', '.erasures']) rmSync(incoming + companion, { force: true });
    lock.close();
  };
  try {
    copyFileSync(backupFile, incoming);
    chmodSync(incoming, 0o600);
    return { incoming, erasures: erasuresOf(file), commit: () => replace(file, incoming), end };
  } catch (error) {
    end();
    throw error;
  }
}

function erasuresOf(file: string): string {
  const apart = erasuresFile(file);
  const lines = existsSync(apart) ? readFileSync(apart, 'utf8').split('\n') : [];
  try {
    const db = new DatabaseSync(file, { readOnly: true });
    try {
      const rows = db.prepare('SELECT project_id, id, erased_at FROM erasures').all();
      return [...lines, ...rows.map((row) => JSON.stringify(row))].join('\n');
    } finally {
      db.close();
    }
  } catch {
    return lines.join('\n'); // missing, broken or older than the list: perhaps that is why it is replaced
  }
}

/** A file of the operator's. */
export function readText(file: string): string {
  return readFileSync(file, 'utf8');
}

function replace(file: string, incoming: string): void {
  for (const companion of COMPANIONS) {
    rmSync(`${file}.before-restore${companion}`, { force: true });
    if (existsSync(file + companion)) renameSync(file + companion, `${file}.before-restore${companion}`);
  }
  renameSync(incoming, file);
}

function checkBackup(file: string): void {
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    const { integrity_check } = db.prepare('PRAGMA integrity_check').get() as { integrity_check: string };
    if (integrity_check !== 'ok') throw new Error(integrity_check);
    db.prepare('SELECT version FROM migrations').all();
  } catch (error) {
    throw new Error(`${file} is not a whole backup of Countersign: ${(error as Error).message}`);
  } finally {
    db.close();
  }
}
