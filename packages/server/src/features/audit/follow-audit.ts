// Follows a project's audit log from one mark to another: every row of every transaction that ended in between, once.

import type { Reader } from '../../storage/database.ts';
import { endedBetween, isSeen, type Mark, passing } from '../../storage/mark.ts';
import { type FollowedRow, readRowsFrom, readRowsOf } from './store.ts';

const STEP = 500;

export interface Followed {
  readonly row: FollowedRow;
  /** From here nothing is missed. Inside a transaction of several rows it is where the transaction began. */
  readonly mark: Mark;
}

export async function* followAudit(reader: Reader, project_id: string, from: Mark, to: Mark): AsyncGenerator<Followed> {
  const late = endedBetween(from, to);
  const lateRows = late.length === 0 ? [] : await readRowsOf(reader, project_id, late);
  const withoutLate = (upTo: number): Mark => {
    return { ...from, open: from.open.filter((number) => number > upTo || !late.includes(number)) };
  };
  yield* marked(lateRows, from, withoutLate);
  yield* marked(rowsBetween(reader, project_id, from, to), withoutLate(from.next), (number) => passing(to, number));
}

/** `seen` is where someone stands who has the whole of a transaction. */
async function* marked(
  rows: Iterable<FollowedRow> | AsyncIterable<FollowedRow>,
  start: Mark,
  seen: (number: number) => Mark,
): AsyncGenerator<Followed> {
  let mark = start;
  let before: FollowedRow | undefined;
  for await (const row of rows) {
    if (before && before.txid !== row.txid) mark = seen(before.txid);
    if (before) yield { row: before, mark };
    before = row;
  }
  if (before) yield { row: before, mark: seen(before.txid) };
}

async function* rowsBetween(reader: Reader, project_id: string, from: Mark, to: Mark): AsyncGenerator<FollowedRow> {
  for (let after = { txid: from.next, id: '' }; after.txid < to.next; ) {
    const rows = await readRowsFrom(reader, project_id, after, { until: to.next, limit: STEP });
    yield* rows.filter(({ txid }) => isSeen(to, txid));
    const last = rows.at(-1);
    if (!last || rows.length < STEP) return;
    after = last;
  }
}
