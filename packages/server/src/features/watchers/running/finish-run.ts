// Saves what a run found: items, cards, events, the run and the watcher, together or not at all.

import type { App } from '../../../app.ts';
import { Problem } from '../../../base/problem.ts';
import { inTransaction, type Tx } from '../../../storage/database.ts';
import type { WatcherRow, WatcherSourceRow } from '../../../storage/watcher-rows.ts';
import { recordAudit } from '../../audit/record.ts';
import { planOf as billingPlan } from '../../billing/quota.ts';
import { findProject } from '../../project/store.ts';
import { afterDay } from '../days.ts';
import { afterEnding, FAULTS, type Verdict } from '../health/health.ts';
import { isFresh } from '../http/caching.ts';
import { afterRun, type Plan, planOf, whenOpen } from '../schedule/schedule.ts';
import { leastInterval } from '../sources/source.ts';
import { insertRun, insertSnapshot } from '../stores/run-store.ts';
import { lockWatcher, saveLeased } from '../stores/store.ts';
import { healthEvent, type WatcherEvents } from '../telling/events.ts';
import { tellMatches } from '../telling/tell-matches.ts';
import { scheduleOf, watcherActor } from '../watcher.ts';
import type { Findings } from './findings.ts';
import { rhythmAfter } from './quiet.ts';
import { forgetOld, storeFirst, storeItems } from './store-items.ts';

export interface Run {
  readonly watcher: WatcherRow;
  readonly source: Pick<WatcherSourceRow, 'url' | 'effective_url' | 'fresh_until'>;
  /** Unix milliseconds. */
  readonly startedMs: number;
  readonly endedMs: number;
  readonly findings: Findings;
}

export interface Finished {
  readonly watcher: WatcherRow;
  readonly matched: number;
  readonly digests: number;
}

/** Undefined: someone paused, changed, deleted or took the watcher meanwhile, and nothing was written. */
export async function finishRun(app: App, events: WatcherEvents, run: Run): Promise<Finished | undefined> {
  if (!(await storeFirst(app, run.watcher, run.findings))) return undefined;
  const finish = (quotaUsedUp: boolean) => inTransaction(app, (tx) => save(tx, app, events, run, quotaUsedUp));
  // Another transaction may take the last of the quota while this one runs: then what was to be told is owed.
  const finished = await finish(false).catch((error: unknown) => {
    if (error instanceof Problem && error.code === 'quota_exceeded') return finish(true);
    throw error;
  });
  if (finished && finished.matched > 0) app.wake('search');
  return finished;
}

async function save(
  tx: Tx,
  app: App,
  events: WatcherEvents,
  run: Run,
  quotaUsedUp: boolean,
): Promise<Finished | undefined> {
  const { findings, source } = run;
  const { project_id, id, fence } = run.watcher;
  const watcher = await lockWatcher(tx, project_id, id);
  const project = await findProject(tx, project_id);
  if (!watcher || !project || watcher.fence !== fence) return undefined;

  const run_id = tx.newId('run');
  const fresh = await storeItems(tx, app, watcher, findings);
  const isGood = 'good' in findings.ending;
  const about = {
    watcher,
    feedTitle: findings.feedTitle,
    sourceUrl: watcher.effective_url ?? source.effective_url ?? source.url,
    zone: project.timezone,
    run_id,
  };
  const told = isGood
    ? await tellMatches(tx, app, events, {
        watcher,
        matches: findings.matches.filter((match) => match.updated || fresh.has(match.key)),
        circumstance: rested(watcher, tx.now) ? 'rest' : findings.told,
        about,
        quotaUsedUp,
      })
    : { matched: 0, digests: 0 };
  if (findings.snapshot) {
    const at = { project_id, watcher_id: id, id: tx.newId('snp'), taken_at: tx.now };
    await insertSnapshot(tx, { ...findings.snapshot, ...at });
  }

  const { allows } = await billingPlan(tx, app.config, project_id);
  const least = Math.max(allows.min_interval_sec, leastInterval(source.url));
  const plan = planOf(scheduleOf(watcher), project.timezone, least);
  const verdict = afterEnding(watcher, findings.ending, tx.now, plan.every);
  const started = Math.min(Math.floor(run.startedMs / 1000), tx.now); // the clock may have been set back since
  const next = nextRun(tx, { ...run, started }, plan, verdict);
  const hasMoved = source.effective_url !== watcher.effective_url;
  const saved = await saveLeased(tx, watcher, {
    ...findings.watcher,
    ...verdict.health,
    ...outcomeOf(findings),
    ...next,
    ...idleSince(watcher, verdict, isGood, tx.now),
    ...(isGood ? { ...rhythmAfter(watcher, fresh.size > 0, tx.now), last_success_at: tx.now } : {}),
    ...(findings.lookedThrough ? { evaluated_at: tx.now } : {}),
    ...(told.matched > 0 ? { last_match_at: tx.now } : {}),
    ...(hasMoved ? { effective_url: source.effective_url } : {}),
    days: afterDay(watcher.days, tx.now, { found: isBaseline(findings) ? 0 : fresh.size, raised: told.matched }),
    due_at: verdict.health.status === 'paused' ? null : next.next_run_at,
    last_run_at: started,
    leased_by: null,
    asked: 0,
    fence: fence + 1,
  });
  if (!saved) throw new Error(`Watcher ${id} was locked and yet changed.`);
  await insertRun(tx, runRow(run, run_id, fresh.size, told.matched));
  await tellHealth(tx, events, saved, verdict, hasMoved);
  await forgetOld(tx, watcher, findings);
  tx.announce(id);
  return { watcher: saved, ...told };
}

