// A service with watchers, sites that answer as they are told, and a clock: what a timeline of answers makes of an inbox.

import type { TestContext } from 'node:test';
import { setTimeout as rest } from 'node:timers/promises';
import type { Action, Countersign, Watcher, WatcherCreate, WatcherRun } from '@countersign/sdk';
import type { Outgoing } from '../../src/world/outgoing.ts';
import type { SiteAnswer } from './fake-world.ts';
import { clientOf, givenService } from './given.ts';
import type { Service, ServiceOptions } from './start-service.ts';
import { until } from './until.ts';

export interface Site {
  /** What it answers from now on: always the same, or as the request makes it. */
  says(answer: SiteAnswer | ((outgoing: Outgoing) => SiteAnswer | Promise<SiteAnswer>)): void;
  /** The requests so far, robots.txt left out. */
  readonly asked: readonly Outgoing[];
}

export interface Watching {
  readonly service: Service;
  readonly admin: Countersign;
  site(host?: string): Site;
  watch(changes?: Partial<WatcherCreate>): Promise<Watcher>;
  /** Winds the clock, and lets everything that is due then happen. */
  pass(seconds: number): Promise<void>;
  settle(): Promise<void>;
  /** Lets time go by in small steps: whatever is due is taken, and may then wait for its host. */
  goBy(seconds: number, step: number): Promise<void>;
  /** The cards in the inbox, oldest first. */
  cards(): Promise<Action[]>;
  titles(): Promise<string[]>;
  read(watcher: Pick<Watcher, 'id'>): Promise<Watcher>;
}

export const HOUR = 3600;
export const DAY = 86_400;

export async function givenWatching(t: Pick<TestContext, 'after'>, options: ServiceOptions = {}): Promise<Watching> {
  const { service, admin } = await givenService(t, options);
  return watchingOf(service, admin);
}

/** A project of its own and a site of its own in a service that many stories share; its watchers end with it. */
export interface Scene extends Watching {
  readonly host: string;
  readonly url: string;
  readonly key: string;
  readonly blog: Site;
  /** So often, one step after another. */
  steps(times: number, seconds: number): Promise<void>;
  runs(watcher: Pick<Watcher, 'id'>): Promise<readonly WatcherRun[]>;
  /** The audit events of watchers, oldest first, hits and creations left out. */
  events(): Promise<string[]>;
}

let scenes = 0;

export async function openScene(t: Pick<TestContext, 'after'>, service: Service): Promise<Scene> {
  const name = `scene${++scenes}`;
  const { adminKey } = await service.newProject(name);
  const host = `${name}.example`;
  const url = `https://${host}/feed.xml`;
  const watching = watchingOf(service, clientOf(service, adminKey), url);
  const { admin, pass } = watching;
  t.after(async () => {
    for await (const { id } of admin.listWatchers()) await admin.deleteWatcher(id);
  });
  return {
    ...watching,
    host,
    url,
    key: adminKey,
    blog: watching.site(host),
    async steps(times, seconds) {
      for (let step = 0; step < times; step++) await pass(seconds);
    },
    runs: async ({ id }) => (await admin.listWatcherRuns(id)).items,
    async events() {
      const told: string[] = [];
      for await (const { event } of admin.listAudit({ type: 'watcher.' })) told.push(event);
      return told.filter((event) => event !== 'watcher.hit' && event !== 'watcher.created').toReversed();
    },
  };
}

