// Makes a folder and those above it. Node's own recursive mkdir goes round for ever where a file system takes no folders and
// says of them that their parent is missing, as /proc does; one step at a time is refused in words.

import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

export function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  try {
    mkdirSync(path);
  } catch (error) {
    if (!existsSync(path)) throw error; // else another was first
  }
}
