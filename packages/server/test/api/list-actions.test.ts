// Lists: filters by fact, stable pages, literal search.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clientOf, givenService, problem, proposal } from '../support/given.ts';

test('pages neither skip nor repeat what was there, while others insert', async (t) => {
  const { admin } = await givenService(t);
  const ids: string[] = [];
  for (let n = 0; n < 25; n++) ids.push((await admin.createAction(proposal())).id);
  const seen: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await admin.listActions({ limit: 4, ...(cursor ? { cursor } : {}) });
    seen.push(...page.items.map(({ id }) => id));
    await admin.createAction(proposal());
    if (!page.has_more) {
      assert.equal(page.next_cursor, null);
      break;
    }
    cursor = page.next_cursor ?? undefined;
  }
  assert.deepEqual(seen, ids.toReversed());
});

test('a page holds a few megabytes at most, whatever its first actions are, and the next one goes on', async (t) => {
  const { admin } = await givenService(t);
  const large = { preview: { body: '長'.repeat(260_000) }, payload: { text: 'y'.repeat(260_000) } };
  const ids: string[] = [];
  for (let n = 0; n < 8; n++) ids.push((await admin.createAction(proposal(large))).id);
  for (let n = 0; n < 10; n++) ids.push((await admin.createAction(proposal())).id);
  for (const q of [undefined, 'Action']) {
    const seen: string[] = [];
    for (let cursor: string | undefined | null; cursor !== null; ) {
      const page = await admin.listActions({ limit: 50, ...(q ? { q } : {}), ...(cursor ? { cursor } : {}) });
      const bytes = Buffer.byteLength(JSON.stringify(page));
      assert.ok(bytes < 5_000_000, `${page.items.length} actions, ${bytes} bytes`);
      seen.push(...page.items.map(({ id }) => id));
      cursor = page.next_cursor;
    }
    assert.deepEqual(seen, ids.toReversed());
  }
});

test('a cursor that is garbled, or of another project or list, is refused', async (t) => {
  const { service, admin } = await givenService(t);
  for (let n = 0; n < 3; n++) await admin.createAction(proposal());
  const { next_cursor } = await admin.listActions({ limit: 1 });
  const cursor = next_cursor ?? '';
  const other = clientOf(service, (await service.newProject('Other')).adminKey);
  await assert.rejects(other.listActions({ cursor }), problem('invalid_cursor'));
  await assert.rejects(admin.listAudit({ cursor }), problem('invalid_cursor'));
  for (const forged of ['', 'x', cursor.slice(1), `${cursor}A`, Buffer.from('act_1.x').toString('base64url'), '💥']) {
    await assert.rejects(admin.listActions({ cursor: forged }), problem('invalid_cursor'), forged);
  }
});

test('status, kind and since filter, alone and together', async (t) => {
  const { service, admin } = await givenService(t);
  const old = await admin.createAction(proposal({ kind: 'mail', expires_in: 300 }));
  service.wind(1000);
  const fresh = await admin.createAction(proposal({ kind: 'mail' }));
  const other = await admin.createAction(proposal({ kind: 'mail.send' }));
  await admin.decideAction(other.id, { decision: 'approve' });
  const idsOf = async (query: Parameters<typeof admin.listActions>[0]) =>
    (await admin.listActions(query)).items.map(({ id }) => id);

  assert.deepEqual(await idsOf({ kind: 'mail' }), [fresh.id, old.id]);
  assert.deepEqual(await idsOf({ status: 'pending' }), [fresh.id]);
  assert.deepEqual(await idsOf({ status: 'expired' }), [old.id]);
  assert.deepEqual(await idsOf({ status: 'approved' }), [other.id]);
  assert.deepEqual(await idsOf({ since: fresh.created_at }), [other.id, fresh.id]);
  assert.deepEqual(await idsOf({ since: old.created_at, kind: 'mail', status: 'expired' }), [old.id]);
  assert.deepEqual(await idsOf({ since: fresh.created_at + 1000 }), []);
  assert.deepEqual(await idsOf({ kind: '%' }), []);
});

test('q finds text literally and without regard to case, in title, kind and preview', async (t) => {
  const { admin } = await givenService(t);
  const [one, two, three] = [
    await admin.createAction(proposal({ title: 'Pay 100% of Ana\'s "bill"', kind: 'pay' })),
    await admin.createAction(proposal({ title: 'x', kind: 'Under_Score' })),
    await admin.createAction(proposal({ title: 'y', preview: { body: 'Straße \\ ÀÉ ΣΑΣ' } })),
  ];
  const cases: [string, string[]][] = [
    ['100%', [one.id]],
    ['%', [one.id]],
    ['_', [two.id]],
    ['under_s', [two.id]],
    ['"BILL"', [one.id]],
    ["ana's", [one.id]],
    ['\\', [three.id]],
    ['àé', [three.id]],
    ['σας', [three.id]],
    ['STRASSE', [three.id]],
    ['nowhere', []],
  ];
  for (const [q, expected] of cases) {
    assert.deepEqual(
      (await admin.listActions({ q })).items.map(({ id }) => id),
      expected,
      q,
    );
  }
  assert.equal((await admin.listActions({ q: '' })).items.length, 3);
});
