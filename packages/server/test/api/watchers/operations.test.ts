// The operations on watchers beyond the specification's table: preview, run, runs, items, statistics, import, export, presets.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { CountersignProblem, type Watcher } from '@countersign/sdk';
import { clientOf, codeOf, givenService } from '../../support/given.ts';
import { goneAfter } from '../../support/gone-after.ts';
import { type Service, startService } from '../../support/start-service.ts';
import { until } from '../../support/until.ts';
import { givenWatching, HOUR, openScene, post, posts, rss } from '../../support/watching.ts';
import { call } from '../../support/wire.ts';

let service: Service;
before(async () => {
  service = await startService();
});
after(() => service.stop());

async function issuesOf(asked: Promise<unknown>): Promise<string[]> {
  try {
    await asked;
  } catch (error) {
    if (error instanceof CountersignProblem) return (error.issues ?? []).map(({ path }) => path);
    throw error;
  }
  return [];
}

test('a watcher of another project is found by no operation, and nothing of it changes', async (t) => {
  const { blog, admin, watch, read } = await openScene(t, service);
  blog.says(rss(posts(2)));
  const watcher = await watch();
  const { adminKey } = await service.newProject('stranger');
  const stranger = clientOf(service, adminKey);
  const { id } = watcher;
  for (const ask of [
    () => stranger.getWatcher(id),
    () => stranger.updateWatcher(id, { name: 'Mine' }),
    () => stranger.deleteWatcher(id),
    () => stranger.runWatcher(id),
    () => stranger.listWatcherRuns(id),
    () => stranger.listWatcherItems(id),
    () => stranger.getWatcherStats(id),
    () => stranger.previewWatcher({ ...wishOf(watcher), watcher_id: id }),
  ]) {
    assert.equal(await codeOf(Promise.resolve(ask())), 'not_found');
  }
  assert.equal((await stranger.listWatchers()).items.length, 0);
  assert.deepEqual(await read(watcher), watcher);
  const { items, next_cursor } = await admin.listWatcherItems(id, { limit: 1 });
  assert.equal(items.length, 1);
  assert.equal(await codeOf(stranger.listWatchers({ cursor: next_cursor ?? '' }).then()), 'invalid_cursor');
});

const wishOf = ({ name, kind, config, schedule }: Watcher) => ({ name, kind, config, schedule });

test('items come newest first, page by page, each once; runs are the last fifty', async (t) => {
  const { blog, admin, watch, pass, runs } = await openScene(t, service);
  blog.says(rss(posts(7)));
  const watcher = await watch();
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await admin.listWatcherItems(watcher.id, { limit: 3, ...(cursor ? { cursor } : {}) });
    assert.equal(page.has_more, page.next_cursor !== null);
    seen.push(...page.items.map(({ id }) => id));
    cursor = page.next_cursor ?? undefined;
  } while (cursor);
  assert.equal(new Set(seen).size, 7);
  assert.deepEqual(seen, seen.toSorted().toReversed());
  for (const limit of [0, 101, 1.5])
    assert.equal(await codeOf(admin.listWatcherItems(watcher.id, { limit }).then()), 'validation_failed');
  assert.equal(await codeOf(admin.listWatcherItems(watcher.id, { cursor: 'x' }).then()), 'invalid_cursor');
  for (let n = 0; n < 52; n++) await pass(HOUR);
  const last = await runs(watcher);
  assert.equal(last.length, 50);
  assert.ok(last.every(({ outcome, http_status }) => outcome === 'not_modified' && http_status === 200));
  assert.deepEqual(
    last.map(({ id }) => id),
    last
      .map(({ id }) => id)
      .toSorted()
      .toReversed(),
  );
});

test('the list tells what came on each of the last days; the baseline is no find', async (t) => {
  const { blog, admin, watch, pass } = await openScene(t, service);
  blog.says(rss(posts(4)));
  const watcher = await watch({ keywords: [{ pattern: '"number 5"', points: 1 }] });
  assert.deepEqual(watcher.days, []);
  blog.says(rss(posts(6)));
  await pass(HOUR + 60);
  const days = (await admin.listWatchers()).items[0]?.days ?? [];
  assert.equal(days.length, 1);
  assert.partialDeepStrictEqual(days[0], { found: 2, raised: 1 });
  await pass(HOUR + 60);
  assert.deepEqual((await admin.getWatcher(watcher.id)).days, days, 'a run that finds nothing adds nothing');
});

