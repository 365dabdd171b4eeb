// Attacks on the fetching of sources, as the catalogue of faults numbers them; what the replays do not show.

import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, type TestContext, test } from 'node:test';
import type { Outgoing } from '../../../src/world/outgoing.ts';
import { startFakeStripe } from '../../support/fake-stripe.ts';
import { fakeWorld } from '../../support/fake-world.ts';
import { clientOf, proposal } from '../../support/given.ts';
import { type Service, startService } from '../../support/start-service.ts';
import { DAY, givenWatching, HOUR, openScene, post, posts, rss, watchingOf } from '../../support/watching.ts';

let service: Service;
/** What of the thinking in threads ends in an error, as a fault of ours would. */
let isFaulty = (_: string): boolean => false;
before(async () => {
  const world = fakeWorld();
  const think: typeof world.think = async (module, input, how) => {
    if (isFaulty(JSON.stringify(input))) throw new Error('a fault of ours');
    return world.think(module, input, how);
  };
  service = await startService({ world: { ...world, think } });
});
after(() => service.stop());

const PAGE = '<title>P</title><p>one</p>';

test('F07, S17: a robots.txt that leads to a private host is not followed there; a huge one is read as far as it may be', async (t) => {
  const { host, watch } = await openScene(t, service);
  const asked: Outgoing[] = [];
  let robots: { status?: number; headers?: Record<string, string>; body?: string } = {
    status: 302,
    headers: { location: 'http://169.254.169.254/robots.txt' },
  };
  service.world.site(host, (outgoing) => {
    asked.push(outgoing);
    return new URL(outgoing.url).pathname === '/robots.txt' ? robots : PAGE;
  });
  const page = () => watch({ kind: 'url_diff', config: { url: `http://${host}/page${asked.length}` } });
  assert.partialDeepStrictEqual(await page(), { first_run_done: false, last_outcome: 'transient' });
  assert.deepEqual(
    asked.map(({ url }) => new URL(url).pathname),
    ['/robots.txt'],
  );
  assert.ok(asked.every(({ maxBytes, deadlineMs }) => maxBytes <= 500 * 1024 && deadlineMs <= 30_000));
  robots = { body: `User-agent: *\nDisallow: /secret\n${'# nothing\n'.repeat(100_000)}Disallow: /\n` };
  service.wind(2 * HOUR);
  assert.equal((await page()).first_run_done, true);
});

test('F04: a feed that finds a fault of ours does not silence its watcher: the runs fail, are counted, and it degrades', async (t) => {
  const { blog, host, watch, pass, read, runs, titles, events } = await openScene(t, service);
  blog.says(rss(posts(3)));
  const watcher = await watch();
  blog.says(rss([post(9), ...posts(3)]));
  isFaulty = (job) => job.startsWith('{"do":"feed"') && job.includes(host);
  t.after(() => {
    isFaulty = () => false;
  });
  for (const [fail_count, hours] of [1, 1, 2].entries()) {
    await pass(hours * HOUR);
    const said = { fail_count: fail_count + 1, last_outcome: 'broken', error_code: 'parse_error' };
    assert.partialDeepStrictEqual(await read(watcher), { ...said, next_run_reason: 'backoff' });
  }
  assert.equal((await read(watcher)).status, 'degraded');
  assert.deepEqual(
    (await runs(watcher)).map(({ outcome }) => outcome),
    ['broken', 'broken', 'broken', 'baseline'],
  );
  isFaulty = () => false;
  await pass(4 * HOUR);
  assert.partialDeepStrictEqual(await read(watcher), { status: 'active', fail_count: 0, last_outcome: 'ok' });
  assert.equal((await titles()).length, 1);
  assert.deepEqual(await events(), ['watcher.degraded', 'watcher.recovered']);
});

test('F04: a fault of ours at one watcher is that of no other of the same feed', async (t) => {
  const { blog, watch, pass, read, titles } = await openScene(t, service);
  blog.says(rss(posts(3)));
  const hit = await watch({
    name: 'Hit',
    keywords: [
      { pattern: 'number', points: 1 },
      { pattern: 'faultyword', points: 1 },
    ],
  });
  const spared = await watch({ name: 'Spared', keywords: [{ pattern: 'number', points: 1 }] });
  blog.says(rss([post(9), ...posts(3)]));
  isFaulty = (job) => job.startsWith('{"do":"score"') && job.includes('faultyword');
  t.after(() => {
    isFaulty = () => false;
  });
  await pass(HOUR);
  assert.partialDeepStrictEqual(await read(hit), { fail_count: 1, last_outcome: 'broken' });
  assert.partialDeepStrictEqual(await read(spared), { fail_count: 0, last_outcome: 'ok' });
  assert.equal((await titles()).length, 1);
});

