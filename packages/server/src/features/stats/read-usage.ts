// What there is, and what was used of the plan: from sums that are kept, and the few rows that are not in them yet.

import type { Usage } from '@countersign/contract';
import { type App, type Caller, nowOf } from '../../app.ts';
import type { Reader } from '../../storage/database.ts';
import { planOf } from '../billing/quota.ts';
import { approvalsIn } from '../billing/store.ts';
import { monthOf } from '../billing/tier.ts';
import { countedAndTail } from './counted-and-tail.ts';
import { createdIn, DECIDED, fold, type Totals } from './fold.ts';
import { readTotals, undelivered, watchersByStatus } from './store.ts';

const MOST_UNDELIVERED = 10_000;

const STATUSES = ['pending', 'approved', 'rejected', 'expired', 'executed', 'execute_failed'] as const;

export async function readUsage(app: App, { project_id }: Caller): Promise<Usage> {
  const now = nowOf(app);
  const { tier, allows } = await planOf(app.reader, app.config, project_id);
  const totals = await totalsOf(app.reader, project_id);
  const limited = allows.approvals !== null;
  const period = monthOf(now);
  return {
    tier,
    period,
    approvals: {
      used: limited ? await approvalsIn(app.reader, project_id, period.start) : (totals[createdIn(now)] ?? 0),
      limit: allows.approvals,
    },
    watchers: { ...(await watchersByStatus(app.reader, project_id)), limit: allows.watchers },
    actions: Object.fromEntries(
      STATUSES.map((status) => [status, Math.max(0, totals[status] ?? 0)]),
    ) as Usage['actions'],
    deliveries: await undelivered(app.reader, project_id, MOST_UNDELIVERED),
    decisions_by_key: decisionsByKey(totals),
  };
}

function decisionsByKey(totals: Totals): Usage['decisions_by_key'] {
  const decided = Object.entries(totals).filter(([name]) => name.startsWith(DECIDED));
  return Object.fromEntries(decided.map(([name, count]) => [name.slice(DECIDED.length), count]));
}

/** Actions created in the month of a moment. */
export async function createdInMonth(reader: Reader, project_id: string, moment: number): Promise<number> {
  return (await totalsOf(reader, project_id))[createdIn(moment)] ?? 0;
}

async function totalsOf(reader: Reader, project_id: string): Promise<Totals> {
  const { counted, tail } = await countedAndTail(reader, project_id, () => readTotals(reader, project_id));
  const { totals } = fold(tail, new Map(), 'UTC');
  const keys = new Set([...Object.keys(counted), ...Object.keys(totals)]);
  return Object.fromEntries([...keys].map((key) => [key, (counted[key] ?? 0) + (totals[key] ?? 0)]));
}
