// Replays: what HTTP says about change, patience and place is believed as far as it deserves.

import assert from 'node:assert/strict';
import { after, before, type TestContext, test } from 'node:test';
import type { Outgoing } from '../../../src/world/outgoing.ts';
import { type Service, startService } from '../../support/start-service.ts';
import { until } from '../../support/until.ts';
import { DAY, HOUR, heldBy, openScene, post, posts, rss, watchingOf } from '../../support/watching.ts';

let service: Service;
before(async () => {
  service = await startService();
});
after(() => service.stop());

const NEW = 'Post number 9 of the blog';
const nowOf = () => Math.floor(service.world.nowMs() / 1000);

const conditionsOf = ({ headers }: Outgoing) => [headers?.['if-none-match'], headers?.['if-modified-since']];

test('304 for ever: nothing is told, and once a month the whole is asked for', async (t) => {
  const { blog, watch, steps, pass, titles, read, runs } = await openScene(t, service);
  const validators = { etag: '"one"', 'last-modified': 'Wed, 01 Jul 2026 10:00:00 GMT' };
  let body = rss(posts(4));
  blog.says((asked) =>
    asked.headers?.['if-none-match'] === '"one"' ? { status: 304 } : { headers: validators, body },
  );
  const watcher = await watch();
  assert.deepEqual(conditionsOf(blog.asked[0] as Outgoing), [undefined, undefined]);
  body = rss([post(9), ...posts(4)]); // and the server does not notice
  await steps(3, HOUR);
  assert.deepEqual(blog.asked.slice(1).map(conditionsOf), Array(3).fill(['"one"', validators['last-modified']]));
  assert.equal((await read(watcher)).last_outcome, 'not_modified');
  assert.deepEqual(await titles(), []);
  await pass(30 * DAY);
  assert.deepEqual(conditionsOf(blog.asked.at(-1) as Outgoing), [undefined, undefined]);
  assert.deepEqual(await titles(), [NEW]);
  assert.equal((await runs(watcher))[0]?.http_status, 200);
});

test('a new ETag on the same bytes is not a change; the same ETag on other bytes is one', async (t) => {
  const { blog, watch, pass, titles, read } = await openScene(t, service);
  let n = 0;
  let body = rss(posts(4));
  blog.says(() => ({ headers: { etag: `"${n++}"` }, body }));
  const watcher = await watch();
  await pass(HOUR);
  assert.equal((await read(watcher)).last_outcome, 'not_modified');
  blog.says(() => ({ headers: { etag: '"fixed"' }, body }));
  await pass(HOUR);
  body = rss([post(9), ...posts(4)]);
  await pass(HOUR);
  assert.deepEqual(await titles(), [NEW]);
});

test('the Last-Modified of a 304 takes the place of the old one; with Expires: 0 neither validator is believed', async (t) => {
  const { blog, watch, pass } = await openScene(t, service);
  const [first, second] = ['Wed, 01 Jul 2026 10:00:00 GMT', 'Thu, 02 Jul 2026 10:00:00 GMT'];
  blog.says({ headers: { 'last-modified': first }, body: rss(posts(2)) });
  await watch();
  blog.says({ status: 304, headers: { 'last-modified': second } });
  await pass(HOUR);
  await pass(HOUR);
  assert.deepEqual(
    blog.asked.map((asked) => asked.headers?.['if-modified-since']),
    [undefined, first, second],
  );
  blog.says({ headers: { etag: '"x"', expires: '0' }, body: rss(posts(3)) });
  await pass(HOUR);
  await pass(HOUR);
  assert.deepEqual(conditionsOf(blog.asked.at(-1) as Outgoing), [undefined, undefined]);
});