test('F04: words of a feed that are names of JavaScript make no difference to its watcher', async (t) => {
  const { blog, watch } = await openScene(t, service);
  const syndication =
    '<sy:updatePeriod xmlns:sy="http://purl.org/rss/1.0/modules/syndication/">constructor</sy:updatePeriod>';
  blog.says(rss(posts(3), { extra: syndication }));
  assert.partialDeepStrictEqual(await watch(), { last_outcome: 'baseline', item_count: 3 });
});

test('F06: a stream without end and a false length are cut, are no baseline, and hold nobody up', async (t) => {
  const site = createServer((request, response) => {
    response.writeHead(200, {
      'content-type': 'application/rss+xml',
      ...(request.url === '/short' ? { 'content-length': '100000' } : {}),
    });
    response.write('<rss version="2.0"><channel><title>T</title>');
    if (request.url === '/short') return void setTimeout(() => response.destroy(), 50);
    const more = () => {
      while (response.write('<item><title>more</title></item>'.repeat(2000)));
      response.once('drain', more);
    };
    more();
  }).listen(0, '127.0.0.1');
  t.after(() => {
    site.closeAllConnections();
    site.close();
  });
  await new Promise((resolve) => site.once('listening', resolve));
  const open = await startService({ allowPrivateTargets: true });
  t.after(() => open.stop());
  const { watch } = watchingOf(open);
  const { port } = site.address() as AddressInfo;
  const endless = await watch({ config: { url: `http://127.0.0.1:${port}/endless` } });
  assert.partialDeepStrictEqual(endless, { first_run_done: false, error_code: 'too_large' });
  const short = await watch({ config: { url: `http://127.0.0.1:${port}/short` } });
  assert.partialDeepStrictEqual(short, { first_run_done: false, error_code: 'network' });
});

test('F06: one deadline for all hops together: what one has used the next does not have', async (t) => {
  const { host, url, watch } = await openScene(t, service);
  const deadlines: number[] = [];
  service.world.site(host, ({ url: asked, deadlineMs }) => {
    if (asked.endsWith('/robots.txt')) return { status: 404 };
    deadlines.push(deadlineMs);
    if (deadlines.length === 3) return { error: 'timeout' };
    service.wind(9); // a byte a second takes its time
    return { status: 302, headers: { location: `${url}?hop=${deadlines.length}` } };
  });
  assert.partialDeepStrictEqual(await watch(), { first_run_done: false, last_outcome: 'transient' });
  const [first = 0, second = 0, third = 0] = deadlines;
  assert.ok(first <= 30_000 && second <= 21_000 && third <= 12_000 && third > 0, `${deadlines}`);
});

test('F08: a known guid with new title, links with tracking, relative and without: one card each', async (t) => {
  const { blog, watch, pass, cards, host } = await openScene(t, service);
  blog.says(rss(posts(3)));
  await watch();
  const news = (link: string | undefined, title = 'A story to be told once') => post(9, { link, title });
  for (const entry of [
    news('/stories/9?utm_source=rss'),
    news(`https://${host}/stories/9`, 'A story to be told once, mended'),
    news(`https://${host}/stories/9?fbclid=abc#top`),
    news(undefined),
    news('javascript:alert(1)'),
  ]) {
    blog.says(rss([entry, ...posts(3)]));
    await pass(HOUR);
  }
  const told = await cards();
  assert.equal(told.length, 1);
  assert.equal(told[0]?.target_url, `https://${host}/stories/9`);
});

const FEED = rss([post(1, { title: 'Größe und Maß der Dinge' })]);
const ENCODED: Readonly<Record<string, Buffer>> = {
  'ISO-8859-1': Buffer.from(FEED.replace('?>', ' encoding="iso-8859-1"?>'), 'latin1'),
  'UTF-16 with a mark': Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(FEED, 'utf16le')]),
  'UTF-8 with a broken byte': Buffer.concat([
    Buffer.from(FEED.replace('</channel></rss>', '')),
    Buffer.from([0xc3]),
    Buffer.from('</channel></rss>'),
  ]),
};
for (const [what, body] of Object.entries(ENCODED)) {
  test(`F12: ${what} is read, and the same every time`, async (t) => {
    const { blog, watch, pass, titles, admin } = await openScene(t, service);
    blog.says({ body });
    const watcher = await watch();
    const { items } = await admin.listWatcherItems(watcher.id);
    assert.equal(items[0]?.title, 'Größe und Maß der Dinge');
    blog.says({ body: Buffer.concat([body, Buffer.from(what.startsWith('UTF-16') ? '\n\0' : '\n')]) });
    await pass(HOUR);
    assert.deepEqual(await titles(), []);
  });
}

