// How fast the load generator could be: against a server that does nothing, with small answers and with whole pages.

import { contest } from '../load/contest.ts';
import { requestsWith } from '../load/requests.ts';
import type { Fact, Report } from '../report.ts';
import { startEmpty } from '../servers.ts';

const PAGE_BYTES = 85_000;
const RECORD_BYTES = 1800;

export async function measureCeiling(seconds: number): Promise<Report> {
  const empty = await startEmpty();
  const { bytes } = requestsWith('none');
  const target = (length: number) => ({ server: empty, expected: 200, next: () => bytes(length) });
  const [records, pages] = await contest([target(RECORD_BYTES), target(PAGE_BYTES)], { seconds });
  await empty.stop();
  const fact = (what: string, perSecond = Number.NaN): Fact => ({
    engine: 'load generator',
    what,
    value: `${Math.round(perSecond).toLocaleString('en')} requests a second at most`,
  });
  return {
    lines: [],
    facts: [
      fact(`answers of ${RECORD_BYTES} bytes`, records?.perSecond),
      fact(`answers of ${PAGE_BYTES} bytes`, pages?.perSecond),
    ],
  };
}
