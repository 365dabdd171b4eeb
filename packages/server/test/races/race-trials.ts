// `npm run races [trials] [decisions|approvals]`: many answers at once on one action, again and again, on SQLite, on
// PostgreSQL, and through two instances on one PostgreSQL.

import type { App } from '../../src/app.ts';
import { openApp } from '../../src/boot/open-app.ts';
import { readConfig } from '../../src/config.ts';
import { realWorld } from '../../src/world/world.ts';
import { makeTemplate, newDatabase } from '../support/databases.ts';
import { startCluster } from '../support/postgres-cluster.ts';
import { raceApprovals } from './approvals.ts';
import { raceDecisions } from './decisions.ts';

export interface Tally {
  readonly wrong: number;
  readonly counts: Readonly<Record<string, number>>;
}

const RACES = { decisions: raceDecisions, approvals: raceApprovals };

const [trials = '10000', only] = process.argv.slice(2);
const races = Object.entries(RACES).filter(([name]) => only === undefined || only === name);

const open = (url: string): Promise<App> =>
  openApp(readConfig({ DATABASE_URL: url, LOG_LEVEL: 'error' }), realWorld('error'), {
    exclusive: true,
    publicUrl: () => 'http://races.example',
  });

async function onOneDatabase(title: string, url: string, instances: number): Promise<number> {
  const first = await open(url);
  const others = await Promise.all(Array.from({ length: instances - 1 }, () => open(url)));
  let wrong = 0;
  for (const [name, race] of races) {
    const tally = await race([first, ...others], Number(trials));
    wrong += tally.wrong;
    process.stdout.write(
      `${title}, ${name}: ${trials} trials, ${tally.wrong} wrong; ${JSON.stringify(tally.counts)}\n`,
    );
  }
  await Promise.all([first, ...others].map(({ storage }) => storage.close()));
  return wrong;
}

const file = await newDatabase('sqlite');
let wrong = await onOneDatabase('SQLite', file.url, 1);
await file.drop();

const cluster = await startCluster({ durable: false });
await makeTemplate(cluster.url);
process.env.TEST_POSTGRES = cluster.url;
for (const instances of [1, 2]) {
  const database = await newDatabase('postgres');
  wrong += await onOneDatabase(`PostgreSQL, ${instances} instance(s)`, database.url, instances);
  await database.drop();
}
await cluster.stop();
process.exitCode = wrong === 0 && races.length > 0 ? 0 : 1;
