// Covers the project (2.6, 4, 7): GET /project, PATCH /project and rotate-webhook-secret.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Service, startService } from '../support/start-service.ts';
import {
  assertRefused,
  assertStatus,
  call,
  type Json,
  type JsonObject,
  objectWith,
  stringsIn,
  text,
  unhurried,
} from './client.ts';

let service: Service;

before(async () => {
  service = await startService(unhurried);
});

after(async () => {
  await service.stop();
});

async function project(): Promise<JsonObject> {
  const answer = await call(service, 'GET', '/project');
  assertStatus(answer, 200);
  return objectWith(answer.body, ['name', 'timezone', 'webhook_secret']);
}

async function update(body: Json): Promise<JsonObject> {
  const answer = await call(service, 'PATCH', '/project', { body });
  assertStatus(answer, 200);
  return objectWith(answer.body, ['name', 'timezone']);
}

test('2.6, 4 GET /project: returns 200 with name, timezone and webhook_secret', async () => {
  const { name, timezone, webhook_secret: secret } = await project();
  assert.equal(typeof name, 'string');
  assert.equal(typeof timezone, 'string');
  assert.ok(typeof secret === 'string' && secret !== '');
});

test('6.2, 4 GET /project: the webhook_secret stays the same from read to read', async () => {
  assert.equal((await project())['webhook_secret'], (await project())['webhook_secret']);
});

test('4 PATCH /project: name and timezone together return 200 and the updated project', async () => {
  const name = `Project ${text(8)}`;
  const updated = await update({ name, timezone: 'Europe/Berlin' });
  assert.equal(updated['name'], name);
  assert.equal(updated['timezone'], 'Europe/Berlin');
  const stored = await project();
  assert.equal(stored['name'], name);
  assert.equal(stored['timezone'], 'Europe/Berlin');
});

test('4 PATCH /project: a name alone leaves the timezone as it was', async () => {
  await update({ timezone: 'America/New_York' });
  const name = `Project ${text(8)}`;
  await update({ name });
  const stored = await project();
  assert.equal(stored['name'], name);
  assert.equal(stored['timezone'], 'America/New_York');
});

test('4 PATCH /project: a timezone alone leaves the name as it was', async () => {
  const name = `Project ${text(8)}`;
  await update({ name });
  await update({ timezone: 'Asia/Tokyo' });
  const stored = await project();
  assert.equal(stored['name'], name);
  assert.equal(stored['timezone'], 'Asia/Tokyo');
});

test('4 PATCH /project: an update leaves the webhook_secret as it was', async () => {
  const earlier = (await project())['webhook_secret'];
  await update({ name: 'Renamed', timezone: 'UTC' });
  assert.equal((await project())['webhook_secret'], earlier);
});

for (const timezone of ['UTC', 'Europe/London', 'America/Argentina/Buenos_Aires', 'Asia/Kathmandu']) {
  test(`2.6, 4 PATCH /project: the timezone ${timezone} is valid`, async () => {
    await update({ timezone });
    assert.equal((await project())['timezone'], timezone);
  });
}

for (const timezone of ['Mars/Olympus_Mons', 'Europe/Nowhere', 'not a timezone', '../../etc/passwd', '']) {
  test(`2.6, 4 PATCH /project, 7: the timezone ${JSON.stringify(timezone)} returns 400, changes nothing`, async () => {
    const earlier = await project();
    assertStatus(await call(service, 'PATCH', '/project', { body: { timezone } }), 400);
    assert.deepEqual(await project(), earlier);
  });
}

test('4 PATCH /project, 7: an invalid timezone returns 400 and leaves the name sent with it unused', async () => {
  const earlier = await project();
  const body = { name: `Project ${text(8)}`, timezone: 'Mars/Olympus_Mons' };
  assertStatus(await call(service, 'PATCH', '/project', { body }), 400);
  assert.deepEqual(await project(), earlier);
});

for (const timezone of [5, true, ['UTC'], { zone: 'UTC' }] as const) {
  test(`2.6: the timezone ${JSON.stringify(timezone)}, no text, is refused and changes nothing`, async () => {
    const earlier = await project();
    assertRefused(await call(service, 'PATCH', '/project', { body: { timezone } }));
    assert.deepEqual(await project(), earlier);
  });
}

test('4 POST /project/rotate-webhook-secret: returns 200 with the secret GET /project then returns', async () => {
  const earlier = String((await project())['webhook_secret']);
  const answer = await call(service, 'POST', '/project/rotate-webhook-secret');
  assertStatus(answer, 200);
  const secret = String((await project())['webhook_secret']);
  assert.notEqual(secret, earlier);
  assert.ok(stringsIn(answer.body).includes(secret), 'the answer carries the new secret');
  assert.ok(!answer.text.includes(earlier), 'the old secret is gone');
});

test('4 POST /project/rotate-webhook-secret: every rotation gives a secret not seen before', async () => {
  const secrets = new Set([(await project())['webhook_secret']]);
  for (let index = 0; index < 4; index += 1) {
    assertStatus(await call(service, 'POST', '/project/rotate-webhook-secret'), 200);
    secrets.add((await project())['webhook_secret']);
  }
  assert.equal(secrets.size, 5);
});

test('4 POST /project/rotate-webhook-secret: name and timezone stay as they were', async () => {
  const earlier = await project();
  assertStatus(await call(service, 'POST', '/project/rotate-webhook-secret'), 200);
  const { name, timezone } = await project();
  assert.equal(name, earlier['name']);
  assert.equal(timezone, earlier['timezone']);
});

test('5, 4 POST /project/rotate-webhook-secret: API keys keep working', async () => {
  assertStatus(await call(service, 'POST', '/project/rotate-webhook-secret'), 200);
  assertStatus(await call(service, 'GET', '/actions'), 200);
});
