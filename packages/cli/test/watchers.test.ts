// Watchers and presets from a terminal.

import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { watchingOf } from '../../server/test/support/watching.ts';
import { givenShell } from './run.ts';

test('a watcher is made, listed, shown, run, paused, resumed and deleted', async (t) => {
  const { run, admin } = await givenShell(t);
  const words = [
    '--feed',
    'https://blog.example/feed.xml',
    '--keyword',
    'a=b=10',
    '--without',
    'job*',
    '--min-score',
    '10',
  ];
  const made = await run(['watchers', 'create', ...words, '--every', '2h', '--window', '08:00-20:00', '--json']);
  assert.equal(made.code, 0, made.stderr);
  const watcher = JSON.parse(made.stdout);
  assert.partialDeepStrictEqual(watcher, {
    name: 'https://blog.example/feed.xml',
    kind: 'rss',
    keywords: [{ pattern: 'a=b', points: 10 }],
    keywords_none: ['job*'],
    min_score: 10,
    schedule: { every: '2h', window: '08:00-20:00' },
  });
  const { id } = watcher;
  const listed = await run(['watchers', 'list']);
  assert.match(listed.stdout, new RegExp(`${id} +active +rss`));
  assert.match((await run(['watchers', 'show', id])).stdout, /^reads +https:\/\/blog\.example\/feed\.xml$/m);
  assert.match((await run(['watchers', 'pause', id])).stdout, /is paused/);
  assert.match((await run(['watchers', 'list', '--status', 'active'])).stdout, /^ID[^\n]*\n$/);
  assert.match((await run(['watchers', 'resume', id])).stdout, /is active/);
  assert.match((await run(['watchers', 'run', id])).stdout, /blog\.example: its name cannot be found/);
  assert.equal((await run(['watchers', 'delete', id])).code, 0);
  assert.equal((await admin.listWatchers()).items.length, 0);
  const gone = await run(['watchers', 'show', id]);
  assert.equal(gone.code, 1);
});

test('a run that must wait for its turn at the site is not said to have ended', async (t) => {
  const { run, service } = await givenShell(t);
  const { site, watch, pass } = watchingOf(service);
  const blog = site();
  blog.says({ status: 200, headers: { 'content-type': 'application/rss+xml' }, body: '<rss><channel/></rss>' });
  const { id } = await watch();
  blog.says({ status: 429, headers: { 'retry-after': '5000' } });
  await pass(3600);
  const { code, stdout } = await run(['watchers', 'run', id]);
  assert.equal(code, 0);
  assert.match(stdout, /has not run yet: the site was asked a moment ago, and its turn comes in \d+ [smh]\.\n$/);
});

test('nor is one that is still under way when the server answers', async (t) => {
  const { run } = await givenShell(t);
  const watcher = {
    id: 'wat_1',
    name: 'n',
    status: 'active',
    last_outcome: 'ok',
    last_run_at: 1,
    next_run_reason: 'schedule',
  };
  const server = createServer((request, response) => {
    const answer = () => response.setHeader('content-type', 'application/json').end(JSON.stringify(watcher));
    setTimeout(answer, request.method === 'POST' ? 2500 : 0);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { stdout } = await run(['watchers', 'run', 'wat_1', '--url', url]);
  assert.equal(stdout, 'wat_1 (n) is active; the run is not over yet.\n');
});

test('what is said wrongly is a usage error, and nothing is made', async (t) => {
  const { run, admin } = await givenShell(t);
  for (const words of [
    ['watchers', 'create'],
    ['watchers', 'create', '--feed', 'https://a.example/', '--page', 'https://a.example/'],
    ['watchers', 'create', '--feed', 'https://a.example/', '--keyword', 'rust'],
    ['watchers', 'list', '--status', 'odd'],
    ['watchers', 'run'],
    ['presets', 'use', 'rss-feed', '--set', 'url'],
    ['presets', 'show', 'no-such'],
  ]) {
    assert.equal((await run(words)).code, 64, words.join(' '));
  }
  assert.equal((await admin.listWatchers()).items.length, 0);
});

test('presets are listed, explained and used', async (t) => {
  const { run, admin } = await givenShell(t);
  assert.match((await run(['presets', 'list'])).stdout, /^github-releases +.*owner repo +1h$/m);
  assert.match((await run(['presets', 'show', 'reddit-keyword'])).stdout, /^query +required/m);
  const used = await run(['presets', 'use', 'github-releases', '--set', 'owner=nodejs', '--set', 'repo=node']);
  assert.match(used.stdout, /^wat_\w+: GitHub releases: nodejs\/node, every 1h$/m);
  assert.equal((await admin.listWatchers()).items.length, 1);
  const wrong = await run(['presets', 'use', 'github-releases', '--set', 'owner=nodejs']);
  assert.equal(wrong.code, 64);
  assert.match(wrong.stderr, /params\.repo/);
  const none = await run(['presets', 'use', 'no-such']);
  assert.equal(none.code, 1);
  assert.match(none.stderr, /There is no such preset.*\n`countersign presets list` shows them\.\n$/);
});
