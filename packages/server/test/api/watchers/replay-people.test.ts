// Replays: what people do to a watcher, and what happens to the process that runs it, makes no false news and loses none.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { boot } from '../../../src/boot.ts';
import { readConfig } from '../../../src/config.ts';
import { engine } from '../../support/databases.ts';
import { fakeWorld } from '../../support/fake-world.ts';
import { codeOf } from '../../support/given.ts';
import { rawSql } from '../../support/raw-sql.ts';
import { type Service, startService } from '../../support/start-service.ts';
import { until } from '../../support/until.ts';
import { DAY, HOUR, openScene, post, posts, rss, watchingOf } from '../../support/watching.ts';

let service: Service;
before(async () => {
  service = await startService();
});
after(() => service.stop());

const onPostgres = { skip: engine === 'sqlite' };

const NEW = 'Post number 9 of the blog';

/** An answer that comes when the test says so. */
function held<T>(): { readonly answer: Promise<T>; give(value: T): void } {
  const { promise, resolve } = Promise.withResolvers<T>();
  return { answer: promise, give: resolve };
}

function watchedBlog(of: Service) {
  const url = 'https://blog.example/feed.xml';
  const watching = watchingOf(of);
  return { ...watching, url, blog: watching.site('blog.example') };
}

/** What is written there fails, as when the disk does. */
async function breakInserts(of: Service, table: string): Promise<void> {
  const broken =
    engine === 'sqlite'
      ? [`CREATE TRIGGER broken BEFORE INSERT ON ${table} BEGIN SELECT RAISE(ABORT, 'broken'); END`]
      : [
          `CREATE FUNCTION broken() RETURNS trigger AS $$ BEGIN RAISE 'broken'; END $$ LANGUAGE plpgsql`,
          `CREATE TRIGGER broken BEFORE INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION broken()`,
        ];
  await rawSql(databaseOf(of), ...broken);
}

async function mendInserts(of: Service, table: string): Promise<void> {
  await rawSql(databaseOf(of), engine === 'sqlite' ? 'DROP TRIGGER broken' : `DROP TRIGGER broken ON ${table}`);
}

const databaseOf = ({ databaseFile, databaseUrl }: Service) => ({ file: databaseFile, url: databaseUrl });

test('another url begins anew: a baseline, no news, no validators; items are kept', async (t) => {
  const { blog, host, admin, watch, pass, settle, read, titles } = await openScene(t, service);
  const other = (n: number) => ({ id: `other-${n}`, title: `Another story ${n}`, link: `https://o.example/${n}` });
  blog.says(({ url }) => ({
    headers: { etag: '"same"' },
    body: rss(new URL(url).pathname === '/feed.xml' ? posts(3) : posts(12, other)),
  }));
  const watcher = await watch();
  const patched = await admin.updateWatcher(watcher.id, { config: { url: `https://${host}/other.xml` } });
  assert.partialDeepStrictEqual(patched, { first_run_done: false, next_run_reason: 'first_run' });
  await pass(2);
  await settle();
  assert.equal(blog.asked.at(-1)?.headers?.['if-none-match'], undefined);
  assert.partialDeepStrictEqual(await read(watcher), {
    first_run_done: true,
    last_outcome: 'baseline',
    item_count: 15,
  });
  await pass(HOUR);
  assert.deepEqual(await titles(), []);
});

test('another url begins anew at once, though the schedule comes with it, as from a form', async (t) => {
  const { blog, admin, watch, settle, pass, titles, host, read } = await openScene(t, service);
  blog.says(rss(posts(3)));
  const schedule = { every: '30d' };
  const watcher = await watch({ schedule });
  await pass(60);
  await admin.updateWatcher(watcher.id, { config: { url: `https://${host}/other.xml` }, schedule });
  await settle();
  assert.partialDeepStrictEqual(await read(watcher), { first_run_done: true, last_outcome: 'baseline' });
  blog.says(rss([post(9), ...posts(3)]));
  await pass(30 * DAY);
  assert.deepEqual(await titles(), [NEW]);
});

