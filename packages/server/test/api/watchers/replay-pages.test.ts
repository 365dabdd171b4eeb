// Replays of pages and hosts: what is a change of a page and what is not; Reddit and YouTube as they are.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Service, startService } from '../../support/start-service.ts';
import { DAY, HOUR, openScene, posts, rss, type Scene } from '../../support/watching.ts';

let service: Service;
before(async () => {
  service = await startService();
});
after(() => service.stop());

const html = (lines: readonly string[], title = 'Prices') =>
  `<!doctype html><html><head><title>${title}</title></head><body>${lines.map((line) => `<p>${line}</p>`).join('\n')}</body></html>`;

const LINES = Array.from({ length: 12 }, (_, n) => `This is line number ${n} of the page`);
const withLine = (at: number, line: string) => LINES.map((old, n) => (n === at ? line : old));

const page = ({ watch, host }: Scene, changes: object = {}) =>
  watch({ kind: 'url_diff', config: { url: `https://${host}/page` }, ...changes });

test('F03: A to B is a card, A to B to A two', async (t) => {
  const scene = await openScene(t, service);
  const { blog, pass, cards, host } = scene;
  blog.says(html(LINES));
  const watcher = await page(scene);
  assert.partialDeepStrictEqual(watcher, { first_run_done: true, last_outcome: 'baseline' });
  blog.says(html(withLine(3, 'A new price: 5 €')));
  await pass(HOUR);
  const [card] = await cards();
  assert.partialDeepStrictEqual(card, {
    kind: 'watcher.triage',
    title: 'Changed: Prices (+1 −1 lines)',
    target_url: `https://${host}/page`,
    untrusted: true,
  });
  assert.equal(card?.preview.format, 'diff');
  assert.match(card?.preview.body ?? '', /^-This is line number 3 of the page\n\+A new price: 5 €$/m);
  assert.partialDeepStrictEqual(card?.payload, { added: 1, removed: 1, watcher_kind: 'url_diff', snapshot_id: 2 });
  await pass(HOUR);
  blog.says(html(LINES));
  await pass(HOUR);
  assert.equal((await cards()).length, 2);
  await pass(HOUR);
  assert.equal((await cards()).length, 2);
});

test('the changes of a page are kept for 90 days, as what left a feed is', async (t) => {
  const scene = await openScene(t, service);
  const { blog, pass, admin } = scene;
  blog.says(html(LINES));
  const { id } = await page(scene);
  const changes = async () => (await admin.listWatcherItems(id)).items.length;
  for (const price of [5, 6, 7]) {
    blog.says(html(withLine(3, `A new price: ${price} €`)));
    await pass(40 * DAY);
  }
  assert.equal(await changes(), 3);
  blog.says(html(withLine(3, 'A new price: 8 €')));
  await pass(40 * DAY);
  assert.equal(await changes(), 3, 'the first is gone');
});

const NOISE: Readonly<Record<string, readonly [string, string]>> = {
  'a counter': ['1,204 views', '1,305 views'],
  'a short counter': ['12k stars', '13k stars'],
  'a date with time': ['Updated 2026-11-15 08:20', 'Updated 2026-11-15 09:20'],
  'how long ago': ['Posted 5 minutes ago', 'Posted 2 hours ago'],
  'a clock': ['It is 08:20:11 now', 'It is 09:20:12 now'],
  'the year of a copyright': ['© 2026 Blog', '© 2027 Blog'],
  'a token': ['csrf 3f786850e387550fdab836ed7e6dc881de23001b', 'csrf 89e6c98d92887913cadf06b2adb97f26cde4849b'],
  'a UUID': ['visit 123e4567-e89b-12d3-a456-426614174000', 'visit 00000000-e89b-12d3-a456-426614174999'],
  'how long it took': ['Cached in 12 ms', 'Cached in 96 ms'],
};
for (const [what, [old, now]] of Object.entries(NOISE)) {
  test(`${what} that changes is no change, unless a keyword looks for it`, async (t) => {
    const scene = await openScene(t, service);
    const { blog, pass, titles } = scene;
    blog.says(html(withLine(5, old)));
    await page(scene);
    blog.says(html(withLine(5, now)));
    await pass(HOUR);
    assert.deepEqual(await titles(), []);
  });
}

