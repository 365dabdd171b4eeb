// The steps the law suite takes with watchers: build, create, list, read, and let them run on a site of the test's own.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Service } from '../support/start-service.ts';
import {
  type Answer,
  asObject,
  assertStatus,
  call,
  isObject,
  itemsOf,
  type Json,
  type JsonObject,
  text,
} from './client.ts';
import { comesTrue } from './webhook-steps.ts';

/** A host that answers with an empty feed, for watchers whose runs are of no interest. */
export const quietHost = 'https://quiet.example.org';

export function openQuietHost(service: Service): void {
  const headers = { 'content-type': 'application/rss+xml' };
  service.world.site('quiet.example.org', () => ({ headers, body: feedOf([]) }));
}

/** A minimal valid create body under a name no other watcher has. */
export function newWatcher(fields: JsonObject = {}): JsonObject {
  return {
    name: `Watcher ${text(32)}`,
    kind: 'rss',
    config: { url: `${quietHost}/feed.xml` },
    schedule: { every: '1d' },
    ...fields,
  };
}

/** A config that has what a kind can need. */
export const configs: Readonly<Record<string, JsonObject>> = {
  rss: { url: `${quietHost}/feed.xml` },
  reddit_search: { query: 'approval inbox', subreddit: 'selfhosted' },
  url_diff: { url: `${quietHost}/page` },
};

export const kinds: readonly string[] = Object.keys(configs);

export async function postWatcher(service: Service, body: Json, key?: string): Promise<Answer> {
  return call(service, 'POST', '/watchers', { key, body });
}

export async function listWatchers(
  service: Service,
  query: Readonly<Record<string, string>> = {},
  key?: string,
): Promise<Answer> {
  return call(service, 'GET', `/watchers?${new URLSearchParams(query).toString()}`, { key });
}

/** The pages of a list of watchers, followed by next_cursor for as long as has_more is true. */
export async function watcherPages(
  service: Service,
  query: Readonly<Record<string, string>>,
  key?: string,
): Promise<readonly (readonly JsonObject[])[]> {
  const pages: (readonly JsonObject[])[] = [];
  let cursor: string | undefined;
  for (let round = 0; round < 50; round += 1) {
    const answer = await listWatchers(service, cursor === undefined ? query : { ...query, cursor }, key);
    assertStatus(answer, 200);
    pages.push(itemsOf(answer.body).map(asObject));
    const { has_more: hasMore, next_cursor: next } = asObject(answer.body);
    if (hasMore === false) {
      return pages;
    }
    assert.equal(hasMore, true);
    assert.ok(typeof next === 'string' && next !== '', 'a page with more to come carries next_cursor');
    cursor = next;
  }
  return assert.fail('the pages do not end');
}

/** The list entries of all watchers of a project. */
export async function allWatchers(service: Service, key?: string): Promise<readonly JsonObject[]> {
  return (await watcherPages(service, { limit: '100' }, key)).flat();
}

export function namesIn(watchers: readonly JsonObject[]): readonly Json[] {
  return watchers.map((each) => each['name'] ?? null);
}

/** The list entry of the watcher with this name. */
export async function entryNamed(service: Service, name: Json | undefined, key?: string): Promise<JsonObject> {
  const entries = (await allWatchers(service, key)).filter((each) => each['name'] === name);
  assert.equal(entries.length, 1, `one watcher is listed under the name ${JSON.stringify(name)}`);
  return entries[0] ?? assert.fail();
}

/** Creates a watcher from a valid body with these fields and returns its identifier. */
export async function createWatcher(service: Service, fields: JsonObject = {}, key?: string): Promise<string> {
  const body = newWatcher(fields);
  assertStatus(await postWatcher(service, body, key), 201);
  const { id } = await entryNamed(service, body['name'], key);
  assert.ok(typeof id === 'string' && id !== '', 'a list entry carries id');
  return id;
}

export async function getWatcher(service: Service, id: string, key?: string): Promise<Answer> {
  return call(service, 'GET', `/watchers/${id}`, { key });
}

export async function updateWatcher(service: Service, id: string, body: Json, key?: string): Promise<Answer> {
  return call(service, 'PATCH', `/watchers/${id}`, { key, body });
}

export async function deleteWatcher(service: Service, id: string, key?: string): Promise<Answer> {
  return call(service, 'DELETE', `/watchers/${id}`, { key });
}

/** Brings a new watcher into a state that a client can set. */
export async function watcherIn(service: Service, status: string, fields: JsonObject = {}): Promise<string> {
  const id = await createWatcher(service, fields);
  if (status === 'paused') {
    assertStatus(await updateWatcher(service, id, { status }), 200);
  }
  return id;
}