test('a selector that nothing can be found by is refused, and not read in vain for ever', async (t) => {
  const { admin, url } = await openScene(t, service);
  const wish = { name: 'Price', kind: 'url_diff' as const, schedule: { every: '1h' } };
  for (const query of ['css:.price::text', 'css:li:eq(2)']) {
    assert.deepEqual(await issuesOf(admin.createWatcher({ ...wish, config: { url, query } })), ['config.query']);
    assert.deepEqual(await issuesOf(admin.previewWatcher({ ...wish, config: { url, query } })), ['config.query']);
  }
});

test('a preview shows what would match and why, and the very card; it writes nothing', async (t) => {
  const { blog, url, admin, cards } = await openScene(t, service);
  blog.says(rss([post(9, { title: 'A release of Rust' }), post(8, { title: 'A job for Rust' }), ...posts(2)]));
  const wish = {
    name: 'Rust',
    kind: 'rss' as const,
    config: { url },
    keywords: [{ pattern: 'title:rust', points: 10 }],
    keywords_none: ['job'],
    min_score: 10,
    schedule: { every: '1h' },
  };
  const shown = await admin.previewWatcher(wish);
  assert.partialDeepStrictEqual(shown, {
    fetch: { status: 200, final_url: url, redirects: 0, robots: 'not_asked' },
    source: { format: 'rss', title: 'The Blog', items: 4 },
    excluded: 1,
    below_threshold: 2,
    warnings: [],
  });
  assert.deepEqual(
    shown.items.filter(({ would_alert }) => would_alert).map(({ title, score }) => [title, score]),
    [['A release of Rust', 10]],
  );
  assert.equal(shown.items.find(({ excluded_by }) => excluded_by)?.excluded_by, 'job');
  assert.equal(shown.sample_action?.title, 'A release of Rust');
  assert.equal((await admin.listWatchers()).items.length, 0);
  assert.deepEqual(await cards(), []);
  assert.deepEqual((await admin.previewWatcher({ ...wish, min_score: 11 })).warnings, ['min_score_unreachable']);

  blog.says(
    `<!doctype html><html><head><link rel="alternate" type="application/rss+xml" href="/real.xml"></head><body>Hi</body></html>`,
  );
  const page = await admin.previewWatcher(wish);
  assert.partialDeepStrictEqual(page, { error_code: 'not_a_feed', items: [] });
  assert.deepEqual(page.candidates, [new URL('/real.xml', url).href]);
  blog.says({ status: 500 });
  assert.equal((await admin.previewWatcher(wish)).error_code, 'server_error');
  assert.equal(await codeOf(admin.previewWatcher({ ...wish, config: { url: 'http://10.0.0.1/' } })), 'private_target');
  assert.deepEqual(await issuesOf(admin.previewWatcher({ ...wish, keywords: [{ pattern: '/[/', points: 1 }] })), [
    'keywords.0.pattern',
  ]);
});

test('a preview knows the items of its watcher, also where they are not told apart by their ids', async (t) => {
  const { blog, admin, watch } = await openScene(t, service);
  blog.says(rss(posts(6, () => ({ id: 'the same for all' }))));
  const watcher = await watch();
  blog.says(rss([post(9), ...posts(6)]));
  const { items } = await admin.previewWatcher({ ...wishOf(watcher), watcher_id: watcher.id });
  assert.deepEqual(
    items.filter(({ would_alert }) => would_alert).map(({ title }) => title),
    ['Post number 9 of the blog'],
  );
});

