// Takes what is committed into the model, and checks it on the way. Nothing that was seen may be gone, go back or be another.

import { IDEMPOTENCY_SECONDS } from '../../src/features/actions/action.ts';
import type { ActionRow } from '../../src/storage/schema.ts';
import { checkChains, takeInChain } from './chain.ts';
import { takeInMessages } from './channels.ts';
import type { Committed } from './committed.ts';
import { type Posts, takeInDeliveries } from './deliveries.ts';
import { checkErasures, checkGone, mayBeErased, rememberValues, takeInErasures } from './erasures.ts';
import { checkActions, checkStrays } from './invariants.ts';
import { type KnownAction, leadsTo, type Model, statusOf } from './model.ts';
import { checkPruned, mayBePruned, takeInPruned, takeInWanted } from './retention.ts';
import type { Sites } from './sites.ts';
import { promise } from './violation.ts';
import { checkCard, takeInWatchers } from './watchers.ts';

/** All actions are looked at again every so many commits; in between those that have changed. */
const WHOLE_EVERY = 40;

export interface Moment {
  readonly step: number;
  readonly posts: Posts;
  readonly sites: Sites;
  readonly watched: boolean;
  /** What the clock shows, in seconds. */
  readonly now: number;
  /** Whether the clock has ever been set back: then ids no longer tell the order. */
  readonly clockWentBack: boolean;
}

export function takeIn(model: Model, committed: Committed, moment: Moment): void {
  model.commits++;
  takeInErasures(model, committed, moment.step);
  takeInWanted(model, committed);
  const changed: number[] = [];
  const lines = committed.lines();
  const seen = new Set(lines.map(({ id }) => id));
  const moved: KnownAction[] = [];
  for (const { rowid, id, status, claim_id, approvals_given } of lines) {
    const action = model.actions.get(id);
    if (!action) {
      const row = committed.action(id);
      promise(row !== undefined, `${id} is listed and not there`);
      const fresh = { row, rowid, claim_id, approvals_given, history: [{ step: moment.step, status }] };
      takeNew(model, fresh, seen, moment);
      moved.push(fresh);
      changed.push(rowid);
      continue;
    }
    const before = statusOf(action);
    if (before === status && action.claim_id === claim_id && action.approvals_given === approvals_given) continue;
    promise(leadsTo(before, status), `${id} went from ${before} to ${status}`);
    action.claim_id = claim_id;
    action.approvals_given = approvals_given;
    moved.push(action);
    if (before !== status) action.history.push({ step: moment.step, status });
    checkAnnounced(model, committed, action.row);
    changed.push(rowid);
  }
  if (seen.size < model.actions.size) {
    const gone = [...model.actions.values()].filter(({ row }) => !seen.has(row.id));
    checkGone(
      committed,
      gone.map(({ row }) => row.id),
    );
    takeInPruned(
      model,
      committed,
      moment.posts,
      gone.filter(({ row }) => !mayBeErased(model, row.project_id, row.id)),
    );
    for (const action of gone) if (mayBePruned(model, committed, action)) model.retention.pruned.add(action.row.id);
    for (const { row } of gone) model.actions.delete(row.id);
    checkPruned(model, committed);
  }
  takeInDeliveries(model, committed, moment.posts);
  takeInMessages(model, committed, { ...moment, moved });
  if (moment.watched) takeInWatchers(model, committed, moment);
  for (const { row, history } of moved) if (isCard(row) && history.length === 1) checkCard(model, row.id);
  takeInChain(model, committed);
  for (const { rowid, action } of committed.heldSince(model.heldRow)) {
    model.heldRow = rowid;
    changed.push(action);
  }
  rememberValues(model, committed);
  if (model.commits % WHOLE_EVERY === 0) checkWhole(model, committed);
  else if (changed.length > 0) checkActions(model, committed, changed);
}

/** Everything, changed or not. */
export function checkWhole(model: Model, committed: Committed): void {
  const actions = [...model.actions.values()];
  for (const { row } of actions) {
    const now = committed.action(row.id);
    const same = CONTENT.every((column) => now?.[column] === row[column]);
    promise(same, `${row.id} is not what was created`);
    checkCallback(model, row, now?.callback_url ?? null);
    checkAnnounced(model, committed, row);
  }
  checkActions(
    model,
    committed,
    actions.map(({ rowid }) => rowid),
  );
  checkStrays(model, committed);
  checkErasures(model, committed);
  checkPruned(model, committed);
  const rows = committed.auditRows();
  promise(rows >= model.auditRows, `${model.auditRows - rows} audit rows are gone`);
  model.auditRows = rows;
  checkChains(model, committed);
}

const CONTENT = [
  'project_id',
  'kind',
  'title',
  'preview_body',
  'payload',
  'editable',
  'digest',
  'create_hash',
  'created_at',
  'created_by_id',
  'expires_at',
  'idempotency_key',
] as const;

/** The address changes only when a receiver is gone, or when someone asks for a webhook elsewhere. */
function checkCallback(
  { otherCallbacks, deliveries }: Model,
  { id, callback_url }: ActionRow,
  now: string | null,
): void {
  if (now === callback_url || (now !== null && otherCallbacks.get(id)?.has(now))) return;
  const gone = [...deliveries.values()].some(({ action_id, status }) => action_id === id && status === 'gone');
  const elsewhere = otherCallbacks.has(id); // it may have been gone in between
  promise(now === null && (gone || elsewhere), `the callback of ${id} became ${now}`);
}

/** Whoever has a callback hears of the end, once; nobody hears of anything else. */
function checkAnnounced({ actions }: Model, committed: Committed, { id, callback_url }: ActionRow): void {
  const action = actions.get(id);
  const wanted = action && statusOf(action) !== 'pending' && callback_url !== null ? 1 : 0;
  const { length } = committed.deliveriesOf(id);
  promise(length === wanted, `${id} is ${action && statusOf(action)} and has ${length} webhooks`);
}

/** `there`: what went in the same commit leaves its place to whoever comes after it. */
function takeNew(model: Model, action: KnownAction, there: ReadonlySet<string>, { clockWentBack, step }: Moment): void {
  const { row } = action;
  const last = [...model.actions.keys()].at(-1);
  promise(clockWentBack || last === undefined || last < row.id, `${row.id} came after ${last}`);
  promise(isCard(row) || model.titles.has(row.title), `nobody proposed ${row.id}`);
  for (const older of model.actions.values()) if (there.has(older.row.id)) checkSlot(older, action);
  model.actions.set(row.id, action);
  model.firstSeen.set(row.id, step);
}

/** Of a watcher. */
const isCard = ({ created_by_type }: ActionRow) => created_by_type === 'watcher';

/** A new action must not have been a replay or a duplicate of an older one. */
function checkSlot(older: KnownAction, { row }: KnownAction): void {
  if (older.row.project_id !== row.project_id || older.row.idempotency_key !== row.idempotency_key) return;
  const open = statusOf(older) === 'pending' && row.created_at < older.row.expires_at;
  if (row.idempotency_key !== null) {
    const inWindow = row.created_at < older.row.created_at + IDEMPOTENCY_SECONDS;
    promise(!inWindow && !open, `${row.id} has the idempotency key of ${older.row.id}`);
  } else if (older.row.created_by_id === row.created_by_id) {
    promise(!open || older.row.create_hash !== row.create_hash, `${row.id} is a duplicate of ${older.row.id}`);
  }
}