export function watchingOf(
  service: Service,
  admin = clientOf(service, service.adminKey),
  url = 'https://blog.example/feed.xml',
): Watching {
  const settle = async () => {
    await until(async () => !(await isBusy(service)), 'the watchers come to rest');
  };
  const cards = async () => {
    const found: Action[] = [];
    for await (const action of admin.listActions({ kind: 'watcher.triage', limit: 100 })) found.push(action);
    return found.toReversed();
  };

  return {
    service,
    admin,
    site(host = 'blog.example') {
      let answer: Parameters<Site['says']>[0] = { status: 404 };
      const asked: Outgoing[] = [];
      service.world.site(host, (outgoing) => {
        if (new URL(outgoing.url).pathname === '/robots.txt') return { status: 404 };
        asked.push(outgoing);
        return typeof answer === 'function' ? answer(outgoing) : answer;
      });
      return {
        says: (next) => {
          answer = next;
        },
        asked,
      };
    },
    async watch(changes = {}) {
      const watcher = await admin.createWatcher({
        name: 'Blog',
        kind: 'rss',
        config: { url },
        schedule: { every: '1h' },
        ...changes,
      });
      await settle();
      return admin.getWatcher(watcher.id);
    },
    async pass(seconds) {
      service.wind(seconds);
      await settle();
    },
    settle,
    async goBy(seconds, step) {
      for (let left = seconds; left > 0; left -= step) {
        service.wind(step);
        await until(async () => !(await isDue(service)), 'what is due is taken');
        await until(async () => !(await isLapsing(service)), 'leases are renewed');
        await rest(20);
      }
    },
    cards,
    titles: async () => (await cards()).map(({ title }) => title),
    read: ({ id }) => admin.getWatcher(id),
  };
}

/** Whether something is due, or under way. */
async function isBusy(service: Service): Promise<boolean> {
  return (await isDue(service)) || (await heldBy(service)) > 0;
}

async function isDue({ running, world }: Service): Promise<boolean> {
  const now = Math.floor(world.nowMs() / 1000);
  const found = await running.app.reader.q
    .selectFrom('watchers')
    .select('id')
    .where('due_at', '<=', now)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Whether a lease is about to run out. */
async function isLapsing({ running, world }: Service): Promise<boolean> {
  const soon = Math.floor(world.nowMs() / 1000) + 10;
  const found = await running.app.reader.q
    .selectFrom('watchers')
    .select('id')
    .where('leased_by', 'is not', null)
    .where('due_at', '<=', soon)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** How many watchers are leased. */
export async function heldBy({ running }: Service): Promise<number> {
  const held = await running.app.reader.q
    .selectFrom('watchers')
    .select('id')
    .where('leased_by', 'is not', null)
    .execute();
  return held.length;
}

export interface Entry {
  readonly id?: string | undefined;
  readonly title?: string | undefined;
  readonly link?: string | undefined;
  readonly body?: string | undefined;
  readonly at?: number | undefined;
  readonly author?: string | undefined;
}

/** A post of a blog: the n-th, a day after the one before. */
export function post(n: number, changes: Entry = {}): Entry {
  return {
    id: `https://blog.example/?p=${n}`,
    title: `Post number ${n} of the blog`,
    link: `https://blog.example/posts/${n}`,
    body: `What post ${n} says.`,
    at: 1_780_000_000 + n * DAY,
    ...changes,
  };
}

export function posts(count: number, change: (n: number) => Entry = () => ({})): Entry[] {
  return Array.from({ length: count }, (_, n) => post(n, change(n))).toReversed();
}

export function rss(entries: readonly Entry[], { title = 'The Blog', extra = '' } = {}): string {
  const items = entries.map(({ id, title: heading, link, body, at, author }) =>
    [
      '<item>',
      ...(id === undefined ? [] : [`<guid isPermaLink="false">${escaped(id)}</guid>`]),
      ...(heading === undefined ? [] : [`<title>${escaped(heading)}</title>`]),
      ...(link === undefined ? [] : [`<link>${escaped(link)}</link>`]),
      ...(body === undefined ? [] : [`<description>${escaped(body)}</description>`]),
      ...(at === undefined ? [] : [`<pubDate>${new Date(at * 1000).toUTCString()}</pubDate>`]),
      ...(author === undefined ? [] : [`<author>${escaped(author)}</author>`]),
      '</item>',
    ].join(''),
  );
  return `<?xml version="1.0"?><rss version="2.0"><channel><title>${title}</title><link>https://blog.example/</link>${extra}${items.join('\n')}</channel></rss>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
