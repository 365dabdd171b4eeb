// A disk on paper: of a list of steps, what it is sure to have when the power fails, and what it may have of the rest.
//
// It is sure to have of a file what was written before a flush began that has ended, and of names in a folder what was done before
// one of the folder. Of what came later it has some and not the rest: any sectors of any writes, but names in their order, as
// a journal keeps them, and nothing written to a file after it was cut without that cut.

import { dirname } from 'node:path';
import type { Random } from '../simulation/random.ts';
import type { Step } from './steps.ts';

export type Files = ReadonlyMap<string, Buffer>;

const SECTOR = 512;

type Of<Did extends Step['did']> = Extract<Step, { did: Did }>;

/** Whether something that the disk need not have is there all the same. */
interface Fate {
  write(step: Of<'write'>): boolean;
  sector(): boolean;
  cut(step: Of<'cut'>): boolean;
  /** Of so many, the first ones that are there. */
  names(count: number): number;
}

const ALL: Fate = { write: () => true, sector: () => true, cut: () => true, names: (count) => count };
const NOTHING: Fate = { write: () => false, sector: () => false, cut: () => false, names: () => 0 };

/** What there is while the power lasts. */
export function written(before: Files, steps: readonly Step[]): Files {
  return foundAfter(before, steps, { cut: Infinity, fate: ALL });
}

/** What is found when the power fails before this line of the trace, and comes back. */
export function afterPowerCut(before: Files, steps: readonly Step[], cut: number, random: Random): Files {
  return foundAfter(before, steps, { cut, fate: someFate(cut, random) });
}

function someFate(cut: number, random: Random): Fate {
  const names = (count: number) => random.below(count + 1);
  const until = random.below(cut + 1);
  const inTime = ({ began }: Step) => began < until;
  return random.pick([
    NOTHING,
    ALL,
    { ...ALL, write: inTime, cut: inTime, names },
    { ...ALL, write: () => random.chance(0.5), cut: () => random.chance(0.5), names },
    { write: () => true, sector: () => random.chance(0.5), cut: () => random.chance(0.5), names },
  ]);
}

/** One file, under whatever name. */
interface File {
  readonly before: Buffer;
  readonly changes: (Of<'write'> | Of<'cut'>)[];
  readonly flushes: Of<'flush'>[];
}

interface Naming extends Pick<Step, 'began' | 'ended'> {
  readonly folder: string;
  apply(names: Map<string, File>): void;
}

function foundAfter(before: Files, steps: readonly Step[], { cut, fate }: { cut: number; fate: Fate }): Files {
  const names = new Map<string, File>();
  const namings: Naming[] = [];
  const folderFlushes: Of<'flush'>[] = [];
  const name = (naming: Naming) => {
    namings.push(naming);
    naming.apply(names);
  };
  for (const [path, bytes] of before) names.set(path, { before: bytes, changes: [], flushes: [] });
  const atFirst = new Map(names);

  for (const step of steps) {
    if (step.began >= cut || step.did === 'tell') continue;
    const { path, began, ended } = step;
    const file = names.get(path);
    const folder = dirname(path);
    if (step.did === 'create') {
      const made: File = { before: Buffer.alloc(0), changes: [], flushes: [] };
      if (!file) name({ folder, began, ended, apply: (all) => all.set(path, made) });
    } else if (step.did === 'remove') {
      name({ folder, began, ended, apply: (all) => all.delete(path) });
    } else if (step.did === 'move') {
      if (!file) throw new Error(`${path} was moved, and nobody had made it.`);
      const move = (all: Map<string, File>) => {
        all.delete(path);
        all.set(step.to, file);
      };
      name({ folder, began, ended, apply: move });
    } else if (step.did === 'flush') {
      (file?.flushes ?? folderFlushes).push(step);
    } else if (file) {
      file.changes.push(step);
    }
  }

  const isSure = ({ folder, ended }: Naming) =>
    ended <
    sureUntil(
      folderFlushes.filter(({ path }) => path === folder),
      cut,
    );
  let more = fate.names(namings.filter((naming) => !isSure(naming)).length);
  for (const naming of namings) if (isSure(naming) || more-- > 0) naming.apply(atFirst);
  return new Map([...atFirst].map(([path, file]) => [path, contentOf(file, sureUntil(file.flushes, cut), fate)]));
}

/** What ended before this line, a flush has seen that ended before the cut. */
function sureUntil(flushes: readonly Of<'flush'>[], cut: number): number {
  return Math.max(-1, ...flushes.filter(({ ended }) => ended < cut).map(({ began }) => began));
}

function contentOf({ before, changes }: File, sureUntil: number, fate: Fate): Buffer {
  const content = growing(before);
  for (const change of changes) {
    const sure = change.ended < sureUntil;
    if (change.did === 'cut') {
      if (!sure && !fate.cut(change)) break;
      content.cut(change.length);
    } else if (sure) {
      content.put(change.bytes, change.at);
    } else if (fate.write(change)) {
      const at = change.at ?? content.length();
      for (let from = 0; from < change.bytes.length; ) {
        const to = Math.min(change.bytes.length, from + SECTOR - ((at + from) % SECTOR));
        if (fate.sector()) content.put(change.bytes.subarray(from, to), at + from);
        from = to;
      }
    }
  }
  return content.bytes();
}

/** Bytes that become more at every other write, without being copied each time. */
function growing(before: Buffer) {
  let room = Buffer.from(before);
  let length = before.length;
  return {
    length: () => length,
    put(bytes: Buffer, at = length) {
      const end = at + bytes.length;
      if (end > room.length) room = Buffer.concat([room, Buffer.alloc(Math.max(end, 2 * room.length) - room.length)]);
      bytes.copy(room, at);
      length = Math.max(length, end);
    },
    cut(to: number) {
      if (to < length) room.fill(0, to);
      length = to;
      if (to > room.length) room = Buffer.concat([room, Buffer.alloc(to - room.length)]);
    },
    bytes: () => room.subarray(0, length),
  };
}
