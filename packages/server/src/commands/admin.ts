// `countersign admin …`: the operator's commands. They work beside a running server.

import { parseArgs } from 'node:util';
import { SCOPES, type Scope } from '@countersign/contract';
import type { App } from '../app.ts';
import { openApp } from '../boot/open-app.ts';
import { type Config, DEFAULT_PORT, readConfig } from '../config.ts';
import { operatorOf } from '../features/audit/record.ts';
import { makeVerifier } from '../features/audit/verify-audit.ts';
import { createKey, withdrawKey } from '../features/keys/manage-keys.ts';
import { listKeyRows } from '../features/keys/store.ts';
import { knownAddress } from '../features/people/known-address.ts';
import { makeSignInLink } from '../features/people/make-link.ts';
import { findByLogin, findReviewer, listAdmins } from '../features/people/store.ts';
import { listErasures } from '../features/project/erasure-store.ts';
import { createProject } from '../features/project/manage-project.ts';
import { findProject, listProjects } from '../features/project/store.ts';
import { rotateSigningKeys } from '../features/signing/rotate-keys.ts';
import { readSigningKeys } from '../features/signing/store.ts';
import { inTransaction } from '../storage/database.ts';
import { openSqlite } from '../storage/sqlite.ts';
import { realWorld, type World } from '../world/world.ts';
import { print, printTable } from './print.ts';
import { applyErasures, restore } from './restore.ts';
import { tellMisspelt } from './tell-misspelt.ts';
import { EXIT_USAGE, UsageError } from './usage-error.ts';

const USAGE = `Operator commands. They read the same settings as the server (DATABASE_URL) and work while it runs. Links
lead to PUBLIC_URL or PORT where the shell has them, else to where the server said that it is.

  countersign admin keys list [--project ID]
  countersign admin keys create --scopes admin [--name NAME] [--project ID]
  countersign admin keys revoke KEY_ID [--project ID]
  countersign admin projects list
  countersign admin projects create NAME          also makes and prints an admin key
  countersign admin sign-in-link [WHO] [--new]    a link that signs WHO in (an id or login); for the only admin without
                                                  it, and with --new, or while there is none, for a new admin
  countersign admin signing-keys list             what receipts and checkpoints are signed with, newest first
  countersign admin signing-keys rotate           running servers sign with a new key within half a minute
  countersign admin audit verify [--project ID]   follows the chain of the audit log; without --project, of all projects
  countersign admin migrate                       brings the database to this version's schema
  countersign admin backup FILE                   a consistent copy, taken while the server runs
  countersign admin restore FILE [--verify]       puts a backup in place; the server must be stopped. With --verify only
                                                  when its integrity, its invariants and its audit log hold
  countersign admin erasures list                 what was erased and when, a line each
  countersign admin erasures apply FILE           erases again what such lines say and the database does not know

--project may be left out where the server has one project.`;

interface Words {
  readonly positionals: readonly string[];
  readonly project: string | undefined;
  readonly scopes: string | undefined;
  readonly name: string | undefined;
  readonly isNew: boolean;
}

interface Command {
  /** How many words may follow its name. */
  readonly words?: number;
  readonly options?: readonly (keyof typeof OPTIONS)[];
  readonly run: (app: App, words: Words) => Promise<void>;
}

const OPTIONS = {
  project: { type: 'string' },
  scopes: { type: 'string' },
  name: { type: 'string' },
  new: { type: 'boolean' },
  verify: { type: 'boolean' },
} as const;

const COMMANDS: Readonly<Record<string, Command>> = {
  'keys list': { options: ['project'], run: listKeys },
  'keys create': { options: ['scopes', 'name', 'project'], run: newKey },
  'keys revoke': { words: 1, options: ['project'], run: revokeKey },
  'projects list': { run: showProjects },
  'projects create': { words: 1, run: newProject },
  'sign-in-link': { words: 1, options: ['new', 'project'], run: signInLink },
  'audit verify': { options: ['project'], run: verifyAudit },
  'signing-keys list': { run: listSigningKeys },
  'signing-keys rotate': { run: async (app) => print(await rotateSigningKeys(app)) },
  'erasures list': {
    run: async (app) => {
      for (const erasure of await listErasures(app.reader)) print(JSON.stringify(erasure));
    },
  },
  'erasures apply': {
    words: 1,
    run: async (app, { positionals: [file] }) => {
      if (!file) throw new UsageError('erasures apply needs the file of a list.');
      await applyErasures(app, file);
    },
  },
  migrate: { run: async () => print('The database has the schema of this version.') }, // opening it was the work
};

