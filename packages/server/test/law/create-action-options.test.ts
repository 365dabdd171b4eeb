// Covers the optional fields of the create body of actions (2.1, 8), all but callback_url.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Service, startService } from '../support/start-service.ts';
import { actionIdIn, allIds, createAction, newAction, postAction, readAction, statusOf } from './action-steps.ts';
import { assertStatus, call, type Json, type JsonObject, text, unhurried } from './client.ts';

let service: Service;

before(async () => {
  service = await startService(unhurried);
});

after(async () => {
  await service.stop();
});

async function stored(fields: JsonObject): Promise<JsonObject> {
  return readAction(service, await createAction(service, fields));
}

function accepts(name: string, promise: string, value: Json): void {
  test(`2.1 ${name}: ${promise} is accepted and read back`, async () => {
    assert.deepEqual((await stored({ [name]: value }))[name], value);
  });
}

function refuses(name: string, promise: string, value: Json): void {
  test(`2.1 ${name}: ${promise} returns 400 and creates nothing`, async () => {
    const existing = await allIds(service);
    assertStatus(await postAction(service, newAction({ [name]: value })), 400);
    assert.deepEqual(await allIds(service), existing, 'a refused create leaves no action behind');
  });
}

accepts('payload', 'an object', { to: 'a@example.org', nested: { list: [1, 2.5, null, true, 'é'] } });
accepts('payload', 'an empty object', {});
accepts('payload', 'an array', [1, 'two', { three: 3 }, []]);
accepts('payload', 'a string', 'opaque text');
accepts('payload', 'an empty string', '');
accepts('payload', 'a number', -12.5);
accepts('payload', 'zero', 0);
accepts('payload', 'true', true);
accepts('payload', 'false', false);

test('2.1 payload: null is accepted', async () => {
  assert.equal((await stored({ payload: null }))['payload'] ?? null, null);
});

test('2.1 payload: an object with members named __proto__ and constructor is opaque and echoed back', async () => {
  const payload = '{"__proto__":{"a":1},"constructor":{"prototype":{"b":2}}}';
  const rawBody = JSON.stringify(newAction({ payload: 'HERE' })).replace('"HERE"', payload);
  const answer = await call(service, 'POST', '/actions', { rawBody });
  assertStatus(answer, 201);
  const record = await readAction(service, actionIdIn(answer.body));
  assert.equal(JSON.stringify(record['payload']), payload);
});

accepts('target_url', 'an https URI', 'https://example.org/thread/1?page=2#reply');
accepts('target_url', 'an http URI', 'http://example.org/');
refuses('target_url', 'text that is no URI', 'not a uri');
refuses('target_url', 'a relative path', '/thread/1');
refuses('target_url', 'a number', 5);
refuses('target_url', 'null', null);

accepts('expires_in', 'the minimum of 300 (8)', 300);
accepts('expires_in', 'the maximum of 2592000 (8)', 2_592_000);
refuses('expires_in', '299 (8)', 299);
refuses('expires_in', '2592001 (8)', 2_592_001);
refuses('expires_in', 'zero', 0);
refuses('expires_in', 'a negative number', -300);
refuses('expires_in', 'a fraction', 300.5);
refuses('expires_in', 'a string', '300');
refuses('expires_in', 'null', null);

test('2.1 expires_in: the default read back is 259200', async () => {
  assert.equal((await stored({}))['expires_in'], 259_200);
});

accepts('idempotency_key', '255 characters (8)', text(255));
accepts('idempotency_key', 'one character', 'k');
refuses('idempotency_key', '256 characters (8)', text(256));
refuses('idempotency_key', 'a number', 5);
refuses('idempotency_key', 'null', null);

accepts('editable', 'an empty array', []);
accepts('editable', 'one path', ['preview.body']);
accepts('editable', 'several paths', ['preview.body', 'title', 'payload.to']);
refuses('editable', 'a string', 'preview.body');
refuses('editable', 'an array with a number', ['preview.body', 5]);
refuses('editable', 'an object', { path: 'preview.body' });
refuses('editable', 'null', null);

test('2.1 editable: the default is empty', async () => {
  assert.deepEqual((await stored({}))['editable'], []);
});

accepts('idempotent', 'true', true);
accepts('idempotent', 'false', false);
refuses('idempotent', 'a string', 'true');
refuses('idempotent', 'a number', 1);
refuses('idempotent', 'null', null);

accepts('undo', '2000 characters (8)', text(2000));
accepts('undo', 'a short text', 'delete the reply');
refuses('undo', '2001 characters (8)', text(2001));
refuses('undo', 'a number', 5);
refuses('undo', 'null', null);

test('2.1: all optional fields together make a pending action', async () => {
  const id = await createAction(service, {
    payload: { a: 1 },
    target_url: 'https://example.org/all',
    expires_in: 3600,
    idempotency_key: text(40),
    editable: ['preview.body'],
    idempotent: true,
    undo: 'undo it',
  });
  assert.equal(await statusOf(service, id), 'pending');
});
