// The audit log, checked on this machine: what was changed in it shows, in an export and at the server.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { proposal } from '../../server/test/support/given.ts';
import { rawSql } from '../../server/test/support/raw-sql.ts';
import { until } from '../../server/test/support/until.ts';
import { givenShell, type Shell } from './run.ts';

/** A log that was signed for once in the middle, and is at its end. */
async function givenLog(t: TestContext): Promise<Shell> {
  const shell = await givenShell(t);
  const { admin, service } = shell;
  const { id } = await admin.createAction(proposal());
  await admin.decideAction(id, { decision: 'approve' });
  await sealed(shell);
  service.wind(86_401);
  await until(() => service.world.lines.some((line) => line.includes('audit.checkpoint')), 'a checkpoint');
  const other = await admin.createAction(proposal());
  await admin.bulkDecide({ ids: [other.id], verdict: 'reject', comment: 'Not today.' });
  await sealed(shell);
  return shell;
}

async function sealed({ admin }: Shell): Promise<void> {
  await until(async () => (await admin.listAudit({ limit: 1 })).items[0]?.hash, 'the last row is sealed');
}

test('an export is checked without the server, by its keys and by what was kept elsewhere', async (t) => {
  const { run, folder, service } = await givenLog(t);
  const save = (name: string, text: string) => writeFileSync(join(folder, name), text);
  const { stdout: log } = await run(['audit', 'export']);
  const lines = log.trimEnd().split('\n');
  const jwks = `${service.running.url}/.well-known/jwks.json`;
  save('audit.ndjson', log);
  save('jwks.json', await (await fetch(jwks)).text());
  save('kept', (JSON.parse(lines.at(-1) ?? '') as { checkpoint: string }).checkpoint);
  save('shorter.ndjson', lines.slice(0, lines.findIndex((line) => line.includes('"checkpoint"')) + 1).join('\n'));
  save('forged.ndjson', log.replaceAll('Not today.', 'Never.'));

  const offline = { COUNTERSIGN_URL: 'http://127.0.0.1:9', COUNTERSIGN_API_KEY: '' };
  const verify = (...words: string[]) => run(['audit', 'verify', ...words], { env: offline });
  const held = await verify('audit.ndjson', '--jwks', jwks);
  assert.deepEqual([held.code, held.stderr], [0, '']);
  assert.match(held.stdout, /^The log holds: \d+ rows\.\nLast row that holds: \d+, [0-9a-f]{64}\nSigned for up to row/);
  assert.equal((await verify('audit.ndjson', '--jwks', 'jwks.json', '--checkpoint', 'kept')).code, 0);
  assert.match((await verify('audit.ndjson')).stdout, /Signatures were not looked at/);
  assert.equal((await verify('shorter.ndjson', '--jwks', 'jwks.json')).code, 0, 'a beginning that was signed for');
  const cut = await verify('shorter.ndjson', '--jwks', 'jwks.json', '--checkpoint', 'kept');
  assert.equal(cut.code, 1, 'but someone kept what came after');
  assert.match(cut.stdout, /^NOT TO BE TRUSTED from row \d+ on: rows up to \d+ were signed for, and are missing\.\n/);
  const forged = await verify('forged.ndjson', '--json');
  assert.equal(forged.code, 1);
  assert.partialDeepStrictEqual(JSON.parse(forged.stdout), { ok: false, signatures_checked: false });
  assert.equal((await verify('none')).code, 1);
  save('nothing', '\r\n');
  for (const words of [['nothing'], ['nothing', '--jwks', 'jwks.json'], ['-']]) {
    const nothing = await verify(...words);
    assert.deepEqual([nothing.code, nothing.stdout], [1, ''], 'what an export leaves that failed does not hold');
    assert.match(nothing.stderr, /nothing to check/);
  }
  const fromWindows = (text: string) => `\ufeff${text.replaceAll('\n', '\r\n')}`;
  save('windows.ndjson', fromWindows(log));
  save('windows-kept', fromWindows((JSON.parse(lines.at(-1) ?? '') as { checkpoint: string }).checkpoint));
  const carried = await verify('windows.ndjson', '--jwks', 'jwks.json', '--checkpoint', 'windows-kept');
  assert.equal(carried.code, 0, carried.stdout);
  assert.equal((await verify('audit.ndjson', '--jwks', 'audit.ndjson')).code, 1);
  assert.equal((await verify('audit.ndjson', '--unknown')).code, 64);
  assert.equal((await run(['audit', 'verify', '-', '--jwks', 'jwks.json'], { input: log, env: offline })).code, 0);
});

test('a row may hold any character, one that ends a line to some as well', async (t) => {
  const shell = await givenShell(t);
  const { run, admin, folder } = shell;
  const { id } = await admin.createAction(proposal());
  await admin.bulkDecide({ ids: [id], verdict: 'reject', comment: 'a\u2028b\u2029c\u0085d' });
  await sealed(shell);
  const { stdout: log } = await run(['audit', 'export']);
  assert.ok(log.includes('\u2028'));
  writeFileSync(join(folder, 'audit.ndjson'), log);
  const { code, stdout } = await run(['audit', 'verify', 'audit.ndjson']);
  assert.equal(code, 0, stdout);
});

test('the log of the server is fetched and checked here; what was changed in its database shows', async (t) => {
  const { run, service } = await givenLog(t);
  const held = await run(['audit', 'verify']);
  assert.equal(held.code, 0, held.stdout);
  assert.match(held.stdout, /^The log holds: \d+ rows\.\n.*\nSigned for up to row/);
  const { databaseFile: file, databaseUrl: url } = service;
  await rawSql({ file, url }, `UPDATE audit SET actor_id = 'x' WHERE seq = 2`);
  const broken = await run(['audit', 'verify']);
  assert.equal(broken.code, 1);
  assert.match(broken.stdout, /^NOT TO BE TRUSTED from row 2 on/);
  assert.match((await run(['audit', 'export', '--csv'])).stdout, /^id,/);
  assert.equal((await run(['audit'])).code, 64);
});