test('edited keywords make no news of what was there; they hold for what comes', async (t) => {
  const { blog, admin, watch, pass, titles } = await openScene(t, service);
  blog.says(rss(posts(5)));
  const watcher = await watch({ keywords: [{ pattern: 'nothing', points: 1 }] });
  await admin.updateWatcher(watcher.id, { keywords: [{ pattern: 'number', points: 1 }] });
  await pass(HOUR);
  blog.says(rss(posts(5, (n) => ({ body: `Other words ${n}` })))); // changed, and would match now
  await pass(HOUR);
  assert.deepEqual(await titles(), []);
  blog.says(rss([post(9), ...posts(5)]));
  await pass(HOUR);
  assert.deepEqual(await titles(), [NEW]);
  await admin.updateWatcher(watcher.id, { min_score: 0, keywords: [] });
  await pass(HOUR);
  assert.deepEqual(await titles(), [NEW]);
});

test('paused for 30 days: no request; resumed, few are told one by one and many as one', async (t) => {
  for (const [count, expected] of [
    [4, 4],
    [8, 1],
  ] as const) {
    const { blog, admin, watch, pass, settle, titles, read } = await openScene(t, service);
    blog.says(rss(posts(5)));
    const watcher = await watch();
    await admin.updateWatcher(watcher.id, { status: 'paused' });
    const asked = blog.asked.length;
    blog.says(rss([...posts(count, (n) => post(n + 20)), ...posts(5)]));
    await pass(30 * DAY);
    assert.equal(blog.asked.length, asked);
    assert.equal((await read(watcher)).status, 'paused');
    await admin.updateWatcher(watcher.id, { status: 'active' });
    await settle();
    const told = await titles();
    assert.equal(told.length, expected);
    if (count === 8) assert.deepEqual(told, ['Blog: 8 more matches']);
    blog.says(rss([...posts(8, (n) => post(n + 40)), ...posts(5)]));
    await pass(HOUR);
    assert.equal((await titles()).length, expected + 8); // the rest is over
  }
});

test('paused for 100 days: what stayed in the feed is still known', async (t) => {
  const { blog, admin, watch, pass, settle, titles } = await openScene(t, service);
  blog.says(rss(posts(5)));
  const watcher = await watch();
  await pass(HOUR);
  await admin.updateWatcher(watcher.id, { status: 'paused' });
  await pass(100 * DAY);
  blog.says(rss([post(9), ...posts(5)]));
  await admin.updateWatcher(watcher.id, { status: 'active' });
  await settle();
  await pass(HOUR);
  assert.deepEqual(await titles(), [NEW]);
});

test('hundreds of items that took seconds to write down are all still known after 100 days without a change', async (t) => {
  const world = fakeWorld();
  let made = 0;
  const newId: typeof world.newId = (prefix, atMs) => {
    if (prefix === 'itm' && ++made % 100 === 0) world.wind(1);
    return world.newId(prefix, atMs);
  };
  const own = await startService({ world: { ...world, newId } });
  t.after(() => own.stop());
  const { site, watch, pass, titles } = watchingOf(own);
  const blog = site();
  blog.says(rss(posts(450)));
  await watch();
  await pass(100 * DAY);
  blog.says(rss([post(999), ...posts(450)]));
  await pass(HOUR);
  assert.deepEqual(await titles(), ['Post number 999 of the blog']);
});

test('how often one source has news says nothing of another', async (t) => {
  const { blog, host, admin, watch, pass, settle, read } = await openScene(t, service);
  blog.says(rss(posts(3)));
  const watcher = await watch();
  for (let n = 4; n < 11; n++) {
    blog.says(rss(posts(n)));
    await pass(HOUR);
  }
  await pass(4 * DAY);
  assert.ok((await read(watcher)).quiet_since);
  await admin.updateWatcher(watcher.id, { config: { url: `https://${host}/weekly.xml` } });
  await settle();
  assert.equal((await read(watcher)).quiet_since, undefined);
  await pass(4 * DAY);
  assert.equal((await read(watcher)).quiet_since, undefined);
});

