// Makes a watcher. It is due at once: its first run reads what is there and tells nothing of it.

import type { FromPreset, WatcherCreate } from '@countersign/contract';
import { WatcherCreate as WatcherCreateSchema } from '@countersign/contract';
import type { App, Caller } from '../../../app.ts';
import { check } from '../../../base/validate.ts';
import { inTransaction, type Tx } from '../../../storage/database.ts';
import type { WatcherRow } from '../../../storage/watcher-rows.ts';
import { recordAudit } from '../../audit/record.ts';
import { WELL } from '../health/health.ts';
import { watcherFromPreset } from '../presets/from-preset.ts';
import { sourceOf } from '../sources/source.ts';
import { rememberSource } from '../stores/source-store.ts';
import { insertWatcher } from '../stores/store.ts';
import { inLineOf } from '../thread/in-line.ts';
import { type Checked, checkWatcher } from './check-watcher.ts';
import { checkInterval, checkRoom } from './plan-limits.ts';

export async function createWatcher(app: App, caller: Caller, body: WatcherCreate): Promise<WatcherRow> {
  const { keywords = [], keywords_none = [] } = body;
  const checked = await checkWatcher(inLineOf(app, caller.project_id, { hasty: true }), {
    ...body,
    keywords,
    keywords_none,
  });
  await checkInterval(app, app.reader, caller.project_id, body.schedule);
  const watcher = await inTransaction(app, async (tx) => {
    await checkRoom(tx, app, caller.project_id);
    return addWatcher(tx, app, caller, body, checked);
  });
  app.wake('watchers');
  return watcher;
}

export async function createFromPreset(app: App, caller: Caller, body: FromPreset): Promise<WatcherRow> {
  const made = watcherFromPreset(body);
  check(WatcherCreateSchema, made);
  return createWatcher(app, caller, made);
}

export async function addWatcher(
  tx: Tx,
  app: Pick<App, 'config'>,
  caller: Caller,
  body: WatcherCreate,
  { config, keyword_modes }: Checked,
): Promise<WatcherRow> {
  const source = sourceOf(app.config, body.kind, config);
  await rememberSource(tx, source);
  const row: WatcherRow = {
    project_id: caller.project_id,
    id: tx.newId('wat'),
    name: body.name,
    kind: body.kind,
    config: JSON.stringify(config),
    keywords: JSON.stringify(body.keywords ?? []),
    keyword_modes: JSON.stringify(keyword_modes),
    keywords_none: JSON.stringify(body.keywords_none ?? []),
    min_score: body.min_score ?? 1,
    rules_version: 1,
    schedule: JSON.stringify(body.schedule),
    status: 'active',
    color: body.color ?? null,
    created_at: tx.now,
    updated_at: tx.now,
    source_key: source.key,
    due_at: tx.now,
    leased_by: null,
    fence: 0,
    asked: 0,
    next_run_at: tx.now,
    next_run_reason: 'first_run',
    promised_host: null,
    first_run_done: 0,
    baseline_at: null,
    last_run_at: null,
    last_success_at: null,
    last_match_at: null,
    last_outcome: null,
    error_code: null,
    last_error: null,
    ...WELL,
    idle_since: null,
    effective_url: null,
    evaluated_version: 0,
    evaluated_at: null,
    scored_rules: 1,
    last_new_at: null,
    gaps: '[]',
    quiet_since: null,
    snapshot_number: 0,
    days: '[]',
    candidate_hash: null,
    confirm_count: 0,
    changes: '[]',
    flapping_until: null,
  };
  await insertWatcher(tx, row);
  await recordAudit(tx, caller, {
    event: 'watcher.created',
    entity_id: row.id,
    facts: { kind: row.kind },
    values: { name: row.name },
  });
  return row;
}