test('noise is watched with mode:raw, and beside a real change it is not shown', async (t) => {
  const scene = await openScene(t, service);
  const { blog, pass, cards, host } = scene;
  blog.says(html(withLine(5, '100 views')));
  await page(scene, { name: 'masked' });
  await page(scene, { name: 'raw', config: { url: `https://${host}/page`, query: 'mode:raw' } });
  blog.says(html(withLine(5, '200 views')));
  await pass(HOUR);
  const told = await cards();
  assert.deepEqual(
    told.map(({ created_by }) => created_by.name),
    ['raw'],
  );
  blog.says(html(withLine(5, '300 views').map((line, n) => (n === 1 ? 'A real change' : line))));
  await pass(HOUR);
  const masked = (await cards()).find(({ created_by }) => created_by.name === 'masked');
  assert.match(masked?.preview.body ?? '', /\+A real change/);
  assert.doesNotMatch(masked?.preview.body ?? '', /^[+-].*views/m);
});

test('a file that is not text and is replaced by another of the same size has changed', async (t) => {
  const scene = await openScene(t, service);
  const { admin, blog, pass, cards, host } = scene;
  const prices = (euros: number) => ({
    headers: { 'content-type': 'application/pdf' },
    body: `%PDF-1.7\nThe price is ${euros} €`,
  });
  blog.says(prices(10));
  const { id } = await page(scene);
  blog.says(prices(20));
  await pass(HOUR);
  const [card] = await cards();
  assert.match(card?.preview.body ?? '', /^-SHA-256 [0-9a-f]{64}\n\+SHA-256 [0-9a-f]{64}\n/m);
  assert.match(card?.preview.body ?? '', /The file is not text/);
  const config = { url: `https://${host}/page` };
  const wish = { name: 'Page', kind: 'url_diff', config, schedule: { every: '1h' }, watcher_id: id } as const;
  const again = await admin.previewWatcher(wish, { query: { cached: 1 } });
  assert.equal(again.items.length, 1, 'the last change is there to be looked at with other eyes');
});

test('lines in another order are no change', async (t) => {
  const scene = await openScene(t, service);
  const { blog, pass, titles, runs } = scene;
  blog.says(html(LINES));
  const watcher = await page(scene);
  blog.says(html(LINES.toReversed()));
  await pass(HOUR);
  assert.deepEqual(await titles(), []);
  assert.deepEqual((await runs(watcher))[0]?.notes, ['reordered']);
});

test('a page of which nine tenths are gone is blocked, not changed; when it is back nothing is told', async (t) => {
  const scene = await openScene(t, service);
  const { blog, pass, titles, read } = scene;
  blog.says(html(LINES));
  const watcher = await page(scene);
  blog.says(html(['Service unavailable']));
  await pass(HOUR);
  assert.partialDeepStrictEqual(await read(watcher), {
    last_outcome: 'transient',
    error_code: 'blocked',
    fail_count: 1,
  });
  blog.says(html(LINES));
  await pass(HOUR);
  assert.partialDeepStrictEqual(await read(watcher), { fail_count: 0 });
  assert.deepEqual(await titles(), []);
});

for (const challenge of ['Just a moment...', 'Please verify you are human', 'Please enable JavaScript to continue']) {
  test(`"${challenge}" is blocked, on the first run and later`, async (t) => {
    const scene = await openScene(t, service);
    const { blog, pass, titles, read } = scene;
    blog.says(html([challenge], challenge));
    const watcher = await page(scene);
    assert.partialDeepStrictEqual(watcher, { first_run_done: false, error_code: 'blocked' });
    blog.says(html(LINES));
    await pass(HOUR);
    blog.says(html([challenge, 'Ray ID 1234'], challenge));
    await pass(HOUR);
    assert.partialDeepStrictEqual(await read(watcher), { error_code: 'blocked' });
    assert.deepEqual(await titles(), []);
  });
}

