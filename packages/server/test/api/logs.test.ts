// A06, X14: no secret and no content reaches a log line, an audit row or, for keys, the database; one event is one line.

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, test } from 'node:test';
import { Countersign } from '@countersign/sdk';
import pg from 'pg';
import { engine } from '../support/databases.ts';
import { type Service, startService } from '../support/start-service.ts';
import { assertProblem, call, dial } from '../support/wire.ts';

const CANARY = 'CanaryOfContent';

let service: Service;
const keys: string[] = [];
const webhookSecrets: string[] = [];

before(async () => {
  service = await startService({ environment: { RATE_LIMIT_BULK: '2', TRUSTED_PROXIES: '127.0.0.1' } });
  await liveThroughADay();
});
after(() => service.stop());

/** Everything that handles a secret or content, the refusals included. */
async function liveThroughADay(): Promise<void> {
  const admin = new Countersign({ baseUrl: service.baseUrl, apiKey: service.adminKey });
  const [agent, spare] = [
    await admin.createKey({ name: 'agent', scopes: ['actions'] }),
    await admin.createKey({ name: 'spare', scopes: ['watch'] }),
  ];
  keys.push(service.adminKey, agent.key, spare.key);
  await admin.revokeKey(spare.id);
  webhookSecrets.push(
    (await admin.getProject()).webhook_secret ?? '',
    (await admin.rotateWebhookSecret()).webhook_secret,
  );

  const client = new Countersign({ baseUrl: service.baseUrl, apiKey: agent.key });
  const content = {
    kind: `${CANARY}.kind`,
    title: `${CANARY} title`,
    preview: { body: `${CANARY} body` },
    payload: { [CANARY]: CANARY },
    target_url: `https://example.com/${CANARY}`,
    callback_url: `https://agent.example/${CANARY}`,
    undo: CANARY,
    editable: ['preview.body', 'payload', `payload.${CANARY}`],
  };
  const first = await client.createAction({ ...content, idempotency_key: CANARY });
  await client.createAction({ ...content, idempotency_key: CANARY });
  const second = await client.createAction({ ...content, title: `${CANARY} second` });
  await client.getAction(first.id);
  await client.listActions({ q: CANARY, kind: CANARY });
  await client.decideAction(first.id, { decision: 'approve', edited: { 'preview.body': `${CANARY} edited` } });
  await client.claimAction(first.id);
  await client.reportResult(first.id, { status: 'executed', detail: CANARY, payload: { [CANARY]: 1 } });
  await client.bulkDecide({ ids: [second.id], verdict: 'reject', comment: `${CANARY} comment` });
  await admin.updateProject({ name: `${CANARY} project` });
  await beRefused(first.id, agent.key, spare.key);
}

async function beRefused(decided: string, key: string, revoked: string): Promise<void> {
  const typo = `${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`;
  keys.push(typo);
  const post = (path: string, body: string, headers = {}) =>
    call('POST', `${service.baseUrl}${path}`, { key, body, headers: { 'user-agent': CANARY, ...headers } });
  for (const stranger of [typo, revoked, `${key} `, CANARY]) {
    await call('GET', `${service.baseUrl}/actions?key=${key}`, { headers: { authorization: `Bearer ${stranger}` } });
  }
  await call('GET', `${service.baseUrl}/${CANARY}/${key}`, { key });
  await call('GET', `${service.baseUrl}/actions?${CANARY}=${key}`, { key });
  await call('GET', `${service.baseUrl}/actions?cursor=${CANARY}`, { key });
  await call('GET', `${service.baseUrl}/actions/${CANARY}`, { key });
  await call('GET', `${service.baseUrl}/keys`, { key });
  await post('/actions', `{"${CANARY}":`);
  await post('/actions', `{"${CANARY}":1,"kind":2}`);
  await post('/actions', CANARY, { 'content-type': 'text/plain' });
  await post('/actions', `"${CANARY.repeat(400_000)}"`);
  await post(`/actions/${decided}/decision`, `{"decision":"approve","edited":{"${CANARY}":1}}`);
  await post('/actions/bulk-decision', `{"${CANARY}":1}`);
  await post('/actions/bulk-decision', `{"${CANARY}":1}`);
  const wire = await dial(service.baseUrl);
  await wire.send(`${CANARY} ${key}\r\n\r\n`);
  await wire.answer();
}

/** SQL from beside the service. */
async function query(sql: string): Promise<object[]> {
  if (engine === 'sqlite') {
    const database = new DatabaseSync(service.databaseFile, { timeout: 5000 });
    const rows = database.prepare(sql).all();
    database.close();
    return rows;
  }
  const client = new pg.Client({ connectionString: service.databaseUrl });
  await client.connect();
  const { rows } = await client.query(sql);
  await client.end();
  return rows;
}

/** On SQLite the very files; on PostgreSQL, whose files are not ours to read, every row of every table. */
async function stored(): Promise<Buffer> {
  if (engine === 'sqlite') {
    const files = ['', '-wal', '-shm', '.lock'].map((suffix) => `${service.databaseFile}${suffix}`).filter(existsSync);
    return Buffer.concat(files.map((file) => readFileSync(file)));
  }
  const tables = (await query("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")) as {
    tablename: string;
  }[];
  const rows = await Promise.all(tables.map(({ tablename }) => query(`SELECT * FROM ${tablename}`)));
  return Buffer.from(JSON.stringify(rows));
}

