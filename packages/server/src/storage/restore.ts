// Puts a backup in the place of the database, after looking whether it is one. In two steps, so that the copy can be
// looked at, and mended, before it is the database.

import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { whyNoFile } from './cannot-open.ts';
import { makeFolder } from './make-folder.ts';
import type { ProjectRow } from './schema.ts';
import { settleFile } from './settle-file.ts';
import { erasuresFile, lockFile, restoringFile } from './sqlite.ts';

/** The database, and what SQLite keeps beside it. */
const PARTS = ['', '-wal', '-shm'];

export interface Restoring {
  /** A copy of the backup, beside the database. */
  readonly incoming: string;
  /** What was erased, a line each: from the file beside the database, and from the database if it can be read. */
  readonly erasures: string;
  /** What was taken away, by the database if it can be read. */
  readonly withdrawn: Withdrawn | undefined;
  /** What it signs with, as it is stored, if it can be read. */
  readonly signingKeys: string | undefined;
  /** What projects sign webhooks with that have rotated it, as far as it can be read. */
  readonly webhookSecrets: readonly RotatedSecret[];
  /** From now on it is the database. Tells where what was there, whole or broken, lies now: beside it, under a name of its own. */
  commit(): string | undefined;
  /** Always: lets the file go, and takes away what was not committed. */
  end(): void;
}

interface Named {
  readonly project_id: string;
  readonly id: string;
}

export interface Withdrawn {
  /** Those that it knows: of others it says nothing. */
  readonly projects: readonly string[];
  readonly keys: readonly Named[];
  readonly reviewers: readonly Named[];
  /** Keys and people that it has, withdrawn or not: what became of others since the backup, it cannot say. */
  readonly known: ReadonlySet<string>;
  /** Those that are left: whatever a backup has beside them was ended, used or made void. */
  readonly sessions: ReadonlySet<string>;
  readonly links: ReadonlySet<string>;
  /** Recovery codes, by their hashes. */
  readonly codes: ReadonlySet<string>;
}

export interface RotatedSecret
  extends Pick<ProjectRow, 'id' | 'webhook_secret' | 'previous_secret' | 'previous_valid_until'> {
  /** The row of the audit log that tells of the last rotation. */
  readonly rotation: string;
}

/** Refuses while a server runs. */
export function beginRestore(backupFile: string, name: string): Restoring {
  if (!existsSync(backupFile)) throw new Error(`There is no file ${backupFile}.`);
  checkBackup(backupFile);
  makeFolder(dirname(name));
  const file = existsSync(name) ? realpathSync(name) : name;
  const lock = lockAgainstServer(file);
  const incoming = restoringFile(file);
  const clear = () => {
    for (const part of [...PARTS, '.lock', '.erasures']) rmSync(incoming + part, { force: true });
  };
  const end = () => {
    clear();
    lock.close();
  };
  try {
    clear(); // the log of a copy that was cut short would be taken for that of this one
    copyWhole(backupFile, incoming);
    for (const made of [incoming, `${file}.lock`]) giveToServer(made, file);
    const [erasures, withdrawn] = [erasuresOf(file), inDatabase(file, withdrawnIn)];
    const signingKeys = inDatabase(file, signingKeysIn);
    const webhookSecrets = inDatabase(file, webhookSecretsIn) ?? [];
    const commit = () => replace(file, incoming);
    return { incoming, erasures, withdrawn, signingKeys, webhookSecrets, commit, end };
  } catch (error) {
    end();
    throw error;
  }
}

function lockAgainstServer(file: string): DatabaseSync {
  try {
    return lockFile(file, 'End it first, then restore: it would go on with what was replaced.');
  } catch (error) {
    throw whyNoFile(file, error);
  }
}

/** What was not closed, such as a database whose server was killed, has its newest rows, or all of them, in the log beside it. */
function copyWhole(backupFile: string, incoming: string): void {
  const log = `${backupFile}-wal`;
  if (existsSync(log)) copyFileSync(log, `${incoming}-wal`);
  copyFileSync(backupFile, incoming);
  chmodSync(incoming, 0o600);
  if (!existsSync(log)) return;
  chmodSync(`${incoming}-wal`, 0o600);
  const copy = new DatabaseSync(incoming);
  try {
    copy.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  } finally {
    copy.close();
  }
}