test('fresh by max-age, Expires, ttl or sy: no request before it is over, also after a 304; at most six hours', async (t) => {
  const { blog, watch, pass, read } = await openScene(t, service);
  blog.says({ headers: { 'cache-control': 'max-age=9000', etag: '"a"' }, body: rss(posts(2)) });
  const watcher = await watch();
  assert.partialDeepStrictEqual(watcher, { next_run_reason: 'fresh' });
  assert.ok(Math.abs(watcher.next_run_at - nowOf() - 9000) <= 2);
  await pass(HOUR);
  assert.equal(blog.asked.length, 1);
  blog.says({ status: 304, headers: { 'cache-control': 'max-age=14400' } });
  await pass(9000 - HOUR + 1);
  assert.equal(blog.asked.length, 2);
  const then = await read(watcher);
  assert.partialDeepStrictEqual(then, { next_run_reason: 'fresh', last_outcome: 'not_modified' });
  assert.ok(Math.abs(then.next_run_at - nowOf() - 14_400) <= 2);

  blog.says({ headers: { 'cache-control': 'max-age=31536000' }, body: rss(posts(3)) });
  await pass(14_401);
  assert.ok(Math.abs((await read(watcher)).next_run_at - nowOf() - 6 * HOUR) <= 2);
  blog.says({ headers: { etag: '"b"' }, body: rss(posts(4), { extra: '<ttl>120</ttl>' }) });
  await pass(6 * HOUR + 1);
  assert.ok(Math.abs((await read(watcher)).next_run_at - nowOf() - 2 * HOUR) <= 2);
  blog.says({ status: 304, headers: { 'cache-control': 'max-age=60' } });
  await pass(2 * HOUR + 1);
  const unchanged = await read(watcher);
  assert.partialDeepStrictEqual(unchanged, { next_run_reason: 'fresh', last_outcome: 'not_modified' });
  assert.ok(Math.abs(unchanged.next_run_at - nowOf() - 2 * HOUR) <= 2, 'what the feed says of itself is as it was');
  blog.says({ headers: { 'cache-control': 'max-age=60' }, body: rss(posts(5)) });
  await pass(2 * HOUR + 1);
  assert.partialDeepStrictEqual(await read(watcher), { next_run_reason: 'schedule' }); // never sooner than `every`
});

const WAITS: Readonly<Record<string, readonly [() => string, number, string]>> = {
  'in seconds': [() => '7200', 7200, 'retry_after'],
  'as a date': [() => new Date((nowOf() + 7200) * 1000).toUTCString(), 7200, 'retry_after'],
  'beyond a week': [() => '1000000000000', 7 * DAY, 'retry_after'],
  'below zero': [() => '-5', HOUR, 'backoff'],
  'in words': [() => 'soon', HOUR, 'backoff'],
  'shorter than the interval': [() => '10', HOUR, 'backoff'],
};
for (const [how, [value, seconds, reason]] of Object.entries(WAITS)) {
  test(`429 with Retry-After ${how}: the next try is ${seconds} s away`, async (t) => {
    const { blog, watch, pass, read, titles } = await openScene(t, service);
    blog.says(rss(posts(3)));
    const watcher = await watch();
    blog.says(() => ({ status: 429, headers: { 'retry-after': value() } }));
    await pass(HOUR);
    const then = await read(watcher);
    assert.partialDeepStrictEqual(then, {
      last_outcome: 'transient',
      error_code: 'rate_limited',
      fail_count: 0,
      status: 'active',
      next_run_reason: reason,
    });
    assert.ok(Math.abs(then.next_run_at - nowOf() - seconds) <= 3, `${then.next_run_at - nowOf()}`);
    const asked = blog.asked.length;
    blog.says(rss([post(9), ...posts(3)]));
    await pass(seconds - 30);
    assert.equal(blog.asked.length, asked);
    await pass(33);
    assert.deepEqual(await titles(), [NEW]);
  });
}

test('another schedule brings nothing forward that the source asked to wait for', async (t) => {
  const { blog, watch, pass, read, admin } = await openScene(t, service);
  blog.says(rss(posts(3)));
  const watcher = await watch();
  blog.says({ status: 429, headers: { 'retry-after': '7200' } });
  await pass(HOUR);
  const { next_run_at } = await read(watcher);
  const changed = await admin.updateWatcher(watcher.id, { schedule: { every: '30m' } });
  assert.partialDeepStrictEqual(changed, { next_run_at, next_run_reason: 'retry_after' });
});

