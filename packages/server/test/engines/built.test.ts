// The program as it is started: what it needs besides itself is found, in threads too. In `npm test` it is the built one.

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { newDatabase } from '../support/databases.ts';
import { keyIn, serve } from '../support/serve-process.ts';

const FEED = `<rss version="2.0"><channel><title>News</title>
  <item><title>Something happened</title><guid>1</guid><link>https://example.org/1</link></item></channel></rss>`;

test('a started server keeps its heap small, serves its pages, and its threads work', async (t) => {
  const database = await newDatabase();
  const site = createServer((_, response) => response.end(FEED)).listen(0, '127.0.0.1');
  const environment = { SERVICE_ALLOW_PRIVATE_TARGETS: '1' };
  const server = await serve({ databaseUrl: database.url, environment });
  t.after(async () => {
    server.kill('SIGTERM');
    await server.exitCode;
    site.close();
    await database.drop();
  });
  const words = `/proc/${server.pid}/cmdline`;
  if (existsSync(words))
    assert.match(readFileSync(words, 'utf8'), /--max-semi-space-size=\d/, 'and the process is the same');
  for (const page of ['/docs', '/']) {
    const answer = await fetch(`${server.url}${page}`);
    assert.equal(answer.status, 200, page);
    assert.match(await answer.text(), /<!doctype html>/i, page);
  }
  const preview = await fetch(`${server.url}/v1/watchers/preview`, {
    method: 'POST',
    headers: { authorization: `Bearer ${keyIn(server.stdout())}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      name: 'News',
      kind: 'rss',
      schedule: { every: '15m' },
      keywords: [{ pattern: 'something', points: 10 }],
      config: { url: `http://127.0.0.1:${(site.address() as AddressInfo).port}/` },
    }),
  });
  const text = await preview.text();
  assert.equal(preview.status, 200, text);
  assert.match(text, /Something happened/);
});
