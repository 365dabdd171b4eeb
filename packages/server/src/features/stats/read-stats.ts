// How decisions went: sums of cells, of which there are few however many actions there are.

import { type Figures, STATS_MAX_DAYS_BY_HOUR, type Stats, type Suggestion } from '@countersign/contract';
import { OTHER } from '@countersign/contract/shown/other';
import { type App, type Caller, nowOf } from '../../app.ts';
import { invalid, Problem } from '../../base/problem.ts';
import { findProject } from '../project/store.ts';
import { type Bucket, startsOf } from './calendar.ts';
import { aboutOf } from './count-audit.ts';
import { countedAndTail } from './counted-and-tail.ts';
import { type Cell, fold, NO_COUNTS, sum } from './fold.ts';
import { inSteps, quantile } from './histogram.ts';
import { listCells, namesIn, newestDeliveries } from './store.ts';

const DELIVERIES = 2000;
/** Where those of one kind or agent are asked for, which no index knows. */
const LOOKED_AT = 5000;
const MOST_LISTED = 100;
const DEFAULT_DAYS = 7;
const SUGGESTION_DAYS = 14;
const SUGGESTION_APPROVALS = 30;

interface Asked {
  readonly days?: number;
  readonly bucket?: Bucket;
  readonly kind?: string;
  readonly created_by?: string;
}

export async function readStats(app: App, caller: Caller, asked: Asked): Promise<Stats> {
  const { days = DEFAULT_DAYS, bucket = 'day', kind, created_by } = asked;
  if (bucket === 'hour' && days > STATS_MAX_DAYS_BY_HOUR) {
    throw invalid('days', `must not be more than ${STATS_MAX_DAYS_BY_HOUR} by the hour`);
  }
  const now = nowOf(app);
  const { timezone } = await projectOf(app, caller);
  const starts = startsOf(bucket, timezone, days, now);
  const since = starts[0] ?? now;
  const all = await cellsSince(app, caller, { bucket, since, timezone });
  const cells = all.filter(
    (cell) =>
      (kind === undefined || cell.kind === kind) && (created_by === undefined || idIn(cell.created_by) === created_by),
  );
  const newest = { since, kind, created_by, looked: LOOKED_AT, limit: DELIVERIES };
  const { sent, counted_since } = await newestDeliveries(app.reader, caller.project_id, newest);
  return {
    since,
    until: now,
    bucket,
    timezone,
    totals: figuresOf(cells),
    waits: inSteps(cells.reduce(sum, NOTHING).waits),
    series: starts.map((start, n) => ({
      start,
      ...figuresOf(cells.filter((cell) => cell.start === start)),
      deliveries: countDeliveries(
        sent.filter(({ created_at }) => created_at >= start && created_at < (starts[n + 1] ?? Infinity)),
      ),
    })),
    kinds: ranked(cells, (cell) => cell.kind).map(([name, figures]) => ({ kind: name, ...figures })),
    reviewers: await reviewersIn(app, caller, cells),
    keys: await creatorsIn(app, caller, cells),
    deliveries: {
      ...countDeliveries(sent),
      counted_since,
    },
  };
}

/** Kinds that people have approved as they were, often and without an exception. */
export async function suggest(app: App, caller: Caller): Promise<Suggestion[]> {
  const { timezone } = await projectOf(app, caller);
  const since = startsOf('day', timezone, SUGGESTION_DAYS, nowOf(app))[0] ?? 0;
  const cells = await cellsSince(app, caller, { bucket: 'day', since, timezone });
  const byPeople = cells.filter(({ decided_by }) => decided_by.startsWith('reviewer:'));
  const kindsOf = (some: readonly Cell[]) => new Set(some.map(({ kind }) => kind));
  const changed = kindsOf(cells.filter(({ counts }) => counts.rejected > 0 || counts.edited > 0));
  if (changed.has(OTHER)) return []; // whose exception it was, nobody knows any more
  const outside = kindsOf(cells.filter(({ created_by }) => created_by.startsWith('watcher:')));
  return ranked(byPeople, ({ kind }) => kind)
    .filter(([kind, { approved }]) => approved >= SUGGESTION_APPROVALS && !changed.has(kind) && !outside.has(kind))
    .filter(([kind]) => !/[*?]/.test(kind) && kind !== OTHER) // a pattern would cover more than was approved
    .map(([kind, { approved }]) => ({
      kind,
      approved,
      since,
      rule: {
        name: `Approve ${kind}`.slice(0, 200),
        kind_pattern: kind,
        rule_action: 'auto_approve',
        outcome_params: {},
      },
    }));
}