test('a Retry-After holds the whole host, and is not forgotten by a restart', async (t) => {
  const own = await startService();
  t.after(() => own.stop());
  const first = watchingOf(own);
  const host = 'held.example';
  const config = { url: `https://${host}/feed.xml` };
  const blog = first.site(host);
  blog.says(rss(posts(2)));
  const one = await first.watch({ config });
  blog.says({ status: 429, headers: { 'retry-after': '10000' } });
  await first.pass(HOUR);
  assert.equal((await first.read(one)).error_code, 'rate_limited');
  const asked = blog.asked.length;
  await own.restart();
  const { watch, settle, read, pass } = watchingOf(own);
  const other = await watch({ config: { url: `https://${host}/other.xml` } });
  await settle();
  assert.equal(blog.asked.length, asked);
  assert.partialDeepStrictEqual(await read(other), { next_run_reason: 'host_budget', first_run_done: false });
  assert.ok(Math.abs((await read(other)).next_run_at - (await read(one)).next_run_at) <= 3);
  blog.says(rss(posts(2)));
  await pass(10_001);
  assert.equal((await read(other)).first_run_done, true);
});

test('503 without a word: later and later, degraded at the third, and well again at the first success', async (t) => {
  const { blog, watch, pass, read, titles, events } = await openScene(t, service);
  blog.says(rss(posts(3)));
  const watcher = await watch();
  blog.says({ status: 503 });
  const waits: number[] = [];
  let wait = HOUR;
  for (let n = 1; n <= 7; n++) {
    await pass(wait + 1);
    const { fail_count, status, next_run_at, next_run_reason, error_code } = await read(watcher);
    assert.partialDeepStrictEqual(
      { fail_count, status, next_run_reason, error_code },
      { fail_count: n, status: n < 3 ? 'active' : 'degraded', next_run_reason: 'backoff', error_code: 'server_error' },
    );
    wait = next_run_at - nowOf();
    waits.push(Math.round(wait / HOUR));
  }
  assert.deepEqual(waits, [1, 2, 4, 8, 16, 24, 24]);
  assert.ok(((await read(watcher)).degraded_since ?? 0) > 0);
  blog.says(rss([post(9), ...posts(3)]));
  await pass(DAY);
  const well = await read(watcher);
  assert.partialDeepStrictEqual(well, { status: 'active', fail_count: 0, last_outcome: 'ok' });
  assert.equal(well.degraded_since, undefined);
  assert.deepEqual(await titles(), [NEW]);
  assert.deepEqual(await events(), ['watcher.degraded', 'watcher.recovered']);
});

test('a redirect in letters that are no ASCII leads where a browser would go', async (t) => {
  const { blog, url: feed, watch, read } = await openScene(t, service);
  for (const [said, asked] of [
    [Buffer.from('/größe/東京.xml').toString('latin1'), '/gr%C3%B6%C3%9Fe/%E6%9D%B1%E4%BA%AC.xml'], // as Node gives the bytes of UTF-8
    ['/größe.xml', '/gr%C3%B6%C3%9Fe.xml'], // of ISO 8859-1
    ['/gr%C3%B6%C3%9Fe.xml', '/gr%C3%B6%C3%9Fe.xml'],
  ] as const) {
    blog.says(({ url }) => (url.endsWith(asked) ? rss(posts(3)) : { status: 302, headers: { location: said } }));
    const watcher = await watch({ config: { url: `${feed}?${encodeURIComponent(said)}` } });
    assert.equal((await read(watcher)).last_outcome, 'baseline', asked);
  }
});

test('301, and then nothing at the old address: the new one is used at once', async (t) => {
  const { blog, host, watch, pass, read, titles, events } = await openScene(t, service);
  let old: 301 | 404 = 301;
  let body = rss(posts(3));
  blog.says(({ url }) => {
    if (new URL(url).pathname === '/new.xml') return body;
    return old === 301 ? { status: 301, headers: { location: '/new.xml' } } : { status: 404 };
  });
  const watcher = await watch();
  assert.equal(watcher.effective_url, undefined);
  old = 404;
  body = rss([post(9), ...posts(3)]);
  await pass(HOUR);
  const then = await read(watcher);
  assert.partialDeepStrictEqual(then, { last_outcome: 'ok', effective_url: `https://${host}/new.xml`, fail_count: 0 });
  assert.equal(then.config.url, `https://${host}/feed.xml`);
  assert.deepEqual(await titles(), [NEW]);
  await pass(HOUR);
  assert.equal(new URL(blog.asked.at(-1)?.url ?? '').pathname, '/new.xml');
  assert.deepEqual(await events(), ['watcher.updated']);
});

