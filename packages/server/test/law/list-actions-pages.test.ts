// Covers the pages of GET /actions (4, 8): limit, cursor, has_more and next_cursor.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Service, startService } from '../support/start-service.ts';
import { createAction, idsIn, listActions } from './action-steps.ts';
import { asObject, assertRefused, assertStatus, call, text, unhurried } from './client.ts';

let service: Service;

before(async () => {
  service = await startService(unhurried);
});

after(async () => {
  await service.stop();
});

async function createMany(count: number, kind: string): Promise<ReadonlySet<string>> {
  const ids = await Promise.all(Array.from({ length: count }, async () => createAction(service, { kind })));
  return new Set(ids);
}

/** The pages of a list, followed by next_cursor for as long as has_more is true. */
async function pagesOf(query: Readonly<Record<string, string>>): Promise<readonly (readonly string[])[]> {
  const pages: (readonly string[])[] = [];
  let cursor: string | undefined;
  for (let round = 0; round < 50; round += 1) {
    const answer = await listActions(service, cursor === undefined ? query : { ...query, cursor });
    pages.push(idsIn(answer));
    const { has_more: hasMore, next_cursor: next } = asObject(answer.body);
    if (hasMore === false) {
      return pages;
    }
    assert.equal(hasMore, true);
    assert.ok(typeof next === 'string' && next !== '', 'a page with more to come carries next_cursor');
    cursor = next;
  }
  return assert.fail('the pages do not end');
}

test('4 GET /actions: pages of 3 over 7 actions list each action exactly once', async () => {
  const kind = text(32);
  const ids = await createMany(7, kind);
  const pages = await pagesOf({ kind, limit: '3' });
  assert.deepEqual(
    pages.map((page) => page.length),
    [3, 3, 1],
  );
  assert.deepEqual(new Set(pages.flat()), ids);
});

test('4 GET /actions: has_more is false on a last page that is full', async () => {
  const kind = text(32);
  const ids = await createMany(6, kind);
  const pages = await pagesOf({ kind, limit: '3' });
  assert.deepEqual(
    pages.map((page) => page.length),
    [3, 3],
  );
  assert.deepEqual(new Set(pages.flat()), ids);
});

test('4 GET /actions: pages keep their order between actions created at different times', async () => {
  const kind = text(32);
  const ids: string[] = [];
  for (let index = 0; index < 5; index += 1) {
    ids.push(await createAction(service, { kind }));
    service.wind(10);
  }
  const whole = idsIn(await listActions(service, { kind, limit: '100' }));
  assert.deepEqual(new Set(whole), new Set(ids));
  assert.deepEqual((await pagesOf({ kind, limit: '1' })).flat(), whole);
});

test('4 GET /actions: a cursor keeps to the other parameters of the list', async () => {
  const kind = text(32);
  const ids = await createMany(3, kind);
  await createMany(3, text(32));
  const pages = await pagesOf({ kind, status: 'pending', limit: '2' });
  assert.deepEqual(new Set(pages.flat()), ids);
});

test('4 GET /actions, 8: the default limit is 50', async () => {
  const kind = text(32);
  const ids = await createMany(51, kind);
  const pages = await pagesOf({ kind });
  assert.deepEqual(
    pages.map((page) => page.length),
    [50, 1],
  );
  assert.deepEqual(new Set(pages.flat()), ids);
});

test('4 GET /actions, 8: a limit of 100 lists 100 of 101 actions', async () => {
  const kind = text(32);
  const ids = await createMany(101, kind);
  const pages = await pagesOf({ kind, limit: '100' });
  assert.deepEqual(
    pages.map((page) => page.length),
    [100, 1],
  );
  assert.deepEqual(new Set(pages.flat()), ids);
});

test('4 GET /actions, 8: a limit of 1 lists one action', async () => {
  const kind = text(32);
  await createMany(2, kind);
  const answer = await listActions(service, { kind, limit: '1' });
  assert.equal(idsIn(answer).length, 1);
  assert.equal(asObject(answer.body)['has_more'], true);
});

for (const limit of ['0', '101', '-1', '1.5', 'ten']) {
  test(`4 GET /actions, 8: a limit of ${limit} is refused`, async () => {
    assertRefused(await listActions(service, { limit }));
  });
}

test('4 GET /actions: a cursor the service never gave out does not break it', async () => {
  const answer = await listActions(service, { cursor: 'no-such-cursor' });
  assert.ok(answer.status < 500, `got ${answer.status}`);
});

test('4 GET /actions, 5.2: a cursor of one project lists nothing of it in another', async () => {
  const kind = text(32);
  const ids = await createMany(3, kind);
  const cursor = asObject((await listActions(service, { kind, limit: '1' })).body)['next_cursor'];
  assert.ok(typeof cursor === 'string');
  const { adminKey } = await service.newProject('other');
  const answer = await listActions(service, { kind, limit: '1', cursor }, adminKey);
  for (const id of ids) {
    assert.ok(!answer.text.includes(id), 'an action of another project is listed');
  }
});

test('4 GET /actions: the first page needs no parameter at all', async () => {
  assertStatus(await call(service, 'GET', '/actions'), 200);
});
