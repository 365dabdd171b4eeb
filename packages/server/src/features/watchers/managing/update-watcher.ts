// Changes, pauses and resumes a watcher.

import type { WatcherUpdate } from '@countersign/contract';
import type { App, Caller } from '../../../app.ts';
import { Problem } from '../../../base/problem.ts';
import { inTransaction, type Tx } from '../../../storage/database.ts';
import type { WatcherRow } from '../../../storage/watcher-rows.ts';
import { recordAudit } from '../../audit/record.ts';
import { findProject } from '../../project/store.ts';
import { WELL } from '../health/health.ts';
import { KINDS } from '../kinds/kinds.ts';
import { planOf } from '../schedule/schedule.ts';
import { leastInterval, sourceOf } from '../sources/source.ts';
import { deleteSnapshots } from '../stores/run-store.ts';
import { forgetUnread, rememberSource } from '../stores/source-store.ts';
import { findWatcher, lockWatcher, saveWatcher } from '../stores/store.ts';
import { inLineOf } from '../thread/in-line.ts';
import { configOf, rulesOf, scheduleOf } from '../watcher.ts';
import { type Checked, checkWatcher } from './check-watcher.ts';
import { countedAnew, heldTo, isPutOff } from './plan-anew.ts';
import { checkInterval, checkRoom } from './plan-limits.ts';

export async function updateWatcher(app: App, caller: Caller, id: string, body: WatcherUpdate): Promise<WatcherRow> {
  const { project_id } = caller;
  const found = await findWatcher(app.reader, project_id, id);
  if (!found) throw new Problem('not_found');
  const rules = rulesOf(found);
  const checked = await checkWatcher(inLineOf(app, project_id, { hasty: true }), {
    kind: found.kind,
    config: body.config ?? configOf(found),
    keywords: body.keywords ?? rules.keywords,
    keywords_none: body.keywords_none ?? rules.keywords_none,
    schedule: body.schedule ?? scheduleOf(found),
  });
  if (body.schedule) await checkInterval(app, app.reader, project_id, body.schedule);
  const updated = await inTransaction(app, async (tx) => {
    const watcher = await lockWatcher(tx, project_id, id);
    if (!watcher) throw new Problem('not_found');
    if (body.status === 'active' && watcher.status === 'paused') {
      await checkInterval(app, tx, project_id, body.schedule ?? scheduleOf(watcher));
      await checkRoom(tx, app, project_id);
    }
    const changes = await changesOf(tx, app, watcher, body, checked);
    const saved = await saveWatcher(tx, watcher, { ...changes, updated_at: tx.now });
    if (!saved) throw new Problem('not_found');
    if (saved.source_key !== watcher.source_key) await forgetUnread(tx, watcher.source_key);
    const facts = { changed: Object.keys(body), ...(body.status === undefined ? {} : { status: body.status }) };
    const values = body.name === undefined ? undefined : { name: body.name };
    await recordAudit(tx, caller, { event: 'watcher.updated', entity_id: id, facts, values });
    return saved;
  });
  app.wake('watchers');
  return updated;
}

async function changesOf(
  tx: Tx,
  app: App,
  watcher: WatcherRow,
  body: WatcherUpdate,
  checked: Checked,
): Promise<Partial<WatcherRow>> {
  let row = { ...watcher, ...plainChanges(watcher, body, checked) };
  if (body.schedule) row = { ...row, ...(await newPlan(tx, app, row)) };
  if (body.config) row = { ...row, ...(await newSource(tx, app, row, checked)) }; // whose first run waits for no schedule
  if (body.status === 'active') row = { ...row, ...WELL, status: 'active', ...dueNow(tx, row) };
  if (body.status === 'paused') {
    const idle_since = row.idle_since ?? tx.now;
    row = { ...row, status: 'paused', idle_since, due_at: null, leased_by: null, asked: 0, fence: row.fence + 1 };
  }
  const { project_id: _, id: __, ...changes } = row;
  return changes;
}

function plainChanges(
  watcher: WatcherRow,
  body: WatcherUpdate,
  { config, keyword_modes }: Checked,
): Partial<WatcherRow> {
  const rules = {
    keywords: body.keywords === undefined ? watcher.keywords : JSON.stringify(body.keywords),
    keywords_none: body.keywords_none === undefined ? watcher.keywords_none : JSON.stringify(body.keywords_none),
    min_score: body.min_score ?? watcher.min_score,
  };
  const isOther =
    rules.keywords !== watcher.keywords ||
    rules.keywords_none !== watcher.keywords_none ||
    rules.min_score !== watcher.min_score;
  return {
    ...rules,
    ...(body.keywords === undefined ? {} : { keyword_modes: JSON.stringify(keyword_modes) }),
    rules_version: watcher.rules_version + (isOther ? 1 : 0),
    ...(body.name === undefined ? {} : { name: body.name }),
    ...(body.color === undefined ? {} : { color: body.color }),
    ...(body.config === undefined ? {} : { config: JSON.stringify(config) }),
    ...(body.schedule === undefined ? {} : { schedule: JSON.stringify(body.schedule) }),
  };
}

/** Another place, or another part of it: a new beginning, without a word about what is there already. Items are kept. */
async function newSource(tx: Tx, app: App, row: WatcherRow, { config }: Checked): Promise<Partial<WatcherRow>> {
  const source = sourceOf(app.config, row.kind, config);
  const before = await lockWatcher(tx, row.project_id, row.id);
  const { partOf } = KINDS[row.kind];
  const isSamePart = partOf === undefined || (before && partOf(configOf(before)) === partOf(config));
  if (source.key === row.source_key && isSamePart)
    return row.status === 'degraded' ? { ...calm(row), ...dueNow(tx, row) } : {};
  await rememberSource(tx, source);
  await deleteSnapshots(tx, { project_id: row.project_id, watcher_id: row.id });
  return {
    source_key: source.key,
    first_run_done: 0,
    baseline_at: null,
    evaluated_version: 0,
    evaluated_at: null,
    effective_url: null,
    candidate_hash: null,
    confirm_count: 0,
    changes: '[]',
    flapping_until: null,
    last_new_at: null,
    gaps: '[]',
    quiet_since: null,
    ...(row.status === 'degraded' ? calm(row) : {}),
    ...(row.status === 'paused' ? { fence: row.fence + 1 } : dueNow(tx, { ...row, first_run_done: 0 })),
  };
}

/** The counters begin anew; that it is well again is for a good run to say. */
function calm({ degraded_since }: WatcherRow): Partial<WatcherRow> {
  return { ...WELL, degraded_since };
}

/** What is under way may no longer write: it was begun for something else. */
function dueNow(tx: Tx, { fence, first_run_done }: WatcherRow): Partial<WatcherRow> {
  return {
    due_at: tx.now,
    next_run_at: tx.now,
    next_run_reason: first_run_done === 1 ? 'schedule' : 'first_run',
    leased_by: null,
    fence: fence + 1,
  };
}

/** A run that is under way, or asked for, counts from its own start by itself. */
async function newPlan(tx: Tx, app: App, row: WatcherRow): Promise<Partial<WatcherRow>> {
  if (row.leased_by !== null || row.asked === 1) return {};
  const project = await findProject(tx, row.project_id);
  const { url } = sourceOf(app.config, row.kind, configOf(row));
  const plan = planOf(scheduleOf(row), project?.timezone ?? 'UTC', leastInterval(url));
  const planned = isPutOff(row) ? heldTo(plan, row, tx) : countedAnew(plan, row, tx);
  return { ...planned, ...(row.due_at === null ? {} : { due_at: planned.next_run_at }) };
}
