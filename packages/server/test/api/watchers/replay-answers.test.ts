// Replays: bad answers are no baseline and no news, and hide nothing that comes after them.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { SiteAnswer } from '../../support/fake-world.ts';
import { type Service, startService } from '../../support/start-service.ts';
import { HOUR, openScene, post, posts, rss } from '../../support/watching.ts';

let service: Service;
before(async () => {
  service = await startService({ allowPrivateTargets: true });
});
after(() => service.stop());

const CHALLENGE =
  '<!doctype html><html><head><title>Just a moment...</title></head><body>Verify you are human</body></html>';

interface Bad {
  readonly answer: SiteAnswer;
  readonly outcome: 'transient' | 'broken';
  readonly code: string;
}

const BAD: Readonly<Record<string, Bad>> = {
  'a body of no bytes': { answer: { status: 200, body: '' }, outcome: 'broken', code: 'empty' },
  'blanks only': { answer: ' \n\n ', outcome: 'broken', code: 'empty' },
  'a challenge with 200': {
    answer: { headers: { 'content-type': 'text/html' }, body: CHALLENGE },
    outcome: 'broken',
    code: 'not_a_feed',
  },
  'a challenge that says so': {
    answer: { headers: { 'content-type': 'text/html', 'cf-mitigated': 'challenge' }, body: CHALLENGE },
    outcome: 'transient',
    code: 'blocked',
  },
  'a page': {
    answer: '<!doctype html><html><body><p>Hello</p></body></html>',
    outcome: 'broken',
    code: 'not_a_feed',
  },
  'XML that breaks off': { answer: rss(posts(6)).slice(0, 700), outcome: 'broken', code: 'parse_error' },
  'XML that breaks off between items': {
    answer: rss(posts(6)).replace(/(<\/item>\n<item>[\s\S]*?<\/item>)[\s\S]*/, '$1'),
    outcome: 'broken',
    code: 'parse_error',
  },
  'something else': { answer: 'Hello, I am a teapot.', outcome: 'broken', code: 'not_a_feed' },
  'JSON that is no feed': { answer: '{"error":"down"}', outcome: 'broken', code: 'not_a_feed' },
  '500': { answer: { status: 500, body: 'oops' }, outcome: 'transient', code: 'server_error' },
  '403': { answer: { status: 403 }, outcome: 'transient', code: 'blocked' },
  '404': { answer: { status: 404 }, outcome: 'transient', code: 'not_found' },
  '304 to a question without conditions': { answer: { status: 304 }, outcome: 'broken', code: 'empty' },
  'a redirect to a login': {
    answer: { status: 302, headers: { location: '/login?next=%2Ffeed.xml' } },
    outcome: 'transient',
    code: 'blocked',
  },
  'a redirect in a circle': {
    answer: { status: 302, headers: { location: '/feed.xml' } },
    outcome: 'transient',
    code: 'network',
  },
  'no name': { answer: { error: 'dns' }, outcome: 'transient', code: 'network' },
};

for (const [what, { answer, outcome, code }] of Object.entries(BAD)) {
  test(`${what}: on the first run no baseline, later no news; what comes after it is told`, async (t) => {
    const { blog, watch, pass, titles, read, runs } = await openScene(t, service);
    const bad = (outgoing: { url: string }) =>
      new URL(outgoing.url).pathname.startsWith('/login') ? '<html><form>Sign in</form></html>' : answer;
    blog.says(bad);
    const watcher = await watch();
    assert.partialDeepStrictEqual(watcher, {
      first_run_done: false,
      item_count: 0,
      status: 'active',
      fail_count: 1,
      last_outcome: outcome,
      error_code: code,
    });
    assert.match(watcher.last_error ?? '', /^scene\d+\.example: .+\. .+\.$/);
    assert.equal(watcher.last_success_at, undefined);

    blog.says(rss(posts(4)));
    await pass(HOUR);
    assert.partialDeepStrictEqual(await read(watcher), { last_outcome: 'baseline', item_count: 4, fail_count: 0 });
    assert.equal((await read(watcher)).error_code, undefined);
    assert.deepEqual(await titles(), []);

    blog.says(bad);
    await pass(HOUR);
    assert.deepEqual(await titles(), []);
    blog.says(rss([post(9), ...posts(4)]));
    await pass(HOUR);
    assert.deepEqual(await titles(), ['Post number 9 of the blog']);
    assert.deepEqual(
      (await runs(watcher)).map((run) => run.outcome),
      ['ok', outcome, 'baseline', outcome],
    );
  });
}

test('of who answers, but not as the web does, it is not said that it takes no connection', async (t) => {
  const { blog, watch } = await openScene(t, service);
  blog.says({ error: 'connect', garbled: true });
  assert.match((await watch()).last_error ?? '', /: it answers with something that is not HTTP\. /);
});

