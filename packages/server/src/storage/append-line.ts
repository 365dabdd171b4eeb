// Adds a line to a file beside the database, and waits until the disk has it.

import { closeSync, fstatSync, fsyncSync, openSync, readSync, writeFileSync } from 'node:fs';

const NEW_LINE = 0x0a;

export function appendLine(path: string, line: string): void {
  const file = openSync(path, 'a+', 0o600);
  try {
    // Not `writeSync`, which on a full disk may write some of it and call that a success.
    writeFileSync(file, `${isAtBeginning(file) ? '' : '\n'}${line}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Of a line. What a full disk, or a power cut, has cut short must not take the next one with it. */
function isAtBeginning(file: number): boolean {
  const { size } = fstatSync(file);
  const last = Buffer.of(NEW_LINE);
  if (size > 0) readSync(file, last, 0, 1, size - 1);
  return last[0] === NEW_LINE;
}