/** The one puts a database in place; the other takes it as it is, of whatever version. */
const APART: Readonly<Record<string, Pick<Command, 'words' | 'options'>>> = {
  restore: { words: 1, options: ['verify'] },
  backup: { words: 1 },
};

export async function admin(args: readonly string[]): Promise<void> {
  if (args.length === 0 || args.includes('--help') || args.includes('-h')) {
    print(USAGE);
    return;
  }
  try {
    await run(args);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`countersign: ${error.message}\n\n${USAGE}\n`);
    process.exitCode = EXIT_USAGE;
  }
}

async function run(args: readonly string[]): Promise<void> {
  const { values, positionals } = parsed(args);
  const name = [`${positionals[0]} ${positionals[1]}`, positionals[0] ?? ''].find(
    (known) => Object.hasOwn(COMMANDS, known) || Object.hasOwn(APART, known),
  );
  if (name === undefined) throw new UsageError(`Unknown command: admin ${positionals.join(' ')}`);
  const rest = positionals.slice(name.split(' ').length);
  const command = COMMANDS[name];
  demandNoMore(name, command ?? APART[name] ?? {}, { rest, options: Object.keys(values) });

  const config = readConfig();
  const world = realWorld(config.logLevel);
  tellMisspelt(world.log);
  const [file] = rest;
  if (name === 'backup') return backup(config, world, file);
  if (!command) {
    if (!file) throw new UsageError('restore needs the file of a backup.');
    return restore(config, world, { file, verify: values.verify ?? false });
  }
  const publicUrl = () => config.publicUrl ?? `http://localhost:${config.port}`;
  const opened = await openApp(config, world, { exclusive: false, publicUrl });
  // Who answers where a server of ours would is not us: it may be the very one that is looked for.
  const app = { ...opened, world: { ...opened.world, request: world.request } };
  try {
    const { project, scopes, name: given, new: isNew = false } = values;
    await command.run(app, { positionals: rest, project, scopes, name: given, isNew });
  } finally {
    await app.storage.close();
  }
}

async function backup({ databaseUrl }: Config, world: World, file: string | undefined): Promise<void> {
  if (!file) throw new UsageError('backup needs the file to write.');
  if (databaseUrl.engine !== 'sqlite') throw new Error('Back up PostgreSQL with its own tools, such as pg_dump.');
  const storage = openSqlite(databaseUrl.file, world, { exclusive: false, asItIs: true });
  try {
    await storage.backup(file);
  } finally {
    await storage.close();
  }
  print(`Saved to ${file}`);
}

/** A word that is passed over was meant: `backup FILE --verify` would look like one that was verified. */
function demandNoMore(
  name: string,
  { words = 0, options = [] }: Pick<Command, 'words' | 'options'>,
  given: { rest: readonly string[]; options: readonly string[] },
): void {
  const option = given.options.find((each) => !options.some((known) => known === each));
  if (option !== undefined) throw new UsageError(`${name} has no option --${option}.`);
  const more = given.rest.slice(words);
  if (more.length > 0)
    throw new UsageError(`${name} takes no more words: ${more.join(' ')} (put quotes around what has blanks in it).`);
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options: OPTIONS });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const [, option] = /'(--?[^\s'<]+)/.exec(message) ?? [];
    const isUnknown = code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION' && option !== undefined;
    throw new UsageError(isUnknown ? `There is no option ${option}.` : message);
  }
}

/** The project that is meant: the one named, or the only one there is. */
async function projectOf(app: App, id: string | undefined): Promise<string> {
  if (id !== undefined) {
    if (!(await findProject(app.reader, id))) throw new Error(`There is no project ${id}.`);
    return id;
  }
  const [only, ...others] = await listProjects(app.reader);
  if (!only) throw new Error('There is no project yet: start the server once, or use projects create.');
  if (others.length > 0) throw new UsageError('There are several projects: say which with --project ID.');
  return only.id;
}

async function listKeys(app: App, words: Words): Promise<void> {
  const rows = await listKeyRows(app.reader, await projectOf(app, words.project));
  printTable(
    ['ID', 'PREFIX', 'NAME', 'SCOPES', 'LAST USED', 'STATE'],
    rows.map((row) => [
      row.id,
      row.prefix,
      row.name,
      (JSON.parse(row.scopes) as string[]).join(','),
      row.last_used_at === null ? 'never' : new Date(row.last_used_at * 1000).toISOString(),
      row.revoked_at === null ? 'active' : 'revoked',
    ]),
  );
}

