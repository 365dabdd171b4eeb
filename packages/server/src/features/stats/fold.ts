// What rows of the audit log add to the figures. Sums only: in whatever order rows come and actions go, they add up.

import type { ActionStatus, AuditEvent } from '@countersign/contract';
import { isUnread } from '../../base/reading.ts';
import type { AuditTableRow, StatsCellRow } from '../../storage/schema.ts';
import { readFacts } from '../audit/facts.ts';
import { monthOf } from '../billing/tier.ts';
import { type Bucket, startOf } from './calendar.ts';
import { type Histogram, histogramOf, merge } from './histogram.ts';

export type TellingRow = Pick<AuditTableRow, 'event' | 'entity_id' | 'actor_type' | 'actor_id' | 'data' | 'created_at'>;

/** What an action is, as far as it is counted; one that is gone counts in no cell. */
export interface About {
  readonly kind: string;
  readonly created_by: string;
  readonly created_at: number;
  /** Someone had looked at it. */
  readonly seen: boolean;
}

export type Counts = Omit<
  StatsCellRow,
  'project_id' | 'bucket' | 'start' | 'kind' | 'created_by' | 'decided_by' | 'waits'
>;

export interface Cell {
  readonly bucket: Bucket;
  readonly start: number;
  readonly kind: string;
  readonly created_by: string;
  readonly decided_by: string;
  readonly counts: Counts;
  readonly waits: Histogram;
}

/** By status, by `created:` with the first second of a month, and by `decided:` with the id of a key. */
export type Totals = Readonly<Record<string, number>>;

export interface Folded {
  readonly cells: readonly Cell[];
  readonly totals: Totals;
}

export const NO_COUNTS: Counts = {
  created: 0,
  approved: 0,
  rejected: 0,
  by_rule: 0,
  expired: 0,
  expired_unseen: 0,
  edited: 0,
  unread: 0,
};

const COUNT_NAMES = Object.keys(NO_COUNTS) as (keyof Counts)[];

const MOVES: Partial<Record<AuditEvent, { readonly from?: ActionStatus; readonly to: ActionStatus }>> = {
  'action.created': { to: 'pending' },
  'action.approved': { from: 'pending', to: 'approved' },
  'action.rejected': { from: 'pending', to: 'rejected' },
  'action.expired': { from: 'pending', to: 'expired' },
  'action.executed': { from: 'approved', to: 'executed' },
  'action.execute_failed': { from: 'approved', to: 'execute_failed' },
};

export const COUNTED = Object.keys(MOVES) as AuditEvent[];
const DECISIONS: readonly AuditEvent[] = ['action.approved', 'action.rejected'];
/** Before the id of a key: how many actions it decided, whatever became of them. */
export const DECIDED = 'decided:';

/** A cell while rows are added to it. */
type Growing = Omit<Cell, 'waits'> & { readonly waits: number[] };

export function fold(rows: readonly TellingRow[], about: ReadonlyMap<string, About>, timezone: string): Folded {
  const cells = new Map<string, Growing>();
  const starts = new Map<string, number>(); // rows of one batch are of few moments
  const startAt = (bucket: Bucket, at: number) => {
    const key = `${bucket} ${at}`;
    const start = starts.get(key) ?? startOf(bucket, timezone, at);
    starts.set(key, start);
    return start;
  };
  const totals: Record<string, number> = {};
  const count = (key: string, by: number) => {
    totals[key] = (totals[key] ?? 0) + by;
  };
  for (const row of rows) {
    const move = MOVES[row.event];
    if (!move) continue;
    if (move.from) count(move.from, -1);
    count(move.to, 1);
    if (row.event === 'action.created') count(createdIn(row.created_at), 1);
    if (row.actor_type === 'key' && DECISIONS.includes(row.event)) count(`${DECIDED}${row.actor_id}`, 1);
    const action = about.get(row.entity_id);
    const added = action && addedBy(row, action);
    if (!action || !added) continue;
    const { kind, created_by } = action;
    const { decided_by } = added;
    const whose = JSON.stringify([kind, created_by, decided_by]);
    for (const bucket of ['day', 'hour'] as const) {
      const start = startAt(bucket, row.created_at);
      const key = `${bucket} ${start} ${whose}`;
      const known = cells.get(key);
      const cell = known ?? { bucket, start, kind, created_by, decided_by, counts: { ...NO_COUNTS }, waits: [] };
      if (!known) cells.set(key, cell);
      addTo(cell, added);
    }
  }
  return { cells: Array.from(cells.values(), (cell) => ({ ...cell, waits: histogramOf(cell.waits) })), totals };
}

export function createdIn(moment: number): `created:${number}` {
  return `created:${monthOf(moment).start}`;
}

interface Added {
  readonly decided_by: string;
  readonly counts: Partial<Counts>;
  /** How long it took, where that is counted. */
  readonly wait?: number;
}

function addedBy(row: TellingRow, action: About): Added | undefined {
  const decided_by = `${row.actor_type}:${row.actor_id}`;
  switch (row.event) {
    case 'action.created':
      return { decided_by: '', counts: { created: 1 } };
    case 'action.expired':
      return { decided_by: '', counts: { expired: 1, expired_unseen: action.seen ? 0 : 1 } };
    case 'action.approved':
    case 'action.rejected': {
      if (row.actor_type === 'rule') return { decided_by, counts: { by_rule: 1 } };
      const wait = row.created_at - action.created_at;
      if (row.event === 'action.rejected') return { decided_by, counts: { rejected: 1 }, wait };
      const facts = readFacts(row.data);
      const isEdited = Number(facts['edited_fields'] ?? 0) > 0;
      const view = { end: facts['read_to_end'] !== false, ms: Number(facts['read_ms'] ?? Number.POSITIVE_INFINITY) };
      return { decided_by, counts: { approved: 1, edited: isEdited ? 1 : 0, unread: isUnread(view) ? 1 : 0 }, wait };
    }
    default:
      return undefined; // what was executed is not a decision
  }
}

function addTo({ counts, waits }: Growing, added: Added): void {
  for (const name of COUNT_NAMES) counts[name] += added.counts[name] ?? 0;
  if (added.wait !== undefined) waits.push(added.wait);
}

type Summed = Pick<Cell, 'counts' | 'waits'>;

export function sum(one: Summed, other: Summed): Summed {
  const counts = { ...one.counts };
  for (const name of COUNT_NAMES) counts[name] += other.counts[name];
  return { counts, waits: merge(one.waits, other.waits) };
}
