// Puts a backup in the place of the database, after looking whether it is one.

import { chmodSync, copyFileSync, existsSync, mkdirSync, realpathSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { lockFile } from './sqlite.ts';

const COMPANIONS = ['', '-wal', '-shm'];

/** What was there, whole or broken, stays beside it with `.before-restore` on its name. */
export function restoreSqlite(backupFile: string, name: string): void {
  if (!existsSync(backupFile)) throw new Error(`There is no file ${backupFile}.`);
  checkBackup(backupFile);
  mkdirSync(dirname(name), { recursive: true });
  const file = existsSync(name) ? realpathSync(name) : name;
  const lock = lockFile(file); // refuses while a server runs
  const incoming = `${file}.restoring`;
  try {
    copyFileSync(backupFile, incoming);
    chmodSync(incoming, 0o600);
    for (const companion of COMPANIONS) {
      rmSync(`${file}.before-restore${companion}`, { force: true });
      if (existsSync(file + companion)) renameSync(file + companion, `${file}.before-restore${companion}`);
    }
    renameSync(incoming, file);
  } finally {
    rmSync(incoming, { force: true });
    lock.close();
  }
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
