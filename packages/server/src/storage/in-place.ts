// Whether what is written to is what the next start will find. An open file goes on without its name: whatever is committed to
// it then is gone with the process, though it was acknowledged.

import { fstatSync, statSync } from 'node:fs';

export interface Opened {
  readonly name: string;
  readonly ino: number;
}

export function openedAs(name: string, descriptor: number): Opened {
  return { name, ino: fstatSync(descriptor).ino };
}

/** Throws when one of the files was moved away, deleted, or replaced by another. */
export function assertInPlace(files: readonly Opened[]): void {
  const gone = files.find(({ name, ino }) => statSync(name, { throwIfNoEntry: false })?.ino !== ino);
  if (gone) throw new Error(`${gone.name} was moved or deleted beside the running server, which writes no more to it`);
}