test('a part that is found is no block page, though it speaks of one', async (t) => {
  const scene = await openScene(t, service);
  const { blog, host, pass, titles, read } = scene;
  const incident = (words: string) => html([`<b class="incident">${words}</b>`], 'Access denied: what to do');
  blog.says(incident('All systems operational'));
  const query = 'css:.incident';
  const watcher = await page(scene, { config: { url: `https://${host}/page`, query } });
  assert.equal(watcher.last_outcome, 'baseline');
  blog.says(incident('Some users see "Access denied"'));
  await pass(HOUR);
  assert.partialDeepStrictEqual(await read(watcher), { last_outcome: 'ok', fail_count: 0 });
  assert.equal((await titles()).length, 1);
  blog.says(html(['<b class="incident">Verify you are human</b>'], 'Just a moment...'));
  await pass(HOUR);
  assert.partialDeepStrictEqual(await read(watcher), { error_code: 'blocked' });
});

/** A thing in a shop that leads to its category while it is sold out. */
const shop = ({ blog }: Scene, price: () => number | undefined) =>
  blog.says(({ url }) => {
    if (new URL(url).pathname !== '/page') return html(LINES);
    const now = price();
    if (now === undefined) return { status: 301, headers: { location: '/category' } };
    return html([`<b class="price">${now} €</b>`, 'A thing', 'It is for sale', 'Come and buy it']);
  });

test('a page that leads for good to where what is watched is not has not moved there', async (t) => {
  const scene = await openScene(t, service);
  let price: number | undefined = 10;
  shop(scene, () => price);
  const watcher = await page(scene, { config: { url: `https://${scene.host}/page`, query: 'css:.price' } });
  price = undefined;
  await scene.steps(4, DAY + HOUR);
  assert.partialDeepStrictEqual(await scene.read(watcher), { error_code: 'selector_missing', status: 'degraded' });
  price = 12;
  await scene.pass(DAY + HOUR);
  const back = await scene.read(watcher);
  assert.equal(back.effective_url, undefined);
  assert.partialDeepStrictEqual(back, { status: 'active', fail_count: 0 });
  assert.deepEqual(await scene.titles(), ['Changed: Prices (+1 −1 lines)']);
});

test('a page that leads elsewhere for good now and then has not moved there', async (t) => {
  const scene = await openScene(t, service);
  let price: number | undefined = 10;
  shop(scene, () => price);
  const watcher = await page(scene);
  for (let time = 0; time < 4; time++) {
    price = undefined;
    await scene.pass(DAY);
    price = 10;
    await scene.pass(DAY);
  }
  assert.equal((await scene.read(watcher)).effective_url, undefined);
});

test('most of a page changed: told only when it is there a second time', async (t) => {
  const scene = await openScene(t, service);
  const { blog, pass, titles, read } = scene;
  const [a, b] = [LINES, LINES.map((line) => `${line}, experiment B`)];
  blog.says(html(a));
  const watcher = await page(scene);
  blog.says(html(b));
  await pass(HOUR);
  const then = await read(watcher);
  assert.equal(then.next_run_reason, 'confirm');
  const wait = then.next_run_at - Math.floor(service.world.nowMs() / 1000);
  assert.ok(wait >= 18 && wait <= 60, `${wait}`);
  blog.says(html(a));
  await pass(61);
  assert.deepEqual(await titles(), []);
  blog.says(html(b));
  await pass(HOUR);
  await pass(61);
  assert.deepEqual(await titles(), ['Changed: Prices (+12 −12 lines)']);
});

test('a page that goes back and forth is told as such, then left alone for a day', async (t) => {
  const scene = await openScene(t, service);
  const { blog, steps, pass, titles } = scene;
  let asks = 0;
  blog.says(() => html(asks++ % 2 === 0 ? LINES : withLine(2, 'On offer today')));
  await page(scene);
  await steps(9, HOUR);
  const told = await titles();
  assert.equal(told.filter((title) => /back and forth/.test(title)).length, 1, told.join('\n'));
  assert.equal(told.length, 4);
  blog.says(html(withLine(2, 'Something quite new')));
  await pass(HOUR);
  assert.equal((await titles()).length, 5);
});

