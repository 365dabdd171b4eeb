// Lets a real server work, kills it, starts it again, and takes the power away at some moment of all that: the next one goes on
// with what the disk had.

import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { UNDER_LOAD } from '../crash/crash-loop.ts';
import { type Acknowledged, workUntilGone } from '../crash/load.ts';
import { wrongActions } from '../crash/promises.ts';
import { openReceivers } from '../crash/receivers.ts';
import { type Random, randomOf } from '../simulation/random.ts';
import { keyIn, type Served, serve } from '../support/serve-process.ts';
import { runSql } from '../support/sql.ts';
import { afterPowerCut, type Files, written } from './disk.ts';
import type { Step } from './steps.ts';
import { stepsIn, traced } from './strace.ts';
import { toldBefore, wasToldKey } from './told.ts';

const MOST_LIVES = 3;
const MOST_ACTIONS = 200;
const UNFLUSHED = fileURLToPath(new URL('./unflushed.ts', import.meta.url));

/** What the server does not wait for, although it should. */
export type Planted = 'log' | 'file';

export interface PowerLoop {
  readonly loops: number;
  /** So many moments of each are looked at; with the last one it goes on. */
  readonly cuts: number;
  readonly seed: number;
  readonly planted?: Planted;
}

export interface Findings {
  readonly wrong: readonly string[];
  readonly cuts: number;
  readonly told: number;
  readonly writes: number;
  readonly flushes: number;
}

/** Up to the first loop in which something is wrong. */
export async function powerLoop({ loops, cuts, seed, planted }: PowerLoop): Promise<Findings> {
  const random = randomOf(seed);
  const place = openPlace(planted);
  const receivers = await openReceivers();
  try {
    const { key, wrong } = await firstStart(place, random, cuts);
    const totals = { cuts, told: 0, writes: 0, flushes: 0 };
    let told: Acknowledged = new Map();
    for (let loop = 1; loop <= loops && wrong.length === 0; loop++) {
      const before = place.files();
      let steps: readonly Step[] = [];
      for (let lives = 1 + random.below(MOST_LIVES); lives > 0; lives--) {
        const actions = random.below(MOST_ACTIONS);
        const life = await place.live(async (server) => {
          const acknowledged: Acknowledged = new Map();
          const killing = setInterval(() => acknowledged.size >= actions && server.kill('SIGKILL'), 1);
          await workUntilGone({ targets: [{ url: server.url, key }], receivers, acknowledged });
          clearInterval(killing);
        });
        steps = explaining(before, [...steps, ...later(life, steps.at(-1))], place.files());
      }
      for (let cut = 1; cut <= cuts; cut++) {
        const moment = momentOf(steps, random);
        const found = afterPowerCut(before, steps, moment, random);
        const promised = new Map([...told, ...toldBefore(steps, moment)]);
        place.put(found);
        wrong.push(...(await wrongIn(place, promised)).map((line) => `loop ${loop}, cut at ${moment}: ${line}`));
        place.put(found); // who looked at it has brought the log into the file
        totals.cuts++;
        if (cut === cuts) told = promised;
      }
      totals.told = told.size;
      totals.writes += steps.filter(({ did }) => did === 'write').length;
      totals.flushes += steps.filter(({ did }) => did === 'flush').length;
    }
    return { wrong, ...totals };
  } finally {
    receivers.close();
    place.remove();
  }
}

/** Whatever the first start came to, the next one is a start; and a key that was shown is not replaced by another. */
async function firstStart(place: Place, random: Random, cuts: number): Promise<{ key: string; wrong: string[] }> {
  let key = '';
  const wrong: string[] = [];
  const steps = await place.live(async (server) => {
    key = keyIn(server.stdout());
    server.kill('SIGKILL');
  });
  const whole = place.files();
  explaining(new Map(), steps, whole);
  for (let cut = 0; cut < cuts; cut++) {
    const moment = momentOf(steps, random);
    place.put(afterPowerCut(new Map(), steps, moment, random));
    const server = await serve({ databaseUrl: place.url, environment: UNDER_LOAD });
    server.kill('SIGKILL');
    await server.exitCode;
    if (server.url === '') wrong.push(`first start, cut at ${moment}: ${server.stderr()}`);
    const isShown = keyIn(server.stdout()) !== '';
    if (isShown && wasToldKey(steps, moment)) wrong.push(`first start, cut at ${moment}: the key is gone`);
  }
  place.put(whole);
  return { key, wrong };
}

