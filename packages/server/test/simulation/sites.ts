// The sites that watchers read: feeds, to which items come and in which they change, and a page. They answer, fail, hang, break
// off, move, show a copy that is older, or something else altogether.

import type { Incoming, Outgoing } from '../../src/world/outgoing.ts';
import type { Life } from './life.ts';
import { bodyOf, firstPage, type Lines, nextPage, PAGE } from './page-site.ts';
import type { Random } from './random.ts';
import type { Scheduler } from './scheduler.ts';
import type { Time } from './time.ts';

export const FEEDS = ['https://news.example/feed', 'https://blog.example/feed'] as const;

/** What some watchers look for in a title. */
export const WORD = 'zebra';

export interface SiteItem {
  readonly link: string;
  readonly title: string;
  /** Since which step it is there, and since which one it has the word; 0: from the beginning. */
  readonly sinceStep: number;
  readonly wordSince: number | undefined;
}

export interface Sites {
  /** For the world of an instance. */
  answer(outgoing: Outgoing, life: Life): Promise<Incoming>;
  /** Something new, or something old that has changed. Says what. */
  publish(): string;
  itemsOf(feed: string): readonly SiteItem[];
  /** What the page has been, the last as it is. */
  pages(): readonly string[];
  /** What was shown at its address, whole, whatever it was. */
  bodies(): readonly string[];
  /** An older copy of the page was shown. */
  hasShownOlder(): boolean;
  /** How many of those who live wait for an answer. */
  underWay(): number;
  requests(): number;
}

export interface SiteSetting {
  readonly random: Random;
  readonly scheduler: Scheduler;
  readonly time: Time;
  /** Per request: how likely it is that the site does not simply show what it has. */
  readonly badness: () => number;
  readonly step: () => number;
}

const BAD = [
  'is in trouble',
  'is in trouble',
  'asks to wait',
  'has nothing there',
  'hangs',
  'is slow',
  'is slow',
  'breaks off',
  'is cut',
  'says nothing',
  'shows a page',
  'redirects',
  'has moved',
  'shows an older copy',
  'shows an older copy',
  'cannot be reached',
  'cannot be found',
] as const;

/** When this is how it answers, it has no robots.txt either. */
const NOT_THERE: ReadonlySet<string> = new Set([
  'is in trouble',
  'asks to wait',
  'has nothing there',
  'hangs',
  'cannot be reached',
  'cannot be found',
]);

interface Copy {
  readonly etag: string;
  readonly body: string;
}

interface Site {
  items: SiteItem[];
  copies: Copy[];
  /** Some know nothing of validators; some say for how long not to ask again. */
  readonly validates: boolean;
  readonly maxAge: number;
}

const FIRST_ITEMS = 3;
/** Per change of anything. */
const PAGE_CHANGES = 0.4;
const ROBOTS = 'User-agent: *\nDisallow: /private\n';

export function makeSites({ random, scheduler, time, badness, step }: SiteSetting): Sites {
  const sites = new Map(FEEDS.map((feed) => [hostOf(feed), openSite(hostOf(feed), random)]));
  const page = openSite(hostOf(PAGE), random);
  const pages: Lines[] = [];
  const bodies = new Set<string>();
  let hasShownOlder = false;
  const changePage = (lines: Lines) => {
    pages.push(lines);
    page.copies.push({ etag: `"${page.copies.length}"`, body: bodyOf(lines) });
  };
  page.copies = [];
  changePage(firstPage());
  const underWay = new Map<object, Life>();
  let requests = 0;

  return {
    underWay: () => [...underWay.values()].filter((life) => life.alive()).length,
    requests: () => requests,
    itemsOf: (feed) => sites.get(hostOf(feed))?.items ?? [],
    pages: () => page.copies.map(({ body }) => body),
    bodies: () => [...bodies],
    hasShownOlder: () => hasShownOlder,
    publish() {
      if (random.chance(PAGE_CHANGES)) {
        changePage(nextPage(pages, random));
        return `the page is as in ${pages.length}`;
      }
      const [host, site] = random.pick([...sites]);
      const old = random.chance(0.25) ? random.pickAny(site.items.filter(hasNoWord)) : undefined;
      if (old) {
        const changed = { ...old, title: `${old.title} ${WORD}`, wordSince: step() };
        change(
          site,
          site.items.map((item) => (item === old ? changed : item)),
        );
        return `${changed.link} has the word`;
      }
      const item = newItem(host, site.items.length + 1, random.chance(0.4), step());
      change(site, [item, ...site.items]);
      return `${item.link} is there`;
    },
    async answer(outgoing, life) {
      const { url, deadlineMs } = outgoing;
      underWay.set(outgoing, life);
      await scheduler.pause(`get of ${url} leaves`, life);
      requests++;
      const manner = random.chance(badness()) ? random.pick(BAD) : 'shows it';
      const isPage = hostOf(url) === hostOf(PAGE);
      const answer = answerOf(isPage ? page : sites.get(hostOf(url)), outgoing, manner, random);
      if (isPage && 'status' in answer && answer.status === 200 && answer.whole !== false) {
        const body = Buffer.from(answer.bytes ?? '').toString();
        bodies.add(body);
        if (manner === 'shows an older copy') hasShownOlder ||= body !== page.copies.at(-1)?.body;
      }
      const lateMs = manner === 'hangs' ? deadlineMs : manner === 'is slow' ? random.below(deadlineMs) : 0;
      if (lateMs > 0) {
        await time.sleep(lateMs, outgoing.signal);
        await life.goingOn();
      }
      await scheduler.pause(`get of ${url}: it ${manner}`, life);
      underWay.delete(outgoing);
      return answer;
    },
  };
}

