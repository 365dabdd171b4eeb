// Covers what is stated of GET /watcher-presets and POST /watchers/from-preset (4, 5.3).
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Service, startService } from '../support/start-service.ts';
import { assertRefused, assertStatus, call, type Json, stringsIn, unhurried } from './client.ts';
import { createKey } from './key-steps.ts';
import { connect } from './tool-steps.ts';
import { allWatchers } from './watcher-steps.ts';

let service: Service;

before(async () => {
  service = await startService(unhurried);
});

after(async () => {
  await service.stop();
});

for (const scopes of [['watch'], ['admin']]) {
  test(`4 GET /watcher-presets, 5.3: a key with ${scopes.join()} gets the presets that the tool lists`, async () => {
    const { key } = await createKey(service, scopes);
    const answer = await call(service, 'GET', '/watcher-presets', { key });
    assertStatus(answer, 200);
    const { presets } = await (await connect(service)).use('list_watcher_presets');
    const titles = (presets as readonly { title: string }[]).map((each) => each.title);
    const strings = stringsIn(answer.body as Json);
    assert.ok(titles.length > 0 && titles.every((title) => strings.includes(title)));
  });

  test(`4 POST /watchers/from-preset, 5.3: it exists for a key with ${scopes.join()}, and nothing comes of {}`, async () => {
    const { key } = await createKey(service, scopes);
    const { status } = await call(service, 'POST', '/watchers/from-preset', { key, body: {} });
    assert.ok(![401, 403, 404, 405].includes(status) && status < 500, `got ${status}`);
    assert.deepEqual(await allWatchers(service), []);
  });
}

test('5.3: a key with actions alone is refused the presets and the creation from one', async () => {
  const { key } = await createKey(service, ['actions']);
  assertRefused(await call(service, 'GET', '/watcher-presets', { key }));
  assertRefused(await call(service, 'POST', '/watchers/from-preset', { key, body: {} }));
});