async function newKey(app: App, { scopes, name = 'Made by the operator', project }: Words): Promise<void> {
  const wanted = (scopes ?? '').split(',').filter((scope) => scope !== '');
  const known = wanted.filter((scope): scope is Scope => SCOPES.some((each) => each === scope));
  if (wanted.length === 0 || known.length < wanted.length) {
    throw new UsageError(`--scopes must be one or more of ${SCOPES.join(', ')}, separated by commas.`);
  }
  if (name === '' || [...name].length > 100) throw new UsageError('--name must have 1 to 100 characters.');
  const project_id = await projectOf(app, project);
  const { key } = await inTransaction(app, (tx) => createKey(tx, operatorOf(project_id), { name, scopes: known }));
  print(key);
}

async function revokeKey(app: App, { positionals: [id], project }: Words): Promise<void> {
  if (!id) throw new UsageError('keys revoke needs the id of a key.');
  const project_id = await projectOf(app, project);
  if (!(await inTransaction(app, (tx) => withdrawKey(tx, operatorOf(project_id), id))))
    throw new Error(`There is no active key ${id}.`);
  print(`Revoked ${id}`);
}

async function showProjects(app: App): Promise<void> {
  const rows = await listProjects(app.reader);
  printTable(
    ['ID', 'NAME', 'TIMEZONE', 'CREATED'],
    rows.map((row) => [row.id, row.name, row.timezone, new Date(row.created_at * 1000).toISOString()]),
  );
}

async function verifyAudit(app: App, { project }: Words): Promise<void> {
  const ids =
    project === undefined ? (await listProjects(app.reader)).map(({ id }) => id) : [await projectOf(app, project)];
  const verifier = makeVerifier();
  for (const id of ids) {
    const { ok, rows, unsealed, head, first_bad_seq, why } = await verifier.verify(app, id);
    const found = ok ? 'holds' : `NOT TO BE TRUSTED from row ${first_bad_seq} on (${why})`;
    print(`${id}  ${found}: ${rows} rows, ${unsealed} not sealed yet, head ${head ?? 'none'}`);
    if (!ok) process.exitCode = 1;
  }
}

async function listSigningKeys(app: App): Promise<void> {
  const keys = await readSigningKeys(app.reader);
  printTable(
    ['KID', 'CREATED', 'STATE'],
    keys.map(({ kid, created_at }, n) => [
      kid,
      new Date(created_at * 1000).toISOString(),
      n === 0 ? 'signs' : 'verifies only',
    ]),
  );
}

async function newProject(app: App, { positionals: [name] }: Words): Promise<void> {
  if (!name || [...name].length > 200) throw new UsageError('projects create needs one name of 1 to 200 characters.');
  const { project, key } = await inTransaction(app, async (tx) => {
    const project = await createProject(tx, name);
    return {
      project,
      ...(await createKey(tx, operatorOf(project.id), { name: 'First admin key', scopes: ['admin'] })),
    };
  });
  print(project.id);
  print(key);
}

/** A shell on the server is the root of trust: it opens the inbox whatever else is lost. */
async function signInLink(app: App, { positionals: [who], project, isNew }: Words): Promise<void> {
  if (isNew && who !== undefined) throw new UsageError(`--new is for someone new: leave ${who} out, or --new.`);
  const project_id = await projectOf(app, project);
  const reviewer_id = isNew ? undefined : await reviewerOf(app, project_id, who);
  const base = await baseOfLinks(app);
  const { url } = await inTransaction(app, (tx) => makeSignInLink(tx, operatorOf(project_id), { reviewer_id, base }));
  print(url);
}

/** What this shell was told to use, else where a server said that it is: its settings need not be the shell's. */
async function baseOfLinks(app: App): Promise<string> {
  const { publicUrl, port } = app.config;
  const isTold = publicUrl !== undefined || port !== DEFAULT_PORT;
  return (isTold ? undefined : await knownAddress(app)) ?? app.publicUrl();
}

async function reviewerOf(app: App, project_id: string, who: string | undefined): Promise<string | undefined> {
  if (who !== undefined) {
    const named = (await findReviewer(app.reader, project_id, who)) ?? (await findByLogin(app.reader, who));
    if (named?.project_id !== project_id) throw new Error(`There is nobody called ${who}: give an id or a login.`);
    return named.id;
  }
  const admins = await listAdmins(app.reader, project_id);
  if (admins.length > 1) {
    printTable(
      ['ID', 'NAME'],
      admins.map(({ id, name }) => [id, name]),
    );
    throw new UsageError('There are several admins: say who, or use --new for another one.');
  }
  return admins[0]?.id;
}