test('a source that moved, and moved back when the new place was given up, is read at its own address again', async (t) => {
  const { blog, host, url, watch, pass, steps, titles, read, events } = await openScene(t, service);
  let home = 301;
  let entries = posts(4);
  blog.says((asked) => {
    if (asked.url === url && home === 200) return rss(entries);
    if (asked.url === url) return { status: home, headers: { location: '/new.xml' } };
    return home === 301 ? rss(entries) : { status: 404 };
  });
  const watcher = await watch();
  await steps(3, 13 * HOUR);
  assert.equal((await read(watcher)).effective_url, `https://${host}/new.xml`);

  home = 200;
  entries = [post(9), ...posts(4)];
  await pass(HOUR);
  assert.deepEqual(await titles(), [NEW]);
  const back = await read(watcher);
  assert.partialDeepStrictEqual(back, { last_outcome: 'ok', fail_count: 0 });
  assert.equal(back.effective_url, undefined);
  assert.deepEqual(await events(), ['watcher.updated', 'watcher.updated']);
  const asked = blog.asked.length;
  await pass(HOUR);
  assert.deepEqual(
    blog.asked.slice(asked).map((one) => one.url),
    [url],
  );
});

test('an address with a feed in its query is asked conditionally, and keeps it when it moves', async (t) => {
  const { blog, host, watch, pass, titles, read } = await openScene(t, service);
  const body = (entries = posts(4)) => ({ headers: { etag: `"${entries.length}"` }, body: rss(entries) });
  let entries = posts(4);
  blog.says(({ url, headers }) => {
    if (new URL(url).search !== '?feed=rss2&user=7') return '<html><body>The front page</body></html>';
    if (url.startsWith('http:')) return { status: 301, headers: { location: `https://${host}/?feed=rss2&user=7` } };
    return headers?.['if-none-match'] === `"${entries.length}"` ? { status: 304 } : body(entries);
  });
  const watcher = await watch({ config: { url: `http://${host}/?feed=rss2&user=7` } });
  await pass(HOUR);
  assert.equal((await read(watcher)).effective_url, `https://${host}/?feed=rss2&user=7`);
  assert.equal((await read(watcher)).last_outcome, 'not_modified');
  assert.deepEqual(conditionsOf(blog.asked.at(-1) as Outgoing), ['"4"', undefined]);
  entries = [post(9), ...posts(4)];
  await pass(HOUR);
  assert.deepEqual(await titles(), [NEW]);
});

test('301 is believed after three good runs over a day; 302 never', async (t) => {
  const { blog, host, watch, steps, read, admin } = await openScene(t, service);
  let status = 301;
  blog.says(({ url }) =>
    new URL(url).pathname === '/new.xml' ? rss(posts(3)) : { status, headers: { location: '/new.xml' } },
  );
  const watcher = await watch();
  await steps(4, 5 * HOUR);
  assert.equal((await read(watcher)).effective_url, undefined);
  await steps(1, 5 * HOUR);
  assert.equal((await read(watcher)).effective_url, `https://${host}/new.xml`);
  await admin.deleteWatcher(watcher.id); // or they would wait for each other at the host
  status = 302;
  const other = await watch({ config: { url: `https://${host}/temporary.xml` } });
  await steps(4, 10 * HOUR);
  assert.equal((await read(other)).effective_url, undefined);
});

