// Covers the required fields of the create body of watchers (2.5, 4, 8): name, kind, config.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Service, startService } from '../support/start-service.ts';
import { assertStatus, type Json, type JsonObject, text, unhurried, without } from './client.ts';
import {
  allWatchers,
  configs,
  createWatcher,
  entryNamed,
  kinds,
  newWatcher,
  openQuietHost,
  postWatcher,
} from './watcher-steps.ts';

let service: Service;

before(async () => {
  service = await startService(unhurried);
  openQuietHost(service);
});

after(async () => {
  await service.stop();
});

async function assertCreated(fields: JsonObject): Promise<JsonObject> {
  const body = newWatcher(fields);
  assertStatus(await postWatcher(service, body), 201);
  return entryNamed(service, body['name']);
}

async function assertInvalid(body: Json): Promise<void> {
  const earlier = (await allWatchers(service)).length;
  assertStatus(await postWatcher(service, body), 400);
  assert.equal((await allWatchers(service)).length, earlier, 'a refused create leaves no watcher behind');
}

for (const kind of kinds) {
  test(`2.5 kind, 3.3: a watcher of kind ${kind} returns 201 and is active`, async () => {
    const entry = await assertCreated({ kind, config: configs[kind] ?? {} });
    assert.equal(entry['kind'], kind);
    assert.equal(entry['status'], 'active');
  });
}

for (const kind of ['atom', 'RSS', 'reddit', '', 5, null] as const) {
  test(`2.5 kind: ${JSON.stringify(kind)} returns 400 and creates nothing`, async () => {
    await assertInvalid(newWatcher({ kind }));
  });
}

test('2.5: every created watcher has an identifier of its own', async () => {
  assert.notEqual(await createWatcher(service), await createWatcher(service));
});

for (const name of ['name', 'kind', 'config', 'schedule']) {
  test(`2.5 ${name}: a body without it returns 400 and creates nothing`, async () => {
    await assertInvalid(without(newWatcher(), name));
  });

  test(`2.5 ${name}: null returns 400 and creates nothing`, async () => {
    await assertInvalid(newWatcher({ [name]: null }));
  });
}

for (const length of [1, 200]) {
  test(`2.5 name, 8: a name of ${length} characters is accepted and listed`, async () => {
    const name = text(length);
    assert.equal((await assertCreated({ name }))['name'], name);
  });
}

for (const length of [0, 201]) {
  test(`2.5 name, 8: a name of ${length} characters returns 400 and creates nothing`, async () => {
    await assertInvalid(newWatcher({ name: text(length) }));
  });
}

for (const name of [5, true, ['name']] as const) {
  test(`2.5 name: ${JSON.stringify(name)}, no string, returns 400 and creates nothing`, async () => {
    await assertInvalid(newWatcher({ name }));
  });
}

test('2.5 name: letters of any language are kept', async () => {
  const name = `Beobachter – été 観察 🙂 ${text(8)}`;
  assert.equal((await assertCreated({ name }))['name'], name);
});

for (const config of ['https://quiet.example.org/', 5, [], ['url']] as const) {
  test(`2.5 config: ${JSON.stringify(config)}, no object, returns 400 and creates nothing`, async () => {
    await assertInvalid(newWatcher({ config }));
  });
}

for (const url of ['not a uri', '/feed.xml', '', 5, null]) {
  for (const kind of ['rss', 'url_diff']) {
    test(`2.5 config.url: ${JSON.stringify(url)}, no URI, returns 400 for ${kind} and creates nothing`, async () => {
      await assertInvalid(newWatcher({ kind, config: { url } }));
    });
  }
}

for (const [name, most] of [
  ['query', 500],
  ['subreddit', 100],
] as const) {
  for (const length of [1, most]) {
    test(`2.5 config.${name}, 8: ${length} characters are accepted`, async () => {
      const config = { ...configs['reddit_search'], [name]: text(length) };
      await assertCreated({ kind: 'reddit_search', config });
    });
  }

  for (const length of [0, most + 1]) {
    test(`2.5 config.${name}, 8: ${length} characters return 400 and create nothing`, async () => {
      const config = { ...configs['reddit_search'], [name]: text(length) };
      await assertInvalid(newWatcher({ kind: 'reddit_search', config }));
    });
  }

  for (const value of [5, null, ['text']]) {
    test(`2.5 config.${name}: ${JSON.stringify(value)}, no string, returns 400 and creates nothing`, async () => {
      const config = { ...configs['reddit_search'], [name]: value };
      await assertInvalid(newWatcher({ kind: 'reddit_search', config }));
    });
  }
}

for (const kind of kinds) {
  test(`2.5 config: an extra property returns 400 for ${kind} and creates nothing`, async () => {
    await assertInvalid(newWatcher({ kind, config: { ...configs[kind], extra: 'value' } }));
  });
}

for (const kind of kinds) {
  test(`2.5 config: url, query and subreddit together are no extra properties for ${kind}`, async () => {
    await assertCreated({ kind, config: { ...configs['rss'], ...configs['reddit_search'] } });
  });
}

for (const name of ['extra', 'id', 'status', 'Name']) {
  test(`2.5: the extra property ${name} returns 400 and creates nothing`, async () => {
    await assertInvalid(newWatcher({ [name]: 'paused' }));
  });
}

for (const body of [[], 'text', 5, null, {}] as const) {
  test(`2.5: the body ${JSON.stringify(body)} returns 400 and creates nothing`, async () => {
    await assertInvalid(body);
  });
}
