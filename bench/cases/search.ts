// Search, query by query on one connection: what one person waits. The floor fetches the same page by its known ids, as
// an index that costs nothing would.

import { SEARCH_P99_MS } from '../bars.ts';
import { type Connection, openConnection } from '../load/connection.ts';
import { quantileOf } from '../load/quantiles.ts';
import { requestsWith } from '../load/requests.ts';
import { QUERIES, type Query } from '../queries.ts';
import type { Fact, Report, Speed } from '../report.ts';
import type { Bench } from './bench-case.ts';
import type { Site } from './lists.ts';

/** Passes over the list of queries: as many as fit the time, within these. */
const PASSES = { least: 4, most: 40 };
const BARRED_ROWS = 1_000_000;

interface Page {
  readonly items: readonly { readonly id: string }[];
  readonly has_more: boolean;
}

interface Timed {
  readonly query: Query;
  readonly cut: boolean;
  readonly oursMs: number[];
  readonly floorMs: number[];
}

export async function measureSearch({ engine, options, say }: Bench, site: Site): Promise<Report> {
  say(`search at ${site.rows}`);
  const requests = requestsWith(site.database.key);
  const ours = await openConnection(site.ours.port);
  const floor = await openConnection(site.floor.port);
  const timed: (Timed & { readonly search: string; readonly known: string })[] = [];
  for (const query of QUERIES) {
    const page = await firstPage(site, query.q);
    timed.push({
      query,
      cut: page.has_more && page.items.length < 50,
      oursMs: [],
      floorMs: [],
      search: requests.search(query.q),
      known: requests.known(page.items.map(({ id }) => id)),
    });
  }

  const untilMs = performance.now() + options.seconds * 2000;
  for (let pass = 0; pass < PASSES.most; pass++) {
    if (pass >= PASSES.least && performance.now() > untilMs) break;
    for (const { search, known, oursMs, floorMs } of timed) {
      floorMs.push(await timeOf(floor, known));
      oursMs.push(await timeOf(ours, search));
    }
  }
  ours.close();
  floor.close();

  const [floorSpeed, ourSpeed] = [
    speedOf(timed.flatMap(({ floorMs }) => floorMs)),
    speedOf(timed.flatMap(({ oursMs }) => oursMs)),
  ];
  return {
    lines: [
      {
        engine: engine.name,
        operation: `search at ${site.rows.toLocaleString('en')}`,
        floor: floorSpeed,
        ours: ourSpeed,
        ratio: ourSpeed.perSecond / floorSpeed.perSecond,
      },
    ],
    facts: factsOf(engine.name, site.rows, timed, ourSpeed),
  };
}

async function firstPage({ ours, database }: Site, q: string): Promise<Page> {
  const response = await fetch(`http://127.0.0.1:${ours.port}/v1/actions?q=${encodeURIComponent(q)}`, {
    headers: { authorization: `Bearer ${database.key}` },
  });
  if (response.status !== 200) throw new Error(`Search for ${q}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Page;
}

async function timeOf(connection: Connection, request: string): Promise<number> {
  const sentMs = performance.now();
  const status = await connection.send(request);
  if (status !== 200) throw new Error(`Not 200 but:\n${connection.lastWords()}`);
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
  const slowest = timed
    .map(({ query, oursMs }) => ({ ...query, ms: quantileOf(oursMs, 0.5) }))
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, 3)
    .map(({ q, ms }) => `“${q}” ${ms.toFixed(1)}`);
  const cut = timed.filter((one) => one.cut).length;
  const what = `search at ${rows.toLocaleString('en')} rows`;
  return [
    {
      engine,
      what,
      value: `p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms (bar ${SEARCH_P99_MS} at ${BARRED_ROWS.toLocaleString('en')})`,
      met: rows === BARRED_ROWS ? p99Ms < SEARCH_P99_MS : undefined,
    },
    { engine, what, value: `slowest by median: ${slowest.join(', ')} ms` },
    { engine, what, value: `${cut} of ${timed.length} queries got a page cut short by the bound of the scan` },
  ];
}
