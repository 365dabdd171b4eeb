// What an operator meets at the shell: links that lead to the server that runs, exit codes, one line of migrations, and a server
// that ends with what started it.

import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { noteAddress } from '../../src/features/people/known-address.ts';
import { inTransaction } from '../../src/storage/database.ts';
import { engine, newDatabase } from '../support/databases.ts';
import { newBrowser } from '../support/people.ts';
import { type Service, startService } from '../support/start-service.ts';

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
const BIN = fileURLToPath(new URL('../../bin/countersign.mjs', import.meta.url));

/** Every start but the first finds itself translated. */
const compiled = mkdtempSync(join(tmpdir(), 'countersign-compiled-'));

let service: Service;
before(async () => {
  service = await startService();
});
after(async () => {
  await service.stop();
  rmSync(compiled, { recursive: true, force: true });
});

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** With nothing of the server's settings but the database. */
function shell(args: readonly string[], environment: Readonly<Record<string, string>> = {}): Promise<Ended> {
  const env = { DATABASE_URL: service.databaseUrl, NODE_COMPILE_CACHE: compiled, ...environment };
  return new Promise((resolve) => {
    execFile(process.execPath, [MAIN, ...args], { env }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    );
  });
}

const ours = () => service.running.url.replace('127.0.0.1', 'localhost');

test('a sign-in link leads to the server that runs, whatever port it has; one of another that is gone does not', async () => {
  const { stdout } = await shell(['admin', 'sign-in-link', '--new']);
  assert.ok(stdout.startsWith(`${ours()}/setup#t=`), stdout);
  await newBrowser(service).ask('POST', '/session/link', { token: stdout.trim().split('#t=')[1], name: 'Ada' });

  // Another instance came later, and is gone: its port is nobody's.
  const gone = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => gone.once('listening', resolve));
  const url = `http://localhost:${(gone.address() as AddressInfo).port}`;
  await new Promise((resolve) => gone.close(resolve));
  service.wind(1);
  await inTransaction(service.running.app, (tx) => noteAddress(tx, url));
  assert.ok((await shell(['admin', 'sign-in-link'])).stdout.startsWith(`${ours()}/signin#t=`));
});

test('a server at the usual port is found, too', async (t) => {
  const usual = createServer(async (_, answer) => {
    const keys = await fetch(`${service.running.url}/.well-known/jwks.json`);
    answer.end(await keys.text());
  });
  const isOurs = await new Promise((resolve) => {
    usual.once('error', () => resolve(false)).listen(8484, '127.0.0.1', () => resolve(true));
  });
  if (!isOurs) return t.skip('something runs at port 8484');
  t.after(() => usual.close());
  const { app } = service.running;
  service.wind(1);
  await inTransaction(app, (tx) => noteAddress(tx, 'http://localhost:8484'));
  assert.ok((await shell(['admin', 'sign-in-link'])).stdout.startsWith('http://localhost:8484/signin#t='));
  await inTransaction(app, (tx) =>
    tx.q.deleteFrom('server_facts').where('name', '=', 'address http://localhost:8484').execute(),
  );
});

test('a port at which another answers now is not ours, whatever it is', async (t) => {
  const said = ['no JSON', '{"keys":[{"kid":"theirs"}]}', '{"keys":3}', '[]'];
  for (const body of said) {
    const other = createServer((_, answer) => answer.end(body)).listen(0, '127.0.0.1');
    t.after(() => other.close());
    await new Promise((resolve) => other.once('listening', resolve));
    service.wind(1);
    const url = `http://localhost:${(other.address() as AddressInfo).port}`;
    await inTransaction(service.running.app, (tx) => noteAddress(tx, url));
  }
  assert.ok((await shell(['admin', 'sign-in-link'])).stdout.startsWith(`${ours()}/signin#t=`));
});

test('what the shell itself is told comes first; a public address is taken unasked', async () => {
  const link = async (environment: Record<string, string>) =>
    (await shell(['admin', 'sign-in-link'], environment)).stdout.split('/signin#')[0];
  service.wind(1);
  await inTransaction(service.running.app, (tx) => noteAddress(tx, 'https://inbox.example'));
  const told = await Promise.all([link({ PORT: '9999' }), link({ PUBLIC_URL: 'https://here.example' }), link({})]);
  assert.deepEqual(told, ['http://localhost:9999', 'https://here.example', 'https://inbox.example']);
});

test('of many servers that came and went a few are remembered', async () => {
  const { app } = service.running;
  for (let n = 0; n < 15; n++) {
    service.wind(1);
    await inTransaction(app, (tx) => noteAddress(tx, `http://localhost:${n + 1}`));
  }
  const rows = await app.reader.q
    .selectFrom('server_facts')
    .select('name')
    .where('name', 'like', 'address %')
    .execute();
  assert.equal(rows.length, 10);
});

test('words that are wrong end with 64, as the other commands do', { skip: engine !== 'sqlite' }, async () => {
  await service.newProject('Another');
  const words = [
    ['serve', '--wrong'],
    ['admin', 'wrong'],
    ['admin', 'keys', 'list'], // of which project?
    ['admin', 'keys', 'list', '--project', 'prj_none'],
  ];
  const ended = await Promise.all(words.map((each) => shell(each)));
  assert.deepEqual(
    ended.map(({ code }) => code),
    [64, 64, 64, 1],
  );
});