for (const place of [
  'http://169.254.169.254/latest/meta-data/',
  'http://[::ffff:127.0.0.1]:80/',
  'http://[::ffff:7f00:1]/',
  'http://2130706433/',
  'http://inside.example/',
]) {
  test(`a redirect to ${place} is never followed; the watcher is degraded at once`, async (t) => {
    const { blog, host, watch, pass, read, titles } = await openScene(t, service);
    service.resolves('inside.example', ['10.0.0.1']);
    blog.says(rss(posts(3)));
    const watcher = await watch({ config: { url: `http://${host}/feed.xml` } });
    blog.says({ status: 302, headers: { location: place } });
    await pass(HOUR);
    const then = await read(watcher);
    assert.partialDeepStrictEqual(then, {
      status: 'degraded',
      last_outcome: 'broken',
      error_code: 'private_target',
      next_run_reason: 'backoff',
    });
    assert.ok(Math.abs(then.next_run_at - nowOf() - DAY) <= 3);
    blog.says(rss([post(9), ...posts(3)]));
    await pass(DAY + 1);
    assert.equal((await read(watcher)).status, 'active');
    assert.deepEqual(await titles(), [NEW]);
  });
}

const HOPS: Readonly<Record<string, string>> = {
  'from https to http': 'http://public.example/feed.xml',
  'to another scheme': 'ftp://public.example/feed.xml',
  'to a script': 'javascript:alert(1)',
  'to a user and password': 'https://user:secret@public.example/',
  'to nowhere': 'https://',
};
for (const [what, location] of Object.entries(HOPS)) {
  test(`a redirect ${what} is a failure of the run`, async (t) => {
    const { blog, site, watch } = await openScene(t, service);
    const other = site('public.example');
    other.says(rss(posts(3)));
    blog.says({ status: 302, headers: { location } });
    assert.partialDeepStrictEqual(await watch(), { first_run_done: false, error_code: 'network' });
    assert.equal(other.asked.length, 0);
  });
}

test('five redirects are followed, the sixth is not', async (t) => {
  const { blog, host, watch } = await openScene(t, service);
  blog.says(({ url }) => {
    const left = Number(new URL(url).searchParams.get('left'));
    return left === 0 ? rss(posts(3)) : { status: 302, headers: { location: `/f?left=${left - 1}` } };
  });
  assert.equal((await watch({ config: { url: `https://${host}/f?left=5` } })).first_run_done, true);
  assert.partialDeepStrictEqual(await watch({ config: { url: `https://${host}/f?left=6` } }), {
    first_run_done: false,
    error_code: 'network',
  });
});

/** A host that leads from `/feed.xml` to another one, where somebody reads as well. */
async function givenLeading(t: TestContext, status: 301 | 302) {
  const scene = await openScene(t, service);
  const { blog, host, watch } = scene;
  const place = `there.${host}`;
  const there = scene.site(place);
  there.says(rss(posts(3)));
  blog.says(({ url }) =>
    new URL(url).pathname === '/feed.xml'
      ? { status, headers: { location: `https://${place}/feed.xml` } }
      : rss(posts(3)),
  );
  const led = await watch();
  const beside = await watch({ config: { url: `https://${host}/beside.xml` } });
  const own = await watch({ config: { url: `https://${place}/own.xml` } });
  assert.ok([led, beside, own].every(({ first_run_done }) => first_run_done));
  /** It asks for so long to be left alone, at one address. */
  const tires = (path: string) =>
    there.says(({ url }) =>
      new URL(url).pathname === path ? { status: 429, headers: { 'retry-after': '20000' } } : rss(posts(3)),
    );
  return { ...scene, there, place, led, beside, own, tires };
}

test('a host to which another led is the one that is left alone when it asks for it', async (t) => {
  const { led, beside, own, tires, there, pass, read } = await givenLeading(t, 302);
  tires('/feed.xml');
  await pass(HOUR);
  assert.partialDeepStrictEqual(await read(led), { error_code: 'rate_limited', next_run_reason: 'retry_after' });
  await pass(HOUR);
  assert.partialDeepStrictEqual(await read(beside), { last_outcome: 'not_modified', next_run_reason: 'schedule' });
  assert.equal((await read(own)).next_run_reason, 'host_budget');
  const asked = there.asked.length;
  await pass(HOUR);
  assert.equal(there.asked.length, asked);
});

