// Configuration files of other programs: one member is changed, everything else stays, and never is there half a file.

import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { Failure } from './failure.ts';
import { withoutMark } from './json-source.ts';

type Json = Record<string, unknown>;

interface Edit {
  /** Undefined: it is not of the form that its program reads. */
  readonly edit: (before: Json) => Json | undefined;
  /** The option that shows the lines instead, for a file that is not edited here. */
  readonly shownBy: string;
}

/**
 * Makes the file when there is none. Refuses one that is not plain JSON, for to write it anew would lose its comments. Who could
 * not read it before, cannot after: other programs keep keys in theirs.
 */
export function editJsonFile(path: string, { edit, shownBy }: Edit): void {
  const after = edit(read(path, shownBy));
  if (!after) throw leftAlone(path, 'has another form than its program reads', shownBy);
  mkdirSync(dirname(path), { recursive: true });
  const isThere = existsSync(path);
  const file = isThere ? realpathSync(path) : path; // a link stays one
  const draft = `${file}.${process.pid}`;
  const mode = isThere ? statSync(file).mode & 0o777 : undefined;
  writeFileSync(draft, `${JSON.stringify(after, undefined, 2)}\n`, { mode: 0o600 });
  chmodSync(draft, mode ?? 0o666 & ~process.umask());
  renameSync(draft, file);
}

function read(path: string, shownBy: string): Json {
  let text: string;
  try {
    text = withoutMark(readFileSync(path, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw new Failure(`${path} cannot be read: ${(error as Error).message}`);
  }
  if (text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    if (isObject(value)) return value;
  } catch {
    // said below
  }
  throw leftAlone(path, 'is not a JSON object', shownBy);
}

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function leftAlone(path: string, why: string, shownBy: string): Failure {
  return new Failure(`${path} ${why}; it was left as it is.`, `Add the lines by hand: ${shownBy} shows them.`);
}
