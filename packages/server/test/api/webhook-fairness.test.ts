// Receivers that hang hold up nobody: not another project, not their own, not those who come behind them in line.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { enqueueDelivery } from '../../src/features/deliveries/enqueue.ts';
import { createProject } from '../../src/features/project/manage-project.ts';
import { inTransaction } from '../../src/storage/database.ts';
import { type Script, type ScriptedWorld, scriptedWorld } from '../support/scripted-world.ts';
import { type Service, startService } from '../support/start-service.ts';

const hungAreHung: Script = (host) => (host.startsWith('hung') ? 'hang' : 200);

async function given(
  t: TestContext,
  script: Script = hungAreHung,
): Promise<{ service: Service; world: ScriptedWorld }> {
  const world = scriptedWorld(script);
  const service = await startService({ world });
  t.after(() => {
    world.release();
    return service.stop();
  });
  return { service, world };
}

/** As if so many decisions had been made at once. */
async function announce({ running: { app } }: Service, project_id: string, hosts: readonly string[], body = '{}') {
  for (let first = 0; first < hosts.length; first += 500) {
    await inTransaction(app, async (tx) => {
      for (const host of hosts.slice(first, first + 500)) {
        const action_id = tx.newId('act');
        await enqueueDelivery(tx, { project_id, action_id, url: `https://${host}/hook`, body });
      }
    });
    app.wake('deliveries');
  }
}

async function projectOf({ running: { app } }: Service): Promise<string> {
  const row = await app.reader.q.selectFrom('projects').select('id').executeTakeFirstOrThrow();
  return row.id;
}

async function otherProject({ running: { app } }: Service): Promise<string> {
  return inTransaction(app, async (tx) => (await createProject(tx, 'Other')).id);
}

const hosts = (name: string, count: number) => Array.from({ length: count }, (_, n) => `${name}${n}.test`);

/** Those who hang never answer: whoever must wait for one of them is never sent. */
async function assertSent(
  { service, world }: { service: Service; world: ScriptedWorld },
  project_id: string,
): Promise<void> {
  for (const host of ['healthy1.test', 'healthy2.test', 'healthy3.test']) {
    await announce(service, project_id, [host]);
    await world.count(new RegExp(`^${host}`), 1);
  }
}

const CASES: Readonly<Record<string, { hung: readonly string[]; hungOf: 'same' | 'other' }>> = {
  'a thousand hung hosts of the same project': { hung: hosts('hung', 1000), hungOf: 'same' },
  'a thousand hung hosts of another project': { hung: hosts('hung', 1000), hungOf: 'other' },
  'three thousand webhooks to one hung host': { hung: Array<string>(3000).fill('hung.test'), hungOf: 'same' },
  'as many hung hosts of another project as it may have open, and more': { hung: hosts('hung', 2500), hungOf: 'other' },
};

for (const [what, { hung, hungOf }] of Object.entries(CASES)) {
  test(`${what} do not hold up a healthy receiver`, async (t) => {
    const { service, world } = await given(t);
    const own = await projectOf(service);
    await announce(service, hungOf === 'same' ? own : await otherProject(service), hung);
    await assertSent({ service, world }, own);
  });
}

test('one host never has more than 32 open, and one project leaves room for the next', async (t) => {
  const { service, world } = await given(t);
  const own = await projectOf(service);
  await announce(service, own, Array<string>(200).fill('hung.test'));
  await world.count(/^hung\.test/, 32);
  await new Promise((resolve) => setTimeout(resolve, 300));
  assert.equal(world.open(), 32);
});

test('a fast host with a long line is served to its end, and nothing twice', async (t) => {
  const { service, world } = await given(t);
  const own = await projectOf(service);
  await announce(service, own, Array<string>(1500).fill('fast.test'));
  const sent = await world.count(/^fast/, 1500);
  assert.equal(new Set(sent.map(({ outgoing }) => outgoing.headers['webhook-id'])).size, 1500);
});

test('large bodies are held in memory only so many at a time, and small ones go past them', async (t) => {
  const { service, world } = await given(t);
  const own = await projectOf(service);
  await announce(service, own, hosts('hung', 40), `"${'x'.repeat(3 << 20)}"`);
  await world.count(/^hung/, 10);
  await assertSent({ service, world }, own);
  const bytes = world.sent.reduce((sum, { outgoing }) => sum + (outgoing.body?.length ?? 0), 0);
  assert.ok(bytes < 40 << 20, `${bytes} bytes are open`);
});