test('a host that asked to be left alone is not asked by those that lead there, nor for longer than it asked', async (t) => {
  const { led, own, tires, blog, place, there, pass, read, admin } = await givenLeading(t, 302);
  tires('/own.xml');
  await admin.runWatcher(own.id);
  assert.equal((await read(own)).error_code, 'rate_limited');
  const [asked, askedThere] = [blog.asked.length, there.asked.length];
  await pass(HOUR);
  assert.ok(blog.asked.length > asked);
  assert.equal(there.asked.length, askedThere);
  const { error_code, last_error = '' } = await read(led);
  assert.equal(error_code, 'rate_limited');
  assert.ok(last_error.includes(`it leads to ${place}`), last_error);
  tires('/nowhere');
  await pass(20_000 - HOUR + 5);
  assert.equal((await read(own)).last_outcome, 'not_modified');
  await pass(HOUR);
  assert.equal((await read(led)).last_outcome, 'not_modified');
});

test('a source that has moved to another host has the patience of that one, and leaves nothing of the old', async (t) => {
  const { led, beside, own, tires, host, place, steps, pass, read, admin } = await givenLeading(t, 301);
  await steps(3, 13 * HOUR);
  assert.equal((await read(led)).effective_url, `https://${place}/feed.xml`);
  tires('/feed.xml');
  await admin.runWatcher(led.id);
  assert.equal((await read(led)).error_code, 'rate_limited');
  await pass(HOUR);
  assert.equal((await read(own)).next_run_reason, 'host_budget');
  assert.equal((await read(beside)).next_run_reason, 'schedule');
  await admin.deleteWatcher(beside.id);
  const hosts = await service.running.app.reader.q.selectFrom('watcher_hosts').select('host').execute();
  const known = hosts.map((one) => one.host);
  assert.deepEqual([known.includes(host), known.includes(place)], [false, true]);
});