const hostOf = (url: string) => new URL(url).host;
const hasNoWord = ({ wordSince }: SiteItem) => wordSince === undefined;

function openSite(host: string, random: Random): Site {
  const site: Site = {
    items: [],
    copies: [],
    validates: random.chance(0.7),
    maxAge: random.pick([0, 0, 90]),
  };
  const first = Array.from({ length: FIRST_ITEMS }, (_, index) => newItem(host, index + 1, index === 0, 0));
  change(site, first);
  return site;
}

function newItem(host: string, n: number, hasWord: boolean, sinceStep: number): SiteItem {
  const title = `Item ${n} of ${host}${hasWord ? ` ${WORD}` : ''}`;
  return { link: `https://${host}/items/${n}`, title, sinceStep, wordSince: hasWord ? sinceStep : undefined };
}

function change(site: Site, items: SiteItem[]): void {
  site.items = items;
  site.copies.push({ etag: `"${site.copies.length}"`, body: feedOf(items) });
}

function feedOf(items: readonly SiteItem[]): string {
  const shown = items.map(
    ({ link, title }) =>
      `<item><guid isPermaLink="false">${link}</guid><link>${link}</link><title>${title}</title></item>`,
  );
  return `<?xml version="1.0"?><rss version="2.0"><channel><title>Simulated</title>${shown.join('\n')}</channel></rss>`;
}

function answerOf(site: Site | undefined, { url, headers }: Outgoing, manner: string, random: Random): Incoming {
  const copies = site?.copies ?? [];
  const copy = manner === 'shows an older copy' ? random.pickAny(copies.slice(-3)) : copies.at(-1);
  if (!site || !copy) return { error: 'dns' };
  const { origin, host, pathname } = new URL(url);
  if (pathname === '/robots.txt' && !NOT_THERE.has(manner)) return whole(200, ROBOTS);
  const typed = { 'content-type': host === hostOf(PAGE) ? 'text/html' : 'application/rss+xml' };
  switch (manner) {
    case 'is in trouble':
      return whole(503, '');
    case 'asks to wait':
      return whole(429, '', { 'retry-after': '90' });
    case 'has nothing there':
      return whole(404, 'Not found');
    case 'hangs':
      return { error: 'timeout' };
    case 'cannot be reached':
      return { error: 'connect' };
    case 'cannot be found':
      return { error: 'dns' };
    case 'breaks off':
      return { ...whole(200, copy.body.slice(0, random.below(copy.body.length))), whole: false };
    case 'is cut': // its type is still told: of the first few letters nobody could guess it
      return whole(200, copy.body.slice(0, random.below(copy.body.length)), typed);
    case 'says nothing':
      return whole(200, '');
    case 'shows a page':
      return whole(200, '<!doctype html><title>Simulated</title><p>Back soon.');
    case 'redirects':
      return whole(302, '', { location: `${origin}/elsewhere/${random.below(3)}` });
    case 'has moved':
      return whole(301, '', { location: `${origin}/moved` });
    default: {
      const told = {
        ...(site.validates ? { etag: copy.etag } : {}),
        ...(site.maxAge > 0 ? { 'cache-control': `max-age=${site.maxAge}` } : {}),
      };
      if (site.validates && headers['if-none-match'] === copy.etag) return whole(304, '', told);
      return whole(200, copy.body, { ...typed, ...told });
    }
  }
}

function whole(status: number, body: string, headers: Readonly<Record<string, string>> = {}) {
  return { status, headers, body: '', bytes: Buffer.from(body), whole: true };
}
