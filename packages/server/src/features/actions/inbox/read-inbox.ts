// Reads the inbox: a page of rows, the counts, one action as a reviewer sees it, its payload.

import { hash } from 'node:crypto';
import {
  type Flag,
  type InboxAction,
  type InboxCounts,
  type InboxPage,
  type InboxRow,
  type Me,
  type Settings,
  SPLIT_COUNT_MAX,
  type SplitCount,
} from '@countersign/contract';
import { BANDS_SECONDS } from '@countersign/contract/shown/inbox-order';
import { type App, type Caller, nowOf, type Person } from '../../../app.ts';
import { JsonText } from '../../../base/json-text.ts';
import { Problem } from '../../../base/problem.ts';
import { cursorAt, readCursor } from '../../../storage/page.ts';
import { settingsOf } from '../../project/project.ts';
import { findProject } from '../../project/store.ts';
import { hasMore } from '../action.ts';
import { hasApproved } from '../approval-store.ts';
import { payloadValues } from '../edits.ts';
import { findLookAlike } from '../look-alike-store.ts';
import { readWhole } from '../read-actions.ts';
import { searchActions } from '../searching/search.ts';
import {
  countByKind,
  countPending,
  findHolds,
  findLightRows,
  type InboxFilter,
  type LightRow,
  listById,
} from './inbox-store.ts';
import { type Attention, viewInboxAction, viewInboxRow } from './inbox-view.ts';
import { openWalk, PLACE, type Sort } from './inbox-walk.ts';
import { findLooking, findSnoozes } from './looking-store.ts';

/** Within the hour. */
const [URGENT_SECONDS] = BANDS_SECONDS;
/** Rows looked at for one page where no index knows the filter: the page is short then, and says that there is more. */
const SCAN_BOUND = 2000;
const SCAN_STEP = 500;
/** Agents name kinds as they like: so many are counted one by one. */
const MOST_KINDS = 200;

/** As it is kept with the person. */
export type SavedSplit = Me['splits'][number];

