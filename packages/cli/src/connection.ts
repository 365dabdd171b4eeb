// The client for a command: address and key from where they may come. A key is never taken from the command line, where
// every process of the machine could read it.

import { Countersign } from '@countersign/sdk';
import type { Common } from './command.ts';
import { configPath, isOpenToOthers, readConfig } from './config-file.ts';
import { Failure, UsageError } from './failure.ts';
import { readInput, tell, tellInBetween } from './terminal.ts';
import { oneLine } from './text.ts';

export const LOCAL = 'http://localhost:8484';

export interface Connection {
  readonly url: string;
  readonly key: string | undefined;
  readonly keyFrom: 'standard input' | 'COUNTERSIGN_API_KEY' | 'the config file' | undefined;
}

export async function findConnection(values: Common): Promise<Connection> {
  const config = readConfig();
  // Trimmed: of a file of settings that was saved on Windows, something of the line's end stays.
  const given = (values.url ?? (process.env.COUNTERSIGN_URL || undefined))?.trim();
  const url = given ?? config.url ?? LOCAL;
  mustBeAddress(url, values.url !== undefined ? '--url' : given !== undefined ? 'COUNTERSIGN_URL' : configPath());
  if (values['key-stdin']) return { url, key: (await readInput()).trim(), keyFrom: 'standard input' };
  const fromEnvironment = process.env.COUNTERSIGN_API_KEY || undefined;
  if (fromEnvironment !== undefined) return { url, key: fromEnvironment, keyFrom: 'COUNTERSIGN_API_KEY' };
  const key = savedKeyFor(given, config);
  if (key === undefined) return { url, key, keyFrom: undefined };
  if (isOpenToOthers()) tell(`countersign: others can read your key. Run: chmod 600 ${configPath()}`);
  return { url, key, keyFrom: 'the config file' };
}

/** A key is for the server it was saved with; another, named for once, must not be sent it. */
export function savedKeyFor(url: string | undefined, { url: saved = LOCAL, key } = readConfig()): string | undefined {
  return url === undefined || originOf(url) === originOf(saved) ? key : undefined;
}

export async function connect(values: Common): Promise<Countersign> {
  const { url, key } = await findConnection(values);
  if (key === undefined || key === '') {
    throw new Failure(
      `There is no API key for ${url}.`,
      'Save one with `countersign init`, or set COUNTERSIGN_API_KEY. The first start of a server prints one.',
    );
  }
  return clientAt(url, key);
}

export function clientAt(url: string, key: string | undefined): Countersign {
  mustBeAddress(url, 'The server');
  try {
    const who = key === undefined ? ({ credentials: 'omit' } as const) : { apiKey: key };
    return new Countersign({ baseUrl: url, onRetry: sayRetry, ...who });
  } catch (error) {
    throw new UsageError((error as Error).message.replace(/^apiKey/, 'The key').replace(/^baseUrl/, 'The address'));
  }
}

/** For whoever sits before it, who would see nothing for as long as that takes. */
function sayRetry({ message }: Error, delayMs: number): void {
  const seconds = Math.max(1, Math.round(delayMs / 1000));
  tellInBetween(`${oneLine(message).replace(/[.\s]+$/, '')}. Trying again in ${seconds} s …`);
}

/** `from`: where it was given, which is where to mend it. */
function mustBeAddress(url: string, from: string): void {
  if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return;
  const meant = URL.canParse(`http://${url}`) && new URL(`http://${url}`).host === url ? `http://${url}` : LOCAL;
  throw new UsageError(`${from} is an address with http:// or https://, such as ${meant}; not ${url}`);
}

function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : url;
}
