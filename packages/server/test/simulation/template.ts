// A database with two projects and their keys, people, rules and a channel, made once and copied for every seed.

import { join } from 'node:path';
import type { Caller, Person } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import { operatorOf } from '../../src/features/audit/record.ts';
import { insertChannel } from '../../src/features/channels/store.ts';
import { createKey } from '../../src/features/keys/manage-keys.ts';
import { insertReviewer } from '../../src/features/people/store.ts';
import { createProject } from '../../src/features/project/manage-project.ts';
import { insertRule, renewSet } from '../../src/features/rules/store.ts';
import { addWatcher } from '../../src/features/watchers/managing/create-watcher.ts';
import type { Storage, Tx } from '../../src/storage/database.ts';
import { openPostgres } from '../../src/storage/postgres.ts';
import { openSqlite } from '../../src/storage/sqlite.ts';
import { databaseIn } from '../support/databases.ts';
import { PAGE } from './page-site.ts';
import { command, type PostgresTemplate } from './postgres-base.ts';
import { randomOf } from './random.ts';
import { FEEDS, WORD } from './sites.ts';
import { startTime } from './time.ts';
import { simulatedWorld } from './world.ts';

export interface Template {
  readonly folder: string;
  readonly file: string;
  /** When no more worlds are made of it. The folder goes by itself. */
  drop(): Promise<void>;
  /** Where worlds are made on PostgreSQL. */
  readonly postgres?: PostgresTemplate;
  /** Several of one project, one of another. */
  readonly callers: readonly Caller[];
  /** Reviewers of the first project. */
  readonly people: readonly Person[];
}

/** Two people must approve what is of this kind, in the first project. */
export const GRANT = 'grant';
const NEEDED = 2;
/** What is of this kind is told once more when it is pending for so long. */
export const ALARM = 'alarm';
export const ESCALATED_AFTER_S = 60;
const CHANNEL_URL = 'https://channel.example/hook';
const CHANNEL_ID = 'nch_simulated';

/** `cluster`: the address of a PostgreSQL to make worlds in, instead of files. */
export async function makeTemplate(folder: string, cluster?: string): Promise<Template> {
  const file = join(folder, 'template.db');
  const world = simulatedWorld(startTime(), randomOf(0));
  const made = await fill(openSqlite(file, world, { exclusive: true }));
  if (cluster === undefined) return { folder, file, drop: async () => undefined, ...made };
  const name = `simulated_template_${process.pid}_${Date.now()}`;
  await command(cluster, `CREATE DATABASE ${name}`);
  const again = simulatedWorld(startTime(), randomOf(0)); // the same ids
  return {
    folder,
    file,
    drop: () => command(cluster, `DROP DATABASE ${name} WITH (FORCE)`),
    postgres: { url: cluster, name, file },
    ...(await fill(await openPostgres(databaseIn(cluster, name), again))),
  };
}

/** And closes it. */
async function fill(storage: Storage): Promise<Pick<Template, 'callers' | 'people'>> {
  const made = await storage.transaction(async (tx) => {
    const ours = await createProject(tx, 'Ours');
    const theirs = await createProject(tx, 'Theirs');
    const callerOf = async (project_id: string, name: string): Promise<Caller> => {
      const { id, scopes } = await createKey(tx, operatorOf(project_id), { name, scopes: ['actions'] });
      return { type: 'key', id, name, project_id, scopes };
    };
    const callers = [
      await callerOf(ours.id, 'one'),
      await callerOf(ours.id, 'two'),
      await callerOf(ours.id, 'three'),
      await callerOf(theirs.id, 'stranger'),
    ];
    await addChannel(tx, ours.id);
    await addRules(tx, ours.id);
    await addWatchers(tx, callers);
    return { callers, people: await addPeople(tx, ours.id) };
  });
  await storage.close();
  return made;
}

async function addPeople(tx: Tx, project_id: string): Promise<Person[]> {
  const people = ['Ada', 'Bo', 'Cy'].map((name): Person => {
    const id = tx.newId('rev');
    const session = { session_id: `ses_${name}`, fresh_until: 0 };
    return { type: 'reviewer', id, name, project_id, role: 'reviewer', scopes: ['actions'], ...session };
  });
  for (const { id, name } of people) {
    const unsaid = { email: null, preferences: '{}', password: null, last_seen_at: null };
    await insertReviewer(tx, {
      project_id,
      id,
      name,
      role: 'reviewer',
      status: 'active',
      created_at: tx.now,
      ...unsaid,
    });
  }
  return people;
}

async function addRules(tx: Tx, project_id: string): Promise<void> {
  await renewSet(tx, project_id);
  const rules = [
    { kind_pattern: GRANT, rule_action: 'require_n_approvers', outcome_params: { n: NEEDED } },
    {
      kind_pattern: ALARM,
      rule_action: 'escalate',
      outcome_params: { channel_id: CHANNEL_ID, after_s: ESCALATED_AFTER_S },
    },
  ] as const;
  for (const { outcome_params, ...rule } of rules) {
    await insertRule(tx, {
      ...rule,
      project_id,
      id: tx.newId('rul'),
      name: rule.kind_pattern,
      priority: 100,
      enabled: 1,
      payload_conditions: '[]',
      target_url_hosts: '[]',
      created_by: '[]',
      outcome_params: JSON.stringify(outcome_params),
      created_at: tx.now,
      updated_at: tx.now,
      hits: 0,
      last_hit_at: null,
    });
  }
}

/** Three of one feed, two of them of one project: what one has fetched the others need not ask for. The same with a page. */
async function addWatchers(tx: Tx, callers: readonly Caller[]): Promise<void> {
  const [ours, , , theirs] = callers;
  const [news, blog] = FEEDS;
  const word = [{ pattern: WORD, points: 1 }];
  const wishes = [
    { caller: ours, kind: 'rss', url: news, keywords: [], every: '5m' },
    { caller: ours, kind: 'rss', url: news, keywords: word, every: '2m' },
    { caller: theirs, kind: 'rss', url: news, keywords: [], every: '1m' },
    { caller: ours, kind: 'rss', url: blog, keywords: word, every: '1h' },
    { caller: ours, kind: 'url_diff', url: PAGE, keywords: [], every: '5m' },
    { caller: theirs, kind: 'url_diff', url: PAGE, keywords: [], every: '2m' },
  ] as const;
  const app = { config: readConfig({ DATABASE_URL: 'file:unused.db' }) };
  for (const { caller, kind, url, keywords, every } of wishes) {
    if (!caller) continue;
    const config = { url };
    const body = { name: `Watches ${url}`, kind, config, keywords: [...keywords], schedule: { every } };
    await addWatcher(tx, app, caller, body, { config, keyword_modes: keywords.map(() => 'phrase') });
  }
}

async function addChannel(tx: Tx, project_id: string): Promise<void> {
  await insertChannel(tx, {
    project_id,
    id: CHANNEL_ID,
    name: 'Simulated',
    type: 'webhook',
    config: JSON.stringify({ url: CHANNEL_URL }),
    secrets: JSON.stringify({ secret: 'a secret of the simulated channel' }),
    enabled: 1,
    digest_window_sec: 0,
    events: JSON.stringify(['action.pending', 'action.decided']),
    kinds: '[]',
    watcher_ids: '[]',
    inbox: 'also',
    last_fired_at: null,
    fail_count: 0,
    last_error: null,
    disabled_at: null,
    created_at: tx.now,
    updated_at: tx.now,
  });
}
