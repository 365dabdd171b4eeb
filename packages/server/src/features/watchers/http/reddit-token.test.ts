// Whoever waits for a key to Reddit's API waits no longer than their own run.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { App } from '../../../app.ts';
import { readConfig } from '../../../config.ts';
import type { World } from '../../../world/world.ts';
import { openRedditTokens } from './reddit-token.ts';

const config = readConfig({ REDDIT_CLIENT_ID: 'id', REDDIT_CLIENT_SECRET: 'secret' });
const made = Buffer.from(JSON.stringify({ access_token: 'made', expires_in: 3600 }));

/** Its first request is never answered. */
function givenSilence() {
  let asked = 0;
  const request: World['request'] = ({ signal }) =>
    ++asked > 1
      ? Promise.resolve({ status: 200, headers: {}, body: '', bytes: made, whole: true })
      : new Promise((resolve) => signal?.addEventListener('abort', () => resolve({ error: 'timeout' })));
  const world = { nowMs: () => 1000, log: () => undefined, request };
  const app = { config, world, publicUrl: () => 'http://test' } as unknown as App;
  return { app, asked: () => asked };
}

test('a run that ends takes its request for a key with it', async () => {
  const { app } = givenSilence();
  const ending = new AbortController();
  const waiting = openRedditTokens().get(app, ending.signal);
  ending.abort();
  assert.equal(await waiting, undefined);
});

test('who waited for the request of a run that ended asks anew', async () => {
  const { app, asked } = givenSilence();
  const tokens = openRedditTokens();
  const ending = new AbortController();
  const waiting = [tokens.get(app, ending.signal), tokens.get(app, new AbortController().signal)];
  ending.abort();
  assert.deepEqual(await Promise.all(waiting), [undefined, 'made']);
  assert.equal(asked(), 2);
});
