// How another program starts this command: programs with windows have no shell's path, so by whole paths.

import { realpathSync } from 'node:fs';

/** The words before a command's own. */
export function invocation(): readonly string[] {
  return [process.execPath, realpathSync(process.argv[1] ?? '')];
}
