// `npm run crash -- 50`: ends a real server under load with SIGKILL, at random. `--failpoints 200`: at chosen places.
// `--engine postgres` for the other engine. Prints what it found; exits 1 when anything acknowledged is missing, a change is
// half there, or a webhook was lost or sent too often.

import { parseArgs } from 'node:util';
import { makeTemplate, newDatabase } from '../support/databases.ts';
import { type Cluster, startCluster } from '../support/postgres-cluster.ts';
import { crashLoop } from './crash-loop.ts';
import { failpointsOf } from './failpoints.ts';

const DEFAULT_LOOPS = 50;
const MOST_LINES = 50;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    failpoints: { type: 'string' },
    engine: { type: 'string', default: 'sqlite' },
  },
});
const engine = values.engine === 'postgres' ? 'postgres' : 'sqlite';
const crashes = Number(values.failpoints ?? positionals[0] ?? DEFAULT_LOOPS);
const failpoints = values.failpoints === undefined ? [] : failpointsOf(engine);

let cluster: Cluster | undefined;
if (engine === 'postgres') {
  cluster = await startCluster({ durable: true });
  await makeTemplate(cluster.url);
  process.env.TEST_POSTGRES = cluster.url;
}
const database = await newDatabase(engine);
const say = (line: string) => process.stdout.write(`${line}\n`);
const startedMs = performance.now();
const { wrong, ...found } = await crashLoop({ database, crashes, failpoints, say });
await database.drop();
await cluster?.stop();

for (const line of wrong.slice(0, MOST_LINES)) say(line);
const seconds = Math.round((performance.now() - startedMs) / 1000);
const where = failpoints.length === 0 ? 'at random' : `at ${failpoints.join(', ')}`;
say(`${engine}: ${crashes} crashes ${where} in ${seconds} s`);
say(`${found.acknowledged} actions acknowledged, ${found.deliveries} webhooks, ${found.posts} posts`);
say(`${found.extra} posts repeated after a crash, ${wrong.length} wrong`);
process.exitCode = wrong.length === 0 && found.acknowledged > crashes && found.deliveries > 0 ? 0 : 1;