test('a preview reads the source of its watcher where it has moved to', async (t) => {
  const { blog, admin, watch, pass } = await openScene(t, service);
  let old: 301 | 404 = 301;
  blog.says(({ url }) =>
    url.endsWith('/new.xml')
      ? rss(posts(4))
      : { status: old, ...(old === 301 && { headers: { location: '/new.xml' } }) },
  );
  const { id } = await watch();
  old = 404;
  await pass(HOUR);
  const watcher = await admin.getWatcher(id);
  assert.equal(watcher.last_outcome, 'not_modified');
  const shown = await admin.previewWatcher({ ...wishOf(watcher), watcher_id: id });
  assert.partialDeepStrictEqual(shown, { source: { items: 4 } });
  assert.equal(shown.error_code, undefined);
});

test('cached=1 scores what was last read, without network; it needs a watcher', async (t) => {
  const { blog, url, admin, watch } = await openScene(t, service);
  blog.says(rss(posts(4)));
  const watcher = await watch();
  const asked = blog.asked.length;
  const wish = { ...wishOf(watcher), keywords: [{ pattern: '"number 3"', points: 5 }], min_score: 5 };
  const shown = await admin.previewWatcher({ ...wish, watcher_id: watcher.id }, { query: { cached: 1 } });
  assert.deepEqual(
    shown.items.filter(({ score }) => score === 5).map(({ title }) => title),
    ['Post number 3 of the blog'],
  );
  assert.equal(blog.asked.length, asked);
  assert.deepEqual(await issuesOf(admin.previewWatcher({ ...wish, config: { url } }, { query: { cached: 1 } })), [
    'watcher_id',
  ]);
});

test('trials that take long, as many as one likes, keep no other project from its watchers', async (t) => {
  const greedy = await openScene(t, service);
  const other = await openScene(t, service);
  greedy.blog.says(rss(posts(60).map((post) => ({ ...post, body: 'aaaaaaaaab '.repeat(40) }))));
  const watcher = await greedy.watch();
  const keywords = Array.from({ length: 4 }, (_, n) => ({
    pattern: `/(a|b|ab|ba){5,${30 + n}}c[a-z]{1,9}$/`,
    points: 1,
  }));
  const wish = { ...wishOf(watcher), keywords, watcher_id: watcher.id };
  let ended = 0;
  const trials = Array.from({ length: 30 }, async () => {
    // However long it takes: the client would not wait for as long as a busy machine may need.
    const asked = { key: greedy.key, body: JSON.stringify(wish) };
    const { status } = await call('POST', `${service.baseUrl}/watchers/preview?cached=1`, asked);
    ended++;
    return status;
  });
  await new Promise((resolve) => setTimeout(resolve, 200));
  const before = ended;
  for (const pattern of ['/one/', '/two/', '/three/']) {
    await other.admin.createWatcher({ ...wishOf(watcher), keywords: [{ pattern, points: 1 }] });
  }
  const behind = trials.length - ended;
  const statuses = await Promise.all(trials);
  assert.ok(behind > 3, `only ${behind} of them were still waiting (${before} had ended before)`);
  assert.ok(statuses.includes(503), 'those beyond what one project may have waiting are told to come back');
  assert.ok(statuses.includes(200), 'and the others are answered');
});

test('a run that is asked for answers when it has ended; a paused watcher runs once and stays paused', async (t) => {
  const { blog, admin, watch, titles, events } = await openScene(t, service);
  blog.says(rss(posts(2)));
  const watcher = await watch();
  await admin.updateWatcher(watcher.id, { status: 'paused' });
  service.wind(5);
  blog.says(rss([post(9), ...posts(2)]));
  const ran = await admin.runWatcher(watcher.id);
  assert.partialDeepStrictEqual(ran, { status: 'paused', last_outcome: 'ok' });
  assert.deepEqual(await titles(), ['Post number 9 of the blog']);
  assert.deepEqual(await events(), ['watcher.updated', 'watcher.run']);
});

test('a run that the host does not allow now is answered at once, with the reason', async (t) => {
  const { blog, admin, watch, pass } = await openScene(t, service);
  blog.says(rss(posts(2)));
  const watcher = await watch();
  blog.says({ status: 429, headers: { 'retry-after': '5000' } });
  await pass(HOUR);
  const startedMs = performance.now();
  const { next_run_reason } = await admin.runWatcher(watcher.id);
  assert.equal(next_run_reason, 'host_budget');
  assert.ok(performance.now() - startedMs < 20_000);
});