export interface InboxQuestion {
  readonly split?: 'all' | 'urgent' | 'warnings' | 'external' | undefined;
  readonly kind?: string | undefined;
  readonly created_by?: string | undefined;
  readonly flag?: Flag | undefined;
  readonly q?: string | undefined;
  readonly sort?: Sort | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

export async function listInbox(app: App, person: Person, question: InboxQuestion): Promise<InboxPage> {
  const { project_id } = person;
  const now = nowOf(app);
  const filter = filterOf(project_id, question, now);
  const found = await findWaiting(app, filter, question);
  const total =
    question.q || question.created_by ? {} : { total: await countPending(app.reader, filter, question.flag) };
  const items = await viewRows(app, person, found.rows);
  return { items, ...total, has_more: found.next !== null, next_cursor: found.next };
}

async function findWaiting(app: App, filter: InboxFilter, question: InboxQuestion): Promise<Found> {
  const { project_id } = filter;
  const list = `inbox ${project_id} ${JSON.stringify(Object.entries({ ...question, limit: 0, cursor: '' }).toSorted())}`;
  return question.q ? searchInbox(app, filter, question, list) : walkInbox(app, filter, question, list);
}

function filterOf(project_id: string, { split, kind, flag }: InboxQuestion, now: number): InboxFilter {
  return {
    project_id,
    now,
    kind,
    external: split === 'external',
    calm: split === 'warnings' || flag !== undefined ? 0 : undefined,
    until: split === 'urgent' ? now + URGENT_SECONDS : undefined,
  };
}

export interface NewestPending {
  /** Of all that wait. */
  readonly count: number;
  readonly newest: readonly LightRow[];
}

export async function newestPending(app: App, { project_id }: Caller, limit: number): Promise<NewestPending> {
  const filter = { project_id, now: nowOf(app) };
  const [count, newest] = await Promise.all([
    countPending(app.reader, filter),
    listById(app.reader, filter, { beyond: undefined, limit, order: 'desc' }),
  ]);
  return { count, newest };
}

interface Found {
  readonly rows: readonly LightRow[];
  readonly next: string | null;
}

async function walkInbox(app: App, filter: InboxFilter, question: InboxQuestion, list: string): Promise<Found> {
  const { sort = 'expires_at', limit = 50, cursor, created_by, flag } = question;
  const opened = openWalk(app.reader, filter, sort, readCursor(cursor, list, PLACE));
  if (!opened) throw new Problem('invalid_cursor');
  const { walk, begin } = opened;
  const step = created_by === undefined && flag === undefined ? limit + 1 : SCAN_STEP;

  const rows: LightRow[] = [];
  let { stretch } = begin;
  let beyond: Parameters<typeof walk.read>[1] = begin.beyond;
  let end = '';
  for (let scanned = 0; stretch < walk.stretches; ) {
    const batch = await walk.read(stretch, beyond, step);
    for (const row of batch) {
      const fits = passes(row, question);
      if (fits && rows.length === limit) return { rows, next: cursorAt(end, list) };
      end = walk.placeOf(stretch, row);
      if (fits) rows.push(row);
    }
    scanned += batch.length;
    if (scanned >= SCAN_BOUND && batch.length === step) return { rows, next: cursorAt(end, list) };
    beyond = batch.length === step ? batch.at(-1) : undefined;
    if (beyond === undefined) stretch++;
  }
  return { rows, next: null };
}

/** What no index knows. */
function passes(row: LightRow, { created_by, flag }: InboxQuestion): boolean {
  return (
    (created_by === undefined || row.created_by_id === created_by) &&
    (flag === undefined || (JSON.parse(row.flags) as Flag[]).includes(flag))
  );
}

/** Newest first, as every search. */
async function searchInbox(app: App, filter: InboxFilter, question: InboxQuestion, list: string): Promise<Found> {
  const { q = '', limit = 50, cursor, kind } = question;
  const { project_id, now } = filter;
  const before = readCursor(cursor, list);
  const search = { project_id, status: 'pending' as const, kind, before };
  const { matches, seenTo } = await searchActions(app, search, q, { now, wanted: limit + 1 });
  const found = await findLightRows(
    app.reader,
    filter,
    matches.slice(0, limit).map(({ id }) => id),
  );
  const rows = found.filter((row) => passes(row, question)).toSorted((a, b) => (a.id < b.id ? 1 : -1));
  const end = matches.length > limit ? matches[limit - 1]?.id : seenTo;
  return { rows, next: end === undefined ? null : cursorAt(end, list) };
}

async function viewRows(app: App, person: Person, rows: readonly LightRow[]): Promise<InboxRow[]> {
  const settings = await settingsIn(app, person.project_id);
  const attention = await attentionTo(
    app,
    person,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => viewInboxRow(row, settings, attention(row.id)));
}

/** Who is about to decide each, who looks at it, and whether I want to see it later. */
async function attentionTo(app: App, person: Person, ids: readonly string[]): Promise<(id: string) => Attention> {
  const { project_id, id: reviewer_id } = person;
  const now = nowOf(app);
  const [holds, looking, snoozes] = await Promise.all([
    findHolds(app.reader, person, ids),
    findLooking(app.reader, project_id, { ids, now }),
    findSnoozes(app.reader, { project_id, reviewer_id }, { ids, now }),
  ]);
  return (id) => ({
    hold: holds.get(id),
    looking: (looking.get(id) ?? []).filter((one) => one.reviewer_id !== reviewer_id),
    snoozed_until: snoozes.get(id),
  });
}

async function settingsIn(app: App, project_id: string): Promise<Settings> {
  const project = await findProject(app.reader, project_id);
  if (!project) throw new Problem('not_found');
  return settingsOf(project);
}

/** Without what `person` snoozed; of nobody in particular, all that waits. */
export async function countInbox(app: App, project_id: string, person?: Person): Promise<InboxCounts> {
  const now = nowOf(app);
  const filter = { project_id, now, awakeFor: person?.id };
  const [groups, external] = await Promise.all([
    countByKind(app.reader, filter, now + URGENT_SECONDS),
    countPending(app.reader, { ...filter, external: true }),
  ]);
  const byKind = new Map<string, number>();
  for (const { kind, count } of groups) byKind.set(kind, (byKind.get(kind) ?? 0) + count);
  const most = [...byKind].toSorted(([, a], [, b]) => b - a).slice(0, MOST_KINDS);
  return {
    pending: groups.reduce((sum, { count }) => sum + count, 0),
    urgent: groups.reduce((sum, { urgent }) => sum + urgent, 0),
    warnings: groups.reduce((sum, { calm, count }) => sum + (calm === 0 ? count : 0), 0),
    external,
    by_kind: Object.fromEntries(most),
  };
}

/**
 * What the lists of somebody's own splits would show, each as far as one page of it is read. One after another, and others get their
 * turn in between: they may be searches.
 */
export async function countSplits(app: App, person: Person, splits: readonly SavedSplit[]): Promise<SplitCount[]> {
  const counted: SplitCount[] = [];
  for (const { name, kind, created_by, flag, q } of splits) {
    const question = { kind, created_by, flag: flag as Flag | undefined, q, limit: SPLIT_COUNT_MAX };
    const { rows, next } = await findWaiting(app, filterOf(person.project_id, question, nowOf(app)), question);
    const attention = await attentionTo(
      app,
      person,
      rows.map(({ id }) => id),
    );
    const waiting = rows.map(({ id }) => attention(id)).filter((one) => !isPutAside(one, person));
    counted.push({ name, count: waiting.length, more: next !== null });
    await app.world.sleep(0);
  }
  return counted;
}

const isPutAside = ({ snoozed_until, hold }: Attention, { id }: Person) =>
  snoozed_until !== undefined || hold?.holder_id === id;

export async function readInboxAction(app: App, person: Person, id: string): Promise<InboxAction> {
  const { project_id } = person;
  const { action, outcome, at } = await readWhole(app, project_id, id);
  const settings = await settingsIn(app, project_id);
  const attention = await attentionTo(app, person, [id]);
  const { payload, looks, written, approvals_required } = action;
  const other =
    looks !== null && written !== null ? await findLookAlike(app.reader, { project_id, looks, written }) : undefined;
  return {
    ...viewInboxRow({ ...action, more: hasMore(action) }, settings, attention(id)),
    ...viewInboxAction(app, action, outcome, at),
    approved_by_me: approvals_required > 1 && (await hasApproved(app.reader, action, person.id)),
    ...(payload === null ? {} : { payload_sha256: hash('sha256', payload, 'hex') }),
    ...(other === undefined ? {} : { looks_like: other }),
    reveal_payload: settings.reveal_payload,
    editable_values: payloadValues(action),
  };
}

/** The text as it was sent, not a value made from it. */
export async function readInboxPayload(app: App, { project_id }: Person, id: string): Promise<JsonText> {
  const { action } = await readWhole(app, project_id, id);
  const { reveal_payload } = await settingsIn(app, project_id);
  if (action.payload === null || !reveal_payload) throw new Problem('not_found');
  return new JsonText(action.payload);
}