test('R12: paused, changed or deleted while its fetch hangs: it stays so, and nothing is told', async (t) => {
  for (const what of ['pause', 'delete', 'patch'] as const) {
    const { blog, host, admin, watch, settle, titles, read } = await openScene(t, service);
    blog.says(rss(posts(3)));
    const watcher = await watch();
    const { answer, give } = held<string>();
    const asked = blog.asked.length;
    blog.says(() => answer);
    service.wind(HOUR);
    await until(() => blog.asked.length > asked, 'the page is asked for');
    if (what === 'pause') await admin.updateWatcher(watcher.id, { status: 'paused' });
    else if (what === 'delete') await admin.deleteWatcher(watcher.id);
    else await admin.updateWatcher(watcher.id, { config: { url: `https://${host}/elsewhere.xml` } });
    give(rss([post(9), ...posts(3)]));
    await settle();
    await new Promise((resolve) => setTimeout(resolve, 30));
    assert.deepEqual(await titles(), [], what);
    if (what === 'pause') assert.partialDeepStrictEqual(await read(watcher), { status: 'paused', item_count: 3 });
    if (what === 'delete') assert.equal(await codeOf(read(watcher)), 'not_found');
    assert.ok(!service.world.lines.some((line) => line.includes('"http.failed"')), what);
  }
});

test('F02: a run that fails between item and card has written neither, and is made again', async (t) => {
  const { blog, watch, pass, settle, titles, read } = await openScene(t, service);
  blog.says(rss(posts(3)));
  const watcher = await watch();
  blog.says(rss([post(9), ...posts(3)]));
  await breakInserts(service, 'actions');
  service.wind(HOUR);
  await until(() => service.world.lines.some((line) => line.includes('watchers.run_failed')), 'the run fails');
  await settle();
  assert.partialDeepStrictEqual(await read(watcher), { item_count: 3, fail_count: 1, last_outcome: 'broken' });
  await mendInserts(service, 'actions');
  await pass(HOUR);
  await pass(5);
  assert.deepEqual(await titles(), [NEW]);
  assert.equal((await read(watcher)).item_count, 4);
});

test('R13: a run that is asked for, a tick and a second question are one fetch and one card', async (t) => {
  const { blog, admin, watch, settle, titles, events } = await openScene(t, service);
  blog.says(rss(posts(3)));
  const watcher = await watch();
  blog.says(rss([post(9), ...posts(3)]));
  const before = blog.asked.length;
  const { answer, give } = held<string>();
  blog.says(() => answer);
  service.wind(HOUR);
  const runs = [admin.runWatcher(watcher.id), admin.runWatcher(watcher.id)];
  await until(() => blog.asked.length > before, 'the page is asked for');
  await until(async () => (await events()).length === 2, 'both questions are known while it is');
  give(rss([post(9), ...posts(3)]));
  const [one, other] = await Promise.all(runs);
  await settle();
  assert.equal(blog.asked.length - before, 1);
  assert.deepEqual(await titles(), [NEW]);
  assert.equal(one?.last_outcome, 'ok');
  assert.equal(other?.last_outcome, 'ok');
});

test('F11: three failures, a success, a pause: degraded, active, and paused for good', async (t) => {
  const { blog, admin, watch, pass, read, events } = await openScene(t, service);
  blog.says({ status: 500 });
  const watcher = await watch();
  await pass(HOUR + 1);
  await pass(2 * HOUR + 1);
  assert.equal((await read(watcher)).status, 'degraded');
  blog.says(rss(posts(3)));
  await pass(4 * HOUR + 1);
  assert.equal((await read(watcher)).status, 'active');
  await admin.updateWatcher(watcher.id, { status: 'paused' });
  await pass(DAY);
  assert.equal((await admin.runWatcher(watcher.id)).status, 'paused');
  await pass(DAY);
  assert.equal((await read(watcher)).status, 'paused');
  assert.deepEqual(await events(), ['watcher.degraded', 'watcher.recovered', 'watcher.updated', 'watcher.run']);
});

