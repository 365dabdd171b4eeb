// Reads one action, if need be waiting for a change, or a page of them.

import type { Action, ActionRead, ActionStatus } from '@countersign/contract';
import { type App, type Caller, nowOf } from '../../app.ts';
import { firstIdAt } from '../../base/id.ts';
import { Problem } from '../../base/problem.ts';
import { cursorAt, type Page, pageOf, readCursor } from '../../storage/page.ts';
import { statusAt } from './action.ts';
import { searchActions } from './search.ts';
import { type ActionFilter, findAction, findDecision, findResult, listActionRows, type StoredAction } from './store.ts';
import { viewAction, viewActionRead } from './view.ts';

/** The safety net of a wait: another instance's change may not reach our hub. */
const LOOK_AGAIN_MS = 5000;

export interface Wait {
  readonly seconds: number;
  signal(): AbortSignal;
}

export async function readAction(app: App, caller: Caller, id: string, wait: Wait): Promise<ActionRead> {
  const action = await (wait.seconds > 0 ? settledAction(app, caller, id, wait) : existingAction(app, caller, id));
  const [decision, result] = await Promise.all([findDecision(app.reader, action), findResult(app.reader, action)]);
  return viewActionRead(app, action, { decision, result }, nowOf(app));
}

async function existingAction(app: App, caller: Caller, id: string): Promise<StoredAction> {
  const action = await findAction(app.reader, caller.project_id, id);
  if (!action) throw new Problem('not_found');
  return action;
}

/** The action once it is no longer pending, or when the time is up. What is decided already is not waited for. */
async function settledAction(app: App, caller: Caller, id: string, wait: Wait): Promise<StoredAction> {
  const untilMs = app.world.nowMs() + wait.seconds * 1000;
  const gone = wait.signal();
  let action = await existingAction(app, caller, id);
  const look = async () => {
    action = await existingAction(app, caller, id);
    return statusAt(action, nowOf(app)) !== 'pending';
  };
  while (statusAt(action, nowOf(app)) === 'pending' && app.world.nowMs() < untilMs && !gone.aborted) {
    const nowMs = app.world.nowMs();
    const nextMs = Math.min(untilMs, action.expires_at * 1000, nowMs + LOOK_AGAIN_MS);
    if (!(await app.hub.wait(id, nextMs - nowMs, gone, look))) await look();
  }
  return action;
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

/** A page may be short and still say that there is more: the search stopped at its bound. */
async function searchPage(
  app: App,
  filter: ActionFilter,
  q: string,
  { now, limit, list }: { now: number; limit: number; list: string },
): Promise<Page<StoredAction>> {
  const { actions, seenTo } = await searchActions(app.reader, filter, q, { now, wanted: limit + 1 });
  if (actions.length > limit || seenTo === undefined) return pageOf(actions, limit, list);
  return { items: [...actions], has_more: true, next_cursor: cursorAt(seenTo, list) };
}