/** What is there at first is no find. */
function isBaseline({ ending }: Findings): boolean {
  return 'good' in ending && ending.good === 'baseline';
}

/** Paused or degraded for more than a week: what has come meanwhile is told as one. */
const REST_SECONDS = 7 * 86_400;

function rested({ idle_since }: WatcherRow, now: number): boolean {
  return idle_since !== null && now - idle_since > REST_SECONDS;
}

function idleSince(watcher: WatcherRow, { health }: Verdict, isGood: boolean, now: number): Partial<WatcherRow> {
  if (health.status !== 'active') return { idle_since: watcher.idle_since ?? now };
  return isGood ? { idle_since: null } : {};
}

function nextRun(
  tx: Tx,
  { findings, source, started }: Run & { readonly started: number },
  plan: Plan,
  { wait_s, reason }: Verdict,
): Pick<WatcherRow, 'next_run_at' | 'next_run_reason'> {
  const chance = tx.randomBytes(2).readUInt16BE() / 65_535;
  if (findings.more) return { next_run_at: tx.now, next_run_reason: 'schedule' };
  if (findings.confirmIn !== undefined) {
    return { next_run_at: tx.now + findings.confirmIn, next_run_reason: 'confirm' };
  }
  if (wait_s !== undefined && reason !== undefined) return inWindow(plan, started + wait_s, reason, chance);
  const { at, reason: why } = afterRun(plan, started, chance);
  return source.fresh_until > at && isFresh(source.fresh_until, tx.now)
    ? inWindow(plan, source.fresh_until, 'fresh', chance)
    : { next_run_at: at, next_run_reason: why };
}

function inWindow(plan: Plan, at: number, reason: WatcherRow['next_run_reason'], chance: number) {
  const open = whenOpen(plan, at, chance);
  return open.at === at
    ? { next_run_at: at, next_run_reason: reason }
    : { next_run_at: open.at, next_run_reason: 'window' as const };
}

function outcomeOf({ ending, error }: Findings): Partial<WatcherRow> {
  if ('good' in ending) return { last_outcome: ending.good, error_code: null, last_error: null };
  return { last_outcome: FAULTS[ending.code].class, error_code: ending.code, last_error: error ?? null };
}

function runRow({ watcher, findings, startedMs, endedMs }: Run, id: string, new_items: number, matched: number) {
  const { ending, error, http_status, bytes, items, notes } = findings;
  const failed = 'code' in ending;
  return {
    project_id: watcher.project_id,
    watcher_id: watcher.id,
    id,
    started_at: Math.floor(startedMs / 1000),
    ms: Math.max(0, Math.round(endedMs - startedMs)),
    outcome: failed ? FAULTS[ending.code].class : ending.good,
    error_code: failed ? ending.code : null,
    error: error ?? null,
    http_status: http_status ?? null,
    bytes,
    items,
    new_items,
    matched,
    notes: JSON.stringify(notes),
  };
}

async function tellHealth(
  tx: Tx,
  events: WatcherEvents,
  saved: WatcherRow,
  { event }: Verdict,
  hasMoved: boolean,
): Promise<void> {
  const actor = watcherActor(saved);
  if (hasMoved) {
    await recordAudit(tx, actor, {
      event: 'watcher.updated',
      entity_id: saved.id,
      facts: { changed: ['effective_url'] },
    });
  }
  if (!event) return;
  const facts = saved.error_code === null ? {} : { error_code: saved.error_code };
  await recordAudit(tx, actor, { event: `watcher.${event}`, entity_id: saved.id, facts });
  await events.health(tx, saved.project_id, healthEvent(`watcher.${event}`, saved));
}
