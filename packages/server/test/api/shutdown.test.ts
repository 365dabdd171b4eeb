// `countersign serve` as a process: what it prints, who may run beside it, and how it ends.

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { afterEach, beforeEach, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Countersign } from '@countersign/sdk';
import { engine, newDatabase, type TestDatabase } from '../support/databases.ts';
import { openEvents } from '../support/event-source.ts';
import { proposal } from '../support/given.ts';
import { rawSql } from '../support/raw-sql.ts';
import { keyIn, type Served, serve as startProcess } from '../support/serve-process.ts';
import { call, dial } from '../support/wire.ts';

let database: TestDatabase;
let servers: Served[] = [];

beforeEach(async () => {
  database = await newDatabase();
});
afterEach(async () => {
  for (const server of servers) server.kill('SIGKILL');
  await Promise.all(servers.map(({ exitCode }) => exitCode));
  servers = [];
  await database.drop();
});

async function serve(environment: Readonly<Record<string, string>> = {}): Promise<Served> {
  const server = await startProcess({ databaseUrl: database.url, environment });
  servers.push(server);
  return server;
}

const clientOf = ({ url }: Served, apiKey: string) => new Countersign({ baseUrl: url, apiKey, retries: 0 });

test('SIGTERM lets what is under way finish, refuses what is new, and ends with 0', async () => {
  const first = await serve();
  const key = keyIn(first.stdout());
  const { id } = await clientOf(first, key).createAction(proposal());
  const head = `Host: x\r\nAuthorization: Bearer ${key}\r\n`;

  const poll = await dial(first.url);
  await poll.send(`GET /v1/actions/${id}?wait=60 HTTP/1.1\r\n${head}\r\n`);
  const slow = await dial(first.url);
  const body = JSON.stringify(proposal({ title: 'Sent slowly' }));
  await slow.send(`POST /v1/actions HTTP/1.1\r\n${head}Content-Length: ${body.length}\r\n\r\n${body.slice(0, 20)}`);
  const events = await openEvents(`${first.url}/v1`, key);
  await events.until(() => events.lastEventId() !== '');
  await call('GET', `${first.url}/readyz`); // all have arrived by then

  first.kill('SIGTERM');
  assert.equal(await events.ended, 'whole');
  const polled = await poll.answer();
  assert.deepEqual([polled.status, polled.headers.get('connection')], [200, 'close']);
  assert.equal((JSON.parse(polled.text) as { status: string }).status, 'pending');
  await assert.rejects(dial(first.url), { code: 'ECONNREFUSED' });

  await slow.send(body.slice(20));
  const created = await slow.answer();
  assert.deepEqual([created.status, created.headers.get('connection')], [201, 'close']);
  assert.equal(await first.exitCode, 0);

  const second = await serve();
  const { items } = await clientOf(second, key).listActions();
  assert.equal(items[0]?.title, 'Sent slowly');
});

test('SIGTERM is carried out to its end when all that is under way are refusals that come late', async () => {
  const server = await serve();
  const wire = await dial(server.url);
  await wire.send('GET /v1/actions HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(40)); // so many that the connection is not read any more
  for (let n = 0; n < 10; n++) assert.equal((await wire.answer()).status, 401);

  server.kill('SIGTERM');
  const late = await wire.answer();
  assert.deepEqual([late.status, late.headers.get('connection')], [401, 'close']);
  assert.equal(await server.exitCode, 0);
  if (engine === 'sqlite') assert.equal(existsSync(`${fileURLToPath(database.url)}-wal`), false, 'it was not closed');
});

test('SIGINT ends it as well, and connections that nobody uses do not hold it up', async () => {
  const server = await serve();
  const [used, unused] = [await dial(server.url), await dial(server.url)];
  await used.send('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
  assert.equal((await used.answer()).status, 200);
  const endedMs = performance.now();
  server.kill('SIGINT');
  await Promise.all([used.ended(), unused.ended()]);
  assert.equal(await server.exitCode, 0);
  assert.ok(performance.now() - endedMs < 9000); // what is under way has ten seconds
});

test('the first start prints the key and the project once, each on a line, and no later start does', async () => {
  const first = await serve();
  first.kill('SIGTERM'); // at once: whoever can read that it listens may end it in good order
  assert.equal(await first.exitCode, 0);
  const key = keyIn(first.stdout());
  assert.match(first.stdout(), new RegExp(`^ +${key}$`, 'm'));
  const project = /^Project (prj_[0-9a-z]{26})\. /m.exec(first.stdout())?.[1];
  const token = /^ +http:\/\/localhost:\d+\/setup#t=(\S{43})$/m.exec(first.stdout())?.[1] ?? assert.fail();
  assert.equal(first.stderr().includes(token), false);
  assert.equal(first.stdout().includes('\u001b'), false);
  assert.equal(first.stderr().includes(key.slice(16)), false);
  for (const line of first.stderr().trimEnd().split('\n')) assert.equal(typeof JSON.parse(line), 'object');

  const second = await serve();
  assert.equal(keyIn(second.stdout()), '');
  const again = /^ +http:\/\/localhost:\d+\/setup#t=(\S{43})$/m.exec(second.stdout())?.[1];
  assert.ok(again !== undefined && again !== token, 'nobody has used the first link, so there is another');
  assert.match(second.stdout(), /^Countersign is listening on http:\/\/127\.0\.0\.1:\d+ /);
  assert.equal((await clientOf(second, key).getProject()).id, project);
});

test('a setting that is no good stops the start and is named', async () => {
  const wrong = { PORT: 'eighty', LOG_LEVEL: 'loud' };
  await Promise.all(
    Object.entries(wrong).map(async ([name, value]) => {
      const server = await serve({ [name]: value });
      assert.equal(await server.exitCode, 1);
      assert.match(server.stderr(), new RegExp(`^countersign: ${name} is not usable: .+\\n$`));
      assert.equal(server.stdout(), '');
    }),
  );
});

for (const table of ['server_facts', 'links']) {
  test(`a start that fails for want of ${table} ends the process, so that whoever watches it starts another`, async () => {
    await rawSql(database, `ALTER TABLE ${table} RENAME TO elsewhere`);
    const server = await serve();
    assert.equal(server.url, '');
    assert.equal(await server.exitCode, 1);
    assert.match(server.stderr(), /countersign: .*\b(no such table|does not exist)\b/);
    assert.equal(server.stdout(), '');

    await rawSql(database, `ALTER TABLE elsewhere RENAME TO ${table}`);
    const next = await serve();
    assert.notEqual(keyIn(next.stdout()), '', 'the key is not used up');
    next.kill('SIGTERM');
    assert.equal(await next.exitCode, 0);
  });
}

const onSqlite = { skip: engine !== 'sqlite' };

test(
  'a second server on one SQLite file says so and ends; after kill -9 of the first, one starts',
  onSqlite,
  async () => {
    const first = await serve();
    const key = keyIn(first.stdout());
    const second = await serve();
    assert.equal(await second.exitCode, 1);
    assert.match(second.stderr(), /Another Countersign server is using .+\.db\./);
    assert.equal(second.stdout(), '');
    const { id } = await clientOf(first, key).createAction(proposal());

    first.kill('SIGKILL');
    assert.equal(await first.exitCode, null);
    const third = await serve();
    assert.notEqual(third.url, '', third.stderr());
    assert.equal((await clientOf(third, key).getAction(id)).status, 'pending');
  },
);
