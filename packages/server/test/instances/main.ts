// `npm run instances`: three real servers on one PostgreSQL, in real time. One is frozen for three leases under load, one is
// cut off from the database for 30 s, one is killed with webhooks in hand. Prints what it saw; exits 1 on a broken promise.

import { setTimeout as rest } from 'node:timers/promises';
import { heal } from '../crash/crash-loop.ts';
import { type Acknowledged, workUntilGone } from '../crash/load.ts';
import { deliveriesIn, extraPosts, wrongActions, wrongRepeats } from '../crash/promises.ts';
import { openReceivers } from '../crash/receivers.ts';
import { makeTemplate, newDatabase } from '../support/databases.ts';
import { type FaultyProxy, openProxy } from '../support/faulty-proxy.ts';
import { givenApproved } from '../support/given.ts';
import { startCluster } from '../support/postgres-cluster.ts';
import { givenReceiver } from '../support/receiver.ts';
import type { Served } from '../support/serve-process.ts';
import { startFleet } from './fleet.ts';

const LEASE_MS = 30_000;
const PARTITION_MS = 30_000;
const RESUMES_WITHIN_MS = 60_000;
const IN_HAND = 20;
const HANDS_FILL_MS = 150;

const say = (line: string) => process.stdout.write(`${line}\n`);
const cleaning: (() => unknown)[] = [];
const t = { after: (clean: () => unknown) => void cleaning.push(clean) };
let broken = 0;

function promise(holds: boolean, line: string): void {
  say(`${holds ? '✔' : '✖'} ${line}`);
  if (!holds) broken++;
}

const cluster = await startCluster({ durable: true });
await makeTemplate(cluster.url);
process.env.TEST_POSTGRES = cluster.url;

interface First {
  readonly server: Served;
  readonly proxy: FaultyProxy;
  /** Decisions whose webhooks it soon has in hand; ends when all have an answer. */
  fillHands(): Promise<unknown>;
}

/** Load on three servers while something happens to the first; then everything must have come to its end. */
async function underLoad(what: string, trouble: (first: First) => Promise<void>): Promise<void> {
  const database = await newDatabase('postgres');
  const proxy = await openProxy(cluster.port);
  const behind = database.url.replace(String(cluster.port), String(proxy.port));
  const fleet = await startFleet(database, [behind, database.url, database.url]);
  const receivers = await openReceivers();
  const acknowledged: Acknowledged = new Map();
  let goesOn = true;
  const work = { receivers, acknowledged, goesOn: () => goesOn };
  // Clients of the first may be refused; those of the others never.
  const working = [
    workUntilGone({ ...work, targets: fleet.targets.slice(0, 1) }).catch(() => undefined),
    workUntilGone({ ...work, targets: fleet.targets.slice(1) }),
  ];
  await rest(2000);
  const [[server], [client]] = [fleet.servers, fleet.clients];
  if (!server || !client) return;
  const callback = { kind: 'slow', callback_url: receivers.urlOf('slow') };
  const fillHands = () => Promise.allSettled(Array.from({ length: IN_HAND }, () => givenApproved(client, callback)));
  await trouble({ server, proxy, fillHands });
  await rest(2000);
  goesOn = false;
  await Promise.all(working);
  for (const server of fleet.servers) server.kill('SIGTERM');
  const codes = await Promise.all(fleet.servers.map(({ exitCode }) => exitCode));
  promise(
    codes.every((code) => code === 0),
    `${what}: all three servers were up to the end (${codes})`,
  );
  await receivers.nextLife();
  await heal(database, receivers);
  const deliveries = await deliveriesIn(database);
  const wrong = [...(await wrongActions(database, acknowledged)), ...wrongRepeats(deliveries, receivers)];
  const extra = deliveries.reduce((sum, { id, kind }) => sum + extraPosts(kind, receivers.posted.get(id) ?? []), 0);
  promise(
    wrong.length === 0,
    `${what}: ${acknowledged.size} actions, ${deliveries.length} webhooks, ${extra} posts repeated`,
  );
  for (const line of wrong.slice(0, 20)) say(`  ${line}`);
  receivers.close();
  proxy.close();
  await database.drop();
}

async function killedWithWorkInHand(): Promise<void> {
  const database = await newDatabase('postgres');
  const fleet = await startFleet(database, [database.url, database.url, database.url]);
  const receiver = await givenReceiver(t);
  receiver.answerWith(0);
  const [client] = fleet.clients;
  if (!client) return;
  for (let n = 0; n < IN_HAND; n++) await givenApproved(client, { callback_url: receiver.url });
  await receiver.count(IN_HAND);
  receiver.answerWith(200);
  // Whoever has them in hand: without a notification it is the one that was asked.
  fleet.servers[0]?.kill('SIGKILL');
  const killedMs = performance.now();
  while (receiver.received.length < 2 * IN_HAND && performance.now() - killedMs < 2 * RESUMES_WITHIN_MS) await rest(50);
  const ms = performance.now() - killedMs;
  const ids = new Map(receiver.received.map(({ headers, body }) => [headers['webhook-id'], body]));
  promise(
    ms <= RESUMES_WITHIN_MS,
    `killed with ${IN_HAND} webhooks in hand: taken up after ${(ms / 1000).toFixed(1)} s`,
  );
  promise(ids.size === IN_HAND && receiver.received.length === 2 * IN_HAND, `each posted twice, under ${ids.size} ids`);
  await fleet.stop();
  await database.drop();
}

await underLoad('frozen for three leases', async ({ server, fillHands }) => {
  const filling = fillHands();
  await rest(HANDS_FILL_MS);
  server.kill('SIGSTOP');
  await rest(3 * LEASE_MS);
  server.kill('SIGCONT');
  await filling;
});
await underLoad('cut off from the database for 30 s', async ({ proxy, fillHands }) => {
  const filling = fillHands();
  await rest(HANDS_FILL_MS);
  proxy.become('hold');
  await rest(PARTITION_MS);
  proxy.become('forward');
  await filling;
});
await killedWithWorkInHand();
for (const clean of cleaning) await clean();
await cluster.stop();
process.exit(broken === 0 ? 0 : 1);