test('whoever waited for the old host of a source while it moved asks the new one, and leaves nothing of the old', async (t) => {
  const { blog, host, site, watch, steps, read, admin, settle } = await openScene(t, service);
  const place = `there.${host}`;
  const there = site(place);
  there.says(rss(posts(3)));
  blog.says({ status: 301, headers: { location: `https://${place}/feed.xml` } });
  const [one, other] = [await watch(), await watch({ schedule: { every: '300d' } })];
  await steps(1, 13 * HOUR);
  const [reached, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  there.says(async () => {
    reached.resolve();
    await answered.promise;
    return rss(posts(3));
  });
  service.wind(13 * HOUR);
  service.running.app.wake('watchers');
  await reached.promise;
  const second = admin.runWatcher(other.id);
  await until(async () => (await waitingFor(other.id)) !== null, 'it waits');
  answered.resolve();
  await second;
  await settle();
  assert.equal((await read(one)).effective_url, `https://${place}/feed.xml`);
  const hosts = await service.running.app.reader.q.selectFrom('watcher_hosts').select('host').execute();
  assert.ok(!hosts.some((known) => known.host === host));
});

/** Which server has it in hand. */
async function waitingFor(id: string): Promise<string | null> {
  const query = service.running.app.reader.q.selectFrom('watchers').select('leased_by').where('id', '=', id);
  return (await query.executeTakeFirstOrThrow()).leased_by;
}

test('two watchers of one source are served by one fetch, and a 304 earned by one hides nothing from the other', async (t) => {
  const { blog, admin, watch, steps, pass, titles, settle } = await openScene(t, service);
  let body = rss(posts(3));
  let etag = '"1"';
  blog.says((asked) => (asked.headers?.['if-none-match'] === etag ? { status: 304 } : { headers: { etag }, body }));
  await watch({ name: 'fast', keywords: [{ pattern: 'fast', points: 1 }] });
  await watch({ name: 'slow', keywords: [{ pattern: 'slow', points: 1 }], schedule: { every: '3h' } });
  assert.equal(blog.asked.length, 1); // the second reads what was fetched for the first
  body = rss([post(8, { title: 'All about slow things' }), post(9, { title: 'All about fast things' }), ...posts(3)]);
  etag = '"2"';
  await pass(HOUR);
  assert.deepEqual(await titles(), ['All about fast things']);
  await steps(2, HOUR);
  assert.deepEqual(await titles(), ['All about fast things', 'All about slow things']);
  assert.ok(blog.asked.length <= 5, `${blog.asked.length}`);

  const before = blog.asked.length;
  await Promise.all(
    Array.from({ length: 5 }, (_, n) => admin.createWatcher({ ...twin(n), config: { url: blogUrl(blog.asked) } })),
  );
  await settle();
  await pass(3 * HOUR);
  assert.ok(blog.asked.length - before <= 2, `${blog.asked.length - before}`);
});

const twin = (n: number) => ({ name: `twin ${n}`, kind: 'rss' as const, schedule: { every: '3h' } });
const blogUrl = (asked: readonly Outgoing[]) => asked[0]?.url ?? '';

test('requests say who asks, take no cookies, and add nothing to the address', async (t) => {
  const { blog, host, watch } = await openScene(t, service);
  blog.says({ headers: { 'set-cookie': 'a=1' }, body: rss(posts(1)) });
  await watch({ config: { url: `https://${host}/feed.xml?b=2&a=1` } });
  const [asked] = blog.asked;
  assert.equal(asked?.url, `https://${host}/feed.xml?b=2&a=1`);
  assert.match(asked?.headers?.['user-agent'] ?? '', /^Countersign-Watcher\/\S+ \(\+http.*\/docs\)$/);
  assert.deepEqual(Object.keys(asked?.headers ?? {}).toSorted(), ['accept', 'accept-encoding', 'user-agent']);
});

test('a host that is slow keeps nobody leased: what cannot begin within a minute is given back, in order', async (t) => {
  const { blog, host, admin, goBy, settle } = await openScene(t, service);
  const begun: number[] = [];
  blog.says(async () => {
    begun.push(nowOf());
    await service.world.sleep(36_000);
    return rss(posts(3));
  });
  const made = [];
  for (let n = 0; n < 8; n++) {
    const config = { url: `https://${host}/${n}.xml` };
    made.push(await admin.createWatcher({ name: `${n}`, kind: 'rss', config, schedule: { every: '1h' } }));
  }
  const hasAsked = (times: number) => until(() => begun.length >= times, `it is asked ${times} times`);
  await hasAsked(1);
  await goBy(38, 5);
  await hasAsked(2);
  await goBy(38, 5);
  await until(async () => (await heldBy(service)) === 0, 'the others are given back');
  const waiting = (await admin.listWatchers()).items.filter(({ next_run_reason }) => next_run_reason === 'host_budget');
  assert.ok(waiting.length >= 5, `${waiting.length}`); // of six the first may be taken already
  const moments = waiting.map(({ next_run_at }) => next_run_at).toSorted((a, b) => a - b);
  for (const [n, at] of moments.slice(1).entries()) assert.ok(at - (moments[n] ?? 0) >= 36, moments.join(', '));
  for (let n = 3; n <= 8; n++) {
    await goBy(42, 5);
    await hasAsked(n);
  }
  await goBy(38, 5);
  await settle();
  for (const { id, name } of made) assert.ok((await admin.getWatcher(id)).first_run_done, name);
  for (const [n, at] of begun.slice(1).entries()) assert.ok(at - (begun[n] ?? 0) >= 36, begun.join(', '));
});

test('a host that asks for a minute between two requests is given as few at once as it serves', async (t) => {
  const { host, admin, goBy, settle } = await openScene(t, service);
  const asked: number[] = [];
  service.world.site(host, ({ url }) => {
    if (url.endsWith('/robots.txt')) return 'User-agent: *\nCrawl-delay: 60';
    asked.push(nowOf());
    return '<p>A page of a slow host</p>';
  });
  const page = (n: number) =>
    admin.createWatcher({
      name: `${n}`,
      kind: 'url_diff',
      config: { url: `https://${host}/${n}` },
      schedule: { every: '1h' },
    });
  const { id } = await page(0);
  await settle();
  assert.ok((await admin.getWatcher(id)).first_run_done);
  for (let n = 1; n < 6; n++) await page(n);
  await until(async () => (await heldBy(service)) <= 2, 'the others are given back');
  await goBy(400, 5);
  assert.equal(asked.length, 6);
  for (const [n, at] of asked.slice(1).entries()) assert.ok(at - (asked[n] ?? 0) >= 60, asked.join(', '));
});
