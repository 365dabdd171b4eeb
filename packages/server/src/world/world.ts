// Everything the program cannot control: the clock, chance, sleep, names of hosts, mail, the log. Tests fake only this.

import type { KeyObject } from 'node:crypto';
import { fdatasync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { promisify } from 'node:util';
import { idMaker, type NewId } from '../base/id.ts';
import { openChance } from './chance.ts';
import { type Log, type LogLevel, openLog } from './log.ts';
import { type Mail, type Mailed, sendMail } from './mail.ts';
import { openNames, type Resolve } from './names.ts';
import { type Incoming, type Outgoing, sendOut } from './outgoing.ts';
import { openSignatures } from './signatures.ts';
import { openThreads, type Think } from './threads.ts';

export interface World {
  /** Unix milliseconds. Inside a transaction the database's own clock is handed in, and the real world believes it. */
  nowMs(databaseMs?: number): number;
  /** For rows: by the clock of the database, never by our own. */
  readonly newId: NewId;
  randomBytes(length: number): Buffer;
  /** Until what was written to an open file is on the disk. */
  flush(file: number): Promise<void>;
  /** See signatures.ts. */
  sign(text: string, key: KeyObject): Promise<Buffer>;
  /** What is free on the disk of a folder, in bytes. */
  room(folder: string): Promise<number>;
  /** Ends early, without an error, when the signal is given. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  readonly resolve: Resolve;
  /** One HTTP exchange with the outside; see outgoing.ts. */
  request(outgoing: Outgoing): Promise<Incoming>;
  /** One message to one address; see mail.ts. */
  sendMail(mail: Mail): Promise<Mailed>;
  /** Work beside the event loop; see threads.ts. */
  readonly think: Think;
  readonly log: Log;
}

export function realWorld(logLevel: LogLevel): World {
  const randomBytes = openChance();
  const resolve = openNames();
  return {
    nowMs: (databaseMs) => databaseMs ?? Date.now(),
    newId: idMaker(() => randomBytes(5).readUIntBE(0, 5)),
    randomBytes,
    flush: promisify(fdatasync),
    sign: openSignatures(),
    room,
    sleep,
    resolve,
    request: (outgoing) => sendOut(outgoing, resolve),
    sendMail: (mail) => sendMail(mail, resolve, Date.now),
    think: openThreads(),
    log: openLog(logLevel, (line) => process.stderr.write(line), Date.now),
  };
}

async function room(folder: string): Promise<number> {
  const { bavail, bsize, blocks } = await statfs(folder);
  return blocks === 0 ? Number.POSITIVE_INFINITY : bavail * bsize; // some that are no disks tell nothing
}

/** Sweeps are woken all the time, which is no error; one would be made each time with the platform's own. */
function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const over = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', over);
      resolve();
    };
    const timer = setTimeout(over, ms).unref();
    signal?.addEventListener('abort', over);
  });
}
