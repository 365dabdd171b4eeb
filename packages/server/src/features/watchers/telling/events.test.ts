import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { WatcherRow } from '../../../storage/watcher-rows.ts';
import { healthEvent, matchedEvent } from './events.ts';
import type { Found } from './match.ts';

const watcher = {
  id: 'wat_1',
  name: 'Rust',
  kind: 'rss',
  min_score: 10,
  error_code: null,
  last_error: null,
  fail_count: 0,
  degraded_since: null,
  next_run_at: 1_790_003_600,
} as WatcherRow;

const found: Found = {
  key: 'k',
  title: 'Rust 2',
  url: 'https://blog.example/2',
  author: 'Ana',
  tags: ['rust'],
  published_at: 1_789_990_000,
  body: 'word '.repeat(200),
  score: 15,
  matches: [{ pattern: 'rust', points: 15, field: 'title', start: 0, end: 4 }],
  updated: false,
};

test('watcher.matched says what matched, where and why, and which action came of it', () => {
  const event = matchedEvent(watcher, found, { matched_at: 1_790_000_000, action_id: 'act_1' });
  assert.deepEqual(event, {
    event: 'watcher.matched',
    matched_at: 1_790_000_000,
    watcher: { id: 'wat_1', name: 'Rust', kind: 'rss' },
    item: {
      key: 'k',
      title: 'Rust 2',
      url: 'https://blog.example/2',
      author: 'Ana',
      published_at: 1_789_990_000,
      summary: `${'word '.repeat(120).slice(0, 599).trimEnd()}…`,
      updated: false,
    },
    score: 15,
    min_score: 10,
    matches: found.matches,
    action_id: 'act_1',
    untrusted: true,
  });
});

test('without an action there is no action_id; of a page there is the diff; what is not known is absent', () => {
  const page = {
    diff: '-a\n+b\n',
    added: 1,
    removed: 1,
    snapshot: 2,
    flapping: false,
    binary: false,
  };
  const { url: _, published_at: __, ...bare } = found;
  const event = matchedEvent(watcher, { ...bare, author: '', page }, { matched_at: 1, action_id: undefined });
  assert.equal(event.diff, '-a\n+b\n');
  assert.ok(!('action_id' in event));
  assert.deepEqual(Object.keys(event.item), ['key', 'title', 'summary', 'updated']);
});

test('the way down and the way back name the watcher, and the fault while there is one', () => {
  const ill = {
    ...watcher,
    error_code: 'server_error',
    last_error: 'x: y. z.',
    fail_count: 3,
    degraded_since: 5,
  } as WatcherRow;
  assert.deepEqual(healthEvent('watcher.degraded', ill), {
    event: 'watcher.degraded',
    watcher: { id: 'wat_1', name: 'Rust', kind: 'rss' },
    error_code: 'server_error',
    error: 'x: y. z.',
    fail_count: 3,
    degraded_since: 5,
    next_run_at: 1_790_003_600,
  });
  assert.deepEqual(Object.keys(healthEvent('watcher.recovered', watcher)), [
    'event',
    'watcher',
    'fail_count',
    'next_run_at',
  ]);
});