test('precision per keyword counts decisions, and a suggestion says exactly what it would do', async (t) => {
  const { blog, admin, watch, pass, cards } = await openScene(t, service);
  blog.says(rss(posts(1)));
  const watcher = await watch({
    keywords: [
      { pattern: 'noise', points: 5 },
      { pattern: 'signal', points: 10 },
    ],
    min_score: 5,
  });
  const made = (n: number, word: string) => post(n + 50, { title: `Story ${n} with ${word} in it`, author: 'Ana' });
  blog.says(
    rss([
      ...Array.from({ length: 12 }, (_, n) => made(n, 'noise')),
      ...[20, 21, 22].map((n) => made(n, 'signal')),
      ...posts(1),
    ]),
  );
  await pass(HOUR);
  const told = await cards();
  assert.equal(told.length, 15);
  for (const { id, title } of told.slice(0, 14)) {
    await admin.decideAction(id, { decision: /signal/.test(title) ? 'approve' : 'reject' });
  }
  const { keywords, sources, authors, suggestions } = await admin.getWatcherStats(watcher.id);
  assert.deepEqual(
    keywords.map(({ pattern, matched, approved, rejected, precision }) => [
      pattern,
      matched,
      approved,
      rejected,
      precision,
    ]),
    [
      ['noise', 12, 0, 11, 0],
      ['signal', 3, 3, 0, 1],
    ],
  );
  assert.partialDeepStrictEqual(sources, [{ host: 'blog.example', matched: 15, approved: 3, rejected: 11 }]);
  assert.partialDeepStrictEqual(authors, [{ author: 'Ana', matched: 15 }]);
  assert.ok(
    suggestions.some(
      ({ min_score, removes, loses }) => min_score !== undefined && min_score > 5 && removes >= 11 && loses === 0,
    ),
    JSON.stringify(suggestions),
  );
});

test('import tells of each line, and a bad one stops no other', async (t) => {
  const { admin } = await openScene(t, service);
  const content = 'https://one.example/feed\n\nnot an address\nhttp://10.0.0.1/feed\nhttps://two.example/feed\n';
  const { results, created, failed } = await admin.importWatchers({ format: 'urls', content });
  assert.deepEqual([created, failed], [2, 2]);
  assert.deepEqual(
    results.map(({ line, ok, error }) => [line, ok, error]),
    [
      [1, true, undefined],
      [3, false, 'validation_failed'],
      [4, false, 'private_target'],
      [5, true, undefined],
    ],
  );
  assert.equal(
    await codeOf(admin.importWatchers({ format: 'urls', content: 'https://x.example/\n'.repeat(1001) })),
    'validation_failed',
  );
  assert.equal(await codeOf(admin.importWatchers({ format: 'opml', content: 'no OPML at all' })), 'validation_failed');
});

test('an import that storage cuts short tells which lines were saved, so that only the others are sent again', async (t) => {
  const { service: own, admin } = await givenService(t);
  const lines = Array.from({ length: 60 }, (_, n) => `https://many.example/${n}`);
  const bring = (content: string) => admin.importWatchers({ format: 'urls', content });
  const { results, created, failed } = await goneAfter(own, /insert into "watchers"/, () => bring(lines.join('\n')));
  assert.deepEqual([created, failed], [25, 35]);
  const left = results.filter(({ error }) => error === 'unavailable');
  assert.deepEqual(
    left.map(({ url }) => url),
    lines.slice(25),
  );
  assert.equal((await bring(left.map(({ url }) => url).join('\n'))).created, 35);
  assert.equal((await admin.listWatchers({ limit: 100 })).items.length, 60);
});