function momentOf(steps: readonly Step[], random: Random): number {
  return random.below((steps.at(-1)?.began ?? 0) + 2);
}

/** A folder with a database. */
interface Place {
  readonly url: string;
  readonly file: string;
  files(): Files;
  put(files: Files): void;
  /** A server, from its start to its end by SIGKILL. */
  live(work: (server: Served) => Promise<void>): Promise<Step[]>;
  remove(): void;
}

function openPlace(planted: Planted | undefined): Place {
  const home = mkdtempSync(join(tmpdir(), 'countersign-power-'));
  const trace = join(home, 'trace');
  const folder = join(home, 'data');
  mkdirSync(folder);
  const file = join(folder, 'countersign.db');
  const url = `file:${file}`;
  return {
    url,
    file,
    files() {
      const paths = readdirSync(folder).map((name) => join(folder, name));
      return new Map(paths.filter((path) => !isOfMemory(path)).map((path) => [path, readFileSync(path)]));
    },
    put(files) {
      rmSync(folder, { recursive: true });
      mkdirSync(folder);
      for (const [path, bytes] of files) writeFileSync(path, bytes);
    },
    async live(work) {
      const server = await serve({
        databaseUrl: url,
        flags: planted ? ['--import', UNFLUSHED] : [],
        under: traced(trace),
        environment: { ...UNDER_LOAD, UNFLUSHED: planted ?? '' },
      });
      if (server.url === '') throw new Error(`It does not start: ${server.stderr()}`);
      const tracer = /TracerPid:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1];
      await work(server);
      await server.exitCode;
      while (existsSync(`/proc/${tracer}`)) await delay(5);
      const steps = stepsIn(readFileSync(trace, 'utf8'), folder);
      return steps.filter((step) => step.did === 'tell' || !isOfMemory(step.path));
    },
    remove: () => rmSync(home, { recursive: true, force: true }),
  };
}

/** SQLite's index of its log: of the memory of those who have it open, and made anew by the first. */
const isOfMemory = (path: string) => path.endsWith('-shm');

/** After the last of another trace. */
function later(steps: readonly Step[], last: Step | undefined): Step[] {
  const by = last ? last.began + 1 : 0;
  return steps.map((step) => ({ ...step, began: step.began + by, ended: step.ended + by }));
}

/**
 * The steps that made of the files what they are; when there are none the trace has not told everything, and nothing that is
 * concluded from it counts. What the server was about to do when it died has happened or not.
 */
function explaining(before: Files, steps: readonly Step[], found: Files): readonly Step[] {
  const ways = [steps, steps.filter(({ ended }) => ended < Infinity)];
  const way = ways.find((one) => isSame(written(before, one), found));
  if (!way) throw new Error('The trace does not explain what is there.');
  return way;
}

function isSame(expected: Files, found: Files): boolean {
  const paths = [...new Set([...expected.keys(), ...found.keys()])];
  return paths.every((path) => {
    const [one, other] = [expected.get(path), found.get(path)];
    return one !== undefined && other !== undefined && one.equals(other);
  });
}

async function wrongIn({ url, file }: Place, promised: Acknowledged): Promise<string[]> {
  const database = { url, file, drop: async () => undefined };
  try {
    const [health] = await runSql<{ integrity_check: string }>(database, 'PRAGMA integrity_check(1)');
    if (health?.integrity_check !== 'ok') return [String(health?.integrity_check)];
    return await wrongActions(database, promised);
  } catch (error) {
    return [(error as Error).message];
  }
}
