// A setting that is kept in a file, as Docker and Kubernetes hand out secrets: its one line, without the end of it.

import { readFileSync } from 'node:fs';

/** Throws an Error that says what is wrong with the file, and nothing of what it holds. */
export function readSettingFile(path: string): string {
  const line = readFileSync(path, 'utf8').replace(/[\r\n]+$/, '');
  if (line === '') throw new Error(`${path} is empty`);
  if (/[\r\n]/.test(line)) throw new Error(`${path} must hold one line`);
  return line;
}