test('what is taken from a page: one value, a list of JSON, a part without another', async (t) => {
  const scene = await openScene(t, service);
  const { blog, pass, titles, host } = scene;
  let price = '10';
  blog.says(({ url }) =>
    url.endsWith('.json')
      ? JSON.stringify({ at: price, list: [{ name: 'one' }, { name: price }] })
      : html([`<span class=p>${price}</span><i>old</i>`, `Visits: ${Math.random()}`]),
  );
  const of = (path: string, query: string) => page(scene, { config: { url: `https://${host}/${path}`, query } });
  await of('page', 'css:.p');
  service.wind(2);
  await of('data.json', 'json:$.list[*].name');
  price = '12';
  await pass(HOUR);
  await pass(5);
  assert.equal((await titles()).length, 2);
  const gone = await of('page', 'css:.missing');
  assert.partialDeepStrictEqual(gone, {
    first_run_done: false,
    error_code: 'selector_missing',
    last_outcome: 'broken',
  });
});

test('robots.txt: what it forbids is not read; out of reach means not now; its delay is kept', async (t) => {
  const scene = await openScene(t, service);
  const { host, read, pass } = scene;
  let robots: { status?: number; body?: string } = { body: 'User-agent: *\nDisallow: /secret' };
  const asked: string[] = [];
  service.world.site(host, ({ url }) => {
    const { pathname } = new URL(url);
    asked.push(pathname);
    return pathname === '/robots.txt' ? robots : html(LINES);
  });
  const secret = await page(scene, { config: { url: `https://${host}/secret/page` } });
  assert.partialDeepStrictEqual(secret, { status: 'degraded', error_code: 'robots_disallowed', first_run_done: false });
  assert.deepEqual(asked, ['/robots.txt']);
  await pass(2);
  assert.equal((await page(scene, { config: { url: `https://${host}/open` } })).first_run_done, true);
  assert.deepEqual(asked, ['/robots.txt', '/open']); // asked once a day

  robots = { status: 503 };
  await pass(DAY + 1);
  const open = (await scene.admin.listWatchers()).items.find(({ config }) => config.url?.endsWith('/open'));
  assert.partialDeepStrictEqual(await read(open ?? secret), { last_outcome: 'transient', error_code: 'network' });
  for (let hour = 0; hour < 26; hour++) await pass(2 * HOUR);
  assert.equal((await read(open ?? secret)).last_outcome, 'not_modified'); // after a day the last good copy counts
  assert.equal((await read(secret)).error_code, 'robots_disallowed');
});

test('robots.txt: where a redirect leads, its own is asked, before anything else there', async (t) => {
  const scene = await openScene(t, service);
  const { host, admin } = scene;
  const there = `there.${host}`;
  const asked: string[] = [];
  service.world.site(host, ({ url }) =>
    url.endsWith('/robots.txt')
      ? { status: 404 }
      : { status: 302, headers: { location: `https://${there}${new URL(url).pathname}` } },
  );
  service.world.site(there, ({ url }) => {
    const { pathname } = new URL(url);
    asked.push(pathname);
    return pathname === '/robots.txt' ? 'User-agent: *\nDisallow: /secret' : html(LINES);
  });
  const config = { url: `https://${host}/secret/page` };
  const secret = await page(scene, { config });
  assert.partialDeepStrictEqual(secret, { status: 'degraded', error_code: 'robots_disallowed', first_run_done: false });
  assert.match(secret.last_error ?? '', new RegExp(`leads to ${there}, whose robots\\.txt asks not to be read`));
  const { fetch } = await admin.previewWatcher({ name: 'Page', kind: 'url_diff', config, schedule: { every: '1h' } });
  assert.partialDeepStrictEqual(fetch, { robots: 'disallowed', final_url: `https://${there}/secret/page` });
  assert.deepEqual(asked, ['/robots.txt', '/robots.txt'], 'the preview asks for itself');
  await scene.pass(2);
  assert.equal((await page(scene, { config: { url: `https://${host}/open` } })).first_run_done, true);
  assert.deepEqual(asked.slice(2), ['/open']);
});

