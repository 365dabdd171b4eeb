// Search, query by query on one connection: what one person waits. The floor fetches the same page by its known ids, as
// an index that costs nothing would.

import { SEARCH_P99_MS } from '../bars.ts';
import { type Connection, openConnection } from '../load/connection.ts';
import { quantileOf } from '../load/quantiles.ts';
import { requestsWith } from '../load/requests.ts';
import { QUERIES, type Query } from '../queries.ts';
import type { Fact, Report, Speed } from '../report.ts';
import type { Bench } from './bench-case.ts';
import type { Site } from './filled-site.ts';

/** Passes over the list of queries: as many as fit the time, within these. */
const PASSES = { least: 4, most: 40 };
const BARRED_ROWS = 1_000_000;
const PAGE = 50;

interface Page {
  readonly items: readonly { readonly id: string }[];
  readonly has_more: boolean;
}

interface Timed {
  readonly query: Query;
  /** Undefined when the server would not answer. */
  readonly page: Page | undefined;
  readonly oursMs: number[];
  readonly floorMs: number[];
}

export async function measureSearch({ engine, options, say }: Bench, site: Site): Promise<Report> {
  say(`search at ${site.rows}`);
  const timed: Timed[] = [];
  for (const query of QUERIES) timed.push({ query, page: await firstPage(site, query.q), oursMs: [], floorMs: [] });
  await timeAll(site, timed, options.seconds * 2);

  const floor = speedOf(timed.flatMap(({ floorMs }) => floorMs));
  const ours = speedOf(timed.flatMap(({ oursMs }) => oursMs));
  const operation = `search at ${site.rows.toLocaleString('en')}`;
  return {
    lines: [{ engine: engine.name, operation, floor, ours, ratio: ours.perSecond / floor.perSecond }],
    facts: factsOf(engine.name, site.rows, timed, ours),
  };
}

async function firstPage({ ours, database }: Site, q: string): Promise<Page | undefined> {
  const response = await fetch(`http://127.0.0.1:${ours.port}/v1/actions?q=${encodeURIComponent(q)}`, {
    headers: { authorization: `Bearer ${database.key}` },
  });
  const text = await response.text();
  return response.status === 200 ? (JSON.parse(text) as Page) : undefined;
}

async function timeAll(site: Site, timed: readonly Timed[], seconds: number): Promise<void> {
  const { search, known } = requestsWith(site.database.key);
  const requests = timed.map(({ query, page }) => ({
    ours: search(query.q),
    floor: known((page?.items ?? []).map(({ id }) => id)),
  }));
  const ours = await openConnection(site.ours.port);
  const floor = await openConnection(site.floor.port);
  const untilMs = performance.now() + seconds * 1000;
  for (let pass = 0; pass < PASSES.most; pass++) {
    if (pass >= PASSES.least && performance.now() > untilMs) break;
    for (const [index, request] of requests.entries()) {
      timed[index]?.floorMs.push(await timeOf(floor, request.floor));
      timed[index]?.oursMs.push(await timeOf(ours, request.ours));
    }
  }
  ours.close();
  floor.close();
}

/** A refusal takes its time, too. */
async function timeOf(connection: Connection, request: string): Promise<number> {
  const sentMs = performance.now();
  await connection.send(request);
  return performance.now() - sentMs;
}

function speedOf(timesMs: readonly number[]): Speed {
  const sumMs = timesMs.reduce((sum, ms) => sum + ms, 0);
  return {
    perSecond: (timesMs.length / sumMs) * 1000,
    p50Ms: quantileOf(timesMs, 0.5),
    p99Ms: quantileOf(timesMs, 0.99),
  };
}

function factsOf(engine: string, rows: number, timed: readonly Timed[], { p50Ms, p99Ms }: Speed): Fact[] {
  const what = `search at ${rows.toLocaleString('en')} rows`;
  const slowest = timed
    .map(({ query, oursMs }) => ({ ...query, ms: quantileOf(oursMs, 0.5) }))
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, 3)
    .map(({ q, ms }) => `“${q}” ${ms.toFixed(1)}`);
  const cut = timed.filter(({ page }) => page?.has_more && page.items.length < PAGE).length;
  const refused = timed.filter(({ page }) => page === undefined).length;
  const bar = rows === BARRED_ROWS ? ` (bar ${SEARCH_P99_MS})` : '';
  const counts = `of ${timed.length} queries, ${cut} got a page cut short by a bound, ${refused} no page at all`;
  return [
    {
      engine,
      what,
      value: `p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms${bar}`,
      met: rows === BARRED_ROWS ? p99Ms < SEARCH_P99_MS && refused === 0 : undefined,
    },
    { engine, what, value: `slowest by median: ${slowest.join(', ')} ms` },
    { engine, what, value: counts, met: refused === 0 ? undefined : false },
  ];
}
