// How another program starts this command: by whole paths, for programs with windows have no shell's path; or as a shell finds
// it, where others read it, too.

import { existsSync, realpathSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The words before a command's own, for a file that others share: a name where it is known, else as `invocation`. */
export function sharedInvocation(): readonly string[] {
  const [, ours = ''] = invocation();
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules')); // npx adds those
  const first = folders.map((folder) => join(folder, 'countersign')).find((file) => existsSync(file));
  return first !== undefined && realpathSync(first) === ours ? ['countersign'] : invocation();
}

/** The words before a command's own. */
export function invocation(): readonly string[] {
  return [process.execPath, realpathSync(process.argv[1] ?? '')];
}
