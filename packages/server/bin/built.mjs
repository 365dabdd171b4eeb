// The program as one piece, when it is built and nothing it is made of is newer: it starts in a third of the time, with two
// thirds of the memory. Where there is no source, it is all there is.

import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));

export const BUILT = at('../dist/main.js');
const SOURCES = ['../src', '../../contract/src'].map(at);
const LOCK = at('../../../package-lock.json');

export function isBuilt() {
  if (!existsSync(BUILT)) return false;
  const builtMs = statSync(BUILT).mtimeMs;
  const isOlder = (path) => statSync(path).mtimeMs < builtMs;
  return SOURCES.every(
    (folder) =>
      !existsSync(folder) ||
      (isOlder(LOCK) &&
        isOlder(folder) &&
        readdirSync(folder, { recursive: true }).every((name) => isOlder(join(folder, name)))),
  );
}
