// The exported audit log is checked without the server, by the command or by anyone's own means: what was changed in it shows.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { type AuditFileReport, checkAuditFile } from '@countersign/contract/audit-file';
import { proving } from '../../src/base/proving.ts';
import { countUnsealed } from '../../src/features/audit/chain-store.ts';
import { type Given, givenService, proposal } from '../support/given.ts';
import { rawSql } from '../support/raw-sql.ts';
import { runCommand } from '../support/run-command.ts';
import { until } from '../support/until.ts';

async function* each(lines: readonly string[]): AsyncGenerator<string> {
  yield* lines;
}

/** A log with values, channels and decisions in it, signed for once in the middle and once at its end. */
async function givenLog(t: TestContext) {
  const given = await givenService(t);
  const { admin, service } = given;
  await admin.createKey({ name: 'Ana’s key', scopes: ['watch'] });
  for (const channel of ['web', 'anas-phone', undefined]) {
    const { id } = await admin.createAction(proposal());
    await admin.decideAction(id, { decision: 'approve', ...(channel ? { channel } : {}) });
  }
  await sealed(given);
  service.wind(86_401);
  await until(() => service.world.lines.some((line) => line.includes('audit.checkpoint')), 'a checkpoint');
  const { id } = await admin.createAction(proposal());
  await admin.bulkDecide({ ids: [id], verdict: 'reject', comment: 'Not today.' });
  await sealed(given);
  const keys = await service.running.app.signer.publicKeys();
  const check = (lines: readonly string[]): Promise<AuditFileReport> => checkAuditFile(each(lines), proving, { keys });
  return { ...given, keys, check };
}

async function sealed({ service, admin }: Given): Promise<void> {
  const { id } = await admin.getProject();
  await until(async () => (await countUnsealed(service.running.app.reader, id)) === 0, 'all rows are sealed');
}

async function exported({ admin }: Given): Promise<string[]> {
  return (await Array.fromAsync(admin.exportAudit())).join('').trimEnd().split('\n');
}

test('a whole export holds, every row of it signed for', async (t) => {
  const log = await givenLog(t);
  const lines = await exported(log);
  const rows = await Array.fromAsync(log.admin.listAudit());
  const report = await log.check(lines);
  assert.partialDeepStrictEqual(report, { ok: true, rows: rows.length, unsealed: 0, erased: 0, head: rows[0]?.hash });
  assert.equal(report.signed?.seq, rows.length);
  const checkpoints = lines.filter((line) => 'checkpoint' in JSON.parse(line));
  assert.equal(checkpoints.length, 2, 'one that was kept, and one of now');
  const shown = lines
    .map((line) => JSON.parse(line))
    .filter((line) => 'id' in line)
    .map(({ proof, ...row }) => row);
  assert.deepEqual(shown.toReversed(), rows);
});

/** Changes to the lines that someone might hope nobody sees. `place` is that of an approval with a channel of its own name. */
const FORGERIES: Readonly<Record<string, (lines: string[], place: number) => string[]>> = {
  'a shown fact': (lines, place) =>
    lines.with(
      place,
      changed(lines[place], (row) => (row.data.edited_fields = 9)),
    ),
  'a shown value': (lines) => lines.map((line) => line.replace('"comment":"Not today."', '"comment":"Never."')),
  'a shown value and its proof': (lines) => lines.map((line) => line.replaceAll('Not today.', 'Never.')),
  'a shown channel': (lines, place) =>
    lines.with(
      place,
      changed(lines[place], (row) => (row.channel = 'web')),
    ),
  'a channel and its proof': (lines, place) =>
    lines.with(place, (lines[place] ?? '').replaceAll('anas-phone', 'bens-phone')),
  'a fact and its proof': (lines, place) =>
    lines.with(place, (lines[place] ?? '').replaceAll('"edited_fields":0', '"edited_fields":1')),
  'a value without the salt that proves it': (lines) =>
    lines.map((line) =>
      line.includes('Not today.')
        ? changed(line.replaceAll('Not today.', 'Never.'), ({ proof }) => delete proof.salt)
        : line,
    ),
  'a value where none was recorded': (lines) => {
    const bare = lines.findIndex((line) => line.includes('"seq"') && !line.includes('"commitment"'));
    return lines.with(
      bare,
      changed(lines[bare], (row) => {
        row.proof.values = { comment: 'Fine.' };
        row.data = { ...row.data, comment: 'Fine.' };
      }),
    );
  },
  'an actor': (lines, place) =>
    lines.with(
      place,
      changed(lines[place], (row) => (row.actor.id = 'key_other')),
    ),
  'an action': (lines, place) =>
    lines.with(
      place,
      changed(lines[place], (row) => (row.action_id = 'act_other')),
    ),
  'an entity': (lines, place) =>
    lines.with(
      place,
      changed(lines[place], (row) => (row.entity_id = 'act_other')),
    ),
  'a moment': (lines, place) =>
    lines.with(
      place,
      changed(lines[place], (row) => row.created_at--),
    ),
  'a hash': (lines, place) =>
    lines.with(
      place,
      changed(lines[place], (row) => (row.hash = '0'.repeat(64))),
    ),
  'a missing row': (lines, place) => lines.toSpliced(place, 1),
  'a row twice': (lines, place) => lines.toSpliced(place, 0, lines[place] ?? ''),
  'a row without a place among the others': (lines, place) =>
    lines.toSpliced(
      place,
      0,
      changed(lines[place], (row) => {
        delete row.seq;
        delete row.hash;
      }),
    ),
  'two rows swapped': (lines, place) => lines.with(place, lines[place + 1] ?? '').with(place + 1, lines[place] ?? ''),
  'a cut-off end': (lines) => lines.slice(0, -2),
  'a cut-off line': (lines) => lines.with(-1, (lines.at(-1) ?? '').slice(0, -9)),
  'no checkpoint at the end': (lines) => lines.slice(0, -1),
  'no checkpoint at all': (lines) => lines.filter((line) => !line.includes('"checkpoint"')),
  'another time in the checkpoint': (lines) => lines.map((line) => line.replace(/\\nat \d+\\n/, '\\nat 1\\n')),
  'another length in the checkpoint': (lines) => lines.with(-1, (lines.at(-1) ?? '').replace(/\\n\d+\\n/, '\\n3\\n')),
  'a row behind the checkpoint': (lines) => [...lines, lines[2] ?? ''],
};

