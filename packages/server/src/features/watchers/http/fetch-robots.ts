// Whether a page may be read, by the robots.txt of its site. Remembered for a day.

import { type App, nowOf } from '../../../app.ts';
import { type Answered, follow } from './follow.ts';
import { guestHeaders } from './guest.ts';
import { mayFetch, parseRobots, type RobotsRules } from './robots.ts';

const MAX_BYTES = 500 * 1024;
const MAX_SITES = 5000;
/** Characters of rules, of all sites together: hardly any has many. */
const MAX_CHARACTERS = 16_000_000;
const OF_A_RULE = 32;
const FRESH_SECONDS = 86_400;
const RETRY_SECONDS = 3600;
/** When nobody answered at all it may be our own line: it is not to blame the site for an hour. */
const UNREACHED_SECONDS = 60;

export type RobotsVerdict =
  | { readonly may: true; readonly crawl_delay_s: number }
  | { readonly may: false; readonly why: 'disallowed' | 'unreachable'; readonly unreached: boolean };

interface Remembered {
  readonly checked_at: number;
  /** Undefined: it has not been read for as long as this is remembered. */
  readonly rules?: RobotsRules;
  readonly unreachable_since?: number;
  readonly unreached?: true;
}

export interface Robots {
  ask(app: App, url: string, signal: AbortSignal | undefined): Promise<RobotsVerdict>;
}

export function openRobots(): Robots {
  const sites = new Map<string, Remembered>();
  let characters = 0;

  const forget = (origin: string) => {
    characters -= charactersOf(sites.get(origin));
    sites.delete(origin);
  };
  const remember = (origin: string, found: Remembered) => {
    forget(origin);
    sites.set(origin, found);
    characters += charactersOf(found);
    while (sites.size > MAX_SITES || characters > MAX_CHARACTERS) forget(sites.keys().next().value ?? '');
    return found;
  };

  const look = async (app: App, origin: string, signal: AbortSignal | undefined): Promise<Remembered> => {
    const now = nowOf(app);
    const known = sites.get(origin);
    const retry = known?.unreached ? UNREACHED_SECONDS : RETRY_SECONDS;
    const lasts = known?.unreachable_since === undefined ? FRESH_SECONDS : retry;
    if (known && now - known.checked_at < lasts && now >= known.checked_at) return known;
    const url = `${origin}/robots.txt`;
    const read = await follow(app, {
      url,
      headers: guestHeaders(app, url),
      maxBytes: MAX_BYTES,
      beginning: true,
      ...(signal ? { signal } : {}),
    });
    const text = 'answer' in read ? textOf(read.answer) : undefined;
    if (text !== undefined) return remember(origin, { checked_at: now, rules: parseRobots(text) });
    const status = 'answer' in read ? read.answer.status : undefined;
    if (status !== undefined && status >= 300 && status <= 499 && status !== 429) {
      return remember(origin, { checked_at: now, rules: { rules: [], crawl_delay_s: 0 } });
    }
    return remember(origin, {
      checked_at: now,
      ...(known?.rules ? { rules: known.rules } : {}),
      unreachable_since: known?.unreachable_since ?? now,
      ...('failed' in read && read.unreached ? { unreached: true } : {}),
    });
  };

  return {
    async ask(app, url, signal) {
      if (app.config.watcherIgnoreRobots) return { may: true, crawl_delay_s: 0 };
      const { origin, pathname, search } = new URL(url);
      const { rules, unreachable_since, unreached = false } = await look(app, origin, signal);
      // Out of reach means no for a day; after that the last word counts, or none does.
      if (unreachable_since !== undefined && nowOf(app) - unreachable_since < FRESH_SECONDS) {
        return { may: false, why: 'unreachable', unreached };
      }
      if (!rules) return { may: true, crawl_delay_s: 0 };
      return mayFetch(rules, `${pathname}${search}`)
        ? { may: true, crawl_delay_s: rules.crawl_delay_s }
        : { may: false, why: 'disallowed', unreached: false };
    },
  };
}

function charactersOf(site: Remembered | undefined): number {
  return site?.rules?.rules.reduce((sum, rule) => sum + rule.length + OF_A_RULE, 0) ?? 0;
}

/** Undefined when it is not all there: what is missing may forbid what the rest allows. Beyond the bound nothing counts. */
function textOf({ status, bytes, whole, cut }: Answered): string | undefined {
  if (status < 200 || status > 299 || (!whole && cut !== 'large')) return undefined;
  const text = new TextDecoder().decode(bytes ?? new Uint8Array());
  return whole ? text : text.slice(0, text.lastIndexOf('\n') + 1); // half a rule is another rule
}
