// Covers DELETE /project/data (4): content goes, the project and its keys stay.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Service, startService } from '../support/start-service.ts';
import { createAction, decide, postAction, report } from './action-steps.ts';
import { asObject, assertRefused, assertStatus, call, type Json, text, unhurried } from './client.ts';
import { createKey, listKeys, revokeKey } from './key-steps.ts';
import { createWatcher, feedOf, itemAbout, startSite, watched, watchSite } from './watcher-steps.ts';

let service: Service;

before(async () => {
  service = await startService({ ...unhurried, allowPrivateTargets: true });
});

after(async () => {
  await service.stop();
});

async function erase(key: string): Promise<Json> {
  const answer = await call(service, 'DELETE', '/project/data', { key });
  assertStatus(answer, 200);
  return answer.body;
}

async function newProject(): Promise<string> {
  return (await service.newProject('erased')).adminKey;
}

/** All that the project still tells of itself. */
async function remains(key: string): Promise<string> {
  const texts = [];
  for (const path of ['/actions?limit=100', '/watchers', '/project/export', '/project']) {
    const answer = await call(service, 'GET', path, { key });
    assertStatus(answer, 200);
    texts.push(answer.text);
  }
  return texts.join('\n');
}

function countsIn(body: Json): readonly number[] {
  return Object.values(asObject(body)).filter((each) => typeof each === 'number');
}

test('4 DELETE /project/data: it returns 200 with the counts of what it erased', async () => {
  const key = await newProject();
  for (let index = 0; index < 7; index += 1) {
    await createAction(service, {}, key);
  }
  const counts = countsIn(await erase(key));
  assert.ok(counts.length > 0 && counts.every((each) => Number.isInteger(each) && each >= 0));
  assert.ok(Math.max(...counts) >= 7, `7 actions are among ${counts.join(', ')}`);
});

test('4 DELETE /project/data: the content of actions, decisions and results is gone', async () => {
  const key = await newProject();
  const marks = Array.from({ length: 8 }, () => text(24));
  const [kind = '', title = '', body = '', payload = '', url = '', edit = '', detail = '', undo = ''] = marks;
  const fields = { kind, title, preview: { body }, payload: [payload], target_url: `https://example.org/${url}`, undo };
  const id = await createAction(service, { ...fields, editable: ['preview.body'] }, key);
  assertStatus(await decide(service, id, { decision: 'approve', edited: { 'preview.body': edit } }, key), 200);
  assertStatus(await report(service, id, { status: 'execute_failed', detail, payload: { detail } }, key), 200);
  const earlier = await remains(key);
  assert.ok(marks.every((mark) => earlier.includes(mark)));
  await erase(key);
  const later = await remains(key);
  for (const mark of [title, body, payload, url, edit, detail, undo]) {
    assert.ok(!later.includes(mark), `${mark} remains`);
  }
  const read = await call(service, 'GET', `/actions/${id}`, { key });
  assert.ok([title, body, payload, url, edit, detail, undo].every((mark) => !read.text.includes(mark)));
});

test('4 DELETE /project/data: a q no longer finds what was erased', async () => {
  const key = await newProject();
  const word = text(24);
  await createAction(service, { title: word, preview: { body: word } }, key);
  await erase(key);
  const answer = await call(service, 'GET', `/actions?q=${word}`, { key });
  assertStatus(answer, 200);
  assert.equal(asObject(answer.body)['has_more'], false);
  assert.ok(!answer.text.includes('act_'));
});

test('4 DELETE /project/data: what watchers found is gone', async () => {
  const key = await newProject();
  const [known, fresh] = [itemAbout(`Known ${text(24)}`), itemAbout(`Fresh ${text(24)}`)];
  const site = await startSite(feedOf([known]));
  const watch = await watchSite(service, site, { keywords: [{ pattern: 'Fresh', points: 1 }] }, key);
  await watched(service, watch);
  site.body = feedOf([fresh, known]);
  await watched(service, watch);
  await erase(key);
  const later = await remains(key);
  for (const mark of [known.title, known.slug, fresh.title, fresh.slug]) {
    assert.ok(!later.includes(mark), `${mark} remains`);
  }
  await site.close();
});

test('4 DELETE /project/data: the project stays, with its name and timezone', async () => {
  const key = await newProject();
  const body = { name: `Kept ${text(24)}`, timezone: 'Asia/Kathmandu' };
  assertStatus(await call(service, 'PATCH', '/project', { key, body }), 200);
  await erase(key);
  const project = asObject((await call(service, 'GET', '/project', { key })).body);
  assert.equal(project['name'], body.name);
  assert.equal(project['timezone'], body.timezone);
  assert.ok(typeof project['webhook_secret'] === 'string' && project['webhook_secret'] !== '');
});

test('4 DELETE /project/data: the keys stay as they were, and work', async () => {
  const key = await newProject();
  const agent = await createKey(service, ['actions', 'watch'], { key, name: text(24) });
  const revoked = await createKey(service, ['actions'], { key });
  assertStatus(await revokeKey(service, revoked.id, key), 204);
  const known = async (): Promise<Json> =>
    (await listKeys(service, key)).map(({ id, name = null, scopes = null, revoked: gone = null, prefix = null }) => ({
      id: id ?? null,
      name,
      scopes,
      gone,
      prefix,
    }));
  const earlier = await known();
  await erase(key);
  assert.deepEqual(await known(), earlier);
  await createAction(service, {}, agent.key);
  assertStatus(await call(service, 'GET', '/actions', { key: revoked.key }), 401);
});

test('4 DELETE /project/data: the project goes on: an idempotency_key used before creates anew', async () => {
  const key = await newProject();
  const body = { kind: 'law', title: text(24), preview: { body: 'x' }, idempotency_key: text(24) };
  assertStatus(await postAction(service, body, key), 201);
  await erase(key);
  assertStatus(await postAction(service, body, key), 201);
  await createWatcher(service, { config: { url: 'http://127.0.0.1:9/feed' } }, key);
});

test('4 DELETE /project/data: a second time it returns 200, too', async () => {
  const key = await newProject();
  await createAction(service, {}, key);
  await erase(key);
  await erase(key);
});

test('5.2, 4 DELETE /project/data: another project keeps its data', async () => {
  const key = await newProject();
  const title = text(24);
  await createAction(service, { title });
  await erase(key);
  assert.ok((await remains(service.adminKey)).includes(title));
});

for (const scopes of [['actions'], ['watch'], ['actions', 'watch']]) {
  test(`5.3 admin: a key with ${scopes.join(' and ')} is refused to erase, and nothing goes`, async () => {
    const { key } = await createKey(service, scopes);
    const title = text(24);
    await createAction(service, { title });
    assertRefused(await call(service, 'DELETE', '/project/data', { key }));
    assert.ok((await remains(service.adminKey)).includes(title));
  });
}
