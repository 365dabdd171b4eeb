// What the codes of watchers mean, in words for the person at the screen.

import type { Match, NextRunReason, RunError, RunOutcome, Watcher, WatcherKind } from '@countersign/contract';
import { type Plain, t, tn } from '../i18n/translate.ts';

export const KINDS: Readonly<Record<WatcherKind, Plain>> = {
  rss: 'Feed',
  reddit_search: 'Reddit search',
  url_diff: 'Page',
};

const REASONS: Readonly<Record<NextRunReason, Plain>> = {
  first_run: 'its first run',
  schedule: 'by its schedule',
  window: 'when its window opens',
  retry_after: 'the source asked to wait',
  backoff: 'less often after failures',
  host_budget: 'this site is asked one at a time',
  fresh: 'the source says it has nothing new before',
  confirm: 'to confirm a large change',
};

export function reasonOf({ next_run_reason }: Watcher): string {
  return t(REASONS[next_run_reason]);
}

export const OUTCOMES: Readonly<Record<RunOutcome, Plain>> = {
  baseline: 'Baseline',
  ok: 'Read',
  not_modified: 'Not modified',
  fresh: 'Still fresh',
  transient: 'Could not read',
  broken: 'Broken',
  skipped_window: 'Outside its window',
};

/** The short form; the whole sentence comes from the server. */
export const ERRORS: Readonly<Record<RunError, Plain>> = {
  rate_limited: 'asked to slow down',
  blocked: 'blocked',
  not_found: 'not found',
  server_error: 'server error',
  network: 'network',
  offline: 'offline',
  not_a_feed: 'not a feed',
  parse_error: 'unreadable',
  selector_missing: 'selector finds nothing',
  too_large: 'too large',
  empty: 'empty',
  robots_disallowed: 'robots.txt forbids it',
  private_target: 'private address',
};

export type Tone = 'go' | 'warn' | 'stop' | 'accent' | '';

export interface Health {
  readonly tone: Tone;
  readonly word: string;
}

export function healthOf(watcher: Watcher): Health {
  const { status, fail_count, error_code, first_run_done, quiet_since } = watcher;
  if (status === 'paused') return { tone: '', word: t('paused') };
  if (status === 'degraded') return { tone: 'stop', word: t('degraded') };
  if (fail_count > 0) return { tone: 'warn', word: tn(fail_count, 'failed once', 'failed {count} times') };
  if (error_code !== undefined) return { tone: 'warn', word: t(ERRORS[error_code]) }; // nobody's fault that counts, and yet not read
  if (!first_run_done) return { tone: 'accent', word: t('first run') };
  if (quiet_since !== undefined) return { tone: 'warn', word: t('quiet') };
  return { tone: 'go', word: t('healthy') };
}

const FIELDS: Readonly<Record<Match['field'], Plain>> = {
  title: 'in the title',
  body: 'in the text',
  author: 'in the author',
  tag: 'in a tag',
  url: 'in the address',
  added: 'in what was added',
  removed: 'in what was removed',
};

export function fieldOf({ field }: Match): string {
  return t(FIELDS[field]);
}

const NOTES: Readonly<Record<string, Plain>> = {
  rekeyed: 'ids changed, nothing new',
  reordered: 'only reordered',
  confirm: 'a large change, to be seen twice',
  unstable: 'never the same twice',
  flapping: 'back and forth',
  cut: 'too long, cut',
  more: 'more in the next run',
  binary: 'not text',
};

export function noteOf(note: string): string {
  const known = NOTES[note];
  return known ? t(known) : note.replaceAll('_', ' ');
}

/** "every 30 m, up to 5 m later, 08:00-18:00" */
export function scheduleOf({ schedule }: Watcher): string {
  const { every, jitter, window } = schedule;
  return [
    t('every {time}', { time: spaced(every) }),
    ...(jitter === undefined || /^0+[mhd]$/.test(jitter) ? [] : [t('up to {time} later', { time: spaced(jitter) })]),
    ...(window === undefined
      ? []
      : [t('between {from} and {to}', { from: window.split('-')[0] ?? '', to: window.split('-')[1] ?? '' })]),
  ].join(', ');
}

function spaced(span: string): string {
  const n = Number(span.slice(0, -1));
  return span.endsWith('d') ? t('{d} d', { d: n }) : span.endsWith('h') ? t('{h} h', { h: n }) : t('{m} m', { m: n });
}
