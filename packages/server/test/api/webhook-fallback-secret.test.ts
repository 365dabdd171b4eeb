// WEBHOOK_SECRET: signs only for a project that has no secret of its own, and never when it is weak. W12.

import assert from 'node:assert/strict';
import { createHmac, randomBytes } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import { boot } from '../../src/boot.ts';
import { readConfig } from '../../src/config.ts';
import { newDatabase } from '../support/databases.ts';
import { fakeWorld } from '../support/fake-world.ts';
import { givenService, proposal } from '../support/given.ts';
import { rawSql } from '../support/raw-sql.ts';
import { givenReceiver, type Received } from '../support/receiver.ts';
import type { Service } from '../support/start-service.ts';
import { until } from '../support/until.ts';

const STRONG = randomBytes(32).toString('base64');
const WEAK = ['', 'changeme', 'tiny-one', 'changeme-changeme-changeme-changeme', 'x'.repeat(64)];
const TAKE_SECRETS = 'UPDATE projects SET webhook_secret = NULL';

function isSignedWith(secret: string, { headers, body }: Received): boolean {
  const text = `${headers['x-service-timestamp']}.${headers['x-service-nonce']}.${body}`;
  return headers['x-service-signature'] === `sha256=${createHmac('sha256', secret).update(text).digest('hex')}`;
}

const withoutSecrets = (service: Service) =>
  rawSql({ file: service.databaseFile, url: service.databaseUrl }, TAKE_SECRETS);

test('it signs for a project without a secret, until that has one', async (t) => {
  const environment = { WEBHOOK_SECRET: STRONG };
  const { service, admin } = await givenService(t, { allowPrivateTargets: true, environment });
  const receiver = await givenReceiver(t);
  await withoutSecrets(service);
  const decide = async () => {
    const { id } = await admin.createAction(proposal({ callback_url: receiver.url }));
    await admin.decideAction(id, { decision: 'approve' });
    await receiver.count(receiver.received.length + 1);
    return receiver.received.at(-1) as Received;
  };

  const project = await admin.getProject();
  assert.equal('webhook_secret' in project, false, 'the server’s own secret is not told');
  const first = await decide();
  assert.ok(isSignedWith(STRONG, first));
  assert.equal(first.headers['webhook-signature']?.toString().split(' ').length, 1);

  const { webhook_secret, previous_valid_until } = await admin.rotateWebhookSecret();
  assert.ok(previous_valid_until <= Date.now() / 1000 + 1, 'nothing of the project’s overlaps');
  const second = await decide();
  assert.ok(isSignedWith(webhook_secret, second));
  assert.equal(second.headers['webhook-signature']?.toString().split(' ').length, 1);
});

test('a project with a secret of its own is signed for with that, whatever the server has', async (t) => {
  const { admin } = await givenService(t, { allowPrivateTargets: true, environment: { WEBHOOK_SECRET: STRONG } });
  const receiver = await givenReceiver(t);
  const { id } = await admin.createAction(proposal({ callback_url: receiver.url }));
  await admin.decideAction(id, { decision: 'approve' });
  await receiver.count(1);
  const { webhook_secret = '' } = await admin.getProject();
  assert.ok(isSignedWith(webhook_secret, receiver.received[0] as Received));
});

async function givenDatabase(t: TestContext, { secretless }: { secretless: boolean }) {
  const database = await newDatabase();
  t.after(() => database.drop());
  const start = async (secret: string) => {
    const world = fakeWorld();
    const environment = { HOST: '127.0.0.1', PORT: '0', DATABASE_URL: database.url, WEBHOOK_SECRET: secret };
    const running = await boot(readConfig(environment), world);
    return { running, world };
  };
  await (await start('')).running.close();
  if (secretless) await rawSql(database, TAKE_SECRETS);
  return start;
}

test('a weak one, or none, stops the start when a project needs it', async (t) => {
  const start = await givenDatabase(t, { secretless: true });
  for (const secret of WEAK) {
    await assert.rejects(start(secret), (error: Error) => {
      assert.match(error.message, /^WEBHOOK_SECRET (is|is not|is shorter) /);
      assert.ok(secret === '' || !error.message.includes(secret), 'it is not told');
      return true;
    });
  }
  const { running } = await start(STRONG);
  await running.close();
});

test('a weak one that nobody needs is a warning', async (t) => {
  const start = await givenDatabase(t, { secretless: false });
  for (const secret of [...WEAK, STRONG]) {
    const { running, world } = await start(secret);
    const warned = world.lines.some((line) => line.includes('webhook_secret.weak'));
    assert.equal(warned, secret !== STRONG && secret !== '', secret);
    assert.ok(secret === '' || !world.lines.some((line) => line.includes(secret)));
    await running.close();
  }
});

test('with neither, nothing is sent: a signature that anyone could make is none', async (t) => {
  const { service, admin } = await givenService(t, { allowPrivateTargets: true });
  const receiver = await givenReceiver(t);
  await withoutSecrets(service);
  const { id } = await admin.createAction(proposal({ callback_url: receiver.url }));
  await admin.decideAction(id, { decision: 'approve' });
  await until(() => service.world.lines.some((line) => line.includes('delivery.failed')), 'it has tried');
  assert.deepEqual(receiver.received, []);
});