test('OPML: nested folders, names, hostile text; export and import are each other’s inverse', async (t) => {
  const { admin, key } = await openScene(t, service);
  const opml = `<?xml version="1.0"?><opml version="2.0"><head><title>&xxe;</title></head><body>
    <outline text="Folder"><outline type="rss" text="A &amp; &lt;b&gt;" xmlUrl="https://a.example/f?x=1&amp;y=2"/></outline>
    <outline type="rss" title="Quotes &quot; here" xmlUrl="https://b.example/f"/><outline text="no feed"/></body></opml>`;
  const first = await admin.importWatchers({ format: 'opml', content: opml, schedule: { every: '6h' } });
  assert.deepEqual([first.created, first.failed], [2, 0]);
  const exported = await call('GET', `${service.baseUrl}/watchers/export.opml`, { key });
  assert.match(exported.headers.get('content-type') ?? '', /^text\/x-opml/);
  const again = await openScene(t, service);
  const second = await again.admin.importWatchers({ format: 'opml', content: exported.text });
  assert.deepEqual([second.created, second.failed], [2, 0]);
  const names = async (of: typeof admin) =>
    (await of.listWatchers()).items.map(({ name, config }) => [name, config.url]).toSorted();
  assert.deepEqual(await names(again.admin), await names(admin));
  assert.ok((await names(admin)).some(([name]) => name === 'A & <b>'));
});

test('deleting takes items, runs, snapshots and the source with it; actions stay', async (t) => {
  const { blog, admin, watch, pass, cards, url } = await openScene(t, service);
  blog.says(rss(posts(3)));
  const watcher = await watch();
  blog.says(rss([post(9), ...posts(3)]));
  await pass(HOUR);
  await admin.deleteWatcher(watcher.id);
  assert.equal((await cards()).length, 1);
  const { reader } = service.running.app;
  for (const table of ['watcher_items', 'watcher_runs', 'watcher_snapshots', 'watcher_leftovers'] as const) {
    const left = await reader.q.selectFrom(table).select('project_id').where('watcher_id', '=', watcher.id).execute();
    assert.deepEqual(left, [], table);
  }
  assert.deepEqual(await reader.q.selectFrom('watcher_sources').select('key').where('url', '=', url).execute(), []);
  assert.equal(await codeOf(admin.deleteWatcher(watcher.id)), 'not_found');
});

test('a watcher that is deleted, or asked to run, is not said to be as it was when storage goes away then', async (t) => {
  const { service: own, admin, site, watch, pass } = await givenWatching(t);
  site().says(rss(posts(3)));
  const { id } = await watch();
  const run = goneAfter(own, /update "watchers"/, () => admin.runWatcher(id));
  await assert.rejects(run, { code: 'internal', message: /It runs, or will soon/ });
  await pass(HOUR);
  await goneAfter(own, /delete from "watchers"/, () => admin.deleteWatcher(id));
  assert.equal(await codeOf(admin.getWatcher(id)), 'not_found');
  const left = () => own.running.app.reader.q.selectFrom('watcher_items').select('id').execute();
  assert.equal((await left()).length, 3);
  await until(async () => {
    own.wind(60);
    return (await left()).length === 0;
  }, 'the sweep has taken what it left');
});

test('presets: every one of them makes a watcher from its examples, and says what is wrong with others', async (t) => {
  const { admin, key } = await openScene(t, service);
  const { presets } = await admin.listWatcherPresets();
  assert.equal(presets.length, 32);
  for (const { id, title, params, kind, defaultScheduleEvery } of presets) {
    const needed = params.filter(({ required }) => required);
    const given = Object.fromEntries(needed.map(({ name, example }) => [name, example]));
    const made = await admin.createFromPreset({ preset_id: id, params: given });
    assert.partialDeepStrictEqual(made, { kind, schedule: { every: defaultScheduleEvery }, status: 'active' });
    const [first] = needed;
    assert.ok(made.name.startsWith(first ? `${title}: ` : title) && made.name.includes(first?.example ?? ''));
    await admin.deleteWatcher(made.id);
    assert.deepEqual(await issuesOf(admin.createFromPreset({ preset_id: id, params: { ...given, nonsense: 'x' } })), [
      'params.nonsense',
    ]);
  }
  await assert.rejects(admin.createFromPreset({ preset_id: 'nope' }), {
    code: 'preset_not_found',
    message: 'There is no such preset: the list of presets has their ids.',
  });
  const listed = await call('GET', `${service.baseUrl}/watcher-presets`, { key });
  assert.equal(listed.headers.get('cache-control'), 'max-age=3600');
});