/** The part of a key that is shown nowhere. */
const secretPart = (key: string) => key.slice(16, -1);

const logged = () => service.world.lines.join('');

test('A06: no key is in a log line, right or wrong, wherever it was put', () => {
  assert.ok(service.world.lines.length > 20);
  for (const key of keys) assert.equal(logged().includes(secretPart(key)), false);
});

test('A06: no webhook secret is in a log line', () => {
  for (const secret of webhookSecrets) assert.equal(logged().includes(secret.slice(6)), false);
});

test('A06: no content is in a log line', () => {
  assert.equal(logged().includes(CANARY), false);
});

test('A06: no key is in a byte of the database', async () => {
  await new Countersign({ baseUrl: service.baseUrl, apiKey: service.adminKey }).listKeys();
  const bytes = await stored();
  assert.ok(bytes.includes(`${CANARY} title`), 'this is where things are kept');
  for (const key of keys) {
    assert.equal(bytes.includes(secretPart(key)), false);
    assert.equal(bytes.includes(Buffer.from(key.slice(4, 47), 'base64url')), false); // nor the bits it stands for
  }
});

describe('A06: the audit log', () => {
  test('has no key, no webhook secret and no content in its rows', async () => {
    const rows = JSON.stringify(await query('SELECT * FROM audit'));
    assert.ok(rows.includes('action.executed') && rows.includes('project.secret_rotated'));
    for (const key of keys) assert.equal(rows.includes(secretPart(key)), false);
    for (const secret of webhookSecrets) assert.equal(rows.includes(secret.slice(6)), false);
    assert.equal(rows.includes(CANARY), false);
  });

  test('shows to an admin no more content than the comment of a decision', async () => {
    const admin = new Countersign({ baseUrl: service.baseUrl, apiKey: service.adminKey });
    for (const format of ['json', 'csv'] as const) {
      const text = (await Array.fromAsync(admin.exportAudit({ format }))).join('');
      assert.equal(text.replaceAll(`${CANARY} comment`, '').includes(CANARY), false);
      for (const secret of [...keys.map(secretPart), ...webhookSecrets]) assert.equal(text.includes(secret), false);
    }
  });
});

describe('X14: one event is one line', () => {
  test('whatever is in titles, agents, addresses and forwarded-for', async () => {
    const forged = '\n{"level":"error","event":"forged"}\r\n\u001b[31mred\u001b[0m\u2028';
    const body = JSON.stringify({ kind: forged, title: '\u001b[2Jforged', preview: { body: forged } });
    const created = await call('POST', `${service.baseUrl}/actions`, { key: service.adminKey, body });
    assert.equal(created.status, 201, created.text);
    const refused = JSON.stringify({ [forged]: 1 });
    assertProblem(
      await call('POST', `${service.baseUrl}/actions`, { key: service.adminKey, body: refused }),
      'validation_failed',
    );
    await call('GET', `${service.baseUrl}/actions?${encodeURIComponent(forged)}=1`, { key: service.adminKey });
    await call('GET', `${service.baseUrl}/${encodeURIComponent(forged)}`);
    const wire = await dial(service.baseUrl);
    const head = ['Host: x', 'User-Agent: forged\tagent', 'X-Forwarded-For: forged\t\u00ff, 1.2.3.4\tforged'];
    await wire.send(`GET /v1/actions HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n`);
    assertProblem(await wire.answer(), 'unauthenticated');
    wire.close();

    for (const line of service.world.lines) {
      assert.match(line, /^\{[\x20-\x7e]*\}\n$/);
      const { event } = JSON.parse(line) as { event: string };
      assert.match(event, /^[a-z]+\.[a-z_]+$/);
      assert.equal(line.includes('forged'), false);
    }
  });

  test('what a trusted proxy says of the client is believed only when it is an address', async () => {
    const clientOf = async (forwarded: string) => {
      await call('GET', `${service.running.url}/healthz`, { headers: { 'x-forwarded-for': forwarded } });
      return (JSON.parse(service.world.lines.at(-1) ?? '') as { client: string }).client;
    };
    assert.equal(await clientOf('203.0.113.9'), '203.0.113.9');
    assert.equal(await clientOf('198.51.100.1, 203.0.113.9'), '203.0.113.9');
    assert.equal(await clientOf('<script>'), '127.0.0.1');
  });
});

test('a fault of ours is told to the log and not to the caller, and neither is told what was asked', async () => {
  const admin = new Countersign({ baseUrl: service.baseUrl, apiKey: service.adminKey });
  const { id } = await admin.createAction({ kind: 'x', title: 'Fault', preview: { body: 'x' } });
  await admin.decideAction(id, { decision: 'approve' });
  await admin.reportResult(id, { status: 'executed' });
  await query('ALTER TABLE results RENAME TO results_away');
  const answer = await call('GET', `${service.baseUrl}/actions/${id}?wait=0`, { key: service.adminKey });
  await query('ALTER TABLE results_away RENAME TO results');

  const { request_id, ...rest } = assertProblem(answer, 'internal');
  assert.deepEqual(Object.keys(rest), ['type', 'title', 'status', 'error']);
  const told = service.world.lines.find((line) => line.includes(request_id) && line.includes('"http.failed"'));
  assert.match(told ?? '', /no such table|does not exist/);
  assert.equal((await call('GET', `${service.baseUrl}/actions/${id}`, { key: service.adminKey })).status, 200);
});
