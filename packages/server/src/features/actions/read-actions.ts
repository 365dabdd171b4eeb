// Reads one action, if need be waiting for a change, or a page of them.

import type { Action, ActionRead, ActionStatus, DeliveryLog } from '@countersign/contract';
import { type App, type Call, type Caller, nowOf } from '../../app.ts';
import { firstIdAt } from '../../base/id.ts';
import { Problem, unauthenticated } from '../../base/problem.ts';
import { cursorAt, type Page, pageOf, readCursor } from '../../storage/page.ts';
import { listAttempts, listDeliveries, newestDelivery } from '../deliveries/store.ts';
import { viewAttempt } from '../deliveries/view.ts';
import { settingsOf } from '../project/project.ts';
import { findProject } from '../project/store.ts';
import { isDecided, statusAt } from './action.ts';
import { type ActionFilter, findActionRows, fitting, listActionRows, listActionSizes } from './list-store.ts';
import { onceNoticed } from './once-noticed.ts';
import { searchActions } from './searching/search.ts';
import { findAction, findDecision, findResult, findStatus, lookAtStatus, type StoredAction } from './store.ts';
import { type Outcome, viewAction, viewActionRead, withoutPayload } from './view.ts';

/** How much a page of actions may hold. */
const PAGE_BYTES = 4_000_000;

export interface Wait {
  readonly seconds: number;
  signal(): AbortSignal;
  /** Begun before, by whoever would do nothing without it. */
  readonly call?: Call | undefined;
}

export async function readAction(app: App, caller: Caller, id: string, wait: Wait): Promise<ActionRead> {
  const { project_id } = caller;
  const { action, outcome, at } =
    wait.seconds > 0 ? await whenSettled(app, caller, id, wait) : await readWhole(app, project_id, id);
  const view = viewActionRead(app, action, outcome, at);
  return (await mayOpenPayload(app, caller)) ? view : withoutPayload(view);
}

interface Whole {
  readonly action: StoredAction;
  readonly outcome: Outcome;
  /** The moment of which that is true: its time may be over by now, which nobody has noticed then. */
  readonly at: number;
}

export async function readWhole(app: App, project_id: string, id: string): Promise<Whole> {
  const found = await findAction(app.reader, project_id, id);
  const at = nowOf(app);
  const action = found && statusAt(found, at) !== found.status ? await onceNoticed(app, found) : found;
  if (!action) throw new Problem('not_found');
  const outcome = await outcomeOf(app, action);
  const isTorn = isDecided(action) && !outcome.decision; // what is no longer kept goes between two looks
  if (isTorn && !(await findStatus(app.reader, project_id, id))) throw new Problem('not_found');
  return { action, outcome, at };
}

/** As soon as the action is no longer pending, or when the time is up. What is decided already is not waited for. */
async function whenSettled(app: App, caller: Caller, id: string, wait: Wait): Promise<Whole> {
  const { project_id } = caller;
  const { seconds, call = app.calls.begin(caller, 'wait', wait.signal()) } = wait;
  const read = () => readWhole(app, project_id, id);
  const settlesAtMs = async () => {
    const row = await lookAtStatus(app.reader, project_id, id);
    if (row?.status !== 'pending') return 0;
    return row.expires_at * 1000 - (app.storage.nowMs() - app.world.nowMs());
  };
  const awaited = { key: `${project_id} ${id}`, topic: id, settlesAtMs, read };
  try {
    const whole = await app.waits.until(awaited, { seconds, signal: call.signal });
    if (call.isShutOut()) throw unauthenticated();
    return whole ?? (await read());
  } finally {
    call.end();
  }
}

/** Keys read what they wrote; people may open it unless the project says otherwise. */
export async function mayOpenPayload(app: App, caller: Caller): Promise<boolean> {
  if (caller.type === 'key') return true;
  const project = await findProject(app.reader, caller.project_id);
  return project !== undefined && settingsOf(project).reveal_payload;
}

/** The status says what there is to read; what it stands for never changes. So the whole is of one moment: the status's. */
async function outcomeOf(app: App, action: StoredAction): Promise<Outcome> {
  const reported = action.status === 'executed' || action.status === 'execute_failed';
  const [decision, result, delivery] = await Promise.all([
    isDecided(action) ? findDecision(app.reader, action) : undefined,
    reported ? findResult(app.reader, action) : undefined,
    action.status === 'pending' ? undefined : newestDelivery(app.reader, action.project_id, action.id),
  ]);
  return { decision, result, delivery };
}

export async function readDeliveries(app: App, caller: Caller, id: string): Promise<DeliveryLog> {
  const { project_id } = caller;
  if (!(await findStatus(app.reader, project_id, id))) throw new Problem('not_found');
  const deliveries = await listDeliveries(app.reader, project_id, id);
  const items = deliveries.map(async (delivery) => ({
    id: delivery.id,
    status: delivery.status,
    attempts: (await listAttempts(app.reader, project_id, delivery.id)).map(viewAttempt),
  }));
  return { items: await Promise.all(items) };
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
    since: since === undefined ? undefined : { seconds: since, id: firstIdAt('act', Math.max(0, since)) },
    before: readCursor(cursor, list),
  };
  const page = q
    ? await searchPage(app, filter, q, { now, limit, list })
    : await listPage(app, filter, { now, limit, list });
  const items = page.items.map((action) => viewAction(app, action, now));
  return { ...page, items: (await mayOpenPayload(app, caller)) ? items : items.map(withoutPayload) };
}

/** Full, unless the actions are so large that the page would be: then it is short and says that there is more. */
async function listPage(
  app: App,
  filter: ActionFilter,
  { now, limit, list }: { now: number; limit: number; list: string },
): Promise<Page<StoredAction>> {
  const sizes = await listActionSizes(app.reader, filter, { now, limit: limit + 1 });
  const most = fitting(sizes, 'whole', PAGE_BYTES).length;
  const isShort = most < sizes.length;
  const rows = await listActionRows(app.reader, filter, { now, limit: isShort ? most : limit + 1 });
  const last = rows.at(-1);
  if (!isShort || !last) return pageOf(rows, limit, list);
  return { items: rows, has_more: true, next_cursor: cursorAt(last.id, list) };
}

/** A page may be short and still say that there is more: the search stopped at a bound. */
async function searchPage(
  app: App,
  filter: ActionFilter,
  q: string,
  { now, limit, list }: { now: number; limit: number; list: string },
): Promise<Page<StoredAction>> {
  const { matches, seenTo } = await searchActions(app, filter, q, { now, wanted: limit + 1 });
  const found = matches.slice(0, limit).map(({ id }) => id);
  const sizes = await listActionSizes(app.reader, filter, { now, limit, ids: found });
  const some = fitting(sizes, 'whole', PAGE_BYTES).map(({ id }) => id);
  const rows = await findActionRows(app.reader, filter, { now, ids: some });
  const cut = some.length < sizes.length ? some.at(-1) : undefined;
  const end = cut ?? (matches.length > limit ? found.at(-1) : seenTo);
  return { items: rows, has_more: end !== undefined, next_cursor: end === undefined ? null : cursorAt(end, list) };
}