/** Root restores for a service that has a user of its own, who could not open what is root's. SQLite does so with what it adds. */
function giveToServer(made: string, file: string): void {
  const { uid, gid } = statSync(existsSync(file) ? file : dirname(file));
  try {
    chownSync(made, uid, gid);
  } catch {
    // Only root may: of anyone else it is as good as what they make.
  }
}

function erasuresOf(file: string): string {
  const apart = erasuresFile(file);
  const lines = existsSync(apart) ? readFileSync(apart, 'utf8').split('\n') : [];
  const rows = inDatabase(file, (db) => db.prepare('SELECT project_id, id, erased_at FROM erasures').all()) ?? [];
  return [...lines, ...rows.map((row) => JSON.stringify(row))].join('\n');
}

function withdrawnIn(db: DatabaseSync): Withdrawn {
  const named = (sql: string) => db.prepare(sql).all() as unknown as Named[];
  return {
    projects: (db.prepare('SELECT id FROM projects').all() as { id: string }[]).map(({ id }) => id),
    keys: named('SELECT project_id, id FROM api_keys WHERE revoked_at IS NOT NULL'),
    reviewers: named("SELECT project_id, id FROM reviewers WHERE status = 'removed'"),
    known: new Set(
      named('SELECT project_id, id FROM api_keys UNION ALL SELECT project_id, id FROM reviewers').map(({ id }) => id),
    ),
    sessions: new Set(named('SELECT project_id, id FROM sessions').map(({ id }) => id)),
    links: new Set(named('SELECT project_id, id FROM links').map(({ id }) => id)),
    codes: new Set((db.prepare('SELECT hash FROM recovery_codes').all() as { hash: string }[]).map(({ hash }) => hash)),
  };
}

function signingKeysIn(db: DatabaseSync): string | undefined {
  const row = db.prepare("SELECT value FROM server_facts WHERE name = 'signing_keys'").get();
  return (row as { value: string } | undefined)?.value;
}

function webhookSecretsIn(db: DatabaseSync): RotatedSecret[] {
  const rotation = `SELECT audit.id FROM audit WHERE project_id = projects.id AND event = 'project.secret_rotated'
    ORDER BY rowid DESC LIMIT 1`;
  const secrets = `SELECT id, webhook_secret, previous_secret, previous_valid_until, (${rotation}) AS rotation FROM projects`;
  return db.prepare(`SELECT * FROM (${secrets}) WHERE rotation IS NOT NULL`).all() as unknown as RotatedSecret[];
}

/** Undefined when it is missing, broken or older than what is asked: perhaps that is why it is replaced. */
function inDatabase<T>(file: string, read: (db: DatabaseSync) => T): T | undefined {
  try {
    const db = new DatabaseSync(file, { readOnly: true });
    try {
      return read(db);
    } finally {
      db.close();
    }
  } catch {
    return undefined;
  }
}

/** A file of the operator's. */
export function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new Error(`${file} cannot be read: ${(error as Error).message}`);
  }
}

/**
 * Between two of these steps there is no database, or one without its log. Whoever ends there leaves the copy, by which the next
 * start knows; and who restores again then finds what was there moved already, and leaves it.
 */
function replace(file: string, incoming: string): string | undefined {
  const before = placeBeside(file);
  settleFile(incoming);
  const moved = PARTS.filter((part) => existsSync(file + part));
  for (const part of moved) renameSync(file + part, before + part);
  try {
    renameSync(incoming, file);
  } catch (error) {
    for (const part of moved) renameSync(before + part, file + part);
    throw error;
  }
  return existsSync(before) ? before : undefined;
}

/** A free one: who restores twice, the wrong backup first, has what was there at first nowhere else. */
function placeBeside(file: string): string {
  const place = (n: number) => (n === 1 ? `${file}.before-restore` : `${file}.before-restore.${n}`);
  let free = 1;
  while (existsSync(place(free))) free++;
  return place(existsSync(file) ? free : Math.max(1, free - 1));
}

function checkBackup(file: string): void {
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(file, { readOnly: true });
    const { integrity_check } = db.prepare('PRAGMA integrity_check').get() as { integrity_check: string };
    if (integrity_check !== 'ok') throw new Error(integrity_check);
    db.prepare('SELECT version FROM migrations').all();
  } catch (error) {
    throw new Error(`${file} is not a whole backup of Countersign: ${(error as Error).message}`);
  } finally {
    db?.close();
  }
}
