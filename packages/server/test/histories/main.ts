// `npm run histories -- --seconds 120`: three real servers, each with its own faulty way to one PostgreSQL; they are cut
// off, slowed down, frozen and killed while many clients work on the same actions. What the clients were told must be
// explained, for each action, by changes at single moments. Prints what it saw; exits 1 when a history cannot be explained.

import { setTimeout as rest } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { randomOf } from '../simulation/random.ts';
import { makeTemplate, newDatabase } from '../support/databases.ts';
import { openProxy } from '../support/faulty-proxy.ts';
import { startCluster } from '../support/postgres-cluster.ts';
import { keyIn, serve } from '../support/serve-process.ts';
import { createOne, perform, type Targets, workOn } from './clients.ts';
import type { Operation } from './history.ts';
import { linearize } from './linearizable.ts';
import { type Instance, makeTrouble } from './troubles.ts';

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '120' }, seed: { type: 'string', default: '1' } },
});
const INSTANCES = 3;
/** Each works on one action at a time. */
const GROUPS = 6;
/** What was under way when a server was lost has come to its end by then, or never will. */
const AFTERMATH_MS = 20_000;

const say = (line: string) => process.stdout.write(`${line}\n`);
const chance = randomOf(Number(values.seed)).below;

const cluster = await startCluster({ durable: true });
await makeTemplate(cluster.url);
process.env.TEST_POSTGRES = cluster.url;
const database = await newDatabase('postgres');

let key = '';
async function startInstance(): Promise<Instance> {
  const proxy = await openProxy(cluster.port);
  const databaseUrl = database.url.replace(String(cluster.port), String(proxy.port));
  const environment = { LOG_LEVEL: 'error', RATE_LIMIT_CREATE: '0', RATE_LIMIT_DECIDE: '0', RATE_LIMIT_LIST: '0' };
  const start = async () => {
    for (;;) {
      const server = await serve({ databaseUrl, environment });
      key ||= keyIn(server.stdout());
      if (server.url !== '') return server;
      await rest(500); // the database was not there either
    }
  };
  const instance: Instance = {
    proxy,
    server: await start(),
    async replace() {
      instance.server = await start();
    },
  };
  return instance;
}

const instances: Instance[] = [];
for (let n = 0; n < INSTANCES; n++) instances.push(await startInstance());
const targets: Targets = () => instances.map(({ server }) => ({ url: server.url, key }));

const histories = new Map<string, Operation[]>();
const untilMs = performance.now() + Number(values.seconds) * 1000;
const groups = Array.from({ length: GROUPS }, async () => {
  while (performance.now() < untilMs) {
    const id = await createOne(targets, chance);
    histories.set(id, await workOn(id, targets, chance));
  }
});
const [troubles] = await Promise.all([makeTrouble(instances, cluster, chance, untilMs), ...groups]);

// What nobody got an answer to is done or is not by now, and every server says the same.
await rest(AFTERMATH_MS);
for (const [id, operations] of histories) {
  for (const target of targets()) {
    const read = await perform(target, id, { do: 'read' });
    if (read) operations.push(read);
  }
}

const unexplained = [...histories].filter(([, operations]) => !linearize(operations));
const all = [...histories.values()].flat();
const count = (was: string) => all.filter(({ outcome }) => outcome.was === was).length;
say(`${histories.size} actions, ${all.length} operations on ${INSTANCES} servers in ${values.seconds} s:`);
say(`${count('done')} done, ${count('refused')} refused, ${count('unknown')} without a certain answer`);
for (const [trouble, times] of troubles) say(`  ${times} × ${trouble}`);
say(`${unexplained.length === 0 ? '✔' : '✖'} ${unexplained.length} histories cannot be explained`);
for (const [id, operations] of unexplained.slice(0, 3)) {
  say(`  ${id}`);
  for (const { call, outcome, invokedMs, returnedMs } of operations.toSorted((a, b) => a.invokedMs - b.invokedMs)) {
    say(
      `    ${invokedMs.toFixed(1)} to ${returnedMs.toFixed(1)} ms: ${JSON.stringify(call)} → ${JSON.stringify(outcome)}`,
    );
  }
}

// A checker that takes everything proves nothing: a decision that is forgotten later must be noticed.
const isDecided = ({ outcome }: Operation) => outcome.was === 'done' && outcome.status !== 'pending';
const forged = [...histories.values()].flatMap((operations) => {
  const [last] = operations.slice(-1);
  const isSure = last?.call.do === 'read' && operations.slice(-INSTANCES).every(isDecided);
  return isSure
    ? [[...operations.slice(0, -1), { ...last, outcome: { was: 'done', status: 'pending' } as const }]]
    : [];
});
const taken = forged.filter((operations) => linearize(operations));
say(`${taken.length === 0 ? '✔' : '✖'} ${forged.length} forged histories, ${taken.length} of them taken for true`);

for (const { server, proxy } of instances) {
  server.kill('SIGKILL');
  await server.exitCode;
  proxy.close();
}
await database.drop();
await cluster.stop();
process.exit(unexplained.length + taken.length === 0 ? 0 : 1);