test('a valid feed without items is a baseline; its first item is news', async (t) => {
  const { blog, watch, pass, titles } = await openScene(t, service);
  blog.says(rss([]));
  assert.partialDeepStrictEqual(await watch(), { first_run_done: true, last_outcome: 'baseline', item_count: 0 });
  blog.says(rss(posts(1)));
  await pass(HOUR);
  assert.deepEqual(await titles(), ['Post number 0 of the blog']);
});

/** Packed as a real server packs: over a socket. */
async function givenServer(t: { after(end: () => void): void }, body: Buffer, headers: Record<string, string>) {
  const server = createServer((request, response) => {
    if (request.url === '/robots.txt') response.writeHead(404).end();
    else response.writeHead(200, headers).end(body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/feed.xml`;
}

const BOMBS: Readonly<Record<string, readonly [() => Buffer, string]>> = {
  'a gzip bomb': [() => gzipSync(Buffer.alloc(200 * 1024 * 1024, 32), { level: 9 }), 'gzip'],
  'a gzip bomb in another': [() => gzipSync(gzipSync(Buffer.alloc(50 * 1024 * 1024, 32))), 'gzip, gzip'],
};
for (const [what, [bomb, encoding]] of Object.entries(BOMBS)) {
  test(`${what} is broken and no baseline`, async (t) => {
    const { watch } = await openScene(t, service);
    const url = await givenServer(t, bomb(), { 'content-type': 'application/rss+xml', 'content-encoding': encoding });
    const watcher = await watch({ config: { url } });
    assert.partialDeepStrictEqual(watcher, { first_run_done: false, last_outcome: 'broken' });
    assert.ok(['too_large', 'parse_error'].includes(watcher.error_code ?? ''), watcher.last_error ?? '');
  });
}

test('a feed packed with gzip, or said to be, is read', async (t) => {
  const { watch } = await openScene(t, service);
  const packed = gzipSync(rss(posts(3)));
  const url = await givenServer(t, packed, { 'content-encoding': 'gzip' });
  assert.equal((await watch({ config: { url } })).item_count, 3);
  const unsaid = await givenServer(t, packed, {});
  assert.equal((await watch({ config: { url: unsaid } })).item_count, 3);
});

/** Over a socket too: as a server breaks off, and as it says how much is to come. */
async function givenRobots(t: { after(end: () => void): void }, answer: (response: ServerResponse) => void) {
  let says = answer;
  const server = createServer((request, response) => {
    if (request.url === '/robots.txt') says(response);
    else response.end('<title>P</title><p>one</p>');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  return {
    page: {
      kind: 'url_diff',
      config: { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/secret/page` },
    } as const,
    says: (next: typeof answer) => {
      says = next;
    },
  };
}

test('a robots.txt that breaks off allows nothing, and is asked for again', async (t) => {
  const { watch, pass, read } = await openScene(t, service);
  const { page, says } = await givenRobots(t, (response) => {
    response.writeHead(200, { 'content-length': '500' });
    response.write('User-agent: *\n', () => response.destroy());
  });
  const secret = await watch(page);
  assert.partialDeepStrictEqual(secret, { first_run_done: false, last_outcome: 'transient', error_code: 'network' });
  says((response) => response.end('User-agent: *\nDisallow: /secret'));
  await pass(2 * HOUR);
  assert.equal((await read(secret)).error_code, 'robots_disallowed');
});

test('of a robots.txt that says it is huge the beginning counts, to the last whole line', async (t) => {
  const { watch } = await openScene(t, service);
  const body = `User-agent: *\nDisallow: /secret\n${'# nothing\n'.repeat(100_000)}`;
  const { page } = await givenRobots(t, (response) => {
    response.writeHead(200, { 'content-length': String(body.length) }).end(body);
  });
  assert.equal((await watch(page)).error_code, 'robots_disallowed');
});

/** ЯПривет in windows-1251. */
const CYRILLIC = Buffer.from([0xdf, 0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2]);

function cyrillic(encoding: string, numbers: readonly number[]): Buffer {
  const text = rss(numbers.map((n) => post(n, { title: `@@ ${n}` }))).replace(
    '<?xml version="1.0"?>',
    `<?xml version="1.0" encoding="${encoding}"?>`,
  );
  const parts = text.split('@@').flatMap((part, index) => [...(index === 0 ? [] : [CYRILLIC]), Buffer.from(part)]);
  return Buffer.concat(parts);
}

for (const [declared, shown] of [
  ['windows-1251', 'ЯПривет 3'],
  ['utf-8', undefined],
] as const) {
  test(`windows-1251 that HTTP calls utf-8 and XML ${declared} gives the same items every time`, async (t) => {
    const { blog, watch, pass, titles } = await openScene(t, service);
    const headers = { 'content-type': 'application/rss+xml; charset=utf-8' };
    blog.says({ headers, body: cyrillic(declared, [2, 1]) });
    await watch();
    await pass(HOUR);
    blog.says({ headers, body: cyrillic(declared, [3, 2, 1]) });
    await pass(HOUR);
    await pass(HOUR);
    const told = await titles();
    assert.equal(told.length, 1);
    if (shown !== undefined) assert.equal(told[0], `The Blog: ${shown}`);
  });
}
