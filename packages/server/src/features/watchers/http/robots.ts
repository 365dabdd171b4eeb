// robots.txt as RFC 9309 reads it: the group for us, else the one for all; the longest rule that fits decides.

const ROBOTS_TOKEN = 'Countersign-Watcher';
const MAX_BYTES = 500 * 1024;
const MAX_RULES = 5000;
const MAX_RULE_CHARACTERS = 500;
const CRAWL_DELAY_MOST_SECONDS = 60;
const RULES = new Set(['allow', 'disallow', 'crawl-delay']);

export interface RobotsRules {
  /** `+/path` allows, `-/path` disallows. */
  readonly rules: readonly string[];
  readonly crawl_delay_s: number;
}

export function parseRobots(text: string): RobotsRules {
  const groups = { ours: newGroup(), all: newGroup() };
  let current: Group[] = [];
  let inAgents = false;
  for (const line of text.slice(0, MAX_BYTES).split(/\r\n?|\n/)) {
    const [, field = '', raw = ''] = /^\s*([a-z-]+)\s*:(.*)$/i.exec(line.replace(/#.*$/s, '')) ?? [];
    const value = raw.trim();
    const name = field.toLowerCase();
    if (name === 'user-agent') {
      if (!inAgents) current = [];
      inAgents = true;
      const [agent] = value.toLowerCase().split(/[^a-z_*-]/); // we are named with a version where we leave our name
      if (agent === '*') current.push(groups.all);
      else if (agent === ROBOTS_TOKEN.toLowerCase()) current.push(groups.ours);
      for (const group of current) group.named = true;
      continue;
    }
    if (!RULES.has(name)) continue; // the address of a map, say, is of no group and ends none
    inAgents = false;
    for (const group of current) addTo(group, name, value);
  }
  const { rules, crawl_delay_s } = groups.ours.named ? groups.ours : groups.all;
  return { rules, crawl_delay_s };
}

interface Group {
  named: boolean;
  rules: string[];
  crawl_delay_s: number;
}

function newGroup(): Group {
  return { named: false, rules: [], crawl_delay_s: 0 };
}

function addTo(group: Group, name: string, value: string): void {
  if (name === 'crawl-delay' && /^\d{1,6}(\.\d+)?$/.test(value)) {
    group.crawl_delay_s = Math.min(Math.ceil(Number(value)), CRAWL_DELAY_MOST_SECONDS);
  }
  if ((name !== 'allow' && name !== 'disallow') || value === '') return;
  if (group.rules.length === MAX_RULES || value.length > MAX_RULE_CHARACTERS) return;
  group.rules.push(`${name === 'allow' ? '+' : '-'}${normalPath(value)}`);
}

/** `path` with its query. On equal length an allowance wins. */
export function mayFetch({ rules }: RobotsRules, path: string): boolean {
  const asked = normalPath(path);
  if (asked === '/robots.txt') return true;
  let [allowed, length] = [true, -1];
  for (const rule of rules) {
    const pattern = rule.slice(1);
    if (pattern.length < length || !fits(pattern, asked)) continue;
    const allows = rule.startsWith('+');
    if (pattern.length > length || allows) [allowed, length] = [allows, pattern.length];
  }
  return allowed;
}

/** `*` is anything, `$` at the end is the end. Each piece is looked for once, so time is bounded by both lengths. */
function fits(pattern: string, path: string): boolean {
  const anchored = pattern.endsWith('$');
  const pieces = (anchored ? pattern.slice(0, -1) : pattern).split('*');
  const [first = '', ...rest] = pieces;
  if (!path.startsWith(first)) return false;
  let at = first.length;
  const last = rest.pop();
  for (const piece of rest) {
    const found = path.indexOf(piece, at);
    if (found === -1) return false;
    at = found + piece.length;
  }
  if (last === undefined) return !anchored || at === path.length;
  if (anchored) return path.length - last.length >= at && path.endsWith(last);
  return path.indexOf(last, at) !== -1;
}

/** Percent-encoded, in capitals; what need not be encoded is not. */
function normalPath(path: string): string {
  return path
    .replace(/[^\x21-\x7e]+/g, (text) => encodeURIComponent(text.toWellFormed()))
    .replace(/%[0-9a-f]{2}/gi, (code) => {
      const char = String.fromCharCode(Number.parseInt(code.slice(1), 16));
      return /[A-Za-z0-9._~-]/.test(char) ? char : code.toUpperCase();
    });
}
