// Waits until a file is on the disk: for what is done once, by a command.

import { closeSync, fsyncSync, openSync } from 'node:fs';

export function settleFile(path: string): void {
  const opened = openSync(path, 'r+');
  try {
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
}
