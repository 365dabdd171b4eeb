// `countersign doctor`: looks at everything between this terminal and the service, and says what to mend.

import { existsSync } from 'node:fs';
import { ConnectionFailed } from '@countersign/sdk';
import { command } from '../command.ts';
import { configPath, isOpenToOthers, readConfig } from '../config-file.ts';
import { type Connection, clientAt, findConnection } from '../connection.ts';
import { adviceOnProxy, explained } from '../failure.ts';
import { paint, print, withProgress } from '../terminal.ts';
import { oneLine } from '../text.ts';
import { reachOf } from './init.ts';

interface Finding {
  readonly check: string;
  readonly ok: boolean;
  readonly says: string;
  readonly advice?: string;
}

const MOST_SKEW_S = 30;

export const doctor = command({
  name: 'doctor',
  summary: 'Check the connection, the key and the clock, and say what to mend',
  about:
    'Looks at the config file, the server, the clocks, the version and the key, in this order, each after the one before it\nheld. Changes nothing. Exit code 0: everything is well; 1: something is to be mended, and it is said how.',
  options: {},
  examples: [['countersign doctor', 'When something does not work']],
  async run({ values }) {
    const connection = await findConnection(values);
    const looking = () => `Looking at ${connection.url} …`;
    const findings = [config(), ...(await withProgress(looking, server(connection)))];
    if (values.json) print(JSON.stringify({ url: connection.url, findings }));
    else for (const finding of findings) printFinding(finding);
    return findings.every(({ ok }) => ok) ? 0 : 1;
  },
});

function config(): Finding {
  const path = configPath();
  if (!existsSync(path))
    return {
      check: 'config',
      ok: true,
      says: `There is no ${path}; address and key come from the environment, or are the defaults`,
    };
  if (isOpenToOthers())
    return { check: 'config', ok: false, says: `Others can read ${path}`, advice: `chmod 600 ${path}` };
  const { url, key } = readConfig();
  const holds = [url ?? 'no address', key === undefined ? 'no key' : 'a key'].join(' and ');
  return { check: 'config', ok: true, says: `${path} holds ${holds}` };
}

/** Each look needs the one before it. */
async function server(connection: Connection): Promise<Finding[]> {
  const root = clientAt(connection.url, undefined) && connection.url.replace(/\/+$/, '').replace(/\/v1$/, '');
  const findings: Finding[] = [];
  try {
    const ready = await fetch(`${root}/readyz`, { signal: AbortSignal.timeout(10_000), redirect: 'manual' });
    const isReady = ready.status === 200 && (await ready.text()).trim() === 'ready';
    findings.push(reached(root, ready.status, isReady), clock(ready.headers.get('date')));
    if (!isReady) return findings;
  } catch (error) {
    const failed = new ConnectionFailed(root, error);
    const advice =
      adviceOnProxy(failed) ?? 'Start a server with `countersign serve` or `npm start`, or set COUNTERSIGN_URL.';
    return [{ check: 'server', ok: false, says: failed.message, advice }];
  }
  findings.push(await version(connection), await key(connection));
  return findings;
}

function reached(root: string, status: number, isReady: boolean): Finding {
  if (isReady) return { check: 'server', ok: true, says: `${root} answers, and its database does too` };
  const advice =
    status === 503
      ? 'It cannot write to its database, for want of room or of the database itself; its log says why.'
      : 'Is this a Countersign server, and the address without a path?';
  const how = status === 200 ? 'as no Countersign server does' : status;
  return { check: 'server', ok: false, says: `${root}/readyz answers ${how}`, advice };
}

function clock(date: string | null): Finding {
  const skew = Math.round(Date.now() / 1000 - Date.parse(date ?? '') / 1000);
  if (Number.isNaN(skew)) return { check: 'clock', ok: true, says: 'The server does not tell its time' };
  const ok = Math.abs(skew) <= MOST_SKEW_S;
  const says = ok
    ? `The clocks here and on the server differ by less than ${MOST_SKEW_S} s`
    : `This clock is ${Math.abs(skew)} s ${skew > 0 ? 'ahead of' : 'behind'} the server’s`;
  return {
    check: 'clock',
    ok,
    says,
    ...(ok ? {} : { advice: 'Webhooks are refused beyond 300 s: set the clocks (NTP).' }),
  };
}

async function version({ url }: Connection): Promise<Finding> {
  try {
    const { info } = (await clientAt(url, undefined).getOpenApi()) as { info?: { title?: string; version?: string } };
    return {
      check: 'version',
      ok: info?.title === 'Countersign',
      says: `${info?.title ?? 'Something else'} ${info?.version ?? ''}`,
    };
  } catch (error) {
    return failed('version', error);
  }
}

async function key({ url, key, keyFrom }: Connection): Promise<Finding> {
  if (key === undefined)
    return { check: 'key', ok: false, says: `There is no key for ${url}`, advice: 'Run `countersign init`.' };
  try {
    const { says } = await reachOf(clientAt(url, key));
    return { check: 'key', ok: true, says: `The key (from ${keyFrom}) is accepted: ${says}` };
  } catch (error) {
    return failed('key', error);
  }
}

function failed(check: string, error: unknown): Finding {
  const [says = String(error), advice] = explained(error) ?? [];
  return { check, ok: false, says, ...(advice === undefined ? {} : { advice }) };
}

function printFinding({ check, ok, says, advice }: Finding): void {
  print(`${ok ? paint('green', '✔') : paint('red', '✖')} ${check.padEnd(8)} ${oneLine(says)}`);
  if (advice !== undefined) print(`  ${' '.repeat(8)} ${paint('yellow', oneLine(advice))}`);
}
