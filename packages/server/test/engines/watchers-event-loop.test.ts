// No pattern, page or feed holds the event loop: while the worst that may be sent is read, others are answered. On SQLite,
// whose work is done in this very thread.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { slowness, watchTurns } from '../overload/longest-turn.ts';
import { type Service, startService } from '../support/start-service.ts';
import { HOUR, openScene, post, posts, rss } from '../support/watching.ts';

/** What is promised; and a collection of garbage may fall anywhere, so each is tried more than once. */
const BAR_MS = 50;
const TRIES = 8;

let service: Service;
before(async () => {
  service = await startService();
});
after(() => service.stop());

async function longestHold(work: () => Promise<unknown>): Promise<number> {
  const turns = watchTurns();
  await work();
  const longest = turns.longestMs();
  turns.stop();
  return longest;
}

async function assertFree(what: string, tryOnce: () => Promise<number>): Promise<void> {
  const holds: number[] = [];
  for (let n = 0; n < TRIES; n++) {
    const held = await tryOnce();
    if (held < BAR_MS) return;
    holds.push(Math.round(held));
  }
  assert.ok(Math.min(...holds) < BAR_MS * slowness(), `${what} held the event loop for ${holds.join(', ')} ms`);
}

const MIB = 1024 * 1024;

const FEEDS: Readonly<Record<string, () => string>> = {
  'five thousand items of a thousand characters': () =>
    rss(posts(5000, (n) => ({ title: `Item ${n}`, body: 'word '.repeat(140) }))),
  'depth, entities and attributes': () =>
    `<rss version="2.0"><channel>${'<a b="c&amp;d">'.repeat(190)}${'&lt;&#65;'.repeat(400_000)}</channel></rss>`,
  'nothing but tags': () => `<rss version="2.0"><channel>${'<item><title/></item>'.repeat(180_000)}</channel></rss>`,
  'one word of five megabytes': () => rss([post(1, { body: 'a'.repeat(4.9 * MIB) })]),
};
for (const [what, make] of Object.entries(FEEDS)) {
  test(`a feed of ${what}`, async (t) => {
    const body = Buffer.from(make());
    assert.ok(body.length <= 5 * MIB, `${body.length}`);
    await assertFree(what, async () => {
      const { blog, watch } = await openScene(t, service);
      blog.says(() => ({ body }));
      return longestHold(() =>
        watch({
          keywords: [
            { pattern: '/(a+)+$/', points: 1 },
            { pattern: 'word*', points: 2 },
          ],
        }),
      );
    });
  });
}

test('five hundred matches at once', async (t) => {
  await assertFree('a burst', async () => {
    const { blog, watch, pass } = await openScene(t, service);
    blog.says(rss(posts(3)));
    await watch({ keywords: [{ pattern: 'word', points: 2 }] });
    const news = posts(500, (n) => ({ ...post(n + 1000), body: 'word '.repeat(1000) }));
    const body = Buffer.from(rss([...news, ...posts(3)]));
    blog.says(() => ({ body }));
    return longestHold(() => pass(HOUR));
  });
});

test('a page wholly rewritten, with the worst of patterns', async (t) => {
  const line = (n: number, word: string) => `<p>${word} ${n} ${(n * 7919) % 10_007}</p>`;
  const page = (word: string) => Buffer.from(Array.from({ length: 10_000 }, (_, n) => line(n, word)).join('\n'));
  const [one, two] = [page('alpha'), page('beta')];
  await assertFree('a page', async () => {
    const { blog, host, watch, pass } = await openScene(t, service);
    blog.says(() => ({ body: one }));
    const patterns = ['/(.*a){20}/', '/(x+x+)+y/', '/^(a|aa)+$/m', '/(\\w+\\s?)+$/'];
    const keywords = patterns.map((pattern) => ({ pattern, points: 1 }));
    return longestHold(async () => {
      await watch({ kind: 'url_diff', config: { url: `https://${host}/`, query: 'ignore:/(\\w+)+x/' }, keywords });
      blog.says(() => ({ body: two }));
      await pass(HOUR);
      await pass(61);
    });
  });
});

test('a preview and an import of the largest kind', async (t) => {
  const { blog, url, admin } = await openScene(t, service);
  const body = Buffer.from(rss(posts(5000, (n) => ({ title: `Item ${n}`, body: 'word '.repeat(140) }))));
  blog.says(() => ({ body }));
  const wish = { name: 'W', kind: 'rss' as const, config: { url }, schedule: { every: '1h' } };
  await assertFree('a preview', () => longestHold(() => admin.previewWatcher(wish)));
  const outlines = Array.from(
    { length: 1000 },
    (_, n) => `<outline type="rss" text="Feed ${n}" xmlUrl="https://many.example/${n}"/>`,
  );
  const content = `<opml version="2.0"><body>${outlines.join('')}${'<outline text="x">'.repeat(150)}</body></opml>`;
  await assertFree('an import', () => longestHold(() => admin.importWatchers({ format: 'opml', content })));
});