test('a preview says of robots.txt what was found', async (t) => {
  const { host, admin } = await openScene(t, service);
  const preview = async (site: string, robots: { status?: number; body?: string }) => {
    service.world.site(site, ({ url }) => (url.endsWith('/robots.txt') ? robots : html(LINES)));
    const wish = {
      name: 'Page',
      kind: 'url_diff' as const,
      config: { url: `https://${site}/a` },
      schedule: { every: '1h' },
    };
    const { fetch, error } = await admin.previewWatcher(wish);
    return [fetch?.robots, error?.includes('robots.txt')];
  };
  assert.deepEqual(await preview(`open.${host}`, { status: 404 }), ['allowed', undefined]);
  assert.deepEqual(await preview(`shut.${host}`, { body: 'User-agent: *\nDisallow: /' }), ['disallowed', true]);
  assert.deepEqual(await preview(`down.${host}`, { status: 503 }), ['unreachable', true]);
});

test('a run that its host makes wait for long is answered at once, with the reason, and made in its turn', async (t) => {
  const scene = await openScene(t, service);
  const { host, admin, pass } = scene;
  let asked = 0;
  service.world.site(host, ({ url }) => {
    if (url.endsWith('/robots.txt')) return 'User-agent: *\nCrawl-delay: 50';
    asked++;
    return html(LINES);
  });
  const { id } = await page(scene);
  const watcher = await admin.runWatcher(id);
  assert.equal(watcher.next_run_reason, 'host_budget');
  assert.equal(asked, 1);
  await pass(51);
  assert.equal(asked, 2);
  assert.equal((await admin.getWatcher(id)).next_run_reason, 'schedule');
});

test('Reddit: 403 is taken for "too often" three times, then for "blocked"; the text says what helps', async (t) => {
  const { site, watch, pass, read, titles } = await openScene(t, service);
  const reddit = site('www.reddit.com');
  const nowIso = () => new Date(service.world.nowMs()).toISOString();
  const entry = (id: string, title: string, at = nowIso()) =>
    `<entry><id>t3_${id}</id><title>${title}</title><link href="https://www.reddit.com/r/rust/comments/${id}/x/"/><category term="rust" label="r/rust"/><author><name>/u/someone</name></author><updated>${at}</updated></entry>`;
  const atom = (...entries: string[]) =>
    `<?xml version="1.0" encoding="UTF-8"?><feed xmlns="http://www.w3.org/2005/Atom"><title>search results</title>${entries.join('')}</feed>`;
  reddit.says(atom(entry('a1', 'First')));
  const watcher = await watch({ kind: 'reddit_search', config: { query: 'async runtime', subreddit: 'r/rust' } });
  assert.partialDeepStrictEqual(watcher, {
    first_run_done: true,
    config: { query: 'async runtime', subreddit: 'rust' },
  });
  assert.equal(
    reddit.asked[0]?.url,
    'https://www.reddit.com/r/rust/search.rss?q=async%20runtime&restrict_sr=on&sort=new&t=week&limit=25&include_over_18=off',
  );
  const codes: unknown[] = [];
  for (const status of [403, 429, 403, 403]) {
    reddit.says({ status });
    await pass(9 * HOUR);
    const { error_code, fail_count, last_error } = await read(watcher);
    codes.push([error_code, fail_count]);
    assert.match(last_error ?? '', /home address.*feed token.*app of yours/);
  }
  assert.deepEqual(codes, [
    ['rate_limited', 0],
    ['rate_limited', 0],
    ['rate_limited', 0],
    ['blocked', 1],
  ]);
  assert.equal((await read(watcher)).status, 'degraded'); // a day without a success
  reddit.says(atom(entry('b2', 'Second thing of all'), entry('a1', 'First')));
  await pass(7 * HOUR);
  assert.deepEqual(await titles(), ['r/rust: Second thing of all']);
  assert.equal((await read(watcher)).status, 'active');
});

