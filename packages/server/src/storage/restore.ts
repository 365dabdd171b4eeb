// Puts a backup in the place of the database, after looking whether it is one.

import { chmodSync, copyFileSync, existsSync, renameSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { lockFile } from './sqlite.ts';

/** What was there stays beside it, with `.before-restore` on its name. */
export function restoreSqlite(backupFile: string, file: string): void {
  if (!existsSync(backupFile)) throw new Error(`There is no file ${backupFile}.`);
  checkBackup(backupFile);
  const lock = lockFile(file); // refuses while a server runs
  try {
    copyFileSync(backupFile, `${file}.restoring`);
    chmodSync(`${file}.restoring`, 0o600);
    for (const companion of ['-wal', '-shm']) rmSync(`${file}.before-restore${companion}`, { force: true });
    if (existsSync(file)) {
      foldLog(file);
      renameSync(file, `${file}.before-restore`);
    }
    for (const companion of ['-wal', '-shm']) rmSync(`${file}${companion}`, { force: true });
    renameSync(`${file}.restoring`, file);
  } finally {
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

/** What was committed but not yet in the main file must go along with it. */
function foldLog(file: string): void {
  const db = new DatabaseSync(file);
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  db.close();
}