async function projectOf(app: App, { project_id }: Caller) {
  const project = await findProject(app.reader, project_id);
  if (!project) throw new Problem('not_found');
  return project;
}

/** With what the log tells beyond them. */
async function cellsSince(
  app: App,
  { project_id }: Caller,
  { bucket, since, timezone }: { bucket: Bucket; since: number; timezone: string },
): Promise<Cell[]> {
  const { reader } = app;
  const { counted, tail } = await countedAndTail(reader, project_id, () =>
    listCells(reader, project_id, { bucket, since }),
  );
  const { cells } = fold(tail, await aboutOf(app.reader, project_id, tail), timezone);
  return [...counted, ...cells.filter((cell) => cell.bucket === bucket && cell.start >= since)];
}

const NOTHING = { counts: NO_COUNTS, waits: {} };

function figuresOf(cells: readonly Cell[]): Figures {
  const { counts, waits } = cells.reduce(sum, NOTHING);
  return { ...counts, median_s: quantile(waits, 0.5), p90_s: quantile(waits, 0.9) };
}

/** The busiest first. */
function ranked(cells: readonly Cell[], by: (cell: Cell) => string): [string, Figures][] {
  const groups = Object.entries(Object.groupBy(cells, by)).map(([name, some = []]): [string, Figures] => [
    name,
    figuresOf(some),
  ]);
  const busy = ({ created, approved, rejected, by_rule, expired }: Figures) =>
    created + approved + rejected + by_rule + expired;
  return groups.toSorted(([, a], [, b]) => busy(b) - busy(a)).slice(0, MOST_LISTED);
}

/** What someone decided is between them and the admins. */
async function reviewersIn(app: App, caller: Caller, cells: readonly Cell[]): Promise<Stats['reviewers']> {
  const isAdmin = caller.scopes.includes('admin');
  const theirs = cells.filter(
    ({ decided_by }) =>
      decided_by.startsWith('reviewer:') && (isAdmin || (caller.type === 'reviewer' && idIn(decided_by) === caller.id)),
  );
  const groups = ranked(theirs, ({ decided_by }) => idIn(decided_by));
  const ids = groups.map(([id]) => id);
  const names = await namesIn(app.reader, 'reviewers', caller.project_id, ids);
  return groups.map(([id, figures]) => ({ id, name: names.get(id) ?? '', ...figures }));
}

const TABLES = { key: 'api_keys', reviewer: 'reviewers', watcher: 'watchers' } as const;

async function creatorsIn(app: App, caller: Caller, cells: readonly Cell[]): Promise<Stats['keys']> {
  const groups = ranked(cells, ({ created_by }) => created_by);
  const names = new Map<string, string>();
  for (const [type, table] of Object.entries(TABLES)) {
    const ids = groups.filter(([who]) => who.startsWith(`${type}:`)).map(([who]) => idIn(who));
    for (const [id, name] of await namesIn(app.reader, table, caller.project_id, ids)) names.set(id, name);
  }
  return groups.map(([who, figures]) => {
    const id = idIn(who);
    return { id, type: who.slice(0, Math.max(0, who.indexOf(':'))), name: names.get(id) ?? '', ...figures };
  });
}

function idIn(who: string): string {
  return who.slice(who.indexOf(':') + 1);
}

function countDeliveries(sent: readonly { readonly status: string }[]) {
  const counts = { pending: 0, retry: 0, delivered: 0, dlq: 0, gone: 0 };
  for (const { status } of sent) counts[status as keyof typeof counts]++;
  return counts;
}
