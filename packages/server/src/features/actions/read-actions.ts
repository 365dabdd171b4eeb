// Reads one action, if need be waiting for a change, or a page of them.

import type { Action, ActionRead, ActionStatus } from '@countersign/contract';
import { type App, type Caller, nowOf } from '../../app.ts';
import { firstIdAt } from '../../base/id.ts';
import { Problem } from '../../base/problem.ts';
import { cursorAt, type Page, pageOf, readCursor } from '../../storage/page.ts';
import { statusAt } from './action.ts';
import { type ActionFilter, findAction, findDecision, findResult, listActionRows, type StoredAction } from './store.ts';
import { viewAction, viewActionRead } from './view.ts';

/** A search reads at most so many rows a page, and so many at a time. */
const SEARCH_BOUND = 2000;
const SEARCH_STEP = 200;

export interface Wait {
  readonly seconds: number;
  signal(): AbortSignal;
}

export async function readAction(app: App, caller: Caller, id: string, wait: Wait): Promise<ActionRead> {
  const action = await (wait.seconds > 0 ? changedAction(app, caller, id, wait) : existingAction(app, caller, id));
  const [decision, result] = await Promise.all([findDecision(app.reader, action), findResult(app.reader, action)]);
  return viewActionRead(app, action, { decision, result }, nowOf(app));
}

async function existingAction(app: App, caller: Caller, id: string): Promise<StoredAction> {
  const action = await findAction(app.reader, caller.project_id, id);
  if (!action) throw new Problem('not_found');
  return action;
}

/** The action as soon as its status is not what it was at the start, or when the time is up. */
async function changedAction(app: App, caller: Caller, id: string, wait: Wait): Promise<StoredAction> {
  const untilMs = app.world.nowMs() + wait.seconds * 1000;
  const signal = wait.signal();
  const first = await existingAction(app, caller, id);
  const before = statusAt(first, nowOf(app));
  for (;;) {
    const leftMs = untilMs - app.world.nowMs();
    if (leftMs <= 0 || signal.aborted) return existingAction(app, caller, id);
    const expiryMs = before === 'pending' ? first.expires_at * 1000 - app.world.nowMs() : leftMs;
    const change = app.hub.wait(id, Math.min(leftMs, expiryMs), signal); // listen first, then look: no change is missed
    const action = await existingAction(app, caller, id);
    if (statusAt(action, nowOf(app)) !== before) return action;
    await change;
  }
}

export interface ListQuestion {
  readonly status?: ActionStatus | undefined;
  readonly since?: number | undefined;
  readonly kind?: string | undefined;
  readonly q?: string | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

export async function listActions(app: App, caller: Caller, question: ListQuestion): Promise<Page<Action>> {
  const { status, since, kind, q, limit = 50, cursor } = question;
  const list = `actions ${caller.project_id}`;
  const now = nowOf(app);
  const filter: ActionFilter = {
    project_id: caller.project_id,
    status,
    kind,
    since: since === undefined ? undefined : { seconds: since, id: firstIdAt('act', since) },
    before: readCursor(cursor, list),
  };
  const page = q
    ? await searchPage(app, filter, q, { now, limit, list })
    : pageOf(await listActionRows(app.reader, filter, { now, limit: limit + 1 }), limit, list);
  return { ...page, items: page.items.map((action) => viewAction(app, action, now)) };
}

/** Reads backwards until the page is full or the bound is reached; then the page is short and says there is more. */
async function searchPage(
  app: App,
  filter: ActionFilter,
  q: string,
  { now, limit, list }: { now: number; limit: number; list: string },
): Promise<Page<StoredAction>> {
  const wanted = folded(q);
  const found: StoredAction[] = [];
  let before = filter.before;
  for (let read = 0; read < SEARCH_BOUND; read += SEARCH_STEP) {
    const rows = await listActionRows(app.reader, { ...filter, before }, { now, limit: SEARCH_STEP });
    found.push(...rows.filter((action) => mentions(action, wanted)));
    if (found.length > limit || rows.length < SEARCH_STEP) return pageOf(found, limit, list);
    before = rows.at(-1)?.id;
  }
  return { items: found, has_more: true, next_cursor: before === undefined ? null : cursorAt(before, list) };
}

function mentions(action: StoredAction, wanted: string): boolean {
  return [action.title, action.kind, action.preview_body].some((text) => folded(text).includes(wanted));
}

/** Upper case, because lower case depends on context: Σ ends a word as ς. */
function folded(text: string): string {
  return text.toUpperCase();
}