test('a backup is made while the server runs, of a database of whatever version', {
  skip: engine !== 'sqlite',
}, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-backup-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'copy.db');
  const saved = await shell(['admin', 'backup', file]);
  assert.deepEqual([saved.code, saved.stdout], [0, `Saved to ${file}\n`], saved.stderr);
  const older = new DatabaseSync(file);
  older.exec('DELETE FROM migrations WHERE version = (SELECT max(version) FROM migrations)');
  older.close();
  const again = await shell(['admin', 'backup', `${file}.2`], { DATABASE_URL: `file:${file}` });
  assert.deepEqual([again.code, again.stdout], [0, `Saved to ${file}.2\n`], again.stderr);
  const none = await shell(['admin', 'backup', `${file}.3`], { DATABASE_URL: `file:${file}.none` });
  assert.match(none.stderr, /^countersign: There is no database at /);
});

test('a word or an option that a command does not take is refused, and nothing is done', {
  skip: engine !== 'sqlite',
}, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-words-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'copy.db');
  const refused: [string[], RegExp][] = [
    [['backup', file, 'b', 'c'], /^countersign: backup takes no more words: b c \(/],
    [['backup', file, '--verify'], /^countersign: backup has no option --verify\.\n/],
    [['restore', file, 'b'], /^countersign: restore takes no more words: b \(/],
    [['restore', file, '--new'], /^countersign: restore has no option --new\.\n/],
    [['migrate', 'now'], /^countersign: migrate takes no more words: now \(/],
    [['keys', 'revoke', 'key_1', 'key_2'], /^countersign: keys revoke takes no more words: key_2 \(/],
    [['projects', 'create', 'Two', 'words'], /^countersign: projects create takes no more words: words \(put quotes/],
    [['sign-in-link', 'ada', '--new'], /^countersign: --new is for someone new/],
  ];
  for (const [args, why] of refused) {
    const { code, stderr } = await shell(['admin', ...args]);
    assert.match(stderr, why);
    assert.equal(code, 64, args.join(' '));
  }
  assert.equal(existsSync(file), false);
});

test('a setting that nobody reads is told by its name alone, before anything is done', async () => {
  const misspelt = { PUBLIC_UR: 'https://s3cret.example', SMTP_PASSWORD: 's3cret', RATE_LIMIT_NONE: '' };
  const { code, stderr } = await shell(['admin', 'migrate'], misspelt);
  const told = stderr.split('\n').filter((line) => line.includes('settings.unknown'));
  assert.equal(code, 0);
  assert.deepEqual(
    told.map((line) => JSON.parse(line) as object).map(({ at, ...rest }: { at?: string }) => rest),
    [
      { level: 'warn', event: 'settings.unknown', name: 'PUBLIC_UR', meant: 'PUBLIC_URL' },
      { level: 'warn', event: 'settings.unknown', name: 'SMTP_PASSWORD' },
    ],
  );
  assert.doesNotMatch(stderr, /s3cret/);
});

test('what is no list of erasures is not taken for an empty one; what is no file is named in a line', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-lists-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const list = join(folder, 'erasures.jsonl');
  const apply = async (text: string) => {
    writeFileSync(list, text);
    return shell(['admin', 'erasures', 'apply', list], { LOG_LEVEL: 'warn' });
  };
  const line = JSON.stringify({ project_id: 'prj_gone', id: 'ers_1', erased_at: 1 });
  for (const text of ['', `${line}\n`, `${line}\r\n${line}\r\n`]) {
    assert.partialDeepStrictEqual(await apply(text), { code: 0, stdout: 'Erased again: 0 projects\n' });
  }
  for (const text of ['countersign: Cannot reach PostgreSQL\n', '{"level":"warn"}\n', `[${line}]\n`]) {
    const { code, stdout, stderr } = await apply(`${line}\n${text}`);
    assert.deepEqual([code, stdout], [1, '']);
    assert.match(stderr, /^countersign: Nothing was erased: line 2 of .*erasures\.jsonl is not of a list[^\n]*\n$/);
  }
  const { stderr } = await shell(['admin', 'erasures', 'apply', folder], { LOG_LEVEL: 'warn' });
  assert.match(stderr, /^countersign: .* cannot be read: EISDIR[^\n]*\n$/);
  if (engine !== 'sqlite') return;
  const restored = await shell(['admin', 'restore', folder], { LOG_LEVEL: 'warn' });
  assert.match(restored.stderr, /^countersign: .* is not a whole backup of Countersign: [^\n]*\n$/);
});

test('a name is counted in characters, as everywhere', { skip: engine !== 'sqlite' }, async () => {
  const named = (letters: number) => shell(['admin', 'projects', 'create', '😀'.repeat(letters)]);
  const [fits, tooLong] = await Promise.all([named(200), named(201)]);
  assert.deepEqual([fits.code, tooLong.code], [0, 64], fits.stderr);
});

test('a first start says in one line that the schema is new; told to end, a shell in between takes the server along', {
  skip: engine !== 'sqlite',
}, async (t) => {
  const database = await newDatabase();
  t.after(() => database.drop());
  const env = { PATH: process.env.PATH ?? '', DATABASE_URL: database.url, PORT: '0', npm_lifecycle_event: 'start' };
  const server = spawn('sh', ['-c', `"${process.execPath}" "${BIN}" serve; true`], { env });
  let said = '';
  const ended = new Promise((resolve) => server.stdout.once('end', resolve)); // nobody holds it any more
  await new Promise<void>((resolve) => {
    for (const stream of [server.stdout, server.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        said += text;
        if (said.includes('"server.started"')) resolve();
      });
    }
  });
  server.kill('SIGTERM');
  await ended;
  assert.match(said, /"server\.stopping"/);
  assert.ok((said.match(/storage\.migrated/g) ?? []).length <= 1, said);
});