test('Reddit: one request in 65 seconds for all its names; plain subreddits are read together', async (t) => {
  const { site, admin, pass, settle, read } = await openScene(t, service);
  const reddit = site('www.reddit.com');
  const oldName = site('old.reddit.com');
  const nowIso = () => new Date(service.world.nowMs()).toISOString();
  const entry = (sub: string, n: number, at: string) =>
    `<entry><id>t3_${sub}${n}</id><title>Post ${n} in ${sub}</title><link href="https://www.reddit.com/r/${sub}/comments/${sub}${n}/"/><category term="${sub}" label="r/${sub}"/><updated>${at}</updated></entry>`;
  const old = '2026-01-01T00:00:00Z'; // comes into sight when fewer are read together
  const feed = (subs: readonly string[], n: number) =>
    `<feed xmlns="http://www.w3.org/2005/Atom"><title>newest</title>${subs.map((sub) => entry(sub, n, nowIso()) + (n === 2 ? entry(sub, 0, old) : '')).join('')}</feed>`;
  let n = 1;
  const answer = ({ url }: { url: string }) => feed((/\/r\/([^/]+)\//.exec(url)?.[1] ?? '').split('+'), n);
  reddit.says(answer);
  oldName.says(answer);
  await pass(70);
  const made = [];
  for (const subreddit of ['aaa', 'bbb', 'ccc']) {
    made.push(await admin.createFromPreset({ preset_id: 'reddit-subreddit', params: { subreddit } }));
  }
  await settle();
  await pass(70);
  await pass(70);
  n = 2;
  const before = reddit.asked.length;
  await pass(HOUR);
  await pass(HOUR);
  assert.ok(reddit.asked.length - before <= 3, reddit.asked.map(({ url }) => url).join('\n'));
  assert.match(reddit.asked.at(-1)?.url ?? '', /\/r\/[a-c]{3}(\+[a-c]{3})+\/new\.rss/);
  const cards = (await admin.listActions({ kind: 'watcher.triage' })).items.map(({ title }) => title);
  assert.deepEqual(cards.toSorted(), ['Post 2 in aaa', 'Post 2 in bbb', 'Post 2 in ccc']);
  for (const watcher of made) assert.equal((await read(watcher)).first_run_done, true);

  const direct = await admin.createWatcher({
    name: 'old name',
    kind: 'rss',
    config: { url: 'https://old.reddit.com/r/zzz/hot.rss' },
    schedule: { every: '1h' },
  });
  await settle();
  assert.equal(oldName.asked.length, 0);
  const waiting = await read(direct);
  assert.equal(waiting.next_run_reason, 'host_budget');
  assert.ok(waiting.next_run_at > waiting.created_at + 30);
});

test('Reddit: a subreddit that is not there is not found, also when others are due with it', async (t) => {
  const { site, admin, pass, settle, steps, read } = await openScene(t, service);
  const reddit = site('www.reddit.com');
  const entry = (sub: string) =>
    `<entry><id>t3_${sub}</id><title>Post in ${sub}</title><link href="https://www.reddit.com/r/${sub}/comments/x/"/><category term="${sub}"/></entry>`;
  let there = ['here', 'there'];
  reddit.says(({ url }) => {
    const subs = (/\/r\/([^/]+)\//.exec(url)?.[1] ?? '').split('+').filter((sub) => there.includes(sub));
    if (subs.length === 0) return { status: 404 };
    return `<feed xmlns="http://www.w3.org/2005/Atom"><title>newest</title>${subs.map(entry).join('')}</feed>`;
  });
  await pass(70);
  const made = [];
  for (const subreddit of ['here', 'there', 'nowhere'])
    made.push(await admin.createFromPreset({ preset_id: 'reddit-subreddit', params: { subreddit } }));
  await settle();
  await steps(4, 2 * HOUR);
  const [here = { id: '' }, later = here, never = here] = made;
  assert.partialDeepStrictEqual(await read(never), { first_run_done: false, error_code: 'not_found' });
  assert.match(
    reddit.asked.map(({ url }) => url).join('\n'),
    /here\+there|there\+here/,
    'the others are read together',
  );

  there = ['here'];
  await admin.updateWatcher(here.id, { status: 'paused' });
  await steps(4, 2 * HOUR);
  assert.partialDeepStrictEqual(await read(later), { error_code: 'not_found' });
  await admin.updateWatcher(here.id, { status: 'active' });
  await steps(4, 2 * HOUR);
  assert.partialDeepStrictEqual(await read(later), { error_code: 'not_found', status: 'degraded' });
  there = ['here', 'there', 'nowhere'];
  await steps(12, 5 * HOUR);
  for (const watcher of made)
    assert.partialDeepStrictEqual(await read(watcher), { first_run_done: true, fail_count: 0 });
});

test('Reddit: a subreddit that goes private while it is read with others is missed, and holds up nothing else', async (t) => {
  const { site, admin, pass, settle, steps, read } = await openScene(t, service);
  const reddit = site('www.reddit.com');
  const entry = (sub: string) =>
    `<entry><id>t3_${sub}</id><title>Post in ${sub}</title><link href="https://www.reddit.com/r/${sub}/comments/x/"/><category term="${sub}"/></entry>`;
  let open = ['here', 'there', 'quiet'];
  reddit.says(({ url }) => {
    const subs = (/\/r\/([^/]+)\//.exec(url)?.[1] ?? '').split('+').filter((sub) => open.includes(sub));
    if (subs.length === 0) return { status: 403 };
    const shown = subs.filter((sub) => sub !== 'quiet');
    return `<feed xmlns="http://www.w3.org/2005/Atom"><title>newest</title>${shown.map(entry).join('')}</feed>`;
  });
  const alone = (name: string) => reddit.asked.filter(({ url }) => url.includes(`/r/${name}/`)).length;
  await pass(70);
  const made = [];
  for (const subreddit of ['here', 'there', 'quiet'])
    made.push(await admin.createFromPreset({ preset_id: 'reddit-subreddit', params: { subreddit } }));
  await settle();
  await steps(3, 2 * HOUR);
  const [here = { id: '' }, there = here, quiet = here] = made;
  for (const watcher of made) assert.ok((await read(watcher)).first_run_done);

  open = ['here', 'quiet'];
  const quietBefore = alone('quiet');
  await steps(12, 2 * HOUR);
  const missed = await read(there);
  assert.partialDeepStrictEqual(missed, { status: 'degraded', error_code: 'blocked' });
  assert.match(missed.last_error ?? '', /^www\.reddit\.com: r\/there is shown to nobody .*private/);
  for (const watcher of [here, quiet])
    assert.partialDeepStrictEqual(await read(watcher), { status: 'active', fail_count: 0 });
  assert.ok(alone('quiet') - quietBefore <= 2, 'one that is only quiet is looked at alone once a day');

  open = ['here', 'there', 'quiet'];
  await steps(14, 4 * HOUR);
  assert.partialDeepStrictEqual(await read(there), { status: 'active', fail_count: 0 });
});

test('Reddit: a subreddit that fills a listing is read alone from then on, and hides nothing of a quiet one', async (t) => {
  const { site, admin, pass, settle, titles, read } = await openScene(t, service);
  const reddit = site('www.reddit.com');
  const entry = (sub: string, id: string, at: number) =>
    `<entry><id>t3_${id}</id><title>Post ${id}</title><link href="https://www.reddit.com/r/${sub}/comments/${id}/"/><category term="${sub}" label="r/${sub}"/><updated>${new Date(at * 1000).toISOString()}</updated></entry>`;
  let quiet: string[] = [];
  let [perHour, asks] = [0, 0];
  reddit.says(({ url }) => {
    const subs = (/\/r\/([^/]+)\//.exec(url)?.[1] ?? '').split('+');
    const now = Math.floor(service.world.nowMs() / 1000);
    asks++;
    const big = Array.from({ length: 100 }, (_, n) => entry('big', `${asks}x${n}`, now - (n * HOUR) / perHour));
    const shown = [...(subs.includes('big') ? big : []), ...(subs.includes('quiet') ? quiet : [])];
    const limit = subs.length > 1 ? 100 : 25;
    return `<feed xmlns="http://www.w3.org/2005/Atom"><title>newest</title>${shown.slice(0, limit).join('')}</feed>`;
  });
  perHour = 50;
  await pass(70);
  const made = [];
  for (const sub of ['big', 'quiet']) {
    const config = { url: `https://www.reddit.com/r/${sub}/new.rss` };
    const keywords = sub === 'big' ? [{ pattern: 'nothing of the kind', points: 1 }] : [];
    made.push(await admin.createWatcher({ name: sub, kind: 'rss', config, keywords, schedule: { every: '1h' } }));
  }
  await settle();
  await pass(70);
  for (const watcher of made) assert.ok((await read(watcher)).first_run_done);
  await pass(HOUR);
  assert.match(
    reddit.asked.at(-1)?.url ?? '',
    /quiet\+big|big\+quiet/,
    'a listing that reaches back to the last one is enough',
  );

  perHour = 300;
  await pass(HOUR / 3);
  quiet = [entry('quiet', 'quietly', Math.floor(service.world.nowMs() / 1000))];
  await pass((2 * HOUR) / 3 + 5);
  assert.match(reddit.asked.at(-1)?.url ?? '', /quiet\+big|big\+quiet/);
  assert.deepEqual(await titles(), [], 'nobody has seen it yet');
  await pass(HOUR + 5);
  await pass(70);
  assert.deepEqual(
    reddit.asked
      .slice(-2)
      .map(({ url }) => new URL(url).pathname)
      .toSorted(),
    ['/r/big/new.rss', '/r/quiet/new.rss'],
  );
  assert.deepEqual(await titles(), ['Post quietly']);
});

test('Reddit: beyond its budget each search has its turn, the one that waited longest first', async (t) => {
  const { site, admin, goBy, settle, read } = await openScene(t, service);
  const reddit = site('www.reddit.com');
  reddit.says('<feed xmlns="http://www.w3.org/2005/Atom"><title>search results</title></feed>');
  await goBy(70, 70);
  const made = [];
  for (const query of ['one', 'two', 'three', 'four', 'five', 'six']) {
    const config = { query, subreddit: 'rust' };
    made.push(await admin.createWatcher({ name: query, kind: 'reddit_search', config, schedule: { every: '5m' } }));
  }
  await settle();
  await goBy(2 * HOUR, 13);
  const now = Math.floor(service.world.nowMs() / 1000);
  for (const watcher of made) {
    const { name, first_run_done, last_run_at = 0 } = await read(watcher);
    assert.ok(first_run_done, name);
    assert.ok(now - last_run_at <= 9 * 65, `${name} ran ${now - last_run_at} s ago`);
  }
  assert.ok(reddit.asked.length > (0.6 * 2 * HOUR) / 65, `${reddit.asked.length} requests`);
  assert.ok(reddit.asked.length <= 2 + (2 * HOUR) / 65, `${reddit.asked.length} requests`);
});

test('YouTube: hours of 404 lose nothing, and no channel is asked more than once an hour', async (t) => {
  const { site, watch, pass, read, titles, admin } = await openScene(t, service);
  const youtube = site('www.youtube.com');
  const videos = (count: number) => rss(posts(count, (n) => ({ title: `Video number ${n} of all` })));
  youtube.says(videos(3));
  const url = `https://www.youtube.com/feeds/videos.xml?channel_id=UC${'a'.repeat(22)}`;
  const watcher = await watch({ config: { url }, schedule: { every: '5m' } });
  await pass(15 * 60);
  await admin.updateWatcher(watcher.id, { schedule: { every: '1m' } });
  await pass(15 * 60);
  assert.equal(youtube.asked.length, 1);
  youtube.says({ status: 404 });
  await pass(HOUR);
  await pass(HOUR + 1);
  assert.equal((await read(watcher)).status, 'active'); // one 404, or two, prove nothing
  await pass(2 * HOUR + 1);
  assert.equal((await read(watcher)).status, 'degraded');
  youtube.says(videos(4));
  await pass(4 * HOUR + 1);
  assert.equal((await read(watcher)).status, 'active');
  assert.deepEqual(await titles(), ['Video number 3 of all']);
});
