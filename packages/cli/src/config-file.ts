// Where the server is and which key to use, kept for the next time. Only the owner may read it.

import { chmodSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { Failure } from './failure.ts';
import { withoutMark } from './json-source.ts';

export interface Config {
  readonly url?: string;
  readonly key?: string;
}

export function configPath(): string {
  return join(process.env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'countersign', 'config.json');
}

export function readConfig(): Config {
  let text: string;
  try {
    text = readFileSync(configPath(), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw new Failure(`${configPath()} cannot be read: ${(error as Error).message}`);
  }
  try {
    const { url, key } = JSON.parse(withoutMark(text)) as Record<string, unknown>;
    return { ...(typeof url === 'string' ? { url } : {}), ...(typeof key === 'string' ? { key } : {}) };
  } catch {
    throw new Failure(`${configPath()} is not JSON.`, 'Mend it, or write it anew with `countersign init`.');
  }
}

/** Whole or not at all, and never readable by others, not for a moment. */
export function writeConfig(config: Config): string {
  const path = configPath();
  const draft = `${path}.${process.pid}`;
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    writeFileSync(draft, `${JSON.stringify(config, null, 2)}\n`, { mode: 0o600 });
    chmodSync(draft, 0o600); // of a file that was there already
    renameSync(draft, path);
  } catch (error) {
    throw new Failure(
      `${path} cannot be written: ${(error as Error).message}`,
      'Keep it elsewhere with XDG_CONFIG_HOME, or go without: COUNTERSIGN_URL and COUNTERSIGN_API_KEY say the same.',
    );
  }
  return path;
}

/** True when someone else could read it. */
export function isOpenToOthers(): boolean {
  if (process.platform === 'win32') return false;
  try {
    return (statSync(configPath()).mode & 0o077) !== 0;
  } catch {
    return false; // there is none
  }
}
