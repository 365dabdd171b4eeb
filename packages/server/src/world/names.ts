// The addresses of a host: from the hosts file, from DNS, or from whatever else the system asks.

import { lookup, Resolver } from 'node:dns/promises';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { setTimeout as sleepFor } from 'node:timers/promises';
import { parseAddress } from './address-guard.ts';

/** Every address of a host; none when it has none or nobody answers in time. Never throws. */
export type Resolve = (host: string, timeoutMs: number) => Promise<readonly string[]>;

export interface NamesOptions {
  /** `address:port`; the system's own when not given. */
  readonly servers?: readonly string[];
  readonly hostsFile?: string;
  /** What the system's own look-up says. */
  readonly system?: (name: string) => Promise<readonly string[]>;
}

const HOSTS_FILE = process.platform === 'win32' ? 'C:\\Windows\\System32\\drivers\\etc\\hosts' : '/etc/hosts';
/** UDP gets lost: asked again so soon, and so often. */
const DNS = { timeout: 400, tries: 4, maxTimeout: 2000 };
/** Only these look-ups hold a thread of the process, for as long as the system likes. */
const MAX_SYSTEM_LOOKUPS = 2;

/**
 * Why not the system's look-up alone: it holds one of very few threads until the last name server has been silent for
 * long enough, so a handful of names that nobody answers for would keep everyone else's from being looked up.
 */
export function openNames({ servers, hostsFile = HOSTS_FILE, system = lookupAll }: NamesOptions = {}): Resolve {
  const hosts = watchHosts(hostsFile);
  const askSystem = fewAtOnce(system);
  return async (host, timeoutMs) => {
    const name = host.toLowerCase().replace(/\.$/, '');
    const written = hosts(name);
    if (written.length > 0) return written;
    const startedMs = performance.now();
    const found = await askDns(name, timeoutMs, servers);
    if (found !== 'unknown') return found;
    return askSystem(name, timeoutMs - (performance.now() - startedMs));
  };
}

/** `unknown`: DNS has no such name, or there is no DNS here; the system may know more (search domains, mDNS). */
async function askDns(
  name: string,
  timeoutMs: number,
  servers?: readonly string[],
): Promise<readonly string[] | 'unknown'> {
  const resolver = new Resolver(DNS); // a new one each time: it reads which servers the machine uses now
  if (servers) resolver.setServers(servers);
  const timer = setTimeout(() => resolver.cancel(), Math.max(0, timeoutMs));
  const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  clearTimeout(timer);
  const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  const silent = answers.some((answer) => answer.status === 'rejected' && !UNKNOWN.has(codeOf(answer.reason)));
  return found.length > 0 || silent ? found : 'unknown';
}

const UNKNOWN = new Set(['ENOTFOUND', 'ENODATA', 'ECONNREFUSED']);

function codeOf(reason: unknown): string {
  return String((reason as { code?: unknown }).code);
}

async function lookupAll(name: string): Promise<readonly string[]> {
  return (await lookup(name, { all: true })).map(({ address }) => address);
}

/** An unanswered look-up cannot be cancelled; it ends in the background, and only so many may. */
function fewAtOnce(system: (name: string) => Promise<readonly string[]>): Resolve {
  let open = 0;
  return async (name, timeoutMs) => {
    const untilMs = performance.now() + timeoutMs;
    while (open >= MAX_SYSTEM_LOOKUPS) {
      if (performance.now() >= untilMs) return [];
      await sleepFor(20, undefined, { ref: false });
    }
    open++;
    const answers = system(name)
      .catch(() => []) // no such host, or nobody to ask: the same to the caller
      .finally(() => open--);
    return Promise.race([answers, sleepFor(Math.max(0, untilMs - performance.now()), [], { ref: false })]);
  };
}

/** What the machine's owner wrote down counts before anything else. Read again when it was changed. */
function watchHosts(file: string): (name: string) => readonly string[] {
  let readAtMs = Number.NaN;
  let names = new Map<string, string[]>();
  return (name) => {
    if (!existsSync(file)) return [];
    const { mtimeMs } = statSync(file);
    if (mtimeMs !== readAtMs) {
      names = parseHosts(readFileSync(file, 'utf8'));
      readAtMs = mtimeMs;
    }
    return names.get(name) ?? [];
  };
}

export function parseHosts(text: string): Map<string, string[]> {
  const names = new Map<string, string[]>();
  for (const line of text.split(/\r?\n/)) {
    const [address = '', ...known] = line.replace(/#.*/, '').trim().split(/\s+/);
    if (!parseAddress(address)) continue;
    for (const name of known.map((one) => one.toLowerCase())) names.set(name, [...(names.get(name) ?? []), address]);
  }
  return names;
}