export interface Site {
  readonly url: string;
  /** How often the page was asked for. */
  readonly hits: number;
  /** What the next answers say. */
  body: string;
  /** With what status. */
  status: number;
  /** Whether nobody has asked since the body was set. */
  readonly unseen: boolean;
  close(): Promise<void>;
}

/** A site of one page on this machine, for services started with allowPrivateTargets. */
export async function startSite(body: string, type = 'application/rss+xml'): Promise<Site> {
  let hits = 0;
  let unseen = true;
  let said = body;
  const server = createServer((request, response) => {
    if (request.url !== '/page') {
      response.writeHead(404).end();
      return;
    }
    hits += 1;
    unseen = false;
    response.writeHead(site.status, { 'content-type': type }).end(said);
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await promise;
  const address = server.address();
  assert.ok(typeof address === 'object' && address !== null);
  const site: Site = {
    url: `http://127.0.0.1:${address.port}/page`,
    status: 200,
    get hits() {
      return hits;
    },
    get unseen() {
      return unseen;
    },
    get body() {
      return said;
    },
    set body(next) {
      said = next;
      unseen = true;
    },
    async close() {
      const closed = Promise.withResolvers<void>();
      server.close(() => closed.resolve());
      server.closeAllConnections();
      await closed.promise;
    },
  };
  return site;
}

export interface Item {
  readonly title: string;
  /** What makes the item this one and no other. */
  readonly slug: string;
}

export function itemAbout(title: string): Item {
  return { title, slug: text(24) };
}

export function feedOf(items: readonly Item[]): string {
  const link = 'https://news.example.org';
  const entries = items.map(
    ({ title, slug }) =>
      `<item><title>${title}</title><link>${link}/${slug}</link><guid>${link}/${slug}</guid><description>${title}</description></item>`,
  );
  return `<?xml version="1.0"?><rss version="2.0"><channel><title>News</title><link>${link}</link><description>News</description>${entries.join('')}</channel></rss>`;
}

/** A watcher, due every hour, of a site of its own. */
export interface Watch {
  readonly site: Site;
  readonly id: string;
  readonly key?: string | undefined;
}

/** Creates a watcher of the site, due every hour unless told, and waits for the end of its run if it runs at once. */
export async function watchSite(service: Service, site: Site, fields: JsonObject = {}, key?: string): Promise<Watch> {
  const id = await createWatcher(service, { config: { url: site.url }, schedule: { every: '1h' }, ...fields }, key);
  const watch = { site, id, key };
  await rests(service, watch);
  return watch;
}

/** Waits until the watcher is due in the future only: no run of it is under way, to be upset by a wound clock. */
async function rests(service: Service, watch: Watch): Promise<void> {
  await comesTrue(() => isAtRest(service, watch));
}

async function isAtRest(service: Service, { id, key }: Watch): Promise<boolean> {
  const { body } = await getWatcher(service, id, key);
  return isObject(body) && Number(body['next_run_at']) * 1000 > service.world.nowMs();
}

/** Winds the clock, and tells whether the watcher asked for the page then; if so, its run is over. */
export async function runsIn(service: Service, watch: Watch, seconds: number): Promise<boolean> {
  const { hits } = watch.site;
  service.wind(seconds);
  await comesTrue(async () => watch.site.hits > hits || (await isAtRest(service, watch)));
  await rests(service, watch);
  return watch.site.hits > hits;
}

/** Winds the clock hour by hour until the watcher has asked for the page again and is done with it. */
export async function nextRun(service: Service, watch: Watch): Promise<void> {
  for (let hour = 0; hour < 12; hour += 1) {
    if (await runsIn(service, watch, 3700)) {
      return;
    }
  }
  assert.fail('the watcher did not run');
}

/** Lets the watcher see the page as it is now: when it asks a second time, the first run is surely over. */
export async function watched(service: Service, watch: Watch): Promise<void> {
  await nextRun(service, watch);
  await nextRun(service, watch);
}

/** Gives the service the time to run something and asserts that the page was not asked for. */
export async function staysUnasked(site: Site, hits: number): Promise<void> {
  await sleep(150);
  assert.equal(site.hits, hits, 'the page was asked for');
}

/** Everything the inbox of a project says, action by action. */
export async function inboxTexts(service: Service, key?: string): Promise<readonly string[]> {
  const answer = await call(service, 'GET', '/actions?limit=100', { key });
  assertStatus(answer, 200);
  assert.equal(asObject(answer.body)['has_more'], false, 'the inbox outgrew one page');
  const ids = [...new Set(answer.text.match(/\bact_\w+/g) ?? [])];
  const reads = await Promise.all(ids.map(async (id) => call(service, 'GET', `/actions/${id}`, { key })));
  return reads.map((read) => read.text);
}

/** How many actions of the inbox speak of this. */
export async function mentions(service: Service, word: string, key?: string): Promise<number> {
  return (await inboxTexts(service, key)).filter((each) => each.includes(word)).length;
}
