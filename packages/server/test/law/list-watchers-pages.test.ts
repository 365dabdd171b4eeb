// Covers the pages of GET /watchers (4, 8): limit and cursor.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Service, startService } from '../support/start-service.ts';
import { asObject, assertRefused, assertStatus, itemsOf, text, unhurried } from './client.ts';
import { listWatchers, namesIn, newWatcher, openQuietHost, postWatcher, watcherPages } from './watcher-steps.ts';

let service: Service;

before(async () => {
  service = await startService(unhurried);
  openQuietHost(service);
});

after(async () => {
  await service.stop();
});

/** A project of its own with so many watchers. */
async function projectWith(count: number): Promise<{ key: string; names: ReadonlySet<unknown> }> {
  const { adminKey: key } = await service.newProject('pages');
  const bodies = Array.from({ length: count }, () => newWatcher({ name: text(32) }));
  for (const answer of await Promise.all(bodies.map(async (body) => postWatcher(service, body, key)))) {
    assertStatus(answer, 201);
  }
  return { key, names: new Set(namesIn(bodies)) };
}

for (const [count, query, sizes] of [
  [7, { limit: '3' }, [3, 3, 1]],
  [6, { limit: '3' }, [3, 3]],
  [3, { limit: '1' }, [1, 1, 1]],
  [51, {}, [50, 1]],
  [101, { limit: '100' }, [100, 1]],
] as const) {
  const label = 'limit' in query ? `a limit of ${query.limit}` : 'the default limit of 50';

  test(`4 GET /watchers, 8: ${label} lists ${count} watchers in pages of ${sizes.join(', ')}, each once`, async () => {
    const { key, names } = await projectWith(count);
    const pages = await watcherPages(service, query, key);
    assert.deepEqual(
      pages.map((page) => page.length),
      sizes,
    );
    assert.deepEqual(new Set(namesIn(pages.flat())), names);
  });
}

test('4 GET /watchers: pages keep the order of the whole list', async () => {
  const { key } = await projectWith(3);
  service.wind(10);
  assertStatus(await postWatcher(service, newWatcher(), key), 201);
  const whole = namesIn((await watcherPages(service, {}, key)).flat());
  assert.deepEqual(namesIn((await watcherPages(service, { limit: '1' }, key)).flat()), whole);
});

test('4 GET /watchers: a cursor keeps to the other parameters of the list', async () => {
  const { key, names } = await projectWith(3);
  const config = { url: 'https://quiet.example.org/page' };
  assertStatus(await postWatcher(service, newWatcher({ kind: 'url_diff', config }), key), 201);
  const pages = await watcherPages(service, { kind: 'rss', status: 'active', limit: '2' }, key);
  assert.deepEqual(new Set(namesIn(pages.flat())), names);
});

for (const limit of ['0', '101', '-1', '1.5', 'ten']) {
  test(`4 GET /watchers, 8: a limit of ${limit} is refused`, async () => {
    assertRefused(await listWatchers(service, { limit }));
  });
}

test('4 GET /watchers: a cursor the service never gave out does not break it', async () => {
  const { status } = await listWatchers(service, { cursor: 'no-such-cursor' });
  assert.ok(status < 500, `got ${status}`);
});

test('4 GET /watchers, 5.2: a cursor of one project lists nothing of it in another', async () => {
  const { key, names } = await projectWith(3);
  const page = await listWatchers(service, { limit: '1' }, key);
  assert.equal(itemsOf(page.body).length, 1);
  const cursor = asObject(page.body)['next_cursor'];
  assert.ok(typeof cursor === 'string');
  const answer = await listWatchers(service, { limit: '1', cursor });
  for (const name of names) {
    assert.ok(!answer.text.includes(String(name)), 'a watcher of another project is listed');
  }
});
