// The first page of the list, and the search, on databases of growing size that stand side by side.

import { LIST_GROWTH } from '../bars.ts';
import { contest, type Measured, ratioOf } from '../load/contest.ts';
import { requestsWith } from '../load/requests.ts';
import type { Fact, Line, Report } from '../report.ts';
import type { Bench } from './bench-case.ts';
import { openSite, type Site } from './filled-site.ts';
import { measureSearch } from './search.ts';

export async function measureLists(bench: Bench): Promise<Report> {
  const sites: Site[] = [];
  for (const rows of bench.options.rows) sites.push(await openSite(bench, rows));
  const reports: Report[] = [];
  if (bench.options.cases.includes('list')) reports.push(await measurePages(bench, sites));
  if (bench.options.cases.includes('search')) {
    for (const site of sites) reports.push(await measureSearch(bench, site));
  }
  for (const { ours, floor, database } of sites) {
    await ours.stop();
    await floor.stop();
    await database.drop();
  }
  return { lines: reports.flatMap(({ lines }) => lines), facts: reports.flatMap(({ facts }) => facts) };
}

async function measurePages({ engine, options, say }: Bench, sites: readonly Site[]): Promise<Report> {
  say('list');
  const targets = sites.flatMap(({ floor, ours, database }) => {
    const { list } = requestsWith(database.key);
    return [floor, ours].map((server) => ({ server, next: list, expected: 200 }));
  });
  const measured = await contest(targets, { seconds: options.seconds });
  const pairs = sites.map(({ rows }, index) => {
    const [floor, ours] = measured.slice(2 * index);
    if (!floor || !ours) throw new Error('A contender is missing.');
    return { rows, floor, ours };
  });
  const lines = pairs.map(
    ({ rows, floor, ours }): Line => ({
      engine: engine.name,
      operation: `list at ${rows.toLocaleString('en')}`,
      floor,
      ours,
      ratio: ratioOf(ours, floor),
      cpu: { floorMs: floor.cpuMs, oursMs: ours.cpuMs },
      loadBusy: ours.loadBusy,
    }),
  );
  return { lines, facts: growthOf(engine.name, pairs) };
}

function growthOf(engine: string, pairs: readonly { rows: number; ours: Measured }[]): Fact[] {
  const [smallest, ...larger] = pairs;
  const largest = larger.at(-1);
  if (!smallest || !largest) return [];
  const growth = ratioOf(smallest.ours, largest.ours);
  const what = `list at ${largest.rows.toLocaleString('en')} rows, by time of that at ${smallest.rows.toLocaleString('en')}`;
  return [{ engine, what, value: `${growth.toFixed(2)} × (bar ${LIST_GROWTH})`, met: growth <= LIST_GROWTH }];
}
