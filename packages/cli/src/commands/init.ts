// `countersign init`: asks where the server is and for a key, tries them, and keeps them.

import { type Countersign, Forbidden } from '@countersign/sdk';
import { command } from '../command.ts';
import { readConfig, writeConfig } from '../config-file.ts';
import { clientAt, LOCAL } from '../connection.ts';
import { Failure } from '../failure.ts';
import { ask, askSecret, isInteractive, paint, print, readInput, tell } from '../terminal.ts';
import { oneLine } from '../text.ts';

export const init = command({
  name: 'init',
  summary: 'Save the address of the server and a key, after trying them',
  about: `The key is asked for, or read from standard input, or taken from COUNTERSIGN_API_KEY; never from the command line.
It is kept in ~/.config/countersign/config.json, readable by you alone.`,
  options: {},
  examples: [
    ['countersign init', 'Be asked'],
    ['countersign init --url https://approve.example < key.txt', 'In a script'],
  ],
  async run({ values }) {
    const known = values.url ?? (process.env.COUNTERSIGN_URL || savedUrl() || LOCAL);
    const asked = values.url === undefined && isInteractive ? await ask('Server address', known) : known;
    const url = asked.trim().replace(/\/+$/, '');
    const key = await givenKey();
    if (key === '') {
      throw new Failure(
        'init needs an API key: type it, pipe it in, or set COUNTERSIGN_API_KEY.',
        'The first start of a server prints one. Another: `countersign admin keys create --scopes admin`, on the server.',
      );
    }
    const may = await reachOf(clientAt(url, key));
    const path = writeConfig({ url, key });
    if (values.json) print(JSON.stringify({ url, config: path, ...may }));
    else print(`${paint('green', '✔')} Connected to ${url}: ${may.says}.\n  Saved in ${path}`);
    return 0;
  },
});

/** Undefined also where what is saved cannot be read: it is about to be written anew. */
function savedUrl(): string | undefined {
  try {
    return readConfig().url;
  } catch {
    return undefined;
  }
}

/** A program that starts this one may hold its input open and never write: after so long it is told what is waited for. */
const SILENCE_MS = 1000;

async function givenKey(): Promise<string> {
  const fromEnvironment = process.env.COUNTERSIGN_API_KEY || '';
  if (!process.stdin.isTTY) {
    const other = fromEnvironment === '' ? '' : ' `< /dev/null` takes COUNTERSIGN_API_KEY instead.';
    const timer = setTimeout(() => tell(`Waiting for the key on standard input, and for its end.${other}`), SILENCE_MS);
    const piped = (await readInput().finally(() => clearTimeout(timer))).trim();
    if (piped !== '') return piped;
  }
  if (fromEnvironment !== '') return fromEnvironment;
  return isInteractive ? askSecret('API key (not shown)') : '';
}

/** What the key may do; throws when it may nothing. */
export async function reachOf(client: Countersign): Promise<{ project?: string; scope: string; says: string }> {
  try {
    const { name } = await client.getProject();
    return { project: name, scope: 'admin', says: `project “${oneLine(name)}”, which the key may administer` };
  } catch (error) {
    if (!(error instanceof Forbidden)) throw error;
  }
  try {
    await client.listActions({ limit: 1 });
    return { scope: 'actions', says: 'the key may propose, decide and report actions' };
  } catch (error) {
    if (!(error instanceof Forbidden)) throw error;
    return { scope: 'watch', says: 'the key may manage watchers, but not actions' };
  }
}
