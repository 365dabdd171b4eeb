// C14: a bug ends the process, never half of a change: it does not go on in a state nobody knows, and the next one does.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { newDatabase } from '../support/databases.ts';
import { keyIn, serve } from '../support/serve-process.ts';
import { call } from '../support/wire.ts';
import { firstKey, UNDER_LOAD } from './crash-loop.ts';
import { type Acknowledged, workUntilGone } from './load.ts';
import { wrongActions } from './promises.ts';
import { openReceivers } from './receivers.ts';

const MISHAP = fileURLToPath(new URL('./end-by-itself.ts', import.meta.url));
const SOME = 5;

test('a bug that nobody caught, or no memory left, ends the server, and nothing acknowledged is lost', async (t) => {
  const database = await newDatabase();
  t.after(() => database.drop());
  const receivers = await openReceivers();
  t.after(() => receivers.close());
  const key = await firstKey(database);
  const acknowledged: Acknowledged = new Map();
  const mishaps = { 'an unhandled rejection': /a bug that nobody caught/, 'no memory left': /heap|memory/i };
  for (const [mishap, words] of Object.entries(mishaps)) {
    const server = await serve({
      databaseUrl: database.url,
      environment: { ...UNDER_LOAD, MISHAP: mishap },
      flags: ['--import', MISHAP, '--max-old-space-size=128'],
    });
    const working = workUntilGone({ targets: [{ url: server.url, key }], receivers, acknowledged });
    const enough = acknowledged.size + SOME;
    while (acknowledged.size < enough) await delay(10);
    server.kill('SIGUSR2');
    assert.notEqual(await server.exitCode, 0);
    assert.match(server.stderr(), words);
    await working;
    assert.deepEqual(await wrongActions(database, acknowledged), []);
    await receivers.nextLife();
  }
});

test('a log that nobody reads any more, and that cannot be written, ends nothing', async (t) => {
  const database = await newDatabase();
  t.after(() => database.drop());
  const server = await serve({ databaseUrl: database.url });
  t.after(() => server.kill('SIGKILL'));
  const key = keyIn(server.stdout());
  const listed = async () => (await call('GET', `${server.url}/v1/keys`, { key })).status;
  assert.equal(await listed(), 200);
  server.closeLog();
  for (let n = 0; n < 5; n++) assert.equal(await listed(), 200); // each is a line
  server.kill('SIGTERM');
  assert.equal(await server.exitCode, 0);
});
