// A server that is told to end while webhooks are under way: what can finish does, the rest has failed and is retried.

import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { Countersign } from '@countersign/sdk';
import { newDatabase } from '../support/databases.ts';
import { proposal } from '../support/given.ts';
import { keyIn, serve } from '../support/serve-process.ts';
import { elapse, runSql } from '../support/sql.ts';
import { until } from '../support/until.ts';

/** `/slow` takes a second, `/hung` answers only to the second life of the server. */
async function givenReceiver(t: TestContext) {
  const posts: { readonly path: string; readonly id: string; readonly life: number }[] = [];
  let life = 1;
  const server = createServer((request, response) => {
    posts.push({ path: request.url ?? '', id: String(request.headers['webhook-id']), life });
    request.resume();
    if (request.url === '/slow') setTimeout(() => response.end(), 1000);
    else if (life > 1) response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    posts,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    nextLife: () => void life++,
    async count(wanted: number) {
      await until(
        () => posts.length >= wanted,
        () => `${wanted} come, and not ${posts.length}`,
      );
    },
  };
}

interface Line {
  readonly status: string;
  readonly attempt: number | string;
  readonly leased: number | string;
  readonly last_error: string | null;
}

test('SIGTERM: a slow attempt is finished, a hung one has failed; no lease is left, no attempt is made twice', async (t) => {
  const database = await newDatabase();
  t.after(() => database.drop());
  const lines = async () => {
    const rows = await runSql<Line>(
      database,
      'SELECT status, attempt, leased, last_error FROM deliveries ORDER BY url DESC',
    );
    return rows.map(({ status, attempt, leased, last_error }) => [status, Number(attempt), Number(leased), last_error]);
  };
  const receiver = await givenReceiver(t);
  const environment = { SERVICE_ALLOW_PRIVATE_TARGETS: '1' };
  const first = await serve({ databaseUrl: database.url, environment });
  t.after(() => first.kill('SIGKILL'));
  const apiKey = keyIn(first.stdout());
  const client = new Countersign({ baseUrl: first.url, apiKey });
  for (const path of ['/hung', '/slow']) {
    const { id } = await client.createAction(proposal({ callback_url: `${receiver.url}${path}` }));
    await client.decideAction(id, { decision: 'approve' });
  }
  await receiver.count(2);

  first.kill('SIGTERM');
  assert.equal(await first.exitCode, 0);
  assert.deepEqual(await lines(), [
    ['delivered', 1, 0, null],
    ['retry', 1, 0, 'timeout'],
  ]);

  receiver.nextLife();
  await elapse(database, 70);
  const second = await serve({ databaseUrl: database.url, environment });
  t.after(() => second.kill('SIGKILL'));
  await receiver.count(3);
  assert.deepEqual(receiver.posts[2], {
    path: '/hung',
    id: receiver.posts.find(({ path }) => path === '/hung')?.id,
    life: 2,
  });
  await until(async () => (await lines())[1]?.[0] === 'delivered', 'the second life delivers it');
  assert.deepEqual((await lines())[1], ['delivered', 2, 0, null]);
  second.kill('SIGTERM');
  assert.equal(await second.exitCode, 0);
});