test('410 three times over a day, or a month of failures, pauses; nothing else does', async (t) => {
  const { blog, watch, pass, read, events } = await openScene(t, service);
  blog.says(rss(posts(3)));
  const watcher = await watch({ schedule: { every: '12h' } });
  blog.says({ status: 410 });
  await pass(12 * HOUR + 1);
  await pass(12 * HOUR + 1);
  assert.equal((await read(watcher)).status, 'active');
  await pass(DAY + 1);
  assert.equal((await read(watcher)).status, 'paused');
  assert.deepEqual(await events(), ['watcher.paused']);

  const failing = await openScene(t, service);
  failing.blog.says({ status: 500 });
  const ill = await failing.watch({ schedule: { every: '1d' } });
  for (let day = 0; day < 29; day++) await failing.pass(DAY + 1);
  assert.equal((await failing.read(ill)).status, 'degraded');
  await failing.pass(DAY + 1);
  assert.equal((await failing.read(ill)).status, 'paused');
  assert.deepEqual(await failing.events(), ['watcher.degraded', 'watcher.paused']);
});

test('two processes: each watcher is fetched by one of them, and told by one', {
  skip: engine === 'sqlite',
}, async (t) => {
  const config = readConfig({ HOST: '127.0.0.1', PORT: '0', DATABASE_URL: service.databaseUrl });
  const second = await boot(config, service.world);
  t.after(() => second.close());
  const { site, admin, pass, settle, titles } = await openScene(t, service);
  const sites = Array.from({ length: 12 }, (_, n) => site(`twice${n}.example`));
  for (const [n, one] of sites.entries()) {
    one.says(rss(posts(3)));
    await admin.createWatcher({
      name: `Blog ${n}`,
      kind: 'rss',
      config: { url: `https://twice${n}.example/` },
      schedule: { every: '1h' },
    });
  }
  await settle();
  for (const [n, one] of sites.entries()) {
    one.says(rss([post(9, { title: `The news of the site ${n}`, link: `https://twice${n}.example/9` }), ...posts(3)]));
  }
  await pass(HOUR);
  await pass(HOUR);
  assert.deepEqual((await titles()).toSorted(), sites.map((_, n) => `The news of the site ${n}`).toSorted());
  assert.ok(
    sites.every(({ asked }) => asked.length === 3),
    sites.map(({ asked }) => asked.length).join(),
  );
});

test(
  'whoever is killed or frozen in mid-run writes nothing: another runs it within a minute',
  onPostgres,
  async (t) => {
    const first = await startService();
    const { blog, url, admin, watch, titles } = watchedBlog(first);
    blog.says(rss(posts(3)));
    await watch();
    const { answer, give } = held<string>();
    const asked = blog.asked.length;
    blog.says(() => answer);
    first.wind(HOUR);
    await until(() => blog.asked.length > asked, 'the page is asked for');

    const world = fakeWorld(); // of the one that lives; the clock of the other stands still
    world.wind(HOUR + 31);
    world.site(new URL(url).hostname, () => rss([post(9), ...posts(3)]));
    const second = await boot(readConfig({ HOST: '127.0.0.1', PORT: '0', DATABASE_URL: first.databaseUrl }), world);
    t.after(async () => {
      give('');
      await second.close();
      await first.stop();
    });
    await until(async () => {
      world.wind(5);
      await new Promise((resolve) => setTimeout(resolve, 300));
      return (await titles()).length > 0;
    }, 'the one that lives takes it over');
    assert.deepEqual(await titles(), [NEW]);
    give(rss([post(9), post(10), ...posts(3)])); // it wakes, and what it read is of no use any more
    await new Promise((resolve) => setTimeout(resolve, 200));
    assert.deepEqual(await titles(), [NEW]);
    const [watcher] = (await admin.listWatchers()).items;
    assert.equal((await admin.getWatcher(watcher?.id ?? '')).item_count, 4);
  },
);
