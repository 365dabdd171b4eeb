// Reads the history: what is no longer waiting, newest first, by who, what, how and when.

import { type HistoryPage, type HistoryRow, SETTLED_STATUSES } from '@countersign/contract';
import { type App, nowOf, type Person } from '../../../app.ts';
import { cursorAt, readCursor } from '../../../storage/page.ts';
import { searchActions } from '../searching/search.ts';
import {
  decidedBy,
  findSettled,
  inTrouble,
  type Place,
  type Settled,
  type Stretch,
  settledAs,
  settledOfKind,
  TROUBLES,
} from './history-store.ts';
import { viewHistoryRow } from './history-view.ts';

export interface HistoryQuestion {
  readonly status?: HistoryRow['status'] | undefined;
  readonly verdict?: 'approve' | 'reject' | undefined;
  readonly decided_by?: string | undefined;
  readonly kind?: string | undefined;
  readonly created_by?: string | undefined;
  readonly delivery?: NonNullable<HistoryRow['webhook_delivery']>['status'] | undefined;
  readonly unread?: number | undefined;
  readonly since?: number | undefined;
  readonly until?: number | undefined;
  readonly q?: string | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

/** Rows looked at for one page where no index knows the filter: the page is short then, and says that there is more. */
const SCAN_BOUND = 2000;
const SCAN_STEP = 500;
const PLACE = /^\d{1,12}_act_[0-9a-z]{1,40}$/;
const FOREVER = Number.MAX_SAFE_INTEGER;

export async function listHistory(app: App, person: Person, given: HistoryQuestion): Promise<HistoryPage> {
  const { project_id } = person;
  const question = given.unread ? ofTheirs(person, given) : given;
  if (!question) return { items: [], has_more: false, next_cursor: null };
  const list = `history ${project_id} ${JSON.stringify(Object.entries({ ...question, limit: 0, cursor: '' }).toSorted())}`;
  const { rows, next } = question.q
    ? await searchHistory(app, project_id, question, list)
    : await walkHistory(app, project_id, question, list);
  return { items: rows.map(viewHistoryRow), has_more: next !== null, next_cursor: next };
}

/** How someone reads is between them and the admins. Undefined: it is about somebody else. */
function ofTheirs({ id, role }: Person, question: HistoryQuestion): HistoryQuestion | undefined {
  const approved = { ...question, verdict: 'approve' as const };
  if (role === 'admin') return approved;
  return (question.decided_by ?? id) === id ? { ...approved, decided_by: id } : undefined;
}

interface Found {
  readonly rows: readonly Settled[];
  readonly next: string | null;
}

async function walkHistory(app: App, project_id: string, question: HistoryQuestion, list: string): Promise<Found> {
  const { since = 0, until = FOREVER, limit = 50 } = question;
  const step = isFiltered(question) ? SCAN_STEP : limit + 1;
  const rows: Settled[] = [];
  const at = (place: Place | undefined) => place && cursorAt(`${place.settled_at}_${place.id}`, list);
  let end = placeAt(readCursor(question.cursor, list, PLACE));
  for (let scanned = 0; ; ) {
    const places = await placesOf(app, question, { project_id, since, until, beyond: end, limit: step });
    const found = await findSettled(
      app.reader,
      project_id,
      places.map(({ id }) => id),
    );
    for (const place of places) {
      const row = found.get(place.id);
      const fits = row !== undefined && passes(row, question);
      if (fits && rows.length === limit) return { rows, next: at(end) ?? null };
      if (fits) rows.push(row);
      end = place;
    }
    scanned += places.length;
    if (places.length < step) return { rows, next: null };
    if (scanned >= SCAN_BOUND) return { rows, next: at(end) ?? null };
  }
}

function placeAt(place: string | undefined): Place | undefined {
  if (place === undefined) return undefined;
  const cut = place.indexOf('_');
  return { settled_at: Number(place.slice(0, cut)), id: place.slice(cut + 1) };
}

/** The next places, by the index that knows most of what is asked. */
async function placesOf(
  { reader }: App,
  { decided_by, delivery, kind, status, verdict }: HistoryQuestion,
  stretch: Stretch,
): Promise<Place[]> {
  const trouble = TROUBLES.find((one) => one === delivery);
  if (trouble) return inTrouble(reader, trouble, stretch);
  if (decided_by !== undefined) return decidedBy(reader, decided_by, stretch);
  if (kind !== undefined) return settledOfKind(reader, kind, stretch);
  const statuses = SETTLED_STATUSES.filter(
    (one) => (status ?? one) === one && (verdict ?? VERDICTS[one]) === VERDICTS[one],
  );
  const places = await settledAs(reader, statuses, stretch);
  return places.toSorted((a, b) => b.settled_at - a.settled_at || (a.id < b.id ? 1 : -1)).slice(0, stretch.limit);
}

const VERDICTS: Readonly<Record<HistoryRow['status'], 'approve' | 'reject' | undefined>> = {
  approved: 'approve',
  executed: 'approve',
  execute_failed: 'approve',
  rejected: 'reject',
  expired: undefined,
};

/** Something is asked that the index walked does not know: each knows one thing. */
function isFiltered({ decided_by, delivery, kind, created_by, status, verdict, unread }: HistoryQuestion): boolean {
  const asked = [decided_by, delivery, kind, created_by, status ?? verdict].filter((one) => one !== undefined);
  return (
    asked.length > 1 || unread === 1 || created_by !== undefined || delivery === 'delivered' || delivery === 'pending'
  );
}

function passes(row: Settled, question: HistoryQuestion): boolean {
  const { action, decision, delivery } = row;
  const { status, verdict, decided_by, kind, created_by, unread, since = 0, until = FOREVER } = question;
  return (
    (status ?? action.status) === action.status &&
    (verdict ?? decision?.verdict) === decision?.verdict &&
    (decided_by ?? decision?.decided_by_id) === decision?.decided_by_id &&
    (kind ?? action.kind) === action.kind &&
    (created_by ?? action.created_by_id) === action.created_by_id &&
    (question.delivery ?? delivery?.status) === delivery?.status &&
    (unread ?? decision?.unread) === decision?.unread &&
    action.settled_at >= since &&
    action.settled_at < until
  );
}

/** The newest action first, as every search. */
async function searchHistory(app: App, project_id: string, question: HistoryQuestion, list: string): Promise<Found> {
  const { q = '', limit = 50, cursor, status, kind } = question;
  const search = { project_id, status, kind, before: readCursor(cursor, list) };
  const { matches, seenTo } = await searchActions(app, search, q, { now: nowOf(app), wanted: limit + 1 });
  const ids = matches.slice(0, limit).map(({ id }) => id);
  const found = await findSettled(app.reader, project_id, ids);
  const rows = ids.flatMap((id) => found.get(id) ?? []).filter((row) => passes(row, question));
  const end = matches.length > limit ? ids.at(-1) : seenTo;
  return { rows, next: end === undefined ? null : cursorAt(end, list) };
}