/** A small one, of which all approvals can be used up. */
async function givenPlan(t: TestContext) {
  const stripe = await startFakeStripe();
  t.after(() => stripe.close());
  const own = await startService({ environment: stripe.environment });
  t.after(() => own.stop());
  const agent = clientOf(own, own.adminKey);
  const useUp = async () => {
    for (let n = 0; n < 100; n++) await agent.createAction(proposal());
  };
  return { ...watchingOf(own), useUp };
}

test('a plan that is used up loses nothing: what is owed is told when there is room again, many as one', async (t) => {
  const { site, watch, pass, titles, cards, admin, useUp } = await givenPlan(t);
  const blog = site();
  blog.says(rss(posts(3)));
  const watcher = await watch();
  await useUp();
  const known = [...posts(7, (n) => post(n + 50)), ...posts(3)];
  blog.says(rss(known));
  await pass(HOUR);
  assert.deepEqual(await titles(), []);
  assert.equal((await admin.getWatcher(watcher.id)).item_count, 10);
  await pass(HOUR);
  assert.deepEqual(await titles(), []);
  await pass(32 * DAY); // another month
  assert.deepEqual(await titles(), ['Blog: 7 more matches']);
  await pass(HOUR);
  assert.equal((await cards()).length, 1);
});

test('what is owed of a page, or of few items, is told as if there had been room: with its diff, its text and its link', async (t) => {
  const { site, watch, pass, cards, useUp } = await givenPlan(t);
  const [shop, blog] = [site('shop.example'), site()];
  shop.says('<html><title>Prices</title><p>A table: 10</p><p>A chair: 5</p>');
  blog.says(rss(posts(3)));
  await watch({ name: 'Shop', kind: 'url_diff', config: { url: 'https://shop.example/prices' } });
  await watch({ keywords: [{ pattern: 'rust', points: 5 }] });
  await useUp();
  shop.says('<html><title>Prices</title><p>A table: 12</p><p>A chair: 5</p>');
  blog.says(rss([post(9, { body: 'All about rust and iron.' }), ...posts(3)]));
  await pass(HOUR);
  assert.deepEqual(await cards(), []);
  await pass(32 * DAY); // another month
  const told = await cards();
  const [page, item] = ['Changed: Prices (+1 −1 lines)', 'Post number 9 of the blog'].map((title) =>
    told.find((card) => card.title === title),
  );
  assert.equal(told.length, 2);
  assert.partialDeepStrictEqual(page, { preview: { format: 'diff' }, target_url: 'https://shop.example/prices' });
  assert.match(page?.preview.body ?? '', /^-A table: 10\n\+A table: 12$/m);
  assert.match(item?.preview.body ?? '', /^All about «rust» and iron\.$/m);
});

test('when no watcher has succeeded for two hours the operator is told, and the API is as ready as ever', async (t) => {
  const { service, site, watch, pass } = await givenWatching(t);
  const page = async (path: string) => (await fetch(`${service.running.url}${path}`)).text();
  const blog = site();
  blog.says({ status: 503 });
  await watch();
  await pass(HOUR);
  assert.equal(await page('/healthz'), 'ok\n');
  await pass(HOUR + 60);
  assert.match(await page('/healthz'), /^ok\nwarning: no watcher has succeeded for two hours\n$/);
  assert.equal(await page('/readyz'), 'ready\n');
  blog.says(rss(posts(2)));
  await pass(4 * HOUR);
  assert.equal(await page('/healthz'), 'ok\n');
});

test('watchers that only wait for their next run worry nobody, however long they wait', async (t) => {
  const { service, site, watch, pass } = await givenWatching(t);
  const health = async () => (await fetch(`${service.running.url}/healthz`)).text();
  site().says(rss(posts(2)));
  await watch({ schedule: { every: '12h' } });
  await pass(5 * HOUR);
  assert.equal(await health(), 'ok\n');
  site().says({ status: 503 });
  await pass(8 * HOUR);
  assert.match(await health(), /no watcher has succeeded/);
});
