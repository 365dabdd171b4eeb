// `countersign watchers`: what is watched, how it fares, and how to change that.

import type { Countersign, Watcher } from '@countersign/sdk';
import { command } from '../command.ts';
import { connect } from '../connection.ts';
import { oneOf, UsageError } from '../failure.ts';
import { nowSeconds, printJson, printTable } from '../output.ts';
import { table } from '../table.ts';
import { paint, print, withProgress } from '../terminal.ts';
import { ago, duration, oneLine } from '../text.ts';

const STATUSES = ['active', 'paused', 'degraded'] as const;
const LIMIT = 100;

export const watchers = command({
  name: 'watchers',
  summary: 'List, make, run, pause and delete watchers',
  takes: ['list|show|create|run|pause|resume|delete', '[ID]'],
  about: 'Needs a key with the scope watch. What a watcher finds becomes an action in the inbox.',
  options: {
    status: { type: 'string', value: 'STATUS', says: `list: only those that are ${STATUSES.join(', ')}` },
    name: { type: 'string', says: 'create: what people call it' },
    feed: { type: 'string', value: 'URL', says: 'create: watch this feed' },
    page: { type: 'string', value: 'URL', says: 'create: watch this page for changes' },
    take: { type: 'string', value: 'EXPRESSION', says: 'create --page: only this part, such as css:.price' },
    reddit: { type: 'string', value: 'QUERY', says: 'create: search Reddit for this' },
    subreddit: { type: 'string', says: 'create --reddit: only there' },
    keyword: { type: 'string', multiple: true, value: 'PATTERN=POINTS', says: 'create: what counts; may be repeated' },
    without: { type: 'string', multiple: true, value: 'PATTERN', says: 'create: no match when this is in it' },
    'min-score': { type: 'string', value: 'N', says: 'create: the points that make a match (1)' },
    every: { type: 'string', value: 'SPAN', says: 'create: how often, such as 15m, 6h, 1d (1h)' },
    jitter: { type: 'string', value: 'SPAN', says: 'create: a random delay of up to so much' },
    window: { type: 'string', value: 'HH:MM-HH:MM', says: "create: only in these hours of the project's zone" },
  },
  examples: [
    ['countersign watchers list --status degraded', 'What cannot be read at present, and why'],
    ['countersign watchers create --feed https://blog.example/feed.xml --keyword rust=10 --min-score 10', 'A feed'],
    ['countersign watchers create --page https://shop.example/ --take css:.price --every 6h', 'One value of a page'],
    ['countersign watchers run wat_…', 'Now, and say how it went'],
  ],
  async run({ values, positionals: [verb = '', id] }) {
    const client = () => connect(values);
    const { json } = values;
    if (verb === 'list') return list(await client(), values.status, json);
    if (verb === 'create') return tell(await (await client()).createWatcher(wishOf(values)), json);
    if (id === undefined)
      throw new UsageError('Say `watchers list`, `watchers create`, or a verb and the ID of a watcher.');
    if (verb === 'show') return show(await client(), id, json);
    if (verb === 'run') return runNow(await client(), id, json);
    if (verb === 'pause')
      return tell(await (await client()).updateWatcher(id, { status: 'paused' }), json, () => AT_REST);
    if (verb === 'resume') return tell(await (await client()).updateWatcher(id, { status: 'active' }), json);
    if (verb === 'delete') return remove(await client(), id, json);
    throw new UsageError('Say list, show, create, run, pause, resume or delete.');
  },
});

interface Wish {
  readonly name?: string;
  readonly feed?: string;
  readonly page?: string;
  readonly take?: string;
  readonly reddit?: string;
  readonly subreddit?: string;
  readonly keyword?: string[];
  readonly without?: string[];
  readonly 'min-score'?: string;
  readonly every?: string;
  readonly jitter?: string;
  readonly window?: string;
}

function wishOf(values: Wish) {
  const { feed, page, take, reddit, subreddit, keyword = [], without = [], every = '1h', jitter, window } = values;
  if ([feed, page, reddit].filter((given) => given !== undefined).length !== 1) {
    throw new UsageError('Say what to watch: one of --feed, --page and --reddit.');
  }
  const kind = feed !== undefined ? 'rss' : page !== undefined ? 'url_diff' : 'reddit_search';
  const url = feed ?? page;
  const query = kind === 'url_diff' ? take : reddit;
  const min = values['min-score'];
  if (min !== undefined && !/^\d{1,7}$/.test(min)) throw new UsageError('--min-score is a number.');
  return {
    name: values.name ?? url ?? reddit ?? '',
    kind,
    config: {
      ...(url === undefined ? {} : { url }),
      ...(query === undefined ? {} : { query }),
      ...(subreddit === undefined ? {} : { subreddit }),
    },
    keywords: keyword.map(keywordOf),
    keywords_none: without,
    ...(min === undefined ? {} : { min_score: Number(min) }),
    schedule: { every, ...(jitter === undefined ? {} : { jitter }), ...(window === undefined ? {} : { window }) },
  } as const;
}