function changed(line: string | undefined, change: (row: ReturnType<typeof JSON.parse>) => unknown): string {
  const row = JSON.parse(line ?? '');
  change(row);
  return JSON.stringify(row);
}

test('whatever is changed in an export shows', async (t) => {
  const log = await givenLog(t);
  const lines = await exported(log);
  const place = lines.findIndex((line) => line.includes('anas-phone'));
  for (const [what, forge] of Object.entries(FORGERIES)) {
    const forged = forge(lines, place);
    assert.notDeepEqual(forged, lines, what);
    const report = await log.check(forged);
    assert.equal(report.ok, false, what);
    assert.ok((report.first_bad_seq ?? 0) > 0, what);
  }
  const { ok } = await checkAuditFile(each(lines), proving, { keys: [] });
  assert.equal(ok, false, 'with the keys of another server');
  const filtered = (await Array.fromAsync(log.admin.exportAudit({ type: 'action.' }))).join('').trimEnd().split('\n');
  assert.equal((await log.check(filtered)).ok, false, 'a part is not the log');
});

test('after an erasure the export holds, and says how much of it can no longer be read', async (t) => {
  const log = await givenLog(t);
  await log.admin.eraseProject();
  await sealed(log);
  const lines = await exported(log);
  const report = await log.check(lines);
  assert.equal(report.ok, true);
  assert.ok(report.erased >= 3);
  for (const erased of ['anas-phone', 'Not today.', 'Ana’s key'])
    assert.equal(lines.join().includes(erased), false, erased);
  assert.partialDeepStrictEqual(await log.admin.verifyAudit(), { ok: true, rows: report.rows });
});

test('an export while others write has every row that was there, once, and holds', async (t) => {
  const log = await givenLog(t);
  let writing = true;
  const others = Promise.all(
    [1, 2, 3, 4].map(async () => {
      while (writing) await log.admin.createAction(proposal());
    }),
  );
  for (let n = 0; n < 5; n++) {
    const before = await Array.fromAsync(log.admin.listAudit({ limit: 200 }));
    const lines = await exported(log);
    const ids = lines.map((line) => JSON.parse(line).id).filter((id) => id !== undefined);
    assert.equal(new Set(ids).size, ids.length);
    for (const { id } of before) assert.ok(ids.includes(id), id);
    assert.equal((await log.check(lines)).ok, true);
  }
  writing = false;
  await others;
});

test('the operator’s command says what holds, and ends with 1 when something does not', async (t) => {
  const log = await givenLog(t);
  const database = { DATABASE_URL: log.service.databaseUrl };
  const inside = await runCommand(['admin', 'audit', 'verify'], database);
  assert.deepEqual([inside.code, inside.stderr], [0, '']);
  assert.match(inside.stdout, /^prj_\w+ {2}holds: \d+ rows, \d+ not sealed yet, head [0-9a-f]{64}\n$/);
  const { databaseFile: file, databaseUrl: url } = log.service;
  await rawSql({ file, url }, `UPDATE audit SET actor_id = 'x' WHERE seq = 2`);
  const broken = await runCommand(['admin', 'audit', 'verify'], database);
  assert.equal(broken.code, 1);
  assert.match(broken.stdout, /NOT TO BE TRUSTED from row 2 on/);
  assert.partialDeepStrictEqual(await log.admin.verifyAudit(), { ok: false, first_bad_seq: 2, rows: 1 });
});