/** The last sign counts: a pattern may hold others. */
function keywordOf(text: string): { pattern: string; points: number } {
  const [, pattern, points] = /^(.+)=(\d{1,3})$/s.exec(text) ?? [];
  if (pattern === undefined) throw new UsageError(`--keyword ${text}: write PATTERN=POINTS, such as rust=10.`);
  return { pattern, points: Number(points) };
}

async function list(client: Countersign, status: string | undefined, json?: boolean): Promise<number> {
  const wanted = status === undefined ? undefined : oneOf(STATUSES, status, '--status');
  const found = await client.listWatchers({ limit: LIMIT, ...(wanted === undefined ? {} : { status: wanted }) });
  if (json) {
    printJson(found);
    return 0;
  }
  const now = nowSeconds();
  const heads = [
    { title: 'ID' },
    { title: 'STATUS' },
    { title: 'KIND' },
    { title: 'NAME', shrinks: true as const },
    { title: 'LAST RUN' },
    { title: 'OUTCOME' },
  ];
  const rows = found.items.map((watcher) => [
    watcher.id,
    watcher.status,
    watcher.kind,
    watcher.name,
    watcher.last_run_at === undefined ? 'never' : ago(watcher.last_run_at, now),
    watcher.error_code ?? watcher.last_outcome ?? '',
  ]);
  printTable(heads, rows);
  if (found.has_more) print(paint('dim', `… and more: these are the newest ${LIMIT}.`));
  return 0;
}

async function show(client: Countersign, id: string, json?: boolean): Promise<number> {
  const watcher = await client.getWatcher(id);
  if (json) {
    printJson(watcher);
    return 0;
  }
  const now = nowSeconds();
  const when = (at: number | undefined) => (at === undefined ? 'never' : ago(at, now));
  const rows: (readonly [string, string | undefined])[] = [
    ['name', watcher.name],
    ['kind', watcher.kind],
    ['status', watcher.status],
    ['reads', watcher.effective_url ?? watcher.config.url ?? `${watcher.config.query} in ${watcher.config.subreddit}`],
    ['every', [watcher.schedule.every, watcher.schedule.window].filter(Boolean).join(', ')],
    [
      'last run',
      `${when(watcher.last_run_at)}${watcher.last_outcome === undefined ? '' : `: ${watcher.last_outcome}`}`,
    ],
    ['last match', when(watcher.last_match_at)],
    ['items', String(watcher.item_count ?? 0)],
    ['error', watcher.last_error],
  ];
  for (const line of table(
    [{ title: '' }, { title: '' }],
    rows.flatMap(([name, text]) => (text ? [[name, text]] : [])),
  ).slice(1)) {
    print(line);
  }
  return 0;
}

const reading = (seconds: number) => `Reading it … ${duration(seconds)}`;
const AT_REST = 'it will not run until `countersign watchers resume`';

/** Runs are told apart by the second in which they began. */
const TELLING_MS = 2000;

/** The server does not wait for ever, nor for a site whose turn is later: what it answers then is of the run before. */
async function runNow(client: Countersign, id: string, json?: boolean): Promise<number> {
  const { last_run_at } = await client.getWatcher(id);
  const startMs = Date.now();
  const watcher = await withProgress(reading, client.runWatcher(id));
  const isUnderWay = watcher.last_run_at === last_run_at && Date.now() - startMs > TELLING_MS;
  return tell(watcher, json, isUnderWay ? () => 'the run is not over yet' : outcomeOf);
}

function outcomeOf({ last_error, last_outcome, next_run_at, next_run_reason }: Watcher): string {
  if (next_run_reason === 'host_budget') {
    const soon = duration(Math.max(1, next_run_at - nowSeconds()));
    return `it has not run yet: the site was asked a moment ago, and its turn comes in ${soon}`;
  }
  return `the run ended with ${(last_error ?? last_outcome ?? 'nothing new').replace(/\.$/, '')}`;
}

function tell(watcher: Watcher, json?: boolean, more?: (watcher: Watcher) => string): number {
  if (json) {
    printJson(watcher);
    return 0;
  }
  const how = more === undefined ? '' : `; ${oneLine(more(watcher))}`;
  print(`${watcher.id} (${oneLine(watcher.name)}) is ${watcher.status}${how}.`);
  for (const warning of watcher.warnings ?? []) print(paint('yellow', warning));
  return 0;
}

async function remove(client: Countersign, id: string, json?: boolean): Promise<number> {
  await client.deleteWatcher(id);
  print(json ? JSON.stringify({ id, deleted: true }) : `${id} is deleted. The actions it made stay.`);
  return 0;
}
